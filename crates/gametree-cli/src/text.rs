//! Numbers, intervals and tables for people.

use std::borrow::Cow;
use std::io::IsTerminal;
use std::time::Duration;

use gametree::Outcome;
use gametree::{Basis, Bounds, Counts, Value};

/// Some bounds of a report as text: an interval, or the one value that they contain, to the known digits.
pub fn answer(report: &Outcome, bounds: Bounds) -> String {
    match report.settled(bounds) {
        Some(value) => known(value, bounds),
        None => interval(bounds),
    }
}

/// A value to the digits that are known of it, by the bounds that have met there.
pub fn known(value: Value, bounds: Bounds) -> String {
    let unit = 10f64.powi(bounds.width().log10().ceil().clamp(-300.0, 300.0) as i32);
    let rounded = (value.get() / unit).round() * unit + 0.0;
    match Value::new(rounded).filter(|value| bounds.width() > 0.0 && value.is_finite()) {
        Some(rounded) => number(rounded),
        None => number(value),
    }
}

/// How certain a value with this basis is, in words before the number.
pub fn certainty(basis: Basis) -> &'static str {
    match basis {
        Basis::Horizon => "about ",
        Basis::Hash => "almost certainly ",
        _ => "",
    }
}

/// A number to ten digits: enough for reading, and few enough to hide rounding errors.
pub fn number(value: Value) -> String {
    rounded(value, f64::round)
}

fn rounded(value: Value, round: fn(f64) -> f64) -> String {
    let number = value.get();
    if number == number.trunc() || !number.is_finite() {
        return end(value);
    }
    let scale = 10f64.powi(9 - number.abs().log10().floor() as i32);
    let short = round(number * scale) / scale + 0.0;
    match short.abs() {
        // A long row of zeros would only break tables.
        size if size < 1e-5 && size > 0.0 => format!("{short:e}"),
        size if size.is_finite() => short.to_string(),
        _ => end(value),
    }
}

/// A text from outside, such as a file, on one line and shortened.
pub fn plain(text: &str) -> String {
    shortened(text, 200)
}

/// The first `most` characters of a text, with control characters escaped.
pub fn shortened(text: &str, most: usize) -> String {
    let mut shown = String::new();
    for (i, c) in text.chars().enumerate() {
        if i == most {
            return shown + "...";
        }
        push_plainly(&mut shown, c);
    }
    shown
}

/// A text with its control characters escaped, except for line breaks and styles. JSON stays JSON.
pub fn without_controls(text: &str) -> Cow<'_, str> {
    // Most texts are plain ASCII, and some are long.
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\n')) {
        return Cow::Borrowed(text);
    }
    let (mut shown, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(c) = rest.chars().next() {
        let style = STYLES.into_iter().find(|style| rest.starts_with(style));
        let taken = style.map_or(c.len_utf8(), str::len);
        match style {
            Some(style) => shown.push_str(style),
            None if c == '\n' => shown.push(c),
            None => push_plainly(&mut shown, c),
        }
        rest = &rest[taken..];
    }
    Cow::Owned(shown)
}

fn push_plainly(shown: &mut String, c: char) {
    if c.is_control() {
        *shown += &format!("\\u{:04x}", u32::from(c));
    } else {
        shown.push(c);
    }
}

/// An interval, or the one value that it contains.
pub fn interval(bounds: Bounds) -> String {
    match bounds.exact() {
        Some(value) => number(value),
        // Rounded outward, so that the value is in it for certain.
        None => format!(
            "between {} and {}",
            rounded(bounds.lower, f64::floor),
            rounded(bounds.upper, f64::ceil)
        ),
    }
}

fn end(value: Value) -> String {
    match value {
        Value::NEG_INFINITY => "-infinity".into(),
        Value::INFINITY => "infinity".into(),
        _ if value.get().abs() >= 1e16 => format!("{:e}", value.get()),
        _ => value.to_string(),
    }
}

/// An integer with its digits in groups.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number of things: "1 leaf", "1,234 leaves".
pub fn count(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number), if number == 1 { one } else { many })
}

/// How far a search looks ahead.
pub fn plies(plies: u32) -> String {
    count(plies.into(), "ply", "plies")
}

/// What a search did: leaves and nodes.
pub fn work(counts: &Counts) -> String {
    let leaves = count(counts.leaves, "leaf", "leaves");
    format!("{leaves}, {}", count(counts.nodes, "node", "nodes"))
}

/// A span of time at a precision that suits it.
pub fn seconds(time: Duration) -> String {
    let s = time.as_secs_f64();
    match s {
        _ if s < 1e-3 => format!("{:.0} us", s * 1e6),
        _ if s < 1.0 => format!("{:.1} ms", s * 1e3),
        _ if s < 120.0 => format!("{s:.2} s"),
        _ if s < 7200.0 => format!("{:.0} min {:.0} s", (s / 60.0).floor(), s % 60.0),
        _ => format!("{:.1} h", s / 3600.0),
    }
}

/// The first few words of a list that may be very long.
pub fn first_of(words: &[String], most: usize) -> String {
    let shown = words.iter().take(most).map(String::as_str).collect::<Vec<_>>().join(" ");
    if words.len() > most {
        format!("{shown} ... ({} in all)", grouped(words.len() as u64))
    } else {
        shown
    }
}

/// MAX's expected reward, as a percentage.
pub fn share(mean: f64) -> String {
    format!("{:.1} % for MAX", 100.0 * mean)
}

