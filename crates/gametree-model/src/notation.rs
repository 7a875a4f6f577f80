//! Moves and positions as text.

use std::fmt;

use super::{Game, Moves, Turn};

/// How many legal moves a message lists.
const MOST_LISTED: usize = 12;

/// How a game writes its moves and positions.
///
/// Only [`move_text`](Notation::move_text) is required: reading a move compares with the texts of
/// the legal moves, and a position is written as the moves that lead to it. A game with a board also
/// [draws](Notation::draw) positions, and [reads](Notation::parse_drawing) its own drawings.
pub trait Notation: Game {
    /// The move as people write it.
    fn move_text(&self, position: &Self::Position, mv: Self::Move) -> String;

    /// Draws the position in a few lines of text, for people. Where the board alone does not tell
    /// who is to move, the last line does.
    fn draw(&self, position: &Self::Position) -> String {
        let _ = position;
        String::new()
    }

    /// The position that a drawing shows: the rows of [`draw`](Notation::draw), each one trimmed.
    /// Nothing if the game does not read drawings.
    fn parse_drawing(&self, rows: &[&str]) -> Option<Result<Self::Position, NotationError>> {
        let _ = rows;
        None
    }

    /// Splits a position's text into the texts of its moves: at spaces and commas. A game whose
    /// moves are single characters returns them one by one.
    fn split_moves<'t>(&self, text: &'t str) -> Vec<&'t str> {
        text.split([' ', ',', '\t', '\n']).filter(|part| !part.is_empty()).collect()
    }

    /// Why `text` is not a legal move here, if there is more to say than that.
    fn why_illegal(&self, position: &Self::Position, text: &str) -> Option<String> {
        let _ = (position, text);
        None
    }

    /// The number of a leaf, in games that number their leaves.
    fn leaf_number(&self, position: &Self::Position) -> Option<u64> {
        let _ = position;
        None
    }

    /// The legal move that is written `text`.
    ///
    /// # Errors
    /// If the game is over or no legal move is written like that.
    fn parse_move(
        &self,
        position: &Self::Position,
        text: &str,
    ) -> Result<Self::Move, NotationError> {
        let mut moves = Moves::new();
        if let Turn::Terminal(_) = self.expand(position, &mut moves) {
            return Err(NotationError(format!("move '{text}' comes after the end of the game")));
        }
        let written = |mv: Self::Move| self.move_text(position, mv);
        moves.iter().find(|&mv| written(mv) == text).ok_or_else(|| {
            if let Some(reason) = self.why_illegal(position, text) {
                return NotationError(reason);
            }
            let mut legal: Vec<String> = moves.iter().map(written).collect();
            legal.sort_unstable();
            if legal.len() > MOST_LISTED {
                legal.truncate(MOST_LISTED);
                legal.push("...".into());
            }
            NotationError(format!("'{text}' is not a legal move here (legal: {})", legal.join(" ")))
        })
    }

    /// The position reached from the start by the moves written in `text`, or the one that `text`
    /// draws: rows are ended by slashes or line breaks, and moves are written without either.
    ///
    /// # Errors
    /// If one of the moves is not legal (the message says which), or the drawing shows no position
    /// of the game.
    fn parse_position(&self, text: &str) -> Result<Self::Position, NotationError> {
        if text.contains(['/', '\n']) {
            let rows: Vec<&str> = text.split(['/', '\n']).map(str::trim).collect();
            let rows: Vec<&str> = rows.into_iter().filter(|row| !row.is_empty()).collect();
            let drawn = self.parse_drawing(&rows).unwrap_or_else(|| {
                Err(NotationError("this game reads lists of moves, and no drawings".into()))
            });
            return drawn.map_err(|e| NotationError(format!("position '{text}': {e}")));
        }
        let mut position = self.start();
        for (i, part) in self.split_moves(text).into_iter().enumerate() {
            let mv = self
                .parse_move(&position, part)
                .map_err(|e| NotationError(format!("position '{text}', move {}: {e}", i + 1)))?;
            self.advance(&mut position, mv);
        }
        Ok(position)
    }
}

/// Why a text is not a move or a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError(pub String);

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NotationError {}
