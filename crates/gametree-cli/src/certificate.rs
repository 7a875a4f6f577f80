//! `gametree check`, `gametree certificate show`, and writing certificates.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use gametree::Outcome;
use gametree::job::Catalogue;
use gametree::job::{AnyGame, Job, JobError};
use gametree::proof::check::{CheckError, Checked};
use gametree::proof::format::{FormatError, Header, Reader};
use gametree::proof::{Asked, Proof, ProofError};
use gametree::{Limits, Workspace};
use serde::Serialize;
use serde_json::{Number, json};

use crate::args::{Check, Format, Show, Solve};
use crate::files::Destination;
use crate::output::{Ending, complain};
use crate::progress::{Bar, Interruptible, Steps, interrupt_flag};
use crate::text::plain;
use crate::{files, json, text};

/// A certificate that was written.
#[derive(Serialize)]
pub struct Written {
    file: String,
    lower: Option<Number>,
    upper: Option<Number>,
    records: usize,
    leaves: u64,
    facts: u64,
    bytes: u64,
    /// How long proving and writing took.
    seconds: f64,
}

impl Written {
    pub fn for_people(&self) -> String {
        let records = text::count(self.records as u64, "record", "records");
        let (bytes, time) = (text::bytes(self.bytes), Duration::from_secs_f64(self.seconds));
        format!("{}: {records}, {bytes}, {}", self.file, text::seconds(time))
    }
}

/// Where to write the certificate, if one is asked for. An existing file is replaced only if it is a
/// certificate, or with `--force`.
pub fn destination(arguments: &Solve) -> Result<Option<Destination>, String> {
    let Some(path) = &arguments.certificate else { return Ok(None) };
    let inputs: Vec<PathBuf> = files::of_game(&arguments.question.game).into_iter().collect();
    let destination = Destination::open("--certificate", path, &inputs)?;
    let there = path.metadata().is_ok_and(|found| found.is_file() && found.len() > 0);
    if there && !arguments.force && header_of(path).is_none() {
        let name = path.display();
        return Err(format!(
            "--certificate: {name} exists and is not a certificate (--force replaces it)"
        ));
    }
    Ok(Some(destination))
}

/// The header of the certificate in a file, if there is one.
fn header_of(path: &Path) -> Option<Header> {
    if !path.is_file() {
        return None;
    }
    let reader = Reader::new(BufReader::new(File::open(path).ok()?)).ok()?;
    Some(reader.header().clone())
}

/// What an existing certificate at `path` proves about the same position, if that is more, or as much while
/// trusting less.
fn better(arguments: &Solve, path: &Path, game: &AnyGame, ours: &Proof) -> Option<String> {
    let theirs = header_of(path)?;
    let claim = theirs.claim;
    let same = theirs.position == arguments.question.position.as_deref().unwrap_or_default();
    let more = ours.bounds.encloses(claim)
        && (claim != ours.bounds || !theirs.trusts_facts && arguments.trust_facts);
    if !same || !more {
        return None;
    }
    // Its claim counts only if it is a proof, and of this game.
    let mut reader = reader(File::open(path).ok()?, gametree_machine::ceiling()).ok()?;
    game.check(&mut reader, None).ok()?;
    Some(text::interval(claim))
}

/// Refuses jobs whose answers cannot be proven, before anything is searched.
pub fn prepare(arguments: &Solve, game: &AnyGame, job: &mut Job) -> Result<(), String> {
    if arguments.certificate.is_none() {
        return Ok(());
    }
    if job.depth.is_some() {
        return Err("--certificate: what --depth finds is an estimate, which cannot be proven (leave out one of the two)".into());
    }
    game.can_prove(job).map_err(|error| refused(error, &arguments.question.game))?;
    job.facts = arguments.trust_facts;
    let half = |bytes: Option<usize>| bytes.map(|bytes| bytes / 2);
    job.limits.time = job.limits.time.map(|time| time / 2);
    job.limits.memory = half(job.limits.memory);
    job.limits.ceiling = half(job.limits.ceiling);
    Ok(())
}

fn refused(error: JobError, game: &str) -> String {
    match error {
        JobError::Proof(error) => format!("--certificate: no certificate for {game}: {error}"),
        other => other.to_string(),
    }
}

