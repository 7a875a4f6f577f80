//! Rollouts for policies that read only the order of children: as cheap as recursion.
//!
//! Such a policy stays below a node until the node's window has closed, and never comes back. So a
//! rollout goes on at the deepest open node, one path is all the memory there is, and of the
//! children that are done with a node needs no more than their join, kept as it goes along (Huang
//! 2015, the transformation of Algorithm 4 into 10).

use super::Root;
use super::lines::Lines;
use super::place::{Left, NOTHING, Place};
use crate::model::{Bounds, Game, Kind, Knowledge, Moves, Window};
use crate::policy::{Block, Node, Policy};
use crate::run::{Arrival, Finding, Probe, Stop, Walk};
use crate::store::Store;

/// How the work on a node goes on.
enum Next<T, L, M, U> {
    /// With the next child: one was done on the spot.
    Child,
    /// With the work on a child; whether that is blank.
    Down(Left<T, L, M, U>, Place<T, L>, bool),
    /// Not at all: the node is done, or a limit was reached.
    Up,
}

/// A search in progress.
pub(super) struct Dive<'e, 'w, G: Game, K, P, A: Policy, S: Store<G>, L> {
    walk: &'e mut Walk<'w, G, K, P>,
    policy: &'e mut A,
    store: &'e mut S,
    /// What is known of the root, and of the children of each node of the path, block after block.
    /// The moves lie likewise, and above them an empty list for the next node.
    root: Bounds,
    bounds: Vec<Bounds>,
    moves: Moves<G::Move>,
    lines: L,
    no_data: A::Data,
    gave_up: Option<Stop>,
}

/// The path above the node being worked on.
type Path<T, L, G> = Vec<Left<T, L, <G as Game>::Move, <G as Game>::Undo>>;

