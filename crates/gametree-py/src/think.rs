//! Players: one move, or a look at what they think, step by step.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use gametree::Outcome;
use gametree::job::{Job, JobError, PlayerSpec, Watcher};
use gametree::{Bounds, Counts, Limits, Stop, Workspace};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::pyclass::{PyTraverseError, PyVisit};
use pyo3::types::PyDict;

use crate::ending::{Running, is_ending};
use crate::options::{Options, wrong};
use crate::report::{report, sketch};
use crate::rules::{Rules, Told, exception, explained};
use crate::script::Script;
use crate::supervise::{LOOK_EVERY, Supervised, here, panicked};

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
        let (begun, named) = (Instant::now(), spec.algorithm().to_string());
        let mut known = (self.game.value_range(), Counts::default());
        let done = self.supervised(py, &stop, || {
            let mut player = self.game.player(&spec, position.as_deref(), seed)?;
            player.set_threads(threads);
            let report = player.think_within(limits, &[], &mut |report| {
                if !self.has_guessed() {
                    known = (report.bounds, report.counts);
                }
            })?;
            Ok(self.certain(report, known.0))
        });
        match done.and_then(Supervised::answered) {
            Ok(done) => Ok((
                self.told(py, position.as_deref(), &done.result, None)?,
                exception(py, done.interrupt),
            )),
            Err(error) => self.rescued(py, error, &named, known, begun),
        }
    }

    /// Whether answers are missing because a game in Python is not asked any more.
    pub fn has_guessed(&self) -> bool {
        self.script.as_ref().is_some_and(|script| script.trouble.has_guessed())
    }

    /// Has a player, or a search that proves, look at a position, and tells what is known from time to time.
    pub fn analysis(&self, options: &Options<'_, '_>) -> PyResult<Analysis> {
        let stop = self.flag();
        let every = options.seconds("every")?.unwrap_or(Duration::from_millis(100));
        let by = options.text("by")?;
        // A question to be answered, or a position to be looked at by a player?
        let answers = options.flag("answers")?;
        let samples = !answers
            && by.as_deref().is_some_and(|text| {
                PlayerSpec::parse(text).is_ok_and(|spec| spec.algorithm().sampler().is_some())
            });
        let (position, seed) = (options.text("position")?, options.seed()?);
        if is_ending() {
            return Err(PyRuntimeError::new_err("the interpreter ends: nothing can be analysed"));
        }
        let running = self.begin(&stop)?;
        let snapshots = Arc::<Mailbox>::default();
        let rules = self.clone();
        let known = self.game.value_range();
        let (to, last) = (snapshots.clone(), None);
        let (about, stated) = (position.clone(), None);
        let mut post =
            Post { rules: rules.clone(), position: about, to, every, last, known, stated };
        let work: Box<dyn FnOnce() + Send> = if samples {
            let (spec, limits) = player(options, &stop)?;
            let threads = self.threads(options)?;
            Box::new(move || {
                let found =
                    rules.game.player(&spec, position.as_deref(), seed).and_then(|mut player| {
                        player.set_threads(threads);
                        player.think_within(limits, &[], &mut |report| post.report(report))
                    });
                post.finish(found);
            })
        } else {
            let mut job = options.job_named(by.as_deref(), &self.game, &stop)?;
            job.threads = self.threads(options)?;
            post.stated = job.range;
            if answers {
                self.learn_if_chosen(by.as_deref(), &job);
            }
            let mut workspace = Workspace::new(options.store()?);
            Box::new(move || {
                let found = rules.game.run_in(&job, &mut post.following(&job), &mut workspace);
                post.finish(found);
            })
        };
        let script = self.script.clone();
        let mail = snapshots.clone();
        let work = move || {
            let done = here(work);
            mail.finish();
            drop(running);
            // What the game raised explains what came of the search.
            script.and_then(|script| script.trouble.take()).map_or(done, Err)
        };
        let thread = Builder::new()
            .spawn(work)
            .map_err(|_| PyRuntimeError::new_err("the system gives no thread to search in"))?;
        let (script, process) = (self.script.clone(), std::process::id());
        Ok(Analysis { stop, snapshots, script, process, thread: Mutex::new(Some(thread)) })
    }
}

/// A snapshot, or the exception that ended the search.
type Snapshot = PyResult<Py<PyDict>>;

/// The most snapshots that wait to be read. Of more, the oldest are dropped.
const MOST_WAITING: usize = 256;

/// Snapshots on their way from the search to the reader.
#[derive(Default)]
struct Mailbox {
    inside: Mutex<Waiting>,
    news: Condvar,
}

#[derive(Default)]
struct Waiting {
    snapshots: VecDeque<Snapshot>,
    /// Nothing more will come.
    finished: bool,
    /// Nobody reads any more.
    closed: bool,
}

/// What a reader finds.
enum Mail {
    Snapshot(Snapshot),
    Nothing,
    End,
}

impl Mailbox {
    fn inside(&self) -> MutexGuard<'_, Waiting> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a snapshot in. What is dropped belongs to the interpreter, so this is called with its lock.
    fn put(&self, snapshot: Snapshot) {
        let mut inside = self.inside();
        let oldest = (inside.snapshots.len() >= MOST_WAITING).then(|| inside.snapshots.pop_front());
        inside.snapshots.push_back(snapshot);
        drop(inside);
        self.news.notify_one();
        // Whatever Python does when an object goes, it does without the mailbox.
        drop(oldest);
    }

