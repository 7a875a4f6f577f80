//! Time: signals, and other threads, while a search holds the interpreter's lock. One that needs no more answers from Python would hear
//! of neither.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::prelude::*;

use super::Trouble;

/// How often, in milliseconds, the lock is given away.
const LOOK_EVERY: u64 = 5;

/// How long it is given away: long enough for a thread to wake up.
const A_MOMENT: Duration = Duration::from_micros(50);

/// The clock is read once in so many moves.
const MOVES_EACH: u64 = 64;

/// When a search last looked for signals.
pub struct Pulse {
    /// Whether it holds the lock.
    holds: AtomicBool,
    begun: Instant,
    moves: AtomicU64,
    /// In milliseconds.
    looked: AtomicU64,
}

impl Pulse {
    pub(super) fn new() -> Pulse {
        let (moves, looked) = (AtomicU64::new(0), AtomicU64::new(0));
        Pulse { holds: AtomicBool::new(false), begun: Instant::now(), moves, looked }
    }

    /// The search holds the interpreter's lock from now on.
    pub fn hold(&self) {
        self.holds.store(true, Ordering::Relaxed);
    }

    /// Looks for signals now and then, and lets other threads run.
    pub(super) fn beat(&self, trouble: &Trouble) {
        let holds = self.holds.load(Ordering::Relaxed);
        if !holds || self.moves.fetch_add(1, Ordering::Relaxed) % MOVES_EACH != 0 {
            return;
        }
        let now = || self.begun.elapsed().as_millis() as u64;
        if now() < self.looked.load(Ordering::Relaxed) + LOOK_EVERY {
            return;
        }
        Python::attach(|py| {
            if let Err(error) = py.check_signals() {
                trouble.interrupt(error);
            }
            // Not only given away and taken back: a thread that waits for the lock is woken, and must find it free.
            py.detach(|| thread::sleep(A_MOMENT));
        });
        self.looked.store(now(), Ordering::Relaxed);
    }
}

/// How long answers take.
#[derive(Default)]
pub struct Patience {
    questions: AtomicU64,
    /// In nanoseconds.
    taken: AtomicU64,
}

impl Patience {
    pub(super) fn note(&self, taken: Duration) {
        self.questions.fetch_add(1, Ordering::Relaxed);
        self.taken.fetch_add(taken.as_nanos() as u64, Ordering::Relaxed);
    }

    pub(super) fn average(&self) -> Duration {
        let questions = self.questions.load(Ordering::Relaxed).max(1);
        Duration::from_nanos(self.taken.load(Ordering::Relaxed) / questions)
    }
}
