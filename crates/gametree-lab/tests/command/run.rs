//! `gametree-lab` and `gametree-lab reproduce` as a user meets them.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::support::{command, fresh, json, lab, stdout, text};

/// Runs an experiment at the smallest scale.
fn run(what: &str, out: &Path, more: &[&str]) -> Output {
    let arguments = ["run", what, "--scale", "tiny", "--quiet", "--out", text(out)];
    lab(&[&arguments[..], more].concat())
}

/// Bad input: one line, exit code 2.
fn refused(output: &Output, reason: &str) {
    let complaint = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!((output.status.code(), complaint.lines().count()), (Some(2), 1), "{complaint}");
    assert!(complaint.contains(reason), "{complaint}");
}

const NAME: &str = "weinstein-1a";

fn rows(out: &Path) -> PathBuf {
    out.join("rows").join(format!("{NAME}.jsonl"))
}

#[test]
fn the_list_has_every_experiment() {
    let data = json(&["list"]);
    let listed = data["experiments"].as_array().unwrap();
    assert!(!listed.is_empty());
    let shown = stdout(&lab(&["list"]));
    for experiment in listed {
        let [name, paper, who] =
            ["name", "paper", "citation"].map(|field| experiment[field].as_str().unwrap());
        // Each stands below the line of its paper.
        let heading = format!("\n\n{paper}: {who}\n");
        let (_, below) = shown.split_once(&heading).expect("a line for the paper");
        let block = below.split("\n\n").next().unwrap();
        assert!(block.lines().any(|line| line.starts_with(&format!("{name} "))), "{name}");
    }
}

/// The page names a command that makes it, whichever commands have filled the folder.
#[test]
fn the_page_names_its_command() {
    let out = fresh("lab-command");
    let command = || {
        let page = std::fs::read_to_string(out.join("index.html")).unwrap();
        let text = page.split("<dt>command</dt><dd><code>").nth(1).unwrap();
        text.split("</code>").next().unwrap().to_string()
    };
    assert!(run("weinstein-1b", &out, &[]).status.success());
    assert_eq!(command(), "gametree-lab run weinstein-1b --scale tiny --seed 1");
    assert!(run("huang-theorems", &out, &["huang-leaves"]).status.success());
    let three = "gametree-lab run huang-theorems huang-leaves weinstein-1b --scale tiny --seed 1";
    assert_eq!(command(), three);
    // All of a paper is one word.
    assert!(run("weinstein", &out, &[]).status.success());
    let joined = fresh("lab-command-merged");
    let merge = ["merge", text(&out), "--out", text(&joined)];
    assert!(lab(&merge).status.success());
    let four = "gametree-lab run huang-theorems huang-leaves weinstein --scale tiny --seed 1";
    assert_eq!(command(), four);
    let page = std::fs::read_to_string(joined.join("index.html")).unwrap();
    assert!(page.contains(four), "what was joined");
    // It does what it says.
    let words: Vec<&str> = four.split(' ').skip(1).collect();
    let again = fresh("lab-command-again");
    let output = lab(&[&words[..], &["--quiet", "--out", text(&again)]].concat());
    assert!(output.status.success(), "{output:?}");
    assert_eq!(std::fs::read_to_string(again.join("index.html")).unwrap(), page);
}

/// A page by itself links to no file, and replaces no file but its like.
#[test]
fn a_page_is_written_by_itself() {
    let (out, folder) = (fresh("lab-published"), fresh("lab-site"));
    std::fs::create_dir_all(&folder).unwrap();
    let page = folder.join("page.html");
    for _ in 0..2 {
        let output = run(NAME, &out, &["--page", text(&page), "--format", "json"]);
        assert!(output.status.success(), "{output:?}");
        let data: Value = serde_json::from_str(&stdout(&output)).unwrap();
        assert!(data["page_alone"].as_str().unwrap().ends_with("page.html"), "{data}");
    }
    let alone = std::fs::read_to_string(&page).unwrap();
    assert!(alone.contains("csv/weinstein-1a.csv") && !alone.contains("href=\"csv"));
    assert!(std::fs::read_to_string(out.join("index.html")).unwrap().contains("href=\"csv"));
    let own = out.join("index.html");
    refused(&run(NAME, &out, &["--page", text(&own)]), "is the page of the folder");
    refused(&run(NAME, &out, &["--page", text(&page), "--shard", "1/2"]), "lab merge");
    let letter = folder.join("letter.html");
    std::fs::write(&letter, "dear").unwrap();
    let none = fresh("lab-published-none");
    refused(&run(NAME, &none, &["--page", text(&letter)]), "there is no <title>gametree");
    assert!(!none.exists() && std::fs::read_to_string(&letter).unwrap() == "dear");
    let merge = ["merge", text(&out), "--out", text(&none), "--page", text(&page)];
    assert!(lab(&merge).status.success());
    assert_eq!(std::fs::read_to_string(&page).unwrap(), alone);
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 2, "nothing half-written is left");
}

