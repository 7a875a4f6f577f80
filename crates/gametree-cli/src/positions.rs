//! `gametree solve --positions`: many positions, one after the other.

use std::path::Path;
use std::time::Duration;

use clap::ValueEnum;
use gametree::Outcome;
use gametree::job::{AnyGame, Job, position_lines};
use gametree::{Bounds, Counts, Kind, Stop, Value, Workspace};
use gametree_machine::input;
use serde::Serialize;
use serde_json::{Number, json};

use crate::answer::more_moves;

use crate::args::{Lines, Solve, Whose};
use crate::output::{Ending, complain, print};
use crate::progress::{Bar, interrupt_flag};
use crate::{explain, json, text};

/// A line of the file.
struct Entry {
    number: usize,
    position: String,
    /// As it is written.
    expected: Option<Value>,
    /// From whose point of view.
    whose: Whose,
    /// Its rounding error: half a unit of its last digit.
    blur: f64,
}

impl Entry {
    /// The expected value from MAX's point of view, if `turn` moves.
    fn for_max(&self, turn: Option<Kind>) -> Option<Value> {
        let turned = self.whose == Whose::Mover && turn == Some(Kind::Min);
        self.expected.map(|value| if turned { -value } else { value })
    }

    /// The position, if it is not the start.
    fn position(&self) -> Option<String> {
        Some(self.position.clone()).filter(|position| position != START)
    }
}

/// How the starting position is written.
const START: &str = "start";

/// The result for one line.
#[derive(Serialize)]
struct Row<'a> {
    line: usize,
    position: &'a str,
    /// From the point of view that the file uses.
    expected: Option<Number>,
    right: Option<bool>,
    #[serde(flatten)]
    found: &'a Outcome,
}

/// The summary at the end.
#[derive(Default)]
struct Summary {
    solved: usize,
    wrong: Vec<String>,
    /// How many of those would be right from the other point of view.
    right_if_turned: usize,
    checked: usize,
    open: usize,
    counts: Counts,
    elapsed: Duration,
    interrupted: bool,
    /// Lines that are not positions.
    illegal: Vec<String>,
}

/// Solves every position of the file and prints a row each.
pub fn run(
    arguments: &Solve,
    file: &Path,
    game: &AnyGame,
    job: &Job,
) -> Result<(String, Ending), String> {
    let (entries, illegal) = read(file, arguments.values, game)?;
    illegal.iter().for_each(|reason| complain(reason));
    let format = arguments.format;
    let mut workspace = Workspace::new(arguments.store.into());
    let mut bar = Bar::new(arguments.question.quiet, entries.len() as u64);
    let mut summary = Summary { illegal, ..Summary::default() };
    let mut rows = Vec::new();
    for entry in &entries {
        if arguments.reset {
            workspace.clear();
        }
        let limits = job.limits.clone().stop(interrupt_flag());
        let job = job.clone().position(entry.position()).limits(limits).pv(false);
        let report = game
            .run_in(&job, &mut bar, &mut workspace)
            .map_err(|error| explain::job(error, game, &job, &arguments.question.game))?;
        let right = judge(entry, &report);
        summary.add(entry, &report, right);
        let row = row(entry, &report, right);
        match format {
            Lines::Json => rows.push(serde_json::to_value(&row).map_err(|e| e.to_string())?),
            Lines::Jsonl => bar.above(|| print(&json::line(&row)))?,
            Lines::Text => bar.above(|| print(&for_people(entry, &report, right)))?,
        }
        bar.advance();
        if report.stop == Stop::Interrupted {
            summary.interrupted = true;
            break;
        }
    }
    drop(bar);
    let output = match format {
        Lines::Json => json::line(&json!({
            "schema": json::SCHEMA,
            "game": arguments.question.game,
            "positions": rows,
            "summary": summary.data(),
        })),
        Lines::Jsonl => json::line(&json!({ "summary": summary.data() })),
        Lines::Text => summary.for_people(entries.len()),
    };
    Ok((output, summary.ending()))
}

/// The positions of a file, and what is wrong with the other lines. One comment counts: that which says whose
/// values the file contains.
fn read(
    file: &Path,
    asked: Option<Whose>,
    game: &AnyGame,
) -> Result<(Vec<Entry>, Vec<String>), String> {
    let name = file.display();
    let text = input::read_text(file).map_err(|error| format!("cannot read {name}: {error}"))?;
    let whose = asked.or_else(|| text.lines().find_map(whose)).unwrap_or(Whose::Max);
    let (mut entries, mut wrong) = (Vec::new(), Vec::new());
    for read in position_lines(&text, |number, line| entry(number, line, game)) {
        match read {
            Ok(entry) => entries.push(Entry { whose, ..entry }),
            Err(reason) => wrong.push(format!("{name}, {reason}")),
        }
    }
    match (entries.is_empty(), wrong.first()) {
        (false, _) => Ok((entries, wrong)),
        (true, None) => Err(format!("{name} has no positions")),
        (true, Some(first)) => Err(first.clone()),
    }
}

