//! The end of the interpreter: no search may outlive it. A thread that asks for the interpreter's lock after that never
//! gets it, or is ended in the middle of a search, which aborts the process.

use std::panic;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use pyo3::exceptions::PySystemExit;
use pyo3::prelude::*;

/// How long the end of the interpreter waits for searches that were told to stop. Only a game in Python that thinks for
/// long about one question takes so much.
const PATIENCE: Duration = Duration::from_secs(5);

static SEARCHES: Mutex<Searches> =
    Mutex::new(Searches { running: Vec::new(), last: 0, ended_by: None });

struct Searches {
    running: Vec<Search>,
    /// The number of the search that began last.
    last: u64,
    /// The thread that ends the interpreter. It may go on searching: other handlers can follow.
    ended_by: Option<ThreadId>,
}

struct Search {
    number: u64,
    /// A forked process inherits the list, and not the threads.
    process: u32,
    flags: Vec<Arc<AtomicBool>>,
}

fn searches() -> MutexGuard<'static, Searches> {
    SEARCHES.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Searches {
    fn refuse(&self) -> PyResult<()> {
        match self.ended_by {
            // Threads end by this without a word.
            Some(thread) if thread != thread::current().id() => {
                Err(PySystemExit::new_err("the interpreter ends"))
            }
            _ => Ok(()),
        }
    }
}

/// A search that is running, until this is dropped. The interpreter's lock is held then, or not needed any more.
pub struct Running(u64);

impl Running {
    /// Notes a search that ends soon after these flags are set.
    ///
    /// # Errors
    /// If the interpreter ends.
    pub fn begin(flags: Vec<Arc<AtomicBool>>) -> PyResult<Running> {
        let mut all = searches();
        all.refuse()?;
        all.last += 1;
        let number = all.last;
        all.running.push(Search { number, process: process::id(), flags });
        Ok(Running(number))
    }

    /// The search is over.
    ///
    /// # Errors
    /// If it is over because the interpreter ends.
    pub fn finish(self) -> PyResult<()> {
        searches().refuse()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        searches().running.retain(|search| search.number != self.0);
    }
}

/// Whether the interpreter ends.
pub fn is_ending() -> bool {
    searches().ended_by.is_some()
}

/// A search that is stopped while it asks a game in Python may break off in the middle. Nobody is left to read about it.
pub fn end_in_silence() {
    let told = panic::take_hook();
    panic::set_hook(Box::new(move |reason| {
        if !is_ending() {
            told(reason);
        }
    }));
}

/// Stops all searches, and waits for them. Others are refused from then on, except in this thread.
#[pyfunction]
pub fn end(py: Python<'_>) {
    let stop_all = || {
        let (mut all, own) = (searches(), process::id());
        all.ended_by = Some(thread::current().id());
        let running = all.running.iter().filter(|search| search.process == own);
        let flags = running.map(|search| {
            search.flags.iter().for_each(|flag| flag.store(true, Ordering::Relaxed));
        });
        flags.count()
    };
    let begun = Instant::now();
    py.detach(|| {
        while stop_all() > 0 && begun.elapsed() < PATIENCE {
            thread::sleep(Duration::from_millis(1));
        }
    });
}
