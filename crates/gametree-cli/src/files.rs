//! Files that a command writes: none is left half-written, and none of its input files is replaced.

use std::fs::File;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use fs4::FileExt;

/// Where something is written. What was there before stays until the new file is complete.
pub struct Destination {
    option: &'static str,
    path: PathBuf,
    /// Written first, and renamed when it is complete. `None` if the target is not a regular file but, say,
    /// a device or a pipe, which must not be replaced.
    part: Option<PathBuf>,
    output: Option<BufWriter<File>>,
}

impl Destination {
    /// Checks, before anything is searched, that the file that `option` names can be written and is not an
    /// input of the command.
    pub fn open(
        option: &'static str,
        path: &Path,
        inputs: &[PathBuf],
    ) -> Result<Destination, String> {
        if path.is_dir() {
            return Err(format!("{option}: {} is a directory", path.display()));
        }
        if let Some(input) = inputs.iter().find(|input| is_same(input, path)) {
            return Err(format!(
                "{option}: this command reads {}: choose another file",
                input.display()
            ));
        }
        // A link stays one.
        let path = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        let to_be_replaced = path.is_file() || !path.exists();
        let made = if to_be_replaced {
            remove_stale_parts_of(&path);
            new_part(&path).map(|(part, file)| (Some(part), file))
        } else {
            File::create(&path).map(|file| (None, file))
        };
        let (part, file) =
            made.map_err(|e| format!("{option}: cannot write {}: {e}", path.display()))?;
        parts(|parts| parts.extend(part.clone()));
        Ok(Destination { option, path, part, output: Some(BufWriter::new(file)) })
    }

    /// The final path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Calls back to write all of it; returns the number of bytes, if it is known.
    pub fn write(
        &mut self,
        content: impl FnOnce(BufWriter<File>) -> io::Result<BufWriter<File>>,
    ) -> Result<u64, String> {
        let output = self.output.take().expect("it is written once");
        let write = || -> io::Result<u64> {
            let mut output = content(output)?;
            output.flush()?;
            let file = output.get_ref();
            let bytes = file.metadata()?.len();
            if let Some(part) = &self.part {
                file.sync_all()?;
                std::fs::rename(part, &self.path)?;
            }
            Ok(bytes)
        };
        let refused = |e| format!("{}: cannot write {}: {e}", self.option, self.path.display());
        write().map_err(refused)
    }

    /// Writes a text.
    pub fn write_text(&mut self, text: &str) -> Result<u64, String> {
        self.write(|mut output| output.write_all(text.as_bytes()).map(|()| output))
    }
}

/// Where to write a figure, checked before the work is done: never over an input, nor over a file that is not
/// a figure.
pub fn picture(
    option: &'static str,
    path: &Path,
    inputs: &[PathBuf],
) -> Result<Destination, String> {
    let there = std::fs::metadata(path).is_ok_and(|found| found.is_file() && found.len() > 0);
    if there && start_of(path, 4) != b"<svg" {
        return Err(format!(
            "{option}: {} is there already, and no SVG picture (which begin with <svg): choose another name, \
             or remove it",
            path.display()
        ));
    }
    Destination::open(option, path, inputs)
}

/// The same for a text that always has the same start, by which ours are recognised.
pub fn own_text(
    option: &'static str,
    path: &Path,
    start: &str,
    inputs: &[PathBuf],
) -> Result<Destination, String> {
    let found = start_of(path, start.len() as u64);
    if !found.is_empty() && found != start.as_bytes() {
        let (path, mark) = (path.display(), start.lines().last().unwrap_or_default());
        return Err(format!(
            "{option}: {path} is there already, and was not written by this command (there is no {mark} at its \
             top): choose another name, or remove it"
        ));
    }
    Destination::open(option, path, inputs)
}

/// The first bytes of a file; none if it is no regular file, or cannot be read.
fn start_of(path: &Path, bytes: u64) -> Vec<u8> {
    let mut found = Vec::new();
    if let (true, Ok(file)) = (path.is_file(), File::open(path)) {
        let _ = file.take(bytes).read_to_end(&mut found);
    }
    found
}

