//! The methods of a game that is written in Python, and what they may return.

use gametree::{Bounds, Grain, Kind, Turn, Value, Values};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pyclass::{PyTraverseError, PyVisit};
use pyo3::types::{PyBool, PyBytes, PyDict, PyList, PyString, PyTuple};

use super::Spiel;
use super::node::Expansion;
use super::table::Name;
use crate::options::shown;

/// The most moves of a position; a generator that never ends is found out.
const MOST_MOVES: usize = 1 << 20;
/// How far the sum of probabilities may be from 1.
const BLUR: f64 = 1e-9;
/// The integers up to here are exact in a float.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// A game's methods, and what it says about itself.
pub struct Hooks {
    pub(super) name: String,
    expand: Option<Py<PyAny>>,
    turn: Option<Py<PyAny>>,
    moves: Option<Py<PyAny>>,
    /// In place of these three, if it is a game of OpenSpiel.
    spiel: Option<Spiel>,
    play: Py<PyAny>,
    pub(super) key: Option<Py<PyAny>>,
    bounds: Option<Py<PyAny>>,
    evaluate: Option<Py<PyAny>>,
    evaluate_batch: Option<Py<PyAny>>,
    draw: Option<Py<PyAny>>,
    pub values: Values,
    pub chance: bool,
    pub cycles: bool,
    pub checks: bool,
    pub capacity: usize,
    /// About how many states are evaluated together.
    pub batch: usize,
}

impl Hooks {
    /// Reads the methods from a dictionary, in which those that the game does not define are missing.
    pub fn new(all: &Bound<'_, PyDict>) -> PyResult<Hooks> {
        let method = |name: &str| Ok::<_, PyErr>(all.get_item(name)?.map(Bound::unbind));
        let needed = |name: &str| {
            let found = all.get_item(name)?;
            found.ok_or_else(|| PyTypeError::new_err(format!("the game has no {name}")))
        };
        let name: String = needed("name")?.extract()?;
        let (expand, turn, moves) = (method("expand")?, method("turn")?, method("moves")?);
        let spiel = all.get_item("spiel")?;
        let spiel = spiel.map(|methods| Spiel::new(methods.cast()?)).transpose()?;
        if spiel.is_none() && expand.is_none() && (turn.is_none() || moves.is_none()) {
            return Err(PyTypeError::new_err(format!(
                "{name} should define either expand(), or both turn() and moves()"
            )));
        }
        let range = needed("range")?;
        let integers = needed("integers")?.is_truthy()?;
        Ok(Hooks {
            values: values(&name, &range, integers)?,
            play: method("play")?.ok_or_else(|| {
                PyTypeError::new_err(format!("{name} should define play(state, move)"))
            })?,
            key: method("key")?,
            bounds: method("bounds")?,
            evaluate: method("evaluate")?,
            evaluate_batch: method("evaluate_batch")?,
            draw: method("draw")?,
            chance: needed("chance")?.is_truthy()?,
            cycles: needed("cycles")?.is_truthy()?,
            checks: needed("check")?.is_truthy()?,
            capacity: needed("table")?.extract()?,
            batch: needed("batch")?.extract()?,
            name,
            expand,
            turn,
            moves,
            spiel,
        })
    }

    /// Shows the methods to the garbage collector.
    pub fn visit(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        let Hooks {
            expand,
            turn,
            moves,
            spiel,
            play,
            key,
            bounds,
            evaluate,
            evaluate_batch,
            draw,
            ..
        } = self;
        visit.call(play)?;
        spiel.as_ref().map_or(Ok(()), |spiel| spiel.visit(visit))?;
        let others = [expand, turn, moves, key, bounds, evaluate, evaluate_batch, draw];
        others.into_iter().flatten().try_for_each(|method| visit.call(method))
    }

    pub fn states_bounds(&self) -> bool {
        self.bounds.is_some()
    }

    pub fn evaluates(&self) -> bool {
        self.evaluate.is_some() || self.evaluate_batch.is_some()
    }

    pub fn evaluates_batches(&self) -> bool {
        self.evaluate_batch.is_some()
    }

    /// Whether the turn can be told without the moves.
    pub fn tells_turn(&self) -> bool {
        self.turn.is_some() || self.spiel.is_some()
    }