/// Proves what was found and writes the certificate.
pub fn write(
    arguments: &Solve,
    game: &AnyGame,
    job: &Job,
    report: &Outcome,
    workspace: &mut Workspace,
    mut destination: Destination,
) -> Result<Written, (String, Ending)> {
    let question = &arguments.question;
    let range = game.value_range();
    if !report.stop.is_answer() && report.bounds.encloses(range) {
        let known = match text::interval(range) {
            known if range.width().is_finite() => {
                format!("all that is known so far is that the value lies {known}")
            }
            _ => "nothing is known of the value so far".into(),
        };
        let reason =
            format!("--certificate: no file written, since there is nothing to prove: {known}");
        return Err((reason, Ending::CutShort));
    }
    let started = Instant::now();
    let mut steps = Steps::new(question.quiet, "proving");
    // What the search found can be proven, but not necessarily with as many nodes. It had half of the time.
    let (memory, ceiling) = (job.limits.memory, job.limits.ceiling);
    let rest = job.limits.time.map(|half| (2 * half).saturating_sub(report.elapsed));
    let limits = Limits::none().memory(memory).ceiling(ceiling).time(rest).stop(interrupt_flag());
    let job = job.clone().limits(limits);
    let proof = game.prove(&job, report.bounds, workspace, &mut |n| steps.tick(n));
    let proof = proof.map_err(|error| {
        let ending = match error {
            JobError::Proof(ProofError::Stopped(_)) => Ending::CutShort,
            _ => Ending::Wrong,
        };
        (refused(error, &question.game), ending)
    })?;
    drop(steps);
    let position = question.position.as_deref().unwrap_or_default();
    let file = destination.path().display().to_string();
    let kept =
        if arguments.force { None } else { better(arguments, destination.path(), game, &proof) };
    if let Some(claim) = kept {
        let what = format!("{file} already holds a better proof of this position ({claim})");
        return Err((format!("--certificate: {what}; --force replaces it"), Ending::BadInput));
    }
    let bytes = destination
        .write(|output| proof.write(output, &question.game, position))
        .map_err(|reason| (reason, Ending::BadInput))?;
    let (lower, upper) = json::ends(proof.bounds);
    Ok(Written {
        file,
        lower,
        upper,
        records: proof.records(),
        leaves: proof.leaves,
        facts: proof.facts,
        bytes,
        seconds: started.elapsed().as_secs_f64(),
    })
}

/// Reads a certificate until an interrupt; the checker may use at most `memory` bytes.
fn reader(file: File, memory: usize) -> Result<Reader<Box<dyn BufRead>>, FormatError> {
    let input: Box<dyn BufRead> = Box::new(BufReader::new(Interruptible::new(file)));
    let mut reader = Reader::new(input)?;
    reader.limit_memory(memory);
    Ok(reader)
}

/// A certificate that was opened, and the game that it is about.
struct Opened {
    reader: Reader<Box<dyn BufRead>>,
    name: String,
    game: AnyGame,
    /// What the game states beyond its rules.
    facts: &'static str,
}

fn open(games: &Catalogue, arguments: &Check) -> Result<Opened, String> {
    let path = &arguments.file;
    let named = |reason: &dyn std::fmt::Display| format!("{}: {reason}", path.display());
    let file = File::open(path).map_err(|error| named(&error))?;
    let memory = arguments.memory.unwrap_or_else(gametree_machine::ceiling);
    let mut reader = reader(file, memory).map_err(|error| named(&error))?;
    let mut bar = Bar::new(false, reader.header().records);
    reader.watch(move |read| bar.reach(read));
    let name = match &arguments.game {
        Some(game) => game.clone(),
        None => game_of(reader.header()).map_err(|reason| named(&reason))?,
    };
    let game = games.open(&name).map_err(|error| named(&plain(&error.to_string())))?;
    if let Some(note) = game.note() {
        complain(&format!("{name}: {note}"));
    }
    let facts = games.entry(&name).map_or("whatever it states", |entry| entry.facts);
    Ok(Opened { reader, name, game, facts })
}

/// The game that a certificate names. A file that only the certificate names is not opened: the user has to
/// name it.
fn game_of(header: &Header) -> Result<String, String> {
    match files::of_game(&header.game) {
        Some(_) => {
            let game = plain(&header.game);
            Err(format!("it is about a tree in a file ({game}): name the file with --game"))
        }
        None => Ok(header.game.clone()),
    }
}

/// `gametree check`.
pub fn check(games: &Catalogue, arguments: &Check) -> Result<(String, Ending), String> {
    let started = Instant::now();
    let Opened { mut reader, name, game, facts } = open(games, arguments)?;
    let header = reader.header().clone();
    let trusted = header.trusts_facts.then_some(facts);
    let verdict = match game.check(&mut reader, None) {
        Ok(checked) => Ok(checked),
        Err(CheckError::Refused(reason)) => Err(reason),
        Err(_) if is_interrupted() => return Ok(interrupted(&arguments.file)),
        Err(error) => return Err(unreadable(&arguments.file, &error)),
    };
    let time = started.elapsed();
    let ending = if verdict.is_ok() { Ending::Answered } else { Ending::Wrong };
    let output = match arguments.format {
        Format::Json => as_json(&header, &name, trusted, &verdict, time),
        Format::Text => for_people(&header, &name, trusted, &verdict, time),
    };
    Ok((output, ending))
}

/// Why there is no verdict.
fn unreadable(file: &Path, error: &CheckError) -> String {
    let how = match error {
        CheckError::Memory(_) => " (--memory sets another limit)",
        _ => "",
    };
    format!("{}: {}{how}", file.display(), plain(&error.to_string()))
}

