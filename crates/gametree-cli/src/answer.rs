//! The results of a search, for people and for programs.

use gametree::Bounds;
use gametree::job::{MoveReport, PlayerSpec, Report};
use serde::Serialize;
use serde_json::Number;

use crate::certificate::Written;
use crate::{json, text};

/// The most moves of a principal variation that a table shows.
const SHOWN: usize = 8;

/// The most moves that a table shows. Nobody reads more; JSON has more.
const LISTED: usize = 1000;

/// The moves that were searched, the best first.
pub fn table(report: &Report) -> String {
    // Only a search that samples, or looks ahead to estimates, has means; and only one that samples has visits.
    let samples = report.moves.iter().any(|mv| mv.mean.is_some());
    let counts = report.moves.iter().any(|mv| mv.visits > 0);
    let row = |mv: &MoveReport| {
        let visits = if mv.visits > 0 { text::grouped(mv.visits.into()) } else { "-".into() };
        let pv = mv.pv.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>().join(" ");
        let mean = mv.mean.map_or("-".into(), |mean| format!("{:.1} %", 100.0 * mean));
        match samples {
            true if counts => vec![mv.text.clone(), visits, mean, interval(mv.bounds), pv],
            true => vec![mv.text.clone(), mean, pv],
            false => vec![mv.text.clone(), value(report, mv), pv],
        }
    };
    let rows: Vec<Vec<String>> = report.moves.iter().take(LISTED).map(row).collect();
    if rows.is_empty() {
        return String::new();
    }
    let header: &[&str] = match samples {
        true if counts => &["move", "visits", "mean", "proven", "pv"],
        true => &["move", "estimate", "pv"],
        false => &["move", "value", "pv"],
    };
    let mut table = text::table(header, &rows);
    let more = (report.moves.len() - rows.len() + report.more_moves) as u64;
    if more > 0 {
        table += &format!("and {} more\n", text::grouped(more));
    }
    table
}

/// The position in one line: its value or estimate, and the work that took.
pub fn summary(report: &Report) -> String {
    let mut parts = vec![match (report.value(), report.mean, report.estimate) {
        (Some(value), ..) => format!("proven {}", text::known(value, report.bounds)),
        (None, Some(mean), _) => format!("{}, {}", text::share(mean), interval(report.bounds)),
        (None, None, Some(value)) => format!("about {}", text::number(value)),
        (None, None, None) => interval(report.bounds),
    }];
    let ahead = report.depth.filter(|&plies| plies > 0);
    parts.extend(ahead.map(|plies| format!("{} ahead", text::plies(plies))));
    let nodes = text::count(report.counts.nodes, "node", "nodes");
    parts.push(format!("{nodes} in {}", text::seconds(report.elapsed)));
    parts.join("; ")
}

/// The value of a move, and how certain it is.
fn value(report: &Report, mv: &MoveReport) -> String {
    let settled = report.settled(mv.bounds).map(|value| text::known(value, mv.bounds));
    let value = settled.unwrap_or_else(|| interval(mv.bounds));
    format!("{}{value}", text::certainty(mv.basis))
}

fn interval(bounds: Bounds) -> String {
    match bounds.exact() {
        Some(value) => text::number(value),
        None => text::interval(bounds).replace("between ", "[").replace(" and ", ", ") + "]",
    }
}

