//! A question divided among threads of this process, which all run the same algorithm.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use super::frontier::{LEAST_MEMORY, PART_OF_MEMORY};
use super::{Divided, Size, Task, Worker, divide};
use crate::algorithm::Algorithm;
use crate::error::SearchError;
use crate::model::{Game, Kind, Knowledge, Turn, Window};
use crate::outcome::Outcome;
use crate::probe::Probe;
use crate::search::Inquiry;
use crate::store::Store;
use crate::walk::{Question, Terms, Walk};

/// A task should take about so long. Less, and threads would stand in line for tasks; more, and
/// they would search what others are about to cut off.
const TASK_TIME: Duration = Duration::from_micros(500);

/// The fewest nodes of a task over a table: the frontier has no transpositions, so that it must not
/// take over what the table would find.
const LEAST_OVER_TABLE: u64 = if cfg!(debug_assertions) { 10 } else { 100 };

/// The most nodes of a task at first, and the longest time.
const MOST_NODES: u64 = 1 << 13;
const LONGEST: Duration = Duration::from_millis(20);

impl<G: Game, K: Knowledge<G>, P: Probe<G>> Inquiry<'_, G, K, P> {
    /// Whether several threads are to divide the question into tasks. Not in games with cycles,
    /// where what is known of a position may rest on positions above it, and not if somebody
    /// watches the leaves, whose order would vary.
    pub fn is_divided<A: Algorithm>(&self, algorithm: &A) -> bool {
        let memory = self.limits.most_memory();
        self.has_threads()
            && memory >= LEAST_MEMORY
            && !self.game.has_cycles()
            && algorithm.worker().is_some()
    }

    /// Runs the algorithm over a store, and if that takes long by threads, each of which has one of
    /// `stores` and `renew`s it before a task.
    pub fn divide<A: Algorithm, S: Store<G> + Send>(
        mut self,
        algorithm: &mut A,
        store: &mut S,
        stores: &mut [S],
        renew: fn(&mut S),
    ) -> Result<Outcome<G::Move>, SearchError> {
        self.check(A::TAKES_CHANCE, A::TAKES_EPSILON, A::TAKES_CYCLES)?;
        let mut algorithms = Vec::new();
        for _ in 0..stores.len() {
            algorithms.extend(algorithm.worker());
        }
        let mut threads: Vec<Runner<'_, G, K, P>> = Vec::new();
        for (algorithm, store) in algorithms.iter_mut().zip(stores) {
            threads.push(Box::new(Run { algorithm, store, renew }));
        }
        self.divided(&mut Run { algorithm, store, renew }, &mut threads)
    }

    /// The same for any algorithm and store: compiled once per game.
    fn divided(
        &mut self,
        own: &mut dyn AnyRun<G, K, P>,
        runners: &mut [Runner<'_, G, K, P>],
    ) -> Result<Outcome<G::Move>, SearchError> {
        self.answer(&mut |walk, window| {
            walk.begin_alone();
            let alone = own.search(walk, window);
            if !walk.needs_help() {
                return alone;
            }
            own.release_memory();
            // A table that all share counts once, and so does the frontier; the rest of the memory
            // is divided.
            let shared = own.shared_bytes();
            let (all, table) = (walk.memory_limit(), shared.unwrap_or(0));
            let rest = all.saturating_sub(table + all / PART_OF_MEMORY);
            let memory = table + rest / runners.len().max(1);
            // Over a table every principal variation is a search of its own.
            let pv = walk.wants_pv() && shared.is_none();
            let threads = runners.iter_mut().map(|run| {
                let mut question = walk.question();
                question.terms.pv = pv;
                Thread { run, question }
            });
            let mut threads: Vec<Thread<'_, '_, '_, G, K, P>> = threads.collect();
            let least = if shared.is_some() { LEAST_OVER_TABLE } else { 1 };
            let at_stake = own.is_best_first() && walk.game().has_chance();
            // A task that is broken off forgets its tree, so such a search keeps its whole tree in
            // the frontier, if no table remembers it.
            let rollouts = at_stake && shared.is_none();
            let budget = task_nodes(walk).max(least);
            let size = Size { memory, budget, longest: Some(LONGEST), at_stake, rollouts };
            let divided = divide(walk, window, alone, &mut threads, size);
            let Divided { answer, whole, bytes } = divided;
            drop(threads);
            walk.note_memory(table + bytes, 0);
            // There may be no threads, or too little memory for several; and averages are rounded,
            // so that a question may stay open by a hair although no position seems to matter.
            let is_open = window.admits_beyond(answer.bounds, walk.slack());
            // And where the root itself was a task, its best move may be unknown, or known to the
            // table alone.
            let turn = walk.game().judge(walk.position());
            let is_choice = matches!(turn, Turn::Inner(kind) if kind != Kind::Chance);
            let closed = answer.bounds.is_within(walk.slack());
            let unsure = is_choice && closed && (answer.pv.is_empty() || whole && shared.is_some());
            if walk.stopped().is_none() && (is_open || unsure) {
                walk.dismiss_crew();
                for run in &mut *runners {
                    run.release_memory();
                }
                return own.search(walk, window).after(answer, walk.turn());
            }
            answer
        })
    }
}

/// An algorithm over a store.
struct Run<'r, A, S> {
    algorithm: &'r mut A,
    store: &'r mut S,
    /// Prepares the store for another task.
    renew: fn(&mut S),
}

