//! What is wrong with a game that is written in Python, and what would be right.

use gametree::{Bounds, Grain};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use super::Hooks;
use super::table::Name;
use crate::options::shown;

impl Hooks {
    /// What is wrong with an expansion.
    pub(super) fn bad_expansion(&self, said: &Bound<'_, PyAny>) -> PyErr {
        PyTypeError::new_err(format!(
            "{}.expand() should return (turn, moves) or (turn, moves, keys), or a value if the game is over, \
             not {}",
            self.name,
            shown(said)
        ))
    }

    /// What is wrong with a turn.
    pub(super) fn bad_turn(&self, said: &Bound<'_, PyAny>, method: &str) -> PyErr {
        PyTypeError::new_err(format!(
            "{}.{method}() should say 'max', 'min', 'chance' or, if the game is over, its value, not {}",
            self.name,
            shown(said)
        ))
    }

    /// What is wrong with bounds that are none.
    pub(super) fn bad_bounds(&self, said: &Bound<'_, PyAny>) -> PyErr {
        let (name, what) = (&self.name, shown(said));
        PyTypeError::new_err(format!("{name}.bounds() should return (lower, upper), not {what}"))
    }

    /// What is wrong with bounds in the wrong order, and with those that are no numbers.
    pub(super) fn disordered_bounds(&self, said: &Bound<'_, PyAny>) -> PyErr {
        PyValueError::new_err(format!(
            "{}.bounds() should return (lower, upper), the smaller first, not {}",
            self.name,
            shown(said)
        ))
    }

    /// What is wrong with bounds that leave no value.
    pub(super) fn empty_bounds(&self, said: &Bound<'_, PyAny>) -> PyErr {
        let (name, Bounds { lower, upper }) = (&self.name, self.values.range);
        let whole = if self.values.grain == Grain::Integer { "whole " } else { "" };
        PyValueError::new_err(format!(
            "{name}.bounds() returned {}: no value lies there; values of {name} are {whole}numbers from {} to {}",
            shown(said),
            lower.get(),
            upper.get()
        ))
    }

    /// What is wrong with a key.
    pub(super) fn bad_key(&self, key: &Bound<'_, PyAny>, error: PyErr) -> PyErr {
        if key.hash().is_ok() || !error.is_instance_of::<PyTypeError>(key.py()) {
            return error;
        }
        let (name, what) = (&self.name, shown(key));
        let fault = match &self.key {
            None => format!(
                "a state of {name} cannot be hashed ({what}): define key(state), which returns something that can be \
                 (or None, if positions have no names)"
            ),
            Some(_) => {
                format!("{name}.key() should return something that can be hashed, not {what}")
            }
        };
        let fault = PyTypeError::new_err(fault);
        fault.set_cause(key.py(), Some(error));
        fault
    }

    /// What is wrong if one key has two meanings. `what` is what differs.
    pub(super) fn collision(
        &self,
        first: &Bound<'_, PyAny>,
        second: &Bound<'_, PyAny>,
        what: &str,
    ) -> PyErr {
        PyValueError::new_err(format!(
            "{}: two states with the same key have different {what} ({} and {}): either keys collide, or the game \
             changes while it is searched",
            self.name,
            shown(first),
            shown(second)
        ))
    }

    /// What is wrong if a move leads to a state with another key than was told.
    pub(super) fn other_key(
        &self,
        py: Python<'_>,
        told: &Name,
        own: Option<Name>,
        state: &Bound<'_, PyAny>,
    ) -> PyErr {
        let key = |name: &Name| match name {
            Name::Object(key) => shown(key.bind(py)),
            Name::Text(text) => String::from_utf8_lossy(text).into_owned(),
        };
        PyValueError::new_err(format!(
            "{}.expand() told the key {} of a move, but the state after it ({}) has the key {}",
            self.name,
            key(told),
            shown(state),
            own.as_ref().map_or("None".into(), key)
        ))
    }

    /// What is wrong if only some positions have keys.
    pub(super) fn half_named(&self) -> PyErr {
        let name = &self.name;
        PyValueError::new_err(match self.cycles {
            true => format!(
                "{name}.key() returned None: a game with cycles needs keys of all positions"
            ),
            false => format!("{name}.key() should return None for all positions, or for none"),
        })
    }

    /// What is wrong if a position repeats.
    pub(super) fn repetition(&self) -> PyErr {
        PyValueError::new_err(format!(
            "{}: moves lead from a position back to itself: set cycles = True, if that is so, or do keys collide?",
            self.name
        ))
    }

    /// What is wrong if a game does not end.
    pub(super) fn endlessness(&self, most: u32) -> PyErr {
        PyValueError::new_err(format!(
            "{}: more than {most} moves in a row: does the game end?",
            self.name
        ))
    }
}
