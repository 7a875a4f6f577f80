//! Games that are written in Python.
//!
//! Positions are nodes of a graph that the search discovers ([`node`]): each is expanded by one call, and then
//! answers from Rust for as long as it is in the table ([`table`]). Searches have no way to carry exceptions, so
//! the first one is kept ([`trouble`]), the search is told to stop, and positions that are still unknown look like
//! ends of the game until it does; its result is dropped. After an interrupt a slow game is not asked any more, either; then the result
//! is taken back to what was known before ([`Script::certain`]).

mod complaints;
mod hooks;
mod node;
mod pulse;
mod rules;
mod table;
mod trouble;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, Weak};
use std::time::Instant;

use gametree::job::Report;
use gametree::{Basis, Bounds, Stop, Turn, Value, Values};
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::pyclass::{PyTraverseError, PyVisit};
use pyo3::types::PyList;

pub use hooks::Hooks;
pub use node::Node;
use pulse::{Patience, Pulse};
pub use rules::Scripted;
use table::Table;
pub use trouble::Trouble;

use crate::report::Names;

/// The longest game.
const MOST_PLIES: u32 = 100_000;

/// A game that is written in Python, and what is known of its positions.
pub struct Script {
    hooks: Hooks,
    table: Mutex<Table>,
    pub trouble: Trouble,
    start: OnceLock<Arc<Node>>,
    /// The node that stands for positions that cannot be known any more.
    dead: Arc<Node>,
    serials: AtomicU64,
    expansions: AtomicU64,
    plays: AtomicU64,
    pulse: Pulse,
    patience: Patience,
}

impl Script {
    pub fn new(
        py: Python<'_>,
        hooks: Hooks,
        start: &Bound<'_, PyAny>,
        stop: &Arc<AtomicBool>,
    ) -> PyResult<Arc<Script>> {
        let dead = Node::new(0, false, None, Weak::new());
        dead.close(Turn::Terminal(hooks.neutral()));
        let script = Arc::new(Script {
            table: Mutex::new(Table::new(py, hooks.capacity)),
            trouble: Trouble::new(stop.clone()),
            start: OnceLock::new(),
            dead: Arc::new(dead),
            serials: AtomicU64::new(1),
            expansions: AtomicU64::new(0),
            plays: AtomicU64::new(0),
            pulse: Pulse::new(),
            patience: Patience::default(),
            hooks,
        });
        let start = script.meet(py, start.clone(), Weak::new())?;
        let _ = script.start.set(start);
        Ok(script)
    }

    pub fn values(&self) -> Values {
        self.hooks.values
    }

    pub fn hooks(&self) -> &Hooks {
        &self.hooks
    }

    /// Where the search starts.
    pub fn start(&self) -> Arc<Node> {
        self.start.get().unwrap_or(&self.dead).clone()
    }

    /// How many positions were expanded, and how many moves were played.
    pub fn work(&self) -> (u64, u64) {
        (self.expansions.load(Ordering::Relaxed), self.plays.load(Ordering::Relaxed))
    }

