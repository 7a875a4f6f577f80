//! What a study shows, in a few sentences and in figures: which algorithm took the fewest leaves, by what factor, and
//! whether that is more than chance.

use std::collections::BTreeMap;

use serde::Serialize;

use super::row::{Cell, Row};
use super::summary::{CONVERGED, Event, Mean, Summary, summarise};

/// The algorithm that others are compared with besides the best, if it takes part; otherwise the first.
const USUAL: &str = "alphabeta";

/// What follows from the runs of a study.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Conclusion {
    /// In words.
    pub sentences: Vec<String>,
    /// In numbers: how several algorithms compare on the same games, event by event.
    pub comparisons: Vec<Ranking>,
}

/// How many leaves several algorithms take until an event, on the same games.
#[derive(Clone, Debug, Serialize)]
pub struct Ranking {
    /// Which event.
    pub event: &'static str,
    /// The algorithms, those with the fewest leaves first; then those with which it did not happen in all runs.
    pub algorithms: Vec<Rank>,
}

/// How an algorithm compares with the best.
#[derive(Clone, Debug, Serialize)]
pub struct Rank {
    /// Its name.
    pub algorithm: String,
    /// Its runs.
    pub runs: usize,
    /// Those in which the event happened.
    pub happened: usize,
    /// How many times as many leaves it takes as the best.
    pub factor: Option<Factor>,
}

/// A ratio of leaves: the geometric mean over runs on the same trees, with its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Factor {
    /// How many pairs of runs there are.
    pub pairs: usize,
    /// The mean.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The leaves until an event, by game and run; `None` if it did not happen.
type Times<'c> = BTreeMap<(&'c str, u64), Option<u64>>;

impl Factor {
    /// How many times as many leaves `these` are as `those`, over the runs that ended in both.
    fn between(these: &Times<'_>, those: &Times<'_>) -> Option<Factor> {
        let ratio = |(place, &time): (&(&str, u64), &Option<u64>)| {
            let other = those.get(place).copied().flatten()?;
            Some((time?.max(1) as f64 / other.max(1) as f64).ln())
        };
        let logarithms: Vec<f64> = these.iter().filter_map(ratio).collect();
        let pairs = logarithms.len();
        let mean = Mean::of(&logarithms).filter(|_| pairs > 1)?;
        let [value, low, high] = [mean.value, mean.low, mean.high].map(f64::exp);
        Some(Factor { pairs, value, low, high })
    }

    /// Whether there may be no difference at all.
    fn is_within_spread(&self) -> bool {
        self.low <= 1.0 && 1.0 <= self.high
    }

    fn text(&self) -> String {
        let [value, low, high] = [self.value, self.low, self.high].map(short);
        let spread =
            if self.is_within_spread() { "; that is within the spread of the runs" } else { "" };
        format!("{value} times as many (95 %: {low} .. {high}{spread})")
    }
}

impl Conclusion {
    /// One in words alone.
    pub(super) fn from_sentences(sentences: impl Into<Vec<String>>) -> Conclusion {
        Conclusion { sentences: sentences.into(), ..Conclusion::default() }
    }

    /// The conclusion of a study whose algorithms run on the same games.
    pub(super) fn of(cells: &[Cell], rows: &[Row], events: &[Event]) -> Conclusion {
        let mut names: Vec<&str> = Vec::new();
        for cell in cells {
            if !names.contains(&cell.algorithm.as_str()) {
                names.push(&cell.algorithm);
            }
        }
        if let [name] = names[..] {
            let sentences = events.iter().filter_map(|event| alone(name, rows, event));
            return Conclusion::from_sentences(sentences.collect::<Vec<_>>());
        }
        let comparisons: Vec<Ranking> =
            events.iter().map(|event| rank(&names, cells, rows, event)).collect();
        let mut sentences: Vec<String> =
            comparisons.iter().filter_map(|ranking| ranking.sentence(&names)).collect();
        if comparisons.iter().any(|ranking| ranking.best().is_some()) {
            sentences.push(
                "Factors are geometric means over pairs of runs on the same trees; all starts count.".into(),
            );
        }
        Conclusion { sentences, comparisons }
    }
}

