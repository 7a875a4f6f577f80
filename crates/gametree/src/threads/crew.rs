//! Several threads at one question: a leader, who answers it, and helpers.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, Scope};

use super::marks::Marks;
use super::pool::Pool;
use crate::counts::Counts;
use crate::error::SearchError;
use crate::limits::Limits;
use crate::model::{Bounds, Kind, Move};

/// What the threads of a search share besides the table.
///
/// They tell each other what is proven of the root, what they have done, and when to end. All of it
/// is advice: whatever a thread overlooks costs time, never truth.
#[derive(Debug)]
pub struct Crew {
    /// Set when no more help is needed: the stop flag of the helpers.
    dismissed: Arc<AtomicBool>,
    /// How often the root's bounds were tightened.
    news: AtomicU32,
    root: Mutex<Root>,
    /// The work of the helpers that have ended, and the first error among them.
    ended: Mutex<(Counts, Option<SearchError>)>,
    failed: AtomicBool,
    /// How many helpers are at work.
    at_work: AtomicU32,
    /// Whether the leader does more than to watch.
    leader_works: bool,
    /// What the helpers have done so far, for limits and progress.
    nodes: AtomicU64,
    leaves: AtomicU64,
    /// Which positions are being searched, if the threads mark them.
    marks: Option<Arc<Marks>>,
    /// The nodes and leaves that are left to all, if they are limited, unless each has a share of
    /// its own.
    pool: Option<Pool>,
}

/// What is proven of the root, and the move that gave the mover's bound, as a code.
#[derive(Clone, Copy, Debug)]
struct Root {
    bounds: Bounds,
    best: Option<u32>,
}

impl Crew {
    /// A crew whose leader works as well, for a root with these bounds.
    pub fn new(bounds: Bounds) -> Crew {
        Crew {
            dismissed: Arc::default(),
            news: AtomicU32::new(0),
            root: Mutex::new(Root { bounds, best: None }),
            ended: Mutex::default(),
            failed: AtomicBool::new(false),
            at_work: AtomicU32::new(0),
            leader_works: true,
            nodes: AtomicU64::new(0),
            leaves: AtomicU64::new(0),
            marks: None,
            pool: None,
        }
    }

    /// Its threads mark the positions that they are searching.
    pub fn with_marks(self) -> Crew {
        Crew { marks: Some(Arc::new(Marks::new())), ..self }
    }

    /// So many threads, the leader included, draw their nodes and leaves from these limits.
    pub(crate) fn drawing_from(self, left: Limits, threads: usize) -> Crew {
        Crew { pool: Pool::of(left, threads), ..self }
    }

    /// The nodes and leaves that are left to all.
    pub(crate) fn pool(&self) -> Option<&Pool> {
        self.pool.as_ref()
    }

    /// A crew whose leader only watches.
    pub fn watched(bounds: Bounds) -> Crew {
        Crew { leader_works: false, ..Crew::new(bounds) }
    }

