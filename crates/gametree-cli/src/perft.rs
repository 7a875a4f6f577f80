//! `gametree perft`: counts of moves, alone or beside published ones.

use std::time::{Duration, Instant};

use gametree::job::Catalogue;
use gametree::job::{AnyGame, position_lines};
use gametree_machine::input;
use serde_json::{Value, json};

use crate::args::{Format, Perft};
use crate::output::Ending;
use crate::progress::interrupt_flag;
use crate::speed::Speed;
use crate::{json, text};

/// Counts, and reports.
pub fn run(games: &Catalogue, arguments: &Perft) -> Result<(String, Ending), String> {
    let game = games.open(&arguments.game).map_err(|error| error.to_string())?;
    match &arguments.file {
        Some(file) => {
            let lines = input::read_text(file)
                .map_err(|error| format!("cannot read {}: {error}", file.display()))?;
            compare(&game, &lines, arguments)
        }
        None => count(&game, arguments),
    }
}

fn count(game: &AnyGame, arguments: &Perft) -> Result<(String, Ending), String> {
    let depth = arguments.depth.ok_or("how deep? add --depth N")?;
    let begun = Instant::now();
    let counted = game.perft(arguments.position.as_deref(), depth, Some(interrupt_flag()));
    let Some(counted) = counted.map_err(|error| error.to_string())? else {
        return Ok(("interrupted\n".into(), Ending::CutShort));
    };
    let elapsed = begun.elapsed();
    let speed = Speed::of(game.erased());
    let each = || counted.moves.iter().map(|(mv, leaves)| json!({ "move": mv, "leaves": leaves }));
    let output = match arguments.format {
        Format::Json => json::line(&json!({
            "schema": json::SCHEMA,
            "game": arguments.game,
            "position": arguments.position,
            "depth": depth,
            "leaves": counted.leaves,
            "moves": arguments.divide.then(|| each().collect::<Vec<_>>()),
            "seconds": elapsed.as_secs_f64(),
            "speed": speed.as_ref().map(Speed::data),
        })),
        Format::Text => {
            let row = |(mv, leaves): &(String, u64)| vec![mv.clone(), text::grouped(*leaves)];
            let rows: Vec<Vec<String>> = counted.moves.iter().map(row).collect();
            let moves = if arguments.divide {
                text::table(&["move", "leaves"], &rows)
            } else {
                String::new()
            };
            let gap = if arguments.divide { "\n" } else { "" };
            let speed = speed.iter().flat_map(Speed::rows);
            let speed: String = speed.map(|(name, what)| format!("{name:<8}{what}\n")).collect();
            format!("{moves}{gap}{}\n\n{speed}", total(counted.leaves, elapsed))
        }
    };
    Ok((output, Ending::Answered))
}

fn total(leaves: u64, elapsed: Duration) -> String {
    let speed = leaves as f64 / elapsed.as_secs_f64().max(1e-9);
    let leaves = text::count(leaves, "leaf", "leaves");
    let counted = format!("{leaves} in {}", text::seconds(elapsed));
    format!("{counted} ({} a second)", text::grouped(speed as u64))
}

/// A count of a file, and ours.
struct Row {
    line: usize,
    depth: u32,
    expected: u64,
    found: u64,
}

/// Depths, and the numbers of leaves there.
type Counts = Vec<(u32, u64)>;

/// A line of a file: a position, and depths with counts.
fn read_line(number: usize, line: &str, game: &AnyGame) -> Result<(usize, String, Counts), String> {
    let mut parts = line.split(';').map(str::trim);
    let position = parts.next().unwrap_or_default();
    game.check_position(position).map_err(|error| error.to_string())?;
    let count = |part: &str| {
        let (depth, count) = part.strip_prefix('D')?.split_once(' ')?;
        Some((depth.parse().ok()?, count.trim().parse().ok()?))
    };
    let counts = parts.filter(|part| !part.is_empty()).map(|part| {
        count(part).ok_or_else(|| {
            format!("'{}' should be a depth and a count, such as D2 400", text::plain(part))
        })
    });
    let counts: Vec<(u32, u64)> = counts.collect::<Result<_, _>>()?;
    if counts.is_empty() {
        return Err("a position should be followed by counts, such as ; D1 20; D2 400".into());
    }
    Ok((number, position.to_string(), counts))
}

fn compare(game: &AnyGame, lines: &str, arguments: &Perft) -> Result<(String, Ending), String> {
    let most = arguments.depth.unwrap_or(u32::MAX);
    let (mut rows, mut wrong) = (Vec::new(), Vec::new());
    let (begun, flag) = (Instant::now(), interrupt_flag());
    for read in position_lines(lines, |number, line| read_line(number, line, game)) {
        let (number, position, counts) = read?;
        for (depth, expected) in counts.into_iter().filter(|(depth, _)| *depth <= most) {
            let counted = game.perft(Some(&position), depth, Some(flag.clone()));
            let counted = counted.map_err(|error| format!("line {number}: {error}"))?;
            let Some(counted) = counted else {
                return Ok((report(&rows, &wrong, begun.elapsed(), arguments), Ending::CutShort));
            };
            let row = Row { line: number, depth, expected, found: counted.leaves };
            if row.found != expected {
                wrong.push(format!(
                    "line {number}, depth {depth}: {}, and the file has {}",
                    text::count(row.found, "leaf", "leaves"),
                    text::grouped(expected)
                ));
            }
            rows.push(row);
        }
    }
    let ending = if wrong.is_empty() { Ending::Answered } else { Ending::Wrong };
    Ok((report(&rows, &wrong, begun.elapsed(), arguments), ending))
}

fn report(rows: &[Row], wrong: &[String], elapsed: Duration, arguments: &Perft) -> String {
    let leaves: u64 = rows.iter().map(|row| row.found).sum();
    let each = |row: &Row| -> Value {
        json!({ "line": row.line, "depth": row.depth, "expected": row.expected, "leaves": row.found })
    };
    match arguments.format {
        Format::Json => json::line(&json!({
            "schema": json::SCHEMA,
            "game": arguments.game,
            "counts": rows.iter().map(each).collect::<Vec<_>>(),
            "wrong": wrong.len(),
            "leaves": leaves,
            "seconds": elapsed.as_secs_f64(),
        })),
        Format::Text => {
            let lines: String = wrong.iter().map(|line| format!("{line}\n")).collect();
            let right = rows.len() - wrong.len();
            let all = rows.len();
            format!("{lines}{right} of {all} counts agree; {}\n", total(leaves, elapsed))
        }
    }
}
