//! A question about a position, and how to ask it.

mod all_moves;
mod running;

use std::num::NonZero;

use super::{Epsilon, Limits, Premises, Probe, SearchError};
use crate::model::{Bounds, Game, Knowledge, Window};

/// A question: which game, which position, which values matter, how far to look, how much to spend.
///
/// [`Search::new`] uses the game's own heuristics: its evaluation and its move ordering.
/// [`run`](Search::run) answers the question by an algorithm that you name, over a transposition table
/// if the game has position keys; [`decide`](Search::decide) picks the algorithms itself.
///
/// ```
/// use gametree::classic::Scout;
/// use gametree::{Limits, Search};
/// # use gametree::doc::Subtraction;
/// let game = Subtraction { stones: 10 };
/// let outcome = Search::new(&game)
///     .limits(Limits::none().leaves(1_000))
///     .run(&mut Scout)
///     .unwrap();
/// assert_eq!(outcome.value(), Some(1.into()));
/// ```
///
/// To run an algorithm as the papers print it, use less: [`Search::bare`] uses the rules alone, and
/// [`run_plain`](Search::run_plain) runs without a table.
pub struct Search<'a, G: Game, K = (), P = ()> {
    game: &'a G,
    knowledge: &'a K,
    probe: P,
    position: G::Position,
    window: Window,
    terms: Terms,
    limits: Limits,
}

/// The terms of a question.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms {
    /// The ply at which positions are evaluated.
    pub horizon: Option<u32>,
    /// Whether to use iterative deepening.
    pub deepening: bool,
    /// A range that contains every leaf, if the caller knows better than the game.
    pub range: Option<Bounds>,
    /// How far off the answer may be.
    pub epsilon: Epsilon,
    /// Whether the game's facts are used.
    pub facts: bool,
    /// Whether the principal variation is wanted, not only the best move.
    pub pv: bool,
    /// How many threads may work on the answer.
    pub threads: NonZero<usize>,
}

impl Terms {
    /// The exact value, using everything that the game states.
    pub const PLAIN: Terms = Terms {
        horizon: None,
        deepening: false,
        range: None,
        epsilon: Epsilon::NONE,
        facts: true,
        pv: true,
        threads: NonZero::<usize>::MIN,
    };
}

/// The values that a search can meet, and how exact the answer has to be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scope {
    pub range: Bounds,
    /// What the game knows of its values and [withholds](Game::span) from the search, but not from those who ask.
    pub withheld: Bounds,
    pub epsilon: f64,
}

/// What a walk has to know of the search.
pub(crate) struct Question<'a, G: Game, K> {
    pub game: &'a G,
    pub knowledge: &'a K,
    pub position: G::Position,
    pub scope: Scope,
    pub terms: Terms,
}

impl<'a, G: Game, K> Question<'a, G, K> {
    pub fn new(
        game: &'a G,
        knowledge: &'a K,
        position: G::Position,
        scope: Scope,
        terms: Terms,
    ) -> Self {
        Question { game, knowledge, position, scope, terms }
    }
}

impl<'a, G: Game + Knowledge<G>> Search<'a, G, G> {
    /// Asks for the exact value of the game's starting position, with the game's own evaluation and
    /// move ordering. (A game without heuristics has an empty `impl Knowledge`.)
    pub fn new(game: &'a G) -> Self {
        Search::bare(game).knowledge(game)
    }
}

