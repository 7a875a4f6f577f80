//! `uci`, `epd` and `perft`: conversations as a chess program would have them.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use crate::support::{command, file, gametree, json, stdout};

/// A running engine.
struct Engine {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

/// How long an answer may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

impl Engine {
    fn start() -> Engine {
        let mut child = Command::new(command())
            .arg("uci")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)).ok();
        });
        Engine { child, input, lines }
    }

    fn tell(&mut self, text: &str) {
        writeln!(self.input, "{text}").unwrap();
    }

    /// All lines up to one that starts like this.
    fn until(&mut self, start: &str) -> Vec<String> {
        let mut seen = Vec::new();
        loop {
            let line =
                self.lines.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("{start}: {seen:?}"));
            let found = line.starts_with(start);
            seen.push(line);
            if found {
                return seen;
            }
        }
    }

    fn ask(&mut self, text: &str, start: &str) -> Vec<String> {
        self.tell(text);
        self.until(start)
    }

    fn best(&mut self, go: &str) -> String {
        let lines = self.ask(go, "bestmove");
        lines.last().unwrap().split(' ').nth(1).unwrap().to_string()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = writeln!(self.input, "quit");
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            if self.child.try_wait().is_ok_and(|status| status.is_some()) {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        assert!(std::thread::panicking(), "it should have quit");
    }
}

#[test]
fn it_introduces_itself_and_searches() {
    let mut engine = Engine::start();
    let lines = engine.ask("uci", "uciok");
    for option in
        ["Algorithm", "Hash", "Threads", "MultiPV", "Move Overhead", "Clear Hash", "UCI_Chess960"]
    {
        assert!(
            lines.iter().any(|line| line.contains(&format!("option name {option} "))),
            "{option}"
        );
    }
    engine.ask("isready", "readyok");
    engine.tell("ucinewgame");
    engine.tell("position startpos moves e2e4 e7e5");
    let lines = engine.ask("go depth 4", "bestmove");
    let info = lines.iter().rev().find(|line| line.starts_with("info depth 4")).unwrap();
    for word in ["seldepth", "score cp", "nodes", "nps", "hashfull", "time", "pv"] {
        assert!(info.contains(word), "{info}");
    }
}

#[test]
fn it_finds_mates_and_says_how_far_they_are() {
    for threads in [1, 3] {
        let mut engine = Engine::start();
        engine.tell(&format!("setoption name Threads value {threads}"));
        finds_mates(engine);
    }
}

fn finds_mates(mut engine: Engine) {
    for (fen, go, mate, best) in [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "go mate 1", "mate 1", "a1a8"),
        ("7k/8/8/5K2/8/8/8/6Q1 w - - 0 1", "go depth 6", "mate 2", "f5f6"),
        ("r3k3/8/8/8/8/8/5PPP/6K1 b q - 0 1", "go nodes 20000", "mate 1", "a8a1"),
    ] {
        engine.tell(&format!("position fen {fen}"));
        let lines = engine.ask(go, "bestmove");
        assert!(lines.iter().any(|line| line.contains(mate)), "{fen}: {lines:?}");
        assert!(lines.last().unwrap().starts_with(&format!("bestmove {best}")), "{fen}: {lines:?}");
    }
    // The one who is mated sees it, too.
    engine.tell("position fen 7k/8/5K2/8/8/8/8/6Q1 b - - 0 1");
    let lines = engine.ask("go depth 4", "bestmove h8h7");
    assert!(lines.iter().any(|line| line.contains("mate -1")), "{lines:?}");
}

