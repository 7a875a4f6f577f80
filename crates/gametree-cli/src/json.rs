//! What programs read.

use gametree::job::Report;
use gametree::{Bounds, Value};
use serde::Serialize;
use serde_json::Number;

use crate::certificate::Written;

/// The version of what is written. It grows when a field changes its meaning or goes.
pub const SCHEMA: u32 = 1;

/// The answer of `solve`.
#[derive(Serialize)]
pub struct Solved<'a> {
    schema: u32,
    game: &'a str,
    position: Option<&'a str>,
    algorithm: String,
    /// Whether the search was compiled for this type of game, or for all.
    lane: &'static str,
    lower: Option<Number>,
    upper: Option<Number>,
    basis: &'static str,
    /// How far apart the ends were allowed to be, and are.
    epsilon: f64,
    gap: Option<f64>,
    /// How far apart they may be and still count as met.
    allowance: f64,
    exact: bool,
    value: Option<Number>,
    /// What is not proven.
    estimate: Option<Number>,
    /// The average of samples: what MAX gets of all there is to get, from 0 to 1.
    mean: Option<f64>,
    /// How far was looked, if not to the end.
    depth: Option<u32>,
    #[serde(rename = "move")]
    best: Option<&'a str>,
    line: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<Move<'a>>>,
    leaves: u64,
    nodes: u64,
    settled: u64,
    max_nodes: u64,
    min_nodes: u64,
    chance_nodes: u64,
    seconds: f64,
    stop: &'static str,
    seed: u64,
    threads: u32,
    peak_bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    trace: Option<&'a [u64]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<Written>,
}

#[derive(Serialize)]
struct Move<'a> {
    #[serde(rename = "move")]
    text: &'a str,
    lower: Option<Number>,
    upper: Option<Number>,
    value: Option<Number>,
    optimal: bool,
}

impl<'a> Solved<'a> {
    pub fn new(
        game: &'a str,
        position: Option<&'a str>,
        seed: u64,
        report: &'a Report,
        certificate: Option<Written>,
    ) -> Solved<'a> {
        let (lower, upper) = ends(report.bounds);
        let proven = |bounds: Bounds| report.proven(bounds).and_then(number);
        let value = proven(report.bounds);
        let moves = report.moves.as_ref().map(|moves| {
            let each = moves.iter().map(|mv| {
                let (lower, upper) = ends(mv.bounds);
                let value = proven(mv.bounds);
                Move { text: &mv.text, lower, upper, value, optimal: mv.optimal }
            });
            each.collect()
        });
        Solved {
            schema: SCHEMA,
            game,
            position,
            algorithm: report.algorithm.to_string(),
            lane: report.lane.name(),
            lower,
            upper,
            basis: report.basis.name(),
            epsilon: report.epsilon,
            gap: Some(report.bounds.width()).filter(|gap| gap.is_finite()),
            allowance: report.allowance,
            exact: value.is_some(),
            value: value.clone(),
            estimate: report.settled(report.bounds).filter(|_| value.is_none()).and_then(number),
            mean: report.mean,
            depth: report.horizon,
            best: report.line.first().map(String::as_str),
            line: &report.line,
            moves,
            leaves: report.counts.leaves,
            nodes: report.counts.nodes,
            settled: report.counts.settled,
            max_nodes: report.counts.max_nodes,
            min_nodes: report.counts.min_nodes,
            chance_nodes: report.counts.chance_nodes,
            seconds: report.elapsed.as_secs_f64(),
            stop: report.stop.name(),
            seed,
            threads: 1,
            peak_bytes: report.counts.peak_bytes,
            trace: report.trace.as_deref(),
            certificate,
        }
    }
}

/// Both ends of an interval, null where it has none.
pub fn ends(bounds: Bounds) -> (Option<Number>, Option<Number>) {
    (number(bounds.lower), number(bounds.upper))
}

/// A finite value; whole numbers without a decimal point.
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
