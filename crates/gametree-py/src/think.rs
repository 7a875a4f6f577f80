//! Players: one move, or a look at what they think, step by step.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use gametree::job::{Job, PlayerSpec, Report, Watcher};
use gametree::{Bounds, Counts, Limits, Workspace};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::options::{Options, wrong};
use crate::report::{counts, put_bounds};
use crate::rules::{Rules, Told, exception, explained};
use crate::supervise::{here, panicked};

/// A player by name, with the limits that the call sets.
fn player(options: &Options<'_, '_>, stop: &Arc<AtomicBool>) -> PyResult<(PlayerSpec, Limits)> {
    let text = options.text("by")?.unwrap_or_else(|| "mcts-solver".into());
    let spec = PlayerSpec::parse(&text).map_err(|error| wrong(error.to_string()))?;
    let (own, given) = (spec.limits(), options.limits(stop)?);
    let memory = given.memory.or(own.memory);
    let limits = if given.are_set() { given } else { own };
    Ok((spec, limits.memory(memory).stop(stop.clone())))
}

impl Rules {
    /// Has a player search a position.
    pub fn think<'py>(&self, py: Python<'py>, options: &Options<'_, 'py>) -> PyResult<Told<'py>> {
        let stop = self.flag();
        let (spec, limits) = player(options, &stop)?;
        let (position, seed) = (options.text("position")?, options.seed()?);
        let threads = self.threads(options)?;
        let done = self.supervised(py, &stop, || {
            let mut player = self.game.player(&spec, position.as_deref(), seed)?;
            player.set_threads(threads);
            player.think_within(limits, &[], &mut |_| ())
        })?;
        let report = done.result.map_err(|error| explained(&error))?;
        Ok((self.told(py, &report)?, exception(py, done.interrupt)))
    }

    /// Has a player, or a search that proves, look at a position, and tells what is known from time to time.
    pub fn analysis(&self, options: &Options<'_, '_>) -> PyResult<Analysis> {
        let stop = self.flag();
        let every = options.seconds("every")?.unwrap_or(Duration::from_millis(100));
        let by = options.text("by")?;
        let samples = by.as_deref().is_some_and(|text| {
            PlayerSpec::parse(text).is_ok_and(|spec| spec.algorithm().sampler().is_some())
        });
        let (position, seed) = (options.text("position")?, options.seed()?);
        let (sender, snapshots) = channel();
        let rules = self.clone();
        let mut post = Post { rules: rules.clone(), sender, every, last: None };
        let work: Box<dyn FnOnce() + Send> = if samples {
            let (spec, limits) = player(options, &stop)?;
            let threads = self.threads(options)?;
            Box::new(move || {
                let found =
                    rules.game.player(&spec, position.as_deref(), seed).and_then(|mut player| {
                        player.set_threads(threads);
                        player.think_within(limits, &[], &mut |report| post.report(report))
                    });
                post.finish(found.map_err(|error| explained(&error)));
            })
        } else {
            let mut job = options.job_named(by.as_deref(), &self.game, &stop)?;
            job.threads = self.threads(options)?;
            Box::new(move || {
                let found =
                    rules.game.run_in(&job, &mut post.following(&job), &mut Workspace::default());
                post.finish(found.map_err(|error| explained(&error)));
            })
        };
        let script = self.script.clone();
        let work = move || {
            let done = here(work);
            // What the game raised explains what came of the search.
            script.and_then(|script| script.trouble.take()).map_or(done, Err)
        };
        let thread = Builder::new()
            .spawn(work)
            .map_err(|_| PyRuntimeError::new_err("the system gives no thread to search in"))?;
        let parts = Parts { snapshots: Some(snapshots), thread: Some(thread) };
        Ok(Analysis { stop, parts: Mutex::new(parts) })
    }
}

/// A snapshot, or the exception that ended the search.
type Snapshot = PyResult<Py<PyDict>>;

/// Sends snapshots, though not too often.
struct Post {
    rules: Rules,
    sender: Sender<Snapshot>,
    every: Duration,
    last: Option<Instant>,
}

impl Post {
    /// Whether it is time for another snapshot.
    fn is_due(&mut self) -> bool {
        let due = self.last.is_none_or(|last| last.elapsed() >= self.every);
        if due {
            self.last = Some(Instant::now());
        }
        due
    }

    fn report(&mut self, report: &Report) {
        if self.is_due() {
            self.send(|py, rules| rules.told(py, report).map(Bound::unbind));
        }
    }