fn is_interrupted() -> bool {
    interrupt_flag().load(Ordering::Relaxed)
}

/// The check was interrupted.
fn interrupted(file: &Path) -> (String, Ending) {
    complain(&format!("{}: interrupted before all of it was checked", file.display()));
    (String::new(), Ending::CutShort)
}

fn as_json(
    header: &Header,
    game: &str,
    trusted: Option<&str>,
    verdict: &Result<Checked, String>,
    time: Duration,
) -> String {
    let checked = verdict.as_ref().ok();
    let (lower, upper) = json::ends(header.claim);
    let position = Some(&header.position).filter(|text| !text.is_empty());
    json::line(&json!({
        "schema": json::SCHEMA,
        "game": game,
        "position": position,
        "lower": lower,
        "upper": upper,
        "accepted": checked.is_some(),
        "reason": verdict.as_ref().err(),
        "trusted_facts": trusted,
        "records": header.records,
        "leaves": checked.map(|checked| checked.leaves),
        "facts": checked.map(|checked| checked.facts),
        "most_kept": checked.map(|checked| checked.most_kept),
        "seconds": time.as_secs_f64(),
    }))
}

fn for_people(
    header: &Header,
    game: &str,
    trusted: Option<&str>,
    verdict: &Result<Checked, String>,
    time: Duration,
) -> String {
    let mut rows = about(header, game, trusted);
    rows.push(match verdict {
        Ok(_) => ("verdict", text::bold("proven")),
        Err(reason) => ("verdict", format!("{}: {}", text::bold("refused"), plain(reason))),
    });
    if let Ok(checked) = verdict {
        let records = text::count(checked.records, "record", "records");
        let leaves = text::count(checked.leaves, "leaf", "leaves");
        let kept = text::grouped(checked.most_kept as u64);
        let facts = match checked.facts {
            0 => String::new(),
            facts => format!("{} by facts, ", text::count(facts, "position", "positions")),
        };
        let time = text::seconds(time);
        let work = format!("{records}, {leaves}, {facts}at most {kept} in memory, {time}");
        rows.push(("checked", work));
    }
    table(&rows)
}

/// What a certificate is about.
fn about(header: &Header, game: &str, trusted: Option<&str>) -> Vec<(&'static str, String)> {
    let at = match plain(&header.position) {
        text if text.is_empty() => text,
        text => format!(" at {text}"),
    };
    let mut rows = vec![("game", format!("{}{at}", plain(game)))];
    rows.push(("claim", text::interval(header.claim)));
    rows.push(match trusted {
        Some("none") => ("trusts", "the rules, and facts that the game does not describe".into()),
        Some(facts) => ("trusts", format!("the rules, and as facts: {facts}")),
        None => ("trusts", "the rules".into()),
    });
    rows
}

fn table(rows: &[(&str, String)]) -> String {
    rows.iter().map(|(name, text)| format!("{name:<9} {text}\n")).collect()
}

/// `gametree certificate show`.
pub fn show(games: &Catalogue, arguments: &Show) -> Result<(String, Ending), String> {
    let check = &arguments.check;
    let Opened { mut reader, name, game, .. } = open(games, check)?;
    let header = reader.header().clone();
    let position = arguments.position.clone().unwrap_or_else(|| header.position.clone());
    game.check_position(&position).map_err(|error| error.to_string())?;
    let file = check.file.display();
    let checked = match game.check(&mut reader, Some(&position)) {
        Ok(checked) => checked,
        Err(CheckError::Refused(reason)) => {
            let refused = format!("refused   {file}: {}\n", plain(&reason));
            return Ok((refused, Ending::Wrong));
        }
        Err(_) if is_interrupted() => return Ok(interrupted(&check.file)),
        Err(error) => return Err(unreadable(&check.file, &error)),
    };
    // The bounds of the root are known even if that takes no record.
    let root = (position == header.position).then_some(Asked { bounds: checked.bounds, mv: None });
    let Some(Asked { bounds, mv }) = checked.asked.or(root) else {
        let none = format!(
            "{file} says nothing of '{}': neither strategy leads there\n",
            plain(&position)
        );
        return Ok((none, Ending::Wrong));
    };
    let (lower, upper) = json::ends(bounds);
    let output = match check.format {
        Format::Json => json::line(&json!({
            "schema": json::SCHEMA,
            "game": name,
            "position": position,
            "lower": lower,
            "upper": upper,
            "move": mv,
        })),
        Format::Text => {
            let at = if position.is_empty() { "the start".into() } else { plain(&position) };
            let mut rows = vec![
                ("game", plain(&name)),
                ("position", at),
                ("proven", text::bold(&text::interval(bounds))),
            ];
            rows.extend(mv.map(|mv| ("move", plain(&mv))));
            table(&rows)
        }
    };
    Ok((output, Ending::Answered))
}
