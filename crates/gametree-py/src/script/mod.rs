//! Games that are written in Python.
//!
//! Positions are nodes of a graph that the search discovers ([`node`], [`discovery`]): each is expanded by one call, and then
//! answers from Rust for as long as it is in the table ([`table`]). Searches have no way to carry exceptions, so
//! the first one is kept ([`trouble`]), the search is told to stop, and positions that are still unknown look like
//! ends of the game until it does; its result is dropped. After an interrupt a slow game is not asked any more, either; then the result
//! is taken back to what was known before ([`Script::certain`]).

mod complaints;
mod discovery;
mod hooks;
mod memory;
mod node;
mod order;
mod playouts;
mod pulse;
mod rules;
mod spiel;
mod table;
mod trouble;

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, Weak};
use std::time::Instant;

use gametree::Outcome;
use gametree::{Basis, Bounds, MoveText, Stop, Turn, Value, Values};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::pyclass::{PyTraverseError, PyVisit};
use pyo3::types::PyList;

pub use hooks::Hooks;
use memory::Memory;
use node::Expansion;
pub use node::Node;
use order::Recency;
use pulse::{Patience, Pulse};
pub use rules::Scripted;
pub use spiel::Spiel;
use table::Table;
pub use trouble::Trouble;

use crate::report::Names;

/// The longest game.
const MOST_PLIES: u32 = 100_000;