    fn send(&self, tell: impl Fn(Python<'_>, &Rules) -> Snapshot) {
        // Nobody listens any more if this fails; the search is being stopped then.
        let _ = self.sender.send(Python::attach(|py| tell(py, &self.rules)));
    }

    /// Sends the last snapshot, or what went wrong.
    fn finish(&self, found: PyResult<Report>) {
        let trouble = self.rules.script.as_ref().and_then(|script| script.trouble.take());
        let snapshot = match (trouble, found) {
            (Some(error), _) | (None, Err(error)) => Err(error),
            (None, Ok(report)) => {
                Python::attach(|py| self.rules.told(py, &report).map(Bound::unbind))
            }
        };
        let _ = self.sender.send(snapshot);
    }

    fn following<'p>(&'p mut self, job: &Job) -> Following<'p> {
        let algorithm = job.algorithm.clone().unwrap_or_else(|| self.rules.game.choose(job));
        let bounds = job.range.unwrap_or(self.rules.game.value_range());
        let algorithm = algorithm.to_string();
        Following { post: self, algorithm, bounds, begun: Instant::now() }
    }
}

/// Follows a search that proves.
struct Following<'p> {
    post: &'p mut Post,
    algorithm: String,
    bounds: Bounds,
    begun: Instant,
}

impl Following<'_> {
    fn show(&self, now: &Counts) {
        self.post.send(|py, _| {
            let dict = PyDict::new(py);
            put_bounds(&dict, self.bounds)?;
            dict.set_item("algorithm", &self.algorithm)?;
            dict.set_item("basis", "proof")?;
            dict.set_item("stop", "running")?;
            dict.set_item("answered", false)?;
            dict.set_item("counts", counts(py, now)?)?;
            dict.set_item("seconds", self.begun.elapsed().as_secs_f64())?;
            dict.set_item("pv", PyList::empty(py))?;
            dict.set_item("moves", PyList::empty(py))?;
            for unknown in ["value", "move", "turn", "trace"] {
                dict.set_item(unknown, py.None())?;
            }
            Ok(dict.unbind())
        });
    }
}

impl Watcher for Following<'_> {
    fn root(&mut self, bounds: Bounds, counts: &Counts) {
        self.bounds = bounds;
        if self.post.is_due() {
            self.show(counts);
        }
    }

    fn tick(&mut self, counts: &Counts) {
        if self.post.is_due() {
            self.show(counts);
        }
    }
}

/// What a running search knows, from time to time.
#[pyclass(frozen, module = "gametree._native")]
pub struct Analysis {
    stop: Arc<AtomicBool>,
    parts: Mutex<Parts>,
}

struct Parts {
    snapshots: Option<Receiver<Snapshot>>,
    thread: Option<JoinHandle<PyResult<()>>>,
}

impl Analysis {
    /// Waits for the thread, which may need the interpreter's lock to end.
    fn join(py: Python<'_>, thread: Option<JoinHandle<PyResult<()>>>) -> PyResult<()> {
        let Some(thread) = thread else { return Ok(()) };
        py.detach(|| thread.join()).unwrap_or_else(|panic| Err(panicked(&*panic)))
    }
}

#[pymethods]
impl Analysis {
    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Py<PyDict>>> {
        loop {
            let said = py.detach(|| {
                let parts = self.parts.lock().unwrap_or_else(PoisonError::into_inner);
                let snapshots = parts.snapshots.as_ref();
                snapshots.map(|snapshots| snapshots.recv_timeout(Duration::from_millis(5)))
            });
            match said {
                Some(Ok(snapshot)) => return snapshot.map(Some),
                Some(Err(RecvTimeoutError::Timeout)) => {
                    if let Err(error) = py.check_signals() {
                        self.close(py)?;
                        return Err(error);
                    }
                }
                Some(Err(RecvTimeoutError::Disconnected)) | None => {
                    self.close(py)?;
                    return Ok(None);
                }
            }
        }
    }

    /// Stops the search.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.stop.store(true, Ordering::Relaxed);
        let thread = py.detach(|| {
            let mut parts = self.parts.lock().unwrap_or_else(PoisonError::into_inner);
            parts.snapshots = None;
            parts.thread.take()
        });
        Analysis::join(py, thread)
    }
}

impl Drop for Analysis {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        let parts = self.parts.get_mut().unwrap_or_else(PoisonError::into_inner);
        let thread = parts.thread.take();
        // The search ends soon; whoever panics there has said so already.
        let _ = Python::attach(|py| Analysis::join(py, thread));
    }
}
