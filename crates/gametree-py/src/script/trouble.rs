//! What ends a search early: the first exception that the game raised, or an interrupt.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use pyo3::prelude::*;

/// An answer that takes longer may not be asked for after an interrupt.
const QUICK: Duration = Duration::from_millis(1);

/// How long a game is asked after an interrupt. Searches look every millisecond whether they should stop.
const GRACE: Duration = Duration::from_millis(50);

/// Exceptions that are on their way to the caller.
pub struct Trouble {
    there: AtomicBool,
    first: Mutex<Option<PyErr>>,
    interrupt: Mutex<Option<PyErr>>,
    /// Ends the search.
    stop: Arc<AtomicBool>,
    /// When the search was told to stop.
    halted: OnceLock<Instant>,
    /// The game is not asked any more.
    quit: Arc<AtomicBool>,
    /// Whether something would have been asked after that: the search has seen answers that nobody gave.
    guessed: AtomicBool,
}

impl Trouble {
    pub fn new(stop: Arc<AtomicBool>) -> Trouble {
        let (there, first, interrupt) = (AtomicBool::new(false), None, None);
        let (quit, guessed) = (Arc::default(), AtomicBool::new(false));
        let (first, interrupt) = (Mutex::new(first), Mutex::new(interrupt));
        Trouble { there, first, interrupt, stop, halted: OnceLock::new(), quit, guessed }
    }

    /// Whether the game has raised an exception.
    pub fn is_there(&self) -> bool {
        self.there.load(Ordering::Relaxed)
    }

    /// Keeps an exception, if it is the first one, and stops the search.
    pub fn keep(&self, error: PyErr) {
        lock(&self.first).get_or_insert(error);
        self.there.store(true, Ordering::Relaxed);
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Notes an interrupt, and stops the search.
    pub fn interrupt(&self, error: PyErr) {
        lock(&self.interrupt).get_or_insert(error);
        self.halt();
    }

    /// Stops the search. The game is asked for a little while more, so that the search can end in good order.
    pub fn halt(&self) {
        let _ = self.halted.set(Instant::now());
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The flag that ends all questions.
    pub fn quit(&self) -> &Arc<AtomicBool> {
        &self.quit
    }

    /// Whether the game is not asked any more: after the search was told to stop, a game whose answers take long (so much on average)
    /// not at all, and others not for long.
    pub fn has_quit(&self, average: Duration) -> bool {
        let late = |halted: &Instant| average > QUICK || halted.elapsed() > GRACE;
        self.quit.load(Ordering::Relaxed) || self.halted.get().is_some_and(late)
    }

    /// Notes that the search goes on with an answer that the game did not give.
    pub fn guess(&self) {
        self.guessed.store(true, Ordering::Relaxed);
    }

    /// Whether the search went on with such answers: what it proves then is not proven.
    pub fn has_guessed(&self) -> bool {
        self.guessed.load(Ordering::Relaxed)
    }

    /// The exception that the game raised, if there is one.
    pub fn take(&self) -> Option<PyErr> {
        lock(&self.first).take()
    }

    /// The interrupt, if there was one.
    pub fn take_interrupt(&self) -> Option<PyErr> {
        lock(&self.interrupt).take()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
