//! A question about a position, and how to ask it.

use std::time::Instant;

use super::first_move::first_move;
use super::{
    Algorithm, Answer, Basis, Counts, Epsilon, Limits, Memory, Outcome, PerMove, Probe, SearchError,
};
use super::{Stop, Walk, Workspace};
use crate::model::{Bounds, Dice, Game, Key, Knowledge, Moves, Turn, Window};
use crate::store::{Store, Tree};

/// A question: which game, which position, which values matter, how far to look, what to spend.
///
/// [`Search::new`] takes the game with all that it knows: its evaluation and its order of moves.
/// [`run`](Search::run) answers the question by an algorithm that you name, over a transposition table
/// if the game names its positions; [`decide`](Search::decide) picks the algorithms itself.
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
/// To see an algorithm as the papers print it, ask for less: [`Search::bare`] uses the rules alone,
/// and [`run_plain`](Search::run_plain) runs without a table.
pub struct Search<'a, G: Game, K = (), P = ()> {
    game: &'a G,
    knowledge: &'a K,
    probe: P,
    position: G::Position,
    window: Window,
    terms: Terms,
    limits: Limits,
}

/// What everything below a search keeps to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms {
    /// After how many plies evaluations stand in.
    pub horizon: Option<u32>,
    /// Whether nearer horizons are tried first.
    pub deepening: bool,
    /// What contains every leaf, if somebody knows better than the game.
    pub range: Option<Bounds>,
    /// How far off the answer may be.
    pub epsilon: Epsilon,
    /// Whether the game's facts count.
    pub facts: bool,
    /// Whether more is asked for than the best move.
    pub pv: bool,
}

impl Terms {
    /// The exact value, by everything that the game states.
    pub const PLAIN: Terms = Terms {
        horizon: None,
        deepening: false,
        range: None,
        epsilon: Epsilon::NONE,
        facts: true,
        pv: true,
    };
}

/// A search without the types of its algorithm and store.
type SearchBy<'s, G, K, P> =
    &'s mut dyn FnMut(&mut Walk<'_, G, K, P>, Window) -> (Answer<<G as Game>::Move>, bool);

/// The values that a search can meet, and how exactly it has to know them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scope {
    pub range: Bounds,
    pub epsilon: f64,
}

impl<'a, G: Game + Knowledge<G>> Search<'a, G, G> {
    /// Asks for the exact value of the game's starting position, with the game's own evaluation and
    /// order of moves. (A game without opinions of its own has an empty `impl Knowledge`.)
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

    /// Looks `plies` moves ahead and evaluates there.
    #[must_use]
    pub fn horizon(self, plies: u32) -> Self {
        Search { terms: Terms { horizon: Some(plies), ..self.terms }, ..self }
    }

    /// Looks one move ahead, then two, and so on, as far as `plies`: iterative deepening. What was
    /// learned at one horizon tells the next where to look first; a search that is stopped has the
    /// answer of the horizon before. A horizon beyond the end of the game is none: then the answer is
    /// a proof.
    #[must_use]
    pub fn deepen(self, plies: u32) -> Self {
        Search { terms: Terms { horizon: Some(plies), deepening: true, ..self.terms }, ..self }
    }

    /// States a range that contains every leaf, its ends included, in place of the game's own.
    #[must_use]
    pub fn range(self, range: Bounds) -> Self {
        Search { terms: Terms { range: Some(range), ..self.terms }, ..self }
    }

    /// Is content with bounds that are at most `epsilon` apart (Atzmon, Stern, Saffidine 2018): the
    /// move found loses no more than that.
    #[must_use]
    pub fn epsilon(self, epsilon: Epsilon) -> Self {
        Search { terms: Terms { epsilon, ..self.terms }, ..self }
    }

    /// Leaves out of account what the game states beyond its rules: see what the facts are worth.
    #[must_use]
    pub fn without_facts(self) -> Self {
        self.facts(false)
    }

    /// Says whether what the game states beyond its rules counts.
    #[must_use]
    pub fn facts(self, facts: bool) -> Self {
        Search { terms: Terms { facts, ..self.terms }, ..self }
    }

    /// Asks for no more than the best move. Searches over a table, which must work out the principal
    /// variation once the value is known, save that work; rollouts that keep only their path need not
    /// keep the variation along with it.
    #[must_use]
    pub fn without_pv(self) -> Self {
        Search { terms: Terms { pv: false, ..self.terms }, ..self }
    }