impl Drop for Destination {
    fn drop(&mut self) {
        if let Some(part) = &self.part {
            parts(|parts| parts.retain(|other| other != part));
            // If all went well the file is already gone.
            let _ = std::fs::remove_file(part);
        }
    }
}

/// The files that are being written.
static PARTS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn parts<R>(change: impl FnOnce(&mut Vec<PathBuf>) -> R) -> R {
    change(&mut PARTS.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Removes half-written files, before the program exits immediately.
pub fn remove_parts() {
    parts(|parts| parts.drain(..).for_each(|part| drop(std::fs::remove_file(part))));
}

/// How the names of half-written files go on after the name that they will get: up to a number of 16 digits.
const PART: &str = ".part-";

/// A new file beside the one that it will become. Nobody can foresee its name, and it is new: so nothing that waits
/// there, such as a link to another file, is written over.
fn new_part(path: &Path) -> io::Result<(PathBuf, File)> {
    loop {
        // The standard library seeds the keys of its hashes with random numbers of the system.
        let number = RandomState::new().hash_one(path);
        let mut name = path.file_name().unwrap_or_default().to_os_string();
        name.push(format!("{PART}{number:016x}"));
        let part = path.with_file_name(name);
        match File::create_new(&part) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
            made => {
                let file = made?;
                // While it is locked it is not stale; the lock ends with the process. Where there are no locks, the
                // worst is that somebody else removes it.
                let _ = FileExt::try_lock(&file);
                return Ok((part, file));
            }
        }
    }
}

/// Removes what killed processes have left of a file that is to be written.
fn remove_stale_parts_of(path: &Path) {
    if let Some(name) = path.file_name().and_then(|name| name.to_str()) {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        remove_stale_parts(folder.unwrap_or(Path::new(".")), |to_be| to_be == name);
    }
}

/// Removes half-written files that killed processes have left in a folder: those whose final names are ours.
pub fn remove_stale_parts(folder: &Path, is_ours: impl Fn(&str) -> bool) {
    let is_number =
        |text: &str| text.len() == 16 && text.bytes().all(|b| b"0123456789abcdef".contains(&b));
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let Some((to_be, number)) = name.to_str().and_then(|name| name.rsplit_once(PART)) else {
            continue;
        };
        let ours = is_ours(to_be)
            && is_number(number)
            && entry.file_type().is_ok_and(|found| found.is_file());
        // Another process that still writes it holds its lock.
        if ours && File::open(entry.path()).is_ok_and(|file| FileExt::try_lock(&file).is_ok()) {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// The file that a game is read from, if any.
pub fn of_game(game: &str) -> Option<PathBuf> {
    game.strip_prefix("tree:").map(PathBuf::from)
}

/// Whether two paths name the same file.
pub fn is_same(one: &Path, other: &Path) -> bool {
    match (one.metadata(), other.metadata()) {
        (Ok(found), Ok(there)) => {
            is_linked(&found, &there) || one.canonicalize().ok() == other.canonicalize().ok()
        }
        // Neither is there yet, or only one.
        _ => std::path::absolute(one).ok() == std::path::absolute(other).ok(),
    }
}

#[cfg(unix)]
fn is_linked(one: &std::fs::Metadata, other: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
fn is_linked(_: &std::fs::Metadata, _: &std::fs::Metadata) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_still_written_is_not_stale() {
        let folder = std::env::temp_dir().join(format!("gametree-parts-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let stale = ["a.csv", "b.csv"].map(|name| folder.join(format!("{name}.part-{:016x}", 1)));
        stale.iter().for_each(|part| drop(File::create(part).unwrap()));
        let mut destination = Destination::open("--out", &folder.join("b.csv"), &[]).unwrap();
        assert_eq!(stale.each_ref().map(|part| part.exists()), [true, false], "only its own");
        remove_stale_parts(&folder, |name| name.ends_with(".csv"));
        assert!(!stale[0].exists());
        destination.write_text("1").unwrap();
        assert_eq!(std::fs::read_to_string(folder.join("b.csv")).unwrap(), "1");
        drop(destination);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
