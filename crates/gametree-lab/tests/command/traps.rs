//! `gametree-lab traps` as a user meets it.

use std::path::Path;

use crate::support::{command, file, fresh, json, lab, stdout};

const GAMES: &str = "[White \"<A>\"]\n[Black \"B & C\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n\
    [White \"D\"]\n\n1. e4 e5 2. Nf3 d6 3. d4 exd4 4. Nxd4 1/2-1/2\n";

/// A small survey.
fn small<'a>(games: &'a str, threads: &'a str, out: &'a Path) -> Vec<&'a str> {
    let fixed = ["traps", games, "--deep", "3", "--playouts", "0", "--sample", "3", "--quiet"];
    [&fixed[..], &["--threads", threads, "--out", out.to_str().unwrap()]].concat()
}

#[test]
fn files_are_the_same_on_any_number_of_threads_and_after_any_accident() {
    let games = file("traps-games.pgn", GAMES);
    let (one, two) = (fresh("traps-one"), fresh("traps-two"));
    let first = lab(&small(&games, "1", &one));
    assert_eq!(first.status.code(), Some(0), "{first:?}");
    let files = ["rows.jsonl", "rows.csv"];
    let read = |folder: &Path| files.map(|name| std::fs::read(folder.join(name)).unwrap());
    let whole = read(&one);
    assert_eq!(String::from_utf8_lossy(&whole[0]).lines().count(), 1 + 6);
    for part in [0.0, 0.4, 1.0] {
        std::fs::create_dir_all(&two).unwrap();
        let length = (part * whole[0].len() as f64) as usize;
        std::fs::write(two.join("rows.jsonl"), &whole[0][..length]).unwrap();
        let again = lab(&small(&games, "2", &two));
        assert_eq!(stdout(&again).replace("traps-two", "traps-one"), stdout(&first), "{again:?}");
        assert_eq!(read(&two), whole, "{part}");
    }
}

#[test]
fn the_page_stands_alone_and_shows_the_position_that_was_asked_for() {
    let (games, out) = (file("traps-page.pgn", GAMES), fresh("traps-page"));
    let mut arguments = small(&games, "2", &out);
    arguments.extend(["--scatter", "1"]);
    assert_eq!(lab(&arguments).status.code(), Some(0));
    let page = || std::fs::read_to_string(out.join("index.html")).unwrap();
    assert_eq!(page().matches("<svg").count(), 3, "the sweep, the agreement, one position");
    assert!(page().contains("&lt;A&gt; - B &amp; C") && !page().contains("<A>"));
    assert!(!page().contains("src=") && !page().contains("<link"));
    // Any other position.
    let last = arguments.len() - 1;
    arguments[last] = "8/8/8/8/8/k7/p7/K6R w - - 0 1";
    assert_eq!(lab(&arguments).status.code(), Some(0));
    assert!(page().contains("8/8/8/8/8/k7/p7/K6R w"));
    // One line per move, and every line has all columns.
    let table = std::fs::read_to_string(out.join("rows.csv")).unwrap();
    let columns = |line: &str| line.split(',').count();
    let first = columns(table.lines().next().unwrap());
    assert!(table.lines().count() > 60 && table.lines().all(|line| columns(line) == first));
    assert!(table.lines().next().unwrap().ends_with("mm1,mm2,mm3"));
}

