//! The search for callers that name no algorithm: it proves what it can, and estimates the rest.

use std::time::Duration;

use super::{AnyGame, Job, JobError, Watcher};
use crate::counts::Counts;
use crate::epsilon::Epsilon;
use crate::erased::{Erased, Position};
use crate::error::SearchError;
use crate::limits::Limits;
use crate::model::{Bounds, Game, Grain, Knowledge, Move, Notation};
use crate::outcome::{Outcome, Stop};
use crate::registry::Spec;
use crate::search::Workspace;

/// The best move of a position and what it is worth: proven if the limits allow it, otherwise estimated.
///
/// This is the short way: it uses the game's own heuristics, a transposition table if the game has position
/// keys, and searches that suit the game. What a [`Job`] without an algorithm does is the same search. Half of the
/// limits goes into a proof; if that is not enough, the rest goes into an [estimate](Outcome::estimate) or a
/// [mean](Outcome::mean) and a move to play, reported along with the proven [bounds](Outcome::bounds). Without limits
/// the search runs until the value is proven. The limits are a duration or any [`Limits`].
///
/// Nothing of the engine is compiled for the type of the game, so that a program with this call builds fast. The
/// price is a few per cent of the speed, and a clone of the game.
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
    let (job, mut workspace) = (Job::new(None).limits(limits.into()), Workspace::default());
    match AnyGame::from(game).decide(&position, &job, &mut (), &mut workspace) {
        Ok(found) => Ok(found.map_moves(Move::from_code)),
        Err(JobError::Search(error)) => Err(error),
        Err(other) => unreachable!("no text is read here: {other}"),
    }
}

/// The share of the limits spent on a proof; the rest goes into an estimate if there is no proof by then. What either
/// finds grows with the logarithm of its time: at one half each of them is one doubling behind what it would find
/// alone, at any other share one of them is further behind (docs/notes/decisions/half-for-the-proof.md).
const PART_FOR_PROOF: f64 = 0.5;

/// One part in this many of the memory is reserved for the estimate.
const MEMORY_FOR_ESTIMATE: usize = 8;

/// What an estimate may spend after a search without limits ran out of memory.
const AT_LEAST: (u64, Duration) = (50_000, Duration::from_millis(100));

/// What it may spend after an interrupt: whoever interrupts is waiting.
const AT_ONCE: (u64, Duration) = (50_000, Duration::from_millis(20));

/// One part in this many of the time is for an estimate even if the proof attempt has overrun its own part, as
/// happens on a busy machine: some answer is better than none.
const LATE_PART: u32 = 50;

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

/// Whether an estimate would add anything to the job's own search.
pub(super) fn may_estimate(job: &Job) -> bool {
    job.depth.is_none() && !job.all_moves && !job.trace
}

impl AnyGame {
    /// Answers a job that names no algorithm by a search that proves and, if the limits stop it, by one that estimates.
    pub(super) fn decide(
        &self,
        position: &Position,
        job: &Job,
        watcher: &mut dyn Watcher,
        workspace: &mut Workspace,
    ) -> Result<Outcome<u32>, JobError> {
        let memory = job.limits.memory.map(|bytes| bytes / MEMORY_FOR_ESTIMATE);
        let kept = job.limits.memory.zip(memory).map(|(all, part)| all - part);
        let part = if job.limits.are_set() { PART_FOR_PROOF } else { 1.0 };
        let to_prove = job.clone().limits(job.limits.part(part).memory(kept));
        let proof = match self
            .lane(&to_prove, workspace.storage())
            .search(position, &to_prove, watcher, workspace)
        {
            // Memory that is too small to be divided goes into the proof.
            Err(JobError::Search(SearchError::NoRoom { .. })) => {
                return self
                    .lane(job, workspace.storage())
                    .search(position, job, watcher, workspace);
            }
            // No proof search would end by itself here; an estimate has limits.
            Err(JobError::Search(SearchError::Endless)) if job.limits.are_set() => None,
            proof => Some(proof?),
        };
        let proof = match proof {
            Some(proof) if proof.stop.is_answer() => return Ok(proof),
            proof => proof,
        };
        let spent = proof.as_ref().map_or_else(Default::default, |p| (p.counts, p.elapsed));
        let stopped = proof.as_ref().map(|proof| proof.stop);
        let limits = left_for_estimate(&job.limits, (&spent.0, spent.1), stopped).memory(memory);
        let bounds = proof.as_ref().map_or(Bounds::UNBOUNDED, |proof| proof.bounds);
        let mut continued = Continued { watcher, bounds, before: spent.0 };
        // A player may be a search that proves, and that has just been stopped.
        let suitable = Spec::parse(self.suitable_player()).ok();
        let suitable = suitable.filter(|spec| spec.sampler().is_some());
        let otherwise = || Spec::parse("mcts-solver").expect("it is in the registry");
        let mut algorithm = suitable.unwrap_or_else(otherwise);
        let seed = job.seed.to_string();
        if algorithm.get("seed").is_some_and(|default| *default != seed) {
            algorithm.set("seed", &seed).expect("a seed is a number");
        }
        let job = job.clone().algorithm(algorithm).limits(limits);
        let mut own = Workspace::default();
        let lane = self.lane(&job, own.storage());
        match (lane.search(position, &job, &mut continued, &mut own), proof) {
            (Ok(estimate), Some(proof)) => Ok(beside(proof, estimate)),
            (estimate, None) => estimate,
            (Err(_), Some(proof)) => Ok(proof),
        }
    }
}

/// Combines an estimate with the proven bounds.
fn beside(proof: Outcome<u32>, estimate: Outcome<u32>) -> Outcome<u32> {
    let counts = proof.counts.plus(estimate.counts);
    let elapsed = proof.elapsed + estimate.elapsed;
    if estimate.value().is_some() {
        return Outcome { counts, elapsed, ..estimate };
    }
    // Bounds of an evaluation at a horizon prove nothing.
    let by_samples = estimate.mean.is_some();
    let bounds = if by_samples { proof.bounds.intersect(estimate.bounds) } else { proof.bounds };
    Outcome {
        bounds,
        estimate: estimate.estimate.map(|value| value.max(bounds.lower).min(bounds.upper)),
        mean: estimate.mean,
        estimated_by: Some(estimate.algorithm),
        depth: estimate.depth,
        ahead: estimate.ahead,
        pv: estimate.pv,
        moves: estimate.moves,
        counts,
        elapsed,
        ..proof
    }
}

/// Shows the second search as a continuation of the first.
struct Continued<'a> {
    watcher: &'a mut dyn Watcher,
    /// The proven bounds.
    bounds: Bounds,
    before: Counts,
}

impl Watcher for Continued<'_> {
    fn root(&mut self, _: Bounds, counts: &Counts) {
        // The bounds of an estimate need not contain the value.
        self.watcher.root(self.bounds, &self.before.plus(*counts));
    }

    fn tick(&mut self, counts: &Counts) {
        self.watcher.tick(&self.before.plus(*counts));
    }
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
}
