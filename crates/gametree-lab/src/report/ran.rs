//! What was run, as the rows say it, in few lines.

use std::collections::{BTreeMap, BTreeSet};

/// Texts that differ in numbers alone become one, with all the numbers that occur in a place, or the
/// least and the greatest of many. Seeds become a star.
///
/// ```
/// use gametree_lab::report::merged;
///
/// let ran = ["random:d=4,seed=17", "random:d=6,seed=3", "scout", "scout"].map(String::from);
/// assert_eq!(merged(&ran), ["random:d=4|6,seed=*", "scout"]);
/// ```
pub fn merged<'t>(ran: impl IntoIterator<Item = &'t String>) -> Vec<String> {
    let mut kinds: BTreeMap<Vec<&str>, Vec<BTreeSet<&str>>> = BTreeMap::new();
    for text in ran {
        let (words, numbers) = divided(text);
        let places = kinds.entry(words).or_insert_with(|| vec![BTreeSet::new(); numbers.len()]);
        places.iter_mut().zip(numbers).for_each(|(place, number)| _ = place.insert(number));
    }
    let line = |(words, places): (Vec<&str>, Vec<BTreeSet<&str>>)| {
        let mut line = String::new();
        for (i, word) in words.iter().enumerate() {
            line += word;
            line += &places.get(i).map_or(String::new(), |numbers| match word.ends_with("seed=") {
                true => "*".into(),
                false => together(numbers),
            });
        }
        line
    };
    kinds.into_iter().map(line).collect()
}

/// More numbers than these are said by the least and the greatest.
const MANY: usize = 10;

fn together(numbers: &BTreeSet<&str>) -> String {
    let value = |text: &&str| text.parse::<f64>().unwrap_or(f64::NAN);
    let mut all: Vec<&str> = numbers.iter().copied().collect();
    all.sort_by(|a, b| value(a).total_cmp(&value(b)));
    match all[..] {
        [first, .., last] if all.len() > MANY => format!("{first}...{last}"),
        _ => all.join("|"),
    }
}

/// What stands between the numbers of a text, and the numbers: digits, with a point between them.
fn divided(text: &str) -> (Vec<&str>, Vec<&str>) {
    let (mut words, mut numbers) = (Vec::new(), Vec::new());
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let digits = |text: &str| text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let mut end = start + digits(&rest[start..]);
        let decimals = rest[end..].strip_prefix('.').map_or(0, digits);
        if decimals > 0 {
            end += 1 + decimals;
        }
        words.push(&rest[..start]);
        numbers.push(&rest[start..end]);
        rest = &rest[end..];
    }
    words.push(rest);
    (words, numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_and_decimals_are_read() {
        assert_eq!(
            divided("a 0..100, p=0.8x"),
            (vec!["a ", "..", ", p=", "x"], vec!["0", "100", "0.8"])
        );
        let heights: Vec<String> = (2..20).map(|d| format!("random:d={d}")).collect();
        assert_eq!(merged(&heights), ["random:d=2...19"]);
    }
}