/// The rows that count for an event: without sampling there is no estimate that could converge.
fn counted<'r>(rows: &'r [Row], event: &Event) -> impl Iterator<Item = &'r Row> + Clone {
    let all = event.0 != CONVERGED.0;
    rows.iter().filter(move |row| all || !row.visits.is_empty())
}

/// When an event happened, if there is only one algorithm.
fn alone(name: &str, rows: &[Row], event: &Event) -> Option<String> {
    let Summary { runs, happened, mean, .. } = summarise(counted(rows, event), event.1);
    let event = capital(event.0);
    Some(match (mean?, happened) {
        (_, 0) => format!("{event}: {name} did not get there in any of {runs} runs."),
        (mean, 1) if runs == 1 => {
            format!("{event}: {name} took {} leaves in one run.", short(mean.value))
        }
        (mean, _) if happened == runs => {
            let [value, low, high] = [mean.value, mean.low.max(0.0), mean.high].map(short);
            format!(
                "{event}: {name} took {value} leaves on average (95 %: {low} .. {high}; {runs} runs)."
            )
        }
        (mean, _) => format!(
            "{event}: {name} got there in {happened} of {runs} runs, and took more than {} leaves on average.",
            short(mean.value)
        ),
    })
}

fn rank(names: &[&str], cells: &[Cell], rows: &[Row], event: &Event) -> Ranking {
    let times = |name: &str| -> Times<'_> {
        let own = counted(rows, event).filter(|row| cells[row.cell].algorithm == name);
        own.map(|row| ((cells[row.cell].game.as_str(), row.run), event.1(row))).collect()
    };
    let mut all: Vec<(&str, Times<'_>)> = names.iter().map(|name| (*name, times(name))).collect();
    all.retain(|(_, times)| !times.is_empty());
    let complete = |times: &Times<'_>| times.values().all(Option::is_some);
    // The best in a comparison with any one of them is the best of all: they have the same runs.
    if let Some((_, first)) = all.iter().find(|(_, times)| complete(times)).cloned() {
        let against = |times: &Times<'_>| match Factor::between(times, &first) {
            Some(factor) if complete(times) => factor.value,
            _ => f64::INFINITY,
        };
        all.sort_by(|a, b| against(&a.1).total_cmp(&against(&b.1)));
    }
    let best = all.first().map(|(_, times)| times.clone()).unwrap_or_default();
    let algorithms = all.iter().map(|(name, times)| Rank {
        algorithm: (*name).into(),
        runs: times.len(),
        happened: times.values().flatten().count(),
        factor: Factor::between(times, &best).filter(|_| complete(times)),
    });
    Ranking { event: event.0, algorithms: algorithms.collect() }
}

impl Rank {
    fn is_complete(&self) -> bool {
        self.happened == self.runs
    }
}

impl Ranking {
    /// The algorithm that took the fewest leaves, if several can be compared.
    fn best(&self) -> Option<&Rank> {
        let several = self.algorithms.iter().filter(|rank| rank.factor.is_some()).count() > 1;
        self.algorithms.first().filter(|_| several)
    }

