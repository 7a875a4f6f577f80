//! The floats next to a float, for rounding outward and for null windows. (Those of the standard library need
//! Rust 1.86.)

/// The least float above `number`; infinity has none, and stays.
#[inline]
pub fn next_up(number: f64) -> f64 {
    let bits = number.to_bits();
    if number.is_nan() || number == f64::INFINITY {
        number
    } else if number == 0.0 {
        f64::from_bits(1)
    } else if number > 0.0 {
        f64::from_bits(bits + 1)
    } else {
        f64::from_bits(bits - 1)
    }
}

/// The greatest float below `number`; minus infinity has none, and stays.
#[inline]
pub fn next_down(number: f64) -> f64 {
    -next_up(-number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_float_lies_between_neighbours() {
        let tiny = f64::from_bits(1);
        for (low, high) in [
            (f64::NEG_INFINITY, f64::MIN),
            (-1.0 - f64::EPSILON, -1.0),
            (-tiny, 0.0),
            (0.0, tiny),
            (1.0 - f64::EPSILON / 2.0, 1.0),
            (1.0, 1.0 + f64::EPSILON),
            (f64::MAX, f64::INFINITY),
        ] {
            assert_eq!(next_up(low), high, "{low}");
            assert_eq!(next_down(high), low, "{high}");
        }
        assert_eq!(next_up(-0.0), tiny);
        assert_eq!(next_up(f64::INFINITY), f64::INFINITY);
        assert_eq!(next_down(f64::NEG_INFINITY), f64::NEG_INFINITY);
        assert!(next_up(f64::NAN).is_nan() && next_down(f64::NAN).is_nan());
    }
}
