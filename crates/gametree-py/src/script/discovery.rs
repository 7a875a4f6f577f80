//! How positions become nodes, and how nodes get what is known of them from the game.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};

use gametree::Turn;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use super::node::Expansion;
use super::table::{Name, Table};
use super::{Node, Script};
use crate::options::shown;

impl Script {
    /// The node of a state, and the move that led to it: that of which node, and which one.
    pub(super) fn meet(
        &self,
        py: Python<'_>,
        state: Bound<'_, PyAny>,
        origin: Option<(&Arc<Node>, usize)>,
    ) -> PyResult<Arc<Node>> {
        // To recognise an end takes less time than to name it.
        let turn = match self.hooks.asks_spiel() {
            true => Some(self.hooks.turn(py, &state)?),
            false => None,
        };
        if let (Some(turn @ Turn::Terminal(_)), Some((parent, index))) = (turn, origin) {
            return self.finish(py, turn, parent, index);
        }
        let name = self.hooks.name(py, &state, turn)?;
        let all = self.start.get().map_or(self.hooks.cycles, |start| start.keyed);
        if name.is_some() != all && (self.start.get().is_some() || all) {
            return Err(self.hooks.half_named());
        }
        let known = match &name {
            Some(name) => self.known(py, name)?,
            None => None,
        };
        if let Some(known) = known {
            if self.hooks.checks {
                self.compare(py, &known, &state)?;
            }
            return Ok(known);
        }
        let parent = origin.map_or(Weak::new(), |(parent, _)| Arc::downgrade(parent));
        let again = origin.filter(|_| self.hooks.asks_spiel());
        let again = again.map(|(parent, index)| (parent.clone(), index));
        let forgets = again.is_some();
        let node = Arc::new(Node::new(self.next_serial(), name.is_some(), again, parent));
        if let Some(turn) = turn {
            node.judge(turn);
        }
        match forgets {
            true => self.memory.keep(&node, state.unbind()),
            false => node.arrive(state.unbind()),
        }
        self.keep(py, name, &node)?;
        Ok(node)
    }

    /// The node of an end of the game that has no name. Its state is made again if somebody wants to see it.
    fn finish(
        &self,
        py: Python<'_>,
        turn: Turn,
        parent: &Arc<Node>,
        index: usize,
    ) -> PyResult<Arc<Node>> {
        let origin = Some((parent.clone(), index));
        let node = Node::new(self.next_serial(), parent.keyed, origin, Arc::downgrade(parent));
        node.close(py, turn);
        let node = Arc::new(node);
        self.keep(py, None, &node)?;
        Ok(node)
    }

    /// The node under a key that the game told before the move was played.
    pub(super) fn foresee(
        &self,
        py: Python<'_>,
        key: &Bound<'_, PyAny>,
        parent: &Arc<Node>,
        index: usize,
    ) -> PyResult<Arc<Node>> {
        let name = Name::Object(key.clone().unbind());
        let seen = self.hooks.checks.then(|| self.played(py, parent, index)).transpose()?;
        if let Some(state) = &seen {
            self.recognise(py, &name, state)?;
        }
        if let Some(known) = self.known(py, &name)? {
            if let Some(state) = &seen {
                self.compare(py, &known, state)?;
            }
            return Ok(known);
        }
        let origin = Some((parent.clone(), index));
        let node = Node::new(self.next_serial(), true, origin, Arc::downgrade(parent));
        let node = Arc::new(node);
        self.keep(py, Some(name), &node)?;
        Ok(node)
    }

    pub(super) fn next_serial(&self) -> u64 {
        self.serials.fetch_add(1, Ordering::Relaxed)
    }

    fn with_table<T>(&self, work: impl FnOnce(&mut Table) -> PyResult<T>) -> PyResult<T> {
        // Waiting here could block the thread that would unlock it: keys may run Python code.
        let mut table = self.table.try_lock().map_err(|_| {
            PyRuntimeError::new_err("a game that is written in Python is searched by one thread")
        })?;
        work(&mut table)
    }

    fn known(&self, py: Python<'_>, name: &Name) -> PyResult<Option<Arc<Node>>> {
        self.with_table(|table| table.find(py, name)).map_err(|error| match name {
            Name::Object(key) => self.hooks.bad_key(key.bind(py), error),
            Name::Text(_) => error,
        })
    }

    fn keep(&self, py: Python<'_>, name: Option<Name>, node: &Arc<Node>) -> PyResult<()> {
        self.with_table(|table| table.add(py, name, node))
    }

