//! Questions answered: by an algorithm, over a store.

use std::time::Instant;

use super::{Question, Scope, Search, Terms};
use crate::model::{Bounds, Dice, Game, Key, Knowledge, MoreFacts, Turn, Window};
use crate::run::first_move::first_move;
use crate::run::helpers::search_together;
use crate::run::tasks::PART_OF_MEMORY;
use crate::run::{
    Algorithm, Answer, Basis, Counts, Limits, Memory, Outcome, Probe, SearchError, Stop, Walk,
    Workspace,
};
use crate::store::{Store, Table, Tree};

/// A search without the types of its algorithm and store.
type SearchBy<'s, G, K, P> =
    &'s mut dyn FnMut(&mut Walk<'_, G, K, P>, Window) -> (Answer<<G as Game>::Move>, bool);

impl<G: Game, K: Knowledge<G>, P: Probe<G>> Search<'_, G, K, P> {
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
    pub(in crate::run) fn number_of_threads(&self) -> usize {
        self.terms.threads.get()
    }

    /// Whether several threads may work on the answer.
    pub(in crate::run) fn has_threads(&self) -> bool {
        self.terms.threads.get() > 1 && !self.probe.watches_leaves()
    }

    /// Runs the algorithm over a table, by several threads if that was asked for and helps.
    pub(in crate::run) fn run_over_table<A: Algorithm>(
        mut self,
        algorithm: &mut A,
        table: &mut Table,
    ) -> Result<Outcome<G::Move>, SearchError> {
        let threads = self.terms.threads.get();
        // The way that the algorithm does not take is not even compiled.
        if const { A::SHARES_TABLE } {
            if !self.has_threads() {
                return self.run_over(algorithm, table);
            }
            self.check(A::TAKES_CHANCE, A::TAKES_EPSILON, A::TAKES_CYCLES)?;
            self.answer(&mut |walk, window| {
                let found = search_together::<G, K, P, A>(algorithm, walk, window, table, threads);
                walk.object_to_contradictions(table);
                (found, Store::<G>::rests_on_hashes(table))
            })
        } else {
            if !self.is_divided(algorithm) {
                return self.run_over(algorithm, table);
            }
            let mut stores: Vec<Table> = (0..threads).map(|_| table.share()).collect();
            self.run_divided(algorithm, table, &mut stores, |_| ())
        }
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
        let found = self.answer(&mut |walk, window| {
            let found = algorithm.search::<(G, K, P, S)>(walk, window, store);
            walk.object_to_contradictions(store);
            (found, store.rests_on_hashes())
        });
        if found.is_err() {
            store.clear();
        }
        found
    }

    /// Checks that an algorithm with these abilities can answer the question.
    pub(in crate::run) fn check(
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
    pub(in crate::run) fn answer(
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
    pub(super) fn scope(&self, horizon: Option<u32>) -> Result<Scope, SearchError> {
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

    /// A walk within the question's terms and limits, for searches that take a [`Door`](crate::run::Door)
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
        let terms = Terms { horizon, ..self.terms };
        let scope @ Scope { range, withheld, epsilon } = self.scope(horizon)?;
        let (game, knowledge) = (self.game, self.knowledge);
        let question = Question::new(game, knowledge, self.position.clone(), scope, terms);
        let mut walk = Walk::new(question, Some(&mut self.probe), limits);
        let window = self.window.rounded_out(walk.grain());
        let (mut found, by_hashes) =
            if walk.may_go_on() { search(&mut walk, window) } else { (Answer::of(range), false) };
        found.bounds = found.bounds.intersect(withheld);
        found.moves.iter_mut().for_each(|tried| tried.bounds = tried.bounds.intersect(withheld));
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
}
