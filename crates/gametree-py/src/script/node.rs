//! A position that was met, and what the game said about it.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};

use gametree::{Bounds, Turn, Value};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// A position. Everything that the game says about it is asked once.
pub struct Node {
    /// Its number, which serves as its key: a state with the same key is the same node.
    pub serial: u64,
    /// Whether the game named it.
    pub keyed: bool,
    /// None if only the key is known yet, or if it was forgotten.
    state: Mutex<Option<Py<PyAny>>>,
    /// Whether the state was needed since this was last asked.
    used: AtomicBool,
    /// The node and the move from which the state comes, if it may have to be made once more.
    origin: Mutex<Option<(Arc<Node>, usize)>>,
    /// The node from which it was first met.
    parent: Weak<Node>,
    /// The length of the longest path known from the start of the search.
    level: AtomicU32,
    verdict: OnceLock<Turn>,
    expansion: OnceLock<Expansion>,
    /// One more than the place of the move that was tried last, since the search came here; zero if there is none.
    tried: AtomicU32,
    bounds: OnceLock<Bounds>,
    evaluation: OnceLock<Value>,
}

/// Who moves, and the moves.
pub struct Expansion {
    pub turn: Turn,
    pub moves: Py<PyTuple>,
    /// How many.
    pub count: usize,
    /// The places of the moves in the order in which they are tried; empty if that is the order of the list.
    pub order: Vec<u32>,
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
        moves: Bound<'_, PyTuple>,
        weights: Vec<f64>,
        keys: Option<Vec<Py<PyAny>>>,
    ) -> Expansion {
        let (count, moves) = (moves.len(), moves.unbind());
        let children = Mutex::new((0..count).map(|_| Weak::new()).collect());
        Expansion { turn, moves, count, order: Vec::new(), weights, keys, children }
    }

    /// The end of a game.
    pub fn end(py: Python<'_>, turn: Turn) -> Expansion {
        Expansion::new(turn, PyTuple::empty(py), Vec::new(), None)
    }

    /// Whether no move is tried after this one.
    pub fn is_last(&self, index: u32) -> bool {
        self.order.last().map_or(index as usize + 1 == self.count, |&last| last == index)
    }

    /// The child after a move, if it is still known.
    pub fn child(&self, index: usize) -> Option<Arc<Node>> {
        lock(&self.children).get(index)?.upgrade()
    }

    pub fn remember(&self, index: usize, child: &Arc<Node>) {
        if let Some(place) = lock(&self.children).get_mut(index) {
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
            state: Mutex::new(None),
            used: AtomicBool::new(false),
            origin: Mutex::new(origin),
            level: AtomicU32::new(parent.upgrade().map_or(0, |parent| parent.level() + 1)),
            parent,
            verdict: OnceLock::new(),
            expansion: OnceLock::new(),
            tried: AtomicU32::new(0),
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
                let children = (0..expansion.count).filter_map(|index| expansion.child(index));
                pushed.extend(children.map(|child| (child, level + 1)));
            }
        }
        !Arc::ptr_eq(child, self)
    }

    /// A move is tried.
    pub fn try_move(&self, index: u32) {
        self.tried.store(index + 1, Ordering::Relaxed);
    }

    /// The move that was tried last, if the search has tried one since it came here.
    pub fn leave(&self) -> Option<u32> {
        self.tried.swap(0, Ordering::Relaxed).checked_sub(1)
    }

    /// Makes it an end of the game.
    pub fn close(&self, py: Python<'_>, turn: Turn) {
        self.expand(Expansion::end(py, turn));
    }

    pub fn state<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        let state = lock(&self.state);
        let state = state.as_ref()?.bind(py).clone();
        self.used.store(true, Ordering::Relaxed);
        Some(state)
    }

    pub fn origin(&self) -> Option<(Arc<Node>, usize)> {
        lock(&self.origin).clone()
    }

    /// The state is known, for good.
    pub fn arrive(&self, state: Py<PyAny>) {
        self.hold(state);
        *lock(&self.origin) = None;
    }

    /// The state is known, for a while.
    pub fn hold(&self, state: Py<PyAny>) {
        *lock(&self.state) = Some(state);
    }

    /// Forgets the state; what was said about it is kept.
    pub fn let_go(&self) -> Option<Py<PyAny>> {
        lock(&self.state).take()
    }

    /// Whether the state was needed since this was last asked.
    pub fn was_used(&self) -> bool {
        self.used.swap(false, Ordering::Relaxed)
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

/// Nodes may hold each other in a long row: one after the other goes, and not one within the other.
impl Drop for Node {
    fn drop(&mut self) {
        let mut origin = take(&mut self.origin);
        while let Some((parent, _)) = origin {
            origin = Arc::into_inner(parent).and_then(|mut parent| take(&mut parent.origin));
        }
    }
}

fn take<T>(inside: &mut Mutex<Option<T>>) -> Option<T> {
    inside.get_mut().unwrap_or_else(PoisonError::into_inner).take()
}

fn lock<T>(inside: &Mutex<T>) -> MutexGuard<'_, T> {
    inside.lock().unwrap_or_else(PoisonError::into_inner)
}
