//! Rollouts for policies that read only the order of children: as cheap as recursion.
//!
//! Such a policy stays below a node until the node's window has closed, and never comes back. So a
//! rollout goes on at the deepest open node, one path is all the memory there is, and of the
//! children that are done with a node needs no more than their join, kept as it goes along (Huang
//! 2015, the transformation of Algorithm 4 into 10).

use super::Keep;
use crate::model::{Bounds, Game, Kind, Knowledge, Moves, Value, Window};
use crate::policy::{Node, Policy};
use crate::run::{Arrival, Finding, Probe, Stop, Walk};
use crate::store::Store;

/// A node of the path.
struct Frame<T> {
    /// What still matters here: what mattered on entering, narrowed by every child that is done.
    window: Window,
    /// What was known of the node's own value on entering.
    known: Bounds,
    /// The join of the children that are done.
    done: Bounds,
    slot: T,
    /// The children of which nothing is known but the range, as bits: they are active as long as
    /// the node is open. Their entries in the stack of bounds are void. Where facts or a store know
    /// about children, or there are more than 64, there are no such children.
    fresh: u64,
    /// Where its children lie in the stacks of bounds and moves.
    first: u32,
    count: u32,
    /// No child before this one is active.
    cursor: u32,
    /// The child last chosen.
    current: u32,
    kind: Kind,
    /// Whether `kind` is MAX.
    maximise: bool,
    /// Whether the children were fresh on entering.
    blank: bool,
}

impl<T> Frame<T> {
    /// Whether a child worth `found` is better than those that are done.
    #[inline]
    fn improves(&self, found: Bounds) -> bool {
        let (merit, before) = (found.merit(self.kind), self.done.merit(self.kind));
        merit > before || before.0 == Value::NEG_INFINITY
    }

    /// A child is done and worth `found`.
    #[inline]
    fn settle(&mut self, found: Bounds) {
        self.done = self.done.choice(found, self.maximise);
        if self.maximise {
            self.window.alpha = self.window.alpha.max(found.lower);
        } else {
            self.window.beta = self.window.beta.min(found.upper);
        }
    }

    /// What the children, done or not, say about the node. `bounds` is the whole stack.
    #[inline]
    fn join(&self, bounds: &[Bounds], range: Bounds) -> Bounds {
        if self.blank {
            if self.fresh == 0 { self.done } else { self.done.choice(range, self.maximise) }
        } else {
            let (first, count) = (self.first as usize, self.count as usize);
            Bounds::of_children(self.kind, &bounds[first..first + count])
        }
    }

    /// The first active child from the left.
    #[inline]
    fn first_active(&self, block: &[Bounds]) -> Option<usize> {
        if self.blank {
            return (self.fresh != 0).then(|| self.fresh.trailing_zeros() as usize);
        }
        let from = self.cursor as usize;
        let active = |bounds: &Bounds| self.window.clip(*bounds).is_open();
        block[from..].iter().position(active).map(|i| from + i)
    }
}

/// A search in progress.
pub(super) struct Dive<'e, 'w, G: Game, K, P, A: Policy, S: Store<G>> {
    walk: &'e mut Walk<'w, G, K, P>,
    policy: &'e mut A,
    store: &'e mut S,
    keep: Keep,
    path: Vec<Frame<S::Slot>>,
    /// How to get back from each node of the path but the root.
    undos: Vec<G::Undo>,
    /// The children of each node of the path, block after block; the moves likewise.
    bounds: Vec<Bounds>,
    moves: Moves<G::Move>,
    /// The line below each node of the path, last move first.
    lines: Vec<Vec<G::Move>>,
    no_data: A::Data,
    stalled: bool,
}

