//! A game of one's own has the whole command.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn clobber(arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_clobber"));
    let command = command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.stderr(Stdio::piped()).spawn().expect("it starts");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it listens");
    child.wait_with_output().expect("it ends")
}

/// What a command that succeeds prints.
fn printed(line: &str) -> String {
    let output = clobber(&line.split_whitespace().collect::<Vec<_>>(), "");
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{line}: {complaint}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn the_game_is_first_in_the_list() {
    let games = printed("games");
    assert!(games.starts_with("clobber:ROWSxCOLUMNS"), "{games}");
    let about = printed("games clobber");
    assert!(about.contains("Albert, Grossman") && about.contains("3 X O X O"), "{about}");
}

#[test]
fn every_command_knows_it() {
    assert!(printed("check-rules clobber:3x3 --games 10").contains("no mistakes found"));
    let solved = printed("solve clobber:3x4");
    assert!(solved.contains("-1 (second player wins)"), "{solved}");
    assert!(printed("solve clobber:3x4 --position a1a2 --all-moves").contains("best"));
    let compared = printed("compare clobber:2x3 --algorithm alphabeta --algorithm df-pn");
    assert!(compared.contains("df-pn"), "{compared}");
    // It has an evaluation: so the selective player looks at it.
    assert!(printed("analyze clobber:4x4 --nodes 500").contains("estimate"));
    assert!(printed("arena clobber:3x3 random mcts:nodes=50 --games 4 --quiet").contains("A - B"));
    let names = printed("completions bash");
    assert!(names.contains("clobber"), "{names}");
    assert!(printed("man solve").contains("clobber"));
    let help = printed("--help");
    assert!(help.contains("Usage: clobber"), "{help}");
    let play = printed("play --help");
    assert!(play.contains("  clobber play clobber:3x4\n") && !play.contains("othello"), "{play}");
    let playing = clobber(&["play", "clobber:2x2", "--against", "random"], "a1a2\nquit\n");
    assert!(String::from_utf8_lossy(&playing.stdout).contains("[X]"), "{playing:?}");
}

#[test]
fn its_values_can_be_proven_and_checked() {
    let file = std::env::temp_dir().join(format!("clobber-{}.gtc", std::process::id()));
    let file = file.to_string_lossy();
    assert!(printed(&format!("solve clobber:3x4 --certificate {file}")).contains("records"));
    let checked = printed(&format!("check {file}"));
    assert!(checked.contains("verdict   proven"), "{checked}");
    std::fs::remove_file(&*file).expect("it was written");
}

#[test]
fn mistakes_are_answered_in_its_name() {
    let output = clobber(&["solve", "clobber:9x9"], "");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        (output.status.code(), &*complaint),
        (Some(2), "clobber: clobber: write ROWSxCOLUMNS, such as 4x4\n")
    );
    let output = clobber(&["solve", "shogi"], "");
    assert!(String::from_utf8_lossy(&output.stderr).contains("known: clobber"));
}
