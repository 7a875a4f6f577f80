//! Rollouts for policies that read only the order of children: as cheap as recursion.
//!
//! Such a policy stays below a node until the node's window has closed, and never comes back. So a
//! rollout goes on at the deepest open node, one path is all the memory there is, and of the
//! children that are done with a node needs no more than their join, kept as it goes along (Huang
//! 2015, the transformation of Algorithm 4 into 10).

use super::Root;
use crate::model::{Bounds, Game, Kind, Knowledge, Moves, Value, Window};
use crate::policy::{Block, Node, Policy};
use crate::run::{Arrival, Finding, Probe, Stop, Walk};
use crate::store::Store;

/// A node of the path.
struct Place<T, U> {
    /// What still matters here: what mattered on entering, narrowed by every child that is done.
    window: Window,
    /// The join of the children that are done.
    done: Bounds,
    /// The children of which nothing is known but the range, as bits: they are active as long as
    /// the node is open, and their entries in the stack of bounds are void.
    fresh: u64,
    /// Where the children lie in the stacks of bounds and moves.
    first: u32,
    count: u32,
    /// The child last chosen.
    current: u32,
    /// The best child that is done, [`NOBODY`], or [`BELOW`]. Only kept along with the line.
    best: u32,
    kind: Kind,
    /// Whether all children were fresh on entering: facts and store know nothing about them, and
    /// there are no more than bits. Otherwise none was.
    blank: bool,
    slot: T,
    /// The way back to the parent; the root has none.
    undo: Option<U>,
}

/// No child is done.
const NOBODY: u32 = u32::MAX;

/// The best child has a line of its own; the node's line has been written out already.
const BELOW: u32 = u32::MAX - 1;

impl<T, U> Place<T, U> {
    /// Whether a child worth `found` is better than those that are done.
    #[inline]
    fn improves(&self, found: Bounds) -> bool {
        let ((sure, hope), before) = (found.merit(self.kind), self.done.merit(self.kind));
        sure > before.0 || (sure == before.0 && hope > before.1) || before.0 == Value::NEG_INFINITY
    }

    /// A child is done and worth `found`.
    #[inline]
    fn settle(&mut self, found: Bounds) {
        if self.kind == Kind::Max {
            self.done = self.done.choice(found, true);
            self.window.alpha = self.window.alpha.max(found.lower);
        } else {
            self.done = self.done.choice(found, false);
            self.window.beta = self.window.beta.min(found.upper);
        }
    }

    /// What the children, done or not, say about the node. `bounds` is the whole stack.
    #[inline]
    fn join(&self, bounds: &[Bounds], range: Bounds) -> Bounds {
        if !self.blank {
            self.join_all(bounds)
        } else if self.fresh == 0 {
            self.done
        } else {
            self.done.choice(range, self.kind == Kind::Max)
        }
    }

    #[cold]
    fn join_all(&self, bounds: &[Bounds]) -> Bounds {
        let first = self.first as usize;
        Bounds::of_children(self.kind, &bounds[first..first + self.count as usize])
    }

    /// The first active child from the left.
    #[inline]
    fn first_active(&self, bounds: &[Bounds]) -> Option<usize> {
        if self.fresh != 0 {
            Some(self.fresh.trailing_zeros() as usize)
        } else if self.blank {
            None
        } else {
            self.find_active(bounds)
        }
    }

    #[cold]
    fn find_active(&self, bounds: &[Bounds]) -> Option<usize> {
        let first = self.first as usize;
        let mut block = bounds[first..first + self.count as usize].iter();
        block.position(|&bounds| self.window.clip(bounds).is_open())
    }
}

/// A search in progress.
pub(super) struct Dive<'e, 'w, G: Game, K, P, A: Policy, S: Store<G>, const LINE: bool> {
    walk: &'e mut Walk<'w, G, K, P>,
    policy: &'e mut A,
    store: &'e mut S,
    /// What is known of the root, and of the children of each node of the path, block after block.
    /// The moves lie likewise, and above them an empty list for the next node.
    root: Bounds,
    bounds: Vec<Bounds>,
    moves: Moves<G::Move>,
    /// The line below each node of the path, last move first, where [`Place::best`] says so.
    lines: Vec<Vec<G::Move>>,
    no_data: A::Data,
    gave_up: Option<Stop>,
}

/// The path: the node being worked on is the last.
type Path<G, S> = Vec<Place<<S as Store<G>>::Slot, <G as Game>::Undo>>;

