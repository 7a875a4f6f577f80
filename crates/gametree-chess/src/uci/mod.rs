//! The Universal Chess Interface (Meyer-Kahlen, Huber 2000-2006), as an engine speaks it.
//!
//! One thread reads lines and answers at once; a second one searches (`worker.rs`). What makes no sense is
//! ignored, as the protocol asks; about positions and options that are wrong a line `info string` says why.

mod go;
mod info;
mod options;
mod worker;

use std::io::{self, BufRead};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};

use gametree::Notation;

use crate::{Chess, Position, Step};
use go::Go;
use options::Options;
use worker::{Order, Signals};

/// Where a line of the engine goes. It may quote what the chess program wrote.
pub type Say = fn(&str);

/// Serves a chess program until it says `quit` or closes the input. The player is any algorithm, with its parameters.
///
/// ```
/// let input = "uci\nposition startpos moves e2e4\ngo nodes 1000\n";
/// gametree_chess::uci::serve("selective", input.as_bytes(), |line| println!("{line}")).unwrap();
/// ```
///
/// # Errors
/// If the player is unknown, or the thread that searches has failed.
pub fn serve(player: &str, input: impl BufRead, say: Say) -> Result<(), String> {
    let options = Options::new(player)?;
    let (orders, inbox) = mpsc::channel();
    let worker = std::thread::spawn(move || worker::serve(&inbox, say));
    let mut session = Session::new(options, orders, say);
    for line in input.lines() {
        // Bytes that are no text are ignored like other nonsense.
        let line = match line {
            Ok(line) => line,
            Err(error) if error.kind() == io::ErrorKind::InvalidData => continue,
            Err(_) => break,
        };
        if !session.obey(&line) {
            break;
        }
    }
    session.finish();
    drop(session);
    worker.join().map_err(|_| "the search has failed".to_string())
}

/// What a chess program has said so far.
struct Session {
    options: Options,
    orders: mpsc::Sender<Order>,
    say: Say,
    game: Chess,
    position: Position,
    /// The position as text: a FEN, and the moves from there.
    start: String,
    moves: Vec<String>,
    /// Why the last position was refused, if it was: then there is none to search.
    refused: Option<String>,
    /// The running search, if there is one.
    running: Option<Signals>,
}

impl Session {
    fn new(options: Options, orders: mpsc::Sender<Order>, say: Say) -> Session {
        let game = rules(false);
        let position = game.parse_position("").expect("the start is a position");
        let (start, moves) = (game.fen(&position), Vec::new());
        Session { options, orders, say, game, position, start, moves, refused: None, running: None }
    }

    /// Obeys a line; false if that is the end.
    fn obey(&mut self, line: &str) -> bool {
        let words: Vec<&str> = line.split_whitespace().collect();
        // Unknown words at the beginning of a line are skipped.
        let Some(first) = words.iter().position(|word| COMMANDS.contains(word)) else {
            return true;
        };
        let rest = &words[first + 1..];
        match words[first] {
            "uci" => self.options.introduce(self.say),
            "isready" => (self.say)("readyok"),
            "ucinewgame" => self.order(Order::Forget),
            "setoption" => self.set_option(rest),
            "position" => {
                self.refused = self.set_position(rest).err();
                if let Some(reason) = &self.refused {
                    (self.say)(&format!("info string {reason}"));
                }
            }
            "go" => self.go(&Go::read(rest)),
            "stop" => self.stop(),
            "ponderhit" => {
                if let Some(signals) = &self.running {
                    signals.ponderhit();
                }
            }
            "quit" => {
                self.stop();
                return false;
            }
            _ => (),
        }
        true
    }

    fn order(&mut self, order: Order) {
        // If the other thread is gone, the program ends with its message.
        let _ = self.orders.send(order);
    }

    fn stop(&mut self) {
        if let Some(signals) = self.running.take() {
            signals.stop();
        }
    }

    /// At the end of the input, a search that ends by itself may do so.
    fn finish(&mut self) {
        if let Some(signals) = self.running.take().filter(Signals::waits) {
            signals.stop();
        }
    }

    fn set_option(&mut self, words: &[&str]) {
        let before = self.options.shuffled;
        match self.options.set(words) {
            Ok(true) => self.order(Order::Forget),
            Ok(false) => (),
            Err(reason) => (self.say)(&format!("info string {reason}")),
        }
        if self.options.shuffled != before {
            self.game = rules(!before);
            self.start = self.game.fen(&self.position);
            self.moves.clear();
        }
    }

    /// Sets the position.
    fn set_position(&mut self, words: &[&str]) -> Result<(), String> {
        let split = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        let start = match &words[..split] {
            ["startpos"] => String::new(),
            ["startpos", ..] => {
                return Err("startpos should be followed by moves, or nothing".into());
            }
            ["fen"] => return Err("fen should be followed by a FEN".into()),
            // With this word it is read as nothing else.
            ["fen", fen @ ..] => fen.join(" ") + " moves",
            _ => return Err("position should be startpos or fen".into()),
        };
        let told = |error: gametree::NotationError| error.to_string();
        let mut position = self.game.parse_position(&start).map_err(told)?;
        let start = self.game.fen(&position);
        let moves: Vec<String> =
            words.get(split + 1..).unwrap_or_default().iter().map(ToString::to_string).collect();
        for (i, mv) in moves.iter().enumerate() {
            let step = self.game.parse_move(&position, mv);
            let step = step.map_err(|error| format!("move {}: {error}", i + 1))?;
            gametree::Game::advance(&self.game, &mut position, step);
        }
        (self.position, self.start, self.moves) = (position, start, moves);
        Ok(())
    }

    fn go(&mut self, go: &Go) {
        self.stop();
        let white = self.game.fen(&self.position).split(' ').nth(1) == Some("w");
        let allowance = go.allowance(white, self.options.overhead);
        let hold = Arc::new(AtomicBool::new(go.infinite || go.ponder));
        let stop = Arc::new(AtomicBool::new(false));
        let wanted = |text: &String| self.game.parse_move(&self.position, text).ok();
        let only: Vec<Step> = go.only.iter().filter_map(wanted).collect();
        let none_possible = || format!("none of the moves {} is legal", go.only.join(" "));
        let refused = (only.is_empty() && !go.only.is_empty()).then(none_possible);
        let signals = Signals::new(stop, hold, allowance.filter(|_| go.ponder));
        let order = Order::Search(Box::new(worker::Search {
            shuffled: self.options.shuffled,
            start: self.start.clone(),
            moves: self.moves.clone(),
            refused: self.refused.clone().or(refused),
            player: self.options.player(),
            threads: self.options.threads,
            allowance: allowance.filter(|_| !go.ponder && !go.infinite),
            nodes: go.nodes,
            depth: go.depth,
            mate: go.mate,
            only,
            signals: signals.clone(),
        }));
        self.running = Some(signals);
        self.order(order);
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.finish();
        let _ = self.orders.send(Order::Quit);
    }
}

/// Chess or Chess960, in which a game goes on until the chess program says that it is over.
fn rules(shuffled: bool) -> Chess {
    let game = Chess::new().with_claims();
    if shuffled { game.as_shuffled() } else { game }
}

const COMMANDS: [&str; 11] = [
    "uci",
    "debug",
    "isready",
    "setoption",
    "register",
    "ucinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "quit",
];

/// Whether a flag is set.
fn is_set(flag: &AtomicBool) -> bool {
    flag.load(Ordering::Acquire)
}
