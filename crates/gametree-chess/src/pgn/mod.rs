//! PGN, the format in which games of chess are exchanged: a reader that takes what real files contain, and a
//! writer.
//!
//! The reader keeps tags, moves, comments, annotations ($1, and ! and ? as such), variations and results. A game
//! that is wrong is reported by its number and skipped; the next one starts at the next tag. A game may go on after
//! a draw that nobody has claimed, though for a search it is over there.

mod lexer;
mod reader;
mod writer;

use std::fmt;

use gametree::{Game, Notation};

use crate::{Chess, Position, Step};

pub use reader::read;

/// A game with its tags.
///
/// ```
/// use gametree_chess::pgn;
///
/// let text = "[White \"Ada\"]\n\n1. e4 e5 (1... c5 2. Nf3) 2. Nf3 {natural} Nc6 $1 *\n";
/// let games = pgn::read(text);
/// let game = games[0].as_ref().unwrap();
/// assert_eq!((game.tag("White"), game.moves.len()), (Some("Ada"), 4));
/// assert_eq!(pgn::read(&game.to_string())[0].as_ref(), Ok(game));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Record {
    /// Names and values, in the order of the file.
    pub tags: Vec<(String, String)>,
    /// A comment before the first move.
    pub comment: String,
    /// The moves that were played.
    pub moves: Vec<Played>,
    /// How the game ended.
    pub result: Conclusion,
}

/// A move with what is said about it.
///
/// ```
/// use gametree_chess::pgn;
///
/// let games = pgn::read("1. e4 e5 (1... c5) 2. Nf3! {natural} *");
/// let moves = &games[0].as_ref().unwrap().moves;
/// assert_eq!((moves[1].variations.len(), moves[2].annotations[0]), (1, 1));
/// assert_eq!(moves[2].comment, "natural");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Played {
    /// The move.
    pub step: Step,
    /// Annotations by number: 1 for a good move (!), 2 for a mistake (?), and so on.
    pub annotations: Vec<u8>,
    /// What is said after the move.
    pub comment: String,
    /// What could have been played instead.
    pub variations: Vec<Vec<Played>>,
}

impl Played {
    /// A move without anything said about it.
    pub fn new(step: Step) -> Played {
        Played { step, annotations: Vec::new(), comment: String::new(), variations: Vec::new() }
    }
}

/// How a game ended.
///
/// ```
/// use gametree_chess::pgn::{self, Conclusion};
///
/// let games = pgn::read("1. f3 e5 2. g4 Qh4# 0-1");
/// assert_eq!(games[0].as_ref().unwrap().result, Conclusion::Black);
/// assert_eq!(Conclusion::Draw.text(), "1/2-1/2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conclusion {
    /// `1-0`
    White,
    /// `0-1`
    Black,
    /// `1/2-1/2`
    Draw,
    /// `*`: it has not, or nobody knows.
    Unknown,
}

impl Conclusion {
    const TEXTS: [(Conclusion, &str); 4] = [
        (Conclusion::White, "1-0"),
        (Conclusion::Black, "0-1"),
        (Conclusion::Draw, "1/2-1/2"),
        (Conclusion::Unknown, "*"),
    ];

    fn read(text: &str) -> Option<Conclusion> {
        Self::TEXTS.iter().find(|(_, known)| *known == text).map(|(result, _)| *result)
    }

    /// As a file writes it.
    pub fn text(self) -> &'static str {
        let found = Self::TEXTS.iter().find(|(result, _)| *result == self);
        found.map_or("*", |(_, text)| text)
    }
}

/// Why a game could not be read.
///
/// ```
/// use gametree_chess::pgn;
///
/// let games = pgn::read("1. e4 e5 2. Ke3 *");
/// let error = games[0].as_ref().unwrap_err();
/// assert_eq!((error.game, error.line), (1, 1));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnError {
    /// The number of the game in the file, from 1.
    pub game: usize,
    /// The line of the file, from 1.
    pub line: usize,
    /// What is wrong.
    pub reason: String,
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}, line {}: {}", self.game, self.line, self.reason)
    }
}

impl std::error::Error for PgnError {}

impl Record {
    /// A game of moves from the start, without tags.
    pub fn new(moves: Vec<Step>, result: Conclusion) -> Record {
        let moves = moves.into_iter().map(Played::new).collect();
        Record { tags: Vec::new(), comment: String::new(), moves, result }
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| &**value)
    }

    /// The rules and the start of the game: by its tags FEN and Variant.
    ///
    /// # Errors
    /// If the FEN is wrong; the message says why.
    pub fn start(&self) -> Result<(Chess, Position), String> {
        let variant = self.tag("Variant").unwrap_or_default().to_ascii_lowercase();
        let shuffled =
            ["chess960", "fischerandom", "fischerrandom"].contains(&&*variant.replace(' ', ""));
        let game = if shuffled { Chess::new().as_shuffled() } else { Chess::new() };
        let position = match self.tag("FEN") {
            Some(fen) => game.parse_position(fen).map_err(|error| error.to_string())?,
            None => game.start(),
        };
        Ok((game, position))
    }
}
