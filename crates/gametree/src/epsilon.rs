//! How far off an answer may be.

use crate::model::Bounds;

/// How far off an answer may be: a distance of values, or a share of the range of values.
///
/// ```
/// use gametree::{Bounds, Epsilon};
///
/// let range = Bounds::new((-50).into(), 150.into()).unwrap();
/// assert_eq!(Epsilon::units(3.0).unwrap().within(range), 3.0);
/// assert_eq!(Epsilon::percent(5.0).unwrap().within(range), 10.0);
/// assert_eq!(Epsilon::units(-1.0), None);
/// assert!(Epsilon::NONE.is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epsilon {
    amount: f64,
    of_range: bool,
}

impl Epsilon {
    /// No error: the exact value is wanted.
    pub const NONE: Epsilon = Epsilon { amount: 0.0, of_range: false };

    /// A distance in the game's own units; `None` if it is negative, infinite or NaN.
    pub fn units(amount: f64) -> Option<Epsilon> {
        (amount >= 0.0 && amount.is_finite()).then_some(Epsilon { amount, of_range: false })
    }

    /// A percentage of the range of values; `None` if it is negative, infinite or NaN.
    pub fn percent(amount: f64) -> Option<Epsilon> {
        let amount = amount / 100.0;
        (amount >= 0.0 && amount.is_finite()).then_some(Epsilon { amount, of_range: true })
    }

    /// Whether the exact value is wanted.
    pub fn is_none(self) -> bool {
        self.amount == 0.0
    }

    /// The distance, for values in `range`.
    pub fn within(self, range: Bounds) -> f64 {
        if self.of_range && !self.is_none() { self.amount * range.width() } else { self.amount }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_one_of_the_range() {
        let range = Bounds::new((-50).into(), 150.into()).unwrap();
        assert_eq!(Epsilon::units(3.0).unwrap().within(range), 3.0);
        assert_eq!(Epsilon::percent(5.0).unwrap().within(range), 10.0);
        assert_eq!(Epsilon::percent(0.0).unwrap().within(Bounds::UNBOUNDED), 0.0);
        for wrong in [-1.0, f64::NAN, f64::INFINITY] {
            assert_eq!((Epsilon::units(wrong), Epsilon::percent(wrong)), (None, None));
        }
    }
}
