//! The upper part of the game tree, whose frontier is searched by tasks.

mod estimate;
mod results;
mod selection;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use self::estimate::Estimate;
pub(super) use self::selection::{Order, stake};
use super::allotment::Allotment;
use super::expansion::Expansion;
use crate::limits::Limits;
use crate::model::{Bounds, Game, Kind, Knowledge, Window};
use crate::outcome::{Outcome, Stop};
use crate::probe::Probe;
use crate::walk::Walk;

/// A position with more children than this, or more plies from the root, is never expanded, nor is
/// any when the number of positions, or their part of the memory, has reached its limit: it gets a
/// larger budget instead.
pub(super) const MOST_CHILDREN: usize = 1 << 10;
const MOST_PLIES: u32 = 1 << 7;
const MOST_NODES: usize = 1 << 17;
/// The same where the whole tree is kept for the sake of good bounds: it is full after about a
/// second.
const MOST_AT_STAKE: usize = 1 << 19;
pub(crate) const PART_OF_MEMORY: usize = 8;

/// About how many bytes a position takes.
const BYTES: usize = 512;

/// With less memory, there is room for less than a hundred positions: then a question is not
/// divided.
pub(super) const LEAST_MEMORY: usize = 100 * BYTES * PART_OF_MEMORY;

/// The root.
const ROOT: usize = 0;

/// A position.
struct Node<G: Game> {
    /// The move that led here; none leads to the root.
    mv: Option<G::Move>,
    parent: usize,
    ply: u32,
    bounds: Bounds,
    state: State<G>,
    /// How many threads are searching it or positions below it.
    searchers: u32,
    /// The budget of the next task, in multiples of the usual one.
    budgets: u64,
    /// Whether the last task took more than that, and whether it had too little memory.
    cut: bool,
    starved: bool,
    /// Whether it has too many children to be expanded.
    wide: bool,
    /// Whether a task has searched it before.
    searched_before: bool,
}

enum State<G: Game> {
    /// On the frontier; a task may have found this principal variation.
    Open(Vec<G::Move>),
    /// Somebody is searching it; setting the flag calls them back. Beside it the variation of the
    /// task before.
    Searched(Arc<AtomicBool>, Vec<G::Move>),
    /// Its children are in the tree, one after the other; chance decides with these probabilities.
    Expanded { position: G::Position, kind: Kind, first: usize, count: usize, odds: Vec<f64> },
}

impl<G: Game> Node<G> {
    fn new(mv: Option<G::Move>, parent: usize, ply: u32, bounds: Bounds) -> Node<G> {
        let state = State::Open(Vec::new());
        let (cut, starved, wide, searched_before) = (false, false, false, false);
        let searchers = 0;
        Node {
            mv,
            parent,
            ply,
            bounds,
            state,
            searchers,
            budgets: 1,
            cut,
            starved,
            wide,
            searched_before,
        }
    }
}

/// What a thread is to do next: search a position, or only expand it.
pub(super) struct Assignment<G: Game> {
    pub at: usize,
    /// The position of the parent, from which `mv` leads there; the position itself, if it is the
    /// root.
    pub from: G::Position,
    pub mv: Option<G::Move>,
    pub window: Window,
    pub horizon: Option<u32>,
    pub limits: Limits,
    pub expands: bool,
    pub order: Order,
}

/// What a thread has found out about a position.
pub(super) enum Found<G: Game> {
    /// What a search within this window has led to, and who moves there.
    Bounds(Box<Outcome<G::Move>>, Window, Option<Kind>),
    /// What is below it.
    Expansion(Expansion<G>),
}

/// The upper part of the tree.
pub(super) struct Frontier<G: Game> {
    root: G::Position,
    nodes: Vec<Node<G>>,
    /// The numbers of the positions that are being searched.
    searched: Vec<usize>,
    window: Window,
    slack: f64,
    horizon: Option<u32>,
    order: Order,
    /// What positions are probably worth.
    estimate: Estimate,
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
    /// About how many bytes it holds.
    pub fn bytes(&self) -> usize {
        self.nodes.len() * BYTES
    }