/// Games of a file: one without moves says nothing, a game that is not there neither, and the file is part of the run.
#[test]
fn games_of_a_file_are_studied() {
    let out = fresh("lab-games");
    let folder = fresh("lab-pgn");
    std::fs::create_dir_all(&folder).unwrap();
    let file = |name: &str, content: &str| -> String {
        let path = folder.join(name);
        std::fs::write(&path, content).unwrap();
        text(&path).to_string()
    };
    let one =
        file("one.pgn", "[Event \"none\"]\n\n*\n\n[Event \"mate\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n");
    for what in ["ramanujan-fig1", "ramanujan-soft-traps"] {
        let output = run(what, &out, &["--pgn", &one]);
        assert!(output.status.success(), "{output:?}");
    }
    let rows = std::fs::read_to_string(out.join("rows/ramanujan-soft-traps.jsonl")).unwrap();
    let found: Vec<Value> =
        rows.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(found[0]["found"]["largest"], Value::Null, "there is no position");
    assert!(found[1]["found"]["largest"].as_f64().unwrap() > 0.0, "{rows}");
    let page = std::fs::read_to_string(out.join("index.html")).unwrap();
    assert!(page.contains("2 games, ") && page.contains("--pgn FILE"), "the page names them");
    refused(&run("ramanujan-fig1", &out, &[]), "games");
    let other = file("other.pgn", "1. e4 e5 *\n");
    refused(&run("ramanujan-fig1", &out, &["--pgn", &other]), "games");
    refused(&run("ramanujan-fig1", &fresh("lab-none"), &["--pgn", "none.pgn"]), "cannot read");
    let nonsense = file("nonsense.pgn", "shopping list");
    refused(&run("ramanujan-fig1", &fresh("lab-none"), &["--pgn", &nonsense]), "no game of chess");
}

#[test]
fn a_run_writes_a_page_and_rows() {
    let out = fresh("lab-page");
    let output = run(NAME, &out, &["--format", "json"]);
    assert!(output.status.success(), "{output:?}");
    let data: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(data["experiments"][0]["name"], NAME);
    let page = std::fs::read_to_string(out.join("index.html")).unwrap();
    assert!(page.contains("Figure 1(a)") && page.contains("<svg") && page.contains("--seed 1"));
    let figure =
        std::fs::read_to_string(out.join("figures").join(format!("{NAME}-1.svg"))).unwrap();
    assert!(figure.starts_with("<svg"));
    let csv = std::fs::read_to_string(out.join("csv").join(format!("{NAME}.csv"))).unwrap();
    let recorded = std::fs::read_to_string(rows(&out)).unwrap();
    assert_eq!(csv.lines().count(), recorded.lines().count(), "a header and rows");
    // Once more: nothing is left to do, and nothing changes.
    assert!(run(NAME, &out, &[]).status.success());
    assert_eq!(std::fs::read_to_string(rows(&out)).unwrap(), recorded);
    assert_eq!(std::fs::read_to_string(out.join("index.html")).unwrap(), page);
}

/// Killed at several moments without warning, and run again, it writes what an undisturbed run writes.
#[test]
fn a_killed_run_goes_on() {
    let (calm, killed) = (fresh("lab-calm"), fresh("lab-killed"));
    let arguments = |out: &Path| {
        let words = ["run", "huang-leaves", "--quiet", "--threads", "2", "--out", text(out)];
        words.map(String::from)
    };
    let whole = Command::new(command()).args(arguments(&calm)).output().unwrap();
    assert!(whole.status.success(), "{whole:?}");
    for wait in [15, 60, 5, 120, 30] {
        let mut child = Command::new(command())
            .args(arguments(&killed))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(wait));
        let _ = child.kill();
        child.wait().unwrap();
    }
    let end = Command::new(command()).args(arguments(&killed)).output().unwrap();
    assert!(end.status.success(), "{end:?}");
    let read = |out: &Path| std::fs::read_to_string(out.join("rows/huang-leaves.jsonl")).unwrap();
    assert_eq!(read(&killed), read(&calm));
}

