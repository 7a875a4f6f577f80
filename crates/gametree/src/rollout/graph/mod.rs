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
//! Now and then all positions are updated from their children: see [`sweep`].
//!
//! Several threads may do rollouts in the same graph: see `threads/graph.rs`.

mod sweep;

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering::Relaxed};

use super::Root;
use super::guide::Guide;
use crate::algorithm::{MoveOf, Setup, UndoOf, WalkOf};
use crate::model::{Bounds, Key, Kind, Moves, Value, Window};
use crate::outcome::{Outcome, Stop};
use crate::policy::{Block, Node, Opening, Reads};
use crate::store::{Branches, Graph, Scratch, Store, Successor};
use crate::walk::Arrival;

/// What the threads of a search share.
pub(crate) struct Shared<M> {
    graph: Graph<M>,
    /// The number of large changes, and the one at which no move is vain any more.
    changes: AtomicU32,
    afresh: AtomicU32,
    /// Whether anything at all has changed since only vain moves were left.
    stirred: AtomicBool,
    /// How many positions are known that were not expanded yet and are not decided.
    unseen: AtomicUsize,
    /// Steps of rollouts since the last sweep.
    steps: AtomicUsize,
    /// A sweep is due when this times `steps` exceeds the number of positions: see [`sweep`].
    sweeps_a_step: usize,
}

/// Changes that a thread has made. It tells the others after each rollout: a counter that they all write to at every
/// change would take more time than the rollouts.
#[derive(Clone, Copy, Default)]
struct News {
    /// Whether anything has changed, and how many changes were large.
    stirred: bool,
    changes: u32,
}

/// A position of the current path.
struct Stage<W, U, M> {
    vertex: u32,
    window: W,
    /// The move that left it, if it is not the end of the path.
    left: Option<(M, U)>,
}

/// A thread of a search in progress.
pub(crate) struct GraphSearch<'e, 'w, T: Setup, A: Guide> {
    pub walk: &'e mut WalkOf<'w, T>,
    guide: &'e mut A,
    pub question: Window,
    pub shared: &'e Shared<MoveOf<T>>,
    path: Vec<Stage<A::Window, UndoOf<T>, MoveOf<T>>>,
    /// Which positions are on the path.
    on_path: Vec<bool>,
    /// What this thread has changed since it last told the others.
    news: News,
    /// Whether the current rollout has changed bounds much, and whether it has expanded a position.
    changed: bool,
    expanded: bool,
    /// Steps of rollouts since anything was found.
    idle: usize,
    /// The bounds of the root that were reported last.
    reported: Bounds,
    /// What is known of the children of the current position.
    children: Scratch,
    moves: Moves<MoveOf<T>>,
    successors: Vec<Successor<MoveOf<T>>>,
    no_data: A::Data,
    pub gave_up: Option<Stop>,
}

const ROOT: u32 = 0;

/// The most changes for which a move is vain.
const LONGEST_PAUSE: u32 = 1 << 20;

/// The share of an interval that a large change leaves.
const FAIR_SHARE: f64 = 1.0 - 1.0 / 64.0;

/// Searches the position of `walk`, by as many threads as it may have; `worker` makes the policies of the others.
pub(super) fn search<T: Setup, A: Guide + Send>(
    walk: &mut WalkOf<'_, T>,
    guide: &mut A,
    worker: impl Fn() -> Option<A>,
    store: &mut T::Store,
    question: Window,
) -> Outcome<MoveOf<T>> {
    let Root { slot, known, kind, moves } = match Root::<T>::arrive(walk, store) {
        Ok(root) => root,
        Err(answer) => return answer,
    };
    let threads = walk.threads();
    let shared = Shared {
        graph: Graph::new(name::<T>(walk), known),
        changes: AtomicU32::new(0),
        afresh: AtomicU32::new(0),
        stirred: AtomicBool::new(false),
        unseen: AtomicUsize::new(usize::from(known.width() > walk.allowance())),
        steps: AtomicUsize::new(0),
        sweeps_a_step: sweep::sweeps_a_step(threads),
    };
    let mut search: GraphSearch<'_, '_, T, A> = GraphSearch::new(walk, guide, question, &shared);
    search.moves = moves;
    if shared.graph.claim(ROOT) && search.expand(ROOT, kind) {
        search.run_by(threads, &worker);
    }
    store.tighten(slot, shared.graph.bounds(ROOT), None);
    search.finish()
}

