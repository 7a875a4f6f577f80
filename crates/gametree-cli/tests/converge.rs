//! `gametree converge` as a user meets it.

mod support;

use std::path::{Path, PathBuf};

use serde_json::Value;

use support::{gametree, json, stdout};

/// A file that is not there yet.
fn fresh(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path
}

const TRAP: &str = "implanted:d=12,max=0/4,min=3/5,bias=0/0.5";

/// The row of a table whose first cells are these.
fn row<'v>(table: &'v Value, names: &[&str]) -> &'v [Value] {
    let rows = table["rows"].as_array().unwrap();
    let named = |row: &&Value| names.iter().enumerate().all(|(i, name)| row[i] == **name);
    rows.iter().find(named).unwrap_or_else(|| panic!("{names:?} in {table}")).as_array().unwrap()
}

#[test]
fn a_game_says_when_and_after_which_start() {
    let data = json(&["converge", TRAP, "--runs", "20", "--quiet"]);
    let [times, moves] = data["tables"].as_array().unwrap().as_slice() else { panic!("{data}") };
    let runs = |start: &str| row(times, &[start, "converged"])[2].as_f64().unwrap();
    assert_eq!((runs("all"), runs("favourable") + runs("unfavourable")), (20.0, 20.0));
    let leaves = |what: &str| row(times, &["all", what])[4].as_f64().unwrap();
    assert!(leaves("converged") > leaves("right move preferred"), "{times}");
    assert_eq!(row(times, &["all", "proven"])[3], 0.0, "averages prove nothing");
    let [low, high] = [0, 1].map(|i| row(times, &["all", "converged"])[5][i].as_f64().unwrap());
    assert!(low < leaves("converged") && leaves("converged") < high);
    // One move of two is right, and gets most of the visits.
    let share = |right: &str| {
        let rows = moves["rows"].as_array().unwrap().iter();
        rows.filter(|row| row[1] == right).map(|row| row[2].as_f64().unwrap()).sum::<f64>()
    };
    assert!(share("yes") > 0.5 && (share("yes") + share("no") - 1.0).abs() < 1e-9, "{moves}");
    let text = stdout(&gametree(&["converge", TRAP, "--runs", "20"]));
    assert!(text.starts_with(&format!("{TRAP}, tau 0.7, 20 runs of at most 1,000,000")), "{text}");
    assert!(text.contains("unfavourable"), "{text}");
}

#[test]
fn the_file_is_the_same_on_any_number_of_threads() {
    let [one, three] = ["converge-1.jsonl", "converge-3.jsonl"].map(fresh);
    let common =
        ["converge", TRAP, "--runs", "8", "--algorithm", "mcts-solver", "--algorithm", "fsss"];
    let with = |threads: &str, path: &Path| {
        let out = ["--threads", threads, "--out", path.to_str().unwrap()];
        gametree(&[&common[..], &out].concat())
    };
    assert_eq!(with("1", &one).status.code(), Some(0));
    with("3", &three);
    let whole = std::fs::read(&one).unwrap();
    assert_eq!(whole, std::fs::read(&three).unwrap());
    assert_eq!(whole.iter().filter(|&&byte| byte == b'\n').count(), 17);
    // Half of it is taken up again.
    std::fs::write(&three, &whole[..whole.len() / 2]).unwrap();
    with("2", &three);
    assert_eq!(whole, std::fs::read(&three).unwrap());
    let other = gametree(&["converge", TRAP, "--runs", "9", "--out", one.to_str().unwrap()]);
    assert_eq!(other.status.code(), Some(2), "{other:?}");
}

#[test]
fn every_study_runs_and_draws() {
    let common = ["--runs", "4", "--limit", "20k", "--quiet"];
    for (study, tables, drawn) in [
        ("traps", 2, false),
        ("depths:d=8", 3, true),
        ("depths:d=20,k=3", 2, false),
        ("scenarios:p=0.2", 2, true),
        ("escape:d=8", 9, true),
    ] {
        let picture = fresh("converge.svg");
        let svg = ["--svg", picture.to_str().unwrap()];
        let arguments =
            [&["converge", study][..], &common, if drawn { &svg } else { &[] }].concat();
        let data = json(&arguments);
        assert_eq!(data["tables"].as_array().unwrap().len(), tables, "{study}: {data}");
        assert_eq!(data["finished"], data["units"], "{study}");
        assert_eq!(picture.exists(), drawn);
        if drawn {
            assert!(std::fs::read_to_string(&picture).unwrap().starts_with("<svg"));
        }
    }
}

#[test]
fn what_makes_no_sense_gets_one_line() {
    for (arguments, says) in [
        (&["implanted:d=8,max=3"][..], "MAX does not move at depth 3"),
        (&["implanted:d=8,max=8"], "outside the tree"),
        (&["implanted:d=8,max=0", "--tau", "1"], "tau 1 should be above 0 and below 1"),
        (&["implanted:d=8,max=0", "--tau", "0"], "above 0 and below 1"),
        (&["implanted:d=8,max=0", "--tau", "nan"], "above 0 and below 1"),
        (&["implanted:d=8,max=0", "--tau", "-0.5"], "above 0 and below 1"),
        (&["implanted:d=8,max=0", "--runs", "0"], "--runs"),
        (&["implanted:d=8,max=0", "--limit", "0"], "--limit"),
        (&["implanted:d=8,max=0", "--algorithm", "mctss"], "did you mean"),
        (&["implanted:d=8,max=0", "--algorithm", "ab"], "no steps"),
        (&["trap"], "did you mean 'traps'?"),
        (&["traps:sed=2"], "known: seed"),
        (&["traps:x"], "key=value"),
        (&["depths:d=9"], "an even number"),
        (&["scenarios", "--algorithm", "uct"], "no --algorithm"),
        (&["escape:d=3"], "from 4 to 40"),
        (&["ewn:3"], "chance moves first"),
        (&["traps", "--svg", "x.svg", "--runs", "1"], "nothing to draw"),
    ] {
        let output = gametree(&[&["converge"], arguments].concat());
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(error.contains(says) && error.lines().count() == 1, "{arguments:?}: {error}");
    }
}
