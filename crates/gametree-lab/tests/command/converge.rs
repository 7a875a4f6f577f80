//! `gametree-lab converge` as a user meets it.

use std::path::Path;

use serde_json::Value;

use crate::support::{fresh, json, lab, stdout};

const TRAP: &str = "implanted:d=12,max=0/4,min=3/5,bias=0/0.5";

/// The figure of a column, in the row whose other columns are these.
fn figure<'v>(table: &'v Value, names: &[(&str, &str)], column: &str) -> &'v Value {
    let place = |column: &str| {
        let columns = table["columns"].as_array().unwrap();
        columns
            .iter()
            .position(|name| name == column)
            .unwrap_or_else(|| panic!("{column}: {table}"))
    };
    let named = |row: &&Value| names.iter().all(|(column, name)| row[place(column)] == **name);
    let rows = table["rows"].as_array().unwrap();
    &rows.iter().find(named).unwrap_or_else(|| panic!("{names:?} in {table}"))[place(column)]
}

#[test]
fn a_game_says_when_and_after_which_start() {
    let data = json(&["converge", TRAP, "--runs", "20", "--quiet"]);
    let [times, moves] = data["tables"].as_array().unwrap().as_slice() else { panic!("{data}") };
    let number = |start: &str, when: &str, column: &str| {
        figure(times, &[("start", start), ("event", when)], column).as_f64().unwrap()
    };
    let runs = |start: &str| number(start, "converged", "runs");
    assert_eq!((runs("all"), runs("favourable") + runs("unfavourable")), (20.0, 20.0));
    let leaves = |when: &str| number("all", when, "mean leaves");
    assert!(leaves("converged") > leaves("right move preferred"), "{times}");
    assert_eq!(number("all", "proven", "happened in"), 0.0, "averages prove nothing");
    let interval = figure(times, &[("start", "all"), ("event", "converged")], "95 %");
    let [low, high] = [0, 1].map(|i| interval[i].as_f64().unwrap());
    assert!(low < leaves("converged") && leaves("converged") < high);
    let believed = number("all", "converged", "believed worth");
    assert!((0.7..1.0).contains(&believed), "{believed}");
    // One move of two is right, and gets most of the visits.
    let share = |right: &str| {
        let rows = moves["rows"].as_array().unwrap().iter();
        rows.filter(|row| row[1] == right).map(|row| row[2].as_f64().unwrap()).sum::<f64>()
    };
    assert!(share("yes") > 0.5 && (share("yes") + share("no") - 1.0).abs() < 1e-9, "{moves}");
    let text = stdout(&lab(&["converge", TRAP, "--runs", "20"]));
    assert!(text.starts_with(&format!("{TRAP}, tau 0.7, 20 runs of at most 1,000,000")), "{text}");
    assert!(text.contains("unfavourable"), "{text}");
    let (_, short) = text.split_once("\nIn short\n").unwrap();
    assert!(short.starts_with("Converged: mcts:selection=ucb1,c=0.35 took "), "{text}");
}

#[test]
fn the_file_is_the_same_on_any_number_of_threads() {
    let [one, three] = ["converge-1.jsonl", "converge-3.jsonl"].map(fresh);
    let common =
        ["converge", TRAP, "--runs", "8", "--algorithm", "mcts-solver", "--algorithm", "fsss"];
    let with = |threads: &str, path: &Path| {
        let out = ["--threads", threads, "--out", path.to_str().unwrap()];
        lab(&[&common[..], &out].concat())
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
    let other = lab(&["converge", TRAP, "--runs", "9", "--out", one.to_str().unwrap()]);
    assert_eq!(other.status.code(), Some(2), "{other:?}");
}

#[test]
fn every_study_runs_and_draws() {
    let common = ["--runs", "4", "--limit", "5k", "--quiet"];
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
        let conclusion = &data["conclusion"];
        assert!(!conclusion["sentences"].as_array().unwrap().is_empty(), "{study}: {data}");
        if study.starts_with("escape") {
            let title = data["tables"][0]["title"].as_str().unwrap();
            assert!(title.ends_with("by depth of the tree"), "columns are depths: {title}");
            let [preferred, proven] = [0, 1].map(|event| &conclusion["comparisons"][event]);
            assert_eq!(preferred["event"], "right move preferred");
            assert_eq!(proven["algorithms"].as_array().unwrap().len(), 8, "{proven}");
            assert_eq!(proven["algorithms"][0]["factor"]["value"], 1.0, "{proven}");
        }
        assert_eq!(picture.exists(), drawn);
        if drawn {
            let text = std::fs::read_to_string(&picture).unwrap();
            assert!(text.starts_with("<svg") && text.matches("<path").count() > 4, "{study}");
        }
    }
}

#[test]
fn pictures_spare_what_is_no_picture() {
    let (rows, picture) = (fresh("converge-rows.jsonl"), fresh("converge-rows.svg"));
    let [out, svg] = [&rows, &picture].map(|path| path.to_str().unwrap());
    let drawn = |out: &str, svg: &str| {
        let common = ["converge", "depths:d=8", "--runs", "2", "--limit", "500"];
        lab(&[&common[..], &["--out", out, "--svg", svg]].concat()).status.code()
    };
    assert_eq!(drawn(out, out), Some(2));
    assert_eq!(drawn(out, svg), Some(0));
    let before = std::fs::read(&rows).unwrap();
    assert_eq!(drawn(svg, out), Some(2));
    assert_eq!(drawn(out, out), Some(2));
    assert_eq!(drawn(out, "/no/such/folder/x.svg"), Some(2));
    assert_eq!(drawn(out, svg), Some(0), "a picture may be drawn again");
    assert_eq!(std::fs::read(&rows).unwrap(), before);
    // A row that cannot be right is refused.
    let game = ["converge", TRAP, "--runs", "1", "--out", out];
    std::fs::remove_file(&rows).unwrap();
    lab(&game);
    let text = std::fs::read_to_string(&rows).unwrap();
    let (start, end) = (text.find("\"visits\":[").unwrap(), text.rfind("],").unwrap());
    std::fs::write(&rows, format!("{}\"visits\":[1{}", &text[..start], &text[end..])).unwrap();
    let refused = lab(&game);
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
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
        (&["implanted:d=8,max=0", "--algorithm", "random"], "no steps"),
        (&["trap"], "did you mean 'traps'?"),
        (&["traps:sed=2"], "known: seed"),
        (&["traps:x"], "key=value"),
        (&["traps:seed=1,seed=2"], "twice"),
        (&["traps", "--runs", "2049638230412172402"], "too many"),
        (&["depths:d=9"], "an even number"),
        (&["scenarios", "--algorithm", "uct"], "no --algorithm"),
        (&["escape:d=3"], "from 4 to 40"),
        (&["ewn:3"], "chance moves first"),
        (&["traps", "--svg", "x.svg", "--runs", "1"], "nothing to draw"),
    ] {
        let output = lab(&[&["converge"], arguments].concat());
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(error.contains(says) && error.lines().count() == 1, "{arguments:?}: {error}");
    }
}
