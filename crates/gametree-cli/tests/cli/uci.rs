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
        Engine::start_by(Command::new(command()).arg("uci"))
    }

    fn start_by(command: &mut Command) -> Engine {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
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

    /// What it says about a position before it is asked for anything.
    fn complaints(&mut self, position: &str) -> Vec<String> {
        self.tell(position);
        let mut lines = self.ask("isready", "readyok");
        lines.pop();
        lines
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
    engine.tell("position startpos moves e2e4");
    let best = engine.best("joho go depth 1");
    assert!(best.ends_with(['5', '6']), "{best}");
    engine.tell("position fen R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1");
    assert_eq!(engine.best("go depth 3"), "(none)", "it is mate");
}

/// Chess programs tell an engine when a game is over. Until then it plays, whatever draw could be claimed or declared, and on
/// the board that it was told.
#[test]
fn games_go_on_where_nobody_claims_a_draw() {
    let mut engine = Engine::start();
    let round = "g1f3 g8f6 f3g1 f6g8";
    let thrice = [round; 2].join(" ");
    let often = [round; 40].join(" ");
    let kings = "fen 8/8/8/3k4/8/3K4/8/8 w - - 0 1";
    for (position, allowed) in [
        (format!("startpos moves {thrice}"), None),
        (format!("startpos moves {thrice} e2e4"), Some("abcdefgh")),
        (format!("startpos moves {thrice} e2e4 e7e5 g1f3"), Some("abcdefgh")),
        (format!("startpos moves {often}"), None),
        (format!("startpos moves {often} e2e4"), Some("abcdefgh")),
        ("fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 100 90".into(), Some("a")),
        ("fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 149 90".into(), Some("a")),
        ("fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 90 moves e1e2 g8f8 a1a8 f8e7".into(), None),
        (kings.into(), Some("d")),
        (format!("{kings} moves d3c3 d5c5"), Some("c")),
    ] {
        let told = format!("position {position}");
        assert_eq!(engine.complaints(&told), [""; 0], "{position}");
        for player in ["selective", "mcts-solver", "ab"] {
            engine.tell(&format!("setoption name Algorithm value {player}"));
            let best = engine.best("go nodes 200");
            let from = best.chars().next().unwrap();
            assert!(allowed.is_none_or(|files| files.contains(from)), "{position}: {best}");
            let after = if told.contains("moves") { "" } else { " moves" };
            let next = format!("{told}{after} {best}");
            assert_eq!(engine.complaints(&next), [""; 0], "{next} by {player}");
            engine.tell(&told);
        }
    }
}

/// The same player searches on from move to move, over positions at which a draw could be claimed.
#[test]
fn a_player_goes_on_through_repetitions() {
    let mut engine = Engine::start();
    for player in ["selective", "mcts-solver"] {
        engine.tell(&format!("setoption name Algorithm value {player}"));
        let mut played = Vec::new();
        for mv in ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(5) {
            engine.tell(&format!("position startpos moves {}", played.join(" ")));
            assert_ne!(engine.best("go nodes 50"), "(none)", "{player}: {played:?}");
            played.push(mv);
        }
    }
}

/// A move that repeats a position is worth a draw to the search, however often nobody has claimed one.
#[test]
fn a_repetition_is_scored_as_a_draw() {
    let mut engine = Engine::start();
    // White has given his queen's knight away.
    let start = "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1";
    for rounds in [1, 2, 7, 30] {
        let moves = ["g1f3 g8f6 f3g1 f6g8"].repeat(rounds).join(" ");
        engine.tell(&format!("position {start} moves {moves} g1f3 g8f6"));
        let again = engine.ask("go depth 1 searchmoves f3g1", "bestmove f3g1");
        assert!(again.iter().any(|line| line.contains("score cp 0 ")), "{rounds}: {again:?}");
        let other = engine.ask("go depth 1 searchmoves a2a3", "bestmove a2a3");
        // A pawn move sets the clock back.
        assert!(other.iter().any(|line| line.contains("score cp -")), "{rounds}: {other:?}");
    }
}

/// What was refused is not searched, and nothing else is searched in its place.
#[test]
fn after_a_refused_position_there_is_no_move() {
    let mut engine = Engine::start();
    for (position, why) in [
        ("position startpos moves e2e4 e2e4", "move 2: 'e2e4' is not a legal move"),
        ("position startpos moves e2e4 e7e5 e1e8", "move 3"),
        ("position startpos e2e4", "should be followed by moves"),
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "one king"),
        ("position fen", "followed by a FEN"),
        ("position fen e2e4", "six fields"),
        ("position", "startpos or fen"),
        ("position nonsense", "startpos or fen"),
    ] {
        engine.tell("position startpos moves e2e4");
        let told = engine.complaints(position);
        assert!(told.len() == 1 && told[0].starts_with("info string"), "{position}: {told:?}");
        for go in ["go depth 3", "go nodes 1", "go movetime 5", "go wtime 100 btime 100"] {
            let lines = engine.ask(go, "bestmove");
            assert!(lines[0].starts_with("info string") && lines[0].contains(why), "{lines:?}");
            assert_eq!(lines[1..], ["bestmove (none)"], "{position}");
        }
        engine.tell("go infinite");
        let lines = engine.ask("stop", "bestmove");
        assert_eq!(lines.last().unwrap(), "bestmove (none)", "{position}");
        engine.tell("position startpos moves e2e4");
        assert!(engine.best("go depth 1").ends_with(['5', '6']), "{position}");
    }
    let lines = engine.ask("go depth 2 searchmoves e2e4 a1a8", "bestmove (none)");
    assert!(lines[0].contains("none of the moves e2e4 a1a8 is legal"), "{lines:?}");
}