    pub fn new<K: Knowledge<G>, P: Probe<G>>(
        walk: &Walk<'_, G, K, P>,
        window: Window,
        known: Bounds,
        allotment: Allotment,
    ) -> Frontier<G> {
        let (slack, horizon) = (walk.slack(), walk.horizon());
        let root = Node::new(None, ROOT, 0, walk.range().intersect(known));
        let order = match allotment.takes_single_nodes() || walk.game().has_chance() {
            _ if allotment.is_best_first() => Order::MostAtStake,
            true => Order::BestFirst,
            false => Order::DepthFirst,
        };
        let most = if order == Order::MostAtStake { MOST_AT_STAKE } else { MOST_NODES };
        Frontier {
            root: walk.position().clone(),
            nodes: vec![root],
            searched: Vec::new(),
            window,
            slack,
            horizon,
            order,
            estimate: Estimate::default(),
            allotment,
            spare: HashMap::new(),
            in_use: 1,
            most: (walk.memory_limit() / PART_OF_MEMORY / BYTES).min(most),
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
        self.gave_up.is_some() || self.searched.is_empty() && self.pick().is_none()
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
        if let State::Searched(stop, _) = &self.nodes[at].state {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// What to do next: now it is the caller's. `None` if there is nothing to do at the moment.
    pub fn next(&mut self, stop: &Arc<AtomicBool>) -> Option<Assignment<G>> {
        if self.is_answered() {
            return None;
        }
        if self.order == Order::MostAtStake && self.in_use >= self.most - self.most / 8 {
            // The rest has to be searched without keeping the whole tree: then it pays to finish
            // one part after the other.
            self.order = Order::BestFirst;
            self.allotment.end_rollouts();
        }
        let (at, window) = self.pick()?;
        let can_expand = self.can_expand(at);
        let node = &mut self.nodes[at];
        let expands = can_expand && (node.cut || self.allotment.prefers_expansion(node.ply));
        if node.cut && !expands {
            // A larger budget does not help a task that had too little memory.
            if node.starved {
                self.gave_up = Some(Stop::Memory);
                return None;
            }
            node.cut = false;
            node.budgets = node.budgets.saturating_mul(16);
        }
        let budget = node.budgets.saturating_mul(self.allotment.usual_budget());
        let limits = match expands {
            true => self.allotment.lend_expansions(stop)?,
            false => self.allotment.lend(budget, stop)?,
        };
        let before = match &mut node.state {
            State::Open(pv) => std::mem::take(pv),
            _ => Vec::new(),
        };
        node.state = State::Searched(Arc::clone(stop), before);
        let horizon = self.horizon.map(|plies| plies.saturating_sub(node.ply));
        let (mv, parent) = (node.mv, node.parent);
        self.searched.push(at);
        self.note_searchers(at, |searchers| searchers + 1);
        let from = match &self.nodes[parent].state {
            State::Expanded { position, .. } => position.clone(),
            _ => self.root.clone(),
        };
        Some(Assignment { at, from, mv, window, horizon, limits, expands, order: self.order })
    }

    /// Changes the number of threads that search a position, and all positions above it.
    fn note_searchers(&mut self, mut at: usize, change: fn(u32) -> u32) {
        loop {
            let node = &mut self.nodes[at];
            node.searchers = change(node.searchers);
            if at == ROOT {
                return;
            }
            at = node.parent;
        }
    }

    fn can_expand(&self, at: usize) -> bool {
        let node = &self.nodes[at];
        !node.wide && node.ply < MOST_PLIES && self.in_use < self.most
    }

    /// Whether the root is a task itself, since it cannot be expanded.
    pub fn is_whole(&self) -> bool {
        matches!(self.nodes[ROOT].state, State::Open(_))
    }

    /// The principal variation, and the bounds that it rests on: more may be known of the root from
    /// before.
    pub fn answer(&self) -> Outcome<G::Move> {
        let (pv, stop) = (self.pv_below(ROOT), self.gave_up.unwrap_or(Stop::Running));
        let bounds = self.bounds_of_children(ROOT).unwrap_or(self.root_bounds());
        Outcome { pv, stop, ..Outcome::of(bounds) }.resting_on(self.by_hashes)
    }

    /// What the children of a position say of it, if it has any.
    fn bounds_of_children(&self, at: usize) -> Option<Bounds> {
        let State::Expanded { kind, first, count, .. } = &self.nodes[at].state else { return None };
        if *kind == Kind::Chance {
            return self.average(at);
        }
        let children = self.nodes[*first..first + count].iter().map(|child| child.bounds);
        children.reduce(|all, child| all.choice(child, kind.maximises()))
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