/// A game that is written in Python, and what is known of its positions.
pub struct Script {
    hooks: Hooks,
    table: Mutex<Table>,
    memory: Memory,
    recency: Recency,
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
        dead.close(py, Turn::Terminal(hooks.neutral()));
        let script = Arc::new(Script {
            table: Mutex::new(Table::new(py, hooks.capacity)),
            memory: Memory::default(),
            recency: Recency::default(),
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
        let start = script.meet(py, start.clone(), None)?;
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

    /// From now on the moves of OpenSpiel's games are tried in an order that the search learns.
    pub fn learn(&self) {
        if self.hooks.asks_spiel() {
            self.recency.begin();
        }
    }

    /// The search leaves a node. If it has not tried all moves, or the last one wins, that one was enough.
    fn leave(&self, node: &Node) {
        let Some(last) = node.leave().filter(|_| self.recency.is_on()) else { return };
        let Some(expansion) = node.expansion() else { return };
        if !expansion.is_last(last) || self.wins(expansion, last as usize) {
            Python::attach(|py| {
                let action = expansion.moves.bind(py).get_item(last as usize);
                let now = self.plays.load(Ordering::Relaxed);
                action.inspect(|action| self.recency.note(action, now)).ok();
            });
        }
    }

    /// Whether a move ends the game as well as it can end for the mover.
    fn wins(&self, expansion: &Expansion, index: usize) -> bool {
        let end = expansion.child(index).and_then(|child| child.verdict());
        let Bounds { lower, upper } = self.hooks.values.range;
        match (expansion.turn, end) {
            (Turn::MAX, Some(Turn::Terminal(value))) => value == upper,
            (Turn::MIN, Some(Turn::Terminal(value))) => value == lower,
            _ => false,
        }
    }

    /// When the search looks for signals.
    pub fn pulse(&self) -> &Pulse {
        &self.pulse
    }

    /// What is certain of a report: if the search went on after an interrupt with answers that the game did not give, the bounds that
    /// were known before, and nothing about single moves.
    pub fn certain(&self, mut report: Outcome, known: Bounds) -> Outcome {
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

    /// Who moves at a node and which moves there are; nothing if that cannot be known any more.
    fn expansion<'n>(&self, node: &'n Arc<Node>) -> Option<&'n node::Expansion> {
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
    fn turn(&self, node: &Arc<Node>) -> Turn {
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
        if index >= expansion.count {
            return self.dead.clone();
        }
        let child = self.ask(|py| match expansion.keys.as_ref().map(|keys| &keys[index]) {
            Some(key) => self.foresee(py, key.bind(py), node, index),
            None => {
                let state = self.played(py, node, index)?;
                self.meet(py, state, Some((node, index)))
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
    fn bounds(&self, node: &Arc<Node>) -> Bounds {
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
    fn evaluation(&self, node: &Arc<Node>) -> Option<Value> {
        if !self.hooks.evaluates() {
            return None;
        }
        if let Some(value) = node.evaluation() {
            return Some(value);
        }
        let mut together = vec![node.clone()];
        if self.hooks.evaluates_batches() {
            self.add_relatives(&mut together);
        }
        self.evaluate_together(&together);
        // Without an answer the search is about to stop.
        Some(node.evaluation().unwrap_or(self.hooks.neutral()))
    }

    /// Evaluates these nodes, if the game does so with several at a time.
    fn evaluate_soon<'n>(&self, nodes: impl Iterator<Item = &'n Arc<Node>>) {
        if !self.hooks.evaluates_batches() {
            return;
        }
        let mut met = HashSet::new();
        let fresh = nodes.filter(|node| node.evaluation().is_none() && met.insert(node.serial));
        let fresh: Vec<_> = fresh.cloned().collect();
        if !fresh.is_empty() {
            self.evaluate_together(&fresh);
        }
    }

    fn evaluate_together(&self, nodes: &[Arc<Node>]) {
        let said = self.ask(|py| {
            let states = nodes.iter().map(|node| self.state(py, node));
            self.hooks.evaluate(py, states.collect::<PyResult<_>>()?)
        });
        nodes.iter().zip(said.into_iter().flatten()).for_each(|(node, value)| node.value(value));
    }

    /// Adds what is evaluated with the node of a list: its siblings, and as long as that is less than the game's batch, its
    /// cousins, those of the second degree, and so on. They lie as deep as the node, at the same horizon.
    fn add_relatives(&self, together: &mut Vec<Arc<Node>>) {
        let mut met: HashSet<u64> = together.iter().map(|node| node.serial).collect();
        let Some(mut eldest) = together[0].parent() else { return };
        let mut most = usize::MAX;
        for plies in 1.. {
            self.add_below(&eldest, plies, most, (&mut met, together));
            most = self.hooks.batch;
            match eldest.parent() {
                Some(parent) if together.len() < most => eldest = parent,
                _ => break,
            }
        }
    }

    /// Adds what lies so many plies below a node, is neither over nor evaluated, and was not met before; no more of it when there is
    /// so much.
    fn add_below(
        &self,
        node: &Arc<Node>,
        plies: u32,
        most: usize,
        (met, together): (&mut HashSet<u64>, &mut Vec<Arc<Node>>),
    ) {
        let Some(expansion) = self.expansion(node) else { return };
        let order =
            (0..expansion.count).map(|at| expansion.order.get(at).map_or(at, |&at| at as usize));
        for index in order {
            if together.len() >= most || self.trouble.is_there() {
                return;
            }
            let child = self.child(node, index);
            if !met.insert(child.serial) || !matches!(self.turn(&child), Turn::Inner(_)) {
                continue;
            }
            match plies {
                1 if child.evaluation().is_none() => together.push(child),
                1 => (),
                _ => self.add_below(&child, plies - 1, most, (&mut *met, &mut *together)),
            }
        }
    }

    /// The drawing of a node.
    fn drawing(&self, node: &Arc<Node>) -> String {
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
    fn line<'py>(&self, py: Python<'py>, texts: &[MoveText]) -> PyResult<Bound<'py, PyList>> {
        let line = PyList::empty(py);
        let mut node = self.start();
        for text in texts {
            let listed = text.parse::<usize>().ok();
            let moves = self.expansion(&node).map(|expansion| expansion.moves.bind(py));
            let named = listed.and_then(|i| Some((i, moves?.get_item(i).ok()?)));
            let Some((index, mv)) = named else { break };
            line.append(mv)?;
            node = self.child(&node, index);
        }
        Ok(line)
    }
}
