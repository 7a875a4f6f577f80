//! Rollouts over a graph of positions, for games in which positions repeat.
//!
//! A position has one pair of bounds, by whichever path it is reached. So what is learned on one
//! path counts on all, and bounds propagate around cycles: each time they come closer to each other,
//! as long as chance may lead out. Two rules keep rollouts finite and sound:
//! - a rollout that meets a position of its own path ends there and backs up: the bounds known so
//!   far are sound, so what follows from them is sound too;
//! - a rollout that changed almost nothing is not repeated as long as there are others. The move at
//!   which it ended is *vain* until some interval shrinks by a fair share; if it is vain again, until twice as many
//!   have, and so on, since a change is mostly far away from it. If only vain moves are left, all are tried again; if
//!   nothing at all has changed by then, the search is stalled.
//!
//! When all positions are known, only bounds are left to be passed on, which needs no rollouts.

use super::Root;
use super::guide::Guide;
use crate::model::{Bounds, Game, Key, Kind, Moves, Value, Window};
use crate::policy::{Block, Node, Opening, Reads};
use crate::run::{Answer, Arrival, MoveOf, Setup, Stop, UndoOf, WalkOf};
use crate::store::{Edge, Graph, Store};

/// A position of the current path.
struct Stage<W, U, M> {
    vertex: u32,
    window: W,
    /// The move that left it, if it is not the end of the path.
    left: Option<(M, U)>,
}

/// A search in progress.
pub(super) struct GraphSearch<'e, 'w, T: Setup, A: Guide> {
    walk: &'e mut WalkOf<'w, T>,
    guide: &'e mut A,
    question: Window,
    graph: Graph<MoveOf<T>>,
    path: Vec<Stage<A::Window, UndoOf<T>, MoveOf<T>>>,
    /// Which positions are on the path.
    on_path: Vec<bool>,
    /// The number of large changes, and the one at which no move is vain any more.
    changes: u32,
    afresh: u32,
    /// Whether anything at all has changed since only vain moves were left.
    stirred: bool,
    /// How many positions are known that were not expanded yet and are not decided.
    unseen: usize,
    /// Steps of rollouts since anything was found.
    idle: usize,
    /// Steps of rollouts since the last sweep.
    steps: usize,
    /// The bounds of the children of the current position.
    children: Vec<Bounds>,
    moves: Moves<MoveOf<T>>,
    no_data: A::Data,
    gave_up: Option<Stop>,
}

const ROOT: u32 = 0;

/// After this many steps per known position, all positions are updated from their children: if many
/// paths lead to the same positions, that propagates bounds faster than rollouts do, at a fraction of
/// their cost.
const STEPS_A_SWEEP: usize = 4;

/// The most changes for which a move is vain.
const LONGEST_PAUSE: u32 = 1 << 20;

/// The share of an interval that a large change leaves.
const FAIR_SHARE: f64 = 1.0 - 1.0 / 64.0;

impl<'e, 'w, T: Setup, A: Guide> GraphSearch<'e, 'w, T, A> {
    pub(super) fn search(
        walk: &'e mut WalkOf<'w, T>,
        guide: &'e mut A,
        store: &mut T::Store,
        question: Window,
    ) -> Answer<MoveOf<T>> {
        let Root { slot, known, kind, moves } = match Root::<T>::arrive(walk, store) {
            Ok(root) => root,
            Err(answer) => return answer,
        };
        let mut search: Self = GraphSearch {
            walk,
            guide,
            question,
            graph: Graph::new(),
            path: Vec::new(),
            on_path: Vec::new(),
            changes: 0,
            afresh: 0,
            stirred: false,
            unseen: 0,
            idle: 0,
            steps: 0,
            children: Vec::new(),
            moves,
            no_data: A::Data::default(),
            gave_up: None,
        };
        let name = search.name();
        search.graph.vertex(name, known);
        if search.expand(ROOT, kind) {
            while search.is_open() && search.rollout() {}
        }
        store.tighten(slot, search.graph.vertices[ROOT as usize].bounds, None);
        search.finish()
    }