#[test]
fn it_stops_at_once_and_answers_meanwhile() {
    let mut engine = Engine::start();
    engine.tell("position startpos");
    engine.ask("isready", "readyok");
    engine.tell("go infinite");
    engine.until("info depth 2");
    let begun = Instant::now();
    engine.ask("isready", "readyok");
    engine.ask("stop", "bestmove");
    // Twenty milliseconds on an idle machine; tests share theirs.
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
    // Nothing is said before `stop`, even if there is nothing left to search.
    engine.tell("position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
    engine.tell("go infinite");
    std::thread::sleep(Duration::from_millis(300));
    assert!(engine.lines.try_iter().all(|line| !line.starts_with("bestmove")));
    engine.ask("stop", "bestmove a1a8");
    // The expected move comes, and the clock starts.
    engine.tell("position startpos");
    engine.tell("go ponder wtime 400 btime 400");
    engine.until("info depth 3");
    engine.ask("ponderhit", "bestmove");
}

#[test]
fn limits_are_kept() {
    let mut engine = Engine::start();
    engine.tell("position startpos");
    let begun = Instant::now();
    engine.best("go movetime 100");
    engine.best("go wtime 500 btime 500 winc 10 binc 10");
    engine.best("go wtime 1 btime 1 movestogo 1");
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    assert_eq!(engine.best("go depth 3 searchmoves a2a3"), "a2a3");
    let two = engine.ask("go nodes 3000", "bestmove");
    engine.tell("ucinewgame");
    let again = engine.ask("go nodes 3000", "bestmove");
    assert_eq!(two.last(), again.last(), "the same move from the same nodes");
    engine.tell("setoption name MultiPV value 3");
    let lines = engine.ask("go depth 3", "bestmove");
    assert!(lines.iter().any(|line| line.contains("multipv 3")), "{lines:?}");
}

#[test]
fn other_players_and_chess960() {
    let mut engine = Engine::start();
    engine.tell("setoption name Algorithm value mcts:playout=eval");
    engine.tell("position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
    engine.best("go nodes 500");
    engine.tell("setoption name Algorithm value selective");
    engine.tell("setoption name UCI_Chess960 value true");
    engine.tell("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1h1 e8e7");
    engine.ask("isready", "readyok");
    assert_ne!(engine.best("go depth 2"), "(none)");
}

#[test]
fn every_player_searches_the_moves_it_is_asked_for() {
    let mut engine = Engine::start();
    engine.tell("setoption name Threads value 2");
    engine.tell("position startpos");
    for player in
        ["selective", "ab", "mm", "mcts", "mcts-solver", "mcts-alphabeta", "scout", "random"]
    {
        engine.tell(&format!("setoption name Algorithm value {player}"));
        let best = engine.best("go nodes 500 searchmoves a2a3 h2h4");
        assert!(["a2a3", "h2h4"].contains(&best.as_str()), "{player}: {best}");
    }
}

/// Nonsense is ignored, and what is wrong is said; nothing crashes or hangs.
#[test]
fn nonsense_does_no_harm() {
    let mut engine = Engine::start();
    for line in [
        "",
        "hello",
        "go on hello",
        "position",
        "position fen",
        "position fen 8/8 w",
        "setoption",
        "setoption name",
        "setoption name Hash value many",
        "setoption name Algorithm value nothing",
        "position startpos moves e2e5",
        "position startpos moves e2e4 e7e5 e1e8",
        "ponderhit",
        "stop",
        "setoption name Nothing value 3",
        "debug on",
        "register later",
        "go depth",
        "stop",
    ] {
        engine.tell(line);
    }
    // Both searches, which had no limit, were stopped.
    engine.until("bestmove");
    engine.until("bestmove");
    engine.ask("isready", "readyok");
    engine.tell("position startpos moves e2e4");
    let lines = engine.ask("position startpos moves e2e4 e2e4", "info string");
    assert!(lines.last().unwrap().contains("not a legal move"), "{lines:?}");
    // The last good position is still there: black is to move.
    let best = engine.best("joho go depth 1");
    assert!(best.ends_with(['5', '6']), "{best}");
    engine.tell("position fen R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1");
    assert_eq!(engine.best("go depth 3"), "(none)", "it is mate");
}

#[test]
fn a_closed_input_ends_it() {
    let mut engine = Engine::start();
    engine.tell("position startpos");
    engine.tell("go nodes 2000");
    let mut child = Command::new(command())
        .arg("uci")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"position startpos\ngo nodes 2000\n").unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert!(String::from_utf8(output.stdout).unwrap().contains("bestmove"));
}

#[test]
fn test_suites_are_solved() {
    let suite = "6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8; dm 1; id \"back rank\";\n\
                 7k/8/8/5K2/8/8/8/6Q1 w - - dm 2;\n\
                 6k1/5ppp/8/8/8/8/8/R3K3 w - - am Ra8; id \"refuses to mate\";\n\
                 nonsense\n";
    let path = file("suite.epd", suite);
    let found = json(&["epd", &path, "--nodes", "20k"]);
    assert_eq!(found["solved"], 2, "{found}");
    assert_eq!(found["positions"][0]["id"], "back rank");
    assert_eq!(found["positions"][2]["solved"], false);
    assert!(found["unreadable"][0].as_str().unwrap().starts_with("line 4: FEN"), "{found}");
    let output = gametree(&["epd", &path, "--nodes", "1000"]);
    assert_eq!(output.status.code(), Some(2), "a line could not be read");
    assert!(stdout(&output).contains("of 3 solved by selective"), "{output:?}");
}

#[test]
fn lines_of_a_suite_that_ask_for_nothing_sensible_are_refused() {
    let position = "6k1/5ppp/8/8/8/8/8/R3K3 w - -";
    for (asked, told) in [
        ("", "there should be bm, am or dm"),
        ("bm;", "'bm' should be followed by a move"),
        ("bm Ra8; am ;", "'am' should be followed by a move"),
        ("bm Ra9;", "Ra9"),
        ("dm 0;", "'dm 0' should be a number of moves from 1 to 1000"),
        ("dm 4294967295;", "should be a number of moves"),
        ("dm two;", "should be a number of moves"),
    ] {
        let path = file("asked.epd", &format!("{position} {asked}\n{position} bm Ra8;\n"));
        let found = json(&["epd", &path, "--nodes", "2k"]);
        let lines = found["unreadable"].as_array().unwrap();
        assert_eq!(lines.len(), 1, "{asked}: {found}");
        assert!(lines[0].as_str().unwrap().contains(told), "{asked}: {found}");
        assert_eq!(
            (&found["solved"], found["positions"].as_array().unwrap().len()),
            (&1.into(), 1)
        );
    }
}

#[test]
fn moves_are_counted() {
    assert_eq!(json(&["perft", "chess", "--depth", "3"])["leaves"], 8902);
    let divided = json(&["perft", "tictactoe", "--depth", "2", "--divide"]);
    assert_eq!((&divided["leaves"], divided["moves"].as_array().unwrap().len()), (&72.into(), 9));
    let path = file("perft.epd", "4k3/8/8/8/8/8/8/4K2R w K - 0 1; D1 15; D2 66\n");
    assert!(gametree(&["perft", "chess", "--file", &path]).status.success());
    let path = file("wrong.epd", "4k3/8/8/8/8/8/8/4K2R w K - 0 1; D1 16\n");
    let output = gametree(&["perft", "chess", "--file", &path]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stdout(&output).contains("line 1, depth 1: 15 leaves, and the file has 16"),
        "{output:?}"
    );
    for bad in [&["perft", "chess"][..], &["perft", "chess", "--depth", "2", "--position", "8/8"]] {
        assert_eq!(gametree(bad).status.code(), Some(2), "{bad:?}");
    }
}
