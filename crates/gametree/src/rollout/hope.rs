//! Choosing by hope: what a child may still be worth to the player who moves.

use crate::model::{Bounds, Grain, Value};
use crate::policy::Opening;

/// What the mover may hope for from a child with these bounds, turned so that more is better.
#[inline(always)]
pub(super) fn hope_of<const MAX: bool>(bounds: Bounds) -> Value {
    if MAX { bounds.upper } else { -bounds.lower }
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

/// The most hopeful of children with these `hopes`, none of which counts for more than `cap`. Not
/// all are looked at where two reach it.
#[inline(always)]
pub(super) fn favourite(hopes: impl Iterator<Item = Value>, cap: Value) -> Favourite {
    let (mut index, mut hope) = (0, Value::NEG_INFINITY);
    let mut rest = hope;
    for (i, next) in hopes.enumerate() {
        let next = next.min(cap);
        if next > hope {
            (rest, hope, index) = (hope, next, i);
        } else {
            rest = rest.max(next);
        }
        if rest >= cap {
            break;
        }
    }
    Favourite { index, hope, rest }
}

impl Favourite {
    /// What the others promise, if that is known: less than `cap`.
    #[inline(always)]
    pub fn known_rest(self, cap: Value) -> Value {
        if self.rest < cap { self.rest } else { Value::INFINITY }
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
    pub fn pass<const MAX: bool, W: Opening>(
        &mut self,
        children: &[Bounds],
        window: W,
    ) -> Option<usize> {
        while !window.admits(*children.get(self.count)?, 0.0) {
            self.hope = self.hope.max(hope_of::<MAX>(children[self.count]));
            self.count += 1;
        }
        Some(self.count)
    }

    /// The most hopeful of those that are left, if what is gone promises less.
    #[inline(always)]
    pub fn favourite<const MAX: bool>(self, children: &[Bounds], cap: Value) -> Favourite {
        let left = children[self.count..].iter();
        let Favourite { index, hope, rest } =
            favourite(left.map(|&child| hope_of::<MAX>(child)), cap);
        Favourite { index: self.count + index, hope, rest: rest.max(self.hope) }
    }
}

/// A child that was picked.
pub(super) struct Pick<W> {
    pub index: usize,
    /// What it is searched with.
    pub window: W,
    /// What its siblings promise the mover, or infinity if they may promise more than matters.
    pub rest: Value,
    /// It is picked again as long as it promises the mover more than this.
    pub near: Value,
}
