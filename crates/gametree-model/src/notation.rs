//! Moves and positions as text.

use std::fmt;

use super::{Game, Grain, Kind, Moves, Turn, Uci, Value};

/// The most legal moves that a message lists.
const MOST_LISTED: usize = 12;

/// How a game writes its moves and positions.
///
/// Only [`move_text`](Notation::move_text) is required: a move is read by comparison with the texts
/// of the legal moves, and a position is written as the moves that lead to it. A game with a board
/// also [draws](Notation::draw) positions, and [reads](Notation::parse_drawing) its own drawings.
///
/// ```
/// use gametree_model::{Game, Notation};
/// # use gametree_model::doc::Subtraction;
///
/// let game = Subtraction { stones: 10 };
/// let mv = game.parse_move(&game.start(), "3").unwrap();
/// assert_eq!(game.move_text(&game.start(), mv), "3");
///
/// let position = game.parse_position("3 1").unwrap();
/// assert_eq!(position, (6, true), "six stones left, MAX to move");
/// ```
pub trait Notation: Game {
    /// The move in the game's notation.
    fn move_text(&self, position: &Self::Position, mv: Self::Move) -> String;

    /// Draws the position in a few lines of text, for people. If the board alone does not tell
    /// who is to move, the last line does.
    fn draw(&self, position: &Self::Position) -> String {
        let _ = position;
        String::new()
    }

    /// The size of the board at the top of a drawing, and the names of its cells; `None` if the
    /// drawing is not a board. Programs that show the drawing write the names at its edges.
    fn coordinates(&self) -> Option<Coordinates> {
        None
    }

    /// The player whose piece a symbol of the drawing is.
    fn owner(&self, symbol: char) -> Option<Kind> {
        match symbol {
            'X' | 'W' => Some(Kind::Max),
            'O' | 'B' => Some(Kind::Min),
            _ => None,
        }
    }

    /// What a value means, in a few words. By default the winner, if the values of the game are -1,
    /// 0 and 1.
    fn value_text(&self, value: Value) -> Option<String> {
        let values = self.values();
        let (lower, upper) = (values.range.lower, values.range.upper);
        let plain = values.grain == Grain::Integer && lower == (-1).into() && upper == 1.into();
        // An estimate between those is nobody's win.
        let whole = value.get().fract() == 0.0;
        (plain && whole).then(|| winner(value).to_string())
    }

    /// The position that a drawing shows: the rows of [`draw`](Notation::draw), each one trimmed.
    /// `None` if the game does not read drawings.
    fn parse_drawing(&self, rows: &[&str]) -> Option<Result<Self::Position, NotationError>> {
        let _ = rows;
        None
    }

    /// Splits a position's text into the texts of its moves: at spaces and commas. A game whose
    /// moves are single characters returns them one by one.
    fn split_moves<'t>(&self, text: &'t str) -> Vec<&'t str> {
        text.split([' ', ',', '\t', '\n']).filter(|part| !part.is_empty()).collect()
    }

    /// Why `text` is not a legal move here, if the game can say more than that it is not.
    fn why_illegal(&self, position: &Self::Position, text: &str) -> Option<String> {
        let _ = (position, text);
        None
    }

    /// How other programs write the game, if they know it. A game that they know returns itself.
    fn uci(&self) -> Option<&dyn Uci<Self>> {
        None
    }

    /// The legal move that is written `text`.
    ///
    /// # Errors
    /// If the game is over or no legal move is written that way.
    fn parse_move(
        &self,
        position: &Self::Position,
        text: &str,
    ) -> Result<Self::Move, NotationError> {
        let mut moves = Moves::new();
        moves.want_facts(false);
        if let Turn::Terminal(_) = self.expand(position, &mut moves) {
            return Err(after_the_end(text));
        }
        for mv in moves.iter() {
            if self.move_text(position, mv) == text {
                return Ok(mv);
            }
        }
        if let Some(reason) = self.why_illegal(position, text) {
            return Err(NotationError(reason));
        }
        let mut legal = Vec::new();
        for mv in moves.iter() {
            legal.push(self.move_text(position, mv));
        }
        Err(not_legal(text, legal))
    }

    /// The position reached from the start by the moves written in `text`, or the one that `text`
    /// draws: slashes or line breaks end the rows of a drawing, and moves contain neither. A single
    /// row needs none if it cannot be read as moves. `start` and the empty text are the start of
    /// the game.
    ///
    /// # Errors
    /// If one of the moves is not legal (the message says which), or the drawing shows no position
    /// of the game.
    ///
    /// ```
    /// use gametree_model::{Game, Notation};
    /// # use gametree_model::doc::Subtraction;
    ///
    /// let game = Subtraction { stones: 10 };
    /// assert_eq!(game.parse_position("start").unwrap(), game.start());
    /// let error = game.parse_position("3 4").unwrap_err();
    /// assert!(error.to_string().contains("move 2"));
    /// ```
    fn parse_position(&self, text: &str) -> Result<Self::Position, NotationError> {
        if is_start(text) {
            return Ok(self.start());
        }
        if let Some(rows) = rows_of_drawing(text) {
            return match self.parse_drawing(&rows) {
                Some(Ok(position)) => Ok(position),
                Some(Err(reason)) => Err(in_position(text, &reason)),
                None => Err(in_position(text, &"this game reads lists of moves, and no drawings")),
            };
        }
        let mut position = self.start();
        let mut number = 0;
        for part in self.split_moves(text) {
            number += 1;
            match self.parse_move(&position, part) {
                Ok(mv) => self.advance(&mut position, mv),
                Err(reason) => {
                    return match self.parse_drawing(&[text.trim()]) {
                        Some(Ok(drawn)) => Ok(drawn),
                        _ => Err(at_move(text, number, &reason)),
                    };
                }
            }
        }
        Ok(position)
    }
}

