//! Output for programs.

use gametree::{Bounds, Value};
use serde::Serialize;
use serde_json::Number;

/// The version of the output format. It grows when a field changes its meaning or is removed.
pub const SCHEMA: u32 = 2;

/// Both ends of an interval, null if infinite.
pub fn ends(bounds: Bounds) -> (Option<Number>, Option<Number>) {
    (number(bounds.lower), number(bounds.upper))
}

/// A finite value; integers without a decimal point.
pub fn number(value: Value) -> Option<Number> {
    let number = value.get();
    let whole = number as i64;
    if whole as f64 == number && whole.unsigned_abs() <= 1 << 53 {
        Some(whole.into())
    } else {
        Number::from_f64(number)
    }
}

/// One line of JSON.
pub fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("names and numbers always serialise") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_exact_and_infinities_are_null() {
        let text = |x: f64| number(Value::new(x).unwrap()).map(|n| n.to_string());
        assert_eq!(text(3.0).as_deref(), Some("3"));
        assert_eq!(text(-0.5).as_deref(), Some("-0.5"));
        assert_eq!(text(f64::INFINITY), None);
    }
}
