//! What tests of the command share.

use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// The command that is tested: the one of this build, unless `GAMETREE_COMMAND` names another.
pub fn command() -> String {
    std::env::var("GAMETREE_COMMAND").unwrap_or_else(|_| env!("CARGO_BIN_EXE_gametree").into())
}

/// Runs the command.
pub fn gametree(arguments: &[&str]) -> Output {
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
    let output = gametree(&[arguments, &["--format", "json"]].concat());
    let text = stdout(&output);
    serde_json::from_str(&text).unwrap_or_else(|_| panic!("{arguments:?}: {text} {output:?}"))
}
