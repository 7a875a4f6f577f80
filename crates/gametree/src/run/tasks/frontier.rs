//! The upper part of the game tree, whose frontier is searched by tasks.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::allotment::Allotment;
use super::{Expand, Task, Tightened};
use crate::model::{Bounds, Game, Kind, Knowledge, Moves, Turn, Window};
use crate::run::{Answer, Probe, Stop, Walk};

/// A position with more children or further from the root is never expanded, nor is any when there are so many
/// positions, or when they take more than this part of the memory: it gets a larger budget instead.
const MOST_CHILDREN: usize = 1 << 10;
const MOST_PLIES: u32 = 1 << 7;
const MOST_NODES: usize = 1 << 17;
pub(in crate::run) const PART_OF_MEMORY: usize = 8;

/// About how many bytes a position takes.
const BYTES: usize = 512;

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
    /// Whether the last task had too little memory.
    starved: bool,
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
    /// What tasks may take.
    pub allotment: Allotment,
    /// Room for children, by how many: blocks whose parent is finished.
    spare: HashMap<usize, Vec<usize>>,
    /// How many positions are in use, and how many may be.
    in_use: usize,
    most: usize,
    /// Whether a result rests on hash keys.
    pub by_hashes: bool,
    /// Why there is no point in going on, if there is none.
    gave_up: Option<Stop>,
    ended: bool,
}

impl<G: Game> Frontier<G> {
    pub fn new<K: Knowledge<G>, P: Probe<G>>(
        walk: &Walk<'_, G, K, P>,
        window: Window,
        allotment: Allotment,
    ) -> Frontier<G> {
        let (range, slack, horizon) = (walk.range(), walk.slack(), walk.horizon());
        let root = Node {
            position: walk.position().clone(),
            mv: None,
            parent: ROOT,
            ply: 0,
            bounds: range,
            state: State::Open(Vec::new()),
            budget: allotment.first_budget(),
            starved: false,
        };
        Frontier {
            nodes: vec![root],
            searched: Vec::new(),
            window,
            range,
            slack,
            horizon,
            allotment,
            spare: HashMap::new(),
            in_use: 1,
            most: (walk.memory_limit() / PART_OF_MEMORY / BYTES).min(MOST_NODES),
            by_hashes: false,
            gave_up: None,
            ended: false,
        }
    }

    pub fn root_bounds(&self) -> Bounds {
        self.nodes[ROOT].bounds
    }

    pub fn is_answered(&self) -> bool {
        !self.window.clip(self.root_bounds()).is_wider_than(self.slack)
    }

