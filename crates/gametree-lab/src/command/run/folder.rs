//! The folder of a run: a file that says which run it is, rows, and the report.

use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::path::{Path, PathBuf};

use gametree_arena::ledger::{self, Ledger};
use gametree_cli::files;

use crate::experiments::{ALL, Setting, Shard, Work};

/// The file that says which run a folder belongs to and, a line each, which builds of the program have made its rows.
const MARK: &str = "lab.json";

const PAGE: &str = "index.html";

/// The folders in it, and how the names of their files end.
const PARTS: [(&str, &str); 3] = [("rows", ".jsonl"), ("csv", ".csv"), ("figures", ".svg")];

/// The folder of a run.
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// Checks that a folder belongs to this run, is empty, or does not exist.
    ///
    /// # Errors
    /// If there is something else in it.
    pub fn check(path: &Path, setting: &Setting) -> Result<(), String> {
        if !path.exists() {
            return Ok(());
        }
        if !path.is_dir() {
            return Err(format!("--out: {} is not a folder", path.display()));
        }
        let mark = path.join(MARK);
        if mark.exists() {
            return ledger::check(&mark, setting).map_err(|reason| format!("--out: {reason}"));
        }
        // Its own folders with nothing in them are what is left if the system fails before the mark is on the disk.
        let is_empty =
            |path: &Path| fs::read_dir(path).is_ok_and(|mut entries| entries.next().is_none());
        let mut entries = fs::read_dir(path).map_err(|error| refused(path, &error))?;
        let fresh = entries.all(|entry| {
            entry.is_ok_and(|entry| {
                PARTS.iter().any(|(part, _)| entry.file_name() == *part) && is_empty(&entry.path())
            })
        });
        if fresh {
            return Ok(());
        }
        let path = path.display();
        Err(format!("--out: {path} holds something else already: choose another folder"))
    }

    /// Opens the folder of a run, or makes it.
    ///
    /// # Errors
    /// If there is something else in it, or it cannot be made.
    pub fn open(path: &Path, setting: &Setting) -> Result<Folder, String> {
        Folder::check(path, setting)?;
        let make = |path: &Path| fs::create_dir_all(path).map_err(|error| refused(path, &error));
        make(path)?;
        // The mark comes first, so that the folder is known as ours whenever the program is killed.
        Ledger::open::<String>(&path.join(MARK), setting)?;
        for (part, _) in PARTS {
            make(&path.join(part))?;
        }
        Ok(Folder { path: path.to_path_buf() })
    }

    /// Checks, before anything is run, that all rows in the folder are of this run and in their places: the page is
    /// about all of them.
    ///
    /// # Errors
    /// If they are not; says which, and why.
    pub fn check_rows(&self, setting: &Setting) -> Result<(), String> {
        let rows = self.path.join("rows");
        let mut files: Vec<PathBuf> = fs::read_dir(&rows)
            .map_err(|error| refused(&rows, &error))?
            .filter_map(|entry| Some(entry.ok()?.path()))
            .collect();
        files.sort();
        for path in files {
            let file = path.file_name().and_then(|name| name.to_str()).unwrap_or("");
            let found = ALL.iter().find_map(|e| Some((*e, Shard::of_file(file, e.about().name)?)));
            if let Some((experiment, shard)) = found {
                Work::recorded_by(setting, experiment, shard)?.recorded(&path)?;
            }
        }
        Ok(())
    }

    /// Notes which builds make rows in this folder: those of one version can differ, too.
    ///
    /// # Errors
    /// If the mark cannot be written.
    pub fn note_builds(&self, setting: &Setting, builds: &[String]) -> Result<(), String> {
        let (mut ledger, mut noted) = Ledger::open::<String>(&self.path.join(MARK), setting)?;
        for build in builds {
            if !noted.contains(build) {
                ledger.append(build)?;
                noted.push(build.clone());
            }
        }
        Ok(())
    }

    /// The builds of the program that have made rows in a folder, as far as they are noted.
    ///
    /// # Errors
    /// If the mark is not that of this run.
    pub fn builds(path: &Path, setting: &Setting) -> Result<Vec<String>, String> {
        ledger::recorded(&path.join(MARK), setting)
    }

    /// Removes what killed runs have left half-written.
    pub fn tidy(&self) {
        files::remove_stale_parts(&self.path, |name| name == PAGE);
        for (part, ending) in PARTS {
            files::remove_stale_parts(&self.path.join(part), |name| name.ends_with(ending));
        }
    }

    /// The page about everything in the folder.
    pub fn page(&self) -> PathBuf {
        Folder::page_in(&self.path)
    }

    /// The page of a folder, which need not be there yet.
    pub fn page_in(path: &Path) -> PathBuf {
        path.join(PAGE)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Which build of the program this is: a hash of its file.
pub fn this_build() -> String {
    let program = std::env::current_exe().and_then(fs::read).unwrap_or_default();
    let mut hasher = DefaultHasher::new();
    hasher.write(&program);
    format!("{:016x}", hasher.finish())
}

fn refused(path: &Path, error: &std::io::Error) -> String {
    format!("--out: {}: {error}", path.display())
}
