//! Reports as dictionaries.

use std::time::Instant;

use gametree::Outcome;
use gametree::run::RootMove;
use gametree::{Bounds, Counts, Kind, Value};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// How the moves of a game are named in results: texts, or objects of a game that is written in Python.
pub trait Names {
    /// A sequence of moves from the root.
    fn line<'py>(&self, py: Python<'py>, texts: &[String]) -> PyResult<Bound<'py, PyList>>;
}

/// Moves by their notation.
pub struct AsText;

impl Names for AsText {
    fn line<'py>(&self, py: Python<'py>, texts: &[String]) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, texts)
    }
}

/// A number: `int` if it is whole, otherwise `float`.
pub fn number<'py>(py: Python<'py>, value: Value) -> PyResult<Bound<'py, PyAny>> {
    let number = value.get();
    let whole = number as i64;
    if whole as f64 == number && whole.unsigned_abs() <= 1 << 53 {
        Ok(whole.into_pyobject(py)?.into_any())
    } else {
        Ok(number.into_pyobject(py)?.into_any())
    }
}

fn perhaps<'py>(py: Python<'py>, value: Option<Value>) -> PyResult<Option<Bound<'py, PyAny>>> {
    value.map(|value| number(py, value)).transpose()
}

/// Both ends of an interval.
pub fn put_bounds(into: &Bound<'_, PyDict>, bounds: Bounds) -> PyResult<()> {
    into.set_item("lower", number(into.py(), bounds.lower)?)?;
    into.set_item("upper", number(into.py(), bounds.upper)?)
}

/// Counts by name.
pub fn counts<'py>(py: Python<'py>, counts: &Counts) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    let Counts { leaves, nodes, settled, max_nodes, min_nodes, chance_nodes, .. } = *counts;
    dict.set_item("leaves", leaves)?;
    dict.set_item("nodes", nodes)?;
    dict.set_item("settled", settled)?;
    dict.set_item("max_nodes", max_nodes)?;
    dict.set_item("min_nodes", min_nodes)?;
    dict.set_item("chance_nodes", chance_nodes)?;
    dict.set_item("peak_bytes", counts.peak_bytes)?;
    dict.set_item("peak_nodes", counts.peak_nodes)?;
    Ok(dict)
}

/// The word for who moves.
pub fn turn_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Max => "max",
        Kind::Min => "min",
        Kind::Chance => "chance",
    }
}

/// A report by name.
pub fn report<'py>(
    py: Python<'py>,
    found: &Outcome,
    names: &dyn Names,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("algorithm", found.algorithm.to_string())?;
    dict.set_item("lane", found.lane.name())?;
    dict.set_item("turn", found.turn.map(turn_name))?;
    dict.set_item("value", perhaps(py, found.value())?)?;
    put_bounds(&dict, found.bounds)?;
    dict.set_item("basis", found.basis.name())?;
    dict.set_item("stop", found.stop.name())?;
    dict.set_item("answered", found.stop.is_answer())?;
    dict.set_item("epsilon", found.epsilon)?;
    dict.set_item("allowance", found.allowance)?;
    dict.set_item("estimate", perhaps(py, found.estimate)?)?;
    dict.set_item("mean", found.mean)?;
    dict.set_item("estimated_by", found.estimated_by.as_ref().map(ToString::to_string))?;
    dict.set_item("depth", found.depth)?;
    let pv = names.line(py, &found.pv)?;
    dict.set_item("move", pv.iter().next())?;
    dict.set_item("pv", pv)?;
    let moves = found.moves.iter().map(|mv| of_move(py, found, mv, names));
    dict.set_item("moves", PyList::new(py, moves.collect::<PyResult<Vec<_>>>()?)?)?;
    dict.set_item("counts", counts(py, &found.counts)?)?;
    dict.set_item("seconds", found.elapsed.as_secs_f64())?;
    dict.set_item("threads", 1 + found.counts.helpers)?;
    dict.set_item("trace", found.trace.clone())?;
    dict.set_item("drawing", &found.drawing)?;
    Ok(dict)
}

/// What is known of a search that has no report: bounds of the root, and the work so far.
pub fn sketch<'py>(
    py: Python<'py>,
    (algorithm, stop): (&str, &str),
    (bounds, now): (Bounds, &Counts),
    begun: Instant,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    put_bounds(&dict, bounds)?;
    dict.set_item("algorithm", algorithm)?;
    dict.set_item("basis", "proof")?;
    dict.set_item("stop", stop)?;
    dict.set_item("answered", false)?;
    dict.set_item("counts", counts(py, now)?)?;
    dict.set_item("seconds", begun.elapsed().as_secs_f64())?;
    dict.set_item("pv", PyList::empty(py))?;
    dict.set_item("moves", PyList::empty(py))?;
    for unknown in ["value", "move", "turn", "trace"] {
        dict.set_item(unknown, py.None())?;
    }
    Ok(dict)
}

fn of_move<'py>(
    py: Python<'py>,
    found: &Outcome,
    mv: &RootMove,
    names: &dyn Names,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    let own = names.line(py, std::slice::from_ref(&mv.text))?;
    dict.set_item("move", own.get_item(0)?)?;
    put_bounds(&dict, mv.bounds)?;
    dict.set_item("value", perhaps(py, found.proven(mv.bounds))?)?;
    dict.set_item("optimal", mv.optimal)?;
    dict.set_item("visits", mv.visits)?;
    dict.set_item("mean", mv.mean)?;
    dict.set_item("pv", names.line(py, &mv.pv)?)?;
    Ok(dict)
}
