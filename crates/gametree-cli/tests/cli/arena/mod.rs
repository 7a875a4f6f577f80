//! `gametree arena` as a user meets it.

mod engines;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::{command, fresh, gametree, json, stdout};

/// The match that most tests play, and where it is recorded.
fn small<'a>(threads: &'a str, path: &'a Path) -> Vec<&'a str> {
    let out = path.to_str().unwrap();
    let players = ["mcts-solver:nodes=50", "mcts:nodes=50", "random"];
    let fixed = ["arena", "connect4:4x4", players[0], players[1], players[2]];
    [&fixed[..], &["--games", "6", "--threads", threads, "--out", out]].concat()
}

#[test]
fn the_file_is_the_same_on_any_number_of_threads_and_after_any_accident() {
    let [one, four, cut] = ["arena-1.jsonl", "arena-4.jsonl", "arena-cut.jsonl"].map(fresh);
    let first = gametree(&small("1", &one));
    assert_eq!(first.status.code(), Some(0), "{first:?}");
    gametree(&small("4", &four));
    let whole = std::fs::read(&one).unwrap();
    assert_eq!(whole, std::fs::read(&four).unwrap());
    let text = String::from_utf8(whole.clone()).unwrap();
    assert_eq!(text.lines().count(), 19);
    assert!(!text.contains("seconds") && !text.contains("time"));
    for bytes in [0, 1, text.find('\n').unwrap() + 1, whole.len() / 2, whole.len() - 1] {
        std::fs::write(&cut, &whole[..bytes]).unwrap();
        let output = gametree(&small("2", &cut));
        assert_eq!(std::fs::read(&cut).unwrap(), whole, "{bytes}");
        // What is printed is the same as well, but for the name of the file.
        let (here, there) = (stdout(&output), stdout(&first));
        assert_eq!(here.replace("arena-cut", "arena-1"), there);
    }
}

#[test]
fn the_table_says_who_won_and_the_json_agrees() {
    let path = fresh("arena-table.jsonl");
    let text = stdout(&gametree(&small("2", &path)));
    assert!(text.starts_with("connect4:4x4, 18 games, openings random:2, seed 1\n"), "{text}");
    for line in ["A  mcts-solver:nodes=50", "C  random", "score", "A - B", "B - C", "colours"] {
        assert!(text.lines().any(|found| found.starts_with(line)), "{line}: {text}");
    }
    let data = json(&small("2", &path));
    assert_eq!((&data["ended"], &data["finished"]), (&"complete".into(), &18.into()));
    assert_eq!((&data["timed"], &data["sprt"]), (&false.into(), &Value::Null));
    let pairs = data["pairs"].as_array().unwrap();
    let mut games = [0; 3];
    for pair in pairs {
        let [won, drawn, lost] = ["won", "drawn", "lost"].map(|key| pair[key].as_u64().unwrap());
        assert_eq!(won + drawn + lost, 6);
        let score = pair["score"].as_f64().unwrap();
        assert!((score - (won as f64 + drawn as f64 / 2.0) / 6.0).abs() < 1e-12);
        assert!(pair["score_low"].as_f64().unwrap() <= score);
        assert!(pair["score_high"].as_f64().unwrap() >= score);
        games[0] += won + lost;
        games[1] += drawn;
    }
    let [max, drawn, min] = ["max_won", "drawn", "min_won"].map(|key| data[key].as_u64().unwrap());
    assert_eq!((max + min, drawn), (games[0], games[1]));
}

#[test]
fn recorded_games_replay_and_altered_ones_do_not() {
    let path = fresh("arena-replay.jsonl");
    let file = path.to_str().unwrap();
    gametree(&["arena", "ewn:3", "random", "mcts:nodes=30", "--games", "4", "--out", file]);
    let output = gametree(&["arena", "replay", file]);
    assert_eq!(stdout(&output), "4 games of ewn:3: all legal, all results right\n");
    assert_eq!(output.status.code(), Some(0));
    let shown = stdout(&gametree(&["arena", "replay", file, "--game", "2"]));
    assert!(shown.starts_with("ewn:3, game 2\nMAX  B  mcts:nodes=30\nMIN  A  random\n"), "{shown}");
    assert!(
        shown.contains("chance") && shown.contains("(opening)") && shown.contains("wins, value")
    );
    let none = gametree(&["arena", "replay", file, "--game", "5"]);
    assert_eq!(none.status.code(), Some(2));
    // Colours and numbers are those of the match.
    let text = std::fs::read_to_string(&path).unwrap();
    let swapped = text.replacen("\"max\":0,\"min\":1", "\"max\":1,\"min\":0", 1);
    let renumbered = text.replacen("\"number\":2", "\"number\":3", 1);
    for altered in [swapped, renumbered] {
        assert_ne!(altered, text);
        std::fs::write(&path, altered).unwrap();
        let output = gametree(&["arena", "replay", file]);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
    }
    std::fs::write(&path, &text).unwrap();
    // The results change sides.
    let text = std::fs::read_to_string(&path).unwrap();
    let altered = text.replace("\"value\":-", "\"value\":+").replace("\"value\":1", "\"value\":-1");
    std::fs::write(&path, altered.replace("\"value\":+", "\"value\":")).unwrap();
    let output = gametree(&["arena", "replay", file]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("game 3: it ends with"), "{output:?}");
    let data = json(&["arena", "replay", file]);
    assert_eq!((&data["games"], data["wrong"].as_array().unwrap().len()), (&4.into(), 4));
}

