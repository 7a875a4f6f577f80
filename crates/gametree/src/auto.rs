//! The search for callers that name no algorithm: it proves what it can, and estimates the rest.

use std::time::{Duration, Instant};

use crate::classic::{AlphaBeta, BoundedAlphaBeta, Scout, Solver, Star1};
use crate::model::erased::{Erased, Position};
use crate::model::{Bounds, Game, Grain, Knowledge, Move, Notation};
use crate::policy::{BestFirst, Leftmost, MaxUpper};
use crate::rollout::Rollout;
use crate::run::{
    AnyProbe, Basis, Counts, Epsilon, Limits, Outcome, Probe, Search, SearchError, Stop, Workspace,
};
use crate::sampling::{Playout, Sampler, Settings};

/// The best move of a position and what it is worth: proven if the limits allow it, otherwise estimated.
///
/// This is the short way: it uses the game's own heuristics, a transposition table if the game has position
/// keys, and searches that suit the game, as [`Search::decide`] picks them. The limits are a duration or
/// any [`Limits`].
///
/// Nothing of the engine is compiled for the type of the game, so that a program with this call builds fast. The
/// price is a few per cent of the speed, a clone of the game, and the bounds on its type. A game that does not meet
/// them has [`Search::decide`].
///
/// ```
/// use std::time::Duration;
/// use gametree::Game;
/// # use gametree::doc::Subtraction;
///
/// let game = Subtraction { stones: 10 };
/// let found = gametree::search(&game, &game.start(), Duration::from_secs(1))?;
/// assert_eq!(found.best_move(), Some(2)); // leaves a multiple of four
/// assert_eq!(found.value(), Some(1.into())); // MAX wins: proven
/// # Ok::<(), gametree::SearchError>(())
/// ```
///
/// # Errors
/// If the question has no answer, for example if the game has chance nodes and no finite range of values.
/// Reaching a limit is not an error.
pub fn search<G>(
    game: &G,
    position: &G::Position,
    limits: impl Into<Limits>,
) -> Result<Outcome<G::Move>, SearchError>
where
    G: Notation<Position: Send, Undo: Send> + Knowledge<G> + Clone + Send + Sync + 'static,
{
    let (game, position) = Erased::at(game.clone(), position.clone());
    let found = search_erased(&game, position, limits.into())?;
    Ok(found.map_moves(Move::from_code))
}

/// With the types of a job's search, so that both are compiled once, in this crate.
fn search_erased(
    game: &Erased,
    position: Position,
    limits: Limits,
) -> Result<Outcome<u32>, SearchError> {
    // The searches that it consists of have a reference to this reference, as those of jobs do.
    let probe: &mut dyn AnyProbe<Erased> = &mut ();
    Search::new(game).position(position).limits(limits).probe(probe).decide()
}

/// The share of the limits spent on a proof; the rest goes into an estimate if there is no proof by
/// then.
const PART_FOR_PROOF: f64 = 0.25;

/// What an estimate may spend after a search without limits ran out of memory.
const AT_LEAST: (u64, Duration) = (50_000, Duration::from_millis(100));

/// What it may spend after an interrupt: whoever interrupts is waiting.
const AT_ONCE: (u64, Duration) = (50_000, Duration::from_millis(20));

/// One part in this many of the time is for an estimate even if the proof attempt has overrun its own part, as
/// happens on a busy machine: some answer is better than none.
const LATE_PART: u32 = 50;

/// The deepest iteration for games that do not know how many plies are left.
const MOST_PLIES: u32 = 1000;

/// A search that ends with a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Prover {
    Solver,
    AlphaBeta,
    Scout,
    Star1,
    Bounded,
    Leftmost,
    MaxUpper,
    BestFirst,
}

/// Up to this share of the range of values, an epsilon saves less than the solver is ahead of the searches that
/// can use one: on Connect Four and Kalah the two are level at a tenth, and at three tenths the solver is far behind.
const SMALL_EPSILON: f64 = 0.15;

impl Prover {
    /// Chooses one for `game`, whose values are in `range`: with a horizon or not, within epsilon or exact.
    pub(crate) fn choose<G: Game>(
        game: &G,
        horizon: bool,
        epsilon: Epsilon,
        range: Bounds,
    ) -> Prover {
        let (keys, width) = (game.names_positions(), range.width());
        let whole = game.values().grain == Grain::Integer && !horizon && width.is_finite();
        let within = epsilon.within(range);
        match () {
            () if game.has_cycles() && !horizon => Prover::BestFirst,
            // By measurement: docs/guide/choosing-a-policy.md, "The default with dice".
            () if game.has_chance() && epsilon.is_none() => Prover::Star1,
            () if game.has_chance() && keys => Prover::Bounded,
            () if game.has_chance() => Prover::BestFirst,
            () if game.has_costly_moves() && !horizon && epsilon.is_none() => Prover::AlphaBeta,
            // Less than one is nothing where all values are whole numbers.
            () if keys && whole && (within < 1.0 || within <= SMALL_EPSILON * width) => {
                Prover::Solver
            }
            () if !epsilon.is_none() && keys => Prover::Bounded,
            () if !epsilon.is_none() => Prover::MaxUpper,
            () if keys => Prover::Scout,
            () => Prover::Leftmost,
        }
    }

