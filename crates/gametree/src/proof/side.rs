//! The two sides of an interval, so that everything is written once: for the lower end.

use crate::model::{Bounds, Kind, Value};

/// One end of an interval. Proofs of the upper end are those of the lower end with all signs turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// MAX's strategy: the value is at least something.
    Lower,
    /// MIN's strategy: the value is at most something.
    Upper,
}

impl Side {
    pub const BOTH: [Side; 2] = [Side::Lower, Side::Upper];

    /// Whether the owner of the strategy picks one move here; elsewhere all moves are answered.
    pub fn chooses(self, kind: Kind) -> bool {
        kind == if self == Side::Lower { Kind::Max } else { Kind::Min }
    }

    /// The number as the owner, who maximises, sees it; and back.
    pub fn turned(self, number: f64) -> f64 {
        if self == Side::Lower { number } else { 0.0 - number }
    }

    /// The owner's assured bound.
    pub fn floor(self, bounds: Bounds) -> f64 {
        self.turned(if self == Side::Lower { bounds.lower.get() } else { bounds.upper.get() })
    }

    /// The owner's optimistic bound.
    pub fn ceiling(self, bounds: Bounds) -> f64 {
        self.turned(if self == Side::Lower { bounds.upper.get() } else { bounds.lower.get() })
    }

    /// The same interval with another end on this side.
    pub fn with_end(self, bounds: Bounds, floor: f64) -> Bounds {
        self.bounds(floor, self.ceiling(bounds))
    }

    /// The index of this side in a pair.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The interval from the owner's assured bound to the optimistic one.
    pub fn bounds(self, floor: f64, ceiling: f64) -> Bounds {
        let value = |number: f64| Value::new(self.turned(number)).expect("not NaN");
        match self {
            Side::Lower => Bounds { lower: value(floor), upper: value(ceiling) },
            Side::Upper => Bounds { lower: value(ceiling), upper: value(floor) },
        }
    }
}
