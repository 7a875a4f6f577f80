//! A question about a position, and how to ask it.

use std::time::Duration;

use super::{Basis, Counts, Finding, Limits, Outcome, PerMove, Probe, SearchError, Stop, Walk};
use crate::model::{Bounds, Game, Kind, Knowledge, Moves, Turn, Window};
use crate::store::{Store, Tree};

/// A way to answer a question. The registry lists those of this crate.
pub trait Algorithm {
    /// Whether the algorithm is meant to run over a store of its own (the tree of what it has
    /// seen). Without one it is still exact, only slow.
    const REMEMBERS: bool = false;

    /// Whether the algorithm takes chance nodes.
    const TAKES_CHANCE: bool = false;

    /// Searches from where `walk` stands until the root's value is known or known to lie outside of
    /// `window`, or until the walk is stopped. The bounds found are sound in any case.
    fn search<G: Game, K: Knowledge<G>, P: Probe<G>, S: Store<G>>(
        &mut self,
        walk: &mut Walk<'_, G, K, P>,
        window: Window,
        store: &mut S,
    ) -> Finding<G::Move>;
}

/// A question: which game, which position, which values matter, how far to look, what to spend.
///
/// ```
/// use gametree::classic::AlphaBeta;
/// use gametree::{Limits, Search};
/// # use gametree::doc::Subtraction;
/// let game = Subtraction { stones: 10 };
/// let outcome = Search::new(&game)
///     .limits(Limits { leaves: Some(1_000), ..Limits::none() })
///     .run(&mut AlphaBeta)
///     .unwrap();
/// assert_eq!(outcome.value(), Some(1.into()));
/// ```
pub struct Search<'a, G: Game, K = (), P = ()> {
    game: &'a G,
    knowledge: &'a K,
    probe: P,
    position: G::Position,
    window: Window,
    horizon: Option<u32>,
    range: Bounds,
    limits: Limits,
}

impl<'a, G: Game> Search<'a, G> {
    /// Asks for the exact value of the game's starting position.
    pub fn new(game: &'a G) -> Self {
        Search {
            game,
            knowledge: &(),
            probe: (),
            position: game.start(),
            window: Window::FULL,
            horizon: None,
            range: game.values().range,
            limits: Limits::none(),
        }
    }
}

impl<'a, G: Game, K: Knowledge<G>, P> Search<'a, G, K, P> {
    /// Asks about another position.
    #[must_use]
    pub fn position(self, position: G::Position) -> Self {
        Search { position, ..self }
    }

    /// Asks only for what lies strictly inside of `window`; the search may end with bounds that
    /// show that the value lies outside.
    #[must_use]
    pub fn window(self, window: Window) -> Self {
        Search { window, ..self }
    }

    /// Looks `plies` moves ahead and evaluates there.
    #[must_use]
    pub fn horizon(self, plies: u32) -> Self {
        Search { horizon: Some(plies), ..self }
    }

    /// States a range that contains every leaf, its ends included, in place of the game's own.
    #[must_use]
    pub fn range(self, range: Bounds) -> Self {
        Search { range, ..self }
    }

    /// Limits what the search may spend.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Search { limits, ..self }
    }

    /// Uses an evaluation and an order of moves.
    #[must_use]
    pub fn knowledge<L: Knowledge<G>>(self, knowledge: &'a L) -> Search<'a, G, L, P> {
        let Search { game, probe, position, window, horizon, range, limits, .. } = self;
        Search { game, knowledge, probe, position, window, horizon, range, limits }
    }

    /// Lets somebody watch.
    pub fn probe<Q: Probe<G>>(self, probe: &'a mut Q) -> Search<'a, G, K, &'a mut Q> {
        let Search { game, knowledge, position, window, horizon, range, limits, .. } = self;
        Search { game, knowledge, probe, position, window, horizon, range, limits }
    }
}

