//! A question that is being answered: by an algorithm, over a store.

use std::time::Instant;

use super::first_move;
use super::storage::Premises;
use crate::algorithm::{Algorithm, Memory};
use crate::counts::Counts;
use crate::error::SearchError;
use crate::limits::Limits;
use crate::model::{Bounds, Dice, Game, Key, Knowledge, MoreFacts, Turn, Window};
use crate::outcome::{Basis, Lane, Outcome, Stop, is_optimal, rounded};
use crate::probe::Probe;
use crate::store::{Store, Table, Tree};
use crate::threads::{PART_OF_MEMORY, search_over_table};
use crate::walk::{Question, Scope, Terms, Walk};

/// A search without the types of its algorithm and store.
type SearchBy<'s, G, K, P> =
    &'s mut dyn FnMut(&mut Walk<'_, G, K, P>, Window) -> Outcome<<G as Game>::Move>;

/// A [`Search`](crate::Search) apart from where it stores what it finds.
/// (Only this crate can name it.)
pub struct Inquiry<'a, G: Game, K, P> {
    pub(crate) game: &'a G,
    pub(crate) knowledge: &'a K,
    pub(crate) probe: P,
    pub(crate) position: G::Position,
    pub(crate) window: Window,
    pub(crate) terms: Terms,
    pub(crate) limits: Limits,
}