    /// The state after a move that is played for the first time, by the game.
    pub(super) fn played<'py>(
        &self,
        py: Python<'py>,
        parent: &Arc<Node>,
        index: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let state = self.state(py, parent)?;
        let expansion = self.expanded(py, parent)?;
        self.plays.fetch_add(1, Ordering::Relaxed);
        self.hooks.play(py, &state, &expansion.moves.bind(py).get_item(index)?)
    }

    /// The state of a node. It may have to be made, from the last one on that was not forgotten.
    pub(super) fn state<'py>(
        &self,
        py: Python<'py>,
        node: &Arc<Node>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut missing = Vec::new();
        let mut at = node.clone();
        let mut state = loop {
            if let Some(state) = at.state(py) {
                break state;
            }
            let Some((parent, index)) = at.origin() else {
                return Err(PyRuntimeError::new_err("a position was lost"));
            };
            missing.push((std::mem::replace(&mut at, parent), index));
        };
        while let Some((node, index)) = missing.pop() {
            let moves = &self.expanded(py, &at)?.moves;
            state = self.hooks.play(py, &state, &moves.bind(py).get_item(index)?)?;
            if self.hooks.asks_spiel() {
                self.memory.keep(&node, state.clone().unbind());
            } else {
                self.plays.fetch_add(1, Ordering::Relaxed);
                node.arrive(state.clone().unbind());
            }
            at = node;
        }
        Ok(state)
    }

    /// What is known of a node once it is expanded.
    pub(super) fn expanded<'n>(
        &self,
        py: Python<'_>,
        node: &'n Arc<Node>,
    ) -> PyResult<&'n Expansion> {
        if let Some(expansion) = node.expansion() {
            return Ok(expansion);
        }
        let state = self.state(py, node)?;
        self.expansions.fetch_add(1, Ordering::Relaxed);
        let mut expansion = self.hooks.expand(py, &state, node.verdict())?;
        if self.recency.is_on() {
            expansion.order = self.recency.order(expansion.moves.bind(py));
        }
        Ok(node.expand(expansion))
    }

    /// Holds a node to another state with the same key: that must have the same turn or value and the same moves, and these
    /// must lead to states with the same keys, turns and values.
    fn compare(&self, py: Python<'_>, known: &Arc<Node>, state: &Bound<'_, PyAny>) -> PyResult<()> {
        let (ours, theirs) = (self.expanded(py, known)?, self.hooks.expand(py, state, None)?);
        let first = self.state(py, known)?;
        let differ = |what: &str| Err(self.hooks.collision(&first, state, what));
        if ours.turn != theirs.turn {
            let over =
                [ours.turn, theirs.turn].iter().all(|turn| matches!(turn, Turn::Terminal(_)));
            return differ(if over { "values" } else { "turns" });
        }
        if !ours.moves.bind(py).eq(&theirs.moves)? {
            return differ("moves");
        }
        if ours.weights != theirs.weights {
            return differ("probabilities");
        }
        for (ours, theirs) in ours.moves.bind(py).iter().zip(theirs.moves.bind(py)) {
            let after = |state, mv| self.glance(py, &self.hooks.play(py, state, mv)?);
            if !after(&first, &ours)?.agrees(&after(state, &theirs)?, py)? {
                return differ(&format!("states after the move {}", shown(&ours)));
            }
        }
        Ok(())
    }

    /// What a state is held to: who moves, or its value, and its name. An end of the game needs none.
    fn glance(&self, py: Python<'_>, state: &Bound<'_, PyAny>) -> PyResult<Glance> {
        let turn = match self.hooks.tells_turn() {
            true => self.hooks.turn(py, state)?,
            false => self.hooks.expand(py, state, None)?.turn,
        };
        let over = matches!(turn, Turn::Terminal(_));
        let name = if over { None } else { self.hooks.name(py, state, Some(turn))? };
        Ok(Glance { turn, name })
    }

    /// Holds a state to the key that the game told before the move was played.
    fn recognise(&self, py: Python<'_>, told: &Name, state: &Bound<'_, PyAny>) -> PyResult<()> {
        match self.hooks.name(py, state, None)? {
            Some(own) if own.is(told, py)? => Ok(()),
            own => Err(self.hooks.other_key(py, told, own, state)),
        }
    }
}

/// What is seen of a state at first sight.
struct Glance {
    turn: Turn,
    name: Option<Name>,
}

impl Glance {
    fn agrees(&self, other: &Glance, py: Python<'_>) -> PyResult<bool> {
        Ok(self.turn == other.turn
            && match (&self.name, &other.name) {
                (Some(ours), Some(theirs)) => ours.is(theirs, py)?,
                (ours, theirs) => ours.is_none() == theirs.is_none(),
            })
    }
}
