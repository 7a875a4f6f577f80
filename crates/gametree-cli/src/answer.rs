//! The results of a search, for people and for programs.

use gametree::RootMove;
use gametree::job::PlayerSpec;
use gametree::{Bounds, MoveText, Outcome};
use serde::Serialize;

use crate::certificate::Written;
use crate::{json, text};

/// The most moves of a principal variation that a table shows.
const SHOWN: usize = 8;

/// The most moves that a table shows. Nobody reads more; JSON has more.
const LISTED: usize = 1000;

/// The moves that were searched, the best first.
pub fn table(report: &Outcome) -> String {
    // Only a search that samples, or looks ahead to estimates, has means; and only one that samples has visits.
    let samples = report.moves.iter().any(|mv| mv.mean.is_some());
    let counts = report.moves.iter().any(|mv| mv.visits > 0);
    let row = |tried: &RootMove| {
        let visits = if tried.visits > 0 { text::grouped(tried.visits.into()) } else { "-".into() };
        let pv = line(&tried.pv[..tried.pv.len().min(SHOWN)]);
        let mean = tried.mean.map_or("-".into(), |mean| format!("{:.1} %", 100.0 * mean));
        let mv = tried.mv.to_string();
        match samples {
            true if counts => vec![mv, visits, mean, interval(tried.bounds), pv],
            true => vec![mv, mean, pv],
            false => vec![mv, value(report, tried), pv],
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
pub fn summary(report: &Outcome) -> String {
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

/// A variation in one line.
pub fn line(pv: &[MoveText]) -> String {
    pv.iter().map(|mv| &**mv).collect::<Vec<&str>>().join(" ")
}

/// The value of a move, and how certain it is.
fn value(report: &Outcome, mv: &RootMove) -> String {
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
    #[serde(flatten)]
    found: &'a Outcome,
    seed: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<&'a Written>,
    /// What users should know about the game's answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
}

/// How many more moves there are than those listed, if there are some.
pub fn more_moves(found: &Outcome) -> Option<usize> {
    Some(found.more_moves).filter(|&number| number > 0)
}

impl<'a> Answer<'a> {
    pub fn new(
        game: &'a str,
        position: Option<&'a str>,
        seed: u64,
        found: &'a Outcome,
    ) -> Answer<'a> {
        let (schema, player, certificate, note) = (json::SCHEMA, None, None, None);
        Answer { schema, game, position, player, found, seed, certificate, note }
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
