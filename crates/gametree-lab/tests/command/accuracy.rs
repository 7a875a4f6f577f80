//! `gametree-lab accuracy` as a user meets it.

use std::path::Path;

use gametree::job::Job;
use serde_json::Value;

use crate::support::{fresh, json, lab, stdout};

/// A small test of two players on a small game.
fn small<'a>(threads: &'a str, solved: &'a Path, out: &'a Path) -> Vec<&'a str> {
    let fixed = ["accuracy", "connect4:4x4", "--player", "mcts-solver", "--player", "random"];
    let sampled = ["--plies", "3..9", "--sample", "12", "--nodes", "20,200", "--threads", threads];
    let files = ["--solved", solved.to_str().unwrap(), "--out", out.to_str().unwrap()];
    [&fixed[..], &sampled, &files].concat()
}

#[test]
fn files_are_the_same_on_any_number_of_threads_and_after_any_accident() {
    let [solved, out] = ["accuracy-s1.jsonl", "accuracy-o1.jsonl"].map(|name| fresh(name));
    let first = lab(&small("1", &solved, &out));
    assert_eq!(first.status.code(), Some(0), "{first:?}");
    let whole = [&solved, &out].map(|path| std::fs::read(path).unwrap());
    assert_eq!(String::from_utf8_lossy(&whole[0]).lines().count(), 13);
    assert_eq!(String::from_utf8_lossy(&whole[1]).lines().count(), 1 + 12 * 4);
    let [solved2, out2] = ["accuracy-s2.jsonl", "accuracy-o2.jsonl"].map(|name| fresh(name));
    for part in [0.0, 0.3, 0.9, 1.0] {
        for (path, whole) in [(&solved2, &whole[0]), (&out2, &whole[1])] {
            std::fs::write(path, &whole[..(part * whole.len() as f64) as usize]).unwrap();
        }
        let again = lab(&small("3", &solved2, &out2));
        assert_eq!([&solved2, &out2].map(|path| std::fs::read(path).unwrap()), whole, "{part}");
        let (here, there) = (stdout(&again), stdout(&first));
        assert_eq!(here.replace("-s2", "-s1").replace("-o2", "-o1"), there);
    }
}

#[test]
fn a_longer_test_goes_on_with_the_files_of_a_shorter_one() {
    let [solved, out] = ["accuracy-s4.jsonl", "accuracy-o4.jsonl"].map(|name| fresh(name));
    let whole = small("2", &solved, &out);
    let sample = whole.iter().position(|word| *word == "12").unwrap();
    let mut part = whole.clone();
    part[sample] = "5";
    let shorter = lab(&part);
    assert_eq!(shorter.status.code(), Some(0), "{shorter:?}");
    let begun = std::fs::read_to_string(&out).unwrap();
    assert_eq!(begun.lines().count(), 1 + 5 * 4);
    assert!(lab(&whole).status.success());
    let longer = std::fs::read_to_string(&out).unwrap();
    assert!(longer.starts_with(&begun) && longer.lines().count() == 1 + 12 * 4);
    let again = lab(&part);
    assert_eq!(stdout(&again), stdout(&shorter), "{again:?}");
    assert_eq!(std::fs::read_to_string(&out).unwrap(), longer, "nothing is lost");
}

