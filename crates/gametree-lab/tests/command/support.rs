//! What tests of the command share.

use std::panic::Location;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// Its name, as it is called in documents and complains.
pub const NAME: &str = "gametree-lab";

/// The command that is tested: the one of this build, unless `GAMETREE_LAB_COMMAND` names another.
pub fn command() -> String {
    std::env::var("GAMETREE_LAB_COMMAND")
        .unwrap_or_else(|_| env!("CARGO_BIN_EXE_gametree-lab").into())
}

/// Runs the command.
pub fn lab(arguments: &[&str]) -> Output {
    Command::new(command())
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("the command starts")
}

/// What it printed.
pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Runs it, and reads the JSON that it prints.
pub fn json(arguments: &[&str]) -> Value {
    let output = lab(&[arguments, &["--format", "json"]].concat());
    let text = stdout(&output);
    serde_json::from_str(&text).unwrap_or_else(|_| panic!("{arguments:?}: {text} {output:?}"))
}

/// A path for a file or folder of a test, where nothing is yet. Each file of tests has its own folder, so that the same name in two
/// of them does no harm.
#[track_caller]
pub fn fresh(name: &str) -> PathBuf {
    let owner = Location::caller().file().replace(['/', '\\'], "-");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(owner);
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    let _ = std::fs::remove_dir_all(&path);
    let _ = std::fs::remove_file(&path);
    path
}

/// The path of a new file.
#[track_caller]
pub fn file(name: &str, content: &str) -> String {
    let path = fresh(name);
    std::fs::write(&path, content).unwrap();
    text(&path).to_string()
}

/// A new folder.
#[track_caller]
pub fn folder(name: &str) -> PathBuf {
    let path = fresh(name);
    std::fs::create_dir_all(&path).unwrap();
    path
}

pub fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}
