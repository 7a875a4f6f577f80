//! Rollouts for policies that read only the order of children: as cheap as recursion.
//!
//! Such a policy stays below a node until the node's window has closed, and never comes back. So a
//! rollout goes on at the deepest open node, one path is all the memory there is, and of the
//! children that are done with a node needs no more than their join, kept as it goes along (Huang
//! 2015, the transformation of Algorithm 4 into 10).

use crate::model::{Bounds, Game, Kind, Knowledge, Moves, Value, Window};
use crate::policy::{Block, Node, Policy};
use crate::run::{Arrival, Finding, Probe, Stop, Walk};
use crate::store::Store;

/// A node of the path.
#[derive(Clone, Copy)]
struct Place<T> {
    /// What still matters here: what mattered on entering, narrowed by every child that is done.
    window: Window,
    /// The join of the children that are done.
    done: Bounds,
    /// The children of which nothing is known but the range, as bits: they are active as long as
    /// the node is open, and their entries in the stack of bounds are void.
    fresh: u64,
    /// Whether all children were fresh on entering: facts and store know nothing about them, and
    /// there are no more than bits. Otherwise none was.
    blank: bool,
    kind: Kind,
    /// Where the children lie in the stacks of bounds and moves.
    first: u32,
    count: u32,
    /// The child last chosen.
    current: u32,
    slot: T,
}

