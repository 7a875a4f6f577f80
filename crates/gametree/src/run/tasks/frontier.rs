//! The upper part of the game tree, whose frontier is searched by tasks.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{Task, Tightened};
use crate::model::{Bounds, Game, Kind, Knowledge, Moves, Turn, Window};
use crate::run::{Answer, Limits, Probe, Walk};

/// The budget of the first task, in nodes: some milliseconds. It doubles every [`DOUBLES`] plies, so that the tree
/// stays small.
const FIRST_BUDGET: u64 = 1 << 12;
const DOUBLES: u32 = 3;

/// A position with more children is never expanded, nor is any when there are so many positions: it gets a larger
/// budget instead.
const MOST_CHILDREN: usize = 1 << 10;
const MOST_NODES: usize = 1 << 16;

/// The root.
const ROOT: usize = 0;

/// A position.
struct Node<G: Game> {
    position: G::Position,
    /// The move that led here; none leads to the root.
    mv: Option<G::Move>,
    parent: usize,
    ply: u32,
    bounds: Bounds,
    state: State<G::Move>,
    /// What the next task may spend, in nodes.
    budget: u64,
}

enum State<M> {
    /// On the frontier; a task may have found this principal variation.
    Open(Vec<M>),
    /// Somebody is searching it; setting the flag calls them back.
    Searched(Arc<AtomicBool>),
    /// Its children are in the tree, one after the other; chance decides with these probabilities.
    Expanded { kind: Kind, first: usize, count: usize, odds: Vec<f64> },
}

/// The upper part of the tree.
pub(super) struct Frontier<G: Game> {
    nodes: Vec<Node<G>>,
    /// The numbers of the positions that are being searched.
    searched: Vec<usize>,
    window: Window,
    range: Bounds,
    slack: f64,
    horizon: Option<u32>,
    /// The memory of each task.
    memory: usize,
    /// Whether a result rests on hash keys.
    pub by_hashes: bool,
    ended: bool,
}

impl<G: Game> Frontier<G> {
    pub fn new<K: Knowledge<G>, P: Probe<G>>(
        walk: &Walk<'_, G, K, P>,
        window: Window,
        memory: usize,
    ) -> Frontier<G> {
        let (range, slack, horizon) = (walk.range(), walk.slack(), walk.horizon());
        let root = Node {
            position: walk.position().clone(),
            mv: None,
            parent: ROOT,
            ply: 0,
            bounds: range,
            state: State::Open(Vec::new()),
            budget: FIRST_BUDGET,
        };
        let (nodes, searched) = (vec![root], Vec::new());
        let (by_hashes, ended) = (false, false);
        Frontier { nodes, searched, window, range, slack, horizon, memory, by_hashes, ended }
    }

    pub fn root_bounds(&self) -> Bounds {
        self.nodes[ROOT].bounds
    }

    pub fn is_answered(&self) -> bool {
        !self.window.clip(self.root_bounds()).is_wider_than(self.slack)
    }

    /// Whether nobody is searching, and there is nothing to search.
    pub fn is_stuck(&self) -> bool {
        self.searched.is_empty() && self.pick(ROOT, self.window).is_none()
    }

    pub fn has_ended(&self) -> bool {
        self.ended
    }

    /// Ends the search, and calls everybody back.
    pub fn end(&mut self) {
        self.ended = true;
        for &at in &self.searched {
            self.call_back(at);
        }
    }

