//! `play` and `analyse`, over pipes.

use std::io::{Read, Write};
use std::process::{Command, Output, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::Value;

use crate::support::{command, fresh, text};

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
        // A seed with which it does not lose: with so few nodes it sometimes does.
        let against = ["--against", "mcts-solver:nodes=300", "--seed", "1"];
        let arguments = [&["play", "tictactoe", "--side", side][..], &against].concat();
        let text = said(&arguments, &moves);
        assert!(text.contains("The game is over"), "{text}");
        assert!(text.contains("machine: ") && text.contains(" you"), "{text}");
        assert!(!text.contains("over: you win"), "{text}");
        // What the machine thinks is told to the user, in words.
        assert!(!text.contains("for MAX") && !text.contains("[-"), "{text}");
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
    let against = [&against[..], &["--threads", "1", "--seed", "3"]].concat();
    let moves = "5\nundo\n1\nquit\n";
    assert_eq!(said(&against, moves), said(&against, moves));
    // The end of the input ends the game.
    assert!(said(&against, "5\n").contains("machine: "));
}

#[test]
fn dice_are_rolled() {
    let arguments = ["play", "ewn:3", "--against", "mcts:nodes=50,playout=informed"];
    let text = said(&arguments, "moves\nquit\n");
    let (before, after) = text.split_once("chance: ").unwrap();
    assert!(before.contains("MAX to roll"), "{text}");
    // The board is drawn again: one sees what one may move.
    let die = after.lines().next().unwrap();
    assert!(after.contains(&format!("MAX rolled {die}\n")), "{text}");
    // The stone that the machine has moved is marked, though a die was thrown since then.
    let arguments = ["play", "ewn:3", "--against", "random", "--side", "second", "--seed", "2"];
    let text = said(&arguments, "");
    let last = text.rsplit("chance: ").next().unwrap();
    assert!(last.contains("MIN rolled") && last.contains('['), "{text}");
}

/// Every game has its own dice, and says which; so has every game after 'new'.
#[test]
fn dice_can_be_thrown_again() {
    let play = |more: &[&str], input: &str| {
        said(&[&["play", "pig:30,turns=3", "--against", "random"][..], more].concat(), input)
    };
    let seed_of = |text: &str| {
        let after = text.split("--seed ").nth(1).unwrap();
        after.split(')').next().unwrap().to_string()
    };
    let rolls = "roll\n".repeat(9);
    let seeds: Vec<String> = (0..4).map(|_| seed_of(&play(&[], ""))).collect();
    assert!(seeds.iter().any(|seed| *seed != seeds[0]), "{seeds:?}");
    for seed in &seeds {
        let again = |input: &str| play(&["--seed", seed], input);
        assert_eq!(again(&rolls), again(&rolls));
        assert_eq!(seed_of(&again(&rolls)), *seed);
    }
    // A move that is taken back and made again meets the same dice, and 'new' others.
    let dice = |text: &str| -> Vec<String> {
        text.lines().filter_map(|line| line.strip_prefix("chance: ").map(String::from)).collect()
    };
    let text = play(&["--seed", "1"], "roll\nundo\nroll\n");
    assert_eq!(dice(&text)[0], dice(&text)[1], "{text}");
    let text = play(&["--seed", "1"], "roll\nnew\n");
    assert!(text.contains("(--seed 2)"), "{text}");
}

#[test]
fn words_are_understood_in_any_case() {
    let against = ["play", "chess", "--level", "1"];
    let text = said(&against, "?\nE4\nUnDo\nMOVES\nunod\nresgin\nresign\n");
    assert!(text.contains("takes back your last move") && text.contains("machine: "), "{text}");
    assert!(text.contains("did you mean 'undo'?"), "{text}");
    assert!(text.contains("did you mean 'resign'?"), "{text}");
    assert!(text.ends_with("You resign: the machine wins.\n"), "{text}");
    // A game may have moves that are called like that: moves come first.
    let text = said(&["play", "othello", "--level", "easy"], "new\nD3\nquit\n");
    assert_eq!(text.matches("you are the first player").count(), 2, "{text}");
    assert!(text.contains("machine: "), "{text}");
}

#[test]
fn the_board_is_turned_for_the_second_player() {
    let labels = |text: &str| -> Vec<String> {
        let rows = text.lines().filter(|line| line.trim_start().starts_with(['a', 'h']));
        rows.map(|line| line.trim().to_string()).collect()
    };
    let play = ["play", "chess", "--level", "1"];
    let text = said(&play, "turn\n");
    assert_eq!(labels(&text), ["a b c d e f g h", "h g f e d c b a"], "{text}");
    let text = said(&[&play[..], &["--side", "second"]].concat(), "turn\n");
    assert_eq!(labels(&text), ["h g f e d c b a", "h g f e d c b a", "a b c d e f g h"], "{text}");
    let text = said(&["play", "connect4", "--level", "1", "--side", "second"], "turn\n");
    assert!(text.contains("no upper and lower side"), "{text}");
}