/// The key of the current position.
fn name<T: Setup>(walk: &WalkOf<'_, T>) -> Key {
    walk.key().expect("a game with cycles has keys for all positions")
}

impl<'e, 'w, T: Setup, A: Guide> GraphSearch<'e, 'w, T, A> {
    pub fn new(
        walk: &'e mut WalkOf<'w, T>,
        guide: &'e mut A,
        question: Window,
        shared: &'e Shared<MoveOf<T>>,
    ) -> Self {
        GraphSearch {
            walk,
            guide,
            question,
            shared,
            path: Vec::new(),
            on_path: Vec::new(),
            news: News::default(),
            changed: false,
            expanded: false,
            idle: 0,
            reported: shared.graph.bounds(ROOT),
            children: Scratch::default(),
            moves: Moves::new(),
            successors: Vec::new(),
            no_data: A::Data::default(),
            gave_up: None,
        }
    }

    /// Does rollouts until the question is answered, nothing is left to try, or a limit is reached.
    pub fn run(&mut self) {
        while self.is_open() && self.rollout() {}
    }

    fn is_open(&self) -> bool {
        self.question.admits_beyond(self.shared.graph.bounds(ROOT), self.walk.slack())
    }

    /// Whether it matters what is below a position.
    fn is_open_vertex(&self, vertex: u32) -> bool {
        self.shared.graph.bounds(vertex).width() > self.walk.allowance()
    }

    /// One rollout, or one sweep if all positions are known. False if nothing is left to try, or a limit was reached.
    fn rollout(&mut self) -> bool {
        if !self.walk.may_go_on() {
            return false;
        }
        let shared = self.shared;
        if shared.unseen.load(Relaxed) == 0 {
            return self.settle();
        }
        let root = shared.graph.bounds(ROOT);
        (self.changed, self.expanded) = (false, false);
        self.enter(ROOT, A::Window::from(self.question).enter(root));
        let (end, leaf) = self.descend();
        let length = self.path.len();
        self.idle += length;
        while let Some(stage) = self.path.pop() {
            self.leave(stage, leaf);
        }
        self.tell();
        self.sweep_if_due(length);
        self.report();
        match end {
            Some(edge) => self.note(edge),
            None if self.changed => {}
            // Other changes may have made moves worthwhile.
            None if shared.stirred.swap(false, Relaxed) => self.try_again(),
            None if self.gave_up.is_some() || self.walk.stopped().is_some() => {}
            None if self.look_elsewhere() => self.try_again(),
            None => {
                self.gave_up.get_or_insert(Stop::Stalled);
            }
        }
        if self.changed || self.expanded {
            self.idle = 0;
        } else if self.idle > shared.graph.len() as usize && self.gave_up.is_none() {
            self.idle = 0;
            self.look_elsewhere();
        }
        self.gave_up.is_none() && self.walk.stopped().is_none()
    }

    /// Tells the other threads what this one has changed.
    fn tell(&mut self) {
        let News { stirred, changes } = std::mem::take(&mut self.news);
        if stirred && !self.shared.stirred.load(Relaxed) {
            self.shared.stirred.store(true, Relaxed);
        }
        if changes > 0 {
            self.shared.changes.fetch_add(changes, Relaxed);
        }
    }

    /// Tells the probe the bounds of the root, if they are tighter than before.
    fn report(&mut self) {
        let bounds = self.shared.graph.bounds(ROOT);
        if bounds != self.reported {
            self.reported = bounds;
            self.walk.report(bounds);
        }
    }