impl<'a, G: Game> Search<'a, G> {
    /// Asks for the exact value of the game's starting position, by the rules alone: moves in the order
    /// in which the game lists them, and no evaluation.
    pub fn bare(game: &'a G) -> Self {
        Search {
            game,
            knowledge: &(),
            probe: (),
            position: game.start(),
            window: Window::FULL,
            terms: Terms::PLAIN,
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

    /// Looks `plies` moves ahead and evaluates the positions there.
    #[must_use]
    pub fn horizon(self, plies: u32) -> Self {
        Search { terms: Terms { horizon: Some(plies), ..self.terms }, ..self }
    }

    /// Looks one move ahead, then two, and so on, as far as `plies`: iterative deepening. Each
    /// iteration guides the move ordering of the next; a search that is stopped returns the answer of
    /// the last complete iteration. If an iteration reaches the end of the game, the answer is a
    /// proof.
    #[must_use]
    pub fn deepen(self, plies: u32) -> Self {
        Search { terms: Terms { horizon: Some(plies), deepening: true, ..self.terms }, ..self }
    }

    /// States a range that contains every leaf, its ends included, in place of the game's own.
    #[must_use]
    pub fn range(self, range: Bounds) -> Self {
        Search { terms: Terms { range: Some(range), ..self.terms }, ..self }
    }

    /// Accepts bounds that are at most `epsilon` apart (Atzmon, Stern, Saffidine 2018): the move
    /// found loses no more than that.
    #[must_use]
    pub fn epsilon(self, epsilon: Epsilon) -> Self {
        Search { terms: Terms { epsilon, ..self.terms }, ..self }
    }

    /// Ignores the facts that the game states beyond its rules, to see what they are worth.
    #[must_use]
    pub fn without_facts(self) -> Self {
        self.facts(false)
    }

    /// Sets whether to use the facts that the game states beyond its rules.
    #[must_use]
    pub fn facts(self, facts: bool) -> Self {
        Search { terms: Terms { facts, ..self.terms }, ..self }
    }

    /// Asks for the best move only, without the principal variation. Searches over a table, which
    /// must reconstruct the principal variation once the value is known, save that work; rollouts
    /// that keep only their path need not keep it.
    #[must_use]
    pub fn without_pv(self) -> Self {
        Search { terms: Terms { pv: false, ..self.terms }, ..self }
    }

    /// Limits what the search may spend.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Search { limits, ..self }
    }

    /// Lets this many threads work on the answer, where the algorithm can use them. The answer is the same, but
    /// how many nodes that takes depends on how the threads happen to meet.
    #[must_use]
    pub fn threads(self, threads: NonZero<usize>) -> Self {
        Search { terms: Terms { threads, ..self.terms }, ..self }
    }

    /// Uses other heuristics: an evaluation and a move ordering.
    #[must_use]
    pub fn knowledge<L: Knowledge<G>>(self, knowledge: &'a L) -> Search<'a, G, L, P> {
        let Search { game, probe, position, window, terms, limits, .. } = self;
        Search { game, knowledge, probe, position, window, terms, limits }
    }

    /// Attaches a probe that observes the search.
    pub fn probe<Q: Probe<G> + ?Sized>(self, probe: &'a mut Q) -> Search<'a, G, K, &'a mut Q> {
        let Search { game, knowledge, position, window, terms, limits, .. } = self;
        Search { game, knowledge, probe, position, window, terms, limits }
    }
}

impl<'a, G: Game, K: Knowledge<G>, P: Probe<G>> Search<'a, G, K, P> {
    pub(super) fn game(&self) -> &'a G {
        self.game
    }

    pub(crate) fn limits_in_force(&self) -> &Limits {
        &self.limits
    }

    /// The range in which the value lies before anything is searched.
    pub(crate) fn range_in_force(&self) -> Result<Bounds, SearchError> {
        let Scope { range, withheld, .. } = self.scope(self.terms.horizon)?;
        Ok(range.intersect(withheld))
    }

    /// The same question within other limits, for callers that run several searches.
    pub(crate) fn within(&mut self, limits: Limits) -> Search<'_, G, K, &mut P> {
        Search {
            game: self.game,
            knowledge: self.knowledge,
            probe: &mut self.probe,
            position: self.position.clone(),
            window: self.window,
            terms: self.terms,
            limits,
        }
    }

    /// What the search is about: game, heuristics and position.
    pub(crate) fn subject(&self) -> (&'a G, &'a K, &G::Position) {
        (self.game, self.knowledge, &self.position)
    }

    /// What its bounds rest on.
    pub(in crate::run) fn premises(&self) -> Premises {
        Premises {
            range: self.terms.range,
            facts: self.terms.facts,
            evaluation: self.terms.horizon.map(|_| std::any::type_name::<K>()),
        }
    }

    pub(crate) fn allowed_error(&self) -> Epsilon {
        self.terms.epsilon
    }

    /// A range that contains all values.
    pub(crate) fn stated_range(&self) -> Bounds {
        self.terms.range.unwrap_or_else(|| self.game.values().range)
    }

    pub(crate) fn has_horizon(&self) -> bool {
        self.terms.horizon.is_some()
    }
}
