//! Series of many independent units: threads, a file, and resuming.
//!
//! A unit depends on the experiment and its own number, and on nothing else. Units begin in the order of
//! their numbers and may end in any order; their rows are passed on, and written to the file, in order. So
//! the results do not depend on the number of threads, and the file always holds a prefix of the whole.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::{Builder, ScopedJoinHandle, scope};
use std::time::{Duration, Instant};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::ledger::Ledger;

/// What is done unit by unit: a match, a study, an experiment.
///
/// ```
/// use gametree_arena::units::{Ended, Series, Run, Watcher, run};
/// # use std::{num::NonZero, ops::ControlFlow, sync::Arc, sync::atomic::AtomicBool};
///
/// struct Squares;
///
/// impl Series for Squares {
///     type Header = &'static str;
///     type Row = u64;
///
///     fn header(&self) -> &'static str {
///         "squares"
///     }
///
///     fn unit(&self, number: u64, _: &Arc<AtomicBool>) -> Result<u64, String> {
///         Ok(number * number)
///     }
/// }
///
/// struct Sum(u64);
///
/// impl Watcher<u64> for Sum {
///     fn row(&mut self, row: &u64) -> ControlFlow<()> {
///         self.0 += row;
///         ControlFlow::Continue(())
///     }
/// }
///
/// let threads = NonZero::new(2).unwrap();
/// let how = Run { units: 4, threads, file: None, interrupt: Arc::default() };
/// let mut sum = Sum(0);
/// assert_eq!(run(&Squares, &how, &mut sum), Ok(Ended::Complete));
/// assert_eq!(sum.0, 1 + 4 + 9);
/// ```
pub trait Series: Sync {
    /// What identifies the experiment: experiments with the same header have the same rows.
    type Header: Serialize;
    /// The result of a unit.
    type Row: Serialize + DeserializeOwned + Send;

    /// The first line of the file.
    fn header(&self) -> Self::Header;

    /// Does a unit. Once `abandon` is set, the result is no longer needed and will not be read.
    ///
    /// # Errors
    /// If it cannot be done; this ends the experiment.
    fn unit(&self, number: u64, abandon: &Arc<AtomicBool>) -> Result<Self::Row, String>;

    /// Checks that a row of a file can be the result of this unit.
    ///
    /// # Errors
    /// If it cannot; says why.
    fn recognise(&self, number: u64, row: &Self::Row) -> Result<(), String> {
        let _ = (number, row);
        Ok(())
    }
}

/// How an experiment is run; none of it changes the results. [`Series`] has an example.
#[derive(Clone, Debug)]
pub struct Run<'a> {
    /// The number of units.
    pub units: u64,
    /// How many units run at a time.
    pub threads: NonZero<usize>,
    /// The file for the rows, if they are kept.
    pub file: Option<&'a Path>,
    /// Setting this ends the run: units that have begun are abandoned after the watcher's [patience](Watcher::patience).
    pub interrupt: Arc<AtomicBool>,
}

/// Follows a run. [`Series`] has an example.
pub trait Watcher<R> {
    /// This many units were already in the file.
    fn resumed(&mut self, units: u64) {
        let _ = units;
    }

    /// Takes the next row, in order, from the file or new; breaks if no more are needed.
    fn row(&mut self, row: &R) -> ControlFlow<()>;

    /// Called several times a second while the run goes on.
    fn tick(&mut self) {}

    /// How long an interrupt waits for units that have begun: a second, unless the watcher says otherwise.
    fn patience(&self) -> Duration {
        GRACE
    }

    /// Called as often after an interrupt, with the number of units that have begun and are not done.
    fn finishing(&mut self, units: u64) {
        let _ = units;
    }
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// All units are done.
    Complete,
    /// The watcher needed no more.
    Enough,
    /// The run was interrupted.
    Interrupted,
}

/// Runs an experiment, or the units that its file does not have yet. [`Series`] has an example.
///
/// # Errors
/// If the file does not belong to this experiment or cannot be written, or a unit cannot be done. The rows
/// before that are in the file.
pub fn run<E: Series>(
    experiment: &E,
    how: &Run<'_>,
    watcher: &mut dyn Watcher<E::Row>,
) -> Result<Ended, String> {
    let (ledger, mut rows) = match how.file {
        Some(path) => {
            let (ledger, rows) = Ledger::open(path, &experiment.header())?;
            (Some(ledger), rows)
        }
        None => (None, Vec::new()),
    };
    rows.truncate(usize::try_from(how.units).unwrap_or(usize::MAX));
    if let Some(path) = how.file {
        recognise(experiment, path, &rows)?;
    }
    watcher.resumed(rows.len() as u64);
    for row in &rows {
        if watcher.row(row).is_break() {
            return Ok(Ended::Enough);
        }
    }
    let done = rows.len() as u64;
    drop(rows);
    if done == how.units {
        return Ok(Ended::Complete);
    }
    go_on(experiment, how, watcher, ledger, done)
}

/// Checks that the rows of a file can be those of the units.
///
/// # Errors
/// If one of them cannot; says which.
pub fn recognise<E: Series>(experiment: &E, path: &Path, rows: &[E::Row]) -> Result<(), String> {
    for (number, row) in rows.iter().enumerate() {
        let wrong = |reason| format!("{}, line {}: {reason}", path.display(), number + 2);
        experiment.recognise(number as u64, row).map_err(wrong)?;
    }
    Ok(())
}