    /// Whether an epsilon makes a difference to it; otherwise it is exact anyway.
    pub(crate) fn takes_epsilon(self) -> bool {
        !matches!(self, Prover::Solver | Prover::AlphaBeta | Prover::Scout | Prover::Star1)
    }

    /// Its name in the registry.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Prover::Solver => "solver",
            Prover::AlphaBeta => "alphabeta",
            Prover::Scout => "scout",
            Prover::Star1 => "star1",
            Prover::Bounded => "bounded-alphabeta",
            Prover::Leftmost => "rollout:leftmost",
            Prover::MaxUpper => "rollout:max-upper",
            Prover::BestFirst => "rollout:best-first",
        }
    }
}

/// A search that estimates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Estimator {
    /// Iterative deepening as far as this many plies, with the game's evaluation.
    Deepening(u32),
    /// Monte Carlo tree search, with proofs.
    Sampling,
}

impl Estimator {
    /// Chooses one for a position.
    pub(crate) fn choose<G: Game, K: Knowledge<G>>(
        game: &G,
        knowledge: &K,
        position: &G::Position,
    ) -> Estimator {
        let evaluated = knowledge.evaluate(game, position).is_some();
        if evaluated && !game.has_chance() {
            Estimator::Deepening(game.plies_left(position).unwrap_or(MOST_PLIES))
        } else {
            Estimator::Sampling
        }
    }
}

/// The limits of an estimate within `limits`, of which a proof attempt has spent so much.
pub(crate) fn left_for_estimate(
    limits: &Limits,
    (spent, elapsed): (&Counts, Duration),
    stopped: Option<Stop>,
) -> Limits {
    let interrupted = stopped == Some(Stop::Interrupted);
    let left = limits.less(spent, elapsed);
    if limits.are_set() && !interrupted {
        let least = limits.time.map(|time| time / LATE_PART);
        return Limits { time: left.time.max(least), ..left };
    }
    let (nodes, time) = if interrupted { AT_ONCE } else { AT_LEAST };
    left.nodes(nodes).time(time).stop(None)
}

impl<G: Game, K: Knowledge<G>, P: Probe<G>> Search<'_, G, K, P> {
    /// Answers the question by searches that suit the game. A quarter of the limits goes into a proof; if
    /// that is not enough, the rest goes into an [estimate](Outcome::estimate) or a [mean](Outcome::mean)
    /// and a move to play, reported along with the proven [bounds](Outcome::bounds). Without limits the
    /// search runs until the value is proven or the stop flag is set.
    ///
    /// ```
    /// use gametree::{Limits, Search};
    /// # use gametree::doc::Subtraction;
    /// let game = Subtraction { stones: 10 };
    /// let outcome = Search::new(&game).limits(Limits::none().nodes(100_000)).decide()?;
    /// assert_eq!(outcome.best_move(), Some(2));
    /// # Ok::<(), gametree::SearchError>(())
    /// ```
    ///
    /// # Errors
    /// As [`run`](Search::run).
    pub fn decide(mut self) -> Result<Outcome<G::Move>, SearchError> {
        let begun = Instant::now();
        let limits = self.limits_in_force().clone();
        if self.has_horizon() {
            return self.prove(limits);
        }
        let part = if limits.are_set() { limits.part(PART_FOR_PROOF) } else { limits.clone() };
        let proof = match self.prove(part) {
            // No proof search would end by itself here; an estimate has limits.
            Err(SearchError::Endless) if limits.are_set() => None,
            proof => Some(proof?),
        };
        let spent = proof.as_ref().map_or_else(Default::default, |proof| proof.counts);
        if proof.as_ref().is_some_and(|proof| proof.stop.is_answer()) {
            return Ok(proof.expect("it is there"));
        }
        let stopped = proof.as_ref().map(|proof| proof.stop);
        let left = left_for_estimate(&limits, (&spent, begun.elapsed()), stopped);
        let estimate = match self.estimate(left) {
            Err(_) if proof.is_some() => return Ok(proof.expect("it is there")),
            estimate => estimate?,
        };
        let (counts, elapsed) = (spent.plus(estimate.counts), begun.elapsed());
        let both = beside(proof, estimate);
        let interrupted = stopped == Some(Stop::Interrupted) && !both.stop.is_answer();
        let stop = if interrupted { Stop::Interrupted } else { both.stop };
        Ok(Outcome { counts, elapsed, stop, ..both })
    }

    fn prove(&mut self, limits: Limits) -> Result<Outcome<G::Move>, SearchError> {
        let range = self.stated_range();
        let epsilon = self.allowed_error();
        let prover = Prover::choose(self.subject().0, self.has_horizon(), epsilon, range);
        let epsilon = if prover.takes_epsilon() { epsilon } else { Epsilon::NONE };
        let (search, mut workspace) = (self.within(limits).epsilon(epsilon), Workspace::default());
        match prover {
            Prover::Solver => search.run_in(&mut Solver, &mut workspace),
            Prover::AlphaBeta => search.run_in(&mut AlphaBeta, &mut workspace),
            Prover::Scout => search.run_in(&mut Scout, &mut workspace),
            Prover::Star1 => search.run_in(&mut Star1, &mut workspace),
            Prover::Bounded => search.run_in(&mut BoundedAlphaBeta, &mut workspace),
            Prover::Leftmost => search.run_in(&mut Rollout::new(Leftmost), &mut workspace),
            Prover::MaxUpper => search.run_in(&mut Rollout::new(MaxUpper), &mut workspace),
            Prover::BestFirst => search.run_in(&mut Rollout::new(BestFirst), &mut workspace),
        }
    }

    fn estimate(&mut self, limits: Limits) -> Result<Outcome<G::Move>, SearchError> {
        let (game, knowledge, position) = self.subject();
        let estimator = Estimator::choose(game, knowledge, position);
        let search = self.within(limits);
        match estimator {
            Estimator::Deepening(plies) => search.deepen(plies).run(&mut Scout),
            Estimator::Sampling => {
                let playout = Playout::Informed;
                let settings = Settings { proves: true, playout, ..Settings::default() };
                search.run(&mut Sampler::Mcts(settings))
            }
        }
    }
}