    /// Limits what the search may spend.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Search { limits, ..self }
    }

    /// Uses an evaluation and an order of moves.
    #[must_use]
    pub fn knowledge<L: Knowledge<G>>(self, knowledge: &'a L) -> Search<'a, G, L, P> {
        let Search { game, probe, position, window, terms, limits, .. } = self;
        Search { game, knowledge, probe, position, window, terms, limits }
    }

    /// Lets somebody watch.
    pub fn probe<Q: Probe<G>>(self, probe: &'a mut Q) -> Search<'a, G, K, &'a mut Q> {
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

    /// The same question within other limits, for a search that asks it in several ways.
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

    /// What the search is about: game, opinions and position.
    pub(crate) fn subject(&self) -> (&'a G, &'a K, &G::Position) {
        (self.game, self.knowledge, &self.position)
    }

    pub(crate) fn allowed_error(&self) -> Epsilon {
        self.terms.epsilon
    }

    /// A range that the values are known to lie in.
    pub(crate) fn stated_range(&self) -> Bounds {
        self.terms.range.unwrap_or_else(|| self.game.values().range)
    }

    pub(crate) fn has_horizon(&self) -> bool {
        self.terms.horizon.is_some()
    }

    /// Answers the question: over a transposition table, if the game names its positions and the
    /// algorithm has a use for one.
    ///
    /// # Errors
    /// If the question has no answer: see [`SearchError`]. Running out of limits is not an error.
    pub fn run<A: Algorithm>(self, algorithm: &mut A) -> Result<Outcome<G::Move>, SearchError> {
        self.run_in(algorithm, &mut Workspace::default())
    }

    /// Answers the question without a table, as the papers print the algorithms: those that need a store
    /// get a tree, others none.
    ///
    /// # Errors
    /// As [`run`](Search::run).
    pub fn run_plain<A: Algorithm>(
        self,
        algorithm: &mut A,
    ) -> Result<Outcome<G::Move>, SearchError> {
        // The other arm is not even compiled.
        if const { matches!(A::MEMORY, Memory::Needed) } {
            // An algorithm with memory of its own leaves half of it to the store.
            let shares = if A::OWN_MEMORY { 2 } else { 1 };
            let mut store = Tree::new(self.limits.most_memory() / shares);
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

    /// Whether an algorithm that takes chance nodes, epsilon, cycles or not takes the question.
    fn check(&self, chance: bool, epsilon: bool, cycles: bool) -> Result<(), SearchError> {
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

    /// Answers the question by `search`, which hands back what it has found and whether that rests on
    /// hashes. Compiled once a game, and not for every algorithm.
    fn answer(&mut self, search: SearchBy<'_, G, K, P>) -> Result<Outcome<G::Move>, SearchError> {
        match self.terms.horizon {
            Some(plies) if self.terms.deepening => self.answer_deeper(search, plies),
            horizon => self.ask(search, horizon, self.limits.clone()),
        }
    }

    /// Raises the horizon step by step.
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

    /// What contains every leaf as far as a horizon, and how exactly the value is asked for.
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

    /// A walk within the question's terms and limits, for searches that are handed the door to a leaf
    /// each time they run (see [`Door`](super::Door)).
    ///
    /// # Errors
    /// If the game knows no range of values where one is needed.
    pub fn walk(&mut self) -> Result<Walk<'_, G, K, P>, SearchError> {
        let scope = self.scope(self.terms.horizon)?;
        let (game, knowledge, terms) = (self.game, self.knowledge, self.terms);
        let (position, limits) = (self.position.clone(), self.limits.clone());
        Ok(Walk::new(game, knowledge, &mut self.probe, position, scope, terms, limits))
    }

    /// Answers the question as far as one horizon.
    pub(crate) fn ask(
        &mut self,
        search: SearchBy<'_, G, K, P>,
        horizon: Option<u32>,
        limits: Limits,
    ) -> Result<Outcome<G::Move>, SearchError> {
        let (window, terms) = (self.window, Terms { horizon, ..self.terms });
        let scope @ Scope { range, epsilon } = self.scope(horizon)?;
        let (game, knowledge, probe) = (self.game, self.knowledge, &mut self.probe);
        let position = self.position.clone();
        let mut walk = Walk::new(game, knowledge, probe, position, scope, terms, limits);
        let (mut found, by_hashes) =
            if walk.may_go_on() { search(&mut walk, window) } else { (Answer::of(range), false) };
        walk.report(found.bounds);
        let (allowance, slack) = (walk.allowance(), walk.slack());
        let (counts, elapsed, stopped) = walk.finish()?;
        let left = window.clip(found.bounds).width();
        // Whoever must play before much is known plays something, and where all values are near enough
        // to each other any move will do. Other answers name no move that is not known to be worth it.
        let alike = 0.0 < range.width() && range.width() <= slack;
        if found.pv.is_empty() && (left > slack || alike) {
            found.pv.extend(first_move(game, knowledge, &self.position, terms.facts));
        }
        let mean = found.mean.filter(|_| left > slack);
        let basis = match horizon {
            _ if mean.is_some() => Basis::Sampling,
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
        let Answer { bounds, pv, moves, depth, .. } = found;
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
            stop,
            counts,
            elapsed,
        })
    }

    /// Whether a search that knows positions again knows them by hashes.
    fn names_by_hash(&self) -> bool {
        self.game.has_cycles() && matches!(self.game.key(&self.position), Some(Key::Hash(_)))
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
        let begun = Instant::now();
        let mut stopped = None;
        let mut outcomes = Vec::with_capacity(moves.len());
        for mv in moves.iter() {
            if let Some(stop) = stopped {
                outcomes.push((mv, self.unasked(stop)?));
                continue;
            }
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
            // What is spent for one move is spent for all.
            let common =
                matches!(outcome.stop, Stop::Time | Stop::Nodes | Stop::Leaves | Stop::Interrupted);
            stopped = common.then_some(outcome.stop);
            outcomes.push((mv, outcome));
        }
        Ok(outcomes)
    }

    /// What is known of a move about which nobody has asked.
    fn unasked(&self, stop: Stop) -> Result<Outcome<G::Move>, SearchError> {
        let Scope { range, epsilon } = self.scope(self.terms.horizon)?;
        let unasked = Outcome::so_far(Answer::of(range), self.game.allowance(range));
        Ok(Outcome { stop, epsilon, ..unasked })
    }
}
