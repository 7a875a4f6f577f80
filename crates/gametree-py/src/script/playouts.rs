//! Random games of OpenSpiel.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use gametree::{Draws, Turn, Value};
use pyo3::prelude::*;

use super::{Node, Script};

/// So many moves are one question, so that what a game takes for one of them can be told.
const AT_ONCE: u32 = 32;

impl Script {
    /// Whether [`playout`](Script::playout) can play this game.
    pub(super) fn plays_on_states(&self) -> bool {
        self.hooks.asks_spiel() && !self.hooks.checks
    }

    /// Plays at most `most` random moves on one state of OpenSpiel: nodes for the positions between would take ten times as
    /// long. Returns the value if the game is over.
    pub(super) fn playout(
        &self,
        position: &mut Arc<Node>,
        most: u32,
        draws: &mut Draws,
    ) -> Option<Value> {
        if let Some(Turn::Terminal(value)) = position.verdict() {
            return Some(value);
        }
        let (mut left, mut last) = (most, None::<Py<PyAny>>);
        while left > 0 {
            self.pulse.beat(&self.trouble);
            let now = left.min(AT_ONCE);
            let went = self.ask(|py| {
                let mut stream = draws.clone();
                let state = match &last {
                    Some(state) => state.bind(py).clone(),
                    None => self.state(py, position)?,
                };
                let spiel = self.hooks.spiel()?;
                let own = last.is_some();
                let (state, value) = spiel.play_on(&self.hooks, state, own, now, &mut stream)?;
                Ok((state.unbind(), value, stream))
            });
            let Some((state, value, stream)) = went else { return Some(self.hooks.neutral()) };
            self.plays.fetch_add(now.into(), Ordering::Relaxed);
            *draws = stream;
            if value.is_some() {
                return value;
            }
            (left, last) = (left - now, Some(state));
        }
        if let Some(state) = last {
            // Nobody else will meet it: it needs no name.
            let node = Node::new(self.next_serial(), false, None, Arc::downgrade(position));
            node.arrive(state);
            *position = Arc::new(node);
        }
        None
    }
}