/// Whose values a file contains, if this line says so.
fn whose(line: &str) -> Option<Whose> {
    let said = line.trim().strip_prefix("# ")?.trim().strip_prefix("values:")?.trim();
    Whose::from_str(said, false).ok()
}

/// The longest line.
const LONGEST_LINE: usize = 1 << 16;

/// A position, and its value if it is given: after a tab, or after the last space if what precedes it is a
/// position and what follows it a number. With more than one space, all of it may be a position.
fn entry(number: usize, line: &str, game: &AnyGame) -> Result<Entry, String> {
    if line.len() > LONGEST_LINE {
        return Err(format!("it has more than {LONGEST_LINE} bytes"));
    }
    let check = |position: &str| match position {
        START => Ok(()),
        text => game.check_position(text).map_err(|error| error.to_string()),
    };
    if let Some((position, value)) = line.split_once('\t') {
        let (position, value) = (position.trim(), value.trim());
        check(position)?;
        let value = Some(value).filter(|text| !text.is_empty());
        return with_value(number, position, value);
    }
    let Some((position, value)) = line.rsplit_once(char::is_whitespace) else {
        check(line)?;
        return with_value(number, line, None);
    };
    let position = position.trim_end();
    // 'a b 1' may be three moves; '123 1' is not taken for four.
    let several = position.contains(char::is_whitespace);
    if several && check(line).is_ok() {
        return with_value(number, line, None);
    }
    let (valued, legal) = (with_value(number, position, Some(value)), check(position));
    match (valued, legal) {
        (Ok(entry), Ok(())) => Ok(entry),
        // All of it may be a position; if it is not, the message is about the likelier reading.
        (valued, legal) => match (check(line), valued, legal) {
            (Ok(()), ..) => with_value(number, line, None),
            (Err(_), Ok(_), Err(reason)) | (Err(_), Err(reason), Ok(())) => Err(reason),
            (Err(reason), ..) => Err(reason),
        },
    }
}

fn with_value(number: usize, position: &str, value: Option<&str>) -> Result<Entry, String> {
    let number_of = |text: &str| {
        let value = text.parse().ok().and_then(Value::new).filter(|value| value.is_finite());
        value.ok_or_else(|| format!("the value '{text}' should be a number"))
    };
    let expected = value.map(number_of).transpose()?;
    let decimals = value.and_then(|text| text.split_once('.')).map_or(0, |(_, d)| d.len());
    let blur = 0.5 * 0.1f64.powi(decimals as i32);
    let whose = Whose::Max;
    Ok(Entry { number, position: position.to_string(), expected, whose, blur })
}

/// Whether the value is the expected one; `None` if one of them is not known.
fn judge(entry: &Entry, report: &Outcome) -> Option<bool> {
    let expected = entry.for_max(report.turn)?;
    // Averages are not round numbers: the expected value is as exact as it is written.
    let blur = if report.allowance > 0.0 { entry.blur } else { 0.0 };
    let Bounds { lower, upper } = report.bounds;
    let fits = lower.get() - blur <= expected.get() && expected.get() <= upper.get() + blur;
    // An interval that excludes the expected value is wrong even if it is open.
    if fits && !report.stop.is_answer() { None } else { Some(fits) }
}

fn row<'a>(entry: &'a Entry, report: &'a Outcome, right: Option<bool>) -> Row<'a> {
    let expected = entry.expected.and_then(json::number);
    Row { line: entry.number, position: &entry.position, expected, right, found: report }
}

fn for_people(entry: &Entry, report: &Outcome, right: Option<bool>) -> String {
    let value = text::answer(report, report.bounds);
    let best = report.pv.first().map_or("-", |mv| mv);
    let mark = match right {
        Some(false) => "  WRONG",
        _ if !report.stop.is_answer() => "  not finished",
        _ => "",
    };
    let nodes = text::count(report.counts.nodes, "node", "nodes");
    let time = text::seconds(report.elapsed);
    let position = text::plain(&entry.position);
    let mut out = format!("{position}  {value}  move {best}  {nodes}  {time}{mark}\n");
    for mv in &report.moves {
        let best = if mv.optimal { "  best" } else { "" };
        out += &format!("  {}  {}{best}\n", mv.mv, text::answer(report, mv.bounds));
    }
    if let Some(number) = more_moves(report) {
        out += &format!("  and {} more, not searched\n", text::grouped(number as u64));
    }
    out
}

