//! Choosing by hope: what a child may still be worth to the player who moves.

use crate::model::{Bounds, Grain, Value, Window};

/// What the mover may hope for from a child with these bounds, turned so that more is better.
#[inline(always)]
pub(super) fn optimistic<const MAX: bool>(bounds: Bounds) -> Value {
    if MAX { bounds.upper } else { -bounds.lower }
}

/// The largest hope that `children` leave to a mover who hoped for `known`, before one of them
/// promised less.
#[inline(always)]
pub(super) fn optimistic_left<const MAX: bool>(children: &[Bounds], known: Value) -> Value {
    let mut most = Value::NEG_INFINITY;
    // What was not looked at yet promises most, and lies mostly at the right.
    for &child in children.iter().rev() {
        most = most.max(optimistic::<MAX>(child));
        if most >= known {
            return known;
        }
    }
    most
}

/// The most hopeful of some children.
#[derive(Clone, Copy)]
pub(super) struct Favourite {
    /// The first of those with the largest hope.
    pub index: usize,
    pub hope: Value,
    /// The largest hope of the others.
    pub rest: Value,
}

/// The most hopeful of `children`, none of whose hopes counts for more than `cap`. Not all are looked
/// at where two reach it.
#[inline(always)]
pub(super) fn favourite<const MAX: bool>(children: &[Bounds], cap: Value) -> Favourite {
    let (mut index, mut hope, mut rest) = (0, Value::NEG_INFINITY, Value::NEG_INFINITY);
    for (i, &child) in children.iter().enumerate() {
        // Without branches: nobody can predict them.
        let next = optimistic::<MAX>(child).min(cap);
        rest = rest.max(next.min(hope));
        index = if next > hope { i } else { index };
        hope = hope.max(next);
        if rest >= cap {
            break;
        }
    }
    Favourite { index, hope, rest }
}

impl Favourite {
    /// A child that is worked on until it is done, whatever the others promise.
    #[inline(always)]
    pub fn for_good(index: usize) -> Favourite {
        Favourite { index, hope: Value::INFINITY, rest: Value::NEG_INFINITY }
    }

    /// It stays the favourite as long as it promises more than this.
    #[inline(always)]
    pub fn near(self) -> Value {
        // Of equals it is the first: until it promises less.
        if self.rest < self.hope { self.rest } else { Grain::Real.below(self.hope) }
    }
}

/// The children at the left of a node that do not matter any more, and never will: windows only
/// shrink (Huang 2015, Lemma 2).
#[derive(Clone, Copy)]
pub(super) struct Gone {
    count: usize,
    /// The largest hope among them, to the mover.
    hope: Value,
}

impl Gone {
    pub const NOBODY: Gone = Gone { count: 0, hope: Value::NEG_INFINITY };

    /// Passes those that do not matter in `window`. Returns the first that does, if there is one.
    #[inline(always)]
    pub fn pass<const MAX: bool>(&mut self, children: &[Bounds], window: Window) -> Option<usize> {
        while !window.admits(*children.get(self.count)?) {
            self.hope = self.hope.max(optimistic::<MAX>(children[self.count]));
            self.count += 1;
        }
        Some(self.count)
    }

    /// The first of those that are left which promises as much as `cap`, what the node does, or more
    /// than that, which makes no difference.
    #[inline(always)]
    pub fn favourite<const MAX: bool>(self, children: &[Bounds], cap: Value) -> Option<Favourite> {
        let mut left = children[self.count..].iter().enumerate();
        let mut rest = self.hope;
        let index = loop {
            let (i, &child) = left.next()?;
            let hope = optimistic::<MAX>(child);
            if hope >= cap {
                break self.count + i;
            }
            rest = rest.max(hope);
        };
        for (_, &child) in left {
            rest = rest.max(optimistic::<MAX>(child));
            if rest >= cap {
                break;
            }
        }
        Some(Favourite { index, hope: cap, rest })
    }
}
