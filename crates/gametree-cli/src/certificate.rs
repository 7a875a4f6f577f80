//! `gametree check`, `gametree certificate show`, and writing certificates.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use gametree::job::{AnyGame, Job, JobError, Report};
use gametree::proof::check::{CheckError, Checked};
use gametree::proof::format::{Header, Reader};
use gametree::proof::{Asked, Proof, ProofError};
use gametree::{Limits, Workspace};
use serde::Serialize;
use serde_json::{Number, json};

use crate::args::{Check, Format, Show, Solve};
use crate::output::Ending;
use crate::progress::{Bar, Steps, interrupt_flag};
use crate::{json, text};

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
    /// Proving and writing took so long.
    seconds: f64,
}

impl Written {
    pub fn for_people(&self) -> String {
        let records = text::grouped(self.records as u64);
        let (bytes, time) = (text::bytes(self.bytes), Duration::from_secs_f64(self.seconds));
        format!("{}: {records} records, {bytes}, {}", self.file, text::seconds(time))
    }
}

/// Where a certificate goes. What was there before stays until the new one is complete.
pub struct Destination {
    path: PathBuf,
    /// Written first, and renamed when it is complete. None where something else than a file is, such
    /// as a device or a pipe: nothing may take its place.
    part: Option<PathBuf>,
    output: Option<BufWriter<File>>,
}

impl Destination {
    /// Makes sure that something can be written there, before anything is searched.
    pub fn open(path: &Path) -> Result<Destination, String> {
        if path.is_dir() {
            return Err(format!("--certificate: {} is a directory", path.display()));
        }
        // A link stays one.
        let path = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        let mut name = path.file_name().unwrap_or_default().to_os_string();
        name.push(format!(".part-{}", std::process::id()));
        let part = (path.is_file() || !path.exists()).then(|| path.with_file_name(name));
        let file = File::create(part.as_ref().unwrap_or(&path))
            .map_err(|error| format!("--certificate: cannot write {}: {error}", path.display()))?;
        Ok(Destination { path, part, output: Some(BufWriter::new(file)) })
    }

    /// Writes the certificate; says how many bytes it has, if that can be known.
    fn write(&mut self, proof: &Proof, game: &str, position: &str) -> io::Result<u64> {
        let output = self.output.take().expect("it is written once");
        let mut output = proof.write(output, game, position)?;
        output.flush()?;
        let file = output.get_ref();
        let bytes = file.metadata()?.len();
        if let Some(part) = &self.part {
            file.sync_all()?;
            std::fs::rename(part, &self.path)?;
        }
        Ok(bytes)
    }
}

impl Drop for Destination {
    fn drop(&mut self) {
        // Nothing is there any more if all went well.
        let _ = self.part.as_ref().map(std::fs::remove_file);
    }
}

/// What a job has to be like for its answer to be proven: refused before anything is searched.
pub fn prepare(arguments: &Solve, game: &AnyGame, job: &mut Job) -> Result<(), String> {
    if arguments.certificate.is_none() {
        return Ok(());
    }
    if job.depth.is_some() {
        return Err("--certificate: what --depth finds is an estimate, which cannot be proven (leave out one of the two)".into());
    }
    game.can_prove(job).map_err(|error| refused(error, &arguments.question.game))?;
    job.facts = arguments.trust_facts;
    job.limits.memory = job.limits.memory.map(|bytes| bytes / 2);
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
    report: &Report,
    workspace: &mut Workspace,
    mut destination: Destination,
) -> Result<Written, (String, Ending)> {
    let question = &arguments.question;
    let started = Instant::now();
    let mut steps = Steps::new(question.quiet, "proving");
    // What the search could find within its limits can be proven, but need not be within the same.
    let memory = job.limits.memory;
    let limits = Limits::none().memory(memory).stop(interrupt_flag());
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
    let file = destination.path.display().to_string();
    let bytes = destination.write(&proof, &question.game, position).map_err(|error| {
        (format!("--certificate: cannot write {file}: {error}"), Ending::Unwritten)
    })?;
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

/// A certificate that was opened, and the game that it is about.
struct Opened {
    reader: Reader<Box<dyn BufRead>>,
    name: String,
    game: AnyGame,
}

fn open(arguments: &Check) -> Result<Opened, String> {
    let path = &arguments.file;
    let named = |reason: &dyn std::fmt::Display| format!("{}: {reason}", path.display());
    let file = File::open(path).map_err(|error| named(&error))?;
    let input: Box<dyn BufRead> = Box::new(BufReader::new(file));
    let mut reader = Reader::new(input).map_err(|error| named(&error))?;
    let mut bar = Bar::new(false, reader.header().records);
    reader.watch(move |read| bar.reach(read));
    let name = match &arguments.game {
        Some(game) => game.clone(),
        None => game_of(reader.header()).map_err(|reason| named(&reason))?,
    };
    let game = gametree_games::open(&name).map_err(|error| named(&plain(&error.to_string())))?;
    Ok(Opened { reader, name, game })
}

/// The game that a certificate names. It may name any file as a tree, but no device.
fn game_of(header: &Header) -> Result<String, String> {
    let file = header.game.strip_prefix("tree:");
    if file.is_some_and(|file| std::fs::metadata(file).is_ok_and(|found| !found.is_file())) {
        return Err(format!("{} is not a file (give --game)", plain(&header.game)));
    }
    Ok(header.game.clone())
}

/// A text from a certificate, in one line and not too long for one.
fn plain(text: &str) -> String {
    const MOST: usize = 200;
    let shown: String = text.chars().take(MOST).flat_map(char::escape_debug).collect();
    if text.chars().nth(MOST).is_some() { shown + "..." } else { shown }
}

/// `gametree check`.
pub fn check(arguments: &Check) -> Result<(String, Ending), String> {
    let started = Instant::now();
    let Opened { mut reader, name, game } = open(arguments)?;
    let header = reader.header().clone();
    let verdict = match game.check(&mut reader, None) {
        Ok(checked) => Ok(checked),
        Err(CheckError::Refused(reason)) => Err(reason),
        Err(error) => {
            return Err(format!("{}: {}", arguments.file.display(), plain(&error.to_string())));
        }
    };
    let time = started.elapsed();
    let ending = if verdict.is_ok() { Ending::Answered } else { Ending::Wrong };
    let output = match arguments.format {
        Format::Json | Format::Jsonl => as_json(&header, &name, &verdict, time),
        Format::Text => for_people(&header, &name, &verdict, time),
    };
    Ok((output, ending))
}

/// Which facts a certificate trusts.
fn trusted(header: &Header, game: &str) -> Option<&'static str> {
    let name = game.split(':').next().unwrap_or_default();
    let entry = gametree_games::GAMES.iter().find(|entry| entry.name == name);
    header.trusts_facts.then(|| entry.map_or("whatever it states", |entry| entry.facts))
}

