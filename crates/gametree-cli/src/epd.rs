//! `gametree epd`: test suites.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use gametree::job::{AnyGame, PlayerSpec, position_lines};
use gametree::{Notation, NotationError};
use gametree_games::chess::{Epd, Step};
use gametree_games::input;
use serde_json::{Value, json};

use crate::args::{EpdArguments, Format};
use crate::output::{Ending, complain};
use crate::progress::{Bar, interrupt_flag};
use crate::{json, text};

/// A position of a test suite, and what it asks for.
struct Problem {
    line: usize,
    name: String,
    wanted: String,
    epd: Epd,
    best: Vec<Step>,
    bad: Vec<Step>,
    mate_in: Option<u32>,
}

/// What came of a position.
struct Row {
    problem: Problem,
    played: String,
    depth: u32,
    nodes: u64,
    seconds: f64,
    solved: bool,
}

/// Solves the positions of a file.
pub fn run(arguments: &EpdArguments) -> Result<(String, Ending), String> {
    let path = &arguments.file;
    let lines = input::read_text(path)
        .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    let spec = player(arguments)?;
    let game = gametree_games::open("chess").map_err(|error| error.to_string())?;
    let flag = interrupt_flag();
    let (mut problems, mut wrong) = (Vec::new(), Vec::new());
    for read in position_lines(&lines, Problem::parse) {
        match read {
            Ok(problem) => problems.push(problem),
            Err(reason) => wrong.push(reason),
        }
    }
    wrong.iter().for_each(|reason| complain(&format!("{}, {reason}", path.display())));
    let mut bar = Bar::new(arguments.quiet, problems.len() as u64);
    bar.say("positions");
    let mut rows = Vec::new();
    let mut interrupted = false;
    for problem in problems {
        let row = solve(&game, &spec, problem, &flag)?;
        interrupted = flag.load(Ordering::Relaxed);
        if interrupted {
            break;
        }
        rows.push(row);
        bar.advance();
    }
    drop(bar);
    let output = match arguments.format {
        Format::Json => json::line(&data(&rows, &wrong, &spec)),
        Format::Text => for_people(&rows, &spec),
    };
    let ending = match () {
        () if interrupted => Ending::CutShort,
        () if wrong.is_empty() => Ending::Answered,
        () => Ending::BadInput,
    };
    Ok((output, ending))
}

fn player(arguments: &EpdArguments) -> Result<PlayerSpec, String> {
    let mut spec = PlayerSpec::parse(&arguments.by).map_err(|error| error.to_string())?;
    for (key, value) in [("time", &arguments.time), ("nodes", &arguments.nodes)] {
        if let Some(value) = value {
            spec.set(key, value).map_err(|error| error.to_string())?;
        }
    }
    Ok(spec)
}

impl Problem {
    fn parse(line: usize, text: &str) -> Result<Problem, String> {
        let told = |error: NotationError| error.to_string();
        let epd = Epd::parse(text).map_err(told)?;
        let wish = |name: &str| epd.operand(name).map(|operand| format!("{name} {operand}"));
        let wanted: Vec<String> = ["bm", "am", "dm"].into_iter().filter_map(wish).collect();
        if wanted.is_empty() {
            return Err("there should be bm, am or dm, such as bm Nf3;".into());
        }
        let (best, bad) = (epd.moves("bm").map_err(told)?, epd.moves("am").map_err(told)?);
        for (name, moves) in [("bm", &best), ("am", &bad)] {
            if epd.operand(name).is_some() && moves.is_empty() {
                return Err(format!("'{name}' should be followed by a move, such as {name} Nf3;"));
            }
        }
        let mate_in = epd.operand("dm").map(moves_to_mate).transpose()?;
        let name = epd.operand("id").map_or_else(|| format!("line {line}"), str::to_string);
        Ok(Problem { line, name, wanted: wanted.join(" "), best, bad, mate_in, epd })
    }

    /// Whether a move, which ends the game after so many plies if that is known, is what is asked for.
    fn accepts(&self, step: Step, ends_in: Option<u32>) -> bool {
        (self.best.is_empty() || self.best.contains(&step))
            && !self.bad.contains(&step)
            && self.mate_in.is_none_or(|moves| ends_in == Some(2 * moves - 1))
    }
}

/// The operand of `dm`, direct mate in so many moves.
fn moves_to_mate(text: &str) -> Result<u32, String> {
    const MOST: u32 = 1000;
    match text.parse() {
        Ok(moves @ 1..=MOST) => Ok(moves),
        _ => Err(format!("'dm {text}' should be a number of moves from 1 to {MOST}")),
    }
}

fn solve(
    game: &AnyGame,
    spec: &PlayerSpec,
    problem: Problem,
    flag: &Arc<AtomicBool>,
) -> Result<Row, String> {
    let (chess, position) = (problem.epd.game(), problem.epd.position());
    let fen = chess.fen(position);
    let mut player = game.player(spec, Some(&fen), 1).map_err(|error| error.to_string())?;
    let report =
        player.think(Some(flag.clone()), &mut |_| ()).map_err(|error| error.to_string())?;
    let played = report.pv.first().map_or(String::new(), ToString::to_string);
    let ends_in = report.ahead.as_ref().and_then(|ahead| ahead.ends_in.first().copied().flatten());
    let step = chess.parse_move(position, &played);
    Ok(Row {
        solved: step.is_ok_and(|step| problem.accepts(step, ends_in)),
        problem,
        played,
        depth: report.depth.unwrap_or(0),
        nodes: report.counts.nodes,
        seconds: report.elapsed.as_secs_f64(),
    })
}

fn data(rows: &[Row], wrong: &[String], spec: &PlayerSpec) -> Value {
    let each = |row: &Row| {
        json!({
            "line": row.problem.line, "id": row.problem.name, "wanted": row.problem.wanted,
            "move": row.played, "depth": row.depth, "nodes": row.nodes, "seconds": row.seconds, "solved": row.solved,
        })
    };
    json!({
        "schema": json::SCHEMA,
        "player": spec.to_string(),
        "positions": rows.iter().map(each).collect::<Vec<_>>(),
        "solved": rows.iter().filter(|row| row.solved).count(),
        "unreadable": wrong,
    })
}

fn for_people(rows: &[Row], spec: &PlayerSpec) -> String {
    let cells = |row: &Row| {
        vec![
            row.problem.name.clone(),
            row.problem.wanted.clone(),
            row.played.clone(),
            row.depth.to_string(),
            text::grouped(row.nodes),
            format!("{:.2}", row.seconds),
            if row.solved { "yes" } else { "no" }.to_string(),
        ]
    };
    let header = ["position", "wanted", "played", "depth", "nodes", "seconds", "solved"];
    let table = text::table(&header, &rows.iter().map(cells).collect::<Vec<_>>());
    let (solved, all) = (rows.iter().filter(|row| row.solved).count(), rows.len());
    let (nodes, seconds): (u64, f64) =
        rows.iter().fold((0, 0.0), |(n, s), row| (n + row.nodes, s + row.seconds));
    let speed = text::grouped((nodes as f64 / seconds.max(1e-9)) as u64);
    format!("{table}\n{solved} of {all} solved by {spec}; {speed} nodes a second\n")
}
