//! Alpha-beta by rollouts (Huang 2015, Algorithm 4 with the leftmost policy; Baier 2018, Algorithm
//! 1.3, lines 9 to 27), from any position and to any depth, over one tree that keeps for every
//! position and every depth what is known of its value.
//!
//! Values are shares of what MAX can get. Where this departs from the listing:
//! - Rollouts start at different positions and back up only to their start, so what is known of a
//!   position may lag behind its children. What a node knows is therefore renewed from its children
//!   when it is entered, and only ever tightened; if nothing is active then, the rollout just backs
//!   up.
//! - The k best moves and their order are fixed when a position is first expanded.

use crate::anytime::Frame;
use crate::lookahead::{Charge, PathKey, rank};
use crate::model::{Bounds, Game, Kind, Knowledge, Move, Moves, Turn, Value, Window};
use crate::walk::{Door, NO_MOVES};

/// The number of a node.
pub(super) type NodeId = usize;

/// A tree for alpha-beta.
#[derive(Debug)]
pub(super) struct AlphaBetaTree<M> {
    nodes: Vec<Node<M>>,
    root: NodeId,
    k: usize,
    /// The moves of the root that are tried; none if all are.
    only: Vec<M>,
    /// How many intervals are stored.
    intervals: usize,
    memory: usize,
}

#[derive(Debug)]
struct Node<M> {
    mv: M,
    path_key: PathKey,
    /// Where the children start, all moves in their order, and how many there are.
    first: NodeId,
    count: usize,
    state: State,
    /// What is known of the value, by depth in plies.
    known: Vec<Bounds>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    New,
    Inner(Kind),
    /// The game is worth this, whatever the depth.
    Known(Value),
}

/// What stands for the depths at which a position was never entered.
const NEVER_ENTERED: Bounds = Bounds::UNBOUNDED;

fn share(share: f64) -> Value {
    Value::new(share).expect("shares are numbers")
}

fn nothing_known() -> Bounds {
    Bounds::new(share(0.0), share(1.0)).expect("it is in order")
}

impl<M: Move> AlphaBetaTree<M> {
    /// A tree with a root, of which rollouts try the `k` best moves of each position.
    pub fn new(blank: M, seed: u64, k: u32, memory: usize) -> AlphaBetaTree<M> {
        let root = Node::new(blank, PathKey::root(seed));
        let (nodes, k) = (vec![root], k as usize);
        AlphaBetaTree { nodes, root: 0, k, only: Vec::new(), intervals: 0, memory }
    }

    /// How many bytes are held, within a little.
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node<M>>() + self.intervals * size_of::<Bounds>()
    }

    /// Whether it may not grow any more.
    pub fn is_full(&self) -> bool {
        // A vector that grows holds the old and the new one for a while.
        3 * self.bytes() > self.memory
    }

    /// The root.
    pub fn root(&self) -> NodeId {
        self.root
    }

    /// Makes another node the root. Nothing of it must be known by facts.
    pub fn set_root(&mut self, id: NodeId) {
        self.only.clear();
        self.root = id;
    }

    /// Tries only these moves of the root, which nobody has expanded.
    pub fn restrict(&mut self, moves: &[M]) {
        self.only = moves.to_vec();
    }

    /// The way to a node, as a key.
    pub fn path_key(&self, id: NodeId) -> PathKey {
        self.nodes[id].path_key
    }

    /// The child behind a move. Expands the position if nobody has.
    pub fn child<G: Game<Move = M>, K: Knowledge<G>>(
        &mut self,
        frame: &Frame<'_, G, K>,
        id: NodeId,
        position: &G::Position,
        mv: M,
        moves: &mut Moves<M>,
        door: Option<&mut dyn Door<G>>,
    ) -> Option<NodeId> {
        self.expand(frame, id, position, moves, door);
        let Node { first, count, .. } = self.nodes[id];
        (first..first + count).find(|&child| self.nodes[child].mv == mv)
    }

    /// What is known of a position `depth` plies deep. Even the end of the game is known only to
    /// the depths at which it was entered, so that what is a node does not depend on what came
    /// before.
    pub fn known(&self, id: NodeId, depth: u32) -> Bounds {
        let known = self.nodes[id].known.get(depth as usize);
        known.copied().filter(|&known| known != NEVER_ENTERED).unwrap_or_else(nothing_known)
    }

    fn was_entered(&self, id: NodeId, depth: u32) -> bool {
        self.nodes[id].known.get(depth as usize).is_some_and(|&known| known != NEVER_ENTERED)
    }

    /// The children that are tried, and what is known of each `depth` plies deep.
    pub fn tried(&self, id: NodeId, depth: u32) -> impl Iterator<Item = (M, Bounds)> + '_ {
        self.tried_ids(id).map(move |child| (self.nodes[child].mv, self.known(child, depth)))
    }

    fn tried_ids(&self, id: NodeId) -> std::ops::Range<NodeId> {
        let Node { first, count, .. } = self.nodes[id];
        first..first + count.min(self.k)
    }

    /// Who moves, where somebody does and the position was expanded.
    pub fn mover(&self, id: NodeId) -> Option<Kind> {
        match self.nodes[id].state {
            State::Inner(kind) => Some(kind),
            _ => None,
        }
    }

    /// The first child that is worth what the position is, once that is known.
    pub fn best(&self, id: NodeId, depth: u32) -> Option<M> {
        let kind = self.mover(id)?;
        let value = self.known(id, depth).exact()?;
        let mut children = self.tried(id, depth.checked_sub(1)?);
        let assured = |known: Bounds| if kind == Kind::Min { known.upper } else { known.lower };
        children.find(|&(_, known)| assured(known) == value).map(|(mv, _)| mv)
    }

    fn expand<G: Game<Move = M>, K: Knowledge<G>>(
        &mut self,
        frame: &Frame<'_, G, K>,
        id: NodeId,
        position: &G::Position,
        moves: &mut Moves<M>,
        door: Option<&mut dyn Door<G>>,
    ) {
        if self.nodes[id].state != State::New {
            return;
        }
        // Facts may tell the root's value, but not a move.
        if let Some(value) = frame.value_if_known(position).filter(|_| id != self.root) {
            self.nodes[id].state = State::Known(value);
            return;
        }
        moves.clear();
        let Turn::Inner(kind) = frame.game.expand(position, moves) else {
            unreachable!("ends of the game are known");
        };
        if id == self.root && !self.only.is_empty() {
            moves.retain(|mv| self.only.contains(&mv));
        }
        debug_assert!(!moves.is_empty(), "{NO_MOVES}");
        if let Some(door) = door {
            door.enter(kind);
            door.charge(moves.len());
        }
        let (path_key, mut ranked) = (self.nodes[id].path_key, Vec::new());
        let rank_of = |mv| frame.knowledge.rank(frame.game, position, mv);
        rank(rank_of, path_key, moves, self.k, &mut ranked);
        let first = self.nodes.len();
        let children = ranked.iter().enumerate().map(|(i, &mv)| Node::new(mv, path_key.child(i)));
        self.nodes.extend(children);
        let node = &mut self.nodes[id];
        (node.first, node.count, node.state) = (first, ranked.len(), State::Inner(kind));
    }

    /// What is known of a position from the children that are tried.
    fn renew(&mut self, id: NodeId, depth: u32) {
        let Some(kind) = self.mover(id) else { return };
        let children = self.tried_ids(id).map(|child| self.known(child, depth - 1));
        let all = children.reduce(|a, b| a.choice(b, kind.maximises()));
        if let Some(all) = all {
            self.tighten(id, depth, all);
        }
    }

    fn tighten(&mut self, id: NodeId, depth: u32, known: Bounds) {
        let node = &mut self.nodes[id];
        let before = node.known.len();
        if before <= depth as usize {
            node.known.resize(depth as usize + 1, NEVER_ENTERED);
            self.intervals += depth as usize + 1 - before;
        }
        let interval = &mut node.known[depth as usize];
        *interval = interval.intersect(known);
    }
}

