//! What the prover has spent, and whether it may go on.

use std::sync::Arc;
use std::time::Instant;

use super::book::Book;
use crate::limits::Limits;
use crate::outcome::Stop;
use crate::threads::Crew;

/// Watches the limits of time and memory, and reports progress.
pub(crate) struct Meter<'m> {
    limits: &'m Limits,
    started: Instant,
    steps: u64,
    /// The memory of complete books.
    held: usize,
    /// Called now and then with the number of steps so far.
    tick: &'m mut dyn FnMut(u64),
    /// The numbers of steps at which it looks at the clock, reports, and stops.
    look_at: u64,
    report_at: u64,
    pause_at: u64,
    /// The other threads.
    pub crew: Option<Arc<Crew>>,
}

/// Steps between two looks at the clock...
const STRIDE: u64 = 1 << 8;
/// ...and between two reports.
const REPORT: u64 = 1 << 12;

impl<'m> Meter<'m> {
    pub fn new(limits: &'m Limits, tick: &'m mut dyn FnMut(u64)) -> Meter<'m> {
        Meter {
            limits,
            started: Instant::now(),
            steps: 0,
            held: 0,
            tick,
            look_at: 0,
            report_at: 0,
            pause_at: u64::MAX,
            crew: None,
        }
    }

    /// Counts a complete book, which is kept.
    pub fn hold(&mut self, book: &Book) {
        self.held += book.bytes();
    }

    /// Stops with [`Stop::Nodes`] when `steps` more have been taken; `None` lifts that limit.
    pub fn pause_after(&mut self, steps: Option<u64>) {
        self.pause_at = steps.map_or(u64::MAX, |steps| self.steps + steps);
    }

    /// Counts one more position, and checks the limits.
    pub fn step(&mut self, book: &Book) -> Result<(), Stop> {
        let due = self.steps >= self.look_at;
        if due && self.held + book.bytes() > self.limits.most_memory() {
            return Err(Stop::Memory);
        }
        self.advance(1)
    }

    /// Counts positions of which nothing is stored, and checks the limits.
    pub fn advance(&mut self, positions: usize) -> Result<(), Stop> {
        if self.steps >= self.look_at {
            self.look_at = self.steps + STRIDE;
            self.look()?;
        }
        if self.steps >= self.pause_at {
            return Err(Stop::Nodes);
        }
        self.steps += positions as u64;
        Ok(())
    }

    fn look(&mut self) -> Result<(), Stop> {
        if self.steps >= self.report_at {
            self.report_at = self.steps + REPORT;
            let others = self.crew.as_ref().map_or(0, |crew| crew.work().0);
            (self.tick)(self.steps + others);
        }
        let dismissed = self.crew.as_ref().is_some_and(|crew| crew.is_dismissed());
        if dismissed || self.limits.is_called_off() {
            return Err(Stop::Interrupted);
        }
        if self.limits.time.is_some_and(|time| self.started.elapsed() >= time) {
            return Err(Stop::Time);
        }
        Ok(())
    }
}