/// Rows that several builds have made are said to be: two builds of one version can differ.
#[test]
fn rows_of_several_builds_are_said_to_be() {
    let out = fresh("lab-builds");
    let told = |output: &Output| stdout(output).contains("builds of this version");
    let shown =
        || std::fs::read_to_string(out.join("index.html")).unwrap().contains("builds of it");
    let first = run(NAME, &out, &[]);
    assert!(first.status.success() && !told(&first) && !shown(), "{first:?}");
    // Another build goes on where half of the rows are missing.
    let mark = std::fs::read_to_string(out.join("lab.json")).unwrap();
    let header = mark.lines().next().unwrap();
    std::fs::write(out.join("lab.json"), format!("{header}\n\"another\"\n")).unwrap();
    let again = run(NAME, &out, &[]);
    assert!(again.status.success() && !told(&again) && !shown(), "it has made none: {again:?}");
    let all = std::fs::read_to_string(rows(&out)).unwrap();
    let half = &all[..=all[..all.len() / 2].rfind('\n').unwrap()];
    std::fs::write(rows(&out), half).unwrap();
    let third = run(NAME, &out, &[]);
    assert!(third.status.success() && told(&third) && shown(), "{third:?}");
    assert_eq!(std::fs::read_to_string(rows(&out)).unwrap(), all);
}

/// Whatever a killed run has left, the same command goes on.
#[test]
fn what_a_killed_run_leaves_is_no_obstacle() {
    let out = fresh("lab-left");
    // Stopped before the mark was on the disk, then while it was written.
    for part in ["rows", "csv", "figures"] {
        std::fs::create_dir_all(out.join(part)).unwrap();
    }
    assert!(run(NAME, &out, &[]).status.success());
    let mark = std::fs::read_to_string(out.join("lab.json")).unwrap();
    for begun in [0, 10] {
        std::fs::remove_dir_all(&out).unwrap();
        std::fs::create_dir_all(&out).unwrap();
        std::fs::write(out.join("lab.json"), &mark[..begun]).unwrap();
        assert!(run(NAME, &out, &[]).status.success(), "{begun}");
        assert_eq!(std::fs::read_to_string(out.join("lab.json")).unwrap(), mark);
    }
    // Killed when the file of another experiment had no header yet, and while files were written.
    std::fs::write(out.join("rows/weinstein-1b.jsonl"), "").unwrap();
    const NUMBER: &str = "0123456789abcdef";
    let stale = ["index.html", "csv/weinstein-1a.csv", "figures/a-1.svg"]
        .map(|name| format!("{name}.part-{NUMBER}"));
    let kept = [
        ("csv/mine", NUMBER),
        ("csv/weinstein-1a.csv", ""),
        ("csv/a.csv", "12"),
        ("a.csv", NUMBER),
    ];
    let kept = kept.map(|(name, number)| format!("{name}.part-{number}"));
    stale.iter().chain(&kept).for_each(|name| std::fs::write(out.join(name), "").unwrap());
    let output = run(NAME, &out, &[]);
    assert!(output.status.success(), "{output:?}");
    for name in &stale {
        assert!(!out.join(name).exists(), "{name} is there still");
    }
    for name in &kept {
        assert!(out.join(name).exists(), "{name} is not ours");
    }
}

/// Killed the moment its folder appears, a run leaves one in which it can go on.
#[test]
fn a_folder_is_marked_before_anything_is_in_it() {
    for time in 0..6 {
        let out = fresh("lab-mark");
        let mut child = Command::new(command())
            .args(["run", NAME, "--scale", "tiny", "--quiet", "--out", text(&out)])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        while !out.exists() && child.try_wait().unwrap().is_none() {
            std::hint::spin_loop();
        }
        let _ = child.kill();
        child.wait().unwrap();
        let output = run(NAME, &out, &["--threads", "1"]);
        assert!(output.status.success(), "{time}: {output:?}");
    }
}

