//! The number type of the project: what a position is worth to MAX.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Neg;

use super::{Bounds, next_down};

/// What a position is worth to MAX: a float that is never NaN, so that values have a total order.
///
/// Integers up to 2^53 are exact. The infinities stand for "no bound is known"; no position has an
/// infinite value.
///
/// ```
/// use gametree_model::Value;
///
/// let (win, loss) = (Value::from(1), Value::from(-1));
/// assert_eq!(win.max(loss), win);
/// assert_eq!(-win, loss);
/// assert_eq!(Value::new(0.5).unwrap().get(), 0.5);
/// assert_eq!(Value::new(f64::NAN), None);
/// ```
#[derive(Clone, Copy, PartialEq, Default)]
pub struct Value(f64);

impl Value {
    /// Below every value of a position.
    pub const NEG_INFINITY: Value = Value(f64::NEG_INFINITY);
    /// Above every value of a position.
    pub const INFINITY: Value = Value(f64::INFINITY);
    /// Zero: a draw in most games.
    pub const ZERO: Value = Value(0.0);

    /// The value `number`, or `None` if it is NaN. Minus zero becomes zero.
    #[inline]
    pub fn new(number: f64) -> Option<Value> {
        if number.is_nan() { None } else { Some(Value(number + 0.0)) }
    }

    /// The integer `number`.
    ///
    /// # Panics
    /// If it is beyond 2^53, where floats skip integers.
    #[inline]
    pub fn integer(number: i64) -> Value {
        assert!(number.unsigned_abs() <= 1 << 53, "{number} is not exact as a value");
        Value(number as f64)
    }

    /// The number itself.
    #[inline]
    pub const fn get(self) -> f64 {
        self.0
    }

    /// Whether this can be the value of a position.
    #[inline]
    pub fn is_finite(self) -> bool {
        self.0.is_finite()
    }

    /// The value that is larger by `distance`, a finite number.
    #[inline]
    #[must_use]
    #[doc(hidden)]
    pub fn plus(self, distance: f64) -> Value {
        debug_assert!(distance.is_finite());
        Value(self.0 + distance + 0.0)
    }

    /// The larger of the two.
    #[inline]
    #[must_use]
    pub fn max(self, other: Value) -> Value {
        if other.0 > self.0 { other } else { self }
    }

    /// The smaller of the two.
    #[inline]
    #[must_use]
    pub fn min(self, other: Value) -> Value {
        if other.0 < self.0 { other } else { self }
    }
}

impl From<i32> for Value {
    #[inline]
    fn from(number: i32) -> Value {
        Value(f64::from(number))
    }
}

impl Neg for Value {
    type Output = Value;

    #[inline]
    fn neg(self) -> Value {
        Value(0.0 - self.0)
    }
}

impl Eq for Value {}

// Each comparison is written out, so that it is one instruction on floats; the provided ones go
// through `Ordering`.
impl PartialOrd for Value {
    #[inline]
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        Some(self.cmp(other))
    }

    #[inline]
    fn lt(&self, other: &Value) -> bool {
        self.0 < other.0
    }

    #[inline]
    fn le(&self, other: &Value) -> bool {
        self.0 <= other.0
    }

    #[inline]
    fn gt(&self, other: &Value) -> bool {
        self.0 > other.0
    }

    #[inline]
    fn ge(&self, other: &Value) -> bool {
        self.0 >= other.0
    }
}

impl Ord for Value {
    #[inline]
    fn cmp(&self, other: &Value) -> Ordering {
        self.0.partial_cmp(&other.0).expect("a value is never NaN")
    }

    #[inline]
    fn max(self, other: Value) -> Value {
        Value::max(self, other)
    }

    #[inline]
    fn min(self, other: Value) -> Value {
        Value::min(self, other)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// Which numbers occur as values: this decides what "just below" means for null windows.
///
/// ```
/// use gametree_model::{Grain, Value};
///
/// let seven = Value::from(7);
/// assert_eq!(Grain::Integer.below(seven), 6.into());
/// assert_eq!(Grain::Integer.above(seven), 8.into());
/// assert_eq!(Grain::Real.below(seven).get(), 7.0 - 4.0 * f64::EPSILON);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grain {
    /// Integers between -2^53 and 2^53.
    Integer,
    /// Any finite number.
    Real,
}

/// 2^53: the integers up to here are exact in a float.
const EXACT: f64 = 9_007_199_254_740_992.0;

impl Grain {
    /// The next number below `value`: no value of this grain lies strictly between the two, so
    /// `(below(v), v)` is a null window.
    ///
    /// Infinity has a finite predecessor, so that the first null window of MT-SSS* is not empty.
    #[inline]
    pub fn below(self, value: Value) -> Value {
        match self {
            Grain::Integer if value.0.abs() < EXACT => Value(value.0 - 1.0),
            _ => Value(next_down(value.0)),
        }
    }

    /// The next number above `value`.
    #[inline]
    pub fn above(self, value: Value) -> Value {
        -self.below(-value)
    }

    /// The largest distance of two values of this grain that is not more than `distance`.
    #[inline]
    #[doc(hidden)]
    pub fn round_down(self, distance: f64) -> f64 {
        if self == Grain::Integer { distance.floor() } else { distance }
    }
}

/// The values that a game can have: an interval that contains them all, and their grain.
///
/// ```
/// use gametree_model::{Grain, Values};
///
/// let values = Values::integers(-1, 1);
/// assert!(values.range.contains(0.into()) && !values.range.contains(2.into()));
/// assert_eq!(values.grain, Grain::Integer);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Values {
    /// Every terminal value lies in here, ends included.
    pub range: Bounds,
    /// Integers, or any numbers.
    pub grain: Grain,
}

impl Values {
    /// Integers from `lowest` to `highest`, both included.
    ///
    /// # Panics
    /// If `lowest > highest`.
    #[inline]
    pub fn integers(lowest: i32, highest: i32) -> Values {
        let range = Bounds::new(lowest.into(), highest.into()).expect("lowest <= highest");
        Values { range, grain: Grain::Integer }
    }

    /// Integers without a known range.
    pub const UNBOUNDED_INTEGERS: Values =
        Values { range: Bounds::UNBOUNDED, grain: Grain::Integer };

    /// Any numbers without a known range.
    pub const UNBOUNDED_REALS: Values = Values { range: Bounds::UNBOUNDED, grain: Grain::Real };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nan_is_refused_and_minus_nought_is_nought() {
        assert_eq!(Value::new(f64::NAN), None);
        assert!(Value::new(-0.0).unwrap().get().is_sign_positive());
        assert!((-Value::ZERO).get().is_sign_positive());
    }

    #[test]
    fn null_windows_are_never_empty() {
        for grain in [Grain::Integer, Grain::Real] {
            for x in [f64::INFINITY, EXACT, 1e300, 5.0, 0.0, -3.0, -EXACT, f64::MIN] {
                let v = Value::new(x).unwrap();
                assert!(grain.below(v) < v, "{grain:?} {x}");
                if x < f64::INFINITY {
                    assert!(grain.above(v) > v, "{grain:?} {x}");
                }
            }
        }
        assert_eq!(Grain::Integer.below(7.into()), 6.into());
        assert_eq!(Grain::Integer.above(7.into()), 8.into());
        assert_eq!(Grain::Real.below(7.into()).get(), 7.0 - 4.0 * f64::EPSILON);
    }
}
