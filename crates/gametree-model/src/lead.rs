//! How far a player is ahead, for people.

use std::fmt;

/// How far MAX is ahead, in the unit in which people count: pawns, boxes, seeds.
///
/// ```
/// use gametree_model::Lead;
///
/// assert_eq!(Lead::new(1.27, "pawn", "pawns").to_string(), "1.3 pawns");
/// let behind = Lead::new(-1.0, "box", "boxes");
/// assert!(behind.amount < 0.0);
/// assert_eq!(behind.to_string(), "1 box", "who is ahead is for the caller to say");
/// assert!(Lead::new(0.04, "pawn", "pawns").is_even());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Lead {
    /// How many of them; negative if MIN is ahead.
    pub amount: f64,
    /// The name of one.
    pub one: &'static str,
    /// The name of several.
    pub many: &'static str,
}

impl Lead {
    /// So many of them.
    pub fn new(amount: f64, one: &'static str, many: &'static str) -> Lead {
        Lead { amount, one, many }
    }

    /// The amount to a tenth: evaluations are not that good.
    fn tenths(&self) -> f64 {
        (10.0 * self.amount.abs()).round()
    }

    /// Whether nobody is ahead, to a tenth.
    pub fn is_even(&self) -> bool {
        self.tenths() == 0.0
    }
}

/// The amount without its sign, to a tenth, and the unit.
impl fmt::Display for Lead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = self.tenths();
        write!(f, "{} {}", tenths / 10.0, if tenths == 10.0 { self.one } else { self.many })
    }
}
