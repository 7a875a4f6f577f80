//! A question about a position, and how to ask it.

use std::num::NonZero;
use std::time::Instant;

use super::first_move::first_move;
use super::helpers::search_together;
use super::tasks::PART_OF_MEMORY;
use super::{
    Algorithm, Answer, Basis, Counts, Epsilon, Limits, Memory, Outcome, PerMove, Probe, SearchError,
};
use super::{Stop, Walk, Workspace};
use crate::model::{Bounds, Dice, Game, Key, Knowledge, Moves, Turn, Window};
use crate::store::{Store, Table, Tree};

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

/// A search without the types of its algorithm and store.
type SearchBy<'s, G, K, P> =
    &'s mut dyn FnMut(&mut Walk<'_, G, K, P>, Window) -> (Answer<<G as Game>::Move>, bool);

/// The values that a search can meet, and how exact the answer has to be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scope {
    pub range: Bounds,
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
        Ok(self.scope(self.terms.horizon)?.range)
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

    /// Runs the algorithm, over a transposition table if the game has position keys and the
    /// algorithm can use one.
    ///
    /// # Errors
    /// If the question has no answer: see [`SearchError`]. Reaching a limit is not an error.
    pub fn run<A: Algorithm>(self, algorithm: &mut A) -> Result<Outcome<G::Move>, SearchError> {
        self.run_in(algorithm, &mut Workspace::default())
    }

    /// Runs the algorithm without a table, as in the papers: algorithms that need a store get a tree,
    /// the others none.
    ///
    /// # Errors
    /// As [`run`](Search::run).
    pub fn run_plain<A: Algorithm>(
        self,
        algorithm: &mut A,
    ) -> Result<Outcome<G::Move>, SearchError> {
        // The other branch is not even compiled.
        if const { matches!(A::MEMORY, Memory::Needed) } {
            // An algorithm with memory of its own leaves half of it to the store.
            let shares = if A::OWN_MEMORY { 2 } else { 1 };
            let memory = self.limits.most_memory() / shares;
            if !self.is_divided(algorithm) {
                return self.run_over(algorithm, &mut Tree::new(memory));
            }
            // One tree for each thread, and one for the time before they come.
            let threads = self.terms.threads.get();
            let part = (memory - memory / PART_OF_MEMORY) / (threads + 1);
            let mut stores: Vec<Tree> = (0..threads).map(|_| Tree::new(part)).collect();
            self.run_divided(algorithm, &mut Tree::new(part), &mut stores, Tree::clear)
        } else if self.is_divided(algorithm) {
            let mut stores = vec![(); self.terms.threads.get()];
            self.run_divided(algorithm, &mut (), &mut stores, |()| ())
        } else {
            self.run_over(algorithm, &mut ())
        }
    }

    /// How many threads may work on the answer.
    pub(super) fn number_of_threads(&self) -> usize {
        self.terms.threads.get()
    }

    /// Whether several threads may work on the answer.
    pub(super) fn has_threads(&self) -> bool {
        self.terms.threads.get() > 1 && !self.probe.watches_leaves()
    }

    /// Runs the algorithm over a table, by several threads if that was asked for and helps.
    pub(super) fn run_over_table<A: Algorithm>(
        mut self,
        algorithm: &mut A,
        table: &mut Table,
    ) -> Result<Outcome<G::Move>, SearchError> {
        let threads = self.terms.threads.get();
        if !A::SHARES_TABLE && self.is_divided(algorithm) {
            let mut stores: Vec<Table> = (0..threads).map(|_| table.share()).collect();
            return self.run_divided(algorithm, table, &mut stores, |_| ());
        }
        if !A::SHARES_TABLE || !self.has_threads() {
            return self.run_over(algorithm, table);
        }
        self.check(A::TAKES_CHANCE, A::TAKES_EPSILON, A::TAKES_CYCLES)?;
        self.answer(&mut |walk, window| {
            let found = search_together::<G, K, P, A>(algorithm, walk, window, table, threads);
            (found, Store::<G>::rests_on_hashes(table))
        })
    }

    /// Runs the algorithm over a store: it uses the bounds found there and stores new ones.
    ///
    /// # Errors
    /// As [`run`](Search::run).
    pub fn run_over<A: Algorithm, S: Store<G>>(
        mut self,
        algorithm: &mut A,
        store: &mut S,
    ) -> Result<Outcome<G::Move>, SearchError> {
        if const { matches!(G::DICE, Dice::Always) && !A::TAKES_CHANCE } {
            return Err(SearchError::Chance);
        }
        self.check(A::TAKES_CHANCE, A::TAKES_EPSILON, A::TAKES_CYCLES)?;
        self.answer(&mut |walk, window| {
            let found = algorithm.search::<(G, K, P, S)>(walk, window, store);
            if cfg!(debug_assertions)
                && let Some(contradiction) = store.contradiction()
            {
                walk.object_to(contradiction);
            }
            (found, store.rests_on_hashes())
        })
    }

    /// Checks that an algorithm with these abilities can answer the question.
    pub(super) fn check(
        &self,
        chance: bool,
        epsilon: bool,
        cycles: bool,
    ) -> Result<(), SearchError> {
        let dice = self.game.has_chance();
        assert!(!dice || G::DICE != Dice::Never, "a game with chance nodes must say so in DICE");
        let over = || matches!(self.game.judge(&self.position), Turn::Terminal(_));
        let forever = self.game.endless() && self.terms.horizon.is_none() && !over();
        match () {
            () if dice && !chance => Err(SearchError::Chance),
            () if !self.terms.epsilon.is_none() && !epsilon => Err(SearchError::Epsilon),
            () if forever && !(cycles && self.game.has_cycles()) => Err(SearchError::Endless),
            () => Ok(()),
        }
    }

    /// Answers the question by `search`, which returns what it has found and whether that relies on
    /// hash keys. Compiled once per game, not for every algorithm.
    pub(super) fn answer(
        &mut self,
        search: SearchBy<'_, G, K, P>,
    ) -> Result<Outcome<G::Move>, SearchError> {
        match self.terms.horizon {
            Some(plies) if self.terms.deepening => self.answer_deeper(search, plies),
            horizon => self.ask(search, horizon, self.limits.clone()),
        }
    }

    /// Raises the horizon ply by ply.
    fn answer_deeper(
        &mut self,
        search: SearchBy<'_, G, K, P>,
        plies: u32,
    ) -> Result<Outcome<G::Move>, SearchError> {
        let left = self.game.plies_left(&self.position).unwrap_or(u32::MAX);
        let mut last: Option<Outcome<G::Move>> = None;
        let (mut spent, begun) = (Counts::default(), Instant::now());
        for horizon in plies.min(1)..=plies {
            let to_the_end = horizon >= left;
            let limits = self.limits.less(&spent, begun.elapsed());
            let next = self.ask(search, (!to_the_end).then_some(horizon), limits)?;
            spent = spent.plus(next.counts);
            let complete = next.stop.is_answer();
            let before = last.take();
            last = Some(match before {
                Some(before) if !complete => Outcome { stop: next.stop, ..before },
                _ => next,
            });
            if !complete || to_the_end {
                break;
            }
        }
        let last = last.expect("there is a horizon to try");
        Ok(Outcome { counts: spent, elapsed: begun.elapsed(), ..last })
    }

    /// The range of all leaves up to a horizon, and how exact the answer has to be.
    fn scope(&self, horizon: Option<u32>) -> Result<Scope, SearchError> {
        let (game, epsilon) = (self.game, self.terms.epsilon);
        let measured = game.has_chance() || !epsilon.is_none();
        let range = self.terms.range.unwrap_or_else(|| match horizon {
            Some(plies) => self.knowledge.range(game, &self.position, plies),
            None if measured => game.span(),
            None => game.values().range,
        });
        if measured && !range.width().is_finite() {
            return Err(SearchError::Unbounded);
        }
        Ok(Scope { range, epsilon: epsilon.within(range) })
    }

    /// A walk within the question's terms and limits, for searches that take a [`Door`](super::Door)
    /// each time they run.
    ///
    /// # Errors
    /// If a finite range of values is needed and the game does not know one.
    pub fn walk(&mut self) -> Result<Walk<'_, G, K, P>, SearchError> {
        let scope = self.scope(self.terms.horizon)?;
        let position = self.position.clone();
        let question = Question::new(self.game, self.knowledge, position, scope, self.terms);
        Ok(Walk::new(question, Some(&mut self.probe), self.limits.clone()))
    }

    /// Answers the question up to one horizon.
    pub(crate) fn ask(
        &mut self,
        search: SearchBy<'_, G, K, P>,
        horizon: Option<u32>,
        limits: Limits,
    ) -> Result<Outcome<G::Move>, SearchError> {
        let (window, terms) = (self.window, Terms { horizon, ..self.terms });
        let scope @ Scope { range, epsilon } = self.scope(horizon)?;
        let (game, knowledge) = (self.game, self.knowledge);
        let question = Question::new(game, knowledge, self.position.clone(), scope, terms);
        let mut walk = Walk::new(question, Some(&mut self.probe), limits);
        let (mut found, by_hashes) =
            if walk.may_go_on() { search(&mut walk, window) } else { (Answer::of(range), false) };
        walk.report(found.bounds);
        let (allowance, slack) = (walk.allowance(), walk.slack());
        let (counts, elapsed, stopped) = walk.finish()?;
        let left = window.clip(found.bounds).width();
        // A caller that must move before much is known gets some move, and if all values are close
        // enough to each other any move will do. Otherwise no move is named unless it is known to be
        // good enough.
        let alike = 0.0 < range.width() && range.width() <= slack;
        if found.pv.is_empty() && (left > slack || alike) {
            found.pv.extend(first_move(game, knowledge, &self.position, terms.facts));
        }
        let mean = found.mean.filter(|_| left > slack);
        let basis = match horizon {
            _ if mean.is_some() && found.ahead.is_some() => Basis::Selective,
            _ if mean.is_some() && !found.by_hashes => Basis::Sampling,
            Some(_) => Basis::Horizon,
            None if by_hashes || found.by_hashes || self.names_by_hash() => Basis::Hash,
            None => Basis::Proof,
        };
        let stop = match horizon {
            _ if left > slack => found.gave_up.or(stopped).unwrap_or(Stop::Stalled),
            _ if left > allowance => Stop::Epsilon,
            None => Stop::Closed,
            Some(_) => Stop::Horizon,
        };
        let Answer { bounds, pv, moves, depth, ahead, .. } = found;
        let settled = bounds.width() <= slack && matches!(basis, Basis::Horizon | Basis::Hash);
        Ok(Outcome {
            bounds,
            basis,
            estimate: settled.then(|| bounds.middle()),
            mean,
            horizon,
            epsilon,
            allowance,
            pv,
            moves,
            depth: depth.or(horizon),
            ahead,
            stop,
            counts,
            elapsed,
        })
    }

    /// Whether a search that recognises repeated positions does so by hash keys.
    fn names_by_hash(&self) -> bool {
        self.game.has_cycles() && matches!(self.game.key(&self.position), Some(Key::Hash(_)))
    }

    /// Answers the question for every move of the position in turn, all within one set of limits:
    /// calls `answer` with the question about each child. The result is in the game's move order, up to
    /// the move at which a limit was reached; empty if the game is over.
    ///
    /// ```
    /// use gametree::Search;
    /// use gametree::classic::AlphaBeta;
    /// # use gametree::doc::Subtraction;
    /// let game = Subtraction { stones: 10 };
    /// let moves = Search::new(&game).run_all(|child| child.run(&mut AlphaBeta))?;
    /// let values: Vec<f64> = moves.iter().map(|(_, found)| found.value().unwrap().get()).collect();
    /// assert_eq!(values, [-1.0, 1.0, -1.0]); // after taking 1, 2 and 3 stones
    /// # Ok::<(), gametree::SearchError>(())
    /// ```
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
        let begun = Instant::now();
        let mut outcomes = Vec::new();
        for mv in moves.iter() {
            let mut child = self.position.clone();
            self.game.advance(&mut child, mv);
            let outcome = answer(Search {
                game: self.game,
                knowledge: self.knowledge,
                probe: &mut self.probe,
                position: child,
                window: self.window,
                terms: Terms {
                    horizon: self.terms.horizon.map(|plies| plies.saturating_sub(1)),
                    ..self.terms
                },
                limits: self.limits.less(&spent, begun.elapsed()),
            })?;
            spent = spent.plus(outcome.counts);
            // A limit reached at one move is reached for all.
            let spent_all =
                matches!(outcome.stop, Stop::Time | Stop::Nodes | Stop::Leaves | Stop::Interrupted);
            outcomes.push((mv, outcome));
            if spent_all {
                break;
            }
        }
        Ok(outcomes)
    }
}
