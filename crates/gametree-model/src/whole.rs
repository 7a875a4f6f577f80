//! Bounds of whole numbers: for games whose values are whole numbers, in searches that look at so
//! many positions that conversions from and to floats would be noticed.

use super::{Bounds, Turn, Value};

/// Bounds whose ends are whole numbers, both included.
///
/// ```
/// use gametree_model::{Bounds, Value, WholeBounds};
///
/// let known = WholeBounds { lower: -3, upper: 5 };
/// assert_eq!(known.intersect(WholeBounds::point(4)), WholeBounds::point(4));
/// // A whole number that is at least 1.5 is at least 2.
/// let known = Bounds::at_least(Value::new(1.5).unwrap());
/// assert_eq!(WholeBounds::within(known).lower, 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WholeBounds {
    /// The value is at least this.
    pub lower: i32,
    /// The value is at most this.
    pub upper: i32,
}

/// Larger numbers count as infinite. (They can be negated, and one more is no overflow.)
const INFINITY: i32 = 1 << 30;

impl WholeBounds {
    /// Nothing is known.
    pub const UNBOUNDED: WholeBounds = WholeBounds { lower: -INFINITY, upper: INFINITY };

    /// The value is known.
    #[inline(always)]
    pub const fn point(value: i32) -> WholeBounds {
        WholeBounds { lower: value, upper: value }
    }

    /// The whole numbers within `bounds`.
    #[inline]
    pub fn within(bounds: Bounds) -> WholeBounds {
        let (lower, upper) = (bounds.lower.get(), bounds.upper.get());
        let infinity = f64::from(INFINITY);
        let (lower, upper) =
            (lower.max(-infinity).min(infinity), upper.min(infinity).max(-infinity));
        // Casts round towards zero.
        let (low, high) = (lower as i32, upper as i32);
        WholeBounds {
            lower: low + i32::from(f64::from(low) < lower),
            upper: high - i32::from(f64::from(high) > upper),
        }
    }

    /// Whether both ends are finite.
    pub fn are_finite(self) -> bool {
        -INFINITY < self.lower && self.upper < INFINITY
    }

    /// Whether they say if the value is at least `test`.
    #[inline(always)]
    pub fn answers(self, test: i32) -> bool {
        self.lower >= test || self.upper < test
    }

    /// Both pieces of knowledge together.
    #[inline(always)]
    #[must_use]
    pub fn intersect(self, other: WholeBounds) -> WholeBounds {
        WholeBounds { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }

    /// These bounds as MAX sees them, unchanged, or as MIN does: negated, and the ends exchanged.
    #[inline(always)]
    #[must_use]
    pub fn seen_by(self, max: bool) -> WholeBounds {
        if max { self } else { WholeBounds { lower: -self.upper, upper: -self.lower } }
    }

    /// What the mover knows of two choices, both as [seen by](WholeBounds::seen_by) the mover.
    #[inline(always)]
    #[must_use]
    pub fn better(self, other: WholeBounds) -> WholeBounds {
        WholeBounds { lower: self.lower.max(other.lower), upper: self.upper.max(other.upper) }
    }
}

impl From<WholeBounds> for Bounds {
    #[inline]
    fn from(whole: WholeBounds) -> Bounds {
        let lower = if whole.lower <= -INFINITY { Value::NEG_INFINITY } else { whole.lower.into() };
        let upper = if whole.upper >= INFINITY { Value::INFINITY } else { whole.upper.into() };
        Bounds { lower, upper }
    }
}

/// What [`MoreFacts::expand_undecided`](super::MoreFacts::expand_undecided) says besides the moves
/// that it lists.
///
/// ```
/// use gametree_model::{Game, MoreFacts, Moves, Turn, Undecided};
/// # use gametree_model::doc::Subtraction;
///
/// // This game leaves no move out.
/// let game = Subtraction { stones: 10 };
/// let mut moves = Moves::new();
/// let said = game.more_facts().expand_undecided(&game, &game.start(), &mut moves);
/// assert_eq!((said, moves.len()), (Undecided { turn: Turn::MAX, rest: None }, 3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Undecided {
    /// As [`Game::expand`](super::Game::expand) returns it.
    pub turn: Turn,
    /// What the best of the moves that were left out is worth; `None` if none was.
    pub rest: Option<i32>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_within_bounds() {
        let within = |lower: f64, upper: f64| {
            let [lower, upper] = [lower, upper].map(|end| Value::new(end).unwrap());
            let found = WholeBounds::within(Bounds { lower, upper });
            (found.lower, found.upper)
        };
        assert_eq!(within(-2.5, 2.5), (-2, 2));
        assert_eq!(within(0.1, 0.9), (1, 0));
        assert_eq!(within(-3.0, 7.0), (-3, 7));
        assert_eq!(within(f64::NEG_INFINITY, f64::INFINITY), (-INFINITY, INFINITY));
        assert_eq!(within(-1e300, 1e12), (-INFINITY, INFINITY));
        assert!(!WholeBounds::UNBOUNDED.are_finite());
    }

    #[test]
    fn bounds_come_back() {
        for bounds in [Bounds::UNBOUNDED, Bounds::point(3.into()), Bounds::at_most((-7).into())] {
            assert_eq!(Bounds::from(WholeBounds::within(bounds)), bounds);
        }
    }

    #[test]
    fn what_max_and_min_see() {
        let known = WholeBounds { lower: -3, upper: 5 };
        assert_eq!(known.seen_by(true), known);
        assert_eq!(known.seen_by(false), WholeBounds { lower: -5, upper: 3 });
        assert_eq!(known.seen_by(false).seen_by(false), known);
    }
}
