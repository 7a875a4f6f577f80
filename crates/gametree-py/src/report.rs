//! Reports as dictionaries.

use std::time::Instant;

use gametree::{Bounds, Counts, Kind, MoveText, Outcome, Stop};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde_json::Value;

/// How the moves of a game are named in results: texts, or objects of a game that is written in Python.
pub trait Names {
    /// A sequence of moves from the root.
    fn line<'py>(&self, py: Python<'py>, line: &[MoveText]) -> PyResult<Bound<'py, PyList>>;
}

/// Moves by their notation.
pub struct AsText;

impl Names for AsText {
    fn line<'py>(&self, py: Python<'py>, line: &[MoveText]) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, line.iter().map(|mv| &mv.text))
    }
}

/// A number: `int` if it is whole, otherwise `float`.
pub fn number<'py>(py: Python<'py>, value: gametree::Value) -> PyResult<Bound<'py, PyAny>> {
    let number = value.get();
    let whole = number as i64;
    if whole as f64 == number && whole.unsigned_abs() <= 1 << 53 {
        Ok(whole.into_pyobject(py)?.into_any())
    } else {
        Ok(number.into_pyobject(py)?.into_any())
    }
}

/// Both ends of an interval.
pub fn put_bounds(into: &Bound<'_, PyDict>, bounds: Bounds) -> PyResult<()> {
    into.set_item("lower", number(into.py(), bounds.lower)?)?;
    into.set_item("upper", number(into.py(), bounds.upper)?)
}

/// The word for who moves.
pub fn turn_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Max => "max",
        Kind::Min => "min",
        Kind::Chance => "chance",
    }
}

/// An answer by name: the library's data, with moves as the game writes them, and infinite bounds as floats.
pub fn report<'py>(
    py: Python<'py>,
    found: &Outcome,
    drawing: &str,
    names: &dyn Names,
) -> PyResult<Bound<'py, PyDict>> {
    let data = serde_json::to_value(found).expect("names and numbers always serialise");
    let dict = object(py, &data)?.cast_into::<PyDict>()?;
    name_moves(&dict, found.bounds, &found.pv, names)?;
    let moves = dict.get_item("moves")?.expect("answers list moves").cast_into::<PyList>()?;
    for (told, tried) in moves.iter().zip(&found.moves) {
        name_moves(told.cast::<PyDict>()?, tried.bounds, &tried.pv, names)?;
    }
    dict.set_item("answered", found.stop.is_answer())?;
    dict.set_item("trace", found.trace.clone())?;
    dict.set_item("drawing", drawing)?;
    Ok(dict)
}

/// Bounds and principal variation, of the root or of one of its moves.
fn name_moves(
    into: &Bound<'_, PyDict>,
    bounds: Bounds,
    pv: &[MoveText],
    names: &dyn Names,
) -> PyResult<()> {
    put_bounds(into, bounds)?;
    let pv = names.line(into.py(), pv)?;
    into.set_item("move", pv.iter().next())?;
    into.set_item("pv", pv)
}

/// Data as objects of Python.
fn object<'py>(py: Python<'py>, data: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match data {
        Value::Null => py.None().into_bound(py),
        Value::Bool(truth) => truth.into_pyobject(py)?.to_owned().into_any(),
        Value::Number(number) => match number.as_i64() {
            Some(whole) => whole.into_pyobject(py)?.into_any(),
            None => number.as_f64().into_pyobject(py)?.into_any(),
        },
        Value::String(text) => text.into_pyobject(py)?.into_any(),
        Value::Array(items) => {
            let items = items.iter().map(|item| object(py, item));
            PyList::new(py, items.collect::<PyResult<Vec<_>>>()?)?.into_any()
        }
        Value::Object(fields) => {
            let dict = PyDict::new(py);
            for (name, field) in fields {
                dict.set_item(name, object(py, field)?)?;
            }
            dict.into_any()
        }
    })
}

/// What is known of a search that has no answer: bounds of the root, and the work so far.
pub fn sketch(
    (algorithm, stop): (&str, Stop),
    (bounds, counts): (Bounds, &Counts),
    begun: Instant,
) -> Outcome {
    let mut found = Outcome::of(bounds);
    (found.algorithm, found.stop) = (algorithm.to_string(), stop);
    (found.counts, found.elapsed) = (*counts, begun.elapsed());
    found
}
