//! Exact numbers: fractions that never round, in which every float and every probability of the
//! test trees has its true value.

use std::cmp::Ordering;
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Div, Mul, Sub};

use num_rational::{BigRational, Ratio};
use num_traits::{CheckedAdd, CheckedDiv, CheckedMul, CheckedSub, ToPrimitive};

/// A fraction in lowest terms.
///
/// It is in machine words where it fits, for speed, and only there: so equal fractions have equal
/// forms.
#[derive(Clone, PartialEq, Eq)]
pub struct Exact(Form);

#[derive(Clone, PartialEq, Eq)]
enum Form {
    Small(Ratio<i128>),
    Large(Box<BigRational>),
}

use Form::{Large, Small};

impl Exact {
    pub fn zero() -> Exact {
        Exact::fraction(0, 1)
    }

    pub fn one() -> Exact {
        Exact::fraction(1, 1)
    }

    pub fn fraction(numerator: i64, denominator: i64) -> Exact {
        Exact(Small(Ratio::new(numerator.into(), denominator.into())))
    }

    /// The number that a float is.
    ///
    /// # Panics
    /// If it is infinite or NaN.
    pub fn of(float: f64) -> Exact {
        Exact::reduced(BigRational::from_float(float).expect("a finite float"))
    }

    fn reduced(large: BigRational) -> Exact {
        Exact(match (large.numer().to_i128(), large.denom().to_i128()) {
            // The fraction is in lowest terms already. The lowest integer has no opposite.
            (Some(n), Some(d)) if n != i128::MIN => Small(Ratio::new_raw(n, d)),
            _ => Large(Box::new(large)),
        })
    }

    fn large(&self) -> BigRational {
        match &self.0 {
            Small(ratio) => BigRational::new_raw((*ratio.numer()).into(), (*ratio.denom()).into()),
            Large(ratio) => (**ratio).clone(),
        }
    }

    /// The nearest float.
    pub fn approximately(&self) -> f64 {
        const EXACT: i128 = 1 << 53;
        match &self.0 {
            // Both are exact as floats, so their quotient is rounded once.
            Small(ratio) if ratio.numer().abs() <= EXACT && *ratio.denom() <= EXACT => {
                *ratio.numer() as f64 / *ratio.denom() as f64
            }
            _ => self.large().to_f64().unwrap_or(f64::NAN),
        }
    }

    pub fn abs(&self) -> Exact {
        if *self < Exact::zero() { &Exact::zero() - self } else { self.clone() }
    }
}

impl From<i64> for Exact {
    fn from(number: i64) -> Exact {
        Exact::fraction(number, 1)
    }
}

impl Ord for Exact {
    fn cmp(&self, other: &Exact) -> Ordering {
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => a.cmp(b),
            _ => self.large().cmp(&other.large()),
        }
    }
}

impl PartialOrd for Exact {
    fn partial_cmp(&self, other: &Exact) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// An operation on numbers and on references to them.
macro_rules! operation {
    ($trait:ident, $method:ident, $checked:ident) => {
        impl $trait for &Exact {
            type Output = Exact;

            fn $method(self, other: &Exact) -> Exact {
                let small = match (&self.0, &other.0) {
                    (Small(a), Small(b)) => a.$checked(b),
                    _ => None,
                };
                match small.filter(|result| *result.numer() != i128::MIN) {
                    Some(result) => Exact(Small(result)),
                    None => Exact::reduced(self.large().$method(other.large())),
                }
            }
        }

        impl $trait for Exact {
            type Output = Exact;

            fn $method(self, other: Exact) -> Exact {
                (&self).$method(&other)
            }
        }

        impl $trait<&Exact> for Exact {
            type Output = Exact;

            fn $method(self, other: &Exact) -> Exact {
                (&self).$method(other)
            }
        }
    };
}

operation!(Add, add, checked_add);
operation!(Sub, sub, checked_sub);
operation!(Mul, mul, checked_mul);
operation!(Div, div, checked_div);

impl Sum for Exact {
    fn sum<I: Iterator<Item = Exact>>(numbers: I) -> Exact {
        numbers.fold(Exact::zero(), |sum, number| sum + number)
    }
}

impl fmt::Debug for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let large = self.large();
        let near = self.approximately();
        // A short fraction is read as it is; a long one is not.
        match large.to_string() {
            text if text.len() <= 20 => f.write_str(&text),
            text => write!(f, "{near} ({text})"),
        }
    }
}

/// An interval with exact ends: bounds of a value, or a window.
#[derive(Clone, PartialEq, Eq)]
pub struct Span {
    pub lower: Exact,
    pub upper: Exact,
}

impl Span {
    pub fn new(lower: Exact, upper: Exact) -> Span {
        Span { lower, upper }
    }

    pub fn of(lower: f64, upper: f64) -> Span {
        Span::new(Exact::of(lower), Exact::of(upper))
    }

    pub fn point(value: &Exact) -> Span {
        Span::new(value.clone(), value.clone())
    }

    /// How far the ends are apart; below nought if the interval is empty.
    pub fn width(&self) -> Exact {
        &self.upper - &self.lower
    }

    pub fn contains(&self, value: &Exact) -> bool {
        self.lower <= *value && *value <= self.upper
    }

    pub fn encloses(&self, other: &Span) -> bool {
        self.lower <= other.lower && other.upper <= self.upper
    }

    /// The part that lies in both.
    pub fn clip(&self, other: &Span) -> Span {
        Span::new((&self.lower).max(&other.lower).clone(), (&self.upper).min(&other.upper).clone())
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{:?}, {:?}]", self.lower, self.upper)
    }
}
