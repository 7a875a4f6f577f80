//! A question divided into tasks: positions to search, handed out to several threads.
//!
//! The upper part of the game tree is kept here, with the bounds of every position (Huang 2015: any
//! order of rollouts ends with the exact value, so that it does not matter who tightens what when).
//! A rollout through active children ends at a position of the frontier that nobody is searching
//! yet; it becomes a task, with the window that matters there and a budget. What comes back are
//! tightened bounds. A position that took more than its budget is expanded, and its children are
//! the next tasks. If nodes are costly, a task is a single rollout: it expands one position after
//! the other down to a leaf. A task whose window has closed in the meantime is called back.

mod allotment;
mod expansion;
mod frontier;
mod local;
#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{scope, yield_now};
use std::time::{Duration, Instant};

use self::allotment::Allotment;
use self::expansion::Expansion;
pub(crate) use self::frontier::PART_OF_MEMORY;
use self::frontier::{Assignment, Found, Frontier, Order};
use super::crew::{Crew, Dismissal, spawn_helper};
use crate::counts::Counts;
use crate::error::SearchError;
use crate::limits::Limits;
use crate::model::{Bounds, Game, Kind, Knowledge, Turn, Window};
use crate::outcome::Outcome;
use crate::probe::Probe;
use crate::walk::Walk;

/// A position to search.
#[derive(Clone, Debug)]
pub(super) struct Task<P> {
    /// The position.
    pub position: P,
    /// The values that matter: bounds that exclude all of them are an answer.
    pub window: Window,
    /// How many plies to look ahead; `None` to the end of the game.
    pub horizon: Option<u32>,
    /// What may be spent. Its stop flag is set when the answer does not matter any more.
    pub limits: Limits,
}

/// A thread that does one task after the other.
trait Worker<G: Game>: Send {
    /// Searches a position within the limits of the task. Bounds that are still open within its
    /// window are a valid answer: the position took more than its budget.
    ///
    /// # Errors
    /// If the question has no answer; this ends the whole search.
    fn tighten(&mut self, task: Task<G::Position>) -> Result<Outcome<G::Move>, SearchError>;
}

/// What a task may take.
#[derive(Clone, Copy)]
struct Size {
    /// How many bytes.
    memory: usize,
    /// How many nodes. A position that cannot be expanded gets more, and longer.
    budget: u64,
    longest: Option<Duration>,
    /// Whether they follow [`Order::MostAtStake`](frontier::Order::MostAtStake).
    at_stake: bool,
    /// Whether they are rollouts at first.
    rollouts: bool,
}

/// What came of a question that was divided.
struct Divided<M> {
    answer: Outcome<M>,
    /// Whether it was a task as a whole.
    whole: bool,
    /// What all workers together have held for themselves, and what the upper part of the tree
    /// took.
    bytes: usize,
}

/// Answers a question by tasks, when so much is `known`.
fn divide<G: Game, K: Knowledge<G>, P: Probe<G>, C: Worker<G>>(
    walk: &mut Walk<'_, G, K, P>,
    window: Window,
    known: Outcome<G::Move>,
    workers: &mut [C],
    size: Size,
) -> Divided<G::Move> {
    let crew = Arc::new(Crew::watched(walk.range()));
    let allotment = Allotment::new(size, walk.limits_left(), workers.len());
    let dispatcher = Dispatcher::new(Frontier::new(walk, window, known.bounds, allotment));
    scope(|scope| {
        for worker in workers {
            let (dispatcher, crew_of_it, question) =
                (&dispatcher, Arc::clone(&crew), walk.question());
            let game = question.game;
            let expand = move |task, order| Expansion::of_task::<K, P>(&question, task, order);
            let work = move || dispatcher.work(worker, &crew_of_it, game, &expand);
            spawn_helper(scope, &crew, work);
        }
        walk.lead_crew(&crew);
        let _dismissal = Dismissal(&crew);
        dispatcher.watch(walk, &crew);
    });
    let frontier = dispatcher.frontier.into_inner().unwrap_or_else(PoisonError::into_inner);
    let whole = frontier.is_whole();
    let answer = frontier.answer().after(known, walk.turn());
    let answer = Outcome { bounds: frontier.root_bounds(), ..answer };
    let held = crew.ended().map_or(0, |counts| counts.peak_bytes);
    let bytes = held as usize + frontier.bytes();
    Divided { answer, whole, bytes }
}

/// Expands the position of a task, and what follows in this order.
type Expand<'e, G> =
    dyn Fn(Task<<G as Game>::Position>, Order) -> Result<(Expansion<G>, Counts), SearchError> + 'e;

/// How often the leader looks at limits and progress.
const LOOK_EVERY: Duration = Duration::from_millis(1);

/// A thread that has to wait spins for this long before it sleeps. The scheduler often wakes a
/// sleeping thread on the core of the thread that woke it, even if another core is idle, and the
/// two then share that core for milliseconds.
const SPIN: Duration = Duration::from_millis(1);

