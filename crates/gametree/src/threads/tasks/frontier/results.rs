//! Takes over what tasks have found out, and backs it up.

use std::sync::atomic::Ordering;

use super::{Found, Frontier, Node, ROOT, State};
use crate::model::{Bounds, Game, Kind, Window};
use crate::outcome::{Basis, Outcome, Stop};
use crate::store::{is_memory_left, make_room};
use crate::threads::tasks::expansion::{Expansion, Inner};

impl<G: Game> Frontier<G> {
    /// Takes what has been found out about a position that nobody is searching any more.
    pub(in crate::threads::tasks) fn take(&mut self, at: usize, found: Found<G>) {
        self.searched.retain(|&other| other != at);
        self.note_searchers(at, |searchers| searchers - 1);
        let called_back = self.is_called_back(at);
        match found {
            Found::Bounds(outcome, window, mover) => {
                self.take_bounds(at, *outcome, mover, (!called_back).then_some(window));
            }
            Found::Expansion(expansion) => self.take_expansion(at, expansion),
        }
        self.estimate.renew();
        let changed = self.back_up(at);
        if changed || called_back {
            if let Some(finished) = self.first_finished(at) {
                self.forget_below(finished);
            }
            self.call_back_useless_tasks();
        }
    }

    fn is_called_back(&self, at: usize) -> bool {
        matches!(&self.nodes[at].state, State::Searched(stop, _) if stop.load(Ordering::Relaxed))
    }

    /// Takes the result of a search. `window`: what it was asked about, unless it was called back.
    fn take_bounds(
        &mut self,
        at: usize,
        found: Outcome<G::Move>,
        mover: Option<Kind>,
        window: Option<Window>,
    ) {
        self.by_hashes |= found.basis == Basis::Hash;
        let node = &mut self.nodes[at];
        let mut before = match &mut node.state {
            State::Searched(_, pv) => std::mem::take(pv),
            _ => Vec::new(),
        };
        // A search that assures the mover less than one before has only shown that nothing is
        // better: the move is that of the one before. Of its variation the rest may be wrong by
        // now.
        let assured = |bounds: Bounds| mover.map(|kind| bounds.merit(kind).0);
        let exact = found.bounds.is_within(self.slack);
        let keeps = assured(found.bounds) < assured(node.bounds) && !before.is_empty();
        before.truncate(1);
        node.bounds = node.bounds.intersect(found.bounds);
        node.state = State::Open(match keeps {
            true => before,
            // Below the root, a variation that may be wrong is worth less than none: that of a
            // search which found the value within what others had left open.
            false if at != ROOT && node.searched_before && !exact => Vec::new(),
            false => found.pv,
        });
        node.searched_before = true;
        node.starved = found.stop == Stop::Memory;
        if let Some(window) = window {
            node.cut = window.clip(node.bounds).is_wider_than(self.slack);
            self.allotment.note(node.ply, node.cut);
            if !node.cut {
                let Bounds { lower, upper } = node.bounds;
                let failed_low = upper.get() - window.alpha.get() <= self.slack;
                let value = if failed_low { upper } else { lower };
                self.estimate.note_leaf(node.ply, value);
            }
        }
    }

    /// Takes what is below a position.
    fn take_expansion(&mut self, at: usize, expansion: Expansion<G>) {
        let node = &mut self.nodes[at];
        node.state = State::Open(Vec::new());
        match expansion {
            Expansion::Leaf(bounds) => {
                node.bounds = node.bounds.intersect(bounds);
                self.estimate.note_leaf(node.ply, node.bounds.lower);
            }
            Expansion::TooMany => node.wide = true,
            Expansion::Inner(inner) if !self.has_room(inner.children.len()) => {
                self.nodes[at].wide = true;
            }
            Expansion::Inner(Inner { position, kind, children, below, odds }) => {
                let count = children.len();
                if kind != Kind::Chance {
                    self.estimate.note_inner(self.nodes[at].ply, kind.maximises(), count);
                }
                let first = self.add(at, children);
                self.nodes[at].state = State::Expanded { position, kind, first, count, odds };
                for (child, expansion) in below {
                    self.take_expansion(first + child, expansion);
                }
                self.tighten(at);
            }
        }
    }

    /// Whether the system has memory for so many children of a position.
    fn has_room(&mut self, count: usize) -> bool {
        if self.spare.get(&count).is_some_and(|blocks| !blocks.is_empty()) {
            return true;
        }
        let len = self.nodes.len();
        // What is left takes the lists of moves of some hundred positions.
        let is_left = len / 256 == (len + count) / 256 || is_memory_left();
        is_left
            && (self.nodes.capacity() - len >= count
                || make_room(&mut self.nodes, count.max(len)).is_some())
    }

    /// Adds the children of a position; returns where they begin.
    fn add(&mut self, parent: usize, children: Vec<(G::Move, Bounds)>) -> usize {
        let ply = self.nodes[parent].ply + 1;
        let count = children.len();
        let child = |(mv, bounds)| Node::new(Some(mv), parent, ply, bounds);
        let children = children.into_iter().map(child);
        self.in_use += count;
        match self.spare.get_mut(&count).and_then(Vec::pop) {
            Some(first) => {
                self.nodes.splice(first..first + count, children).for_each(drop);
                first
            }
            None => {
                self.nodes.extend(children);
                self.nodes.len() - count
            }
        }
    }

    /// Forgets what is below a position that does not matter any more, unless somebody is searching
    /// there.
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

    /// Tells the positions above of new bounds; returns whether that made a difference.
    fn back_up(&mut self, mut at: usize) -> bool {
        let mut changed = false;
        while at != ROOT {
            at = self.nodes[at].parent;
            if !self.tighten(at) {
                return changed;
            }
            changed = true;
        }
        changed
    }

    /// Tightens the bounds of a position by those of its children; returns whether that made a
    /// difference.
    fn tighten(&mut self, at: usize) -> bool {
        let Some(all) = self.bounds_of_children(at) else { return false };
        let before = self.nodes[at].bounds;
        self.nodes[at].bounds = before.intersect(all);
        self.nodes[at].bounds != before
    }

    /// Calls back those who search positions that do not matter any more.
    fn call_back_useless_tasks(&self) {
        for &at in &self.searched {
            if !self.matters(at) {
                self.call_back(at);
            }
        }
    }

    fn matters(&self, at: usize) -> bool {
        self.first_finished(at).is_none()
    }
}