impl<'a, G: Game> Inquiry<'a, G, (), ()> {
    /// Asks for the exact value of the start of the game.
    pub fn new(game: &'a G) -> Self {
        Inquiry {
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

impl<G: Game, K: Knowledge<G>, P: Probe<G>> Inquiry<'_, G, K, P> {
    /// Runs the algorithm without a table: algorithms that need a store get a tree, the others none.
    #[inline(always)]
    pub fn plain<A: Algorithm>(self, algorithm: &mut A) -> Result<Outcome<G::Move>, SearchError> {
        // The other branch is not even compiled.
        if const { matches!(A::MEMORY, Memory::Needed) } {
            // An algorithm with memory of its own leaves half of it to the store.
            let shares = if A::OWN_MEMORY { 2 } else { 1 };
            let memory = self.limits.most_memory() / shares;
            if !self.is_divided(algorithm) {
                return self.over(algorithm, &mut Tree::new(memory));
            }
            // One tree for each thread, and one for the time before they come.
            let threads = self.terms.threads.get();
            let part = (memory - memory / PART_OF_MEMORY) / (threads + 1);
            let mut stores: Vec<Tree> = (0..threads).map(|_| Tree::new(part)).collect();
            self.divide(algorithm, &mut Tree::new(part), &mut stores, Tree::clear)
        } else if self.is_divided(algorithm) {
            let mut stores = vec![(); self.terms.threads.get()];
            self.divide(algorithm, &mut (), &mut stores, |()| ())
        } else {
            self.over(algorithm, &mut ())
        }
    }

    /// Whether several threads may work on the answer.
    pub fn has_threads(&self) -> bool {
        self.terms.threads.get() > 1 && !self.probe.watches_leaves()
    }

    /// Runs the algorithm over a table, by several threads if that was asked for and helps.
    #[inline(always)]
    pub fn over_table<A: Algorithm>(
        mut self,
        algorithm: &mut A,
        table: &mut Table,
    ) -> Result<Outcome<G::Move>, SearchError> {
        let threads = self.terms.threads.get();
        // The way that the algorithm does not take is not even compiled.
        if const { A::SHARES_TABLE } {
            if !self.has_threads() {
                return self.over(algorithm, table);
            }
            self.check(A::TAKES_CHANCE, A::TAKES_EPSILON, A::TAKES_CYCLES)?;
            self.answer(&mut |walk, window| {
                let found =
                    search_over_table::<G, K, P, A>(algorithm, walk, window, table, threads);
                walk.object_to_contradictions(table);
                found.resting_on(Store::<G>::rests_on_hashes(table))
            })
        } else {
            if !self.is_divided(algorithm) {
                return self.over(algorithm, table);
            }
            let mut stores: Vec<Table> = (0..threads).map(|_| table.share()).collect();
            self.divide(algorithm, table, &mut stores, |_| ())
        }
    }

    /// Runs the algorithm over a store, by one thread: it uses the bounds found there and stores new ones.
    #[inline(always)]
    pub fn over<A: Algorithm, S: Store<G>>(
        mut self,
        algorithm: &mut A,
        store: &mut S,
    ) -> Result<Outcome<G::Move>, SearchError> {
        if const { matches!(G::DICE, Dice::Always) && !A::TAKES_CHANCE } {
            return Err(SearchError::Chance);
        }
        self.check(A::TAKES_CHANCE, A::TAKES_EPSILON, A::TAKES_CYCLES)?;
        let found = self.answer(&mut |walk, window| {
            let found = algorithm.search::<(G, K, P, S)>(walk, window, store);
            walk.object_to_contradictions(store);
            found.resting_on(store.rests_on_hashes())
        });
        if found.is_err() {
            store.clear();
        }
        found
    }

    /// Checks that an algorithm with these abilities can answer the question.
    pub fn check(&self, chance: bool, epsilon: bool, cycles: bool) -> Result<(), SearchError> {
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

    /// Answers the question by `search`, which returns what it has found. What it calls is compiled once per game, not for every algorithm.
    #[inline(always)]
    pub fn answer(
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
        if let (Some(range), Some(leaves)) =
            (self.terms.range, self.game.more_facts().leaves_below(self.game, &self.position))
        {
            // A search may cut off the very leaf that would contradict the range.
            let outside = [leaves.lower, leaves.upper].into_iter().find(|&v| !range.contains(v));
            if let Some(value) = outside {
                return Err(SearchError::OutsideRange { value, range, path: None });
            }
        }
        // Evaluations and averages need not be whole numbers.
        let exact = horizon.is_none() && !game.has_chance();
        let range = if exact { range.rounded_in(game.values().grain) } else { range };
        // Averages are rounded: they may lie outside by a hair. A stated range that contradicts the game's is found
        // out by the first leaf.
        let span = game.span();
        let agree = span.lower <= range.upper && range.lower <= span.upper;
        let withheld = if exact && agree { span } else { Bounds::UNBOUNDED };
        Ok(Scope { range, withheld, epsilon: epsilon.within(range) })
    }

    /// A walk within the question's terms and limits.
    pub fn walk(&mut self) -> Result<Walk<'_, G, K, P>, SearchError> {
        let scope = self.scope(self.terms.horizon)?;
        let position = self.position.clone();
        let question = Question::new(self.game, self.knowledge, position, scope, self.terms);
        Ok(Walk::new(question, Some(&mut self.probe), self.limits.clone()))
    }

    /// Answers the question up to one horizon.
    pub fn ask(
        &mut self,
        search: SearchBy<'_, G, K, P>,
        horizon: Option<u32>,
        limits: Limits,
    ) -> Result<Outcome<G::Move>, SearchError> {
        let terms = Terms { horizon, ..self.terms };
        let scope @ Scope { range, withheld, epsilon } = self.scope(horizon)?;
        let (game, knowledge) = (self.game, self.knowledge);
        let question = Question::new(game, knowledge, self.position.clone(), scope, terms);
        let mut walk = Walk::new(question, Some(&mut self.probe), limits);
        let window = self.window.rounded_out(walk.grain());
        let mut found =
            if walk.may_go_on() { search(&mut walk, window) } else { Outcome::of(range) };
        found.bounds = found.bounds.intersect(withheld);
        walk.report(found.bounds);
        let (allowance, slack) = (walk.allowance(), walk.slack());
        let (counts, elapsed, stopped) = walk.finish()?;
        let Bounds { lower, upper } = found.bounds;
        if lower.get() - upper.get() > allowance {
            return Err(SearchError::Contradiction { lower, upper });
        }
        let left = window.clip(found.bounds).width();
        // A caller that must move before much is known gets some move, and if all values are close
        // enough to each other any move will do. Otherwise no move is named unless it is known to be
        // good enough.
        let alike = 0.0 < range.width() && range.width() <= slack;
        if found.pv.is_empty() && (left > slack || alike) {
            found.pv.extend(first_move(game, knowledge, &self.position, terms.facts));
        }
        let mean = found.mean.filter(|_| left > slack);
        let by_hashes = found.basis == Basis::Hash;
        let basis = match horizon {
            _ if mean.is_some() && found.ahead.is_some() => Basis::Selective,
            _ if mean.is_some() && !by_hashes => Basis::Sampling,
            Some(_) => Basis::Horizon,
            None if by_hashes || self.names_by_hash() => Basis::Hash,
            None => Basis::Proof,
        };
        let stop = match horizon {
            _ if left > slack && found.stop != Stop::Running => found.stop,
            _ if left > slack => stopped.unwrap_or(Stop::Stalled),
            _ if left > allowance => Stop::Epsilon,
            None => Stop::Closed,
            Some(_) => Stop::Horizon,
        };
        let bounds = found.bounds;
        let turn = match game.judge(&self.position) {
            Turn::Inner(kind) => Some(kind),
            Turn::Terminal(_) => None,
        };
        for tried in &mut found.moves {
            tried.bounds = tried.bounds.intersect(withheld);
            tried.basis = basis;
            tried.optimal =
                turn.is_some_and(|kind| is_optimal(kind, bounds, tried.bounds, allowance));
        }
        let settled = bounds.width() <= slack && matches!(basis, Basis::Horizon | Basis::Hash);
        let estimate = settled.then(|| rounded(bounds, allowance));
        let (lane, depth) = (Lane::of::<G>(), found.depth.or(horizon));
        let found = Outcome { lane, turn, basis, estimate, mean, depth, epsilon, ..found };
        Ok(Outcome { allowance, stop, counts, elapsed, ..found })
    }

    /// Whether a search that recognises repeated positions does so by hash keys.
    fn names_by_hash(&self) -> bool {
        self.game.has_cycles() && matches!(self.game.key(&self.position), Some(Key::Hash(_)))
    }

    /// The range in which the value lies before anything is searched.
    pub fn known_range(&self) -> Result<Bounds, SearchError> {
        let Scope { range, withheld, .. } = self.scope(self.terms.horizon)?;
        Ok(range.intersect(withheld))
    }

    /// What its bounds rest on.
    pub(crate) fn premises(&self) -> Premises {
        Premises {
            range: self.terms.range,
            facts: self.terms.facts,
            evaluation: self.terms.horizon.map(|_| std::any::type_name::<K>()),
        }
    }
}