/// Combines an estimate with the bounds proven before.
fn beside<M: Copy>(proof: Option<Outcome<M>>, estimate: Outcome<M>) -> Outcome<M> {
    let Some(proof) = proof else { return estimate };
    if estimate.value().is_some() {
        return estimate;
    }
    match estimate.basis {
        // Its bounds hold for the evaluation at the horizon only; they prove nothing.
        Basis::Horizon => Outcome {
            bounds: proof.bounds,
            basis: proof.basis,
            horizon: None,
            stop: stopped(estimate.stop, proof.stop),
            ..estimate
        },
        _ => {
            let bounds = estimate.bounds.intersect(proof.bounds);
            // Bounds that rest on hash keys are not proven, by whomever they were found.
            let by_hashes = proof.basis == Basis::Hash && bounds != estimate.bounds;
            let basis = if by_hashes { Basis::Hash } else { estimate.basis };
            Outcome { bounds, basis, ..estimate }
        }
    }
}

/// Why the two searches together ended: a finished estimate does not answer the question.
fn stopped(estimate: Stop, proof: Stop) -> Stop {
    if estimate.is_answer() { proof } else { estimate }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_an_interrupt_an_estimate_is_quick_whatever_was_allowed() {
        let minute = Limits::none().time(Duration::from_secs(60));
        let most = Duration::from_millis(25);
        let spent = (&Counts::default(), Duration::ZERO);
        for limits in [minute.clone(), Limits::none()] {
            let left = left_for_estimate(&limits, spent, Some(Stop::Interrupted));
            assert!(left.time.is_some_and(|time| time <= most), "{left:?}");
        }
        let left = left_for_estimate(&minute, spent, Some(Stop::Time));
        assert_eq!(left.time, minute.time);
    }

    #[test]
    fn after_a_proof_that_came_late_there_is_time_for_some_estimate() {
        let (second, counts) = (Duration::from_secs(1), Counts::default());
        let left = |late| {
            let limits = Limits::none().time(second);
            left_for_estimate(&limits, (&counts, late), Some(Stop::Time)).time.unwrap()
        };
        assert_eq!(left(second / 4), second * 3 / 4);
        assert!(!left(second * 2).is_zero() && left(second * 2) <= second / 20);
    }

    #[test]
    fn bounds_that_rest_on_hash_keys_are_not_called_proven() {
        let of = |lower: f64, upper: f64, basis| Outcome::<u8> {
            bounds: Bounds::between(lower, upper),
            basis,
            estimate: None,
            mean: Some(0.5),
            horizon: None,
            epsilon: 0.0,
            allowance: 0.0,
            pv: Vec::new(),
            moves: Vec::new(),
            depth: None,
            ahead: None,
            stop: Stop::Nodes,
            counts: Counts::default(),
            elapsed: Duration::ZERO,
        };
        let (hashed, sampled) = (of(0.0, 1.0, Basis::Hash), of(-1.0, 1.0, Basis::Sampling));
        let both = beside(Some(hashed.clone()), sampled.clone());
        assert_eq!((both.bounds, both.basis), (hashed.bounds, Basis::Hash));
        // Here they say nothing that is not proven.
        let both = beside(Some(of(-1.0, 1.0, Basis::Hash)), sampled);
        assert_eq!(both.basis, Basis::Sampling);
    }
}