    fn name(&self) -> Key {
        let name = self.walk.game().key(self.walk.position());
        name.expect("a game with cycles has keys for all positions")
    }

    fn is_open(&self) -> bool {
        let root = self.graph.vertices[ROOT as usize].bounds;
        self.question.admits_beyond(root, self.walk.slack())
    }

    /// Whether it matters what is below a position.
    fn is_open_vertex(&self, vertex: u32) -> bool {
        self.graph.vertices[vertex as usize].bounds.width() > self.walk.allowance()
    }

    /// One rollout, or one sweep if all positions are known. False if nothing is left to try, or a limit was reached.
    fn rollout(&mut self) -> bool {
        if !self.walk.may_go_on() {
            return false;
        }
        if self.unseen == 0 {
            return self.settle();
        }
        let root = self.graph.vertices[ROOT as usize].bounds;
        self.enter(ROOT, A::Window::from(self.question).enter(root));
        let (before, known) = (self.changes, self.graph.edges.len());
        let (end, leaf) = self.descend();
        self.steps += self.path.len();
        self.idle += self.path.len();
        while let Some(stage) = self.path.pop() {
            self.leave(stage, leaf);
        }
        if self.steps > STEPS_A_SWEEP * self.graph.vertices.len() {
            self.sweep();
        }
        let after = self.graph.vertices[ROOT as usize].bounds;
        if after != root {
            self.walk.report(after);
        }
        match end {
            Some(edge) => self.note(edge, self.changes != before),
            None if self.changes != before => {}
            // Other changes may have made moves worthwhile.
            None if std::mem::take(&mut self.stirred) => self.try_again(),
            None if self.gave_up.is_some() || self.walk.stopped().is_some() => {}
            None if self.look_elsewhere() => self.try_again(),
            None => {
                self.gave_up.get_or_insert(Stop::Stalled);
            }
        }
        if self.changes != before || self.graph.edges.len() != known {
            self.idle = 0;
        } else if self.idle > self.graph.vertices.len() && self.gave_up.is_none() {
            self.idle = 0;
            self.look_elsewhere();
        }
        self.gave_up.is_none() && self.walk.stopped().is_none()
    }

    /// Notes whether a rollout that ended at a move has changed much.
    fn note(&mut self, edge: usize, changed: bool) {
        let edge = &mut self.graph.edges[edge];
        edge.pause = if changed { 0 } else { (2 * edge.pause).clamp(1, LONGEST_PAUSE) };
        edge.vain = self.changes.saturating_add(edge.pause);
        self.afresh = self.afresh.max(edge.vain);
    }

    /// When all positions are known there is nothing left to find by rollouts: updates every position from its
    /// children. False if that changes nothing, or a limit was reached.
    fn settle(&mut self) -> bool {
        let before = self.graph.vertices[ROOT as usize].bounds;
        self.stirred = false;
        self.sweep();
        let after = self.graph.vertices[ROOT as usize].bounds;
        if after != before {
            self.walk.report(after);
        }
        if self.walk.stopped().is_some() {
            return false;
        }
        if !self.stirred {
            self.gave_up = Some(Stop::Stalled);
        }
        self.stirred
    }

    /// From now on no move is vain.
    fn try_again(&mut self) {
        self.changes = self.afresh.max(self.changes);
        if self.changes > u32::MAX / 2 {
            self.graph.edges.iter_mut().for_each(|edge| edge.vain = 0);
            (self.changes, self.afresh) = (0, 0);
        }
    }

    /// Makes sure that rollouts do not miss anything: a move that was vain on one path need not be on
    /// another. Updates every position from its children; if that changes nothing, goes to a position
    /// that was not expanded yet. False if there is none, or a limit was reached.
    #[cold]
    fn look_elsewhere(&mut self) -> bool {
        self.sweep();
        if std::mem::take(&mut self.stirred) {
            return true;
        }
        let Some(way) = self.graph.way_to_unseen(ROOT, self.walk.allowance()) else { return false };
        self.enter(ROOT, A::Window::from(self.question));
        let seen = way.iter().all(|&edge| self.advance(edge, self.question.into()).is_some());
        while let Some(stage) = self.path.pop() {
            self.leave(stage, None);
        }
        seen
    }

