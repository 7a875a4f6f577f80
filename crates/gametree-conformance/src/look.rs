//! One position under test.

use gametree_model::erased::Position;
use gametree_model::{Moves, Notation, Turn};

use crate::subject::Subject;

/// A position with what `expand` says about it.
pub(crate) struct Look<'a> {
    pub subject: &'a Subject,
    pub position: &'a Position,
    pub turn: Turn,
    pub moves: &'a Moves<u32>,
}

/// At most this many moves are tried, evenly spread over a longer list.
const MOST_TRIED: usize = 512;

impl Look<'_> {
    /// A move that need not be legal.
    pub fn name(&self, mv: u32) -> String {
        match self.is_listed(mv) {
            true => self.text(mv),
            false => format!("a move that is not listed (code {mv})"),
        }
    }

    pub fn is_listed(&self, mv: u32) -> bool {
        self.moves.iter().any(|legal| legal == mv)
    }

    /// A move in the game's notation.
    pub fn text(&self, mv: u32) -> String {
        self.subject.game.move_text(self.position, mv)
    }

    /// The moves that are tried, with their indices in the list.
    pub fn tried(&self) -> impl Iterator<Item = (usize, u32)> {
        let stride = self.moves.len().div_ceil(MOST_TRIED).max(1);
        self.moves.iter().enumerate().step_by(stride)
    }

    /// The cost of checking: more with more moves.
    pub fn cost(&self) -> u64 {
        1 + self.moves.len() as u64
    }
}