/// A rollout of alpha-beta.
pub(super) struct Descent<'a, 'g, G: Game, K> {
    pub tree: &'a mut AlphaBetaTree<G::Move>,
    pub frame: Frame<'g, G, K>,
    pub moves: &'a mut Moves<G::Move>,
    /// Which positions are paid for that are entered at a depth at which they had not been.
    pub charge: Charge,
    pub door: &'a mut dyn Door<G>,
}

impl<G: Game, K: Knowledge<G>> Descent<'_, '_, G, K> {
    /// Goes to the first active child, again and again, as far as a leaf, and back. Says what MAX
    /// gets of the leaf; nothing if a limit was reached, or nothing was active.
    pub fn run(&mut self, id: NodeId, position: &G::Position, depth: u32) -> Option<f64> {
        let window = Window::FULL.clip(self.tree.known(id, depth));
        self.descend(id, &mut position.clone(), depth, window)
    }

    fn descend(
        &mut self,
        id: NodeId,
        position: &mut G::Position,
        depth: u32,
        window: Window,
    ) -> Option<f64> {
        if depth > 0 {
            self.tree.expand(&self.frame, id, position, self.moves, Some(&mut *self.door));
        }
        if let Some(value) = self.leaf(id, position, depth) {
            self.tree.tighten(id, depth, Bounds::point(share(value)));
            return Some(value);
        }
        self.tree.renew(id, depth);
        self.door.charge(self.tree.tried_ids(id).len());
        let window = window.clip(self.tree.known(id, depth));
        let mut tried = self.tree.tried_ids(id);
        let child = tried.find(|&child| window.admits(self.tree.known(child, depth - 1)))?;
        if !self.tree.was_entered(child, depth - 1) {
            if !self.door.may_go_on() {
                return None;
            }
            self.door.add_nodes(self.charge.of(depth - 1));
            self.tree.tighten(child, depth - 1, nothing_known());
        }
        self.frame.game.advance(position, self.tree.nodes[child].mv);
        let narrowed = window.clip(self.tree.known(child, depth - 1));
        let leaf = self.descend(child, position, depth - 1, narrowed);
        self.tree.renew(id, depth);
        leaf
    }

    /// What MAX gets if the rollout ends here.
    fn leaf(&mut self, id: NodeId, position: &G::Position, depth: u32) -> Option<f64> {
        match self.tree.nodes[id].state {
            State::Known(value) => Some(self.frame.share_of(self.door.leaf(position, value))),
            State::New => self.frame.share_of_leaf(position, depth, self.door),
            // Evaluated even if facts know its value: it was expanded as a root, where facts are
            // not used.
            State::Inner(_) if depth == 0 => {
                let prospect = self.frame.knowledge.prospect(self.frame.game, position);
                let share = prospect.unwrap_or(0.5);
                self.door.estimate(position, share);
                Some(share)
            }
            State::Inner(_) => None,
        }
    }
}

impl<M> Node<M> {
    fn new(mv: M, path_key: PathKey) -> Node<M> {
        Node { mv, path_key, first: 0, count: 0, state: State::New, known: Vec::new() }
    }
}