impl<'e, 'w, G, K, P, A, S, L> Dive<'e, 'w, G, K, P, A, S, L>
where
    G: Game,
    K: Knowledge<G>,
    P: Probe<G>,
    A: Policy,
    S: Store<G>,
    L: Lines<G::Move>,
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
            lines: L::default(),
            no_data: A::Data::default(),
            gave_up: None,
        };
        let (root, _) = dive.open::<true>(kind, question.clip(root), slot);
        let (root, path) = dive.run(root);
        dive.finish(root, path)
    }

    /// Works until the root is done. Returns it, and for how many nodes the path has room.
    // Not inlined: its many variables need the registers for themselves.
    #[inline(never)]
    fn run(&mut self, root: Place<S::Slot, L::Line>) -> (Place<S::Slot, L::Line>, usize) {
        let mut path: Path<S::Slot, L::Line, G> = Vec::new();
        let mut top = root;
        let mut blank = false;
        loop {
            if blank {
                let next = self.go_on::<true>(&mut top, &mut path);
                blank = next.expect("the root is not blank");
            } else {
                let (next, after) = self.go_on_informed(top, &mut path);
                top = after;
                match next {
                    Some(next) => blank = next,
                    None => break,
                }
            }
        }
        (top, path.capacity())
    }

    /// The same for a node that is not blank. By value: what has its address taken does not live in
    /// registers.
    #[inline(never)]
    fn go_on_informed(
        &mut self,
        mut top: Place<S::Slot, L::Line>,
        path: &mut Path<S::Slot, L::Line, G>,
    ) -> (Option<bool>, Place<S::Slot, L::Line>) {
        (self.go_on::<false>(&mut top, path), top)
    }

    /// One step of the work on a node, which is `BLANK` or not. Whether the node to go on with is;
    /// nothing if the root is done.
    #[inline(always)]
    fn go_on<const BLANK: bool>(
        &mut self,
        top: &mut Place<S::Slot, L::Line>,
        path: &mut Path<S::Slot, L::Line, G>,
    ) -> Option<bool> {
        match self.work::<BLANK>(top) {
            Next::Child => Some(BLANK),
            Next::Down(left, child, blank) => {
                path.push(left);
                *top = child;
                Some(blank)
            }
            Next::Up => {
                let found = self.join::<BLANK>(top);
                let left = path.pop()?;
                let blank = left.known == NOTHING || left.blank;
                *top = self.close(top, found, left);
                if !blank && path.is_empty() {
                    let root = self.join::<false>(top);
                    self.walk.report(self.root.intersect(root));
                }
                Some(blank)
            }
        }
    }

    /// Tries one child of a node.
    #[inline(always)]
    fn work<const BLANK: bool>(
        &mut self,
        top: &mut Place<S::Slot, L::Line>,
    ) -> Next<S::Slot, L::Line, G::Move, G::Undo> {
        if !top.window.is_open() {
            return Next::Up;
        }
        let Some((index, old)) = self.choose::<BLANK>(top) else {
            // All children of an open node can be done with only if somebody lied.
            if top.window.clip(self.join::<BLANK>(top)).is_open() {
                self.give_up(Stop::Stalled);
            }
            return Next::Up;
        };
        let child = top.first as usize + index;
        let mv = self.moves.at(child);
        let Some(undo) = self.walk.step(mv) else { return Next::Up };
        // Not before the step was allowed: a child that was not tried is not done.
        top.fresh &= !(1 << (index & 63));
        let (game, position, horizon) =
            (self.walk.game(), self.walk.position(), self.walk.horizon());
        let count = self.moves.bottom() - top.first as usize;
        let slot = self.store.child(top.slot, index, count, game, position, horizon);
        let (known, news) = self.look_up(old, slot);
        // A fresh child has the window of the node, whose bounds lie in the range.
        let informed = !BLANK || news;
        let window = if informed { top.window.clip(known) } else { top.window };
        let mut found = known;
        if !informed || window.is_open() {
            match self.walk.arrive(&mut self.moves) {
                Arrival::Leaf(value) => {
                    found = Bounds::point(value);
                    self.store.tighten(slot, found, None);
                }
                Arrival::Inner(kind) => {
                    if informed {
                        self.bounds[child] = known;
                    }
                    let known = if informed { child as u32 } else { NOTHING };
                    let left = top.leave(BLANK, known, mv, undo);
                    let (child, blank) = self.open::<false>(kind, window, slot);
                    return Next::Down(left, child, blank);
                }
            }
        }
        if !BLANK {
            self.bounds[child] = found;
        }
        self.walk.back(mv, undo);
        if L::KEPT {
            let better = top.improves(found);
            L::leaf(&mut top.line, better, mv);
        }
        top.settle(found);
        Next::Child
    }

    /// What is known of the current position together with facts and store; and whether they know
    /// more than `old`.
    #[inline(always)]
    fn look_up(&self, old: Bounds, slot: S::Slot) -> (Bounds, bool) {
        let stored = old.intersect(self.store.retrieve(slot));
        let news = !stored.is_identical(old);
        if !self.walk.has_facts() {
            return (stored, news);
        }
        let known = stored.intersect(self.walk.facts());
        (known, news || !known.is_identical(stored))
    }

    /// What the children, done or not, say about the node being worked on.
    #[inline]
    fn join<const BLANK: bool>(&self, top: &Place<S::Slot, L::Line>) -> Bounds {
        if !BLANK {
            Bounds::of_children(top.kind, self.children(top.first))
        } else if top.fresh == 0 {
            top.done
        } else {
            top.pruned(self.walk.range())
        }
    }

    /// What is known of the children of the node being worked on; void if it is blank.
    fn children(&self, first: u32) -> &[Bounds] {
        &self.bounds[first as usize..self.moves.bottom()]
    }

    /// The child that the policy chooses and what is known of it; nothing if none is active.
    #[inline(always)]
    fn choose<const BLANK: bool>(
        &mut self,
        top: &Place<S::Slot, L::Line>,
    ) -> Option<(usize, Bounds)> {
        let count = self.moves.bottom() - top.first as usize;
        let first = top.first as usize;
        let bounds = if BLANK { &[] } else { &self.bounds[first..first + count] };
        let cursor = if BLANK {
            (top.fresh != 0).then(|| top.fresh.trailing_zeros() as usize)
        } else {
            bounds.iter().position(|&child| top.window.admits(child))
        }?;
        let node = Node {
            kind: top.kind,
            depth: self.walk.ply() as usize,
            window: top.window,
            own: &self.no_data,
            data: &[],
            weights: &[],
            children: Block {
                bounds,
                count,
                fresh: top.fresh,
                range: self.walk.range(),
                cursor,
                slack: 0.0,
                average: self.walk.range(),
            },
        };
        let index = self.policy.select(&node);
        let active = index == cursor || node.is_active(index);
        assert!(active, "the policy chose child {index}, which is not active");
        Some((index, node.bounds_of(index)))
    }

    /// A node whose moves were just listed, and whether it is blank: whether all its children are
    /// fresh, since facts and store know nothing about them, and they are no more than bits. Then
    /// what is found of a child is not kept but in [`Place::done`]. Otherwise none is fresh, and
    /// the stack of bounds has what is known of each.
    #[inline(always)]
    fn open<const ROOT: bool>(
        &mut self,
        kind: Kind,
        mut window: Window,
        slot: S::Slot,
    ) -> (Place<S::Slot, L::Line>, bool) {
        assert!(kind != Kind::Chance, "a game with chance nodes must say so in has_chance");
        let (first, count) = (self.moves.bottom(), self.moves.len());
        if first + count > self.bounds.len() {
            self.make_room(first + count);
        }
        // What is found of the root's children decides in the end which is best.
        let blank = !(ROOT || S::PEEKS || self.moves.has_facts() || count > 64);
        let fresh = if blank {
            u64::MAX >> (64 - count)
        } else {
            // What the children are known to be worth counts at once.
            window = window.clip(self.take_in(kind, slot));
            0
        };
        self.moves.stack();
        let line = self.lines.open();
        let done = if kind == Kind::Max { Bounds::LEAST } else { Bounds::MOST };
        (Place { window, done, fresh, first: first as u32, kind, slot, line }, blank)
    }

    /// Makes room for `entries` children on the path, and as many again. If the limit does not allow
    /// for that, nor for the path that goes with it, this node is the last.
    #[cold]
    fn make_room(&mut self, entries: usize) {
        let entry = size_of::<Bounds>() + size_of::<G::Move>();
        // The path doubles too, and may be about to.
        let node = size_of::<Left<S::Slot, L::Line, G::Move, G::Undo>>() + size_of::<G::Move>();
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
    fn close(
        &mut self,
        done: &Place<S::Slot, L::Line>,
        mut found: Bounds,
        left: Left<S::Slot, L::Line, G::Move, G::Undo>,
    ) -> Place<S::Slot, L::Line> {
        let mut top = left.place();
        let Left { known, mv, undo, .. } = left;
        if known != NOTHING {
            let known = &mut self.bounds[known as usize];
            found = known.intersect(found);
            *known = found;
        }
        self.store.tighten(done.slot, found, None);
        self.moves.unstack(done.first as usize);
        self.walk.back(mv, undo);
        if L::KEPT {
            let better = top.improves(found);
            self.lines.close(done.line, &mut top.line, better, mv);
        }
        top.settle(found);
        top
    }

    fn finish(self, root: Place<S::Slot, L::Line>, path: usize) -> Finding<G::Move> {
        let bounds = self.root.intersect(self.join::<false>(&root));
        self.store.tighten(root.slot, bounds, None);
        let children = self.children(root.first);
        let best = bounds.best_child(root.kind, children);
        let best = best.map(|i| self.moves.at(root.first as usize + i));
        let entry = size_of::<Bounds>() + size_of::<G::Move>();
        let bytes = self.bounds.capacity() * entry
            + path * size_of::<Left<S::Slot, L::Line, G::Move, G::Undo>>()
            + self.lines.bytes()
            + self.store.bytes();
        self.walk.note_memory(bytes, self.bounds.len() + 1 + self.store.records());
        Finding { bounds, line: self.lines.finish(root.line, best), gave_up: self.gave_up }
    }
}