    /// Updates every position from its children, the latest first.
    fn sweep(&mut self) {
        for vertex in (0..self.graph.vertices.len() as u32).rev() {
            if !self.walk.has_time() {
                break;
            }
            self.walk.charge(self.graph.vertices[vertex as usize].edges().len());
            let known = self.graph.join(vertex, self.walk.range(), &mut self.children);
            self.set(vertex, known);
        }
        self.steps = 0;
    }

    /// Follows an edge from the end of the path, and expands the position there if it is new. Returns
    /// the value if it is a leaf; `None` if a limit was reached.
    fn advance(&mut self, edge: usize, window: A::Window) -> Option<Option<Value>> {
        let Edge { to, mv, .. } = self.graph.edges[edge];
        let seen = self.graph.vertices[to as usize].kind.is_some();
        let undo = if seen { self.walk.replay(mv) } else { self.walk.step(mv)? };
        let top = self.path.last_mut().expect("the root is on the path");
        top.left = Some((mv, undo));
        self.enter(to, window);
        if seen {
            return Some(None);
        }
        self.unseen -= usize::from(self.is_open_vertex(to));
        match self.walk.arrive(&mut self.moves) {
            Arrival::Leaf(value) => {
                self.set(to, Bounds::point(value));
                Some(Some(value))
            }
            Arrival::Inner(kind) => self.expand(to, kind).then_some(None),
        }
    }

    /// Goes down to a leaf, to a position of the path, or to where nothing is left to try. Returns
    /// the last edge of the rollout, if it left the root, and the leaf's value.
    fn descend(&mut self) -> (Option<usize>, Option<Value>) {
        let mut came_by = None;
        loop {
            let Some((edge, window)) = self.choose() else { return (came_by, None) };
            came_by = Some(edge);
            if self.on_path[self.graph.edges[edge].to as usize] {
                return (came_by, None);
            }
            match self.advance(edge, window) {
                Some(None) => {}
                Some(leaf) => return (came_by, leaf),
                None => return (came_by, None),
            }
        }
    }

    fn enter(&mut self, vertex: u32, window: A::Window) {
        self.on_path[vertex as usize] = true;
        self.path.push(Stage { vertex, window, left: None });
    }

    /// Backs up the last position of the path, which was just removed from it.
    fn leave(&mut self, stage: Stage<A::Window, UndoOf<T>, MoveOf<T>>, leaf: Option<Value>) {
        let Stage { vertex, left, .. } = stage;
        if let Some((mv, undo)) = left {
            self.walk.back(mv, undo);
        }
        self.on_path[vertex as usize] = false;
        let known = self.graph.join(vertex, self.walk.range(), &mut self.children);
        self.set(vertex, known);
        if let (Reads::Everything, Some(value)) = (A::READS, leaf) {
            self.guide.learn(&mut self.no_data, value);
        }
    }

    /// Sets the bounds of a position.
    fn set(&mut self, vertex: u32, bounds: Bounds) {
        let old = std::mem::replace(&mut self.graph.vertices[vertex as usize].bounds, bounds);
        self.stirred |= bounds != old;
        if bounds.width() < old.width() * FAIR_SHARE {
            self.changes = self.changes.saturating_add(1);
        }
    }

    /// Adds the moves of a position that were just listed, and the known bounds of its children.
    /// False if the memory is full.
    fn expand(&mut self, vertex: u32, kind: Kind) -> bool {
        if self.graph.is_full(self.walk.memory_limit()) {
            self.gave_up = Some(Stop::Memory);
            self.moves.clear();
            return false;
        }
        let first = self.graph.edges.len();
        for i in 0..self.moves.len() {
            let mv = self.moves.get(i);
            let stated = self.walk.child_facts(&self.moves, i);
            let undo = self.walk.replay(mv);
            let (name, known) = (self.name(), stated.intersect(self.walk.facts()));
            let vertices = self.graph.vertices.len();
            let to = self.graph.vertex(name, known);
            self.unseen += usize::from(to as usize == vertices && self.is_open_vertex(to));
            self.walk.back(mv, undo);
            self.graph.edges.push(Edge { to, mv, vain: 0, pause: 0 });
            self.graph.weights.push(self.moves.probability(i).unwrap_or(1.0));
        }
        self.moves.clear();
        self.graph.expand(vertex, kind, first);
        self.on_path.resize(self.graph.vertices.len(), false);
        let known = self.graph.join(vertex, self.walk.range(), &mut self.children);
        self.set(vertex, known);
        true
    }