    /// Notes whether a rollout that ended at a move has changed much.
    fn note(&self, edge: u32) {
        let trial = self.shared.graph.trial(edge);
        let pause = (2 * trial.pause.load(Relaxed)).clamp(1, LONGEST_PAUSE);
        let pause = if self.changed { 0 } else { pause };
        let vain = self.shared.changes.load(Relaxed).saturating_add(pause);
        trial.pause.store(pause, Relaxed);
        trial.vain.store(vain, Relaxed);
        self.shared.afresh.fetch_max(vain, Relaxed);
    }

    /// From now on no move is vain.
    fn try_again(&mut self) {
        let Shared { graph, changes, afresh, .. } = self.shared;
        let now = changes.fetch_max(afresh.load(Relaxed), Relaxed).max(afresh.load(Relaxed));
        if now > u32::MAX / 2 {
            graph.forget_pauses();
            changes.store(0, Relaxed);
            afresh.store(0, Relaxed);
        }
    }

    /// Updates a position from its children.
    fn renew(&mut self, vertex: u32) {
        let known = self.shared.graph.join(vertex, self.walk.range(), &mut self.children);
        self.walk.charge(self.children.bounds.len());
        self.set(vertex, known);
    }

    /// Follows an edge from the end of the path, and expands the position there if it is new. Returns
    /// the value if it is a leaf; `None` if a limit was reached or another thread is expanding it.
    fn advance(&mut self, edge: u32, window: A::Window) -> Option<Option<Value>> {
        let graph = &self.shared.graph;
        let (to, mv) = (graph.to(edge), graph.mv(edge));
        let seen = graph.branches(to).is_some();
        if !seen && !graph.claim(to) {
            return None;
        }
        let undo = if seen { Some(self.walk.replay(mv)) } else { self.walk.step(mv) };
        let Some(undo) = undo else {
            graph.release(to);
            return None;
        };
        let top = self.path.last_mut().expect("the root is on the path");
        top.left = Some((mv, undo));
        self.enter(to, window);
        if seen {
            return Some(None);
        }
        match self.walk.arrive(&mut self.moves) {
            Arrival::Leaf(value) => {
                self.shared.unseen.fetch_sub(usize::from(self.is_open_vertex(to)), Relaxed);
                self.set(to, Bounds::point(value));
                Some(Some(value))
            }
            Arrival::Inner(kind) => self.expand(to, kind).then_some(None),
        }
    }

    /// Goes down to a leaf, to a position of the path, or to where nothing is left to try. Returns
    /// the last edge of the rollout, if it left the root, and the leaf's value.
    fn descend(&mut self) -> (Option<u32>, Option<Value>) {
        let mut came_by = None;
        loop {
            let Some((edge, window)) = self.choose() else { return (came_by, None) };
            came_by = Some(edge);
            if self.is_on_path(self.shared.graph.to(edge)) {
                return (came_by, None);
            }
            match self.advance(edge, window) {
                Some(None) => {}
                Some(leaf) => return (came_by, leaf),
                None => return (came_by, None),
            }
        }
    }

    fn is_on_path(&self, vertex: u32) -> bool {
        self.on_path.get(vertex as usize).is_some_and(|&is| is)
    }

    fn enter(&mut self, vertex: u32, window: A::Window) {
        if self.on_path.len() <= vertex as usize {
            self.on_path.resize(self.shared.graph.len() as usize, false);
        }
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
        self.renew(vertex);
        if let (Reads::Everything, Some(value)) = (A::READS, leaf) {
            self.guide.learn(&mut self.no_data, value);
        }
    }

    /// Tightens the bounds of a position.
    fn set(&mut self, vertex: u32, bounds: Bounds) {
        let (before, after) = self.shared.graph.tighten(vertex, bounds);
        if after != before {
            self.news.stirred = true;
            if after.width() < before.width() * FAIR_SHARE {
                self.changed = true;
                self.news.changes += 1;
            }
        }
    }