    /// Whether nobody is searching, and there is nothing to search.
    pub fn is_stuck(&self) -> bool {
        self.gave_up.is_some() || self.searched.is_empty() && self.pick(ROOT, self.window).is_none()
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
                // MAX hopes for the best, as in SSS*: of five orders the one that mostly took fewest leaves.
                if *kind == Kind::Max {
                    let hope = |&child: &usize| Reverse(window.clip(self.nodes[child].bounds).beta);
                    order.sort_by_key(hope);
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
    pub fn next_task(
        &mut self,
        stop: &Arc<AtomicBool>,
        expand: &Expand<'_, G>,
    ) -> Option<(usize, Task<G::Position>)> {
        let (at, window) = loop {
            if self.is_answered() {
                return None;
            }
            let (at, window) = self.pick(ROOT, self.window)?;
            if !self.allotment.is_too_large(self.nodes[at].ply) {
                break (at, window);
            }
            expand(self, at);
            if matches!(self.nodes[at].state, State::Open(_)) {
                break (at, window);
            }
        };
        let limits = self.allotment.lend(self.nodes[at].budget, stop)?;
        let node = &mut self.nodes[at];
        node.state = State::Searched(Arc::clone(stop));
        self.searched.push(at);
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
        node.starved = found.starved;
        node.bounds = node.bounds.intersect(found.bounds);
        let open = window.clip(node.bounds).is_wider_than(self.slack);
        node.state = State::Open(found.pv);
        if !called_back {
            self.allotment.note(node.ply, open);
        }
        self.back_up(at);
        match self.first_finished(at) {
            // The position itself may be gone now.
            Some(finished) => self.forget_below(finished),
            None => return open && !called_back,
        }
        false
    }

    /// Forgets what is below a position that does not matter any more, unless somebody is searching there.
    fn forget_below(&mut self, finished: usize) {
        if self.searched.iter().any(|&other| self.is_below(finished, other)) {
            return;
        }
        let pv = self.pv_below(finished);
        let mut blocks = vec![finished];
        while let Some(parent) = blocks.pop() {
            let closed = State::Open(Vec::new());
            if let State::Expanded { first, count, .. } =
                std::mem::replace(&mut self.nodes[parent].state, closed)
            {
                blocks.extend(first..first + count);
                self.spare.entry(count).or_default().push(first);
                self.in_use -= count;
            }
        }
        self.nodes[finished].state = State::Open(pv);
    }

    /// Whether a position is another one or below it.
    fn is_below(&self, above: usize, mut at: usize) -> bool {
        while at != above && at != ROOT {
            at = self.nodes[at].parent;
        }
        at == above
    }

    /// Adds the children of a position that took more than its budget.
    pub fn expand<K: Knowledge<G>>(&mut self, game: &G, knowledge: &K, at: usize) {
        let (full, deep) = (self.in_use >= self.most, self.nodes[at].ply >= MOST_PLIES);
        let node = &mut self.nodes[at];
        let mut moves = Moves::new();
        moves.want_facts(false);
        let inner = match self.horizon.is_some_and(|plies| node.ply >= plies) {
            true => None,
            false => match knowledge.expand_in_order(game, &node.position, &mut moves) {
                Turn::Inner(kind) if moves.len() <= MOST_CHILDREN && !deep && !full => Some(kind),
                _ => None,
            },
        };
        let Some(kind) = inner else {
            // A larger budget does not help a task that had too little memory.
            if std::mem::take(&mut node.starved) {
                self.gave_up = Some(Stop::Memory);
            }
            node.budget = node.budget.saturating_mul(16);
            return;
        };
        let (ply, count, budget) = (node.ply + 1, moves.len(), self.allotment.first_budget());
        let odds = (0..count).filter_map(|i| moves.probability(i)).collect();
        let children = moves.iter().map(|mv| {
            let mut position = node.position.clone();
            game.advance(&mut position, mv);
            let (bounds, state) = (self.range, State::Open(Vec::new()));
            let starved = false;
            Node { position, mv: Some(mv), parent: at, ply, bounds, state, budget, starved }
        });
        let children: Vec<Node<G>> = children.collect();
        let spare = self.spare.get_mut(&count).and_then(Vec::pop);
        let first = spare.unwrap_or(self.nodes.len());
        match spare {
            Some(_) => self.nodes.splice(first..first + count, children).for_each(drop),
            None => self.nodes.extend(children),
        }
        self.in_use += count;
        self.nodes[at].state = State::Expanded { kind, first, count, odds };
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
        self.first_finished(at).is_none()
    }

    /// The uppermost position on the way to `at` that does not matter any more, if there is one.
    fn first_finished(&self, at: usize) -> Option<usize> {
        let mut path = vec![at];
        while let Some(&last) = path.last()
            && last != ROOT
        {
            path.push(self.nodes[last].parent);
        }
        let mut window = self.window;
        for (i, &node) in path.iter().enumerate().rev() {
            window = window.clip(self.nodes[node].bounds);
            if !window.is_wider_than(self.slack) {
                return Some(node);
            }
            if i > 0 {
                window = self.below(node, path[i - 1], window);
            }
        }
        None
    }

    /// The bounds of the root, and the principal variation.
    pub fn answer(&self) -> Answer<G::Move> {
        let (pv, gave_up) = (self.pv_below(ROOT), self.gave_up);
        Answer { pv, gave_up, ..Answer::of(self.root_bounds()) }
    }

    /// The principal variation of a position.
    fn pv_below(&self, mut at: usize) -> Vec<G::Move> {
        let mut pv = Vec::new();
        loop {
            match &self.nodes[at].state {
                State::Open(found) => {
                    pv.extend(found);
                    return pv;
                }
                State::Expanded { kind, first, count, .. } if *kind != Kind::Chance => {
                    let children: Vec<Bounds> = self.nodes[*first..first + count]
                        .iter()
                        .map(|child| child.bounds)
                        .collect();
                    let best = self.nodes[at].bounds.best_child(*kind, &children, self.slack);
                    let Some(best) = best else { return pv };
                    at = first + best;
                    pv.extend(self.nodes[at].mv);
                }
                _ => return pv,
            }
        }
    }
}
