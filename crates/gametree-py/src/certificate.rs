//! Certificates: written, and checked.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use gametree::job::JobError;
use gametree::proof::check::CheckError;
use gametree::proof::format::{Header, Reader};
use gametree::{Limits, Workspace};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::options::Options;
use crate::report::put_bounds;
use crate::rules::{Rules, Told, exception};

impl Rules {
    /// Solves a position and proves the answer.
    pub fn certified<'py>(
        &self,
        py: Python<'py>,
        options: &Options<'_, 'py>,
        name: &str,
    ) -> PyResult<(Told<'py>, Option<Bound<'py, PyBytes>>)> {
        let stop = self.flag();
        let mut job = options.job(&self.game, &stop)?;
        if job.depth.is_some() {
            return Err(PyValueError::new_err(
                "certificate: what depth finds is an estimate, which cannot be proven",
            ));
        }
        self.game.can_prove(&job).map_err(|error| {
            PyValueError::new_err(format!("certificate: none for {name}: {error}"))
        })?;
        job.facts = options.flag("trust_facts")?;
        job.threads = self.threads(options)?;
        // The search and the proof get half of the memory each.
        let half = |bytes: Option<usize>| bytes.map(|bytes| bytes / 2);
        job.limits.memory = half(job.limits.memory);
        job.limits.ceiling = half(job.limits.ceiling);
        let mut workspace = Workspace::new(options.store()?);
        let found = self.run(py, &job, &stop, &mut workspace)?;
        let told = self.told(py, job.position.as_deref(), &found.result, job.range)?;
        if found.interrupt.is_some() {
            return Ok(((told, exception(py, found.interrupt)), None));
        }
        let limits = Limits::none().memory(job.limits.memory).ceiling(job.limits.ceiling);
        let job = job.limits(limits.stop(stop.clone()));
        let position = job.position.clone().unwrap_or_default();
        let done = self.supervised(py, &stop, || {
            let proof = self.game.prove(&job, found.result.bounds, &mut workspace, &mut |_| ())?;
            Ok::<_, JobError>(proof.write(Vec::new(), name, &position))
        })?;
        if done.interrupt.is_some() {
            return Ok(((told, exception(py, done.interrupt)), None));
        }
        let bytes =
            done.answered()?.result.map_err(|error| PyOSError::new_err(error.to_string()))?;
        Ok(((told, None), Some(PyBytes::new(py, &bytes))))
    }

    /// Checks a certificate.
    pub fn checked<'py>(
        &self,
        py: Python<'py>,
        file: &Path,
        memory: Option<usize>,
    ) -> PyResult<(Bound<'py, PyDict>, Option<Bound<'py, PyAny>>)> {
        let stop = self.flag();
        let dict = described(py, open(file, stop.clone())?.header())?;
        let done = self.supervised(py, &stop, || {
            let mut reader = open(file, stop.clone())?;
            reader.limit_memory(memory.unwrap_or_else(gametree_machine::ceiling));
            Ok::<_, PyErr>(self.game.check(&mut reader, None))
        })?;
        let result = done.result?;
        let (accepted, reason) = match &result {
            Ok(_) => (true, None),
            Err(CheckError::Refused(reason)) => (false, Some(reason.clone())),
            Err(_) if done.interrupt.is_some() => (false, Some("interrupted".into())),
            Err(error) => return Err(unreadable(file, error)),
        };
        dict.set_item("accepted", accepted)?;
        dict.set_item("reason", reason)?;
        let checked = result.as_ref().ok();
        dict.set_item("leaves", checked.map(|checked| checked.leaves))?;
        dict.set_item("facts", checked.map(|checked| checked.facts))?;
        Ok((dict, exception(py, done.interrupt)))
    }
}

fn unreadable(file: &Path, error: &dyn std::fmt::Display) -> PyErr {
    PyValueError::new_err(format!("{}: {error}", file.display()))
}

/// A reader that fails once the flag is set.
struct Interruptible {
    file: File,
    stop: Arc<AtomicBool>,
}

impl Read for Interruptible {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(io::Error::other("interrupted"));
        }
        self.file.read(into)
    }
}

fn open(file: &Path, stop: Arc<AtomicBool>) -> PyResult<Reader<Box<dyn BufRead>>> {
    let opened = File::open(file)?;
    let input = BufReader::new(Interruptible { file: opened, stop });
    let input: Box<dyn BufRead> = Box::new(input);
    Reader::new(input).map_err(|error| unreadable(file, &error))
}

fn described<'py>(py: Python<'py>, header: &Header) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("game", &header.game)?;
    dict.set_item("position", &header.position)?;
    put_bounds(&dict, header.claim)?;
    dict.set_item("trusts_facts", header.trusts_facts)?;
    dict.set_item("records", header.records)?;
    Ok(dict)
}

/// What a certificate claims, unchecked.
#[pyfunction]
pub fn header(py: Python<'_>, file: PathBuf) -> PyResult<Bound<'_, PyDict>> {
    described(py, open(&file, Arc::default())?.header())
}