/// An amount of memory.
pub fn bytes(bytes: u64) -> String {
    let b = bytes as f64;
    match bytes {
        0 => "-".into(),
        1..1_000 => format!("{bytes} B"),
        1_000..1_000_000 => format!("{:.1} kB", b / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} MB", b / 1e6),
        _ => format!("{:.2} GB", b / 1e9),
    }
}

/// Whether standard output is a terminal that should have colours.
pub fn colours() -> bool {
    let plain = std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty());
    !plain && std::io::stdout().is_terminal()
}

/// The text in bold, if the output is styled.
pub fn bold(text: &str) -> String {
    if colours() { format!("{BOLD}{text}{PLAIN}") } else { text.to_string() }
}

/// A piece in its colour, if the output is styled.
pub fn in_colour(colour: &str, symbol: char) -> String {
    if colours() { format!("{colour}{symbol}{PLAIN}") } else { symbol.to_string() }
}

/// A dimmed text.
pub fn dim(text: &str) -> String {
    if colours() { format!("{DIM}{text}{PLAIN}") } else { text.to_string() }
}

const BOLD: &str = "\x1b[1m";
const DIM: &str = "\x1b[2m";
const PLAIN: &str = "\x1b[0m";
/// The colours of the two players.
pub const MAX: &str = "\x1b[1;31m";
pub const MIN: &str = "\x1b[1;34m";
const STYLES: [&str; 5] = [BOLD, DIM, PLAIN, MAX, MIN];

/// A table: the first column aligned left, the others right.
pub fn table(header: &[&str], rows: &[Vec<String>]) -> String {
    let mut widths: Vec<usize> = header.iter().map(|cell| width(cell)).collect();
    for row in rows {
        for (widest, cell) in widths.iter_mut().zip(row) {
            *widest = width(cell).max(*widest);
        }
    }
    let mut text = String::new();
    line(&mut text, &widths, header.iter().copied());
    for row in rows {
        line(&mut text, &widths, row.iter().map(String::as_str));
    }
    text
}

/// Adds a line of a table. There may be very many.
fn line<'c>(text: &mut String, widths: &[usize], cells: impl Iterator<Item = &'c str>) {
    const BLANKS: &str = "                                ";
    for (i, (cell, &widest)) in cells.zip(widths).enumerate() {
        if i == 0 {
            text.push_str(cell);
        }
        let mut pad = widest - width(cell) + if i == 0 { 0 } else { 2 };
        while pad > 0 {
            let some = pad.min(BLANKS.len());
            text.push_str(&BLANKS[..some]);
            pad -= some;
        }
        if i > 0 {
            text.push_str(cell);
        }
    }
    text.truncate(text.trim_end_matches(' ').len());
    text.push('\n');
}

/// How many characters a text has.
fn width(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().count() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(grouped(12), "12");
        assert_eq!(seconds(Duration::from_millis(1500)), "1.50 s");
        assert_eq!(seconds(Duration::from_secs(150)), "2 min 30 s");
        assert_eq!(bytes(1_500_000), "1.5 MB");
        assert_eq!(interval(Bounds::UNBOUNDED), "between -infinity and infinity");
        assert_eq!(interval(Bounds::point(3.into())), "3");
        let real = |number: f64| Value::new(number).unwrap();
        assert_eq!(number(real(28.799999999999866)), "28.8");
        assert_eq!(number(real(-0.1)), "-0.1");
        assert_eq!(number(real(-1.31612345678e-11)), "-1.316123457e-11");
        assert_eq!(
            (number(real(1e300)), number(real(-2e15))),
            ("1e300".into(), "-2000000000000000".into())
        );
        let third = Bounds { lower: real(1.0 / 3.0), upper: real(2.0 / 3.0) };
        assert_eq!(interval(third), "between 0.3333333333 and 0.6666666667");
    }

    /// No digit that may be another one, and no rounding error of zero.
    #[test]
    fn only_known_digits_are_shown() {
        let real = |number: f64| Value::new(number).unwrap();
        let known = |lower: f64, upper: f64| {
            let bounds = Bounds { lower: real(lower), upper: real(upper) };
            known(bounds.middle(), bounds)
        };
        assert_eq!(known(1.0000011920928953, 1.000005602836609), "1");
        assert_eq!(known(-2.5e-11, -1.4e-12), "0");
        assert_eq!(known(58.15699999999, 58.15700000001), "58.157");
        assert_eq!(known(1.0 / 3.0, 1.0 / 3.0), "0.3333333333");
        assert_eq!(known(1234.0, 1266.0), "1300");
        assert_eq!(known(-1e300, 1e300), "0");
    }

    #[test]
    fn nothing_from_outside_does_anything_to_a_terminal() {
        let bold = format!("{BOLD}x{PLAIN} y\nz");
        assert_eq!(without_controls(&bold), bold);
        assert_eq!(without_controls("a\x1b[31mb\u{9b}\t\n"), "a\\u001b[31mb\\u009b\\u0009\n");
        // In JSON that is an escape, too.
        let json = without_controls("{\"a\":\"\u{85}\"}").into_owned();
        let value: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(value["a"], "\u{85}");
        assert_eq!(plain("one\ntwo\r"), "one\\u000atwo\\u000d");
        assert_eq!(shortened("abcdef", 3), "abc...");
        assert_eq!(shortened("abc", 3), "abc");
    }

    #[test]
    fn tables_line_up() {
        let rows = vec![vec!["a".into(), "10".into()], vec!["bcd".into(), "7".into()]];
        assert_eq!(table(&["x", "n"], &rows), "x     n\na    10\nbcd   7\n");
    }
}
