//! What a player thinks, for people and for programs.

use gametree::Stop;
use gametree::job::{JobError, MoveOpinion, Opinion, PlayerSpec};
use gametree::registry::{ALGORITHMS, Entry, SAMPLERS};
use gametree::{Bounds, SearchError};
use serde::Serialize;
use serde_json::Number;

use crate::{json, text};

/// How many moves of a line a table shows.
const SHOWN: usize = 8;

/// Every move that was looked at, the best first.
pub fn table(opinion: &Opinion) -> String {
    let row = |mv: &MoveOpinion| {
        let visits = if mv.visits > 0 { text::grouped(mv.visits.into()) } else { "-".into() };
        let line = mv.line.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>().join(" ");
        vec![
            mv.text.clone(),
            visits,
            format!("{:.1} %", 100.0 * mv.mean),
            interval(mv.bounds),
            line,
        ]
    };
    let rows: Vec<Vec<String>> = opinion.moves.iter().map(row).collect();
    if rows.is_empty() {
        return String::new();
    }
    text::table(&["move", "visits", "mean", "proven", "line"], &rows)
}

/// The position in a line: what it is or seems to be worth, and what finding that out took.
pub fn summary(opinion: &Opinion) -> String {
    let mut parts = vec![match (opinion.proven(), opinion.mean, opinion.estimate) {
        (Some(value), ..) => format!("proven {value}"),
        (None, Some(mean), _) => format!("{}, {}", text::share(mean), interval(opinion.bounds)),
        (None, None, Some(value)) => format!("seems worth {value}"),
        (None, None, None) => interval(opinion.bounds),
    }];
    let ahead = opinion.depth.filter(|&plies| plies > 0);
    parts.extend(ahead.map(|plies| format!("{plies} plies ahead")));
    let nodes = text::grouped(opinion.counts.nodes);
    parts.push(format!("{nodes} nodes in {}", text::seconds(opinion.elapsed)));
    parts.join("; ")
}

fn interval(bounds: Bounds) -> String {
    match bounds.exact() {
        Some(value) => value.to_string(),
        None => format!("[{}, {}]", bounds.lower, bounds.upper),
    }
}

/// What is wrong with a player at a game, and what would be right.
pub fn explain(error: JobError, player: &PlayerSpec, game: &str) -> String {
    let name = player.algorithm().entry().name;
    let names = |takes: fn(&Entry) -> bool| {
        let all = SAMPLERS.iter().chain(ALGORITHMS).filter(|entry| takes(entry));
        all.map(|entry| entry.name).collect::<Vec<_>>().join(" ")
    };
    match error {
        JobError::Search(SearchError::Chance) => {
            let others = names(|entry| entry.takes_chance);
            format!("{game} has chance nodes, which {name} does not take (use: {others})")
        }
        JobError::Search(SearchError::NoEvaluation) => {
            format!("{player} needs an evaluation, which {game} has not (use: mcts-solver)")
        }
        JobError::Search(SearchError::Unbounded) => {
            format!(
                "{game} states no range of values, by which {name} measures rewards (use: random)"
            )
        }
        JobError::Search(SearchError::Endless) => {
            format!("{game} can go on for ever, and {name} would follow it: give {name} a depth=")
        }
        other => other.to_string(),
    }
}

/// What programs read.
#[derive(Serialize)]
pub struct Analysed<'a> {
    schema: u32,
    game: &'a str,
    position: Option<&'a str>,
    player: String,
    seed: u64,
    #[serde(rename = "move")]
    best: Option<&'a str>,
    line: &'a [String],
    lower: Option<Number>,
    upper: Option<Number>,
    exact: bool,
    mean: Option<f64>,
    estimate: Option<Number>,
    value: Option<Number>,
    depth: Option<u32>,
    moves: Vec<Move<'a>>,
    nodes: u64,
    leaves: u64,
    peak_bytes: u64,
    seconds: f64,
    stop: Option<&'static str>,
}

#[derive(Serialize)]
struct Move<'a> {
    #[serde(rename = "move")]
    text: &'a str,
    visits: u32,
    mean: f64,
    lower: Option<Number>,
    upper: Option<Number>,
    line: &'a [String],
}

impl<'a> Analysed<'a> {
    pub fn new(
        game: &'a str,
        position: Option<&'a str>,
        player: &PlayerSpec,
        seed: u64,
        opinion: &'a Opinion,
    ) -> Analysed<'a> {
        let (lower, upper) = json::ends(opinion.bounds);
        let moves = opinion.moves.iter().map(|mv| {
            let (lower, upper) = json::ends(mv.bounds);
            let (visits, mean, line) = (mv.visits, mv.mean, &*mv.line);
            Move { text: &mv.text, visits, mean, lower, upper, line }
        });
        Analysed {
            schema: json::SCHEMA,
            game,
            position,
            player: player.to_string(),
            seed,
            best: opinion.line.first().map(String::as_str),
            line: &opinion.line,
            lower,
            upper,
            exact: opinion.proven().is_some(),
            mean: opinion.mean,
            estimate: opinion.estimate.and_then(json::number),
            value: opinion.proven().and_then(json::number),
            depth: opinion.depth,
            moves: moves.collect(),
            nodes: opinion.counts.nodes,
            leaves: opinion.counts.leaves,
            peak_bytes: opinion.counts.peak_bytes,
            seconds: opinion.elapsed.as_secs_f64(),
            stop: opinion.stop.map(Stop::name),
        }
    }
}