    /// Whether states are those of OpenSpiel.
    pub fn asks_spiel(&self) -> bool {
        self.spiel.is_some()
    }

    /// The methods of its states.
    pub(super) fn spiel(&self) -> PyResult<&Spiel> {
        let none = || PyTypeError::new_err(format!("{} is no game of OpenSpiel", self.name));
        self.spiel.as_ref().ok_or_else(none)
    }

    /// A value that contradicts nothing.
    pub fn neutral(&self) -> Value {
        let Bounds { lower, upper } = self.values.range;
        [lower, upper].into_iter().find(|end| end.is_finite()).unwrap_or(Value::ZERO)
    }

    /// What the game says of a position. `known` is its turn, if that was asked before.
    pub fn expand(
        &self,
        py: Python<'_>,
        state: &Bound<'_, PyAny>,
        known: Option<Turn>,
    ) -> PyResult<Expansion> {
        let Some(expand) = &self.expand else {
            let turn = known.map_or_else(|| self.turn(py, state), Ok)?;
            let Turn::Inner(kind) = turn else { return Ok(Expansion::end(py, turn)) };
            let listed = match &self.spiel {
                Some(spiel) => spiel.moves(py, kind, state)?,
                None => call(py, &self.moves, state)?,
            };
            let (moves, weights) = self.list(kind, &listed, "moves")?;
            return Ok(Expansion::new(turn, moves, weights, None));
        };
        let said = expand.bind(py).call1((state,))?;
        let Ok(parts) = said.cast::<PyTuple>() else {
            let turn = self.verdict(&said, "expand")?;
            return match turn {
                Turn::Terminal(_) => Ok(Expansion::end(py, turn)),
                Turn::Inner(_) => Err(self.bad_expansion(&said)),
            };
        };
        if !(1..=3).contains(&parts.len()) {
            return Err(self.bad_expansion(&said));
        }
        let turn = self.verdict(&parts.get_item(0)?, "expand")?;
        let Turn::Inner(kind) = turn else { return Ok(Expansion::end(py, turn)) };
        if parts.len() < 2 {
            return Err(self.bad_expansion(&said));
        }
        let (moves, weights) = self.list(kind, &parts.get_item(1)?, "expand")?;
        let keys = match parts.get_item(2) {
            Ok(keys) if !keys.is_none() => Some(self.keys(&keys, moves.len())?),
            _ => None,
        };
        Ok(Expansion::new(turn, moves, weights, keys))
    }

    /// Who moves, or the value of a finished game.
    pub fn turn(&self, py: Python<'_>, state: &Bound<'_, PyAny>) -> PyResult<Turn> {
        match &self.spiel {
            Some(spiel) => spiel.turn(py, self, state),
            None => self.verdict(&call(py, &self.turn, state)?, "turn"),
        }
    }

    fn verdict(&self, said: &Bound<'_, PyAny>, method: &str) -> PyResult<Turn> {
        if let Ok(text) = said.cast::<PyString>() {
            return match &*text.to_string_lossy() {
                "max" => Ok(Turn::MAX),
                "min" => Ok(Turn::MIN),
                "chance" if self.chance => Ok(Turn::CHANCE),
                "chance" => Err(PyValueError::new_err(format!(
                    "{} has chance nodes: it should say so by chance = True",
                    self.name
                ))),
                _ => Err(self.bad_turn(said, method)),
            };
        }
        let number = self.number(said).ok_or_else(|| self.bad_turn(said, method))?;
        Ok(Turn::Terminal(self.end(number, method)?))
    }

    /// A number as the value of a finished game.
    pub(super) fn end(&self, number: f64, method: &str) -> PyResult<Value> {
        self.value(number, method, true)
    }

    fn number(&self, said: &Bound<'_, PyAny>) -> Option<f64> {
        let number = !said.is_instance_of::<PyBool>();
        number.then(|| said.extract::<f64>().ok()).flatten()
    }

