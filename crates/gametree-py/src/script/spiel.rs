//! States of OpenSpiel. Their own methods are asked, one at a time and only if the answer is needed: a function in Python between
//! would take as long as most of them do.

use gametree::{Kind, Turn};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pyclass::{PyTraverseError, PyVisit};
use pyo3::types::PyDict;

use super::hooks::Hooks;

/// The numbers that OpenSpiel has for those who do not play.
const CHANCE: i64 = -1;
const TERMINAL: i64 = -4;

/// The methods of the class of states.
pub struct Spiel {
    current_player: Py<PyAny>,
    legal_actions: Py<PyAny>,
    chance_outcomes: Py<PyAny>,
    player_return: Py<PyAny>,
    /// Whether a state is named by its text and who moves.
    pub(super) names_by_text: bool,
}

impl Spiel {
    /// Reads the methods, and how states are named, from a dictionary.
    pub fn new(all: &Bound<'_, PyDict>) -> PyResult<Spiel> {
        let method = |name: &str| {
            let found = all.get_item(name)?.map(Bound::unbind);
            found.ok_or_else(|| PyTypeError::new_err(format!("states have no {name}")))
        };
        Ok(Spiel {
            current_player: method("current_player")?,
            legal_actions: method("legal_actions")?,
            chance_outcomes: method("chance_outcomes")?,
            player_return: method("player_return")?,
            names_by_text: method("names_by_text")?.is_truthy(all.py())?,
        })
    }

    /// Shows the methods to the garbage collector.
    pub fn visit(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        let Spiel { current_player, legal_actions, chance_outcomes, player_return, .. } = self;
        let methods = [current_player, legal_actions, chance_outcomes, player_return];
        methods.into_iter().try_for_each(|method| visit.call(method))
    }

    /// Who moves, or the return of player 0, who is MAX.
    pub(super) fn turn(
        &self,
        py: Python<'_>,
        hooks: &Hooks,
        state: &Bound<'_, PyAny>,
    ) -> PyResult<Turn> {
        match self.current_player.bind(py).call1((state,))?.extract::<i64>()? {
            0 => Ok(Turn::MAX),
            1 => Ok(Turn::MIN),
            CHANCE if hooks.chance => Ok(Turn::CHANCE),
            TERMINAL => {
                let value = self.player_return.bind(py).call1((state, 0))?;
                Ok(Turn::Terminal(hooks.end(value.extract()?, "player_return")?))
            }
            player => Err(PyValueError::new_err(format!(
                "{}: player {player} moves, and not one of two players or chance",
                hooks.name
            ))),
        }
    }

    /// The actions, or the outcomes of chance with their probabilities.
    pub(super) fn moves<'py>(
        &self,
        py: Python<'py>,
        kind: Kind,
        state: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let method = if kind == Kind::Chance { &self.chance_outcomes } else { &self.legal_actions };
        method.bind(py).call1((state,))
    }
}