#[test]
fn levels_have_names_and_numbers() {
    for (level, nodes) in [("easy", 30), ("CLUB", 1000), ("strong", 30_000), ("1", 10)] {
        let text = said(&["play", "tictactoe", "--level", level], "");
        assert!(text.contains(&format!("against mcts-solver:nodes={nodes};")), "{text}");
    }
    for level in ["0", "11", "weak"] {
        let output = talk(&["play", "tictactoe", "--level", level], "");
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{complaint}");
        assert!(complaint.contains("easy, club, strong, or 1 to 10"), "{complaint}");
    }
}

/// What follows "To go on: " and the name of the program, as a shell would read it.
fn command_to_go_on(text: &str) -> Vec<String> {
    let line = text.lines().find_map(|line| line.split_once("To go on: ")).unwrap().1;
    let mut words: Vec<String> = Vec::new();
    for (number, part) in line.split('\'').enumerate() {
        match number % 2 {
            0 => words.extend(part.split_whitespace().map(String::from)),
            _ => words.push(part.into()),
        }
    }
    words[1..].to_vec()
}

#[test]
fn a_game_goes_on_after_quitting() {
    for (game, moves) in [("connect4", "4\n4\n"), ("chess", "e4\nh4\n"), ("ewn:3", "")] {
        let play = ["play", game, "--level", "2", "--threads", "1", "--seed", "564381"];
        let moves = match moves {
            // A move that is legal whatever the die shows.
            "" => "a1b2\na2b2\nb1b2\na1a2\n",
            moves => moves,
        };
        let left = said(&play, &format!("{moves}board\n"));
        let command = command_to_go_on(&left);
        let again = said(&command.iter().map(String::as_str).collect::<Vec<_>>(), "");
        // The same board, but for what is said of it.
        let board = |text: &str| -> Vec<String> {
            let shown = text.split("To go on").next().unwrap().trim_end();
            shown.rsplit("\n\n").next().unwrap().lines().map(String::from).collect()
        };
        assert_eq!(board(&left), board(&again), "{left}\n{again}");
        // And what was played can be taken back.
        let undone = said(&command.iter().map(String::as_str).collect::<Vec<_>>(), "undo\n");
        assert!(!undone.contains("nothing to take back"), "{undone}");
    }
    // A game without a move of one's own is not worth a word, nor is a finished one.
    assert!(!said(&["play", "connect4", "--level", "1"], "quit\n").contains("To go on"));
}

#[test]
fn a_game_is_kept_in_a_file() {
    let path = fresh("game.txt");
    let file = text(&path);
    let start = ["play", "connect4:5x4", "--level", "easy", "--side", "second", "--seed", "4"];
    let told = said(&start, &format!("3\nsave {file}\n3\n"));
    assert!(told.contains(&format!("play --load {file}")), "{told}");
    let kept = std::fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = kept.lines().collect();
    assert_eq!(lines[1], "game connect4:5x4", "{kept}");
    assert_eq!(lines[2..5], ["against mcts-solver:nodes=30", "side second", "seed 4"], "{kept}");
    // It was kept after the moves that followed, too: two of each.
    assert!(lines[5].strip_prefix("moves ").is_some_and(|moves| moves.len() >= 4), "{kept}");
    let again = said(&["play", "--load", file], "quit\n");
    assert!(again.contains("you are the second player (--seed 4)"), "{again}");
    assert!(again.contains("To go on: ") && again.contains(&format!("--load {file}")), "{again}");
    // A new game leaves it alone.
    let before = std::fs::read_to_string(&path).unwrap();
    said(&["play", "--load", file], "new\n3\n2\n");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), before);

    let refused = |arguments: &[&str], reason: &str| {
        let output = talk(arguments, "");
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {complaint}");
        assert!(complaint.contains(reason), "{arguments:?}: {complaint}");
        assert_eq!(complaint.lines().count(), 1, "{complaint}");
    };
    refused(&["play", "othello", "--load", file], "is a game of connect4:5x4");
    refused(&["play", "--load", file, "--seed", "1"], "cannot be used");
    refused(&["play"], "<GAME>");
    refused(&["play", "connect4", "--moves", "4 9"], "move 2: '9'");
    // Damage is noticed, and what is wrong is said.
    let edit = |from: &str, to: &str, last: Option<&str>| {
        let mut text = kept.replace(from, to);
        if let Some(last) = last {
            let end = text.trim_end().rfind('\n').unwrap();
            text.truncate(end);
            text += last;
        }
        std::fs::write(&path, text).unwrap();
    };
    edit("seed 4", "seed 5", None);
    refused(&["play", "--load", file], "it is damaged");
    edit("seed 4", "seed 4", Some(""));
    refused(&["play", "--load", file], "it is cut off");
    edit("moves ", "moves 9", Some("\nend\n"));
    refused(&["play", "--load", file], "move 1: '9'");
    edit("connect4:5x4", "tree:/dev/zero", Some("\nend\n"));
    refused(&["play", "--load", file], "write play tree:/dev/zero --load");
    // Other files are not replaced, and the game goes on.
    std::fs::write(&path, "mine").unwrap();
    let told = said(&start, &format!("save {file}\n3\n"));
    assert!(told.contains("was not written by this command"), "{told}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "mine");
}

