//! What a policy sees of a node.

use crate::model::{Bounds, Kind, Window};

/// An inner node as a policy sees it: its window and its children. `D` is the policy's own data,
/// `W` the kind of window (only `fsss` has one of its own).
#[derive(Debug)]
pub struct Node<'a, D, W = Window> {
    pub(crate) kind: Kind,
    pub(crate) window: W,
    pub(crate) own: &'a D,
    pub(crate) bounds: &'a [Bounds],
    /// A set bit: nothing is known of this child but the range, and its entry in `bounds` is void.
    pub(crate) fresh: u64,
    pub(crate) range: Bounds,
    /// One a child, or none if the children know no more than the default.
    pub(crate) data: &'a [D],
    /// One a child at chance nodes, else empty.
    pub(crate) weights: &'a [f64],
    /// No child before this one is active.
    pub(crate) cursor: usize,
}

/// A child of a node.
#[derive(Debug)]
pub struct Child<'a, D> {
    /// Its place among the children, from nought.
    pub index: usize,
    /// Which of its values still matter to the root.
    pub window: Window,
    /// What is known of its value.
    pub bounds: Bounds,
    /// How likely it is, at a chance node.
    pub probability: Option<f64>,
    /// What the policy remembers of it.
    pub data: &'a D,
}

impl<'a, D, W: Copy> Node<'a, D, W> {
    #[inline]
    pub(crate) fn is_fresh(&self, index: usize) -> bool {
        index < 64 && self.fresh >> index & 1 == 1
    }

    /// Who moves.
    #[inline]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The node's own window.
    #[inline]
    pub fn window(&self) -> W {
        self.window
    }

    /// What the policy remembers of the node.
    #[inline]
    pub fn data(&self) -> &'a D {
        self.own
    }

    /// How many children there are, active or not.
    #[inline]
    pub fn child_count(&self) -> usize {
        self.bounds.len()
    }
}

impl<'a, D> Node<'a, D> {
    /// Child number `index`.
    #[inline]
    pub fn child(&self, index: usize) -> Child<'a, D> {
        let bounds = if self.is_fresh(index) { self.range } else { self.bounds[index] };
        Child {
            index,
            window: self.window.clip(bounds),
            bounds,
            probability: self.weights.get(index).copied(),
            data: self.data.get(index).unwrap_or(self.own),
        }
    }

    /// The active children from left to right: those with an open window (Huang 2015, Eq. (4)).
    #[inline]
    pub fn active(&self) -> impl Iterator<Item = Child<'a, D>> + '_ {
        (self.cursor..self.bounds.len())
            .map(|index| self.child(index))
            .filter(|child| child.window.is_open())
    }
}