impl Summary {
    fn add(&mut self, entry: &Entry, report: &Outcome, right: Option<bool>) {
        self.counts = self.counts.plus(report.counts);
        self.elapsed += report.elapsed;
        if report.stop.is_answer() {
            self.solved += 1;
        } else {
            self.open += 1;
        }
        self.checked += usize::from(entry.expected.is_some() && right.is_some());
        if right == Some(false) {
            let expected = entry.for_max(report.turn).map_or(String::new(), text::number);
            self.wrong.push(format!(
                "line {}: {} is worth {} to MAX, and not {expected}",
                entry.number,
                text::plain(&entry.position),
                text::answer(report, report.bounds),
            ));
            let other = match entry.whose {
                Whose::Max => Whose::Mover,
                Whose::Mover => Whose::Max,
            };
            let turned = Entry { whose: other, position: String::new(), ..*entry };
            self.right_if_turned += usize::from(judge(&turned, report) != Some(false));
        }
    }

    fn ending(&self) -> Ending {
        if !self.illegal.is_empty() {
            Ending::BadInput
        } else if !self.wrong.is_empty() {
            Ending::Wrong
        } else if self.open > 0 || self.interrupted {
            Ending::CutShort
        } else {
            Ending::Answered
        }
    }

    fn data(&self) -> serde_json::Value {
        json!({
            "solved": self.solved,
            "checked": self.checked,
            "wrong": self.wrong,
            "unfinished": self.open,
            "illegal": self.illegal,
            "leaves": self.counts.leaves,
            "nodes": self.counts.nodes,
            "settled": self.counts.settled,
            "seconds": self.elapsed.as_secs_f64(),
            "peak_bytes": self.counts.peak_bytes,
        })
    }

    fn for_people(&self, all: usize) -> String {
        let mut out = format!("\npositions {} of {all} solved", self.solved);
        if self.checked > 0 {
            out += &format!(", {} of {} right", self.checked - self.wrong.len(), self.checked);
        }
        let rate = self.counts.nodes as f64 / self.elapsed.as_secs_f64().max(1e-9);
        out += &format!(
            "\nwork      {} ({} more decided without a search), {}, {} nodes/s\n",
            text::work(&self.counts),
            text::grouped(self.counts.settled),
            text::seconds(self.elapsed),
            text::grouped(rate as u64),
        );
        if !self.illegal.is_empty() {
            out += &format!("skipped   {} lines that are not positions\n", self.illegal.len());
        }
        for wrong in &self.wrong {
            out += &format!("wrong     {wrong}\n");
        }
        if self.right_if_turned > 0 && self.right_if_turned == self.wrong.len() {
            out += "          All of these are right from the other view: see --values.\n";
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_positions_with_or_without_a_value() {
        let of = |game: &str, line: &str| {
            let game = crate::games().open(game).unwrap();
            entry(1, line.trim(), &game).map(|entry| (entry.position, entry.expected))
        };
        let connect4 = |line| of("connect4", line);
        assert_eq!(connect4("4455 -3"), Ok(("4455".into(), Some((-3).into()))));
        assert_eq!(connect4("4455"), Ok(("4455".into(), None)));
        assert_eq!(connect4("start 1"), Ok(("start".into(), Some(1.into()))));
        assert!(connect4("12 x").unwrap_err().contains("'x' should be a number"));
        assert!(connect4("12 inf").is_err() && connect4("12 nan").is_err());
        assert!(connect4("18").unwrap_err().contains("8"));
        assert!(connect4(&"1".repeat(1 << 17)).unwrap_err().contains("bytes"));
        let mnk = |line| of("mnk:3,3,3", line);
        assert_eq!(mnk("a1 b2\t0.5"), Ok(("a1 b2".into(), Value::new(0.5))));
        assert_eq!(mnk("a1 b2\t"), Ok(("a1 b2".into(), None)));
        assert_eq!(mnk("a1 b2 c3"), Ok(("a1 b2 c3".into(), None)));
        assert_eq!(mnk("a1 b2"), Ok(("a1 b2".into(), None)));
        assert_eq!(mnk("a1 b2 c3 -1"), Ok(("a1 b2 c3".into(), Some((-1).into()))));
    }
}
