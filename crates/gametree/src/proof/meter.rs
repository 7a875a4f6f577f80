//! What the prover has spent, and whether it may go on.

use std::sync::atomic::Ordering;
use std::time::Instant;

use super::book::Book;
use crate::run::{Limits, Stop};

/// Watches the limits of time and memory, and reports progress.
pub(super) struct Meter<'m> {
    limits: &'m Limits,
    started: Instant,
    steps: u64,
    /// The memory of complete books.
    held: usize,
    /// Called now and then with the number of steps so far.
    tick: &'m mut dyn FnMut(u64),
}

/// Steps between two looks at the clock.
const STRIDE: u64 = 1 << 12;

impl<'m> Meter<'m> {
    pub fn new(limits: &'m Limits, tick: &'m mut dyn FnMut(u64)) -> Meter<'m> {
        Meter { limits, started: Instant::now(), steps: 0, held: 0, tick }
    }

    /// Counts a complete book, which is kept.
    pub fn hold(&mut self, book: &Book) {
        self.held += book.bytes();
    }

    /// Counts one more position, and checks the limits.
    pub fn step(&mut self, book: &Book) -> Result<(), Stop> {
        if self.steps % STRIDE == 0 {
            (self.tick)(self.steps);
            let flag = self.limits.stop.as_ref();
            if flag.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
                return Err(Stop::Interrupted);
            }
            if self.limits.time.is_some_and(|time| self.started.elapsed() >= time) {
                return Err(Stop::Time);
            }
            if self.held + book.bytes() > self.limits.most_memory() {
                return Err(Stop::Memory);
            }
        }
        self.steps += 1;
        Ok(())
    }
}
