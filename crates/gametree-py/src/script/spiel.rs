//! States of OpenSpiel. Their own methods are asked, one at a time and only if the answer is needed: a function in Python between
//! would take as long as most of them do.

use gametree::{Draws, Kind, Turn, Value};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pyclass::{PyTraverseError, PyVisit};
use pyo3::types::{PyDict, PyList};

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
    apply_action: Py<PyAny>,
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
            apply_action: method("apply_action")?,
            names_by_text: method("names_by_text")?.is_truthy(all.py())?,
        })
    }

    /// Shows the methods to the garbage collector.
    pub fn visit(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        let Spiel { current_player, legal_actions, chance_outcomes, player_return, .. } = self;
        let methods = [current_player, legal_actions, chance_outcomes, player_return];
        methods.into_iter().chain([&self.apply_action]).try_for_each(|method| visit.call(method))
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

    /// Plays at most so many random moves: the first on a copy of the state, unless it is the caller's own. Returns the state
    /// after them and, if the game is over, its value.
    pub(super) fn play_on<'py>(
        &self,
        hooks: &Hooks,
        mut state: Bound<'py, PyAny>,
        mut own: bool,
        most: u32,
        draws: &mut Draws,
    ) -> PyResult<(Bound<'py, PyAny>, Option<Value>)> {
        let py = state.py();
        for _ in 0..most {
            let Some(action) = self.random_action(hooks, &state, draws)? else {
                let value = match self.turn(py, hooks, &state)? {
                    Turn::Terminal(value) => value,
                    Turn::Inner(_) => {
                        let name = &hooks.name;
                        return Err(PyValueError::new_err(format!(
                            "{name}: a state has no actions"
                        )));
                    }
                };
                return Ok((state, Some(value)));
            };
            if own {
                self.apply_action.bind(py).call1((&state, action))?;
            } else {
                state = hooks.play(py, &state, &action)?;
                own = true;
            }
        }
        Ok((state, None))
    }

    /// An action by chance; none where the game is over.
    fn random_action<'py>(
        &self,
        hooks: &Hooks,
        state: &Bound<'py, PyAny>,
        draws: &mut Draws,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let py = state.py();
        let by_chance = || self.current_player.bind(py).call1((state,))?.extract::<i64>();
        if hooks.chance && by_chance()? == CHANCE {
            let outcomes = self.chance_outcomes.bind(py).call1((state,))?;
            let outcomes: Vec<(Bound<'py, PyAny>, f64)> = outcomes.extract()?;
            let weights: Vec<f64> = outcomes.iter().map(|&(_, weight)| weight).collect();
            let drawn = outcomes.into_iter().nth(draws.index_by_weight(&weights));
            return Ok(drawn.map(|(action, _)| action));
        }
        let actions = self.legal_actions.bind(py).call1((state,))?;
        let actions = actions.cast::<PyList>()?;
        match actions.len() as u64 {
            0 => Ok(None),
            count => actions.get_item(draws.below(count) as usize).map(Some),
        }
    }
}