/// Does what is left after `done` units.
fn go_on<E: Series>(
    experiment: &E,
    how: &Run<'_>,
    watcher: &mut dyn Watcher<E::Row>,
    ledger: Option<Ledger>,
    done: u64,
) -> Result<Ended, String> {
    let abandon = Arc::new(AtomicBool::new(false));
    scope(|scope| {
        let (orders, waiting) = channel();
        let (results, finished) = channel();
        let queue =
            Queue { waiting: Mutex::new(waiting), abandon: &abandon, closed: &how.interrupt };
        let queue = Arc::new(queue);
        let start = |_| {
            let (queue, results) = (Arc::clone(&queue), results.clone());
            let work = move || queue.work(experiment, &results);
            Builder::new().spawn_scoped(scope, work)
        };
        // No more threads than there is work for, or than the system provides.
        let most = how.threads.get().min(usize::try_from(how.units - done).unwrap_or(usize::MAX));
        let workers: Vec<_> = (0..most).map(start).map_while(Result::ok).collect();
        if workers.is_empty() {
            return Err("the system gives no thread to work in".into());
        }
        // So that the channel closes once the workers are gone.
        drop(results);
        let (ahead, early) = ((how.threads.get() as u64).saturating_mul(AHEAD), BTreeMap::new());
        let mut collector =
            Collector { how, abandon: &abandon, ledger, next: done, begun: done, ahead, early };
        let ended = collector.collect(orders, &finished, workers, watcher);
        abandon.store(true, Ordering::Relaxed);
        ended
    })
}

/// How many units per thread may be ordered before the first of them is in the file. With more, threads go
/// on while one of them has a long unit; but all these are lost if the program is killed.
const AHEAD: u64 = 4;

/// How long an interrupt waits for units that have begun.
const GRACE: Duration = Duration::from_secs(1);

/// How often watchers are called.
const TICK: Duration = Duration::from_millis(100);

/// How often the run looks whether it is interrupted.
const LOOK: Duration = Duration::from_millis(5);

type Finished<R> = (u64, Result<R, String>);

/// Where workers get the numbers of units.
struct Queue<'a> {
    waiting: Mutex<Receiver<u64>>,
    abandon: &'a Arc<AtomicBool>,
    closed: &'a AtomicBool,
}

impl Queue<'_> {
    fn work<E: Series>(&self, experiment: &E, results: &Sender<Finished<E::Row>>) {
        let _alarm = Alarm(self.abandon);
        while let Some(number) = self.next() {
            // This fails if the run has ended; nothing is lost then.
            let _ = results.send((number, experiment.unit(number, self.abandon)));
        }
    }

    /// The next unit. A unit handed out will be done, so no number is skipped.
    fn next(&self) -> Option<u64> {
        let waiting = self.waiting.lock().expect("no worker panics while it takes a number");
        let closed = self.closed.load(Ordering::Relaxed) || self.abandon.load(Ordering::Relaxed);
        if closed { None } else { waiting.recv().ok() }
    }
}

/// Tells the other workers if one panics, so that none waits for it.
struct Alarm<'a>(&'a AtomicBool);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

/// Orders units, and puts their rows in order.
struct Collector<'a, R> {
    how: &'a Run<'a>,
    abandon: &'a AtomicBool,
    ledger: Option<Ledger>,
    /// The unit whose row is next.
    next: u64,
    /// The first unit that is not ordered yet.
    begun: u64,
    ahead: u64,
    /// Rows that came before their turn.
    early: BTreeMap<u64, Result<R, String>>,
}

impl<R: Serialize> Collector<'_, R> {
    fn collect(
        &mut self,
        orders: Sender<u64>,
        finished: &Receiver<Finished<R>>,
        workers: Vec<ScopedJoinHandle<'_, ()>>,
        watcher: &mut dyn Watcher<R>,
    ) -> Result<Ended, String> {
        let mut orders = Some(orders);
        let mut since: Option<Instant> = None;
        let mut shown = Instant::now();
        loop {
            let interrupted = self.how.interrupt.load(Ordering::Relaxed);
            if interrupted || self.begun == self.how.units {
                // Workers that wait for orders end.
                orders = None;
            }
            if let Some(orders) = &orders {
                while self.begun < self.how.units.min(self.next.saturating_add(self.ahead)) {
                    let _ = orders.send(self.begun);
                    self.begun += 1;
                }
            }
            let come = finished.recv_timeout(LOOK);
            let quiet = matches!(come, Err(RecvTimeoutError::Timeout));
            match come {
                Ok((number, result)) => {
                    self.early.insert(number, result);
                    if self.settle(watcher)?.is_break() {
                        return Ok(Ended::Enough);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if self.next == self.how.units {
                break;
            }
            if self.abandon.load(Ordering::Relaxed) {
                // A worker has panicked, which the scope passes on.
                break;
            }
            // As long as rows come, none of them is lost.
            if interrupted
                && since.get_or_insert_with(Instant::now).elapsed() >= watcher.patience()
                && quiet
            {
                // The others will be done again; what was shown is in the file.
                break;
            }
            if quiet && shown.elapsed() < TICK {
                continue;
            }
            shown = Instant::now();
            if interrupted {
                let busy = workers.iter().filter(|worker| !worker.is_finished()).count();
                watcher.finishing(busy as u64);
            } else {
                watcher.tick();
            }
        }
        Ok(if self.next == self.how.units { Ended::Complete } else { Ended::Interrupted })
    }

    /// Writes and shows all rows whose turn has come.
    fn settle(&mut self, watcher: &mut dyn Watcher<R>) -> Result<ControlFlow<()>, String> {
        while let Some(result) = self.early.remove(&self.next) {
            let row = result?;
            if let Some(ledger) = &mut self.ledger {
                ledger.append(&row)?;
            }
            self.next += 1;
            if watcher.row(&row).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}