/// An interrupt ends the program with exit code 3, and says how to go on.
#[cfg(unix)]
#[test]
fn an_interrupt_loses_no_game() {
    use std::io::{BufRead, BufReader};

    let mut child = Command::new(command())
        .args(["play", "connect4", "--level", "1", "--seed", "5"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"4\nboard\n").unwrap();
    // The board after the machine's answer, and once more.
    let output = BufReader::new(child.stdout.take().unwrap());
    let mut boards = output.lines().map_while(Result::ok).filter(|line| line.contains("1 2 3"));
    boards.nth(3).unwrap();
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let output = child.wait_with_output().unwrap();
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3), "{complaint}");
    let command = command_to_go_on(&complaint);
    assert_eq!(command[..2], ["play", "connect4"], "{complaint}");
    let moves = command.iter().position(|word| word == "--moves").unwrap();
    assert!(command[moves + 1].len() == 2 && command[moves + 1].starts_with('4'), "{complaint}");
}

/// In a terminal lines can be edited and called up again, and Ctrl-C says how to go on.
#[cfg(target_os = "linux")]
#[test]
fn a_terminal_has_a_line_editor() {
    if !Command::new("script").arg("--version").output().is_ok_and(|found| found.status.success()) {
        eprintln!("SKIPPED: there is no 'script' of util-linux, which makes a terminal");
        return;
    }
    let play = format!("'{}' play tictactoe --level 1 --seed 1", command());
    let mut child = Command::new("script")
        .args(["--quiet", "--return", "--command", &play, "/dev/null"])
        .env("TERM", "xterm")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // Keys come after an answer: what is typed before the editor has the terminal would be shown twice.
    let shown = Arc::<Mutex<Vec<u8>>>::default();
    let (mut output, all) = (child.stdout.take().unwrap(), Arc::clone(&shown));
    let reader = std::thread::spawn(move || {
        let mut some = [0; 4096];
        while let Ok(read @ 1..) = output.read(&mut some) {
            all.lock().unwrap().extend_from_slice(&some[..read]);
        }
    });
    // Until there is a prompt on a new line: its last escape sequence says that the line is drawn.
    let wait_for_a_prompt = |from: usize| {
        for _ in 0..1000 {
            let now = String::from_utf8_lossy(&shown.lock().unwrap()[from..]).into_owned();
            if now.rsplit_once('\n').is_some_and(|(_, line)| line.contains("\x1b[?2026l")) {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    wait_for_a_prompt(0);
    // A word with a letter too many, corrected by backspace; the same again by the arrow upwards; then the
    // move 5, resignation, a new game after the end, and Ctrl-C in it.
    let mut input = child.stdin.take().unwrap();
    for keys in ["movess\x7f\r", "\x1b[A\r", "5\r", "resign\r", "new\r", "1\r", "\x03"] {
        let before = shown.lock().unwrap().len();
        input.write_all(keys.as_bytes()).unwrap();
        input.flush().unwrap();
        if keys != "\x03" {
            wait_for_a_prompt(before);
        }
    }
    let status = child.wait().unwrap();
    reader.join().unwrap();
    let shown = String::from_utf8_lossy(&shown.lock().unwrap()).into_owned();
    assert_eq!(shown.matches("1 2 3 4 5 6 7 8 9").count(), 2, "{shown}");
    assert!(shown.contains("You resign") && shown.contains("(--seed 2)"), "{shown}");
    assert!(shown.contains("To go on: ") && shown.contains("--moves 1"), "{shown}");
    assert_eq!(status.code(), Some(3), "{shown}");
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
    // So does one that could compare fewer, unless it is told to.
    let found = look("connect4", "selective", "500");
    assert_eq!(found["moves"].as_array().unwrap().len(), 7, "{found}");
    let found = look("connect4", "selective:lines=2", "500");
    assert_eq!(found["moves"].as_array().unwrap().len(), 2, "{found}");
    let text = said(&["analyse", "connect4", "--by", "selective", "--nodes", "500"], "");
    assert!(text.contains("'--by selective:lines=1' finds the best move alone"), "{text}");
    let text = said(&["play", "othello:4", "--level", "1"], "analyse\n");
    for mv in ["b1", "a2", "d3", "c4"] {
        assert!(text.contains(&format!("\n{mv}  ")), "{text}");
    }
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
            "it has: selection c playout backup implicit prior transpositions batch seed nodes",
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
    let played = said(&["play", "chess", "--against", "mcts:time=1ms"], "a3\nh3\nquit\n");
    assert_eq!(played.matches("machine: ").count(), 2, "{played}");
    assert_eq!(played.matches("too few to choose well").count(), 1, "{played}");
}
