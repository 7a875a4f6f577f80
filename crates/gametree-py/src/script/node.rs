//! A position that was met, and what the game said about it.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use gametree::{Bounds, Turn, Value};
use pyo3::prelude::*;

/// A position. Everything that the game says about it is asked once.
pub struct Node {
    /// Its number, which serves as its key: a state with the same key is the same node.
    pub serial: u64,
    /// Whether the game named it.
    pub keyed: bool,
    state: OnceLock<Py<PyAny>>,
    /// Where the state comes from, if only the key is known yet.
    origin: Mutex<Option<(Arc<Node>, usize)>>,
    /// The node from which it was first met.
    parent: Weak<Node>,
    /// The length of the longest path known from the start of the search.
    level: AtomicU32,
    verdict: OnceLock<Turn>,
    expansion: OnceLock<Expansion>,
    bounds: OnceLock<Bounds>,
    evaluation: OnceLock<Value>,
}

/// Who moves, and the moves.
pub struct Expansion {
    pub turn: Turn,
    pub moves: Vec<Py<PyAny>>,
    /// The probabilities of outcomes; none at other nodes.
    pub weights: Vec<f64>,
    /// The keys of the children, if the game told them.
    pub keys: Option<Vec<Py<PyAny>>>,
    /// The children that were met and are still there.
    children: Mutex<Vec<Weak<Node>>>,
}

impl Expansion {
    pub fn new(
        turn: Turn,
        moves: Vec<Py<PyAny>>,
        weights: Vec<f64>,
        keys: Option<Vec<Py<PyAny>>>,
    ) -> Expansion {
        let children = Mutex::new(moves.iter().map(|_| Weak::new()).collect());
        Expansion { turn, moves, weights, keys, children }
    }

    /// The child after a move, if it is still known.
    pub fn child(&self, index: usize) -> Option<Arc<Node>> {
        let children = self.children.lock().unwrap_or_else(PoisonError::into_inner);
        children.get(index)?.upgrade()
    }

    pub fn remember(&self, index: usize, child: &Arc<Node>) {
        let mut children = self.children.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = children.get_mut(index) {
            *place = Arc::downgrade(child);
        }
    }
}

impl Node {
    pub fn new(
        serial: u64,
        keyed: bool,
        origin: Option<(Arc<Node>, usize)>,
        parent: Weak<Node>,
    ) -> Node {
        Node {
            serial,
            keyed,
            state: OnceLock::new(),
            origin: Mutex::new(origin),
            level: AtomicU32::new(parent.upgrade().map_or(0, |parent| parent.level() + 1)),
            parent,
            verdict: OnceLock::new(),
            expansion: OnceLock::new(),
            bounds: OnceLock::new(),
            evaluation: OnceLock::new(),
        }
    }

    pub fn level(&self) -> u32 {
        self.level.load(Ordering::Relaxed)
    }

    /// Notes that a move leads from here to `child`, in a game without cycles: every position lies deeper than
    /// those that lead to it. False if that closes a cycle.
    pub fn precedes(self: &Arc<Node>, child: &Arc<Node>) -> bool {
        if child.level() > self.level() {
            return true;
        }
        let mut pushed = vec![(child.clone(), self.level() + 1)];
        while let Some((node, level)) = pushed.pop() {
            if node.level() >= level {
                continue;
            }
            // The graph had no cycle before, so that one leads through here.
            if Arc::ptr_eq(&node, self) {
                return false;
            }
            node.level.store(level, Ordering::Relaxed);
            if let Some(expansion) = node.expansion() {
                let children =
                    (0..expansion.moves.len()).filter_map(|index| expansion.child(index));
                pushed.extend(children.map(|child| (child, level + 1)));
            }
        }
        !Arc::ptr_eq(child, self)
    }

    /// Makes it an end of the game.
    pub fn close(&self, turn: Turn) {
        self.expand(Expansion::new(turn, Vec::new(), Vec::new(), None));
    }

    pub fn state(&self) -> Option<&Py<PyAny>> {
        self.state.get()
    }

    pub fn origin(&self) -> Option<(Arc<Node>, usize)> {
        self.origin.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The state is known.
    pub fn arrive(&self, state: Py<PyAny>) {
        let _ = self.state.set(state);
        *self.origin.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    pub fn parent(&self) -> Option<Arc<Node>> {
        self.parent.upgrade()
    }

    pub fn verdict(&self) -> Option<Turn> {
        let expanded = self.expansion.get().map(|expansion| expansion.turn);
        expanded.or_else(|| self.verdict.get().copied())
    }

    pub fn judge(&self, turn: Turn) {
        let _ = self.verdict.set(turn);
    }

    pub fn expansion(&self) -> Option<&Expansion> {
        self.expansion.get()
    }

    pub fn expand(&self, expansion: Expansion) -> &Expansion {
        self.expansion.get_or_init(|| expansion)
    }

    pub fn bounds(&self) -> Option<Bounds> {
        self.bounds.get().copied()
    }

    pub fn bound(&self, bounds: Bounds) {
        let _ = self.bounds.set(bounds);
    }

    pub fn evaluation(&self) -> Option<Value> {
        self.evaluation.get().copied()
    }

    pub fn value(&self, value: Value) {
        let _ = self.evaluation.set(value);
    }
}