    /// Adds the moves of a position that were just listed, and the known bounds of its children.
    /// False if the memory is full.
    fn expand(&mut self, vertex: u32, kind: Kind) -> bool {
        self.successors.clear();
        for i in 0..self.moves.len() {
            let mv = self.moves.get(i);
            let stated = self.walk.child_facts(&self.moves, i);
            let undo = self.walk.replay(mv);
            let (name, known) = (name::<T>(self.walk), stated.intersect(self.walk.facts()));
            self.walk.back(mv, undo);
            let weight = self.moves.probability(i).unwrap_or(1.0);
            self.successors.push(Successor { mv, weight, name, known });
        }
        self.moves.clear();
        let (limit, allowance) = (self.walk.memory_limit(), self.walk.allowance());
        let Shared { graph, unseen, .. } = self.shared;
        let is_open = |bounds: Bounds| bounds.width() > allowance;
        let was_open = usize::from(self.is_open_vertex(vertex));
        let Some(open) = graph.expand(vertex, kind, &self.successors, limit, is_open) else {
            graph.release(vertex);
            self.gave_up = Some(Stop::Memory);
            return false;
        };
        self.expanded = true;
        unseen.fetch_add(open, Relaxed);
        unseen.fetch_sub(was_open, Relaxed);
        self.renew(vertex);
        true
    }

    /// The edge to follow from the end of the path, and the window behind it: the policy's choice
    /// or, if that is vain, another. `None` if nothing is left.
    fn choose(&mut self) -> Option<(u32, A::Window)> {
        let graph = &self.shared.graph;
        let &Stage { vertex, window, .. } = self.path.last().expect("the root is on the path");
        let branches @ Branches { kind, first, count } = graph.branches(vertex)?;
        self.walk.charge(count);
        graph.look_at(branches, &mut self.children);
        let Scratch { bounds, weights } = &self.children;
        let (range, slack) = (self.walk.range(), self.walk.slack());
        let average =
            if kind == Kind::Chance { Bounds::average(range, bounds, weights) } else { range };
        let children = Block { bounds, count, fresh: 0, range, cursor: 0, slack, average };
        let (own, depth) = (&self.no_data, self.path.len() - 1);
        let node = Node { kind, depth, window, own, data: &[], weights, children };
        let chosen = |index: usize| first + index as u32;
        let changes = self.shared.changes.load(Relaxed);
        let is_vain = |edge| graph.trial(edge).vain.load(Relaxed) > changes;
        let is_taken = |edge| graph.is_claimed(graph.to(edge));
        let vain = |i: usize| is_vain(chosen(i)) || is_taken(chosen(i));
        if let Some(cursor) = (0..count).find(|&i| node.is_active(i)) {
            let node = Node { children: Block { cursor, ..children }, ..node };
            let (index, window) = self.guide.step(&node);
            if !vain(index) {
                return Some((chosen(index), window));
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
        Some((chosen(index), Window::from(bounds[index]).into()))
    }

    fn finish(mut self) -> Outcome<MoveOf<T>> {
        let graph = &self.shared.graph;
        self.walk.note_memory(graph.bytes(), graph.len() as usize);
        let (pv, bounds) = (self.pv(), graph.bounds(ROOT));
        Outcome { pv, stop: self.gave_up.unwrap_or(Stop::Running), ..Outcome::of(bounds) }
    }

    /// The best moves known, from the root to the first chance node or the first repetition.
    fn pv(&mut self) -> Vec<MoveOf<T>> {
        let graph = &self.shared.graph;
        let mut pv = Vec::new();
        let (mut vertex, mut own) = (ROOT, graph.bounds(ROOT));
        let mut met = vec![false; graph.len() as usize];
        while let Some(branches) = graph.branches(vertex) {
            let repeats = std::mem::replace(&mut met[vertex as usize], true);
            if branches.kind == Kind::Chance || repeats {
                break;
            }
            graph.look_at(branches, &mut self.children);
            let (slack, children) = (self.walk.slack(), &self.children.bounds);
            let Some(best) = own.best_child(branches.kind, children, slack) else { break };
            let edge = branches.first + best as u32;
            pv.push(graph.mv(edge));
            own = own.of_best_child(children[best], branches.kind);
            vertex = graph.to(edge);
        }
        pv
    }
}