impl<'e, 'w, G, K, P, A, S, const LINE: bool> Dive<'e, 'w, G, K, P, A, S, LINE>
where
    G: Game,
    K: Knowledge<G>,
    P: Probe<G>,
    A: Policy,
    S: Store<G>,
{
    pub(super) fn search(
        walk: &'e mut Walk<'w, G, K, P>,
        policy: &'e mut A,
        store: &'e mut S,
        question: Window,
    ) -> Finding<G::Move> {
        let Root { slot, known: root, kind, moves } = match Root::arrive(walk, store) {
            Ok(root) => root,
            Err(answer) => return answer,
        };
        let mut dive: Self = Dive {
            walk,
            policy,
            store,
            root,
            bounds: Vec::new(),
            moves,
            lines: Vec::new(),
            no_data: A::Data::default(),
            gave_up: None,
        };
        let mut path = Vec::new();
        path.push(dive.open(kind, question.clip(root), slot, None));
        dive.run(&mut path);
        dive.finish(path.capacity())
    }

    /// Works along the path until the root is done.
    // Not inlined: its many variables need the registers for themselves.
    #[inline(never)]
    fn run(&mut self, path: &mut Path<G, S>) {
        while let Some(top) = path.last_mut() {
            if let Some(child) = self.work(top) {
                path.push(child);
            } else {
                // In place: a node is too large to be moved around.
                match path.as_mut_slice() {
                    [.., parent, done] => self.close(done, parent),
                    [root] => self.close_root(root),
                    [] => {}
                }
                path.pop();
            }
        }
    }

    /// Tries the children of a node until one of them is an inner node, or the node is done, or a
    /// limit is reached.
    #[inline(always)]
    fn work(&mut self, top: &mut Place<S::Slot, G::Undo>) -> Option<Place<S::Slot, G::Undo>> {
        while top.window.is_open() {
            let (index, old) = self.choose(top)?;
            let child = top.first as usize + index;
            let mv = self.moves.at(child);
            let undo = self.walk.step(mv)?;
            // Not before the step was allowed: a child that was not tried is not done.
            top.fresh &= !(1 << (index & 63));
            let (game, position, horizon) =
                (self.walk.game(), self.walk.position(), self.walk.horizon());
            let count = top.count as usize;
            let slot = self.store.child(top.slot, index, count, game, position, horizon);
            let known = old.intersect(self.walk.facts()).intersect(self.store.retrieve(slot));
            // A fresh child has the window of the node, whose bounds lie in the range.
            let unknown = top.blank && known.is_identical(old);
            let window = if unknown { top.window } else { top.window.clip(known) };
            let mut found = known;
            if unknown || window.is_open() {
                match self.walk.arrive(&mut self.moves) {
                    Arrival::Leaf(value) => {
                        found = Bounds::point(value);
                        self.store.tighten(slot, found, None);
                    }
                    Arrival::Inner(kind) => {
                        self.bounds[child] = known;
                        top.current = index as u32;
                        return Some(self.open(kind, window, slot, Some(undo)));
                    }
                }
            }
            self.bounds[child] = found;
            self.walk.back(mv, undo);
            if LINE && top.improves(found) {
                top.best = index as u32;
            }
            top.settle(found);
        }
        None
    }

    /// The child that the policy chooses and what is known of it; nothing if none is active.
    #[inline(always)]
    fn choose(&mut self, top: &Place<S::Slot, G::Undo>) -> Option<(usize, Bounds)> {
        let cursor = top.first_active(&self.bounds)?;
        let node = Node {
            kind: top.kind,
            window: top.window,
            own: &self.no_data,
            data: &[],
            weights: &[],
            children: Block {
                stack: &self.bounds,
                first: top.first as usize,
                count: top.count as usize,
                fresh: top.fresh,
                range: self.walk.range(),
                cursor,
            },
        };
        let index = self.policy.select(&node);
        if index == cursor && top.fresh != 0 {
            return Some((index, self.walk.range()));
        }
        let active = index < node.child_count() && node.window_of(index).is_open();
        assert!(active, "the policy chose child {index}, which is not active");
        Some((index, node.child(index).bounds))
    }

    /// A node whose moves were just listed.
    #[inline(always)]
    fn open(
        &mut self,
        kind: Kind,
        mut window: Window,
        slot: S::Slot,
        undo: Option<G::Undo>,
    ) -> Place<S::Slot, G::Undo> {
        assert!(kind != Kind::Chance, "a game with chance nodes must say so in has_chance");
        let (first, count) = (self.moves.bottom(), self.moves.len());
        if first + count > self.bounds.len() {
            self.make_room(first + count);
        }
        let blank = !S::PEEKS && !self.moves.has_facts() && count <= 64;
        if !blank {
            // What the children are known to be worth counts at once.
            window = window.clip(self.take_in(kind, slot));
        }
        self.moves.stack();
        Place {
            window,
            done: if kind == Kind::Max { Bounds::LEAST } else { Bounds::MOST },
            fresh: if blank { u64::MAX >> (64 - count) } else { 0 },
            first: first as u32,
            count: count as u32,
            current: 0,
            best: NOBODY,
            kind,
            blank,
            slot,
            undo,
        }
    }

    /// Makes room for `entries` children on the path, and as many again. If the limit does not allow
    /// for that, nor for the path that goes with it, this node is the last.
    #[cold]
    fn make_room(&mut self, entries: usize) {
        let entry = size_of::<Bounds>() + size_of::<G::Move>();
        // The path doubles too, and may be about to.
        let node = size_of::<Place<S::Slot, G::Undo>>() + size_of::<Vec<G::Move>>();
        let path = 4 * (self.walk.ply() as usize + 1) * node;
        if 2 * entries * entry + path + self.store.bytes() > self.walk.memory_limit() {
            self.give_up(Stop::Memory);
            self.bounds.resize(entries, Bounds::UNBOUNDED);
        } else {
            self.bounds.resize(2 * entries, Bounds::UNBOUNDED);
        }
    }

    /// The search ends, for a reason of its own if it was not stopped before.
    #[cold]
    fn give_up(&mut self, reason: Stop) {
        if self.walk.give_up() {
            self.gave_up = Some(reason);
        }
    }

    /// Takes in what facts and store know about the children of a node just opened. Returns what
    /// follows for the node.
    #[cold]
    fn take_in(&mut self, kind: Kind, slot: S::Slot) -> Bounds {
        let (first, count) = (self.moves.bottom(), self.moves.len());
        for i in 0..count {
            let stated = self.walk.child_facts(&self.moves, i);
            self.bounds[first + i] = stated.intersect(self.store.peek(slot, i));
        }
        self.moves.forget_facts();
        Bounds::of_children(kind, &self.bounds[first..first + count])
    }

    /// Ends the work on `done`; its parent takes in what was found.
    #[inline(always)]
    fn close(&mut self, done: &mut Place<S::Slot, G::Undo>, top: &mut Place<S::Slot, G::Undo>) {
        let join = done.join(&self.bounds, self.walk.range());
        let child = (top.first + top.current) as usize;
        let found = self.bounds[child].intersect(join);
        self.bounds[child] = found;
        self.store.tighten(done.slot, found, None);
        // All children of an open node can be done with only if somebody lied.
        if done.window.is_open() && done.window.clip(found).is_open() {
            self.give_up(Stop::Stalled);
        }
        let mv = self.moves.at(child);
        if LINE && top.improves(found) {
            self.lengthen(done, mv);
            top.best = BELOW;
        }
        self.moves.unstack(done.first as usize);
        self.walk.back(mv, done.undo.take().expect("only the root has no way back"));
        top.settle(found);
        if top.undo.is_none() {
            let join = top.join(&self.bounds, self.walk.range());
            self.walk.report(self.root.intersect(join));
        }
    }

    /// The root is done.
    #[inline(never)]
    fn close_root(&mut self, root: &Place<S::Slot, G::Undo>) {
        self.root = self.root.intersect(root.join(&self.bounds, self.walk.range()));
        self.store.tighten(root.slot, self.root, None);
        self.write_line(root);
        let best = self.best_move(root);
        if self.lines[0].last().copied() != best {
            self.lines[0].clear();
            self.lines[0].extend(best);
        }
    }

    /// The best move of the root by what is known of its children.
    fn best_move(&self, root: &Place<S::Slot, G::Undo>) -> Option<G::Move> {
        let first = root.first as usize;
        let best = self.root.best_child(root.kind, root.count as usize, |i| {
            let fresh = root.blank && root.fresh >> i & 1 == 1;
            if fresh { self.walk.range() } else { self.bounds[first + i] }
        })?;
        Some(self.moves.at(first + best))
    }

    /// Writes out the line below `node`, at which the walk stands.
    fn write_line(&mut self, node: &Place<S::Slot, G::Undo>) {
        let ply = self.walk.ply() as usize;
        if self.lines.len() <= ply {
            self.lines.resize_with(ply + 1, Vec::new);
        }
        let line = &mut self.lines[ply];
        if node.best != BELOW {
            line.clear();
            if node.best != NOBODY {
                line.push(self.moves.at((node.first + node.best) as usize));
            }
        }
    }

    /// The parent of `node`, at which the walk stands, has found its best move so far.
    #[inline(never)]
    fn lengthen(&mut self, node: &Place<S::Slot, G::Undo>, mv: G::Move) {
        self.write_line(node);
        let ply = self.walk.ply() as usize;
        self.lines.swap(ply - 1, ply);
        self.lines[ply - 1].push(mv);
    }

    fn finish(mut self, path: usize) -> Finding<G::Move> {
        let entry = size_of::<Bounds>() + size_of::<G::Move>();
        let lines: usize = self.lines.iter().map(Vec::capacity).sum();
        let bytes = self.bounds.capacity() * entry
            + path * size_of::<Place<S::Slot, G::Undo>>()
            + lines * size_of::<G::Move>()
            + self.lines.capacity() * size_of::<Vec<G::Move>>()
            + self.store.bytes();
        self.walk.note_memory(bytes, self.bounds.len() + 1 + self.store.records());
        let mut line = self.lines.first_mut().map(std::mem::take).unwrap_or_default();
        line.reverse();
        Finding { bounds: self.root, line, gave_up: self.gave_up }
    }
}
