//! A question divided among threads of this process, which all run the same algorithm.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use super::frontier::{LEAST_MEMORY, PART_OF_MEMORY};
use super::{Contractor, Divided, Size, Task, Tightened, divide};
use crate::model::{Game, Kind, Knowledge, Turn};
use crate::run::helpers::ALONE;
use crate::run::search::{Question, Terms};
use crate::run::{Algorithm, Outcome, Probe, Search, SearchError, Stop, Walk};
use crate::store::Store;

/// A task should take about so long. Less, and threads would stand in line for tasks; more, and they would search what
/// others are about to cut off.
const TASK_TIME: Duration = Duration::from_micros(500);

/// If nodes take longer than this, handing out single ones costs little in comparison.
const COSTLY: Duration = Duration::from_micros(3);

/// The most nodes of a task, and the longest time.
const MOST_NODES: u64 = 1 << 13;
const LONGEST: Duration = Duration::from_millis(20);

impl<G: Game, K: Knowledge<G>, P: Probe<G>> Search<'_, G, K, P> {
    /// Whether several threads are to divide the question into tasks. Not in games with cycles, where the value of a
    /// position depends on how it was reached, and not if somebody watches the leaves, whose order would vary.
    pub(in crate::run) fn is_divided<A: Algorithm>(&self, algorithm: &A) -> bool {
        let memory = self.limits_in_force().most_memory();
        self.has_threads()
            && memory >= LEAST_MEMORY
            && !self.game().has_cycles()
            && algorithm.worker().is_some()
    }

    /// Runs the algorithm over a store, and if that takes long by threads, each of which has one of `stores` and
    /// `renew`s it before a task.
    pub(in crate::run) fn run_divided<A: Algorithm, S: Store<G> + Send>(
        mut self,
        algorithm: &mut A,
        store: &mut S,
        stores: &mut [S],
        renew: fn(&mut S),
    ) -> Result<Outcome<G::Move>, SearchError> {
        self.check(A::TAKES_CHANCE, A::TAKES_EPSILON, A::TAKES_CYCLES)?;
        self.answer(&mut |walk, window| {
            walk.try_alone(ALONE);
            let found = algorithm.search::<(G, K, P, S)>(walk, window, store);
            if !walk.needs_help() {
                return (found, store.rests_on_hashes());
            }
            let shares = !store.is_void() && store.joins_paths();
            // A table that all share counts once, and the rest of the memory is divided.
            let shared = if shares { store.bytes() } else { 0 };
            let rest = walk.memory_limit().saturating_sub(shared);
            let rest = rest - rest / PART_OF_MEMORY;
            let memory = shared + rest / stores.len();
            let mut threads: Vec<Box<dyn Contractor<G> + '_>> = Vec::new();
            for store in &mut *stores {
                let Some(algorithm) = algorithm.worker() else { break };
                let (mut question, probe) = (walk.question(), PhantomData::<fn(P)>);
                // Over a table every principal variation is a search of its own.
                question.terms.pv = walk.wants_pv() && !shares;
                threads.push(Box::new(Thread { algorithm, store, renew, question, probe }));
            }
            let budget = task_nodes(walk.counts().nodes, walk.elapsed());
            let size = Size { memory, budget, longest: Some(LONGEST) };
            let Divided { answer, by_hashes, whole } = divide(walk, window, &mut threads, size);
            drop(threads);
            // There may be no threads, or too little memory for several; and averages are rounded, so that a question may
            // stay open by a hair although no position seems to matter.
            let is_open = window.admits_beyond(answer.bounds, walk.slack());
            // And where the root itself was a task, its best move may be unknown, or known to the table alone.
            let turn = walk.game().judge(walk.position());
            let is_choice = matches!(turn, Turn::Inner(kind) if kind != Kind::Chance);
            let closed = answer.bounds.is_within(walk.slack());
            let unsure = is_choice && closed && (answer.pv.is_empty() || whole && shares);
            if walk.stopped().is_none() && (is_open || unsure) {
                walk.dismiss_crew();
                let mut found = algorithm.search::<(G, K, P, S)>(walk, window, store);
                found.bounds = found.bounds.intersect(answer.bounds);
                if found.pv.is_empty() {
                    found.pv = answer.pv;
                }
                return (found, by_hashes || store.rests_on_hashes());
            }
            (answer, by_hashes)
        })
    }
}

/// How many nodes a task should have, if the search alone took `elapsed` for `nodes`: one if they take
/// long, so that a best-first search goes where it would go alone.
fn task_nodes(nodes: u64, elapsed: Duration) -> u64 {
    if cfg!(debug_assertions) {
        return small_task();
    }
    if elapsed > COSTLY * u32::try_from(nodes).unwrap_or(u32::MAX) {
        return 1;
    }
    let share = TASK_TIME.as_secs_f64() / elapsed.as_secs_f64().max(f64::MIN_POSITIVE);
    ((nodes as f64 * share) as u64).clamp(1, MOST_NODES)
}

/// In builds with debug assertions tasks are small, so that small tests have many, and of all sizes in turn.
fn small_task() -> u64 {
    static TURN: AtomicUsize = AtomicUsize::new(0);
    const SIZES: [u64; 4] = [1, 10, 3, 100];
    SIZES[TURN.fetch_add(1, Ordering::Relaxed) % SIZES.len()]
}

/// A thread that does tasks by an algorithm over a store.
struct Thread<'a, 's, G: Game, K, P, A, S> {
    algorithm: A,
    store: &'s mut S,
    renew: fn(&mut S),
    question: Question<'a, G, K>,
    /// It has no probe, but it runs the code of searches that have one.
    probe: PhantomData<fn(P)>,
}

impl<G, K, P, A, S> Contractor<G> for Thread<'_, '_, G, K, P, A, S>
where
    G: Game,
    K: Knowledge<G>,
    P: Probe<G>,
    A: Algorithm,
    S: Store<G> + Send,
{
    fn tighten(&mut self, task: Task<G::Position>) -> Result<Tightened<G::Move>, SearchError> {
        let Question { game, knowledge, scope, terms, .. } = self.question;
        let terms = Terms { horizon: task.horizon, ..terms };
        let question = Question::new(game, knowledge, task.position, scope, terms);
        let mut walk = Walk::<G, K, P>::new(question, None, task.limits);
        (self.renew)(self.store);
        let found = self.algorithm.search::<(G, K, P, S)>(&mut walk, task.window, self.store);
        walk.object_to_contradictions(self.store);
        let (counts, ..) = walk.finish()?;
        let by_hashes = self.store.rests_on_hashes();
        let starved = found.gave_up == Some(Stop::Memory);
        Ok(Tightened { bounds: found.bounds, pv: found.pv, by_hashes, starved, counts })
    }
}