impl<G: Game, K: Knowledge<G>, P: Probe<G>> Search<'_, G, K, P> {
    /// Answers the question.
    ///
    /// # Errors
    /// If the question has no answer: see [`SearchError`]. Running out of limits is not an error.
    pub fn run<A: Algorithm>(self, algorithm: &mut A) -> Result<Outcome<G::Move>, SearchError> {
        if A::REMEMBERS {
            let mut store = Tree::new(self.limits.memory.unwrap_or(usize::MAX));
            self.run_over(algorithm, &mut store)
        } else {
            self.run_over(algorithm, &mut ())
        }
    }

    /// Answers the question with the help of what a store knows, and leaves there what is learned.
    ///
    /// # Errors
    /// As [`run`](Search::run).
    pub fn run_over<A: Algorithm, S: Store<G>>(
        mut self,
        algorithm: &mut A,
        store: &mut S,
    ) -> Result<Outcome<G::Move>, SearchError> {
        if self.game.has_chance() && !A::TAKES_CHANCE {
            return Err(SearchError::Chance);
        }
        let Search { game, knowledge, position, window, horizon, range, limits, .. } = self;
        let root = position.clone();
        let probe = &mut self.probe;
        let mut walk = Walk::new(game, knowledge, probe, position, horizon, range, limits);
        let mut found = if walk.may_go_on() {
            algorithm.search(&mut walk, window, store)
        } else {
            Finding { bounds: range, line: Vec::new(), gave_up: None }
        };
        if found.line.is_empty() && !found.bounds.is_closed() {
            found.line.extend(first_move(game, knowledge, &root));
        }
        walk.report(found.bounds);
        let (counts, elapsed, stopped) = walk.finish()?;
        let answered = !window.clip(found.bounds).is_open();
        let basis = if horizon.is_some() { Basis::Horizon } else { Basis::Proof };
        let stop = match (answered, horizon) {
            (true, None) => Stop::Closed,
            (true, Some(_)) => Stop::Horizon,
            (false, _) => found.gave_up.or(stopped).unwrap_or(Stop::Stalled),
        };
        Ok(Outcome { bounds: found.bounds, basis, line: found.line, stop, counts, elapsed })
    }

    /// Answers the question for every move of the position, one by one, all within one set of
    /// limits: `answer` is handed the question about each child. In the game's order; empty if the
    /// game is over.
    ///
    /// # Errors
    /// As [`run`](Search::run).
    pub fn run_all(
        mut self,
        mut answer: impl FnMut(Search<'_, G, K, &mut P>) -> Result<Outcome<G::Move>, SearchError>,
    ) -> Result<PerMove<G::Move>, SearchError> {
        let mut moves = Moves::new();
        if let Turn::Terminal(_) = self.game.expand(&self.position, &mut moves) {
            return Ok(Vec::new());
        }
        let mut spent = Counts::default();
        let mut elapsed = Duration::ZERO;
        let mut outcomes = Vec::with_capacity(moves.len());
        for &mv in moves.as_slice() {
            let mut child = self.position.clone();
            self.game.play(&mut child, mv);
            let outcome = answer(Search {
                game: self.game,
                knowledge: self.knowledge,
                probe: &mut self.probe,
                position: child,
                window: self.window,
                horizon: self.horizon.map(|plies| plies.saturating_sub(1)),
                range: self.range,
                limits: self.limits.less(&spent, elapsed),
            })?;
            spent = spent.plus(outcome.counts);
            elapsed += outcome.elapsed;
            outcomes.push((mv, outcome));
        }
        Ok(outcomes)
    }
}

/// What to play as long as nothing is known.
fn first_move<G: Game, K: Knowledge<G>>(
    game: &G,
    knowledge: &K,
    position: &G::Position,
) -> Option<G::Move> {
    let mut moves = Moves::new();
    match game.expand(position, &mut moves) {
        Turn::Inner(Kind::Chance) | Turn::Terminal(_) => None,
        Turn::Inner(_) => {
            knowledge.order(game, position, &mut moves);
            moves.as_slice().first().copied()
        }
    }
}