/// Killed while its files are half-written, a run leaves nothing behind once the next one is done.
#[test]
fn what_a_killed_run_leaves_is_removed_by_the_next() {
    let (games, out) = (file("traps-killed.pgn", GAMES), fresh("traps-killed"));
    let parts = || {
        let entries = std::fs::read_dir(&out).into_iter().flatten().flatten();
        let names = entries.map(|entry| entry.file_name().into_string().unwrap());
        names.filter(|name| name.contains(".part-")).collect::<Vec<_>>()
    };
    let mut child = std::process::Command::new(command())
        .args(small(&games, "1", &out).iter().map(|a| if *a == "3" { "9" } else { a }))
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    while parts().len() < 2 && child.try_wait().unwrap().is_none() {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(parts().len(), 2, "it was killed too late");
    // It may have been killed before it had rows.
    let _ = std::fs::remove_file(out.join("rows.jsonl"));
    assert_eq!(lab(&small(&games, "1", &out)).status.code(), Some(0));
    assert_eq!(parts(), Vec::<String>::new());
}

#[test]
fn tables_and_json_agree() {
    let games = file("traps-json.pgn", GAMES);
    let arguments =
        ["traps", &games, "--deep", "4", "--playouts", "0", "--sample", "all", "--delta", "1,2"];
    let data = json(&arguments);
    let (positions, summary) = (&data["finished"], &data["summary"]);
    assert_eq!((positions, &summary["games"]), (&11.into(), &2.into()));
    assert_eq!(summary["levels"][0]["traps"]["games"]["count"], 1, "the fool's mate");
    assert_eq!(summary["sweep"].as_array().unwrap().len(), 2);
    let text = stdout(&lab(&arguments));
    for line in
        ["chess, 11 positions of 2 games, MM-4 and MM-2, seed 1", "margin", "MM-2 ", "evaluation"]
    {
        assert!(text.lines().any(|found| found.starts_with(line)), "{line}: {text}");
    }
    let share = summary["sweep"][0]["at_risk"]["positions"]["share"].as_f64().unwrap();
    let row = text.lines().find(|line| line.starts_with("1  ")).unwrap();
    assert!(row.contains(&format!("{:.1} (", 100.0 * share)), "{row} {share}");
}

#[test]
fn other_games_are_surveyed_on_positions_from_self_play() {
    let fixed = ["traps", "--game", "breakthrough:5x5", "--positions", "4", "--deep", "4"];
    let data = json(&[&fixed[..], &["--by", "mcts:nodes=30", "--playouts", "2"]].concat());
    assert_eq!(data["finished"], 4);
    let agreement = data["summary"]["agreement"].as_array().unwrap();
    assert_eq!(agreement.len(), 5);
    assert_eq!(agreement[0]["estimator"], "MM-2 playouts");
}

#[test]
fn games_that_cannot_be_read_are_named_and_left_out() {
    let bad =
        format!("{GAMES}\n[White \"E\"]\n\n1. e4 Ke4 *\n\n[Variant \"Chess960\"]\n\n1. e4 *\n");
    let games = file("traps-bad.pgn", &bad);
    let output = lab(&["traps", &games, "--deep", "3", "--playouts", "0"]);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("game 3, line") && error.contains("game 4: "), "{error}");
    assert!(stdout(&output).contains("4 positions of 2 games"));
}

#[test]
fn bad_input_gets_one_line() {
    let games = file("traps-fine.pgn", GAMES);
    let none = file("traps-none.pgn", "[White \"E\"]\n\n1. e4 Ke4 *\n");
    let empty = file("traps-empty.pgn", "");
    let folder = fresh("traps-other");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("index.html"), "something else").unwrap();
    let other = folder.to_str().unwrap();
    for (arguments, expected) in [
        (&["traps"][..], "required"),
        (&["traps", "no such file"], "no such file"),
        (&["traps", &none], "no game of chess that can be read"),
        (&["traps", &empty], "no game of chess that can be read"),
        (&["traps", &games, "--game", "connect4"], "cannot be used with"),
        (&["traps", &games, "--sample", "0"], "at least 1"),
        (&["traps", &games, "--delta", "0"], "above 0"),
        (&["traps", &games, "--delta", "1,x"], "above 0"),
        (&["traps", &games, "--ties", "1"], "two numbers"),
        (&["traps", &games, "--deep", "2"], "less than --deep"),
        (&["traps", &games, "--deep", "0"], "0"),
        (&["traps", &games, "--from-ply", "99"], "smaller --from-ply"),
        (&["traps", &games, "--scatter", "1"], "--out"),
        (&["traps", &games, "--out", &games], "cannot make the directory"),
        (&["traps", &games, "--out", other], "was not written by this command"),
        (&["traps", "--game", "pig:20"], "chance"),
        (&["traps", "--game", "tictactoe"], "cannot be surveyed"),
        (&["traps", "--game", "connect4", "--by", "mctss"], "did you mean 'mcts'"),
        (&["traps", "--game", "connect4", "--positions", "0"], "at least 1"),
        (&["traps", "--game", "chess?"], "unknown game"),
    ] {
        let output = lab(arguments);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(error.contains(expected), "{arguments:?}: {error}");
        assert_eq!(error.trim_end().lines().count(), 1, "{error}");
    }
    // Another run's rows, and a wrong position.
    let out = fresh("traps-taken");
    assert_eq!(lab(&small(&games, "1", &out)).status.code(), Some(0));
    let mut again = small(&games, "1", &out);
    again.extend(["--seed", "2"]);
    assert!(String::from_utf8_lossy(&lab(&again).stderr).contains("another run"));
    again.truncate(again.len() - 2);
    again.extend(["--scatter", "nonsense"]);
    assert_eq!(lab(&again).status.code(), Some(2));
}