/// However little it may search, it has looked at every move once.
#[test]
fn an_answer_was_searched() {
    let mut engine = Engine::start();
    let players =
        ["selective", "ab", "mm", "scout", "solver", "mcts-solver", "mcts-alphabeta", "uct"];
    for player in players {
        engine.tell(&format!("setoption name Algorithm value {player}"));
        for go in ["go nodes 1", "go infinite\nstop", "go movetime 1", "go wtime 1 btime 1"] {
            // The first legal move does not mate, and the last one takes a queen.
            for (fen, best) in [
                ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8"),
                ("q5k1/8/8/8/8/8/6PP/R6K w - - 0 1", "a1a8"),
            ] {
                engine.tell("ucinewgame");
                engine.tell(&format!("position fen {fen}"));
                let lines = engine.ask(go, "bestmove");
                // A slow machine may have made thousands of rollouts by the time it is told to stop, or a few.
                let rollouts = player.starts_with("mcts") || player == "uct";
                if !rollouts || go == "go nodes 1" {
                    let found = format!("bestmove {best}");
                    assert!(lines.last().unwrap().starts_with(&found), "{player}, {go}: {lines:?}");
                }
                assert_ne!(lines.last().unwrap(), "bestmove (none)", "{player}, {go}");
            }
        }
    }
    engine.tell("setoption name Algorithm value selective");
    engine.tell("position startpos");
    let lines = engine.ask("go nodes 1", "bestmove");
    assert!(lines.iter().any(|line| line.starts_with("info depth 1 ")), "{lines:?}");
}

/// A command that runs with so much address space.
#[cfg(unix)]
fn within(kibibytes: u32, arguments: &[&str]) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("ulimit -v {kibibytes} && exec \"$0\" \"$@\"")]);
    shell.arg(command()).args(arguments);
    shell
}

/// Memory that the system does not have is an answer.
#[cfg(unix)]
#[test]
fn memory_that_is_not_there_ends_nothing() {
    let mut engine = Engine::start_by(&mut within(600_000, &["uci"]));
    engine.tell("position startpos");
    for options in [
        &["Hash value 65536"][..],
        &["Hash value 65536", "Threads value 3"],
        &["Algorithm value selective:hash=64GiB,memory=1000GiB"],
        &["Algorithm value scout:memory=64GiB"],
        &["Algorithm value mcts:memory=64GiB"],
    ] {
        options.iter().for_each(|option| engine.tell(&format!("setoption name {option}")));
        let lines = engine.ask("go depth 2 nodes 3000", "bestmove");
        let told = lines.iter().any(|line| line.starts_with("info string") && line.contains("MiB"));
        assert!(told || options[0].contains("mcts"), "{options:?}: {lines:?}");
        assert_ne!(lines.last().unwrap(), "bestmove (none)", "{options:?}: {lines:?}");
        engine.tell("setoption name Threads value 1");
    }
    for by in ["selective:hash=64GiB,memory=1000GiB,nodes=100", "scout:memory=64GiB,nodes=100"] {
        let output = within(600_000, &["analyse", "chess", "--by", by]).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.contains("bytes of memory left") && told.lines().count() == 1, "{told}");
    }
    // The table would take all that is there, and leave nothing for lists of moves. (Several threads may
    // still be refused one at the same moment.)
    for _ in 0..3 {
        let numbers = ["solve", "random:b=10,d=30", "--algorithm", "df-pn", "--memory", "64GiB"];
        let numbers = [&numbers[..], &["--threads", "1", "--time", "700ms", "--quiet"]].concat();
        let output = within(300_000, &numbers).output().unwrap();
        assert_eq!(output.status.code(), Some(3), "{output:?}");
    }
    // What a policy keeps grows beside the tree.
    for kibibytes in [24_000, 26_000, 28_000, 30_000] {
        let odds = ["solve", "random:b=8,d=12", "--algorithm", "rollout:odds", "--memory", "4GiB"];
        let odds = [&odds[..], &["--threads", "1", "--quiet"]].concat();
        let output = within(kibibytes, &odds).output().unwrap();
        assert_eq!(output.status.code(), Some(3), "{kibibytes}: {output:?}");
        assert!(stdout(&output).contains("the system gave no more"), "{output:?}");
    }
    // Beside the table, of 128 MiB, there is room for some thousand positions.
    let graph =
        ["solve", "pig:100", "--algorithm", "rollout:best-first", "--quiet", "--threads", "1"];
    let output = within(166_000, &graph).output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    assert!(stdout(&output).contains("the system gave no more"), "{output:?}");
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
    let counted = stdout(&gametree(&["perft", "tictactoe", "--depth", "2"]));
    assert!(counted.starts_with("72 leaves in") && counted.contains("\nspeed   "), "{counted}");
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
