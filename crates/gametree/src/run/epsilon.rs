//! How far off an answer may be.

use crate::model::Bounds;

/// How far off an answer may be: a distance of values, or a share of the range of values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epsilon {
    amount: f64,
    of_range: bool,
}

impl Epsilon {
    /// Not at all: the exact value is asked for.
    pub const NONE: Epsilon = Epsilon { amount: 0.0, of_range: false };

    /// A distance in the game's own units; nothing if it is negative, infinite or NaN.
    pub fn units(amount: f64) -> Option<Epsilon> {
        (amount >= 0.0 && amount.is_finite()).then_some(Epsilon { amount, of_range: false })
    }

    /// So many hundredths of the range of values; nothing if that is negative, infinite or NaN.
    pub fn percent(amount: f64) -> Option<Epsilon> {
        let amount = amount / 100.0;
        (amount >= 0.0 && amount.is_finite()).then_some(Epsilon { amount, of_range: true })
    }

    /// Whether the exact value is asked for.
    pub fn is_none(self) -> bool {
        self.amount == 0.0
    }

    /// The distance, where values lie in `range`.
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
