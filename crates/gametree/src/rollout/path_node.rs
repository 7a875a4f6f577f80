//! A node of the path of [`DepthFirst`](super::depth_first::DepthFirst).

use crate::model::{Bounds, Kind, Value, Window};

/// A node being searched. Its children are the topmost in the stacks of moves and bounds.
#[derive(Clone, Copy)]
pub(super) struct PathNode<T, L> {
    /// The values that still matter here: those that mattered on entry, narrowed by every child
    /// that is done.
    pub window: Window,
    /// The join of the children that are done.
    pub done: Bounds,
    /// The children of which nothing is known but the range, as bits: they are active as long as
    /// the node is open.
    pub fresh: u64,
    /// Where the children start in the stacks of moves and bounds.
    pub first: u32,
    pub kind: Kind,
    pub slot: T,
    pub pv: L,
}

impl<T: Copy, L: Copy> PathNode<T, L> {
    /// Whether a child worth `found` is better than those that are done.
    #[inline]
    pub(super) fn improves(&self, found: Bounds) -> bool {
        // The mover's assured and optimistic bounds.
        let merit = |Bounds { lower, upper }| match self.kind {
            Kind::Max => (lower.get(), upper.get()),
            _ => (-upper.get(), -lower.get()),
        };
        let ((sure, optimistic), before) = (merit(found), merit(self.done));
        // Branchless: the branches would be unpredictable.
        (sure > before.0)
            | ((sure == before.0) & (optimistic > before.1))
            | (before.0 == f64::NEG_INFINITY)
    }

    /// The same for a leaf: the mover's assured bound decides.
    #[inline]
    pub(super) fn improves_by_leaf(&self, value: Value) -> bool {
        if self.kind == Kind::Max { value > self.done.lower } else { value < self.done.upper }
    }

    /// Adds a child that is done, with bounds `found`.
    #[inline]
    pub(super) fn settle(&mut self, found: Bounds) {
        if self.kind == Kind::Max {
            self.done = self.done.choice(found, true);
            self.window.alpha = self.window.alpha.max(found.lower);
        } else {
            self.done = self.done.choice(found, false);
            self.window.beta = self.window.beta.min(found.upper);
        }
    }

    /// The join of the children that are done, all of them in `range`, and some that are fresh.
    #[inline]
    pub(super) fn pruned(&self, range: Bounds) -> Bounds {
        if self.kind == Kind::Max {
            Bounds { lower: range.lower.max(self.done.lower), ..range }
        } else {
            Bounds { upper: range.upper.min(self.done.upper), ..range }
        }
    }
}
