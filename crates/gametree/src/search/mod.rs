//! The question, and the one way to have it answered. Start here.
//!
//! A [`Search`] says what is asked, within which limits, and where what is found is stored. It runs
//! an [`Algorithm`], which reaches the game through a [`Walk`] alone, and returns an [`Outcome`].

mod all_moves;
mod first_move;
mod inquiry;
mod storage;

use std::num::NonZero;

pub(crate) use self::first_move::first_move;
pub(crate) use self::inquiry::Inquiry;
pub(crate) use self::storage::LeanTable;
pub use self::storage::{Over, Plain, Storage, Storing, Workspace};
use crate::algorithm::Algorithm;
use crate::epsilon::Epsilon;
use crate::error::SearchError;
use crate::limits::Limits;
use crate::model::{Bounds, Game, Knowledge, Window};
use crate::outcome::Outcome;
use crate::probe::Probe;
use crate::store::Store;
use crate::walk::Walk;

/// A question: which game, which position, which values matter, how far to look, how much to spend, and where to store
/// what is found.
///
/// [`Search::new`] uses the game's own heuristics: its evaluation and its move ordering. [`run`](Search::run) answers
/// the question by an algorithm, [`run_named`](Search::run_named) by one from the registry, over a transposition table
/// if the game has position keys. [`gametree::search`](crate::search) picks the algorithms itself.
///
/// ```
/// use gametree::exact::Scout;
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
/// [`plain`](Search::plain) does without a table.
pub struct Search<'a, G: Game, K = (), P = (), S = Workspace> {
    inquiry: Inquiry<'a, G, K, P>,
    store: S,
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
        Search { inquiry: Inquiry::new(game), store: Workspace::default() }
    }
}

impl<'a, G: Game, K: Knowledge<G>, P, S> Search<'a, G, K, P, S> {
    /// Asks about another position.
    #[must_use]
    pub fn position(mut self, position: G::Position) -> Self {
        self.inquiry.position = position;
        self
    }

    /// Asks only for what lies strictly inside of `window`; the search may end with bounds that
    /// show that the value lies outside.
    #[must_use]
    pub fn window(mut self, window: Window) -> Self {
        self.inquiry.window = window;
        self
    }

    /// Looks `plies` moves ahead and evaluates the positions there.
    #[must_use]
    pub fn horizon(mut self, plies: u32) -> Self {
        self.inquiry.terms.horizon = Some(plies);
        self
    }

    /// Looks one move ahead, then two, and so on, as far as `plies`: iterative deepening. Each
    /// iteration guides the move ordering of the next; a search that is stopped returns the answer of
    /// the last complete iteration. If an iteration reaches the end of the game, the answer is a
    /// proof.
    #[must_use]
    pub fn deepen(mut self, plies: u32) -> Self {
        self.inquiry.terms.deepening = true;
        self.horizon(plies)
    }

    /// States a range that contains every leaf, its ends included, in place of the game's own.
    #[must_use]
    pub fn range(mut self, range: Bounds) -> Self {
        self.inquiry.terms.range = Some(range);
        self
    }

    /// Accepts bounds that are at most `epsilon` apart (Atzmon, Stern, Saffidine 2018): the move
    /// found loses no more than that.
    #[must_use]
    pub fn epsilon(mut self, epsilon: Epsilon) -> Self {
        self.inquiry.terms.epsilon = epsilon;
        self
    }

    /// Sets whether to use the facts that the game states beyond its rules.
    #[must_use]
    pub fn facts(mut self, facts: bool) -> Self {
        self.inquiry.terms.facts = facts;
        self
    }

    /// Sets whether to find the principal variation, or only the best move. Without it, searches over a table, which
    /// must reconstruct the variation once the value is known, save that work; rollouts that keep only their path need
    /// not keep it.
    #[must_use]
    pub fn pv(mut self, pv: bool) -> Self {
        self.inquiry.terms.pv = pv;
        self
    }

    /// Limits what the search may spend.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.inquiry.limits = limits;
        self
    }

    /// Lets this many threads work on the answer, where the algorithm can use them. The answer is the same, but
    /// how many nodes that takes depends on how the threads happen to meet.
    #[must_use]
    pub fn threads(mut self, threads: NonZero<usize>) -> Self {
        self.inquiry.terms.threads = threads;
        self
    }

    /// Uses other heuristics: an evaluation and a move ordering.
    #[must_use]
    pub fn knowledge<L: Knowledge<G>>(self, knowledge: &'a L) -> Search<'a, G, L, P, S> {
        let Inquiry { game, probe, position, window, terms, limits, .. } = self.inquiry;
        let inquiry = Inquiry { game, knowledge, probe, position, window, terms, limits };
        Search { inquiry, store: self.store }
    }

    /// Attaches a probe that observes the search.
    pub fn probe<Q: Probe<G> + ?Sized>(self, probe: &'a mut Q) -> Search<'a, G, K, &'a mut Q, S> {
        let Inquiry { game, knowledge, position, window, terms, limits, .. } = self.inquiry;
        let inquiry = Inquiry { game, knowledge, probe, position, window, terms, limits };
        Search { inquiry, store: self.store }
    }

    /// Uses no table, as the papers do: algorithms that need a store get a tree, the others none.
    #[must_use]
    pub fn plain(self) -> Search<'a, G, K, P, Plain> {
        Search { inquiry: self.inquiry, store: Plain }
    }

    /// Uses the table of a workspace, which earlier searches may have filled and later ones will find.
    #[must_use]
    pub fn reusing(self, workspace: &mut Workspace) -> Search<'a, G, K, P, &mut Workspace> {
        Search { inquiry: self.inquiry, store: workspace }
    }

    /// Uses exactly this store, by one thread: the search starts from the bounds found there and leaves new ones.
    #[must_use]
    pub fn over<T: Store<G>>(self, store: &mut T) -> Search<'a, G, K, P, Over<'_, T>> {
        Search { inquiry: self.inquiry, store: Over(store) }
    }
}

impl<G: Game, K: Knowledge<G>, P: Probe<G>, S: Storing<G>> Search<'_, G, K, P, S> {
    /// Runs an algorithm.
    ///
    /// # Errors
    /// If the question has no answer: see [`SearchError`]. Reaching a limit is not an error.
    pub fn run<A: Algorithm>(self, algorithm: &mut A) -> Result<Outcome<G::Move>, SearchError> {
        self.store.run(self.inquiry, algorithm)
    }

    /// A walk within the question's terms and limits, for a [`Mcts`](crate::mcts::Mcts), which
    /// takes it each time it runs.
    ///
    /// # Errors
    /// If a finite range of values is needed and the game does not know one.
    pub fn walk(&mut self) -> Result<Walk<'_, G, K, P>, SearchError> {
        self.inquiry.walk()
    }
}

impl<'a, G: Game, K: Knowledge<G>, P, S> Search<'a, G, K, P, S> {
    /// The question without a store, and the store.
    pub(crate) fn into_parts(self) -> (Inquiry<'a, G, K, P>, S) {
        (self.inquiry, self.store)
    }
}

impl<'a, G: Game, K, P> Inquiry<'a, G, K, P> {
    /// The search with this store.
    pub fn with<S>(self, store: S) -> Search<'a, G, K, P, S> {
        Search { inquiry: self, store }
    }
}
