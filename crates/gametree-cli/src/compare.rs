//! `gametree compare`.

use std::time::Duration;

use gametree::Lane;
use gametree::Outcome;
use gametree::job::Catalogue;
use gametree::job::{AnyGame, Job};
use gametree::registry::{ALGORITHMS, Entry, Spec};
use gametree::{Basis, Bounds, Limits, SearchError, Stop, Value, Workspace};
use serde::Serialize;
use serde_json::{Number, json};

use crate::args::{Compare, Format, Question, Store};
use crate::output::{Ending, in_own_name};
use crate::progress::{Live, interrupt_flag};
use crate::question::{
    algorithm, job, note_on_leaves, open, refuse_endless, run_job, set_parameters,
};
use crate::{json, text};

/// The baseline for leaf counts: alpha-beta, in the form that can answer the question.
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
    /// The leaves of the certificate of this answer.
    proof_leaves: Option<u64>,
    nodes: u64,
    max_nodes: u64,
    min_nodes: u64,
    chance_nodes: u64,
    seconds: f64,
    peak_bytes: u64,
    stop: &'static str,
}

/// Solves one position by several algorithms.
pub fn run(games: &Catalogue, arguments: &Compare) -> Result<(String, Ending), String> {
    let question = &arguments.question;
    let game = open(games, &question.game)?;
    let (specs, left_out) = specs(arguments, &game)?;
    // All compiled the same way; otherwise times would compare that, not algorithms.
    let game = game.in_one_lane(&specs);
    let limit = default_time(arguments);
    let solve = |spec: &Spec, time, label: String, workspace: &mut Workspace| {
        let mut job = job(question, Some(spec.clone()));
        job.limits.time = job.limits.time.or(time);
        let mut live = Live::new(question.quiet, &label, &job.limits);
        run_job(&game, &job, question, &mut live, workspace)
    };
    let (mut reports, mut proofs) = (Vec::new(), Proofs::new(arguments, &game));
    for (i, spec) in specs.iter().enumerate() {
        let mut workspace = Workspace::new(arguments.store.into());
        let report =
            solve(spec, limit, format!("{}/{} {spec}: ", i + 1, specs.len()), &mut workspace)?;
        proofs.add(&report, &mut workspace);
        let interrupted = report.stop == Stop::Interrupted;
        reports.push(report);
        if interrupted {
            break;
        }
    }
    let value = reports.iter().find_map(|report| report.proven(report.bounds));
    let smallest = value.and_then(|value| proofs.smallest(value));
    let name = yardstick(question, game.has_chance());
    let listed = specs.iter().position(|spec| spec.entry().name == name);
    let yardstick = match listed.and_then(|i| reports.get(i)) {
        Some(report) => Some(report.clone()),
        None if reports.len() < specs.len() || left_out.contains(&name) => None,
        None => {
            let spec = Spec::parse(name).map_err(|e| e.to_string())?;
            // The user did not ask for it, so it may not take long.
            let longest = reports.iter().map(|report| report.elapsed).max().unwrap_or_default();
            let label = format!("{spec}, for comparison: ");
            let mut workspace = Workspace::new(arguments.store.into());
            Some(solve(&spec, Some((longest * 10).max(EACH)), label, &mut workspace)?)
        }
    };
    // If facts decide everything, the baseline has no leaves.
    let yardstick = yardstick.filter(|report| report.stop.is_answer() && report.counts.leaves > 0);
    let yardstick = yardstick.map(|report| report.counts.leaves);
    let each = specs.iter().zip(&reports).zip(&proofs.leaves);
    let rows: Vec<Row> =
        each.map(|((spec, report), &proof)| row(spec, report, yardstick, proof)).collect();
    let output = match arguments.format {
        Format::Json => json::line(&json!({
            "schema": json::SCHEMA,
            "game": question.game,
            "position": question.position,
            "seed": question.seed,
            "lane": reports.first().map(|report| report.lane.name()),
            "smallest_proof_leaves": smallest,
            "algorithms": rows,
            "left_out": left_out,
            "default_time": limit.map(|time| time.as_secs_f64()),
        })),
        Format::Text => {
            let table = for_people(question, (&specs, &left_out), &reports, &rows, smallest);
            table + &limit.map_or(String::new(), |limit| stopped(limit, &reports))
        }
    };
    Ok((output, verdict(&reports)))
}

/// How long each of all algorithms may take if the user sets no limit: some would take years on a large game, and
/// the table should come anyway.
const EACH: Duration = Duration::from_secs(10);

