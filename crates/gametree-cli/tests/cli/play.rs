//! `play` and `analyse`, over pipes.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use crate::support::command;

/// Runs the command with this input.
fn talk(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(command())
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn said(arguments: &[&str], input: &str) -> String {
    let output = talk(arguments, input);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_game_is_played_to_its_end() {
    // Whatever is not legal any more is refused and the game goes on.
    let moves: String = (1..=9).cycle().take(90).map(|cell| format!("{cell}\n")).collect();
    for side in ["first", "second"] {
        let arguments = ["play", "tictactoe", "--against", "mcts-solver:nodes=300", "--side", side];
        let text = said(&arguments, &moves);
        assert!(text.contains("The game is over"), "{text}");
        assert!(text.contains("machine: ") && text.contains("nodes in"), "{text}");
        assert!(!text.contains("over: first player wins") || side == "second", "{text}");
    }
}

/// Trees have no board.
#[test]
fn a_game_without_a_drawing_shows_moves() {
    let arguments = ["play", "random:b=3,d=4", "--against", "mcts:nodes=20", "--position", "2 0"];
    let text = said(&arguments, "1\n");
    assert!(text.contains("\nplayed: 2 0\nmoves:  0 1 2\n"), "{text}");
    assert!(text.contains("\nplayed: 2 0 1\nmoves:  0 1 2\n"), "{text}");
    let over = text.split("played: 2 0 1 ").nth(1).unwrap();
    assert!(
        over.len() < 60 && over.contains("The game is over") && !over.contains("moves:"),
        "{text}"
    );
}

#[test]
fn there_is_more_to_say_than_moves() {
    let against = ["play", "tictactoe", "--against", "mcts-solver:nodes=100"];
    let text = said(&against, "moves\nhint\nanalyse\nhelp\n10\n5\nundo\nundo\nboard\nquit\n");
    assert!(text.contains("1 2 3 4 5 6 7 8 9"), "{text}");
    assert!(text.contains("hint: ") && text.contains("visits"), "{text}");
    assert!(text.contains("proven") && text.contains("takes back your last move"), "{text}");
    assert!(text.contains("'10' is not a legal move here"), "{text}");
    assert!(text.contains("there is nothing to take back"), "{text}");
    // The same, once more, gives the same by one thread: nothing depends on the clock.
    let against = [&against[..], &["--threads", "1"]].concat();
    let moves = "5\nundo\n1\nquit\n";
    let plain = |text: String| -> Vec<String> {
        let lines = text.lines().filter(|line| !line.contains("nodes in"));
        lines.map(String::from).collect()
    };
    assert_eq!(plain(said(&against, moves)), plain(said(&against, moves)));
    // The end of the input ends the game.
    assert!(said(&against, "5\n").contains("machine: "));
}

#[test]
fn dice_are_rolled() {
    let arguments = ["play", "ewn:3", "--against", "mcts:nodes=50,playout=informed"];
    let text = said(&arguments, "moves\nquit\n");
    assert!(text.contains("chance: "), "{text}");
}

#[test]
fn analyses_are_data() {
    let arguments = ["analyse", "connect4:4x4", "--position", "12", "--nodes", "2k", "--format"];
    let output = talk(&[&arguments[..], &["json"]].concat(), "");
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    let moves = found["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 4);
    let visits: u64 = moves.iter().map(|mv| mv["visits"].as_u64().unwrap()).sum();
    // A rollout that meets a position whose value is known has no leaf.
    assert!(visits >= found["leaves"].as_u64().unwrap(), "{found}");
    for mv in moves {
        assert!(mv["lower"].as_f64() <= mv["upper"].as_f64(), "{mv}");
    }
    assert_eq!(found["move"], moves[0]["move"]);
    let text = said(&[&arguments[..], &["text"]].concat(), "");
    assert!(text.contains("visits") && text.contains("move"), "{text}");
    // Any algorithm can look.
    for by in [
        "uct",
        "mcts:playout=mm:2",
        "mcts:selection=greedy:0.05",
        "mcts-solver:selection=decaying:5",
        "mcts-alphabeta:p=0.5",
        "ab",
        "random",
        "scout",
    ] {
        let text = said(&["analyse", "connect4:5x4", "--by", by, "--nodes", "500"], "");
        assert!(text.contains("move"), "{by}: {text}");
    }
}

/// Searches that look for one move list all of them, the best first, within the same limits.
#[test]
fn analyses_list_every_move() {
    let look = |game: &str, by: &str, nodes: &str| -> Value {
        let how = ["--threads", "1", "--format", "json"];
        let output =
            talk(&[&["analyse", game, "--by", by, "--nodes", nodes][..], &how].concat(), "");
        serde_json::from_slice(&output.stdout).unwrap()
    };
    for by in ["ab", "mm", "scout", "alphabeta", "fsss"] {
        let found = look("connect4:5x4", by, "5000");
        let moves = found["moves"].as_array().unwrap();
        assert_eq!(moves.len(), 5, "{by}: {found}");
        assert!(found["nodes"].as_u64() <= Some(5000), "{by}: {found}");
        assert_eq!(found["move"], moves[0]["move"], "{by}: {found}");
        let key = if by == "ab" || by == "mm" { "mean" } else { "lower" };
        let worth: Vec<f64> = moves.iter().map(|mv| mv[key].as_f64().unwrap()).collect();
        assert!(worth.is_sorted_by(|a, b| a >= b), "{by}: MAX is to move: {worth:?}");
    }
    // Without an evaluation there are proofs alone, and each move has a share of the limit.
    let found = look("tictactoe", "scout", "100k");
    assert_eq!((&found["value"], &found["stop"]), (&0.into(), &"closed".into()), "{found}");
    assert!(found["moves"].as_array().unwrap().iter().all(|mv| mv["value"] == 0), "{found}");
    let found = look("tictactoe", "scout", "1000");
    assert_eq!((found["moves"].as_array().unwrap().len(), &found["stop"]), (9, &"nodes".into()));
    // The win of a move is proven, though other moves are estimates.
    let arguments =
        ["analyse", "connect4", "--position", "112233", "--by", "scout", "--nodes", "3k"];
    let text = said(&arguments, "");
    let first = text.lines().find(|line| line.starts_with("4 ")).unwrap();
    assert!(!first.contains("about") && text.contains("about"), "{text}");
    // More lines cost depth, so that one has to ask for them.
    let text = said(&["analyse", "connect4", "--by", "selective", "--nodes", "500"], "");
    assert!(text.contains("'--by selective:lines=5' lists five moves"), "{text}");
}

/// Facts tell that the first player wins here, but not how.
#[test]
fn a_win_at_once_is_played() {
    for by in ["ab", "mcts-alphabeta:p=0", "mcts-alphabeta", "mcts-solver", "scout"] {
        for seed in ["1", "2", "3"] {
            let place = ["analyse", "connect4", "--position", "112233", "--seed", seed];
            let how = ["--by", by, "--nodes", "300", "--format", "json"];
            let output = talk(&[place, how].concat(), "");
            let found: Value = serde_json::from_slice(&output.stdout).unwrap();
            assert_eq!(found["move"], "4", "{by}: {found}");
        }
    }
}

#[test]
fn bad_players_are_refused() {
    for (arguments, reason) in [
        (["play", "tictactoe", "--against", "mtcs"], "unknown algorithm 'mtcs'"),
        (["play", "tictactoe", "--against", "ab"], "needs an evaluation"),
        (
            ["play", "tictactoe", "--against", "mcts:p=1"],
            "it has: selection c playout transpositions seed nodes",
        ),
        (["play", "connect4", "--against", "mcts-alphabeta:p=1.5"], "a number from 0 to 1"),
        (["play", "ewn:3", "--against", "ab"], "has chance nodes"),
        (["play", "cops:4x4,cops=2", "--against", "mcts"], "states no range"),
        (["play", "connect4", "--against", "mcts:playout=mm:9"], "N up to 4"),
        (["play", "connect4", "--against", "mcts:selection=greedy:2"], "E from 0 to 1"),
        (["play", "connect4", "--against", "mcts:selection=decaying:-1"], "K at least 0"),
        (["play", "connect4", "--against", "mcts:selection=greedy"], "greedy:E"),
        (["play", "shogi", "--against", "mcts"], "shogi"),
        (["analyse", "connect4", "--position", "9"], "'9'"),
        (["analyse", "connect4", "--time", "soon"], "time=soon"),
    ]
    .into_iter()
    {
        let output = talk(&arguments, "");
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {complaint}");
        assert!(complaint.contains(reason), "{arguments:?}: {complaint}");
        assert_eq!(complaint.lines().count(), 1, "{complaint}");
    }
    // A finished game leaves nothing to think about.
    let over = talk(&["analyse", "connect4", "--position", "1212121"], "");
    assert_eq!(over.status.code(), Some(2), "{over:?}");
}

#[test]
fn a_player_with_too_little_time_says_so_once() {
    let analysed = said(&["analyse", "chess", "--by", "mcts:time=1ms", "--quiet"], "");
    assert!(
        analysed.contains("too few to choose well") && analysed.contains("'selective'"),
        "{analysed}"
    );
    let match_ = ["arena", "chess", "mcts:time=1ms", "mcts:nodes=3", "--games", "2", "--quiet"];
    let played = said(&match_, "");
    let remark = played.lines().find(|line| line.starts_with("hasty "));
    assert!(remark.is_some_and(|line| line.contains("A often had time")), "{played}");
    assert!(!played.contains("B often"), "{played}");
    let played = said(
        &["play", "chess", "--against", "mcts:time=1ms"],
        "a3
h3
quit
",
    );
    assert_eq!(played.matches("machine: ").count(), 2, "{played}");
    assert_eq!(played.matches("too few to choose well").count(), 1, "{played}");
}