/// The same for any algorithm and store.
trait AnyRun<G: Game, K, P>: Send {
    fn search(&mut self, walk: &mut Walk<'_, G, K, P>, window: Window) -> Outcome<G::Move>;

    /// Does a task.
    fn search_task(&mut self, walk: &mut Walk<'_, G, K, P>, window: Window) -> Outcome<G::Move>;

    /// The size of the store, if it is shared by all.
    fn shared_bytes(&self) -> Option<usize>;

    /// Whether it searches where most is at stake: [`Algorithm::BEST_FIRST`].
    fn is_best_first(&self) -> bool;

    /// Gives back what a thread holds for its next task.
    fn release_memory(&mut self);
}

type Runner<'r, G, K, P> = Box<dyn AnyRun<G, K, P> + 'r>;

impl<G, K, P, A, S> AnyRun<G, K, P> for Run<'_, A, S>
where
    G: Game,
    K: Knowledge<G>,
    P: Probe<G>,
    A: Algorithm,
    S: Store<G> + Send,
{
    fn search(&mut self, walk: &mut Walk<'_, G, K, P>, window: Window) -> Outcome<G::Move> {
        let found = self.algorithm.search::<(G, K, P, S)>(walk, window, self.store);
        found.resting_on(self.store.rests_on_hashes())
    }

    fn search_task(&mut self, walk: &mut Walk<'_, G, K, P>, window: Window) -> Outcome<G::Move> {
        (self.renew)(self.store);
        let found = self.search(walk, window);
        walk.object_to_contradictions(self.store);
        found
    }

    fn shared_bytes(&self) -> Option<usize> {
        let shares = !self.store.is_void() && self.store.joins_paths();
        shares.then(|| self.store.bytes())
    }

    fn is_best_first(&self) -> bool {
        A::BEST_FIRST
    }

    fn release_memory(&mut self) {
        (self.renew)(self.store);
        if let Some(fresh) = self.algorithm.worker() {
            *self.algorithm = fresh;
        }
    }
}

/// How many nodes a task should have, judged by the search alone: a single one if nodes are costly,
/// so that a best-first search expands what it would expand alone.
fn task_nodes<G: Game, K: Knowledge<G>, P: Probe<G>>(walk: &Walk<'_, G, K, P>) -> u64 {
    if cfg!(debug_assertions) {
        return small_task();
    }
    walk.nodes_alone_in(TASK_TIME).map_or(1, |nodes| nodes.clamp(2, MOST_NODES))
}

/// In builds with debug assertions tasks are small, so that small tests have many, and of all sizes
/// in turn.
fn small_task() -> u64 {
    static TURN: AtomicUsize = AtomicUsize::new(0);
    const SIZES: [u64; 4] = [1, 10, 3, 100];
    SIZES[TURN.fetch_add(1, Ordering::Relaxed) % SIZES.len()]
}

/// A thread that does tasks. It has no probe, but it runs the code of searches that have one.
struct Thread<'a, 't, 'r, G: Game, K, P> {
    run: &'t mut Runner<'r, G, K, P>,
    question: Question<'a, G, K>,
}

impl<G: Game, K: Knowledge<G>, P: Probe<G>> Worker<G> for Thread<'_, '_, '_, G, K, P> {
    fn tighten(&mut self, task: Task<G::Position>) -> Result<Outcome<G::Move>, SearchError> {
        let Question { game, knowledge, scope, terms, .. } = self.question;
        let terms = Terms { horizon: task.horizon, ..terms };
        let question = Question::new(game, knowledge, task.position, scope, terms);
        let mut walk = Walk::<G, K, P>::new(question, None, task.limits);
        let found = self.run.search_task(&mut walk, task.window);
        let (mut counts, ..) = walk.finish()?;
        let shared = self.run.shared_bytes().unwrap_or(0);
        counts.peak_bytes = counts.peak_bytes.saturating_sub(shared as u64);
        Ok(Outcome { counts, ..found })
    }
}

#[cfg(test)]
mod tests {
    use super::{Size, Task, Worker, divide};
    use crate::doc::Subtraction;
    use crate::error::SearchError;
    use crate::exact::DfPn;
    use crate::outcome::Outcome;
    use crate::store::Tree;
    use crate::{Bounds, Search};

    /// As where the system has no more threads, or memory for one only.
    #[test]
    fn a_leader_whose_threads_found_nothing_goes_on_alone() {
        let game = Subtraction { stones: 10 };
        let mut store = Tree::new(1 << 20);
        let (inquiry, _) = Search::new(&game).into_parts();
        let outcome = inquiry.divide(&mut DfPn::default(), &mut store, &mut [], |_| ());
        assert_eq!(outcome.unwrap().value(), Some(1.into()));
    }

    enum Nobody {}

    impl Worker<Subtraction> for Nobody {
        fn tighten(&mut self, _: Task<(u32, bool)>) -> Result<Outcome<u32>, SearchError> {
            match *self {}
        }
    }

    /// Nor is what was found before they came lost.
    #[test]
    fn what_was_found_alone_is_kept() {
        let game = Subtraction { stones: 10 };
        let size =
            Size { memory: 1 << 20, budget: 1, longest: None, at_stake: false, rollouts: false };
        let found = Search::new(&game).into_parts().0.answer(&mut |walk, window| {
            let known = Outcome { pv: vec![2], ..Outcome::of(Bounds::at_least(0.into())) };
            let nobody: &mut [Nobody] = &mut [];
            divide(walk, window, known, nobody, size).answer
        });
        let found = found.unwrap();
        assert_eq!((found.bounds, found.pv), (Bounds::between(0.0, 1.0), vec![2]));
    }
}