// What the methods above do for any game, compiled once.

fn after_the_end(text: &str) -> NotationError {
    NotationError(format!("move '{text}' comes after the end of the game"))
}

fn not_legal(text: &str, mut legal: Vec<String>) -> NotationError {
    legal.sort_unstable();
    if legal.len() > MOST_LISTED {
        legal.truncate(MOST_LISTED);
        legal.push("...".into());
    }
    NotationError(format!("'{text}' is not a legal move here (legal: {})", legal.join(" ")))
}

/// The rows of a drawing, if a text is one.
fn rows_of_drawing(text: &str) -> Option<Vec<&str>> {
    let rows = text.split(['/', '\n']).map(str::trim).filter(|row| !row.is_empty());
    text.contains(['/', '\n']).then(|| rows.collect())
}

fn in_position(text: &str, reason: &dyn fmt::Display) -> NotationError {
    NotationError(format!("position '{text}': {reason}"))
}

fn at_move(text: &str, number: usize, reason: &NotationError) -> NotationError {
    NotationError(format!("position '{text}', move {number}: {reason}"))
}

/// How the starting position is written, apart from no text at all.
const START: &str = "start";

/// Whether a text names the starting position.
#[doc(hidden)]
pub fn is_start(text: &str) -> bool {
    text.trim() == START
}

/// Who wins a game with this value, if a positive value is a win for MAX.
fn winner(value: Value) -> &'static str {
    match value.get() {
        value if value > 0.0 => "first player wins",
        value if value < 0.0 => "second player wins",
        _ => "draw",
    }
}

/// Who wins a game whose value is a difference of scores: `first player wins by 3`.
///
/// A game returns this from [`Notation::value_text`].
///
/// ```
/// use gametree_model::winner_by_score;
///
/// assert_eq!(winner_by_score(3.into()), "first player wins by 3");
/// assert_eq!(winner_by_score((-1).into()), "second player wins by 1");
/// assert_eq!(winner_by_score(0.into()), "draw");
/// ```
pub fn winner_by_score(value: Value) -> String {
    match value.get().abs() {
        0.0 => winner(value).to_string(),
        difference => format!("{} by {difference}", winner(value)),
    }
}

/// The board at the top of a drawing: how many symbols it has, and their names.
///
/// ```
/// use gametree_model::{CellNames, Coordinates};
///
/// let chess = Coordinates::new(8, 8, CellNames::RowsFromBottom);
/// assert_eq!((chess.columns, chess.rows, chess.step), (8, 8, 1));
/// assert_eq!(chess.every_second().step, 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Coordinates {
    /// The number of columns.
    pub columns: usize,
    /// The number of rows.
    pub rows: usize,
    /// How columns, rows or cells are named.
    pub names: CellNames,
    /// Which columns and rows have names: every one (1), or every second one (2) if lines are drawn
    /// between named points.
    pub step: usize,
}

impl Coordinates {
    /// A board on which every column and row has a name.
    pub fn new(columns: usize, rows: usize, names: CellNames) -> Coordinates {
        Coordinates { columns, rows, names, step: 1 }
    }

    /// A board on which every second column and row has a name.
    pub fn every_second(self) -> Coordinates {
        Coordinates { step: 2, ..self }
    }
}

/// How the columns, rows or cells of a board are named.
///
/// ```
/// use gametree_model::{CellNames, Coordinates};
///
/// let columns_only = Coordinates::new(7, 6, CellNames::Columns);
/// assert_eq!(columns_only.names, CellNames::Columns);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CellNames {
    /// Numbers for columns, from the left; rows have no names: `4`.
    Columns,
    /// Letters for columns and numbers for rows, the first one at the bottom: `b3`, as in chess.
    RowsFromBottom,
    /// Letters for columns and numbers for rows, the first one at the top: `b3`, as in Othello.
    RowsFromTop,
    /// Numbers for cells, row by row from the top: `5`.
    Cells,
}

/// Why a text is not a move or a position.
///
/// ```
/// use gametree_model::{Game, Notation, NotationError};
/// # use gametree_model::doc::Subtraction;
///
/// let game = Subtraction { stones: 2 };
/// let NotationError(message) = game.parse_move(&game.start(), "3").unwrap_err();
/// assert_eq!(message, "'3' is not a legal move here (legal: 1 2)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError(pub String);

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NotationError {}