    /// The edge to follow from the end of the path, and the window behind it: the policy's choice
    /// or, if that is vain, another. `None` if nothing is left.
    fn choose(&mut self) -> Option<(usize, A::Window)> {
        let &Stage { vertex, window, .. } = self.path.last().expect("the root is on the path");
        let kind = self.graph.vertices[vertex as usize].kind?;
        let edges = self.graph.vertices[vertex as usize].edges();
        self.walk.charge(edges.len());
        self.graph.children(vertex, &mut self.children);
        let (range, slack) = (self.walk.range(), self.walk.slack());
        let (weights, average): (&[f64], _) = if kind == Kind::Chance {
            let weights = &self.graph.weights[edges.clone()];
            (weights, Bounds::average(range, &self.children, weights))
        } else {
            (&[], range)
        };
        let (bounds, count) = (self.children.as_slice(), self.children.len());
        let children = Block { bounds, count, fresh: 0, range, cursor: 0, slack, average };
        let (own, depth) = (&self.no_data, self.path.len() - 1);
        let mut node = Node { kind, depth, window, own, data: &[], weights, children };
        let vain = |i: usize| self.graph.edges[edges.start + i].vain > self.changes;
        if let Some(cursor) = (0..count).find(|&i| node.is_active(i)) {
            node.children.cursor = cursor;
            let (index, window) = self.guide.step(&node);
            if !vain(index) {
                return Some((edges.start + index, window));
            }
        }
        // Among the active moves that are not vain, or if rounding has left none, among all open
        // ones, the one with most still open.
        let open = |i: &usize| bounds[*i].width() > self.walk.allowance();
        let share = |i: usize| bounds[i].width() * weights.get(i).copied().unwrap_or(1.0);
        let wider = |best, i| if share(i) > share(best) { i } else { best };
        let worthwhile = || (0..count).filter(|&i| !vain(i)).filter(open);
        let index = worthwhile().filter(|&i| node.is_active(i)).reduce(wider);
        let index = index.or_else(|| {
            let stuck = (0..count).all(|i| !node.is_active(i));
            worthwhile().filter(|_| stuck).reduce(wider)
        })?;
        Some((edges.start + index, Window::from(bounds[index]).into()))
    }

    fn finish(mut self) -> Answer<MoveOf<T>> {
        self.walk.note_memory(self.graph.bytes(), self.graph.vertices.len());
        let pv = self.pv();
        let bounds = self.graph.vertices[ROOT as usize].bounds;
        Answer { pv, gave_up: self.gave_up, ..Answer::of(bounds) }
    }

    /// The best moves known, from the root to the first chance node or the first repetition.
    fn pv(&mut self) -> Vec<MoveOf<T>> {
        let mut pv = Vec::new();
        let (mut vertex, mut own) = (ROOT, self.graph.vertices[ROOT as usize].bounds);
        self.on_path.fill(false);
        while let Some(kind @ (Kind::Max | Kind::Min)) = self.graph.vertices[vertex as usize].kind {
            if std::mem::replace(&mut self.on_path[vertex as usize], true) {
                break;
            }
            self.graph.children(vertex, &mut self.children);
            let Some(best) = own.best_child(kind, &self.children, self.walk.slack()) else { break };
            let edge = self.graph.vertices[vertex as usize].edges().start + best;
            pv.push(self.graph.edges[edge].mv);
            own = own.of_best_child(self.children[best], kind);
            vertex = self.graph.edges[edge].to;
        }
        pv
    }
}
