//! The folder of a run: a file that says which run it is, rows, and the report.

use std::fs;
use std::path::{Path, PathBuf};

use gametree_lab::experiments::Setting;
use gametree_lab::ledger::{self, Ledger};

/// The file that says which run a folder belongs to.
const MARK: &str = "lab.json";

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
        let mut entries = fs::read_dir(path).map_err(|error| refused(path, &error))?;
        match entries.next() {
            None => Ok(()),
            Some(_) => Err(format!(
                "--out: {} holds something else already: choose another folder",
                path.display()
            )),
        }
    }

    /// Opens the folder of a run, or makes it.
    ///
    /// # Errors
    /// If there is something else in it, or it cannot be made.
    pub fn open(path: &Path, setting: &Setting) -> Result<Folder, String> {
        Folder::check(path, setting)?;
        for part in ["rows", "csv", "figures"] {
            fs::create_dir_all(path.join(part)).map_err(|error| refused(path, &error))?;
        }
        // The mark alone: there are no rows in it.
        Ledger::open::<()>(&path.join(MARK), setting)?;
        Ok(Folder { path: path.to_path_buf() })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }
}

fn refused(path: &Path, error: &std::io::Error) -> String {
    format!("--out: {}: {error}", path.display())
}
