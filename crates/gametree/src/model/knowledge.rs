//! Opinions about a game: they cost time when they are wrong, never truth.

use super::{Game, Moves, Value};

/// What somebody thinks about the positions of a game: an evaluation and an order of moves.
///
/// At a finite horizon the evaluation is part of the question that a search answers; without a
/// horizon it is never asked. The order decides how fast an answer comes, not which.
pub trait Knowledge<G: Game> {
    /// An estimate of an unfinished position's value, for searches that stop at a horizon. Nothing
    /// if there is no evaluation: then such searches are refused.
    fn evaluate(&self, game: &G, position: &G::Position) -> Option<Value> {
        let _ = (game, position);
        None
    }

    /// Puts promising moves first.
    fn order(&self, game: &G, position: &G::Position, moves: &mut Moves<G::Move>) {
        let _ = (game, position, moves);
    }
}

/// No opinions: the game's own order of moves, and no evaluation.
impl<G: Game> Knowledge<G> for () {}
