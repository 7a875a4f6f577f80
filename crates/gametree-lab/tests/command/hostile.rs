//! What files and signals can do: nothing.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::{command, file, lab};

fn refused(arguments: &[&str], says: &str) {
    let output = lab(arguments);
    let error = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!((output.status.code(), error.lines().count()), (Some(2), 1), "{output:?}");
    assert!(error.contains(says), "{arguments:?}: {error}");
}

#[test]
fn nothing_of_others_is_written_over() {
    let other = file("notes.txt", "years of work");
    let drawn = ["converge", "depths:d=8", "--runs", "1", "--quiet", "--svg", &other];
    refused(&drawn, "no SVG picture");
    assert_eq!(std::fs::read(&other).unwrap(), b"years of work");
    let rows = file("rows.jsonl", "something\n");
    refused(&["converge", "traps", "--out", &rows], "something else");
}

#[cfg(unix)]
#[test]
fn a_study_can_be_asked_to_end() {
    let mut child = Command::new(command())
        .args(["converge", "traps", "--limit", "1G"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command starts");
    let begun = Instant::now();
    // Until it handles signals they end it without an exit code.
    std::thread::sleep(Duration::from_secs(2));
    let asked = Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
    assert!(asked.unwrap().success());
    while child.try_wait().unwrap().is_none() && begun.elapsed() < Duration::from_secs(30) {
        std::thread::sleep(Duration::from_millis(20));
    }
    let _ = child.kill();
    assert_eq!(child.wait().unwrap().code(), Some(3));
}
