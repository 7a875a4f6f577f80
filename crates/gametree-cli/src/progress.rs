//! Progress on the terminal.

use std::io::{self, IsTerminal, Read};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use gametree::job::Watcher;
use gametree::{Bounds, Counts, Limits};
use gametree_arena::units;
use indicatif::{ProgressBar, ProgressStyle};

use crate::output::{Ending, leave};
use crate::text;

/// Nothing is shown for searches shorter than this...
const PATIENCE: Duration = Duration::from_secs(1);
/// ...and the line changes this often.
const REFRESH: Duration = Duration::from_millis(100);

/// The flag that an interrupt sets, once a command has taken it.
static INTERRUPTED: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// Has Ctrl-C, and the signals by which the system asks programs to end (SIGTERM, SIGHUP), set the flag of commands that
/// look at one. A second one ends the program immediately, and so does the first one in all other commands.
pub fn handle_signals() {
    // Without a handler the signal ends the program, which is acceptable.
    let _ = ctrlc::set_handler(|| {
        let first = INTERRUPTED.get().is_some_and(|flag| !flag.swap(true, Ordering::Relaxed));
        if !first {
            if let Some(farewell) = &mut *farewell() {
                farewell();
            }
            leave(Ending::CutShort);
        }
    });
}

/// What is done before an interrupt ends the program.
static FAREWELL: Mutex<Option<Farewell>> = Mutex::new(None);

type Farewell = Box<dyn FnMut() + Send>;

fn farewell() -> MutexGuard<'static, Option<Farewell>> {
    FAREWELL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Has this done before an interrupt ends the program. It must not wait for anything.
pub fn before_leaving(done: impl FnMut() + Send + 'static) {
    *farewell() = Some(Box::new(done));
}

/// The flag that an interrupt sets. A command that takes it must check it.
pub fn interrupt_flag() -> Arc<AtomicBool> {
    Arc::clone(INTERRUPTED.get_or_init(Arc::default))
}

/// A reader that ends at an interrupt.
pub struct Interruptible<R> {
    input: R,
    flag: Arc<AtomicBool>,
}

impl<R> Interruptible<R> {
    pub fn new(input: R) -> Interruptible<R> {
        Interruptible { input, flag: interrupt_flag() }
    }
}

impl<R: Read> Read for Interruptible<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.flag.load(Ordering::Relaxed) {
            return Err(io::Error::other("interrupted"));
        }
        self.input.read(buffer)
    }
}

/// A live line on standard error with the closing interval, if that is a terminal.
pub struct Live {
    bar: Option<ProgressBar>,
    shown: bool,
    started: Instant,
    drawn: Instant,
    bounds: Bounds,
    label: String,
    limits: Limits,
}

impl Live {
    pub fn new(quiet: bool, label: &str, limits: &Limits) -> Live {
        let bar = (!quiet && std::io::stderr().is_terminal()).then(|| {
            let bar = ProgressBar::hidden();
            bar.set_style(
                ProgressStyle::with_template("{spinner} {wide_msg}").expect("a template"),
            );
            bar
        });
        let now = Instant::now();
        let (bounds, label, limits) = (Bounds::UNBOUNDED, label.to_string(), limits.clone());
        Live { bar, shown: false, started: now, drawn: now, bounds, label, limits }
    }

    fn message(&self, counts: &Counts) -> String {
        let elapsed = self.started.elapsed();
        let rate = counts.leaves as f64 / elapsed.as_secs_f64();
        let mut message = format!(
            "{}{} in {}  {} leaves, {}/s",
            self.label,
            text::interval(self.bounds),
            text::seconds(elapsed),
            text::grouped(counts.leaves),
            text::grouped(rate as u64),
        );
        if let Some(left) = self.time_left(counts, elapsed) {
            message += &format!("  at most {} more", text::seconds(left));
        }
        message
    }

    /// How long until the nearest limit at this pace.
    fn time_left(&self, counts: &Counts, elapsed: Duration) -> Option<Duration> {
        let share = |limit: Option<u64>, used: u64| limit.map(|n| used as f64 / n.max(1) as f64);
        let time = self.limits.time.map(|t| elapsed.as_secs_f64() / t.as_secs_f64().max(1e-9));
        let shares = [
            share(self.limits.leaves, counts.leaves),
            share(self.limits.nodes, counts.nodes),
            time,
        ];
        let done = shares.into_iter().flatten().fold(0.0, f64::max);
        Duration::try_from_secs_f64(elapsed.as_secs_f64() * (1.0 / done - 1.0)).ok()
    }
}

impl Watcher for Live {
    fn root(&mut self, bounds: Bounds, _counts: &Counts) {
        self.bounds = bounds;
    }