#[test]
fn the_table_and_the_json_agree_and_values_are_right() {
    let [solved, out] = ["accuracy-s3.jsonl", "accuracy-o3.jsonl"].map(|name| fresh(name));
    let arguments = small("2", &solved, &out);
    let text = stdout(&lab(&arguments));
    for line in
        ["connect4:4x4, 12 positions, seed 1", "A  mcts-solver", "B  random", "player", "worst"]
    {
        assert!(text.lines().any(|found| found.starts_with(line)), "{line}: {text}");
    }
    let data = json(&arguments);
    assert_eq!((&data["positions"], &data["finished"]), (&12.into(), &48.into()));
    let drawn = data["drawn"].as_u64().filter(|&drawn| drawn >= 12).unwrap();
    let source =
        format!("of {drawn} positions drawn, after 3 to 9 moves of games of mcts:nodes=100");
    assert!(text.lines().nth(1).unwrap().starts_with(&source), "{source}: {text}");
    assert_eq!((&data["plies"], &data["file"]), (&Value::from([3, 9]), &Value::Null));
    let scores = data["scores"].as_array().unwrap();
    let kept = |i: usize| scores[i]["keeps"]["count"].as_u64().unwrap();
    assert!(kept(1) >= kept(3) && kept(1) >= 10, "{text}");
    assert_eq!(scores[0]["against_first"], Value::Null);
    let difference = scores[3]["against_first"]["share"].as_f64().unwrap();
    assert!((difference - (kept(3) as f64 - kept(1) as f64) / 12.0).abs() < 1e-12);
    // What the solver says of a position is what the file says.
    let file = std::fs::read_to_string(&solved).unwrap();
    for line in file.lines().skip(1).take(4) {
        let problem: Value = serde_json::from_str(line).unwrap();
        let position = problem["position"].as_str().unwrap();
        let job = Job::new(None).position(position.to_string()).facts(false).all_moves(true);
        let solution =
            gametree_cli::games().open("connect4:4x4").unwrap().run(&job, &mut ()).unwrap();
        let theirs = solution.moves.iter().map(|mv| (mv.text.clone(), mv.bounds.lower.get()));
        let ours = problem["values"]
            .as_array()
            .unwrap()
            .iter()
            .map(|pair| (pair[0].as_str().unwrap().to_string(), pair[1].as_f64().unwrap()));
        let (mut ours, mut theirs): (Vec<_>, Vec<_>) = (ours.collect(), theirs.collect());
        ours.sort_by(|a, b| a.0.cmp(&b.0));
        theirs.sort_by(|a, b| a.0.cmp(&b.0));
        assert_eq!(ours, theirs, "{position}");
    }
}

#[test]
fn positions_may_come_from_a_file_and_results_may_be_drawn() {
    let [positions, svg] = ["accuracy-p.txt", "accuracy.svg"].map(|name| fresh(name));
    // In the first one MAX wins by one move only, in the second every move draws.
    std::fs::write(&positions, "# three in a row\n1 2 4 5\nstart\n").unwrap();
    let fixed =
        ["accuracy", "tictactoe", "--player", "mcts-solver", "--nodes", "50,500", "--positions"];
    let paths = [positions.to_str().unwrap(), "--svg", svg.to_str().unwrap()];
    let data = json(&[&fixed[..], &paths].concat());
    assert_eq!((&data["positions"], &data["left_out"]), (&1.into(), &1.into()));
    assert_eq!(data["scores"][1]["best"]["count"], 1);
    assert_eq!(
        (&data["drawn"], &data["file"]),
        (&Value::Null, &positions.to_str().unwrap().into())
    );
    assert!(std::fs::read_to_string(&svg).unwrap().starts_with("<svg"));
}

#[test]
fn games_with_dice_have_a_margin() {
    let data = json(&["accuracy", "pig:6", "--plies", "0..6", "--sample", "6", "--nodes", "300"]);
    assert_eq!(data["positions"], 6);
    assert!(data["scores"][0]["keeps"]["count"].as_u64().unwrap() >= 4, "{data}");
}

#[test]
fn bad_input_gets_one_line() {
    let solved = fresh("accuracy-other.jsonl");
    std::fs::write(&solved, "something else\n").unwrap();
    let other = solved.to_str().unwrap();
    for (arguments, expected) in [
        (&["accuracy", "tictactoe", "--player", "mctss"][..], "did you mean 'mcts'"),
        (&["accuracy", "tictactoe", "--sample", "0"], "at least 1"),
        (&["accuracy", "tictactoe", "--nodes", "0"], "at least 1"),
        (&["accuracy", "tictactoe", "--plies", "5..3"], "should be a range"),
        (&["accuracy", "tictactoe", "--solved", other], "something else in it"),
        (&["accuracy", "connect4", "--out", other], "something else in it"),
        (&["accuracy", "connect4", "--out", "/"], "is not a file"),
        (&["accuracy", "tictactoe", "--positions", "no such file"], "no such file"),
        (&["accuracy", "tictactoe", "--plies", "20..30"], "other --plies may help"),
        (&["accuracy", "pig:10", "--player", "ab"], "cannot play"),
        (&["accuracy", "tictactoe", "--svg", other], "no SVG picture (which begin with <svg)"),
        (&["accuracy", "chess?"], "unknown game"),
    ] {
        let output = lab(arguments);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(error.contains(expected) && error.trim_end().lines().count() == 1, "{error}");
    }
}