/// The limit that the user did not set. Algorithms that are named take as long as they take.
fn default_time(arguments: &Compare) -> Option<Duration> {
    let Question { leaves, nodes, time, .. } = arguments.question;
    let free = leaves.is_none() && nodes.is_none() && time.is_none();
    (free && arguments.algorithm.is_empty()).then_some(EACH)
}

/// What to say of searches that the default limit has stopped.
fn stopped(limit: Duration, reports: &[Outcome]) -> String {
    let number = reports.iter().filter(|report| report.stop == Stop::Time).count();
    let (all, seconds) = (reports.len(), limit.as_secs());
    let hint = match number {
        0 => return String::new(),
        _ if number == all => "; a smaller game, --depth N or --store table may help",
        _ => "",
    };
    format!(
        "\ntime: {number} of {all} stopped after {seconds} s, the limit of each unless --time, --nodes or --leaves \
         sets one, or --algorithm names it{hint}\n"
    )
}

/// The sizes of the certificates of all answers.
struct Proofs<'p> {
    game: &'p AnyGame,
    job: Job,
    /// Whether the searches store nothing that could guide a proof: then it depends on the answer alone.
    plain: bool,
    bounds: Vec<Bounds>,
    leaves: Vec<Option<u64>>,
}

/// The least time that proving an answer may take.
const PATIENCE: Duration = Duration::from_secs(1);

/// The smallest certificate is computed in trees of at most this many nodes, since it visits all of them.
const MOST_NODES: u64 = 20_000_000;

