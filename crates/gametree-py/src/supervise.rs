//! A search beside the interpreter: without its lock, and stopped by its signals.
//!
//! A native game is searched by a thread of its own, while the thread that called watches for
//! signals. A game in Python is searched by the thread that called, since its code may depend on
//! the thread.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How often the calling thread looks for signals.
pub const LOOK_EVERY: Duration = Duration::from_millis(5);

/// What came of supervised work: its result, and the exception that a signal raised meanwhile.
pub struct Supervised<T> {
    pub result: T,
    pub interrupt: Option<PyErr>,
}

/// Does work in a thread of its own while this one waits for signals, without the interpreter's lock. A signal
/// that raises an exception sets `stop`; the work should then come to an end by itself.
///
/// # Errors
/// If the work panics, or there is no thread.
pub fn beside<T: Send>(
    py: Python<'_>,
    stop: &Arc<AtomicBool>,
    work: impl FnOnce() -> T + Send,
) -> PyResult<Supervised<T>> {
    let done = py.detach(|| {
        thread::scope(|scope| {
            let (sender, receiver) = channel();
            let spawned = thread::Builder::new().spawn_scoped(scope, move || {
                let result = catch_unwind(AssertUnwindSafe(work));
                // The receiver waits for it.
                let _ = sender.send(());
                result
            });
            let handle = spawned.ok()?;
            let mut interrupt = None;
            while let Err(RecvTimeoutError::Timeout) = receiver.recv_timeout(LOOK_EVERY) {
                if interrupt.is_none() {
                    interrupt = Python::attach(|py| py.check_signals().err());
                    if interrupt.is_some() {
                        stop.store(true, Ordering::Relaxed);
                    }
                }
            }
            let result = handle.join().unwrap_or_else(Err);
            Some((result, interrupt))
        })
    });
    let (result, interrupt) =
        done.ok_or_else(|| PyRuntimeError::new_err("the system gives no thread to search in"))?;
    let result = result.map_err(|panic| panicked(&*panic))?;
    Ok(Supervised { result, interrupt })
}

/// Does work in this thread, which keeps the interpreter's lock.
///
/// # Errors
/// If the work panics.
pub fn here<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| panicked(&*panic))
}

/// A panic as an exception: the interpreter goes on.
pub fn panicked(panic: &(dyn Any + Send)) -> PyErr {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic");
    PyRuntimeError::new_err(format!(
        "the search broke off ({text}); does the game keep to its rules while it is searched?"
    ))
}