impl<'e, 'w, G, K, P, A, S> Dive<'e, 'w, G, K, P, A, S>
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
        keep: Keep,
    ) -> Finding<G::Move> {
        let slot = store.root(walk.game(), walk.position(), walk.horizon());
        let known = walk.range().intersect(walk.facts()).intersect(store.retrieve(slot));
        let mut moves = Moves::new();
        let kind = match walk.arrive(&mut moves) {
            Arrival::Inner(kind) => kind,
            Arrival::Leaf(value) => {
                store.tighten(slot, Bounds::point(value));
                return Finding { bounds: Bounds::point(value), line: Vec::new(), gave_up: None };
            }
        };
        let mut dive = Dive {
            walk,
            policy,
            store,
            keep,
            path: Vec::new(),
            undos: Vec::new(),
            bounds: Vec::new(),
            moves,
            lines: vec![Vec::new(), Vec::new()],
            no_data: A::Data::default(),
            stalled: false,
        };
        dive.open(kind, question.clip(known), known, slot);
        let bounds = dive.run();
        dive.finish(bounds)
    }

    /// Works along the path until the root is done.
    fn run(&mut self) -> Bounds {
        loop {
            if self.work() {
                continue;
            }
            let found = self.close();
            let Some(undo) = self.undos.pop() else { return found };
            let top = self.path.last_mut().expect("a child has a parent");
            let child = (top.first + top.current) as usize;
            self.bounds[child] = found;
            let mv = self.moves.at(child);
            self.walk.back(mv, undo);
            if self.keep == Keep::Line && top.improves(found) {
                let ply = self.walk.ply() as usize;
                self.lines.swap(ply, ply + 1);
                self.lines[ply].push(mv);
            }
            top.settle(found);
            if self.path.len() == 1 {
                let root = &self.path[0];
                let bounds = root.known.intersect(root.join(&self.bounds, self.walk.range()));
                self.walk.report(bounds);
            }
        }
    }

    /// Tries the children of the path's end until one of them is an inner node, the new end (true),
    /// or the node is done or a limit is reached (false).
    #[inline]
    fn work(&mut self) -> bool {
        let top = self.path.last_mut().expect("the path ends with the root");
        let (first, count) = (top.first as usize, top.count as usize);
        let block = &mut self.bounds[first..first + count];
        while top.window.is_open() {
            let Some(cursor) = top.first_active(block) else { return false };
            top.cursor = cursor as u32;
            let node = Node {
                kind: top.kind,
                window: top.window,
                own: &self.no_data,
                bounds: block,
                fresh: top.fresh,
                range: self.walk.range(),
                data: &[],
                weights: &[],
                cursor,
            };
            let index = self.policy.select(&node);
            let old = node.child(index).bounds;
            let window = top.window.clip(old);
            assert!(window.is_open(), "the policy chose child {index}, which is not active");
            if top.blank {
                top.fresh &= !(1 << index);
            }
            let mv = self.moves.at(first + index);
            let Some(undo) = self.walk.step(mv) else { return false };
            let (game, position, horizon) =
                (self.walk.game(), self.walk.position(), self.walk.horizon());
            let slot = self.store.child(top.slot, index, count, game, position, horizon);
            let known = old.intersect(self.walk.facts()).intersect(self.store.retrieve(slot));
            let window = window.clip(known);
            let found = if window.is_open() {
                self.moves.stack();
                match self.walk.arrive(&mut self.moves) {
                    Arrival::Leaf(value) => {
                        self.store.tighten(slot, Bounds::point(value));
                        Bounds::point(value)
                    }
                    Arrival::Inner(kind) => {
                        top.current = index as u32;
                        self.undos.push(undo);
                        self.open(kind, window, known, slot);
                        return true;
                    }
                }
            } else {
                known
            };
            self.walk.back(mv, undo);
            block[index] = found;
            if self.keep == Keep::Line && top.improves(found) {
                let line = &mut self.lines[self.walk.ply() as usize];
                line.clear();
                line.push(mv);
            }
            top.settle(found);
        }
        false
    }

    /// Makes a node, whose moves were just listed, the path's end.
    #[inline(always)]
    fn open(&mut self, kind: Kind, window: Window, known: Bounds, slot: S::Slot) {
        assert!(kind != Kind::Chance, "a game with chance nodes must say so in has_chance");
        let count = self.moves.len();
        let first = self.moves.bottom();
        let blank = !S::PEEKS && !self.moves.has_facts() && count <= 64;
        if first + count > self.bounds.len() {
            self.bounds.resize(2 * (first + count), Bounds::UNBOUNDED);
        }
        if !blank {
            for i in 0..count {
                let stated = self.walk.child_facts(&self.moves, i);
                self.bounds[first + i] = stated.intersect(self.store.peek(slot, i));
            }
        }
        if self.keep == Keep::Line {
            let ply = self.walk.ply() as usize;
            if self.lines.len() < ply + 2 {
                self.lines.push(Vec::new());
            }
            self.lines[ply].clear();
        }
        let maximise = kind.maximises();
        self.path.push(Frame {
            window,
            known,
            done: if maximise { Bounds::LEAST } else { Bounds::MOST },
            slot,
            fresh: if blank { u64::MAX >> (64 - count) } else { 0 },
            first: first as u32,
            count: count as u32,
            cursor: 0,
            current: 0,
            kind,
            maximise,
            blank,
        });
    }

    /// Takes the end off the path. Returns what it is worth, as far as that is known.
    #[inline]
    fn close(&mut self) -> Bounds {
        let top = self.path.last().expect("the path ends with the root");
        let found = top.known.intersect(top.join(&self.bounds, self.walk.range()));
        self.store.tighten(top.slot, found);
        // All children of an open node can be done with only if somebody lied.
        if top.window.is_open() && top.window.clip(found).is_open() {
            self.stalled |= self.walk.give_up();
        }
        let first = top.first as usize;
        self.moves.unstack(first);
        self.path.pop();
        found
    }

    fn finish(mut self, bounds: Bounds) -> Finding<G::Move> {
        let entry = size_of::<Bounds>() + size_of::<G::Move>();
        let frame = size_of::<Frame<S::Slot>>() + size_of::<G::Undo>();
        let lines: usize = self.lines.iter().map(Vec::capacity).sum();
        let bytes = self.bounds.capacity() * entry
            + self.path.capacity() * frame
            + lines * size_of::<G::Move>()
            + self.store.bytes();
        self.walk.note_memory(bytes);
        let mut line = std::mem::take(&mut self.lines[0]);
        line.reverse();
        Finding { bounds, line, gave_up: self.stalled.then_some(Stop::Stalled) }
    }
}