    fn call_back(&self, at: usize) {
        if let State::Searched(stop) = &self.nodes[at].state {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// A position that can be searched and matters, with the window that matters there.
    fn pick(&self, at: usize, window: Window) -> Option<(usize, Window)> {
        let node = &self.nodes[at];
        let window = window.clip(node.bounds);
        if !window.is_wider_than(self.slack) {
            return None;
        }
        match &node.state {
            State::Open(_) => Some((at, window)),
            State::Searched(_) => None,
            State::Expanded { kind, first, count, .. } => {
                let mut order: Vec<usize> = (*first..first + count).collect();
                // The mover hopes for the best; of equals the first.
                if *kind != Kind::Chance {
                    order.sort_by_key(|&child| {
                        std::cmp::Reverse(self.nodes[child].bounds.merit(*kind).1)
                    });
                }
                order.into_iter().find_map(|child| self.pick(child, self.below(at, child, window)))
            }
        }
    }

    /// The window of a child, from that of its parent.
    fn below(&self, at: usize, child: usize, window: Window) -> Window {
        match &self.nodes[at].state {
            State::Expanded { kind: Kind::Chance, first, odds, .. } => {
                let node = &self.nodes[at];
                window.of_outcome(self.nodes[child].bounds, odds[child - first], node.bounds)
            }
            _ => window,
        }
    }

    /// The next task, which now belongs to the caller; `None` if there is none at the moment.
    pub fn next_task(&mut self, stop: &Arc<AtomicBool>) -> Option<(usize, Task<G::Position>)> {
        if self.is_answered() {
            return None;
        }
        let (at, window) = self.pick(ROOT, self.window)?;
        let node = &mut self.nodes[at];
        node.state = State::Searched(Arc::clone(stop));
        self.searched.push(at);
        let limits = Limits::none().nodes(node.budget).memory(self.memory).stop(Arc::clone(stop));
        let horizon = self.horizon.map(|plies| plies.saturating_sub(node.ply));
        Some((at, Task { position: node.position.clone(), window, horizon, limits }))
    }

    /// Takes the result of a task. Returns whether the position should be expanded.
    pub fn take_back(&mut self, at: usize, window: Window, found: Tightened<G::Move>) -> bool {
        self.by_hashes |= found.by_hashes;
        self.searched.retain(|&other| other != at);
        let node = &mut self.nodes[at];
        let called_back = match &node.state {
            State::Searched(stop) => stop.load(Ordering::Relaxed),
            _ => false,
        };
        node.bounds = node.bounds.intersect(found.bounds);
        let open = window.clip(node.bounds).is_wider_than(self.slack);
        node.state = State::Open(found.pv);
        self.back_up(at);
        open && !called_back
    }

    /// Adds the children of a position that took more than its budget.
    pub fn expand<K: Knowledge<G>>(&mut self, game: &G, knowledge: &K, at: usize) {
        let full = self.nodes.len() >= MOST_NODES;
        let node = &mut self.nodes[at];
        let mut moves = Moves::new();
        moves.want_facts(false);
        let inner = match self.horizon.is_some_and(|plies| node.ply >= plies) {
            true => None,
            false => match knowledge.expand_in_order(game, &node.position, &mut moves) {
                Turn::Inner(kind) if moves.len() <= MOST_CHILDREN && !full => Some(kind),
                _ => None,
            },
        };
        let Some(kind) = inner else {
            node.budget = node.budget.saturating_mul(16);
            return;
        };
        let (ply, budget) = (node.ply + 1, node.budget);
        let budget = if ply.is_multiple_of(DOUBLES) { budget.saturating_mul(2) } else { budget };
        let first = self.nodes.len();
        let odds = (0..moves.len()).filter_map(|i| moves.probability(i)).collect();
        self.nodes[at].state = State::Expanded { kind, first, count: moves.len(), odds };
        for mv in moves.iter() {
            let mut position = self.nodes[at].position.clone();
            game.advance(&mut position, mv);
            self.nodes.push(Node {
                position,
                mv: Some(mv),
                parent: at,
                ply,
                bounds: self.range,
                state: State::Open(Vec::new()),
                budget,
            });
        }
    }

    /// Tells the positions above of new bounds.
    fn back_up(&mut self, mut at: usize) {
        while at != ROOT {
            at = self.nodes[at].parent;
            let State::Expanded { kind, first, count, odds } = &self.nodes[at].state else {
                return;
            };
            let children: Vec<Bounds> =
                self.nodes[*first..first + count].iter().map(|child| child.bounds).collect();
            let all = match kind {
                Kind::Chance => Bounds::average(Bounds::hull(&children), &children, odds),
                _ => Bounds::of_children(*kind, &children),
            };
            let tightened = self.nodes[at].bounds.intersect(all);
            if tightened == self.nodes[at].bounds {
                return;
            }
            self.nodes[at].bounds = tightened;
        }
    }

    /// Calls back those who search positions that do not matter any more.
    pub fn call_back_useless_tasks(&self) {
        for &at in &self.searched {
            if !self.matters(at) {
                self.call_back(at);
            }
        }
    }

    fn matters(&self, at: usize) -> bool {
        let mut path = vec![at];
        while let Some(&last) = path.last()
            && last != ROOT
        {
            path.push(self.nodes[last].parent);
        }
        let mut window = self.window;
        for pair in path.windows(2).rev() {
            let (child, parent) = (pair[0], pair[1]);
            window = window.clip(self.nodes[parent].bounds);
            if !window.is_wider_than(self.slack) {
                return false;
            }
            window = self.below(parent, child, window);
        }
        window.clip(self.nodes[at].bounds).is_wider_than(self.slack)
    }

    /// The bounds of the root, and the principal variation.
    pub fn answer(&self) -> Answer<G::Move> {
        let (mut pv, mut at) = (Vec::new(), ROOT);
        loop {
            match &self.nodes[at].state {
                State::Open(found) => {
                    pv.extend(found);
                    break;
                }
                State::Expanded { kind, first, count, .. } if *kind != Kind::Chance => {
                    let children: Vec<Bounds> = self.nodes[*first..first + count]
                        .iter()
                        .map(|child| child.bounds)
                        .collect();
                    let best = self.nodes[at].bounds.best_child(*kind, &children, self.slack);
                    let Some(best) = best else { break };
                    at = first + best;
                    pv.extend(self.nodes[at].mv);
                }
                _ => break,
            }
        }
        Answer { pv, ..Answer::of(self.root_bounds()) }
    }
}