    /// A number as a value of the game.
    fn value(&self, number: f64, method: &str, exact: bool) -> PyResult<Value> {
        let name = &self.name;
        let wrong = |reason: String| {
            Err(PyValueError::new_err(format!("{name}.{method}() returned {number}: {reason}")))
        };
        let Some(value) = Value::new(number).filter(|value| value.is_finite()) else {
            return wrong("a value should be a finite number".into());
        };
        let whole = number.fract() == 0.0 && number.abs() <= EXACT;
        if self.values.grain == Grain::Integer && !whole {
            return wrong(format!("values of {name} are whole numbers unless integers = False"));
        }
        let Bounds { lower, upper } = self.values.range;
        if !self.values.range.contains(value) {
            let what = if exact { "values" } else { "evaluations" };
            let (lower, upper) = (lower.get(), upper.get());
            return wrong(format!("{what} of {name} lie in its range, from {lower} to {upper}"));
        }
        Ok(value)
    }

    /// The moves of a position, and the probabilities of outcomes.
    fn list<'py>(
        &self,
        kind: Kind,
        listed: &Bound<'py, PyAny>,
        method: &str,
    ) -> PyResult<(Bound<'py, PyTuple>, Vec<f64>)> {
        let name = &self.name;
        // The most common case, and one that Python copies at once.
        if let Ok(list) = listed.cast_exact::<PyList>()
            && kind != Kind::Chance
            && (1..=MOST_MOVES).contains(&list.len())
        {
            return Ok((list.to_tuple(), Vec::new()));
        }
        let textual = listed.is_instance_of::<PyString>() || listed.is_instance_of::<PyBytes>();
        let each = if textual { None } else { listed.try_iter().ok() };
        let Some(each) = each else {
            let what = shown(listed);
            return Err(PyTypeError::new_err(format!(
                "{name}.{method}() should list moves, such as [1, 2, 3], not {what}"
            )));
        };
        let (mut moves, mut weights) = (Vec::new(), Vec::new());
        for item in each {
            let item = item?;
            if moves.len() == MOST_MOVES {
                return Err(PyValueError::new_err(format!(
                    "{name}.{method}() lists more than {MOST_MOVES} moves"
                )));
            }
            if kind != Kind::Chance {
                moves.push(item.unbind());
                continue;
            }
            let pair = item.extract::<(Py<PyAny>, f64)>().map_err(|_| {
                PyTypeError::new_err(format!(
                    "{name}.{method}() should list pairs (outcome, probability) where chance moves, not {}",
                    shown(&item)
                ))
            })?;
            moves.push(pair.0);
            weights.push(pair.1);
        }
        if moves.is_empty() {
            let turn = crate::report::turn_name(kind);
            return Err(PyValueError::new_err(format!(
                "{name}.{method}() lists no moves, though {turn} is to move and the game is not over"
            )));
        }
        let sum: f64 = weights.iter().sum();
        let likely = weights.iter().all(|&p| p > 0.0 && p <= 1.0) && (sum - 1.0).abs() <= BLUR;
        if kind == Kind::Chance && !likely {
            return Err(PyValueError::new_err(format!(
                "{name}.{method}(): probabilities should be positive and sum to 1, not to {sum}"
            )));
        }
        Ok((PyTuple::new(listed.py(), moves)?, weights))
    }

    fn keys(&self, listed: &Bound<'_, PyAny>, count: usize) -> PyResult<Vec<Py<PyAny>>> {
        let wrong = |what: String| {
            let name = &self.name;
            PyTypeError::new_err(format!(
                "{name}.expand() should return a key for each move, {what}"
            ))
        };
        let each = listed.try_iter().map_err(|_| wrong(format!("not {}", shown(listed))))?;
        let keys = each.take(count + 1).map(|key| key.map(Bound::unbind));
        let keys = keys.collect::<PyResult<Vec<_>>>()?;
        if keys.len() != count {
            let more = if keys.len() > count { "more" } else { "fewer" };
            return Err(wrong(format!("and returned {more} than the {count} that there are")));
        }
        Ok(keys)
    }

    /// The state after a move.
    pub fn play<'py>(
        &self,
        py: Python<'py>,
        state: &Bound<'py, PyAny>,
        mv: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let next = self.play.bind(py).call1((state, mv))?;
        if next.is_none() {
            return Err(PyTypeError::new_err(format!(
                "{}.play() returned None: it should return the state after the move, and leave the one before as it is",
                self.name
            )));
        }
        Ok(next)
    }

    /// What names a state; `None` if the game does not name its positions. `turn` is the state's, if that was asked before.
    pub fn name(
        &self,
        py: Python<'_>,
        state: &Bound<'_, PyAny>,
        turn: Option<Turn>,
    ) -> PyResult<Option<Name>> {
        if let (Some(spiel), Some(Turn::Inner(kind))) = (&self.spiel, turn)
            && spiel.names_by_text
        {
            return Ok(Some(Name::of_text(state.str()?.to_str()?, kind)));
        }
        let Some(key) = &self.key else { return Ok(Some(Name::Object(state.clone().unbind()))) };
        let key = key.bind(py).call1((state,))?;
        Ok((!key.is_none()).then(|| Name::Object(key.unbind())))
    }

    /// Bounds of a state's value, as far as they lie in the range of the game.
    pub fn bounds(&self, py: Python<'_>, state: &Bound<'_, PyAny>) -> PyResult<Bounds> {
        let said = call(py, &self.bounds, state)?;
        let (low, high) = said.extract::<(f64, f64)>().map_err(|_| self.bad_bounds(&said))?;
        let stated = Value::new(low).zip(Value::new(high));
        let stated = stated.and_then(|(low, high)| Bounds::new(low, high));
        let stated = stated.ok_or_else(|| self.disordered_bounds(&said))?;
        let Bounds { lower, upper } = stated.intersect(self.values.range);
        // A value is a finite number, and a whole one, if the game says so.
        let (low, high) = match self.values.grain {
            Grain::Integer => (lower.get().ceil(), upper.get().floor()),
            Grain::Real => (lower.get(), upper.get()),
        };
        let possible = low < f64::INFINITY && high > f64::NEG_INFINITY;
        let ends = Value::new(low).zip(Value::new(high)).filter(|_| possible);
        let held = ends.and_then(|(low, high)| Bounds::new(low, high));
        held.ok_or_else(|| self.empty_bounds(&said))
    }

    /// The evaluations of states; of one alone, if the game does not evaluate batches.
    pub fn evaluate(&self, py: Python<'_>, states: Vec<Bound<'_, PyAny>>) -> PyResult<Vec<Value>> {
        let Some(batch) = &self.evaluate_batch else {
            let each = states.iter().map(|state| call(py, &self.evaluate, state));
            return each.map(|said| self.evaluated(&said?, "evaluate")).collect();
        };
        let count = states.len();
        let said = batch.bind(py).call1((states,))?;
        let wrong = || {
            PyTypeError::new_err(format!(
                "{}.evaluate_batch() should return {count} numbers for {count} states, not {}",
                self.name,
                shown(&said)
            ))
        };
        let each = said.try_iter().map_err(|_| wrong())?.take(count + 1);
        let each = each.map(|number| self.evaluated(&number?, "evaluate_batch"));
        let values = each.collect::<PyResult<Vec<_>>>()?;
        if values.len() != count {
            return Err(wrong());
        }
        Ok(values)
    }

    fn evaluated(&self, said: &Bound<'_, PyAny>, method: &str) -> PyResult<Value> {
        let number = self.number(said).ok_or_else(|| {
            let (name, what) = (&self.name, shown(said));
            PyTypeError::new_err(format!("{name}.{method}() should return a number, not {what}"))
        })?;
        self.value(number, method, false)
    }

    /// The drawing of a state.
    pub fn draw(&self, py: Python<'_>, state: &Bound<'_, PyAny>) -> PyResult<String> {
        let Some(draw) = &self.draw else { return Ok(String::new()) };
        Ok(draw.bind(py).call1((state,))?.str()?.to_string_lossy().into_owned())
    }
}

/// Calls a method of one argument.
fn call<'py>(
    py: Python<'py>,
    method: &Option<Py<PyAny>>,
    state: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let method = method.as_ref().ok_or_else(|| PyTypeError::new_err("a method is missing"))?;
    method.bind(py).call1((state,))
}

/// The range of a game's values.
fn values(name: &str, range: &Bound<'_, PyAny>, integers: bool) -> PyResult<Values> {
    let pair = range.extract::<(f64, f64)>().ok();
    let bounds = pair.and_then(|(low, high)| Bounds::new(Value::new(low)?, Value::new(high)?));
    let range = bounds.ok_or_else(|| {
        let what = shown(range);
        PyTypeError::new_err(format!(
            "{name}.range should be two numbers, the smaller first, not {what}"
        ))
    })?;
    Ok(Values { range, grain: if integers { Grain::Integer } else { Grain::Real } })
}
