//! A node of the path of [`Dive`](super::dive::Dive).

use crate::model::{Bounds, Kind, Window};

/// A node being worked on. Its children are the topmost in the stacks of moves and bounds.
#[derive(Clone, Copy)]
pub(super) struct Place<T, L> {
    /// What still matters here: what mattered on entering, narrowed by every child that is done.
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
    pub line: L,
}

/// A node of the path above, left for one of its children: the place, and the way back to it.
// Not as one field: copying a place as a whole would copy its padding too.
pub(super) struct Left<T, L, M, U> {
    pub window: Window,
    pub done: Bounds,
    pub fresh: u64,
    pub first: u32,
    pub kind: Kind,
    pub slot: T,
    pub line: L,
    pub blank: bool,
    /// Where the stack of bounds has what is known of the child, if that is more than the range.
    pub known: u32,
    pub mv: M,
    pub undo: U,
}

/// In [`Left::known`]: nothing is.
pub(super) const NOTHING: u32 = u32::MAX;

impl<T: Copy, L: Copy> Place<T, L> {
    /// Whether a child worth `found` is better than those that are done.
    #[inline]
    pub(super) fn improves(&self, found: Bounds) -> bool {
        // What the mover has for certain, and what he may hope for.
        let merit = |Bounds { lower, upper }| match self.kind {
            Kind::Max => (lower.get(), upper.get()),
            _ => (-upper.get(), -lower.get()),
        };
        let ((sure, hope), before) = (merit(found), merit(self.done));
        // Without branches: nobody can predict them.
        (sure > before.0)
            | ((sure == before.0) & (hope > before.1))
            | (before.0 == f64::NEG_INFINITY)
    }

    /// A child is done and worth `found`.
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

    /// The node is left for a child.
    #[inline]
    pub(super) fn leave<M, U>(self, blank: bool, known: u32, mv: M, undo: U) -> Left<T, L, M, U> {
        let Place { window, done, fresh, first, kind, slot, line } = self;
        Left { window, done, fresh, first, kind, slot, line, blank, known, mv, undo }
    }
}

impl<T: Copy, L: Copy, M, U> Left<T, L, M, U> {
    /// The node as it was left.
    #[inline]
    pub(super) fn place(&self) -> Place<T, L> {
        let &Left { window, done, fresh, first, kind, slot, line, .. } = self;
        Place { window, done, fresh, first, kind, slot, line }
    }
}
