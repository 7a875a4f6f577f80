//! Numbers with units, as users write them in specs and options. Error messages say what was expected,
//! without repeating the text.

use std::time::Duration;

use crate::epsilon::Epsilon;
use crate::model::{Bounds, Value};

/// A count: a whole number; `k`, `M` and `G` stand for thousands, millions and thousands of
/// millions.
///
/// ```
/// use gametree::registry::quantity;
///
/// assert_eq!(quantity::count("10k"), Ok(10_000));
/// assert!(quantity::count("many").is_err());
/// ```
///
/// # Errors
/// If the text is invalid; the message says what is expected.
pub fn count(text: &str) -> Result<u64, String> {
    let units = [("k", 1_000), ("M", 1_000_000), ("G", 1_000_000_000)];
    scaled(text, &units).ok_or_else(|| "should be a whole number, such as 5000 or 2M".into())
}

/// An amount of memory in bytes.
///
/// ```
/// assert_eq!(gametree::registry::quantity::memory("2MiB"), Ok(2 << 20));
/// ```
///
/// # Errors
/// If the text is invalid; the message says what is expected.
pub fn memory(text: &str) -> Result<usize, String> {
    let units = [
        ("KiB", 1 << 10),
        ("MiB", 1 << 20),
        ("GiB", 1 << 30),
        ("TiB", 1 << 40),
        ("kB", 1_000),
        ("KB", 1_000),
        ("MB", 1_000_000),
        ("GB", 1_000_000_000),
        ("TB", 1_000_000_000_000),
        ("B", 1),
    ];
    let bytes = scaled(text, &units)
        .and_then(|bytes| usize::try_from(bytes).ok())
        .ok_or("should be a number of bytes with a unit, such as 100MB or 2GiB")?;
    if bytes == 0 {
        Err("should be more: nothing can be searched in no memory".into())
    } else {
        Ok(bytes)
    }
}

/// How far off an answer may be: a distance of values, or a share of their range.
///
/// ```
/// # use gametree::Epsilon;
/// assert_eq!(gametree::registry::quantity::epsilon("5%").ok(), Epsilon::percent(5.0));
/// ```
///
/// # Errors
/// If the text is invalid; the message says what is expected.
pub fn epsilon(text: &str) -> Result<Epsilon, String> {
    let number = |text: &str| text.trim().parse::<f64>().ok();
    let epsilon = match text.strip_suffix('%') {
        Some(share) => number(share).and_then(Epsilon::percent),
        None => number(text).and_then(Epsilon::units),
    };
    epsilon.ok_or_else(|| "should be a distance, 0 or more, such as 0.5 or 5%".into())
}

/// A number of moves to look ahead.
///
/// ```
/// assert_eq!(gametree::registry::quantity::depth("6"), Ok(6));
/// ```
///
/// # Errors
/// If the text is invalid; the message says what is expected.
pub fn depth(text: &str) -> Result<u32, String> {
    let plies = text.parse().ok().filter(|&plies: &u32| plies > 0);
    plies.ok_or_else(|| format!("'{text}' should be a number of moves, 1 or more"))
}

/// A span of time.
///
/// ```
/// # use std::time::Duration;
/// assert_eq!(gametree::registry::quantity::duration("100ms"), Ok(Duration::from_millis(100)));
/// ```
///
/// # Errors
/// If the text is invalid; the message says what is expected.
pub fn duration(text: &str) -> Result<Duration, String> {
    let units = [("ms", 1e-3), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];
    let seconds = units.iter().find_map(|(unit, seconds)| {
        let number: f64 = text.strip_suffix(unit)?.trim_end().parse().ok()?;
        Duration::try_from_secs_f64(number * seconds).ok()
    });
    seconds.ok_or_else(|| "should be a number with a unit, such as 500ms, 10s, 2m or 1h".into())
}

/// Two values, the smaller first.
///
/// ```
/// # use gametree::Bounds;
/// let range = gametree::registry::quantity::range("-1,1").unwrap();
/// assert_eq!(range, Bounds::new((-1).into(), 1.into()).unwrap());
/// ```
///
/// # Errors
/// If the text is invalid; the message says what is expected.
pub fn range(text: &str) -> Result<Bounds, String> {
    let value = |text: &str| text.trim().parse().ok().and_then(Value::new);
    text.split_once(',')
        .and_then(|(low, high)| Bounds::new(value(low)?, value(high)?))
        .filter(|range| range.lower.is_finite() && range.upper.is_finite())
        .ok_or_else(|| "should be LO,HI with numbers LO <= HI, such as -1,1".into())
}

fn scaled(text: &str, units: &[(&str, u64)]) -> Option<u64> {
    let plain = |number: &str, unit: u64| number.trim_end().parse::<u64>().ok()?.checked_mul(unit);
    let with_unit =
        units.iter().find_map(|(unit, factor)| plain(text.strip_suffix(unit)?, *factor));
    with_unit.or_else(|| plain(text, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_understood() {
        assert_eq!(memory("2GiB"), Ok(2 << 30));
        assert_eq!(memory("100 MB"), Ok(100_000_000));
        assert_eq!(memory("4096"), Ok(4096));
        assert_eq!(count("2M"), Ok(2_000_000));
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(range("-1,1").unwrap().lower, (-1).into());
        assert_eq!(epsilon("5%").unwrap(), Epsilon::percent(5.0).unwrap());
        assert_eq!(epsilon("0.5").unwrap(), Epsilon::units(0.5).unwrap());
        assert!(["-1", "nan", "inf", "five", "-2%", "%"].iter().all(|text| epsilon(text).is_err()));
    }

    #[test]
    fn nonsense_is_refused() {
        assert!(memory("0").is_err() && memory("0GiB").is_err() && memory("-5").is_err());
        assert!(memory("99999999999TiB").is_err() && memory("1XB").is_err());
        assert!(count("1.5").is_err() && count("").is_err());
        assert!(duration("10").is_err() && duration("-1s").is_err() && duration("1e999h").is_err());
        assert!(range("2,1").is_err() && range("nan,1").is_err() && range("0,inf").is_err());
        assert!(range("1").is_err() && range("a,b").is_err());
    }
}