    fn tick(&mut self, counts: &Counts) {
        let Some(bar) = &self.bar else { return };
        if self.started.elapsed() < PATIENCE || self.drawn.elapsed() < REFRESH {
            return;
        }
        self.drawn = Instant::now();
        if !self.shown {
            self.shown = true;
            bar.set_draw_target(indicatif::ProgressDrawTarget::stderr());
        }
        bar.set_message(self.message(counts));
        bar.tick();
    }
}

/// A live line that counts steps without a known end.
pub struct Steps {
    bar: Option<ProgressBar>,
    started: Instant,
    what: &'static str,
}

impl Steps {
    pub fn new(quiet: bool, what: &'static str) -> Steps {
        let bar = (!quiet && std::io::stderr().is_terminal()).then(|| {
            let style = ProgressStyle::with_template("{spinner} {wide_msg}").expect("a template");
            ProgressBar::hidden().with_style(style)
        });
        Steps { bar, started: Instant::now(), what }
    }

    /// Shows that this many steps are done.
    pub fn tick(&mut self, steps: u64) {
        let Some(bar) = &self.bar else { return };
        let elapsed = self.started.elapsed();
        if elapsed >= PATIENCE {
            if bar.is_hidden() {
                bar.set_draw_target(indicatif::ProgressDrawTarget::stderr());
            }
            let (steps, time) = (text::grouped(steps), text::seconds(elapsed));
            bar.set_message(format!("{}: {steps} positions in {time}", self.what));
            bar.tick();
        }
    }
}

impl Drop for Steps {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// A bar for many things of a kind, with the time that the rest will take.
pub struct Bar {
    bar: Option<ProgressBar>,
    shown: bool,
    started: Instant,
}

impl Bar {
    pub fn new(quiet: bool, length: u64) -> Bar {
        let bar = (!quiet && std::io::stderr().is_terminal()).then(|| {
            let bar = ProgressBar::hidden();
            let template = "{wide_bar} {pos}/{len}  {msg}{elapsed}, {eta} more";
            bar.set_style(ProgressStyle::with_template(template).expect("a template"));
            bar.set_length(length);
            bar
        });
        Bar { bar, shown: false, started: Instant::now() }
    }

    /// Shows what was done in an earlier run; it does not count for the time estimate.
    pub fn resume(&mut self, done: u64) {
        if let Some(bar) = &self.bar {
            bar.set_position(done);
            bar.reset_eta();
        }
    }

    /// Sets the message beside the bar.
    pub fn say(&mut self, message: &str) {
        if let Some(bar) = &self.bar {
            bar.set_message(format!("{message}  "));
        }
        self.refresh();
    }

    /// One more search is done.
    pub fn advance(&mut self) {
        if let Some(bar) = &self.bar {
            bar.inc(1);
        }
        self.refresh();
    }

    /// Shows that this much is done.
    pub fn reach(&mut self, done: u64) {
        if let Some(bar) = &self.bar {
            bar.set_position(done);
        }
        self.refresh();
    }

    /// Writes something while the bar is out of the way.
    pub fn above<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }

    /// Updates the elapsed time.
    pub fn refresh(&mut self) {
        let late = self.started.elapsed() >= PATIENCE;
        if let Some(bar) = self.bar.as_ref().filter(|_| late) {
            if !self.shown {
                self.shown = true;
                bar.set_draw_target(indicatif::ProgressDrawTarget::stderr());
            }
            bar.tick();
        }
    }
}

/// A watcher of an experiment: a bar, and the rows as they come.
pub struct Collector<R> {
    bar: Bar,
    unit: &'static str,
    /// The rows so far.
    pub rows: Vec<R>,
}

impl<R> Collector<R> {
    /// `unit` is what one row is about.
    pub fn new(mut bar: Bar, unit: &'static str) -> Collector<R> {
        bar.say(&format!("{unit}s"));
        Collector::with(bar, unit)
    }

    /// The same with a bar that says already what it is about.
    pub fn with(bar: Bar, unit: &'static str) -> Collector<R> {
        Collector { bar, unit, rows: Vec::new() }
    }
}

impl<R: Clone> units::Watcher<R> for Collector<R> {
    fn resumed(&mut self, units: u64) {
        self.bar.resume(units);
    }

    fn row(&mut self, row: &R) -> ControlFlow<()> {
        self.rows.push(row.clone());
        self.bar.reach(self.rows.len() as u64);
        ControlFlow::Continue(())
    }

    fn tick(&mut self) {
        self.bar.refresh();
    }

    fn finishing(&mut self, units: u64) {
        self.bar.say(&finishing(units, self.unit));
    }
}

/// What is said while units that have begun come to their end.
pub fn finishing(units: u64, unit: &str) -> String {
    let plural = if units == 1 { "" } else { "s" };
    format!("finishing {units} {unit}{plural} (Ctrl-C again: at once)")
}

impl Watcher for Bar {
    fn tick(&mut self, _counts: &Counts) {
        self.refresh();
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
