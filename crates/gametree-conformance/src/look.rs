//! One position under test, and the checks of every position.

use gametree_model::{Game, Knowledge, Moves, Notation, Turn};

use crate::broken::Check;
use crate::subject::Subject;
use crate::{keys, listed, symmetry, undecided, verdict};

/// A position with what `expand` says about it.
pub(crate) struct Look<'a, 'g, G: Game, K> {
    pub subject: &'a Subject<'g, G, K>,
    pub position: &'a G::Position,
    pub turn: Turn,
    pub moves: &'a Moves<G::Move>,
}

/// At most this many moves are tried, evenly spread over a longer list.
const MOST_TRIED: usize = 512;

impl<G: Notation, K: Knowledge<G>> Look<'_, '_, G, K> {
    /// All checks of a position by itself.
    pub fn check(&self) -> Check {
        self.check_position()?;
        listed::check(self)?;
        undecided::check(self)?;
        symmetry::check(self)
    }

    /// The same without its moves.
    pub fn check_position(&self) -> Check {
        verdict::check(self)?;
        keys::check(self)
    }

    /// A move in the game's notation.
    pub fn text(&self, mv: G::Move) -> String {
        self.subject.game.move_text(self.position, mv)
    }

    /// The moves that are tried, with their indices in the list.
    pub fn tried(&self) -> impl Iterator<Item = (usize, G::Move)> {
        let stride = self.moves.len().div_ceil(MOST_TRIED).max(1);
        self.moves.iter().enumerate().step_by(stride)
    }

    /// The cost of checking: more with more moves.
    pub fn cost(&self) -> u64 {
        1 + self.moves.len() as u64
    }
}