impl<T> Place<T> {
    /// Whether a child worth `found` is better than those that are done.
    #[inline]
    fn improves(&self, found: Bounds) -> bool {
        let (merit, before) = (found.merit(self.kind), self.done.merit(self.kind));
        merit > before || before.0 == Value::NEG_INFINITY
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
            let first = self.first as usize;
            Bounds::of_children(self.kind, &bounds[first..first + self.count as usize])
        } else if self.fresh == 0 {
            self.done
        } else {
            self.done.choice(range, self.kind == Kind::Max)
        }
    }

    /// The first active child from the left.
    #[inline]
    fn first_active(&self, bounds: &[Bounds]) -> Option<usize> {
        if self.blank {
            return (self.fresh != 0).then(|| self.fresh.trailing_zeros() as usize);
        }
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
    /// The nodes above the one being worked on, and how to get back to each from its child.
    path: Vec<(Place<S::Slot>, G::Undo)>,
    /// What is known of the root, and of the children of each node of the path, block after block.
    /// The moves lie likewise.
    root: Bounds,
    bounds: Vec<Bounds>,
    moves: Moves<G::Move>,
    /// The line below each node of the path, last move first.
    lines: Vec<Vec<G::Move>>,
    no_data: A::Data,
    stalled: bool,
}

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
        let slot = store.root(walk.game(), walk.position(), walk.horizon());
        let root = walk.range().intersect(walk.facts()).intersect(store.retrieve(slot));
        let mut moves = Moves::new();
        let kind = match walk.arrive(&mut moves) {
            Arrival::Inner(kind) => kind,
            Arrival::Leaf(value) => {
                store.tighten(slot, Bounds::point(value));
                return Finding { bounds: Bounds::point(value), line: Vec::new(), gave_up: None };
            }
        };
        let mut dive: Self = Dive {
            walk,
            policy,
            store,
            path: Vec::new(),
            root,
            bounds: Vec::new(),
            moves,
            lines: vec![Vec::new(), Vec::new()],
            no_data: A::Data::default(),
            stalled: false,
        };
        let top = dive.open(kind, question.clip(root), slot);
        dive.run(top);
        dive.finish()
    }

    /// Works along the path until the root is done. `top` is the path's end.
    fn run(&mut self, mut top: Place<S::Slot>) {
        loop {
            match self.work(&mut top) {
                Some((kind, window, slot, undo)) => {
                    self.path.push((top, undo));
                    top = self.open(kind, window, slot);
                }
                None => {
                    if !self.close(&mut top) {
                        return;
                    }
                }
            }
        }
    }

    /// Tries the children of a node until one of them is an inner node (its kind, its window, its
    /// slot, and the way back), or the node is done, or a limit is reached.
    #[inline(always)]
    fn work(&mut self, top: &mut Place<S::Slot>) -> Option<(Kind, Window, S::Slot, G::Undo)> {
        while top.window.is_open() {
            let (index, old) = self.choose(top)?;
            let child = top.first as usize + index;
            let mv = self.moves.at(child);
            let undo = self.walk.step(mv)?;
            top.current = index as u32;
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
                self.moves.stack();
                match self.walk.arrive(&mut self.moves) {
                    Arrival::Leaf(value) => {
                        found = Bounds::point(value);
                        self.store.tighten(slot, found);
                    }
                    Arrival::Inner(kind) => {
                        self.bounds[child] = known;
                        return Some((kind, window, slot, undo));
                    }
                }
            }
            self.bounds[child] = found;
            self.walk.back(mv, undo);
            if LINE && top.improves(found) {
                let line = &mut self.lines[self.walk.ply() as usize];
                line.clear();
                line.push(mv);
            }
            top.settle(found);
        }
        None
    }

    /// The child that the policy chooses and what is known of it; nothing if none is active.
    #[inline(always)]
    fn choose(&mut self, top: &Place<S::Slot>) -> Option<(usize, Bounds)> {
        let (first, count) = (top.first as usize, top.count as usize);
        let cursor = top.first_active(&self.bounds)?;
        let node = Node {
            kind: top.kind,
            window: top.window,
            own: &self.no_data,
            data: &[],
            weights: &[],
            children: Block {
                stack: &self.bounds,
                first,
                count,
                fresh: top.fresh,
                range: self.walk.range(),
                cursor,
            },
        };
        let index = self.policy.select(&node);
        let child = node.child(index);
        let active = index == cursor || child.window.is_open();
        assert!(active, "the policy chose child {index}, which is not active");
        Some((index, child.bounds))
    }

    /// A node whose moves were just listed.
    #[inline(always)]
    fn open(&mut self, kind: Kind, mut window: Window, slot: S::Slot) -> Place<S::Slot> {
        assert!(kind != Kind::Chance, "a game with chance nodes must say so in has_chance");
        let (first, count) = (self.moves.bottom(), self.moves.len());
        if first + count > self.bounds.len() {
            self.bounds.resize(2 * (first + count), Bounds::UNBOUNDED);
        }
        let blank = !S::PEEKS && !self.moves.has_facts() && count <= 64;
        if !blank {
            for i in 0..count {
                let stated = self.walk.child_facts(&self.moves, i);
                self.bounds[first + i] = stated.intersect(self.store.peek(slot, i));
            }
            self.moves.forget_facts();
            // What the children are known to be worth counts at once.
            window = window.clip(Bounds::of_children(kind, &self.bounds[first..first + count]));
        }
        if LINE {
            let ply = self.walk.ply() as usize;
            if self.lines.len() < ply + 2 {
                self.lines.push(Vec::new());
            }
            self.lines[ply].clear();
        }
        Place {
            window,
            done: if kind == Kind::Max { Bounds::LEAST } else { Bounds::MOST },
            fresh: if blank { u64::MAX >> (64 - count) } else { 0 },
            blank,
            kind,
            first: first as u32,
            count: count as u32,
            current: 0,
            slot,
        }
    }

    /// Ends the work on `top` and goes on with its parent; false at the root.
    #[inline(always)]
    fn close(&mut self, top: &mut Place<S::Slot>) -> bool {
        let join = top.join(&self.bounds, self.walk.range());
        let (open, slot) = (top.window, top.slot);
        let Some((parent, undo)) = self.path.pop() else {
            if self.lines[0].is_empty() {
                let best = self.best_of(top);
                self.lines[0].push(best);
            }
            self.root = self.root.intersect(join);
            self.store.tighten(slot, self.root);
            return false;
        };
        self.moves.unstack(top.first as usize);
        *top = parent;
        let child = (top.first + top.current) as usize;
        let found = self.bounds[child].intersect(join);
        self.bounds[child] = found;
        self.store.tighten(slot, found);
        // All children of an open node can be done with only if somebody lied.
        if open.is_open() && open.clip(found).is_open() {
            self.stalled |= self.walk.give_up();
        }
        let mv = self.moves.at(child);
        self.walk.back(mv, undo);
        if LINE && top.improves(found) {
            let ply = self.walk.ply() as usize;
            self.lines.swap(ply, ply + 1);
            self.lines[ply].push(mv);
        }
        top.settle(found);
        if self.path.is_empty() {
            let join = top.join(&self.bounds, self.walk.range());
            self.walk.report(self.root.intersect(join));
        }
        true
    }

    /// The best move of a node by what is known of its children.
    fn best_of(&self, top: &Place<S::Slot>) -> G::Move {
        let known = |i: u32| {
            let fresh = top.blank && top.fresh >> i & 1 == 1;
            if fresh { self.walk.range() } else { self.bounds[(top.first + i) as usize] }
        };
        let merit = |i: u32| known(i).merit(top.kind);
        let best = (1..top.count).fold(0, |best, i| if merit(i) > merit(best) { i } else { best });
        self.moves.at((top.first + best) as usize)
    }

    fn finish(mut self) -> Finding<G::Move> {
        let entry = size_of::<Bounds>() + size_of::<G::Move>();
        let frame = size_of::<(Place<S::Slot>, G::Undo)>();
        let lines: usize = self.lines.iter().map(Vec::capacity).sum();
        let bytes = self.bounds.capacity() * entry
            + self.path.capacity() * frame
            + lines * size_of::<G::Move>()
            + self.store.bytes();
        self.walk.note_memory(bytes, self.bounds.len() + 1 + self.store.records());
        let mut line = std::mem::take(&mut self.lines[0]);
        line.reverse();
        let gave_up = self.stalled.then_some(Stop::Stalled);
        Finding { bounds: self.root, line, gave_up }
    }
}