#[test]
fn a_test_ends_the_match() {
    let players = ["mcts-solver:nodes=60", "random"];
    let common = ["arena", "tictactoe", players[0], players[1], "--sprt", "elo0=0,elo1=100"];
    let [one, three] =
        ["1", "3"].map(|threads| json(&[&common[..], &["--threads", threads]].concat()));
    assert_eq!(one, three);
    assert_eq!((&one["ended"], &one["sprt"]["verdict"]), (&"decided".into(), &"elo1".into()));
    assert!(one["finished"].as_u64().unwrap() < 100);
    let text = stdout(&gametree(&common));
    assert!(text.contains("A is +100 Elo above B rather than +0"), "{text}");
    let few = json(&[&common[..], &["--games", "2"]].concat());
    assert_eq!((&few["ended"], &few["sprt"]["verdict"]), (&"complete".into(), &Value::Null));
}

#[test]
fn positions_of_a_file_are_openings() {
    let file = fresh("openings.txt");
    let openings = file.to_str().unwrap();
    std::fs::write(&file, "# two\n15\nstart\n").unwrap();
    let path = fresh("arena-openings.jsonl");
    let out = path.to_str().unwrap();
    let arguments = ["arena", "tictactoe", "random", "random", "--games", "6", "--out", out];
    let arguments = [&arguments[..], &["--openings", openings]].concat();
    assert_eq!(gametree(&arguments).status.code(), Some(0));
    let text = std::fs::read_to_string(&path).unwrap();
    let row = |line: &str| serde_json::from_str::<Value>(line).unwrap();
    let rows: Vec<Value> = text.lines().map(row).collect();
    assert_eq!(rows[0]["openings"], serde_json::json!(["15", "start"]));
    let positions: Vec<&Value> = rows[1..].iter().map(|row| &row["position"]).collect();
    let (first, start) = (&Value::from("15"), &Value::Null);
    assert_eq!(positions, [first, first, start, start, first, first]);
    // The file is of these positions, whatever it was called.
    std::fs::write(&file, "15\n1\n").unwrap();
    let output = gametree(&arguments);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("another run (openings"));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
}

#[test]
fn what_cannot_be_played_gets_one_line() {
    let bad = fresh("bad-openings.txt");
    std::fs::write(&bad, "5\n55\n").unwrap();
    let bad = bad.to_str().unwrap();
    let two = ["tictactoe", "random", "random"];
    for (arguments, reason) in [
        (&["tictactoe", "random"][..], "two players or more"),
        (&["tictactoe"], "two players or more"),
        (&[], "which game?"),
        (&["tictacto", "random", "random"], "tictactoe"),
        (&["tictactoe", "random", "mcts-solvr"], "did you mean 'mcts-solver'?"),
        (&["tictactoe", "random", "mcts:q=1"], "no parameter 'q'"),
        (&["tictactoe", "random", "ab:nodes=9"], "'ab:nodes=9' cannot play tictactoe"),
        (&["pig:10", "random", "scout:nodes=9"], "chance nodes"),
        (&["cops:3x3,cops=1", "random", "random"], "no winner"),
        (&[&two[..], &["--games", "3"]].concat(), "even number"),
        (&[&two[..], &["--games", "0"]].concat(), "even number"),
        (&[&two[..], &["--sprt", "elo0=1"]].concat(), "should be elo0=E,elo1=E"),
        (&[&two[..], &["random", "--sprt", "elo0=0,elo1=9"]].concat(), "two players"),
        (&[&two[..], &["--openings", "random:x"]].concat(), "random:2"),
        (&[&two[..], &["--openings", bad]].concat(), "bad-openings.txt, line 2: "),
        (&[&two[..], &["--openings", "no-such-file"]].concat(), "cannot read no-such-file"),
        (&[&two[..], &["--out", env!("CARGO_TARGET_TMPDIR")]].concat(), "is not a file"),
        (&[&two[..], &["--threads", "0"]].concat(), "--threads"),
        (&["replay", "no-such-file"], "no-such-file"),
        (&["replay", bad], "does not begin with a header"),
    ] {
        let output = gametree(&[&["arena"], arguments].concat());
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {told}");
        assert!(told.contains(reason) && told.lines().count() == 1, "{arguments:?}: {told}");
        assert!(output.stdout.is_empty());
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_match_goes_on() {
    let path = fresh("arena-interrupted.jsonl");
    let out = path.to_str().unwrap();
    let arguments = |games| {
        let players = ["mcts:nodes=60", "random"];
        ["arena", "tictactoe", players[0], players[1], "--out", out, "--games", games]
    };
    let mut command = Command::new(command());
    let command = command.args(arguments("1M")).stdin(Stdio::null()).stdout(Stdio::piped());
    let child = command.spawn().unwrap();
    let (started, lines) =
        (Instant::now(), || std::fs::read_to_string(&path).map_or(0, |text| text.lines().count()));
    while lines() < 6 && started.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(20));
    }
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let text = stdout(&output);
    assert!(text.ends_with("stopped   interrupted; the same command goes on\n"), "{text}");
    let before = std::fs::read_to_string(&path).unwrap();
    assert!(before.ends_with('\n') && before.lines().count() > 5);
    let games = (before.lines().count() / 2 * 2 + 6).to_string();
    assert_eq!(gametree(&arguments(&games)).status.code(), Some(0));
    let after = std::fs::read_to_string(&path).unwrap();
    assert!(after.starts_with(&before) && after.lines().count() > before.lines().count());
}