    /// In words.
    fn sentence(&self, names: &[&str]) -> Option<String> {
        if self.algorithms.iter().all(|rank| rank.happened == 0) {
            return None;
        }
        let mut parts = Vec::new();
        if let Some(best) = self.best() {
            let (name, runs) = (&best.algorithm, best.runs);
            parts.push(format!("{name} took the fewest leaves ({runs} runs)"));
            let usual = names.iter().find(|name| **name == USUAL).or(names.first());
            let others = || self.algorithms[1..].iter().filter(|rank| rank.factor.is_some());
            let mut told: Vec<&Rank> = others().take(1).collect();
            let usual = others().skip(1).find(|rank| usual.is_some_and(|it| rank.algorithm == *it));
            told.extend(usual);
            parts.extend(told.iter().filter_map(|rank| {
                Some(format!("{} took {}", rank.algorithm, rank.factor?.text()))
            }));
        } else if let Some(only) = self.algorithms.iter().find(|rank| rank.is_complete()) {
            parts.push(format!("{} got there in all {} runs", only.algorithm, only.runs));
        }
        let late = self.algorithms.iter().filter(|rank| !rank.is_complete());
        let late =
            late.map(|rank| format!("{} (in {} of {})", rank.algorithm, rank.happened, rank.runs));
        let late: Vec<String> = late.collect();
        if !late.is_empty() {
            parts.push(format!("not in all runs: {}", late.join(", ")));
        }
        Some(format!("{}: {}.", capital(self.event), parts.join("; ")))
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// A number to two or three digits; whole above a hundred.
pub(super) fn short(number: f64) -> String {
    match number {
        _ if number >= 99.95 => gametree_cli::text::grouped(number.round() as u64),
        _ if number >= 9.995 => format!("{number:.1}"),
        _ => format!("{number:.2}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::converge::summary::PROVEN;

    fn rows(cell: usize, proven: &[Option<u64>]) -> impl Iterator<Item = Row> {
        let row = move |(run, &proven): (usize, &Option<u64>)| Row {
            cell,
            run: run as u64,
            proven,
            leaves: 1000,
            ..Row::default()
        };
        proven.iter().enumerate().map(row).collect::<Vec<_>>().into_iter()
    }

    fn conclude(names: &[&str], proven: &[&[Option<u64>]]) -> Conclusion {
        let cells: Vec<Cell> = names.iter().map(|name| Cell::new("g", *name)).collect();
        let all = proven.iter().enumerate().flat_map(|(cell, times)| rows(cell, times));
        Conclusion::of(&cells, &all.collect::<Vec<_>>(), &[PROVEN])
    }

    #[test]
    fn the_best_is_named_with_its_lead() {
        let (few, many) = ([Some(10), Some(20), Some(30)], [Some(21), Some(39), Some(60)]);
        let found = conclude(&["alphabeta", "fsss", "mcts"], &[&many, &few, &[None; 3]]);
        let [sentence, _] = &found.sentences[..] else { panic!("{found:?}") };
        assert!(sentence.starts_with(
            "Proven: fsss took the fewest leaves (3 runs); alphabeta took 2.02 times"
        ));
        assert!(sentence.ends_with("; not in all runs: mcts (in 0 of 3)."), "{sentence}");
        assert!(!sentence.contains("spread"), "{sentence}");
        let ranks = &found.comparisons[0].algorithms;
        assert_eq!(ranks[0].factor.unwrap().value, 1.0);
        assert!((ranks[1].factor.unwrap().value - 2.0).abs() < 0.02 && ranks[2].factor.is_none());
    }

    #[test]
    fn differences_within_the_spread_are_called_so() {
        let found = conclude(&["a", "b"], &[&[Some(10), Some(30)], &[Some(30), Some(11)]]);
        assert!(found.sentences[0].contains("within the spread of the runs"), "{found:?}");
    }

    #[test]
    fn one_algorithm_is_compared_with_nothing() {
        let found = conclude(&["a"], &[&[Some(10), Some(30)]]);
        let expected = "Proven: a took 20.0 leaves on average (95 %: 0.00 .. 147; 2 runs).";
        assert_eq!(found.sentences, [expected]);
        let found = conclude(&["a"], &[&[None, None]]);
        assert_eq!(found.sentences, ["Proven: a did not get there in any of 2 runs."]);
        assert!(conclude(&["a"], &[&[]]).sentences.is_empty());
    }
}