/// A search's answer as JSON, with the same fields in every command.
#[derive(Serialize)]
pub struct Answer<'a> {
    schema: u32,
    game: &'a str,
    position: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<String>,
    algorithm: String,
    /// Whether the search was compiled for this type of game, or for all.
    lane: &'static str,
    lower: Option<Number>,
    upper: Option<Number>,
    basis: &'static str,
    /// How far apart the ends were allowed to be.
    epsilon: f64,
    gap: Option<f64>,
    /// How far apart they may be and still count as met.
    allowance: f64,
    exact: bool,
    value: Option<Number>,
    /// What is not proven.
    estimate: Option<Number>,
    /// The average reward to MAX, from 0 to 1.
    mean: Option<f64>,
    /// The search that made the estimate, if another one found the bounds.
    #[serde(skip_serializing_if = "Option::is_none")]
    estimated_by: Option<String>,
    /// The depth of the search, if it had a horizon.
    depth: Option<u32>,
    #[serde(rename = "move")]
    best: Option<&'a str>,
    pv: &'a [String],
    moves: Vec<Move<'a>>,
    /// How many more moves there are, not searched or not listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    more_moves: Option<usize>,
    leaves: u64,
    nodes: u64,
    settled: u64,
    max_nodes: u64,
    min_nodes: u64,
    chance_nodes: u64,
    seconds: f64,
    stop: &'static str,
    seed: u64,
    /// How many threads worked.
    threads: u64,
    peak_bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    trace: Option<&'a [u64]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<&'a Written>,
    /// What users should know about the game's answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
}

/// A move of the root, as JSON.
#[derive(Serialize)]
pub struct Move<'a> {
    #[serde(rename = "move")]
    text: &'a str,
    lower: Option<Number>,
    upper: Option<Number>,
    value: Option<Number>,
    /// What the ends are based on.
    basis: &'static str,
    optimal: bool,
    visits: u32,
    mean: Option<f64>,
    pv: &'a [String],
}

/// The moves of the root.
pub fn moves(report: &Report) -> Vec<Move<'_>> {
    let each = report.moves.iter().map(|mv| {
        let (lower, upper) = json::ends(mv.bounds);
        let value = report.proven_value(mv).and_then(json::number);
        let MoveReport { text, basis, optimal, visits, mean, pv, .. } = mv;
        let (basis, optimal, visits, mean) = (basis.name(), *optimal, *visits, *mean);
        Move { text, lower, upper, value, basis, optimal, visits, mean, pv }
    });
    each.collect()
}

/// How many more moves there are than those listed, if there are some.
pub fn more_moves(report: &Report) -> Option<usize> {
    Some(report.more_moves).filter(|&number| number > 0)
}

impl<'a> Answer<'a> {
    pub fn new(
        game: &'a str,
        position: Option<&'a str>,
        seed: u64,
        report: &'a Report,
    ) -> Answer<'a> {
        let (lower, upper) = json::ends(report.bounds);
        Answer {
            schema: json::SCHEMA,
            game,
            position,
            player: None,
            algorithm: report.algorithm.to_string(),
            lane: report.lane.name(),
            lower,
            upper,
            basis: report.basis.name(),
            epsilon: report.epsilon,
            gap: Some(report.bounds.width()).filter(|gap| gap.is_finite()),
            allowance: report.allowance,
            exact: report.value().is_some(),
            value: report.value().and_then(json::number),
            estimate: report.estimate.and_then(json::number),
            mean: report.mean,
            estimated_by: report.estimated_by.as_ref().map(ToString::to_string),
            depth: report.depth,
            best: report.pv.first().map(String::as_str),
            pv: &report.pv,
            moves: moves(report),
            more_moves: more_moves(report),
            leaves: report.counts.leaves,
            nodes: report.counts.nodes,
            settled: report.counts.settled,
            max_nodes: report.counts.max_nodes,
            min_nodes: report.counts.min_nodes,
            chance_nodes: report.counts.chance_nodes,
            seconds: report.elapsed.as_secs_f64(),
            stop: report.stop.name(),
            seed,
            threads: 1 + report.counts.helpers,
            peak_bytes: report.counts.peak_bytes,
            trace: report.trace.as_deref(),
            certificate: None,
            note: None,
        }
    }

    /// The same with what users should know about the game's answers.
    pub fn with_note(self, note: Option<&'a str>) -> Answer<'a> {
        Answer { note, ..self }
    }

    /// The same of a player.
    pub fn by_player(self, player: &PlayerSpec) -> Answer<'a> {
        Answer { player: Some(player.to_string()), ..self }
    }

    /// The same with the certificate that was written.
    pub fn with_certificate(self, certificate: Option<&'a Written>) -> Answer<'a> {
        Answer { certificate, ..self }
    }
}
