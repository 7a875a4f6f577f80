//! Keyword arguments, with the names and the units of the command's options.

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use gametree::job::{AnyGame, Job};
use gametree::registry::{Spec, quantity};
use gametree::run::Storage;
use gametree::{Bounds, Epsilon, Limits};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyInt, PyString, PyTuple};

/// The keyword arguments of a call. Those that are `None` count as not given.
pub struct Options<'a, 'py>(pub &'a Bound<'py, PyDict>);

/// A complaint about an argument.
pub fn wrong(reason: impl Into<String>) -> PyErr {
    PyValueError::new_err(reason.into())
}

impl<'py> Options<'_, 'py> {
    fn get(&self, key: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        Ok(self.0.get_item(key)?.filter(|value| !value.is_none()))
    }

    /// Whatever it is.
    pub fn object(&self, key: &str) -> PyResult<Option<Py<PyAny>>> {
        Ok(self.get(key)?.map(Bound::unbind))
    }

    /// A text.
    pub fn text(&self, key: &str) -> PyResult<Option<String>> {
        let Some(value) = self.get(key)? else { return Ok(None) };
        let text = value.cast::<PyString>().map_err(|_| {
            PyTypeError::new_err(format!("{key} should be a text, not {}", shown(&value)))
        })?;
        Ok(Some(text.to_string_lossy().into_owned()))
    }

    /// Several texts, or one.
    pub fn texts(&self, key: &str) -> PyResult<Vec<String>> {
        let Some(value) = self.get(key)? else { return Ok(Vec::new()) };
        if value.is_instance_of::<PyString>() {
            return Ok(self.text(key)?.into_iter().collect());
        }
        let what = || format!("{key} should be a list of texts, not {}", shown(&value));
        value.extract().map_err(|_| PyTypeError::new_err(what()))
    }

    /// Yes or no; no, if it is not given.
    pub fn flag(&self, key: &str) -> PyResult<bool> {
        match self.get(key)? {
            Some(value) => value.is_truthy(),
            None => Ok(false),
        }
    }

    /// A quantity, written as in the command; a number counts in `unit`.
    fn quantity<T>(
        &self,
        key: &str,
        unit: &str,
        read: impl Fn(&str) -> Result<T, String>,
    ) -> PyResult<Option<T>> {
        let Some(value) = self.get(key)? else { return Ok(None) };
        let bare = value.is_instance_of::<PyInt>() || value.is_instance_of::<PyFloat>();
        let text = value.str()?.to_string_lossy().into_owned();
        let text = if bare { text + unit } else { text };
        let read = read(&text);
        read.map(Some).map_err(|reason| wrong(format!("{key}={}: {reason}", shown(&value))))
    }

    /// A count.
    pub fn count(&self, key: &str) -> PyResult<Option<u64>> {
        self.quantity(key, "", quantity::count)
    }

    /// A span of time.
    pub fn seconds(&self, key: &str) -> PyResult<Option<Duration>> {
        self.quantity(key, "s", quantity::duration)
    }

    /// A limit on memory.
    pub fn memory(&self) -> PyResult<Option<usize>> {
        self.quantity("memory", "B", quantity::memory)
    }

    fn epsilon(&self) -> PyResult<Epsilon> {
        Ok(self.quantity("epsilon", "", quantity::epsilon)?.unwrap_or(Epsilon::NONE))
    }

    fn range(&self) -> PyResult<Option<Bounds>> {
        let Some(value) = self.get("range")? else { return Ok(None) };
        let pair = value.cast::<PyTuple>().ok().and_then(|pair| pair.extract::<(f64, f64)>().ok());
        let text = match pair {
            Some((low, high)) => format!("{low},{high}"),
            None => value.str()?.to_string_lossy().into_owned(),
        };
        let read = quantity::range(&text);
        read.map(Some).map_err(|reason| wrong(format!("range={}: {reason}", shown(&value))))
    }

    /// The seed; 1, if none is given.
    pub fn seed(&self) -> PyResult<u64> {
        match self.get("seed")? {
            Some(value) => value.extract().map_err(|_| {
                wrong(format!("seed={} should be a whole number, 0 or more", shown(&value)))
            }),
            None => Ok(1),
        }
    }

    /// The number of threads; one per processor, if none is given.
    pub fn threads(&self) -> PyResult<NonZero<usize>> {
        let all = || std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
        let Some(value) = self.get("threads")? else { return Ok(all()) };
        let text = value.str()?.to_string_lossy().into_owned();
        if text == "all" {
            return Ok(all());
        }
        let number: Option<NonZero<usize>> = text.parse().ok();
        number.filter(|number| number.get() <= 1 << 16).ok_or_else(|| {
            let value = shown(&value);
            wrong(format!("threads={value} should be a number from 1 to 65536, or 'all'"))
        })
    }

    /// The store.
    pub fn store(&self) -> PyResult<Storage> {
        match self.text("store")?.as_deref().unwrap_or("auto") {
            "auto" => Ok(Storage::Auto),
            "plain" => Ok(Storage::Plain),
            "table" => Ok(Storage::Table),
            other => Err(wrong(format!("store='{other}' should be auto, plain or table"))),
        }
    }

    /// The limits.
    pub fn limits(&self, stop: &Arc<AtomicBool>) -> PyResult<Limits> {
        Ok(Limits::none()
            .leaves(self.count("leaves")?)
            .nodes(self.count("nodes")?)
            .time(self.seconds("time")?)
            .memory(self.memory()?)
            .ceiling(gametree_machine::ceiling())
            .stop(stop.clone()))
    }

    /// The job that is described, apart from its algorithm.
    fn question(&self, stop: &Arc<AtomicBool>) -> PyResult<Job> {
        Ok(Job::new(None)
            .position(self.text("position")?)
            .range(self.range()?)
            .epsilon(self.epsilon()?)
            .depth(self.quantity("depth", "", quantity::depth)?)
            .deepening(!self.flag("no_deepening")?)
            .facts(!self.flag("no_facts")?)
            .seed(self.seed()?)
            .all_moves(self.flag("all_moves")?)
            .trace(self.flag("trace")?)
            .threads(self.threads()?)
            .limits(self.limits(stop)?))
    }

    /// The job that is described.
    pub fn job(&self, game: &AnyGame, stop: &Arc<AtomicBool>) -> PyResult<Job> {
        self.job_named(self.text("algorithm")?.as_deref(), game, stop)
    }

    /// The same by an algorithm that has another keyword.
    pub fn job_named(
        &self,
        name: Option<&str>,
        game: &AnyGame,
        stop: &Arc<AtomicBool>,
    ) -> PyResult<Job> {
        let job = self.question(stop)?;
        let named = match name {
            None | Some("auto") => None,
            Some(text) => Some(parse(text)?),
        };
        // Without limits there is no estimate but after an interrupt, and that should end the search at once.
        let named = named.or_else(|| (!job.limits.are_set()).then(|| game.choose(&job)));
        let mut spec = named.clone().unwrap_or_else(|| game.choose(&job));
        self.set_parameters(&mut spec, !self.flag("lenient")?)?;
        refuse_endless(&spec, &job.limits)?;
        Ok(job.algorithm(named.map(|_| spec)))
    }

    /// Passes on arguments that are parameters of the algorithm.
    fn set_parameters(&self, spec: &mut Spec, strict: bool) -> PyResult<()> {
        if let Some(guess) = self.get("guess")? {
            let name = spec.entry().name;
            if spec.has_parameter("guess") {
                let guess = guess.str()?.to_string_lossy().into_owned();
                spec.set("guess", &guess).map_err(|error| wrong(error.to_string()))?;
            } else if strict {
                return Err(wrong(format!("guess does not apply to {name}")));
            }
        }
        if spec.has_parameter("seed") && !spec.is_set("seed") {
            let seed = self.seed()?.to_string();
            spec.set("seed", &seed).map_err(|error| wrong(error.to_string()))?;
        }
        Ok(())
    }
}

