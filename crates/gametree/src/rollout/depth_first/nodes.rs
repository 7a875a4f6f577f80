//! The nodes of the path: how one is opened, which of its children comes next, and the join of its
//! children.

use super::{DepthFirst, FRAME, PathNode, PvRecord, all};
use crate::algorithm::{MoveOf, Setup, SlotOf};
use crate::model::{Bounds, Kind, Window};
use crate::outcome::Stop;
use crate::policy::{Block, Node, Policy};
use crate::store::Store;

impl<T: Setup, A: Policy, L: PvRecord<MoveOf<T>>, const FACTS: bool>
    DepthFirst<'_, '_, T, A, L, FACTS>
{
    /// The bounds of the current node that follow from all its children, done or not.
    #[inline]
    pub(super) fn join<const BLANK: bool>(&self, top: &PathNode<SlotOf<T>, L::Pv>) -> Bounds {
        if !BLANK {
            Bounds::of_children(top.kind, self.children(top.first))
        } else if top.fresh == 0 {
            top.done
        } else {
            top.pruned(self.walk.range())
        }
    }

    /// The bounds of the children of the current node; void if it is blank.
    pub(super) fn children(&self, first: u32) -> &[Bounds] {
        &self.bounds[first as usize..self.moves.bottom()]
    }

    /// The child that the policy chooses among `count`, and its bounds; `None` if none is active.
    #[inline(always)]
    pub(super) fn choose<const BLANK: bool>(
        &mut self,
        top: &PathNode<SlotOf<T>, L::Pv>,
        count: usize,
    ) -> Option<(usize, Bounds)> {
        let first = top.first as usize;
        let bounds = if BLANK { &[] } else { &self.bounds[first..first + count] };
        let cursor = if BLANK {
            (top.fresh != 0).then(|| top.fresh.trailing_zeros() as usize)
        } else {
            bounds.iter().position(|&child| top.window.admits(child))
        }?;
        let range = self.walk.range();
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
                range,
                cursor,
                slack: 0.0,
                average: range,
            },
        };
        let index = self.policy.select(&node);
        let active = index == cursor || node.is_active(index);
        assert!(active, "the policy chose child {index}, which is not active");
        Some((index, node.bounds_of(index)))
    }

    /// Opens a node whose moves were just listed.
    #[inline(always)]
    pub(super) fn open<const BLANK: bool, const MAX: bool>(
        &mut self,
        window: Window,
        slot: SlotOf<T>,
    ) -> PathNode<SlotOf<T>, L::Pv> {
        let (first, count) = (self.moves.bottom(), self.moves.len());
        if first + count > self.bounds.len() {
            self.make_room(first + count);
        }
        let fresh = if BLANK { all(count) } else { 0 };
        let mut top = self.place::<MAX>(window, slot, fresh);
        if !BLANK {
            // The known bounds of the children count immediately.
            top.window = window.clip(self.take_in(top.kind, slot));
        }
        self.moves.stack();
        top
    }

    /// The same before anything is known of its children, of which some are `fresh`.
    #[inline(always)]
    pub(super) fn place<const MAX: bool>(
        &self,
        window: Window,
        slot: SlotOf<T>,
        fresh: u64,
    ) -> PathNode<SlotOf<T>, L::Pv> {
        let (kind, done) = if MAX { (Kind::Max, Bounds::LEAST) } else { (Kind::Min, Bounds::MOST) };
        let (first, pv) = (self.moves.bottom() as u32, self.pvs.open());
        PathNode { window, done, fresh, first, kind, slot, pv }
    }

    /// Makes room for `entries` children on the path, and as many again. If the limit does not allow
    /// that, with the path that goes with it, this node is the last.
    #[cold]
    pub(super) fn make_room(&mut self, entries: usize) {
        let entry = size_of::<Bounds>() + size_of::<u32>();
        // The principal variation doubles too, and may be about to.
        let path = (self.walk.ply() as usize + 1) * (FRAME + 4 * size_of::<MoveOf<T>>());
        if 2 * entries * entry + path + self.store.bytes() > self.walk.memory_limit() {
            self.give_up(Stop::Memory);
            self.bounds.resize(entries, Bounds::UNBOUNDED);
        } else {
            self.bounds.resize(2 * entries, Bounds::UNBOUNDED);
        }
    }

    /// Ends the search, for this reason if it was not stopped before.
    #[cold]
    pub(super) fn give_up(&mut self, reason: Stop) {
        if self.walk.give_up() {
            self.gave_up = Some(reason);
        }
    }

    /// Stores the bounds that facts and store know for the children of a node just opened. Returns
    /// the bounds that follow for the node.
    #[cold]
    pub(super) fn take_in(&mut self, kind: Kind, slot: SlotOf<T>) -> Bounds {
        let (first, count) = (self.moves.bottom(), self.moves.len());
        for i in 0..count {
            let stated = self.walk.child_facts(&self.moves, i);
            self.bounds[first + i] = stated.intersect(self.store.peek(slot, i));
        }
        self.moves.forget_facts();
        Bounds::of_children(kind, &self.bounds[first..first + count])
    }
}
