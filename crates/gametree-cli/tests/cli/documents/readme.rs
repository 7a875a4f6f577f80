//! The first command of the README: it works, and finds what is printed there.

use std::path::Path;
use std::process::Command;

use crate::support::command;

/// The text between the first line that is `from` and the next one that is three backticks.
fn block<'t>(text: &'t str, from: &str) -> &'t str {
    let (_, rest) = text.split_once(from).expect("there is such a block");
    rest.split_once("```").expect("it ends").0
}

/// What does not depend on the machine: name, value, leaves, ratios, inner nodes, nodes.
fn rows(table: &str) -> Vec<Vec<&str>> {
    let lines = table.lines().map(|line| line.split_whitespace().take(8).collect::<Vec<_>>());
    lines.filter(|row| row.len() == 8 && row[2].starts_with(|c: char| c.is_ascii_digit())).collect()
}

#[test]
fn the_first_command_finds_what_the_readme_shows() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
    let Ok(readme) = std::fs::read_to_string(file) else {
        println!("SKIPPED: the README is not here, outside of the repository");
        return;
    };
    let line = block(&readme, "```sh\n").lines().next().expect("a command");
    let arguments = line.strip_prefix("cargo run --release -- ").expect("the command is ours");
    let mut gametree = Command::new(command());
    let output = gametree.args(arguments.split_whitespace()).output().expect("it starts");
    assert!(output.status.success(), "{output:?}");
    let found = String::from_utf8(output.stdout).expect("text");
    let shown = rows(block(&readme, "```text\n"));
    assert!(shown.len() > 5, "{} rows are too few", shown.len());
    let found = rows(&found);
    let told = format!("each of the {} algorithms", found.len());
    assert!(readme.contains(&told), "the README should say '{told}'");
    for row in shown {
        assert!(found.contains(&row), "{line}: {row:?} is not among {found:?}");
    }
}
