//! Optimistic bounds: the most a child may still be worth to the mover, and how to choose by that.

use crate::model::{Bounds, Grain, Value, Window};

/// The mover's optimistic bound of a child, with the sign turned so that more is better.
#[inline(always)]
pub(super) fn optimistic<const MAX: bool>(bounds: Bounds) -> Value {
    if MAX { bounds.upper } else { -bounds.lower }
}

/// The mover's best optimistic bound over `children`, given that it was `known` before one child's
/// bound fell.
#[inline(always)]
pub(super) fn optimistic_left<const MAX: bool>(children: &[Bounds], known: Value) -> Value {
    let mut most = Value::NEG_INFINITY;
    // Children that were not searched yet have the best bound, and are mostly at the right.
    for &child in children.iter().rev() {
        most = most.max(optimistic::<MAX>(child));
        if most >= known {
            return known;
        }
    }
    most
}

/// The child with the best optimistic bound.
#[derive(Clone, Copy)]
pub(super) struct Favourite {
    /// The first of those with the best one.
    pub index: usize,
    pub bound: Value,
    /// The best one of the others.
    pub rest: Value,
}

/// The one of `children` with the best optimistic bound; bounds above `cap` count as `cap`. Stops
/// early if two children reach it.
#[inline(always)]
pub(super) fn favourite<const MAX: bool>(children: &[Bounds], cap: Value) -> Favourite {
    let (mut index, mut bound, mut rest) = (0, Value::NEG_INFINITY, Value::NEG_INFINITY);
    for (i, &child) in children.iter().enumerate() {
        // Branchless: the branches would be unpredictable.
        let next = optimistic::<MAX>(child).min(cap);
        rest = rest.max(next.min(bound));
        index = if next > bound { i } else { index };
        bound = bound.max(next);
        if rest >= cap {
            break;
        }
    }
    Favourite { index, bound, rest }
}

impl Favourite {
    /// A child that is searched until it is done, whatever the bounds of the others.
    #[inline(always)]
    pub fn for_good(index: usize) -> Favourite {
        Favourite { index, bound: Value::INFINITY, rest: Value::NEG_INFINITY }
    }

    /// This child remains the choice as long as its bound is better than this.
    #[inline(always)]
    pub fn near(self) -> Value {
        // It is the first of equals, so it remains the choice until its bound falls.
        if self.rest < self.bound { self.rest } else { Grain::Real.below(self.bound) }
    }
}

/// The children at the left of a node that do not matter any more, and never will: windows only
/// shrink (Huang 2015, Lemma 2).
#[derive(Clone, Copy)]
pub(super) struct Gone {
    count: usize,
    /// The mover's best optimistic bound among them.
    bound: Value,
}

impl Gone {
    pub const NOBODY: Gone = Gone { count: 0, bound: Value::NEG_INFINITY };

    /// Skips those that do not matter in `window`. Returns the first that does, if there is one.
    #[inline(always)]
    pub fn pass<const MAX: bool>(&mut self, children: &[Bounds], window: Window) -> Option<usize> {
        while !window.admits(*children.get(self.count)?) {
            self.bound = self.bound.max(optimistic::<MAX>(children[self.count]));
            self.count += 1;
        }
        Some(self.count)
    }

    /// The first remaining child whose bound is at least `cap`, the node's own bound; anything above `cap`
    /// counts as equal.
    #[inline(always)]
    pub fn favourite<const MAX: bool>(self, children: &[Bounds], cap: Value) -> Option<Favourite> {
        let mut left = children[self.count..].iter().enumerate();
        let mut rest = self.bound;
        let index = loop {
            let (i, &child) = left.next()?;
            let bound = optimistic::<MAX>(child);
            if bound >= cap {
                break self.count + i;
            }
            rest = rest.max(bound);
        };
        for (_, &child) in left {
            rest = rest.max(optimistic::<MAX>(child));
            if rest >= cap {
                break;
            }
        }
        Some(Favourite { index, bound: cap, rest })
    }
}