    /// What Python says, or nothing if it raises an exception, now or before, or is not asked any more.
    fn ask<T>(&self, call: impl Fn(Python<'_>) -> PyResult<T>) -> Option<T> {
        if self.trouble.is_there() {
            return None;
        }
        let said = self.patiently(call);
        if said.is_none() {
            self.trouble.guess();
        }
        said
    }

    /// Asks and, if an interrupt breaks that off, asks again, unless the game is slow.
    fn patiently<T>(&self, call: impl Fn(Python<'_>) -> PyResult<T>) -> Option<T> {
        while !self.trouble.has_quit(self.patience.average()) {
            let begun = Instant::now();
            let said = Python::attach(|py| match call(py) {
                Err(error) if error.is_instance_of::<PyKeyboardInterrupt>(py) => {
                    self.trouble.interrupt(error);
                    None
                }
                said => Some(said),
            });
            self.patience.note(begun.elapsed());
            if let Some(said) = said {
                return said.map_err(|error| self.trouble.keep(error)).ok();
            }
        }
        None
    }

    /// When the search looks for signals.
    pub fn pulse(&self) -> &Pulse {
        &self.pulse
    }

    /// What is certain of a report: if the search went on after an interrupt with answers that the game did not give, the bounds that
    /// were known before, and nothing about single moves.
    pub fn certain(&self, mut report: Report, known: Bounds) -> Report {
        if !self.trouble.has_guessed() {
            return report;
        }
        let range = self.hooks.values.range;
        let proven = matches!(report.basis, Basis::Proof | Basis::Sampling | Basis::Hash);
        report.bounds = if proven { known.intersect(range) } else { range };
        (report.estimate, report.stop) = (None, Stop::Interrupted);
        for mv in &mut report.moves {
            (mv.bounds, mv.optimal) = (range, false);
        }
        report
    }

    /// The objects of Python through which the game is asked.
    pub fn visit(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.hooks.visit(visit)
    }

    /// The node of a state that a move led to.
    fn meet(
        &self,
        py: Python<'_>,
        state: Bound<'_, PyAny>,
        parent: Weak<Node>,
    ) -> PyResult<Arc<Node>> {
        let key = self.hooks.key(py, &state)?;
        let all = self.start.get().map_or(self.hooks.cycles, |start| start.keyed);
        if key.is_some() != all && (self.start.get().is_some() || all) {
            return Err(self.hooks.half_named());
        }
        let known = match &key {
            Some(key) => self.known(key.bind(py))?,
            None => None,
        };
        if let Some(known) = known {
            if self.hooks.checks {
                self.compare(py, &known, &state)?;
            }
            return Ok(known);
        }
        let node = Arc::new(Node::new(self.next_serial(), key.is_some(), None, parent));
        node.arrive(state.unbind());
        self.keep(py, key, &node)?;
        Ok(node)
    }

    /// The node under a key that the game told before the move was played.
    fn foresee(
        &self,
        py: Python<'_>,
        key: &Bound<'_, PyAny>,
        parent: &Arc<Node>,
        index: usize,
    ) -> PyResult<Arc<Node>> {
        if let Some(known) = self.known(key)? {
            if self.hooks.checks {
                let state = self.played(py, parent, index)?;
                self.compare(py, &known, &state)?;
            }
            return Ok(known);
        }
        let origin = Some((parent.clone(), index));
        let node = Node::new(self.next_serial(), true, origin, Arc::downgrade(parent));
        let node = Arc::new(node);
        self.keep(py, Some(key.clone().unbind()), &node)?;
        Ok(node)
    }

    fn next_serial(&self) -> u64 {
        self.serials.fetch_add(1, Ordering::Relaxed)
    }

    fn with_table<T>(&self, work: impl FnOnce(&mut Table) -> PyResult<T>) -> PyResult<T> {
        // Waiting here could block the thread that would unlock it: keys may run Python code.
        let mut table = self.table.try_lock().map_err(|_| {
            PyRuntimeError::new_err("a game that is written in Python is searched by one thread")
        })?;
        work(&mut table)
    }

    fn known(&self, key: &Bound<'_, PyAny>) -> PyResult<Option<Arc<Node>>> {
        self.with_table(|table| table.find(key)).map_err(|error| self.hooks.bad_key(key, error))
    }

    fn keep(&self, py: Python<'_>, key: Option<Py<PyAny>>, node: &Arc<Node>) -> PyResult<()> {
        self.with_table(|table| table.add(py, key, node))
    }

    /// The state after a move, by the game.
    fn played<'py>(
        &self,
        py: Python<'py>,
        parent: &Arc<Node>,
        index: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let state = self.state(py, parent)?;
        let expansion = self.expanded(py, parent)?;
        self.plays.fetch_add(1, Ordering::Relaxed);
        self.hooks.play(py, &state, expansion.moves[index].bind(py))
    }

    fn state<'py>(&self, py: Python<'py>, node: &Node) -> PyResult<Bound<'py, PyAny>> {
        if let Some(state) = node.state() {
            return Ok(state.bind(py).clone());
        }
        let Some((parent, index)) = node.origin() else {
            return Err(PyRuntimeError::new_err("a position was lost"));
        };
        let state = self.played(py, &parent, index)?;
        node.arrive(state.clone().unbind());
        Ok(state)
    }

    /// What is known of a node once it is expanded.
    fn expanded<'n>(&self, py: Python<'_>, node: &'n Node) -> PyResult<&'n node::Expansion> {
        if let Some(expansion) = node.expansion() {
            return Ok(expansion);
        }
        let state = self.state(py, node)?;
        self.expansions.fetch_add(1, Ordering::Relaxed);
        let expansion = self.hooks.expand(py, &state, node.verdict())?;
        Ok(node.expand(expansion))
    }

    /// Holds a node to another state with the same key: it must have the same moves.
    fn compare(&self, py: Python<'_>, known: &Node, state: &Bound<'_, PyAny>) -> PyResult<()> {
        let ours = self.expanded(py, known)?;
        let theirs = self.hooks.expand(py, state, None)?;
        let same = ours.turn == theirs.turn && ours.moves.len() == theirs.moves.len();
        let mut pairs = ours.moves.iter().zip(&theirs.moves);
        let equal = |(a, b): (&Py<PyAny>, &Py<PyAny>)| a.bind(py).eq(b.bind(py));
        if same && pairs.try_fold(true, |all, pair| Ok::<_, PyErr>(all && equal(pair)?))? {
            return Ok(());
        }
        Err(self.hooks.collision(state))
    }

    /// Who moves at a node and which moves there are; nothing if that cannot be known any more.
    fn expansion<'n>(&self, node: &'n Node) -> Option<&'n node::Expansion> {
        if let Some(expansion) = node.expansion() {
            return Some(expansion);
        }
        self.ask(|py| self.expanded(py, node).map(drop))?;
        node.expansion()
    }

    fn neutral(&self) -> Turn {
        Turn::Terminal(self.hooks.neutral())
    }

    /// Who moves at a node, or its value.
    fn turn(&self, node: &Node) -> Turn {
        if let Some(turn) = node.verdict() {
            return turn;
        }
        if !self.hooks.tells_turn() {
            return self.expansion(node).map_or(self.neutral(), |expansion| expansion.turn);
        }
        let turn = self.ask(|py| {
            let state = self.state(py, node)?;
            self.hooks.turn(py, &state)
        });
        turn.inspect(|&turn| node.judge(turn)).unwrap_or(self.neutral())
    }

    /// The node after a move.
    fn child(&self, node: &Arc<Node>, index: usize) -> Arc<Node> {
        let Some(expansion) = self.expansion(node) else { return self.dead.clone() };
        if let Some(child) = expansion.child(index) {
            return child;
        }
        if index >= expansion.moves.len() {
            return self.dead.clone();
        }
        let child = self.ask(|py| match expansion.keys.as_ref().map(|keys| &keys[index]) {
            Some(key) => self.foresee(py, key.bind(py), node, index),
            None => {
                let state = self.played(py, node, index)?;
                self.meet(py, state, Arc::downgrade(node))
            }
        });
        let child = child.filter(|child| {
            self.follows(node, child).map_err(|error| self.trouble.keep(error)).is_ok()
        });
        match child {
            Some(child) => {
                expansion.remember(index, &child);
                child
            }
            None => self.dead.clone(),
        }
    }

    /// Refuses moves that lead back, and games that do not end: a search would follow them for ever.
    fn follows(&self, node: &Arc<Node>, child: &Arc<Node>) -> PyResult<()> {
        if self.hooks.cycles {
            return Ok(());
        }
        if !node.precedes(child) {
            return Err(self.hooks.repetition());
        }
        if child.level() > MOST_PLIES {
            return Err(self.hooks.endlessness(MOST_PLIES));
        }
        Ok(())
    }

    /// Bounds that the game states.
    fn bounds(&self, node: &Node) -> Bounds {
        if let Some(bounds) = node.bounds() {
            return bounds;
        }
        let bounds = self.ask(|py| {
            let state = self.state(py, node)?;
            self.hooks.bounds(py, &state)
        });
        bounds.inspect(|&bounds| node.bound(bounds)).unwrap_or(Bounds::UNBOUNDED)
    }

    /// The evaluation of a node.
    fn evaluation(&self, node: &Node) -> Option<Value> {
        if !self.hooks.evaluates() {
            return None;
        }
        if let Some(value) = node.evaluation() {
            return Some(value);
        }
        let together = if self.hooks.evaluates_batches() { self.batch(node) } else { Vec::new() };
        let said = self.ask(|py| {
            let states = together.iter().map(|node| self.state(py, node));
            let states = states.collect::<PyResult<Vec<_>>>()?;
            let own = self.state(py, node)?;
            self.hooks.evaluate(py, own, states)
        });
        let Some((own, others)) = said else { return Some(self.hooks.neutral()) };
        node.value(own);
        together.iter().zip(others).for_each(|(node, value)| node.value(value));
        Some(own)
    }

    /// The siblings of a node that are evaluated with it: those that are known and not yet evaluated.
    fn batch(&self, node: &Node) -> Vec<Arc<Node>> {
        let Some(parent) = node.parent() else { return Vec::new() };
        let Some(expansion) = self.expansion(&parent) else { return Vec::new() };
        let all = (0..expansion.moves.len()).map(|index| self.child(&parent, index));
        let open = |other: &Arc<Node>| {
            !std::ptr::eq(&**other, node)
                && other.evaluation().is_none()
                && matches!(self.turn(other), Turn::Inner(_))
        };
        all.filter(open).collect()
    }

    /// The drawing of a node.
    fn drawing(&self, node: &Node) -> String {
        if self.trouble.is_there() {
            return String::new();
        }
        let drawing = self.patiently(|py| {
            let state = self.state(py, node)?;
            self.hooks.draw(py, &state)
        });
        drawing.unwrap_or_default()
    }
}

/// Moves as the objects that the game listed. Searches write them as their places in the list.
impl Names for Script {
    fn line<'py>(&self, py: Python<'py>, texts: &[String]) -> PyResult<Bound<'py, PyList>> {
        let line = PyList::empty(py);
        let mut node = self.start();
        for text in texts {
            let listed = text.parse::<usize>().ok();
            let moves = self.expansion(&node).map(|expansion| &expansion.moves);
            let Some((index, mv)) = listed.and_then(|i| Some((i, moves?.get(i)?))) else { break };
            line.append(mv)?;
            node = self.child(&node, index);
        }
        Ok(line)
    }
}
