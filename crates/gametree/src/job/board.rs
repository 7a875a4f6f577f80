//! A game in progress.

use crate::erased::{Erased, Position};
use crate::model::{Game, Kind, Moves, Notation, NotationError, Turn};

/// A game in progress.
pub struct Board<'g> {
    game: &'g Erased,
    positions: Vec<Position>,
    played: Vec<String>,
}

impl<'g> Board<'g> {
    pub(super) fn new(game: &'g Erased, position: Position) -> Self {
        Board { game, positions: vec![position], played: Vec::new() }
    }

    fn position(&self) -> &Position {
        self.positions.last().expect("there is always one")
    }

    fn expand(&self) -> (Turn, Moves<u32>) {
        let mut moves = Moves::new();
        let turn = self.game.expand(self.position(), &mut moves);
        (turn, moves)
    }

    /// Whose turn it is, or what the game was worth.
    pub fn turn(&self) -> Turn {
        self.game.judge(self.position())
    }

    /// The legal moves.
    pub fn moves(&self) -> Vec<String> {
        let (_, moves) = self.expand();
        moves.iter().map(|mv| self.game.move_text(self.position(), mv)).collect()
    }

    /// Makes a move.
    ///
    /// # Errors
    /// If it is not legal; the message says what would be.
    pub fn play(&mut self, mv: &str) -> Result<(), NotationError> {
        let found = self.game.parse_move(self.position(), mv)?;
        let mut next = self.position().clone();
        self.game.advance(&mut next, found);
        self.positions.push(next);
        self.played.push(mv.to_string());
        Ok(())
    }

    /// Where chance moves, the outcomes and how likely they are.
    pub fn outcomes(&self) -> Vec<(String, f64)> {
        let (turn, moves) = self.expand();
        if turn != Turn::Inner(Kind::Chance) {
            return Vec::new();
        }
        let each = moves.iter().enumerate();
        let text = |mv: u32| self.game.move_text(self.position(), mv);
        each.map(|(i, mv)| (text(mv), moves.probability(i).unwrap_or(0.0))).collect()
    }

    /// Takes back the last move; false if there is none.
    pub fn take_back(&mut self) -> bool {
        let known = self.played.pop().is_some();
        if known {
            self.positions.pop();
        }
        known
    }

    /// The moves made so far.
    pub fn played(&self) -> &[String] {
        &self.played
    }

    /// The position, drawn.
    pub fn drawing(&self) -> String {
        self.game.draw(self.position())
    }
}