/// The limits on time (in seconds), nodes and leaves that are set.
#[pyfunction]
pub fn limits(options: &Bound<'_, PyDict>) -> PyResult<(Option<f64>, Option<u64>, Option<u64>)> {
    let options = Options(options);
    let time = options.seconds("time")?.map(|time| time.as_secs_f64());
    Ok((time, options.count("nodes")?, options.count("leaves")?))
}

fn parse(text: &str) -> PyResult<Spec> {
    Spec::parse(text).map_err(|error| wrong(error.to_string()))
}

fn refuse_endless(spec: &Spec, limits: &Limits) -> PyResult<()> {
    if spec.ends_by_itself() || limits.are_set() {
        return Ok(());
    }
    let name = spec.entry().name;
    Err(wrong(format!("{name} never stops by itself: give time, nodes or leaves")))
}

/// The most characters of an object that a message shows.
const MOST_SHOWN: usize = 80;

/// An object in a message. Nothing that its `__repr__` does can hide the message.
pub fn shown(object: &Bound<'_, PyAny>) -> String {
    let Ok(text) = object.repr() else {
        let name = object.get_type().name();
        return name.map_or("an object".into(), |name| format!("an object of type {name}"));
    };
    let text = text.to_string_lossy().into_owned();
    match text.char_indices().nth(MOST_SHOWN) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}