    fn finish(&self) {
        self.inside().finished = true;
        self.news.notify_one();
    }

    /// The next snapshot, if there is one or comes soon.
    fn next(&self, wait: Duration) -> Mail {
        let quiet = |inside: &mut Waiting| {
            inside.snapshots.is_empty() && !inside.finished && !inside.closed
        };
        let waited = self.news.wait_timeout_while(self.inside(), wait, quiet);
        let (mut inside, _) = waited.unwrap_or_else(PoisonError::into_inner);
        if inside.closed {
            return Mail::End;
        }
        match inside.snapshots.pop_front() {
            Some(snapshot) => Mail::Snapshot(snapshot),
            None if inside.finished => Mail::End,
            None => Mail::Nothing,
        }
    }
}

/// Sends snapshots, though not too often.
struct Post {
    rules: Rules,
    position: Option<String>,
    to: Arc<Mailbox>,
    every: Duration,
    last: Option<Instant>,
    /// Bounds from before an interrupt.
    known: Bounds,
    /// The range that the question states.
    stated: Option<Bounds>,
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

    fn report(&mut self, report: &Outcome) {
        if self.rules.has_guessed() {
            return;
        }
        self.known = report.bounds;
        if self.is_due() {
            let position = self.position.as_deref();
            self.send(|py, rules| rules.told(py, position, report, self.stated).map(Bound::unbind));
        }
    }

    fn send(&self, tell: impl Fn(Python<'_>, &Rules) -> Snapshot) {
        Python::attach(|py| self.to.put(tell(py, &self.rules)));
    }

    /// Sends the last snapshot, or what went wrong.
    fn finish(&self, found: Result<Outcome, JobError>) {
        let trouble = self.rules.script.as_ref().and_then(|script| script.trouble.take());
        let found = match (trouble, found) {
            (Some(error), _) => Err(error),
            // The search was stopped before anything was known.
            (None, Err(_)) if self.rules.has_guessed() => return,
            (None, Err(error)) => Err(explained(&error)),
            (None, Ok(report)) => Ok(self.rules.certain(report, self.known)),
        };
        Python::attach(|py| {
            let position = self.position.as_deref();
            let told = found.and_then(|report| self.rules.told(py, position, &report, self.stated));
            self.to.put(told.map(Bound::unbind));
        });
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
        let (named, known) = ((self.algorithm.as_str(), Stop::Running), (self.bounds, now));
        let found = sketch(named, known, self.begun);
        self.post.send(|py, rules| Ok(report(py, &found, "", rules.names())?.unbind()));
    }
}

impl Watcher for Following<'_> {
    fn root(&mut self, bounds: Bounds, counts: &Counts) {
        if self.post.rules.has_guessed() {
            return;
        }
        (self.bounds, self.post.known) = (bounds, bounds);
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
    snapshots: Arc<Mailbox>,
    script: Option<Arc<Script>>,
    /// Where the thread is.
    process: u32,
    thread: Mutex<Option<JoinHandle<PyResult<()>>>>,
}

impl Analysis {
    /// Tells the search to stop.
    fn halt(&self) {
        if let Some(script) = &self.script {
            script.trouble.halt();
        }
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Waits for the thread, which may need the interpreter's lock to end.
    fn join(&self, py: Python<'_>) -> PyResult<()> {
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(thread) = thread else { return Ok(()) };
        if self.process != std::process::id() {
            // A forked process has none.
            return Ok(());
        }
        py.detach(|| thread.join()).unwrap_or_else(|panic| Err(panicked(&*panic)))
    }
}

#[pymethods]
impl Analysis {
    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Py<PyDict>>> {
        let running = Running::begin(vec![self.stop.clone()])?;
        loop {
            match py.detach(|| self.snapshots.next(LOOK_EVERY)) {
                Mail::Snapshot(snapshot) => return snapshot.map(Some),
                Mail::Nothing => {
                    if let Err(error) = py.check_signals() {
                        self.close(py)?;
                        return Err(error);
                    }
                }
                Mail::End => {
                    drop(running);
                    self.close(py)?;
                    return Ok(None);
                }
            }
        }
    }

    /// Stops the search.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.halt();
        self.snapshots.inside().closed = true;
        let _running = Running::begin(Vec::new())?;
        self.join(py)
    }

    /// The same without waiting for the end.
    fn stop(&self) {
        self.halt();
    }

    /// The last snapshot of those that were not read before the search was closed.
    fn rest(&self) -> PyResult<Option<Py<PyDict>>> {
        let waiting = std::mem::take(&mut self.snapshots.inside().snapshots);
        waiting.into_iter().next_back().transpose()
    }

    /// The thread holds the game for as long as this object lets it: both are garbage together. (Rules of a game in Python are
    /// opened for one search, so nothing else holds its methods.)
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.script.as_ref().map_or(Ok(()), |script| script.visit(&visit))
    }
}

impl Drop for Analysis {
    fn drop(&mut self) {
        self.halt();
        // The search has ended with the interpreter, or will never get its lock.
        if !is_ending() {
            // It ends soon; whoever panics there has said so already.
            let _ = Python::attach(|py| self.join(py));
        }
    }
}
