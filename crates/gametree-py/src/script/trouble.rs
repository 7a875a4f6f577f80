//! The first exception that the game raised.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

/// Exceptions that are on their way to the caller.
pub struct Trouble {
    there: AtomicBool,
    first: Mutex<Option<PyErr>>,
    interrupt: Mutex<Option<PyErr>>,
    /// Ends the search.
    stop: Arc<AtomicBool>,
}

impl Trouble {
    pub fn new(stop: Arc<AtomicBool>) -> Trouble {
        let (there, first, interrupt) = (AtomicBool::new(false), None, None);
        Trouble { there, first: Mutex::new(first), interrupt: Mutex::new(interrupt), stop }
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

    /// Notes an interrupt, and stops the search in good order.
    pub fn interrupt(&self, error: PyErr) {
        lock(&self.interrupt).get_or_insert(error);
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Calls the game; if an interrupt breaks that off, once more, so that the search can end in good order.
    pub fn patiently<T>(&self, py: Python<'_>, call: impl Fn() -> PyResult<T>) -> PyResult<T> {
        match call() {
            Err(error) if error.is_instance_of::<PyKeyboardInterrupt>(py) => {
                self.interrupt(error);
                call()
            }
            said => said,
        }
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