/// Waits without sleeping until something has happened, or for as long as [`SPIN`].
fn spin_until(mut happened: impl FnMut() -> bool) {
    if happened() {
        return;
    }
    let begun = Instant::now();
    while begun.elapsed() < SPIN {
        yield_now();
        if happened() {
            return;
        }
    }
}

/// Where tasks are handed out and results come in.
struct Dispatcher<G: Game> {
    frontier: Mutex<Frontier<G>>,
    /// Those without a task wait for this: there may be one, or all is over.
    tasks: Condvar,
    /// The leader waits for this: there is nothing left to do.
    end: Condvar,
    /// Goes up whenever there may be something to do for threads that wait, or when the search
    /// ends.
    news: AtomicUsize,
    /// How many wait for a task. (Waking others costs much even if nobody waits.)
    idle: AtomicUsize,
}

impl<G: Game> Dispatcher<G> {
    fn new(frontier: Frontier<G>) -> Dispatcher<G> {
        let [tasks, end] = [(); 2].map(|()| Condvar::new());
        let [news, idle] = [(); 2].map(|()| AtomicUsize::new(0));
        Dispatcher { frontier: Mutex::new(frontier), tasks, end, news, idle }
    }

    /// A panic elsewhere ends the search anyway.
    fn lock(&self) -> MutexGuard<'_, Frontier<G>> {
        let mut frontier = None;
        spin_until(|| {
            frontier = self.frontier.try_lock().ok();
            frontier.is_some()
        });
        frontier.unwrap_or_else(|| self.frontier.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Watches limits and progress until the question is answered, or a limit or an error ends the
    /// search.
    fn watch<K: Knowledge<G>, P: Probe<G>>(&self, walk: &mut Walk<'_, G, K, P>, crew: &Crew) {
        let (mut frontier, mut reported) = (self.lock(), Bounds::UNBOUNDED);
        loop {
            let bounds = frontier.root_bounds();
            if bounds != reported {
                reported = bounds;
                walk.report(bounds);
            }
            if frontier.is_answered() || frontier.is_stuck() || !walk.looks_on() {
                break;
            }
            // The system may have no more threads.
            if !crew.is_at_work() {
                break;
            }
            let waited = self.end.wait_timeout(frontier, LOOK_EVERY);
            frontier = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        frontier.end();
        self.news.fetch_add(1, Ordering::Relaxed);
        self.tasks.notify_all();
    }

    /// Does one task after the other.
    fn work(
        &self,
        worker: &mut impl Worker<G>,
        crew: &Crew,
        game: &G,
        expand: &Expand<'_, G>,
    ) -> Result<Counts, SearchError> {
        let mut spent = Counts::default();
        // Set while a task is being done, if its answer does not matter any more.
        let stop = Arc::new(AtomicBool::new(false));
        let mut frontier = self.lock();
        while !frontier.has_ended() {
            stop.store(false, Ordering::Relaxed);
            let Some(assignment) = frontier.next(&stop) else {
                frontier = self.wait(frontier);
                continue;
            };
            drop(frontier);
            let Assignment { at, from: mut position, mv, window, horizon, limits, expands, order } =
                assignment;
            if let Some(mv) = mv {
                game.advance(&mut position, mv);
            }
            let task = Task { position, window, horizon, limits: limits.clone() };
            let (found, counts) = if expands {
                let (expansion, counts) = expand(task, order)?;
                (Found::Expansion(expansion), counts)
            } else {
                let mover = match game.judge(&task.position) {
                    Turn::Inner(kind) if kind != Kind::Chance => Some(kind),
                    _ => None,
                };
                let tightened = worker.tighten(task)?;
                let counts = tightened.counts;
                (Found::Bounds(Box::new(tightened), window, mover), counts)
            };
            crew.note_work(counts.nodes, counts.leaves);
            spent = spent.plus(counts);
            frontier = self.lock();
            frontier.allotment.take_back(&limits, &counts);
            frontier.take(at, found);
            self.news.fetch_add(1, Ordering::Relaxed);
            if self.idle.load(Ordering::Relaxed) > 0 {
                self.tasks.notify_all();
            }
        }
        Ok(spent)
    }

    /// Waits for a task.
    fn wait<'d>(&'d self, frontier: MutexGuard<'d, Frontier<G>>) -> MutexGuard<'d, Frontier<G>> {
        if frontier.is_answered() || frontier.is_stuck() {
            self.end.notify_one();
        }
        let before = self.news.load(Ordering::Relaxed);
        drop(frontier);
        spin_until(|| self.news.load(Ordering::Relaxed) != before);
        let frontier = self.lock();
        if self.news.load(Ordering::Relaxed) != before {
            return frontier;
        }
        self.idle.fetch_add(1, Ordering::Relaxed);
        let frontier = self.tasks.wait(frontier).unwrap_or_else(PoisonError::into_inner);
        self.idle.fetch_sub(1, Ordering::Relaxed);
        frontier
    }
}
