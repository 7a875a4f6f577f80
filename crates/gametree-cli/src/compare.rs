//! `gametree compare`.

use gametree::job::Report;
use gametree::registry::{ALGORITHMS, Entry, Spec};
use gametree::{SearchError, Workspace};
use serde::Serialize;
use serde_json::{Number, json};

use crate::args::{Compare, Format, Question};
use crate::progress::Live;
use crate::solve::{job, open, run_job, set_parameters};
use crate::{Ending, json, text};

/// What the leaves of the others are measured by: alpha-beta in the form that takes the question.
fn yardstick(question: &Question, chance: bool) -> &'static str {
    if chance || question.epsilon.is_some() { "bounded-alphabeta" } else { "alphabeta" }
}

#[derive(Serialize)]
struct Row {
    algorithm: String,
    lower: Option<Number>,
    upper: Option<Number>,
    value: Option<Number>,
    leaves: u64,
    relative: Option<f64>,
    nodes: u64,
    max_nodes: u64,
    min_nodes: u64,
    chance_nodes: u64,
    seconds: f64,
    peak_bytes: u64,
    stop: &'static str,
}

/// Solves one position by several algorithms.
pub fn run(arguments: &Compare) -> Result<(String, Ending), String> {
    let question = &arguments.question;
    let game = open(question)?;
    let specs = specs(arguments, game.has_chance())?;
    let solve = |spec: &Spec, label: String| {
        let job = job(question, Some(spec.clone()));
        let mut live = Live::new(question.quiet, &label, &job.limits);
        run_job(&*game, &job, question, &mut live, &mut Workspace::new(arguments.store.into()))
    };
    let mut reports = Vec::new();
    for (i, spec) in specs.iter().enumerate() {
        reports.push(solve(spec, format!("{}/{} {spec}: ", i + 1, specs.len()))?);
        if reports.last().is_some_and(|r| r.stop == gametree::Stop::Interrupted) {
            break;
        }
    }
    let name = yardstick(question, game.has_chance());
    let listed = specs.iter().position(|spec| spec.entry().name == name);
    let yardstick = match listed.and_then(|i| reports.get(i)) {
        Some(report) => Some(report.clone()),
        None if reports.len() < specs.len() => None,
        None => Some(solve(&Spec::parse(name).map_err(|e| e.to_string())?, String::new())?),
    };
    // Where facts settle everything there is nothing to measure by.
    let yardstick = yardstick.filter(|report| report.stop.is_answer() && report.counts.leaves > 0);
    let yardstick = yardstick.map(|report| report.counts.leaves);
    let rows: Vec<Row> =
        specs.iter().zip(&reports).map(|(spec, report)| row(spec, report, yardstick)).collect();
    let output = match question.format {
        Format::Json | Format::Jsonl => json::line(&json!({
            "schema": json::SCHEMA,
            "game": question.game,
            "position": question.position,
            "seed": question.seed,
            "algorithms": rows,
        })),
        Format::Text => for_people(question, &specs, &reports, &rows),
    };
    Ok((output, verdict(&reports)))
}

/// Those that were named, or all that take the game.
fn specs(arguments: &Compare, chance: bool) -> Result<Vec<Spec>, String> {
    let epsilon = arguments.question.epsilon.is_some();
    let takes =
        |entry: &&Entry| (entry.takes_chance || !chance) && (entry.takes_epsilon || !epsilon);
    let all = ALGORITHMS.iter().filter(takes);
    let names: Vec<&str> = if arguments.algorithm.is_empty() {
        all.map(|entry| entry.name).collect()
    } else {
        arguments.algorithm.iter().map(String::as_str).collect()
    };
    let spec = |name: &str| {
        let mut spec = Spec::parse(name).map_err(|error| error.to_string())?;
        set_parameters(&mut spec, &arguments.question, false)?;
        if chance && !spec.entry().takes_chance {
            return Err(format!("{name}: {}", SearchError::Chance));
        }
        if epsilon && !spec.entry().takes_epsilon {
            return Err(format!("{name}: {}", SearchError::Epsilon));
        }
        Ok(spec)
    };
    names.into_iter().map(spec).collect()
}

fn row(spec: &Spec, report: &Report, yardstick: Option<u64>) -> Row {
    let (lower, upper) = json::ends(report.bounds);
    Row {
        algorithm: spec.to_string(),
        lower,
        upper,
        value: report.settled(report.bounds).and_then(json::number),
        leaves: report.counts.leaves,
        relative: yardstick.map(|leaves| report.counts.leaves as f64 / leaves as f64),
        nodes: report.counts.nodes,
        max_nodes: report.counts.max_nodes,
        min_nodes: report.counts.min_nodes,
        chance_nodes: report.counts.chance_nodes,
        seconds: report.elapsed.as_secs_f64(),
        peak_bytes: report.counts.peak_bytes,
        stop: report.stop.name(),
    }
}

/// Exact answers must agree: bounds of one question that do not overlap mean a mistake.
fn verdict(reports: &[Report]) -> Ending {
    let lowest = reports.iter().map(|report| report.bounds.upper).min();
    let highest = reports.iter().map(|report| report.bounds.lower).max();
    if highest > lowest {
        Ending::Wrong
    } else if reports.iter().all(|report| report.stop.is_answer()) {
        Ending::Answered
    } else {
        Ending::CutShort
    }
}

fn for_people(question: &Question, specs: &[Spec], reports: &[Report], rows: &[Row]) -> String {
    let cells = specs.iter().zip(reports).zip(rows).map(|((spec, report), row)| {
        let stopped = if report.stop.is_answer() { "" } else { report.stop.name() };
        vec![
            spec.to_string(),
            text::answer(report, report.bounds),
            text::grouped(report.counts.leaves),
            row.relative.map_or("-".into(), |share| format!("{share:.3}")),
            text::grouped(report.counts.inner_nodes()),
            text::grouped(report.counts.nodes),
            text::seconds(report.elapsed),
            text::bytes(report.counts.peak_bytes),
            stopped.to_string(),
        ]
    });
    let header =
        ["algorithm", "value", "leaves", "/alphabeta", "inner", "nodes", "time", "memory", ""];
    let at = question.position.as_ref().map_or(String::new(), |p| format!(" at {p}"));
    let mut out = format!("{}{at}\n\n", text::bold(&question.game));
    out += &text::table(&header, &cells.collect::<Vec<_>>());
    if verdict(reports) == Ending::Wrong {
        out += "\nThe answers contradict each other: this is a mistake of the program.\n";
    }
    out
}