/// All rows are checked before the first unit is run, also those of experiments that were not chosen.
#[test]
fn rows_of_other_experiments_are_checked_first() {
    let (out, other) = (fresh("lab-stale"), fresh("lab-stale-seed"));
    assert!(run(NAME, &other, &["--seed", "2"]).status.success());
    assert!(run("huang-theorems", &out, &[]).status.success());
    let good = std::fs::read_to_string(rows(&other)).unwrap();
    std::fs::write(rows(&out), &good).unwrap();
    let begun = out.join("rows/weinstein-1b.jsonl");
    refused(
        &run("weinstein-1b", &out, &[]),
        "weinstein-1a.jsonl: it is of another run (seed: 2 there",
    );
    assert!(!begun.exists(), "nothing was run");
    // Rows in the wrong places.
    let good = good.replacen("\"seed\":2", "\"seed\":1", 1);
    let mut lines: Vec<&str> = good.lines().collect();
    lines.swap(1, 2);
    std::fs::write(rows(&out), lines.join("\n") + "\n").unwrap();
    refused(&run("weinstein-1b", &out, &[]), "line 2: this is the row of another unit");
    assert!(!begun.exists(), "nothing was run");
    std::fs::write(rows(&out), &good).unwrap();
    assert!(run("weinstein-1b", &out, &[]).status.success());
}

#[test]
fn shares_are_run_apart_and_joined() {
    let (whole, together) = (fresh("lab-whole"), fresh("lab-merged"));
    assert!(run(NAME, &whole, &[]).status.success());
    let parts = ["1/2", "2/2"].map(|shard| {
        let out = fresh(&format!("lab-part-{}", &shard[..1]));
        assert!(run(NAME, &out, &["--shard", shard]).status.success());
        out
    });
    let one = ["merge", text(&parts[0]), "--out", text(&together)];
    refused(&lab(&one), "the share 2/2 of weinstein-1a is missing");
    assert!(!together.exists(), "nothing is written before all is checked");
    let both = ["merge", text(&parts[0]), text(&parts[1]), "--out", text(&together)];
    assert!(lab(&both).status.success());
    let read = |out: &Path| std::fs::read_to_string(rows(out)).unwrap();
    assert_eq!(read(&whole), read(&together));
    assert!(together.join("index.html").exists());
}

#[test]
fn bad_input_is_one_line_and_changes_nothing() {
    let out = fresh("lab-bad");
    refused(&run("weinstien-1a", &out, &[]), "did you mean 'weinstein-1a'?");
    refused(&run(NAME, &out, &["--shard", "3/2"]), "the shard '3/2' should be I/N");
    refused(&run(NAME, &out, &["--shard", "0/2"]), "the shard '0/2' should be I/N");
    assert!(!out.exists());
    // A folder that holds something else.
    std::fs::create_dir_all(&out).unwrap();
    std::fs::write(out.join("letter.txt"), "dear").unwrap();
    refused(&run(NAME, &out, &[]), "holds something else already");
    assert_eq!(std::fs::read_dir(&out).unwrap().count(), 1);
    std::fs::create_dir_all(out.join("csv")).unwrap();
    std::fs::rename(out.join("letter.txt"), out.join("csv/letter.txt")).unwrap();
    refused(&run(NAME, &out, &[]), "holds something else already");
    std::fs::rename(out.join("csv/letter.txt"), out.join("letter.txt")).unwrap();
    refused(&run(NAME, &out.join("letter.txt"), &[]), "is not a folder");
    // Rows of another seed, scale or version.
    let mine = fresh("lab-mine");
    assert!(run(NAME, &mine, &[]).status.success());
    let before = std::fs::read_to_string(rows(&mine)).unwrap();
    refused(&run(NAME, &mine, &["--seed", "2"]), "seed: 1 there, 2 here");
    let quick = ["run", NAME, "--out", text(&mine)];
    refused(&lab(&quick), "scale: \"tiny\" there, \"quick\" here");
    refused(&lab(&["reproduce", "--out", text(&mine)]), "it is of another run");
    assert_eq!(std::fs::read_to_string(rows(&mine)).unwrap(), before);
    let mark = std::fs::read_to_string(mine.join("lab.json")).unwrap();
    let version = env!("CARGO_PKG_VERSION");
    std::fs::write(mine.join("lab.json"), mark.replace(version, "0.0.1")).unwrap();
    refused(&run(NAME, &mine, &[]), "version: \"0.0.1\" there");
    let old = before.replacen(version, "0.0.1", 1);
    std::fs::write(mine.join("lab.json"), mark).unwrap();
    std::fs::write(rows(&mine), &old).unwrap();
    refused(&run(NAME, &mine, &[]), "version: \"0.0.1\" there");
    assert_eq!(std::fs::read_to_string(rows(&mine)).unwrap(), old);
    let other = fresh("lab-other");
    let merge = ["merge", text(&mine), "--out", text(&other)];
    refused(&lab(&merge), "these rows are of version 0.0.1");
    refused(&lab(&["merge", text(&fresh("lab-none")), "--out", text(&other)]), "not the folder");
}
