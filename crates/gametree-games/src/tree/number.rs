//! Numbers as texts write them, and whether a float holds them exactly.

/// The float next to a number in a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Number {
    pub float: f64,
    /// Whether it is that number.
    pub exact: bool,
}

impl Number {
    pub const ZERO: Number = Number { float: 0.0, exact: true };

    /// A decimal number such as `-1.5e2`, in any form that Rust reads as a finite float.
    #[inline]
    pub fn decimal(text: &str) -> Option<Number> {
        let float: f64 = text.parse().ok()?;
        float.is_finite().then(|| Number { float, exact: is_exact(text, float) })
    }

    /// The fraction "p/q" of integers, `q > 0`.
    pub fn fraction(text: &str) -> Option<Number> {
        let whole = |digits: &str| {
            let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            plain.then(|| Number::decimal(digits))?
        };
        let (p, q) = text.split_once('/')?;
        let (p, q) = (whole(p)?, whole(q)?);
        let float = p.float / q.float;
        // The fused product is rounded once, so it is zero only if nothing was rounded before.
        let exact = p.exact && q.exact && float.mul_add(q.float, -p.float) == 0.0;
        (q.float > 0.0).then_some(Number { float, exact })
    }

    /// The number with the other sign.
    pub fn negated(self) -> Number {
        Number { float: -self.float, ..self }
    }

    pub fn plus(self, other: Number) -> Number {
        let float = self.float + other.float;
        // What the sum lost to rounding, exactly (Knuth).
        let part = float - self.float;
        let lost = (self.float - (float - part)) + (other.float - part);
        Number { float, exact: self.exact && other.exact && lost == 0.0 }
    }
}

/// Whether a float is the decimal number that it was read from.
fn is_exact(text: &str, float: f64) -> bool {
    let (digits, power) = digits(text);
    // So many digits fit into 64 bits.
    if digits.len() > 19 {
        // No float has more digits than 767.
        return (digits, power) == self::digits(&format!("{float:.766e}"));
    }
    let number = digits.iter().fold(0u64, |number, digit| 10 * number + u64::from(digit - b'0'));
    // A float is an odd number below 2^53 times a power of two; here the powers of ten become those of five.
    let scaled = match power {
        // Larger powers of five are not below 2^53.
        0..=22 => u128::from(number) * 5u128.pow(power as u32),
        -27..0 if number % 5u64.pow(-power as u32) == 0 => {
            (number / 5u64.pow(-power as u32)).into()
        }
        _ => return number == 0,
    };
    number == 0 || scaled >> scaled.trailing_zeros() < 1 << 53
}

/// The digits of a decimal number from the first to the last that is not zero, and the power of ten of the last.
fn digits(text: &str) -> (Vec<u8>, i64) {
    let (digits, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let decimals = digits.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let mut digits: Vec<u8> = digits.bytes().filter(u8::is_ascii_digit).collect();
    let zeros = digits.iter().rev().take_while(|&&digit| digit == b'0').count();
    digits.truncate(digits.len() - zeros);
    digits.drain(..digits.iter().take_while(|&&digit| digit == b'0').count());
    // With an exponent that is too large even for this type, the number is zero.
    let exponent: i64 = exponent.parse().unwrap_or(0);
    (digits, exponent.saturating_add(zeros as i64 - decimals as i64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_of_whole_numbers() {
        let fraction =
            |text: &str| Number::fraction(text).map(|number| (number.float, number.exact));
        assert_eq!(fraction("1/3"), Some((1.0 / 3.0, false)));
        assert_eq!(fraction("0/3"), Some((0.0, true)));
        assert_eq!(fraction("6/16"), Some((0.375, true)));
        let huge = "1/53644737765488792839237440000";
        assert_eq!(fraction(huge), Some((1.0 / 53_644_737_765_488_792_839_237_440_000.0, false)));
        for wrong in ["", "/", "1", "1/", "/2", "1/0", "-1/2", "1/+2", "1/2/3", "1.0/2", "inf/2"] {
            assert_eq!(fraction(wrong), None, "{wrong}");
        }
        assert_eq!(fraction(&format!("{0}/{0}", "9".repeat(400))), None);
    }

    #[test]
    fn what_floats_hold_is_exact() {
        let two_to_the_100 = "1267650600228229401496703205376";
        let tenth = "0.1000000000000000055511151231257827021181583404541015625";
        for text in [
            "0",
            "-0.0e9",
            "0e99999999999999999999",
            "7",
            "-12.5",
            "0.375",
            "1.5e2",
            "1500e-3",
            "9007199254740992",
            "9007199254740994",
            "1e22",
            "0.0000152587890625",
            "2.2517998136852485e15",
            two_to_the_100,
            tenth,
        ] {
            assert!(Number::decimal(text).unwrap().exact, "{text}");
        }
        for text in [
            "0.1",
            "1e-1",
            "1e23",
            "9007199254740993",
            "-9007199254740993.0",
            "1.0000000000000001",
            "1267650600228229401496703205377",
            "0.10000000000000000555111512312578270211815834045410",
            "1e-400",
            "3e-27",
            "0.3",
        ] {
            assert!(!Number::decimal(text).unwrap().exact, "{text}");
        }
        assert_eq!(Number::decimal("1e400"), None);
    }

    /// Every float is held by its own digits, and not by its neighbour's.
    #[test]
    fn the_digits_of_a_float_are_exact() {
        let mut draws = gametree::Draws::new(1);
        for _ in 0..300 {
            let float = f64::from_bits(draws.below(f64::INFINITY.to_bits()));
            let text = format!("{float:.766e}");
            assert_eq!(Number::decimal(&text), Some(Number { float, exact: true }));
            let short = format!("{float:e}");
            let same = digits(&short) == digits(&text);
            assert_eq!(Number::decimal(&short), Some(Number { float, exact: same }));
        }
    }

    #[test]
    fn sums_may_be_rounded() {
        let sum = |a: &str, b: &str| Number::decimal(a).unwrap().plus(Number::decimal(b).unwrap());
        assert_eq!(sum("0.5", "2"), Number { float: 2.5, exact: true });
        assert!(!sum("9007199254740992", "1").exact && !sum("0.1", "0").exact);
    }
}
