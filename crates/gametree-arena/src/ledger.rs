//! The file of an experiment: a header, then one row per line, in order, each appended as soon as it is
//! known. Written lines never change, except for a last line that was cut short.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use fs4::{FileExt, TryLockError};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The contents of an experiment's file; see [`Ledger`] for an example.
#[derive(Clone, Debug, PartialEq)]
pub struct Contents<R> {
    /// The first line.
    pub header: Value,
    /// All other lines.
    pub rows: Vec<R>,
    /// Whether the last line was cut short; it is not among the rows.
    pub torn: bool,
}

/// Reads the file of an experiment.
///
/// # Errors
/// If the file does not exist, or cannot be read; one line says why.
pub fn read<R: DeserializeOwned>(path: &Path) -> Result<Contents<R>, String> {
    let name = path.display();
    refuse_others_than_files(path)?;
    let text = std::fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
    let (lines, torn) = complete_lines(&text);
    let header = lines.lines().next().and_then(|line| serde_json::from_str(line).ok());
    let header = header.filter(Value::is_object);
    let header = header.ok_or_else(|| format!("{name} does not begin with a header"))?;
    Ok(Contents { header, rows: rows(lines, path)?, torn: !torn.is_empty() })
}

/// The rows that the file of an experiment has so far: none if it does not exist, or if not even its header was
/// written before the program was killed.
///
/// # Errors
/// If the file belongs to something else, or cannot be read.
pub fn recorded<R: DeserializeOwned>(
    path: &Path,
    header: &impl Serialize,
) -> Result<Vec<R>, String> {
    check(path, header)?;
    match std::fs::read_to_string(path) {
        Ok(text) => rows(complete_lines(&text).0, path),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(format!("{}: {error}", path.display())),
    }
}

/// Checks, before any work is done, that a file belongs to this experiment or does not exist.
///
/// # Errors
/// If the file belongs to something else.
pub fn check(path: &Path, header: &impl Serialize) -> Result<(), String> {
    refuse_others_than_files(path)?;
    let refused = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let Ok(file) = File::open(path) else { return Ok(()) };
    let mut first = String::new();
    let ours = line(header);
    let most = LONGEST_HEADER.max(2 * ours.len() as u64);
    let read = BufReader::new(file.take(most)).read_line(&mut first);
    read.map_err(|_| refused(&NO_HEADER))?;
    match first.strip_suffix('\n') {
        Some(theirs) => same(theirs, &ours).map_err(|reason| refused(&reason)),
        None if ours.starts_with(&first) => Ok(()),
        None => Err(refused(&NO_HEADER)),
    }
}

/// The longest first line that can be a header.
const LONGEST_HEADER: u64 = 1 << 20;

/// The complete lines, and the rest.
fn complete_lines(text: &str) -> (&str, &str) {
    text.split_at(text.rfind('\n').map_or(0, |end| end + 1))
}

fn rows<R: DeserializeOwned>(lines: &str, path: &Path) -> Result<Vec<R>, String> {
    let parsed = lines.lines().enumerate().skip(1).map(|(i, line)| {
        let wrong = |error| format!("{}, line {}: {error}", path.display(), i + 1);
        serde_json::from_str(line).map_err(wrong)
    });
    parsed.collect()
}

/// Refuses pipes and devices.
fn refuse_others_than_files(path: &Path) -> Result<(), String> {
    match path.metadata() {
        Ok(found) if !found.is_file() => Err(format!("{} is not a file", path.display())),
        _ => Ok(()),
    }
}

/// One line of JSON.
fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("names and numbers always serialise") + "\n"
}

/// A file that grows row by row, locked against other writers.
///
/// ```
/// use gametree_arena::ledger::{Ledger, read};
/// # let path = std::env::temp_dir().join(format!("ledger-doc-{}.jsonl", std::process::id()));
/// # let _ = std::fs::remove_file(&path);
///
/// let header = serde_json::json!({ "experiment": "squares" });
/// let (mut ledger, rows) = Ledger::open::<u64>(&path, &header).unwrap();
/// assert!(rows.is_empty(), "a new file");
/// for number in 1..=3u64 {
///     ledger.append(&(number * number)).unwrap();
/// }
/// assert_eq!(read::<u64>(&path).unwrap().rows, [1, 4, 9]);
/// # std::fs::remove_file(&path).unwrap();
/// ```
#[derive(Debug)]
pub struct Ledger {
    path: PathBuf,
    file: File,
}

impl Ledger {
    /// Opens the file of an experiment, or creates it, and returns its rows. An incomplete last line is
    /// removed.
    ///
    /// # Errors
    /// If the file belongs to something else, another process writes to it, or it cannot be written. The
    /// file is unchanged then.
    pub fn open<R: DeserializeOwned>(
        path: &Path,
        header: &impl Serialize,
    ) -> Result<(Ledger, Vec<R>), String> {
        refuse_others_than_files(path)?;
        let refused = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let mut options = OpenOptions::new();
        let opened = options.read(true).append(true).create(true).open(path);
        let file = opened.map_err(|error| refused(&error))?;
        if let Err(TryLockError::WouldBlock) = FileExt::try_lock(&file) {
            return Err(refused(&"another process is writing to it"));
        }
        let mut text = String::new();
        (&file).read_to_string(&mut text).map_err(|error| refused(&error))?;
        let (lines, torn) = complete_lines(&text);
        let ours = line(header);
        let found = lines.lines().next();
        match found {
            Some(theirs) => same(theirs, &ours).map_err(|reason| refused(&reason))?,
            None if ours.starts_with(torn) => {}
            None => return Err(refused(&NO_HEADER)),
        }
        let rows = rows(lines, path)?;
        let mut ledger = Ledger { path: path.to_path_buf(), file };
        if !torn.is_empty() {
            ledger.file.set_len(lines.len() as u64).map_err(|error| refused(&error))?;
        }
        if found.is_none() {
            ledger.write(&ours)?;
        }
        Ok((ledger, rows))
    }

    /// Adds a row.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append(&mut self, row: &impl Serialize) -> Result<(), String> {
        self.write(&line(row))
    }

    fn write(&mut self, line: &str) -> Result<(), String> {
        let written = self.file.write_all(line.as_bytes());
        written.map_err(|error| format!("cannot write to {}: {error}", self.path.display()))
    }
}

const NO_HEADER: &str = "there is something else in it already";

/// Whether two headers are the same; if not, where they first differ.
fn same(theirs: &str, ours: &str) -> Result<(), String> {
    let parsed = |text: &str| serde_json::from_str::<Value>(text).ok();
    let (Some(Value::Object(theirs)), Some(Value::Object(ours))) = (parsed(theirs), parsed(ours))
    else {
        return Err(NO_HEADER.into());
    };
    let differs = |key: &&String| theirs.get(*key) != ours.get(*key);
    match ours.keys().chain(theirs.keys()).find(differs) {
        None => Ok(()),
        Some(key) => {
            let shown = |side: &serde_json::Map<String, Value>| {
                shortened(&side.get(key).map_or("nothing".into(), Value::to_string))
            };
            let (theirs, ours) = (shown(&theirs), shown(&ours));
            Err(format!("it is of another run ({key}: {theirs} there, {ours} here)"))
        }
    }
}

fn shortened(text: &str) -> String {
    const MOST: usize = 80;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_string(),
    }
}