fn as_json(
    header: &Header,
    game: &str,
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
        "trusted_facts": trusted(header, game),
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
    verdict: &Result<Checked, String>,
    time: Duration,
) -> String {
    let mut rows = about(header, game);
    rows.push(match verdict {
        Ok(_) => ("verdict", text::bold("proven")),
        Err(reason) => ("verdict", format!("{}: {reason}", text::bold("refused"))),
    });
    if let Ok(checked) = verdict {
        let (records, leaves) = (text::grouped(checked.records), text::grouped(checked.leaves));
        let kept = text::grouped(checked.most_kept as u64);
        let facts = match checked.facts {
            0 => String::new(),
            facts => format!("{} positions by facts, ", text::grouped(facts)),
        };
        let time = text::seconds(time);
        let work =
            format!("{records} records, {leaves} leaves, {facts}{kept} kept at most, {time}");
        rows.push(("checked", work));
    }
    table(&rows)
}

/// What a certificate is about.
fn about(header: &Header, game: &str) -> Vec<(&'static str, String)> {
    let at = match plain(&header.position) {
        text if text.is_empty() => text,
        text => format!(" at {text}"),
    };
    let mut rows = vec![("game", format!("{}{at}", plain(game)))];
    rows.push(("claim", text::interval(header.claim)));
    rows.push(match trusted(header, game) {
        Some(facts) => ("trusts", format!("the rules, and as facts: {facts}")),
        None => ("trusts", "the rules".into()),
    });
    rows
}

fn table(rows: &[(&str, String)]) -> String {
    rows.iter().map(|(name, text)| format!("{name:<9} {text}\n")).collect()
}

/// `gametree certificate show`.
pub fn show(arguments: &Show) -> Result<(String, Ending), String> {
    let check = &arguments.check;
    let Opened { mut reader, name, game } = open(check)?;
    let header = reader.header().clone();
    let position = arguments.position.clone().unwrap_or_else(|| header.position.clone());
    game.check_position(&position).map_err(|error| error.to_string())?;
    let file = check.file.display();
    let checked = match game.check(&mut reader, Some(&position)) {
        Ok(checked) => checked,
        Err(CheckError::Refused(reason)) => {
            let refused = format!("refused   {file}: {reason}\n");
            return Ok((refused, Ending::Wrong));
        }
        Err(error) => return Err(format!("{file}: {}", plain(&error.to_string()))),
    };
    // Of the root something is known even if that takes no record.
    let root = (position == header.position).then_some(Asked { bounds: checked.bounds, mv: None });
    let Some(Asked { bounds, mv }) = checked.asked.or(root) else {
        let none = format!("{file} says nothing of '{position}': neither strategy leads there\n");
        return Ok((none, Ending::Wrong));
    };
    let (lower, upper) = json::ends(bounds);
    let output = match check.format {
        Format::Json | Format::Jsonl => json::line(&json!({
            "schema": json::SCHEMA,
            "game": name,
            "position": position,
            "lower": lower,
            "upper": upper,
            "move": mv,
        })),
        Format::Text => {
            let at = if position.is_empty() { "the start".into() } else { position };
            let mut rows = vec![
                ("game", name),
                ("position", at),
                ("proven", text::bold(&text::interval(bounds))),
            ];
            rows.extend(mv.map(|mv| ("move", mv)));
            table(&rows)
        }
    };
    Ok((output, Ending::Answered))
}