impl<'p> Proofs<'p> {
    fn new(arguments: &Compare, game: &'p AnyGame) -> Proofs<'p> {
        let job = job(&arguments.question, None);
        let Limits { memory, ceiling, .. } = job.limits;
        let limits = Limits::none().stop(interrupt_flag()).memory(memory).ceiling(ceiling);
        let job = job.limits(limits);
        let plain = matches!(arguments.store, Store::Plain);
        Proofs { game, job, plain, bounds: Vec::new(), leaves: Vec::new() }
    }

    /// The leaves of the proof of one more answer, if it has a proof.
    fn add(&mut self, report: &Outcome, workspace: &mut Workspace) {
        let same = self.bounds.iter().position(|&bounds| self.plain && bounds == report.bounds);
        let leaves = match same {
            Some(before) => self.leaves[before],
            None if report.basis != Basis::Proof || !report.stop.is_answer() => None,
            None => {
                // The user did not ask for the proof itself, so it may not take long.
                self.job.limits.time = Some((report.elapsed * 10).max(PATIENCE));
                let proof = self.game.prove(&self.job, report.bounds, workspace, &mut |_| ());
                proof.ok().map(|proof| proof.leaves)
            }
        };
        self.bounds.push(report.bounds);
        self.leaves.push(leaves);
    }

    /// The leaves of the smallest proof that this is the value.
    fn smallest(&self, value: Value) -> Option<u64> {
        self.game.smallest_proof(&self.job, value, MOST_NODES)
    }
}

/// The column that exists for trees only.
const SMALLEST: usize = 5;

/// The number of leaves as a multiple of the proof's.
fn share(leaves: u64, of_proof: Option<u64>) -> String {
    match of_proof {
        Some(of_proof) if of_proof > 0 => format!("{:.2}", leaves as f64 / of_proof as f64),
        _ => "-".into(),
    }
}

/// The algorithms that were named, or all that can answer the question, and the names of the others.
fn specs(arguments: &Compare, game: &AnyGame) -> Result<(Vec<Spec>, Vec<&'static str>), String> {
    let (chance, question) = (game.has_chance(), &arguments.question);
    let epsilon = question.epsilon.is_some();
    // Where nothing recognises repeated positions, the searches say what is wrong.
    let cycles = question.depth.is_none() && game.has_cycles();
    let takes = |entry: &&Entry| {
        (entry.takes_chance || !chance)
            && (entry.takes_epsilon || !epsilon)
            && (entry.takes_cycles || !cycles)
    };
    let (all, mut left_out): (Vec<&Entry>, Vec<&Entry>) = ALGORITHMS.iter().partition(takes);
    let names: Vec<&str> = if arguments.algorithm.is_empty() {
        all.iter().map(|entry| entry.name).collect()
    } else {
        left_out.clear();
        arguments.algorithm.iter().map(String::as_str).collect()
    };
    let spec = |name: &str| {
        let mut spec = algorithm(name)?;
        set_parameters(&mut spec, &arguments.question, false)?;
        refuse_endless(&spec, &job(&arguments.question, None).limits)?;
        if chance && !spec.entry().takes_chance {
            return Err(format!("{name}: {}", SearchError::Chance));
        }
        if epsilon && !spec.entry().takes_epsilon {
            return Err(format!("{name}: {}", SearchError::Epsilon));
        }
        Ok(spec)
    };
    let specs: Result<Vec<Spec>, String> = names.into_iter().map(spec).collect();
    Ok((specs?, left_out.iter().map(|entry| entry.name).collect()))
}

fn row(spec: &Spec, report: &Outcome, yardstick: Option<u64>, proof_leaves: Option<u64>) -> Row {
    let (lower, upper) = json::ends(report.bounds);
    Row {
        algorithm: spec.to_string(),
        lower,
        upper,
        value: report.settled(report.bounds).and_then(json::number),
        leaves: report.counts.leaves,
        relative: yardstick.map(|leaves| report.counts.leaves as f64 / leaves as f64),
        proof_leaves,
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
fn verdict(reports: &[Outcome]) -> Ending {
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

fn for_people(
    question: &Question,
    (specs, left_out): (&[Spec], &[&str]),
    reports: &[Outcome],
    rows: &[Row],
    smallest: Option<u64>,
) -> String {
    let cells = specs.iter().zip(reports).zip(rows).map(|((spec, report), row)| {
        let stopped = if report.stop.is_answer() { "" } else { report.stop.name() };
        vec![
            spec.to_string(),
            text::answer(report, report.bounds),
            text::grouped(report.counts.leaves),
            row.relative.map_or("-".into(), |share| format!("{share:.3}")),
            share(row.leaves, row.proof_leaves),
            share(row.leaves, smallest),
            text::grouped(report.counts.inner_nodes()),
            text::grouped(report.counts.nodes),
            text::seconds(report.elapsed),
            text::bytes(report.counts.peak_bytes),
            stopped.to_string(),
        ]
    });
    let mut header = vec!["algorithm", "value", "leaves", "/alphabeta", "/proof", "/smallest"];
    header.extend(["inner", "nodes", "time", "memory", ""]);
    let mut cells: Vec<Vec<String>> = cells.collect();
    if smallest.is_none() {
        header.remove(SMALLEST);
        cells.iter_mut().for_each(|row| drop(row.remove(SMALLEST)));
    }
    let at = question.position.as_ref().map_or(String::new(), |p| format!(" at {p}"));
    let mut out = format!("{}{at}\n\n", text::bold(&question.game));
    out += &text::table(&header, &cells);
    let proofs: Vec<u64> = rows.iter().filter_map(|row| row.proof_leaves).collect();
    if let (Some(least), Some(most)) = (proofs.iter().min(), proofs.iter().max()) {
        let leaves = match least == most {
            true => text::grouped(*least),
            false => format!("{} to {}", text::grouped(*least), text::grouped(*most)),
        };
        out += &format!("\n/proof: relative to the leaves of the answer's certificate ({leaves}");
        out += &smallest.map_or(String::new(), |leaves| {
            format!("; the smallest there is has {}", text::grouped(leaves))
        });
        out += ")\n";
    }
    if let Some(note) = note_on_leaves(question, reports) {
        out += &format!("\nleaves: {note}\n");
    }
    if !left_out.is_empty() {
        out += &format!(
            "\nleft out, since they cannot answer this question: {}\n",
            left_out.join(" ")
        );
    }
    out += match reports.first().map(|report| report.lane) {
        Some(Lane::Typed) => "\nlane: typed (all were compiled for this game)\n",
        Some(Lane::Erased) => "\nlane: erased (each was compiled once, shared by all games)\n",
        None => "",
    };
    if verdict(reports) == Ending::Wrong {
        out += &in_own_name(&format!(
            "\nThe answers contradict each other. Either the game does (keys, facts or undo: 'gametree check-rules \
             {}' finds such mistakes), or this is a mistake of the program.\n",
            question.game
        ));
    }
    out
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::args::{Cli, Subcommand};

    /// All algorithms of a large game would take years; those that are named are waited for.
    #[test]
    fn only_what_was_not_asked_for_is_limited() {
        let limit = |more: &[&str]| {
            let words = [&["gametree", "compare", "connect4"], more].concat();
            match Cli::try_parse_from(words).unwrap().command {
                Subcommand::Compare(arguments) => default_time(&arguments),
                _ => unreachable!("it is a comparison"),
            }
        };
        assert_eq!(limit(&[]), Some(EACH));
        assert_eq!(limit(&["--depth", "9"]), Some(EACH));
        for more in
            [["--time", "1h"], ["--nodes", "1k"], ["--leaves", "1k"], ["--algorithm", "fsss"]]
        {
            assert_eq!(limit(&more), None, "{more:?}");
        }
    }
}
