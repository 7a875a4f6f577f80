//! A question divided into tasks: positions to search, handed out to several threads, processes or machines.
//!
//! The upper part of the game tree is kept here, with the bounds of every position (Huang 2015: any order of
//! rollouts ends with the exact value, so that it does not matter who tightens what when). A rollout through active
//! children ends at a position of the frontier that nobody is searching yet; it becomes a task, with the window that
//! matters there and a budget. What comes back are tightened bounds. A position that took more than its budget is
//! expanded, and its children are the next tasks. If nodes are costly, a task is a single rollout: it expands one
//! position after the other down to a leaf. A task whose window has closed in the meantime is called back.

mod allotment;
mod expansion;
mod frontier;
mod local;

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{scope, yield_now};
use std::time::{Duration, Instant};

use self::allotment::Allotment;
use self::expansion::Expansion;
pub(super) use self::frontier::PART_OF_MEMORY;
use self::frontier::{Assignment, Found, Frontier, Order};
use super::crew::{Crew, Dismissal, spawn_helper};
use super::{Counts, Limits, Outcome, Probe, Search, SearchError, Walk};
use crate::model::{Bounds, Game, Kind, Knowledge, Turn, Window};

/// The budget of a task at first, in nodes: some milliseconds.
const BUDGET: u64 = 1 << 13;

/// A position to search.
///
/// ```
/// use gametree::exact::Scout;
/// use gametree::run::Task;
/// use gametree::{Search, SearchError};
/// # use gametree::doc::Subtraction;
/// /// What a [`Contractor`](gametree::run::Contractor) does with one.
/// fn value(game: &Subtraction, task: Task<(u32, bool)>) -> Result<Option<f64>, SearchError> {
///     let search = Search::new(game).position(task.position).window(task.window);
///     let found = search.limits(task.limits).run(&mut Scout)?;
///     Ok(found.value().map(|value| value.get()))
/// }
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Task<P> {
    /// The position.
    pub position: P,
    /// The values that matter: bounds that exclude all of them are an answer.
    pub window: Window,
    /// How many plies to look ahead; `None` to the end of the game.
    pub horizon: Option<u32>,
    /// What may be spent. Its stop flag is set when the answer does not matter any more.
    pub limits: Limits,
}

/// Somebody who does one task after the other: a thread of this process, or whoever stands behind it.
///
/// ```
/// use gametree::exact::Scout;
/// use gametree::Outcome;
/// use gametree::run::{Contractor, Task};
/// use gametree::{Search, SearchError};
/// # use gametree::doc::Subtraction;
///
/// struct ByScout<'g>(&'g Subtraction);
///
/// impl Contractor<Subtraction> for ByScout<'_> {
///     fn tighten(&mut self, task: Task<(u32, bool)>) -> Result<Outcome<u32>, SearchError> {
///         let search = Search::new(self.0).position(task.position).window(task.window);
///         search.limits(task.limits).run(&mut Scout)
///     }
/// }
///
/// let game = Subtraction { stones: 30 };
/// let outcome = Search::new(&game).run_tasks(&mut [ByScout(&game), ByScout(&game)])?;
/// assert_eq!((outcome.value(), outcome.best_move()), (Some(1.into()), Some(2)));
/// # Ok::<(), SearchError>(())
/// ```
pub trait Contractor<G: Game>: Send {
    /// Searches a position within the limits of the task. Bounds that are still open within its window are a valid
    /// answer: the position took more than its budget.
    ///
    /// # Errors
    /// If the question has no answer; this ends the whole search.
    fn tighten(&mut self, task: Task<G::Position>) -> Result<Outcome<G::Move>, SearchError>;
}

impl<G: Game, K: Knowledge<G>, P: Probe<G>, S> Search<'_, G, K, P, S> {
    /// Answers the question by tasks for contractors, each of which has a thread. Games with cycles are refused,
    /// because there the value of a position depends on how it was reached.
    ///
    /// # Errors
    /// As [`run`](Search::run), and if a contractor returns an error. Where the system starts no threads, or there are no
    /// contractors, nothing is found out, and that is no error.
    pub fn run_tasks<C: Contractor<G>>(
        self,
        contractors: &mut [C],
    ) -> Result<Outcome<G::Move>, SearchError> {
        let (mut inquiry, _) = self.into_parts();
        inquiry.check(true, true, false)?;
        inquiry.answer(&mut |walk, window| {
            let memory = walk.memory_limit() - walk.memory_limit() / PART_OF_MEMORY;
            let memory = memory / contractors.len().max(1);
            let size =
                Size { memory, budget: BUDGET, longest: None, at_stake: false, rollouts: false };
            let known = Outcome::of(walk.range());
            let Divided { answer, bytes, .. } = divide(walk, window, known, contractors, size);
            walk.note_memory(bytes, 0);
            answer
        })
    }
}

impl<G: Game> Contractor<G> for Box<dyn Contractor<G> + '_> {
    fn tighten(&mut self, task: Task<G::Position>) -> Result<Outcome<G::Move>, SearchError> {
        (**self).tighten(task)
    }
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
    /// What all contractors together have held for themselves, and what the upper part of the tree took.
    bytes: usize,
}

/// Answers a question by tasks, when so much is `known`.
fn divide<G: Game, K: Knowledge<G>, P: Probe<G>, C: Contractor<G>>(
    walk: &mut Walk<'_, G, K, P>,
    window: Window,
    known: Outcome<G::Move>,
    contractors: &mut [C],
    size: Size,
) -> Divided<G::Move> {
    let crew = Arc::new(Crew::watched(walk.range()));
    let allotment = Allotment::new(size, walk.limits_left(), contractors.len());
    let desk = Desk::new(Frontier::new(walk, window, known.bounds, allotment));
    scope(|scope| {
        for contractor in contractors {
            let (desk, crew_of_it, question) = (&desk, Arc::clone(&crew), walk.question());
            let game = question.game;
            let expand = move |task, order| Expansion::of_task::<K, P>(&question, task, order);
            let work = move || desk.work(contractor, &crew_of_it, game, &expand);
            spawn_helper(scope, &crew, work);
        }
        walk.lead_crew(&crew);
        let _dismissal = Dismissal(&crew);
        desk.watch(walk, &crew);
    });
    let frontier = desk.frontier.into_inner().unwrap_or_else(PoisonError::into_inner);
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

/// A thread that has to wait spins for this long before it sleeps. The scheduler often wakes a sleeping thread on the core of
/// the thread that woke it, even if another core is idle, and the two then share that core for milliseconds.
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
struct Desk<G: Game> {
    frontier: Mutex<Frontier<G>>,
    /// Those without a task wait for this: there may be one, or all is over.
    tasks: Condvar,
    /// The leader waits for this: there is nothing left to do.
    end: Condvar,
    /// Goes up whenever there may be something to do for threads that wait, or when the search ends.
    news: AtomicUsize,
    /// How many wait for a task. (Waking others costs much even if nobody waits.)
    idle: AtomicUsize,
}

impl<G: Game> Desk<G> {
    fn new(frontier: Frontier<G>) -> Desk<G> {
        let [tasks, end] = [(); 2].map(|()| Condvar::new());
        let [news, idle] = [(); 2].map(|()| AtomicUsize::new(0));
        Desk { frontier: Mutex::new(frontier), tasks, end, news, idle }
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

    /// Watches limits and progress until the question is answered, or a limit or an error ends the search.
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
        contractor: &mut impl Contractor<G>,
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
                let tightened = contractor.tighten(task)?;
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
