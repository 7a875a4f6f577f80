//! Moves and positions as text.

use std::fmt;

use super::{Game, Moves, Turn};

/// How a game writes its moves and positions.
///
/// Only [`move_text`](Notation::move_text) is required: reading a move compares with the texts of
/// the legal moves, and a position is written as the moves that lead to it.
pub trait Notation: Game {
    /// The move as people write it.
    fn move_text(&self, position: &Self::Position, mv: Self::Move) -> String;

    /// Draws the position in a few lines of text, for people.
    fn draw(&self, position: &Self::Position) -> String {
        let _ = position;
        String::new()
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
        let written = |&mv: &Self::Move| self.move_text(position, mv);
        moves.as_slice().iter().copied().find(|mv| written(mv) == text).ok_or_else(|| {
            if let Some(reason) = self.why_illegal(position, text) {
                return NotationError(reason);
            }
            let mut legal: Vec<String> = moves.as_slice().iter().take(12).map(written).collect();
            if moves.len() > legal.len() {
                legal.push("...".into());
            }
            NotationError(format!("'{text}' is not a legal move here (legal: {})", legal.join(" ")))
        })
    }

    /// The position reached from the start by the moves written in `text`.
    ///
    /// # Errors
    /// If one of them is not a legal move; the message says which.
    fn parse_position(&self, text: &str) -> Result<Self::Position, NotationError> {
        let mut position = self.start();
        for (i, part) in self.split_moves(text).into_iter().enumerate() {
            let mv = self
                .parse_move(&position, part)
                .map_err(|e| NotationError(format!("position '{text}', move {}: {e}", i + 1)))?;
            self.play(&mut position, mv);
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
