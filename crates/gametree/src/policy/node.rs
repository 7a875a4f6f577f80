//! What a policy sees of a node.

use super::Opening;
use crate::model::{Bounds, Kind, Window};

/// An inner node as a policy sees it: its window and its children. `D` is the policy's own data,
/// `W` the kind of window (only `fsss` has one of its own).
///
/// ```
/// use gametree::policy::{Node, Policy};
/// use gametree::{Kind, Rollout, Search};
/// # use gametree::doc::Subtraction;
///
/// /// The last active child at MAX, the first one at MIN.
/// struct Mixed;
///
/// impl Policy for Mixed {
///     type Data = ();
///
///     fn select(&mut self, node: &Node<'_, ()>) -> usize {
///         let mut active = node.active();
///         let chosen = if node.kind() == Kind::Max { active.last() } else { active.next() };
///         chosen.expect("a child is active").index
///     }
/// }
///
/// let outcome = Search::new(&Subtraction { stones: 10 }).run(&mut Rollout::new(Mixed))?;
/// assert_eq!(outcome.value(), Some(1.into()));
/// # Ok::<(), gametree::SearchError>(())
/// ```
#[derive(Debug)]
pub struct Node<'a, D, W = Window> {
    pub(crate) kind: Kind,
    pub(crate) depth: usize,
    pub(crate) window: W,
    pub(crate) own: &'a D,
    /// One per child, or none if all children have the default data.
    pub(crate) data: &'a [D],
    /// One per child at chance nodes, else empty.
    pub(crate) weights: &'a [f64],
    pub(crate) children: Block<'a>,
}

/// What is known of the children of a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block<'a> {
    /// One per child; or none: then the children that are not fresh are done, and no more is known.
    pub(crate) bounds: &'a [Bounds],
    pub(crate) count: usize,
    /// A set bit means that nothing is known of this child but the range.
    pub(crate) fresh: u64,
    pub(crate) range: Bounds,
    /// The first active child from the left.
    pub(crate) cursor: usize,
    /// How wide a window must be to matter.
    pub(crate) slack: f64,
    /// At chance nodes, the bounds that follow from all children; unused elsewhere.
    pub(crate) average: Bounds,
}

impl Block<'_> {
    #[inline]
    fn is_fresh(self, index: usize) -> bool {
        index < 64 && self.fresh >> index & 1 == 1
    }
}

/// A child of a node.
///
/// ```
/// use gametree::policy::{Child, Node, Policy};
/// use gametree::{Rollout, Search};
/// # use gametree::doc::Subtraction;
///
/// struct First;
///
/// impl Policy for First {
///     type Data = ();
///
///     fn select(&mut self, node: &Node<'_, ()>) -> usize {
///         let Child { index, window, .. } = node.active().next().expect("a child is active");
///         assert!(window.is_open());
///         index
///     }
/// }
///
/// let outcome = Search::new(&Subtraction { stones: 10 }).run(&mut Rollout::new(First))?;
/// assert_eq!(outcome.best_move(), Some(2));
/// # Ok::<(), gametree::SearchError>(())
/// ```
#[derive(Debug)]
pub struct Child<'a, D> {
    /// Its index among the children, from zero.
    pub index: usize,
    /// Which of its values still matter to the root.
    pub window: Window,
    /// What is known of its value.
    pub bounds: Bounds,
    /// Its probability, at a chance node.
    pub probability: Option<f64>,
    /// The policy's data of it.
    pub data: &'a D,
}

impl<'a, D, W: Copy> Node<'a, D, W> {
    /// Who moves.
    #[inline]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// How many plies below the root, those of chance included.
    #[inline]
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// The node's own window.
    #[inline]
    pub fn window(&self) -> W {
        self.window
    }

    /// The policy's data of the node.
    #[inline]
    pub fn data(&self) -> &'a D {
        self.own
    }

    /// How many children there are, active or not.
    #[inline]
    pub(crate) fn child_count(&self) -> usize {
        self.children.count
    }

    /// How wide a window must be to matter, and how wide bounds may be and still count as closed:
    /// the error that the answer may have, and zero or almost zero if it must be exact.
    #[inline]
    pub fn slack(&self) -> f64 {
        self.children.slack
    }

    /// The bounds of every child. There are no fresh ones where this is used.
    #[inline]
    pub(crate) fn all_bounds(&self) -> &'a [Bounds] {
        self.children.bounds
    }
}

impl<D, W: Opening> Node<'_, D, W> {
    #[inline]
    pub(crate) fn bounds_of(&self, index: usize) -> Bounds {
        self.children.bounds.get(index).copied().unwrap_or(self.children.range)
    }

    /// The window of an outcome of a chance node.
    #[inline]
    pub(crate) fn outcome_window(&self, index: usize) -> W {
        self.outcome_window_in(self.window, index)
    }

    /// The same if the node's own window were `window`.
    #[inline]
    pub(crate) fn outcome_window_in(&self, window: W, index: usize) -> W {
        let average = self.children.average;
        window.of_outcome(self.bounds_of(index), self.weights[index], average)
    }

    /// Whether child `index` has a window that is wide enough to matter.
    #[inline]
    pub(crate) fn is_active(&self, index: usize) -> bool {
        let slack = self.children.slack;
        match self.children.bounds.get(index) {
            Some(&bounds) if self.kind == Kind::Chance => {
                self.outcome_window(index).admits(bounds, slack)
            }
            Some(&bounds) => self.window.admits(bounds, slack),
            None => self.children.is_fresh(index),
        }
    }

    /// At a chance node, the active outcome with the largest probability x width: the one with most
    /// still open. The first of equals.
    pub(crate) fn most_uncertain(&self) -> Option<usize> {
        let open = |i: usize| self.weights[i] * self.bounds_of(i).width();
        let active = (self.children.cursor..self.children.count).filter(|&i| self.is_active(i));
        active.reduce(|best, i| if open(i) > open(best) { i } else { best })
    }
}

impl<'a, D> Node<'a, D> {
    /// Child number `index`.
    // Callers mostly want one of its fields.
    #[inline(always)]
    pub fn child(&self, index: usize) -> Child<'a, D> {
        Child {
            index,
            window: self.window_of(index),
            bounds: self.bounds_of(index),
            probability: self.weights.get(index).copied(),
            data: self.data.get(index).unwrap_or(self.own),
        }
    }

    /// The bounds that follow from all children. There are no fresh ones where this is used.
    pub(crate) fn bounds_of_children(&self) -> Bounds {
        match self.kind {
            Kind::Chance => self.children.average,
            kind => Bounds::of_children(kind, self.children.bounds),
        }
    }

    #[inline]
    pub(crate) fn window_of(&self, index: usize) -> Window {
        match self.children.bounds.get(index) {
            Some(_) if self.kind == Kind::Chance => self.outcome_window(index),
            Some(&bounds) => self.window.clip(bounds),
            // The node's window lies in the range already.
            None if self.children.is_fresh(index) => self.window,
            // A child that is done does not matter any more.
            None => Window::new(self.window.beta, self.window.beta),
        }
    }

    /// The active children from left to right: those with an open window (Huang 2015, Eq. (4)); if
    /// an answer within epsilon is enough, those with a window wider than that.
    #[inline]
    pub fn active(&self) -> impl Iterator<Item = Child<'a, D>> + '_ {
        // The first one is known, so a policy that takes it need not search for it.
        let Block { cursor, count, .. } = self.children;
        let rest = (cursor + 1..count).filter(|&index| self.is_active(index));
        std::iter::once(cursor).chain(rest).map(|index| self.child(index))
    }
}