    /// The stop flag of the helpers.
    pub fn dismissal(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.dismissed)
    }

    pub fn is_dismissed(&self) -> bool {
        self.dismissed.load(Ordering::Relaxed)
    }

    pub fn dismiss(&self) {
        self.dismissed.store(true, Ordering::Relaxed);
    }

    /// How often the root's bounds were tightened.
    pub fn news(&self) -> u32 {
        self.news.load(Ordering::Acquire)
    }

    /// Tells the others what is proven of the root.
    /// `best` is the code of the move that is worth the bound of the player who moves there.
    pub fn tell(&self, bounds: Bounds, turn: Kind, best: Option<u32>) {
        let mut root = lock(&self.root);
        let joined = root.bounds.intersect(bounds);
        if joined == root.bounds {
            return;
        }
        if turn != Kind::Chance && joined.assured(turn) != root.bounds.assured(turn) {
            root.best = best;
        }
        root.bounds = joined;
        self.news.fetch_add(1, Ordering::Release);
    }

    /// What the threads have proven of the root, and the best move as far as it is known.
    pub fn root<M: Move>(&self) -> (Bounds, Option<M>) {
        let Root { bounds, best } = *lock(&self.root);
        (bounds, best.map(M::from_code))
    }

    /// A helper has done some more work.
    pub fn note_work(&self, nodes: u64, leaves: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
        self.leaves.fetch_add(leaves, Ordering::Relaxed);
    }

    /// Nodes and leaves of the helpers so far.
    pub fn work(&self) -> (u64, u64) {
        (self.nodes.load(Ordering::Relaxed), self.leaves.load(Ordering::Relaxed))
    }

    /// A helper has ended. After an error nobody goes on.
    pub fn note_end(&self, ended: Result<Counts, SearchError>) {
        self.at_work.fetch_sub(1, Ordering::Relaxed);
        let mut all = lock(&self.ended);
        match ended {
            Ok(counts) => {
                // What each holds for itself, it holds at the same time as the others.
                let peak_bytes = all.0.peak_bytes + counts.peak_bytes;
                all.0 = Counts { peak_bytes, helpers: all.0.helpers + 1, ..all.0.plus(counts) };
            }
            Err(error) => {
                all.1.get_or_insert(error);
                self.failed.store(true, Ordering::Relaxed);
                self.dismiss();
            }
        }
    }

    /// Whether a helper is still at work.
    pub fn is_at_work(&self) -> bool {
        self.at_work.load(Ordering::Relaxed) > 0
    }

    /// Whether a helper has ended with an error.
    pub fn has_failed(&self) -> bool {
        self.failed.load(Ordering::Relaxed)
    }

    /// Whether the leader works at the same time as the helpers.
    pub fn has_working_leader(&self) -> bool {
        self.leader_works
    }

    /// The work of the helpers that have ended; their peaks are added.
    ///
    /// # Errors
    /// If one of them ended with an error.
    pub fn ended(&self) -> Result<Counts, SearchError> {
        match &*lock(&self.ended) {
            (_, Some(error)) => Err(error.clone()),
            (counts, None) => {
                let idle = u64::from(!self.leader_works);
                Ok(Counts { helpers: counts.helpers.saturating_sub(idle), ..*counts })
            }
        }
    }

    /// Which positions are being searched, if the threads mark them.
    pub(crate) fn marks(&self) -> Option<&Arc<Marks>> {
        self.marks.as_ref()
    }
}

/// Dismisses the helpers in the end, also if the leader panics.
pub(crate) struct Dismissal<'c>(pub &'c Crew);

impl Drop for Dismissal<'_> {
    fn drop(&mut self) {
        self.0.dismiss();
    }
}

/// Starts a thread that helps, and tells the crew how its work ended. Where the system has no more
/// threads there are fewer helpers.
pub(crate) fn spawn_helper<'s>(
    scope: &'s Scope<'s, '_>,
    crew: &Arc<Crew>,
    work: impl FnOnce() -> Result<Counts, SearchError> + Send + 's,
) {
    let its_crew = Arc::clone(crew);
    let panicked = |cause| Err(SearchError::Panicked { message: message(cause) });
    let work = move || {
        let ended = catch_unwind(AssertUnwindSafe(work));
        its_crew.note_end(ended.unwrap_or_else(panicked));
    };
    crew.at_work.fetch_add(1, Ordering::Relaxed);
    if Builder::new().name("gametree helper".into()).spawn_scoped(scope, work).is_err() {
        crew.at_work.fetch_sub(1, Ordering::Relaxed);
    }
}

/// What a panic says.
fn message(cause: Box<dyn Any + Send>) -> String {
    let text = cause.downcast_ref::<String>().cloned();
    text.or_else(|| cause.downcast_ref::<&str>().map(ToString::to_string)).unwrap_or_default()
}

/// A panic elsewhere leaves nothing half-written here.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
