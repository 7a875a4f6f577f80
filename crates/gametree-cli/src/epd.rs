//! `gametree epd`: test suites.

use std::sync::atomic::Ordering;

use gametree::job::{PlayerSpec, position_lines};
use gametree_chess::{Attempt, Chess, Problem};
use gametree_machine::input;
use serde_json::{Value, json};

use crate::args::{EpdArguments, Format};
use crate::output::{Ending, complain};
use crate::progress::{Bar, interrupt_flag};
use crate::{json, text};

/// Solves the positions of a file.
pub fn run(arguments: &EpdArguments) -> Result<(String, Ending), String> {
    let path = &arguments.file;
    let lines = input::read_text(path)
        .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    let spec = player(arguments)?;
    let game = Chess::new().any();
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
        let row = (problem.solve(&game, &spec, &flag)?, problem);
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

fn data(rows: &[(Attempt, Problem)], wrong: &[String], spec: &PlayerSpec) -> Value {
    let each = |(row, problem): &(Attempt, Problem)| {
        json!({
            "line": problem.line, "id": problem.name, "wanted": problem.wanted,
            "move": row.played, "depth": row.depth, "nodes": row.nodes, "seconds": row.seconds, "solved": row.solved,
        })
    };
    json!({
        "schema": json::SCHEMA,
        "player": spec.to_string(),
        "positions": rows.iter().map(each).collect::<Vec<_>>(),
        "solved": rows.iter().filter(|(row, _)| row.solved).count(),
        "unreadable": wrong,
    })
}

fn for_people(rows: &[(Attempt, Problem)], spec: &PlayerSpec) -> String {
    let cells = |(row, problem): &(Attempt, Problem)| {
        vec![
            problem.name.clone(),
            problem.wanted.clone(),
            row.played.clone(),
            row.depth.to_string(),
            text::grouped(row.nodes),
            format!("{:.2}", row.seconds),
            if row.solved { "yes" } else { "no" }.to_string(),
        ]
    };
    let header = ["position", "wanted", "played", "depth", "nodes", "seconds", "solved"];
    let table = text::table(&header, &rows.iter().map(cells).collect::<Vec<_>>());
    let (solved, all) = (rows.iter().filter(|(row, _)| row.solved).count(), rows.len());
    let (nodes, seconds): (u64, f64) =
        rows.iter().fold((0, 0.0), |(n, s), (row, _)| (n + row.nodes, s + row.seconds));
    let speed = text::grouped((nodes as f64 / seconds.max(1e-9)) as u64);
    format!("{table}\n{solved} of {all} solved by {spec}; {speed} nodes a second\n")
}
