//! Opinions about a game: they cost time when they are wrong, never truth.

use super::{Bounds, Game, Moves, Value};

/// What somebody thinks about the positions of a game: an evaluation and an order of moves.
///
/// At a finite horizon the evaluation is part of the question that a search answers; without a
/// horizon it is never asked. The order decides how fast an answer comes, not which.
///
/// A game's own opinions are an implementation for the game's own type: `impl Knowledge<Self> for
/// MyGame`, empty if it has none. Anybody else's are a type of their own.
pub trait Knowledge<G: Game> {
    /// An estimate of an unfinished position's value, for searches that stop at a horizon. Nothing
    /// if there is no evaluation: then such searches are refused.
    fn evaluate(&self, game: &G, position: &G::Position) -> Option<Value> {
        let _ = (game, position);
        None
    }

    /// What contains every evaluation, and every end of the game, within `horizon` plies from
    /// `position`: normally the game's own range.
    fn range(&self, game: &G, position: &G::Position, horizon: u32) -> Bounds {
        let _ = (position, horizon);
        game.values().range
    }

    /// How promising the move looks that has just led to `child`, to the one who made it: the larger
    /// the better. Searches that look at all children of a node before they enter one sort them by
    /// this, and leave equals in the order of the list.
    fn promise(&self, game: &G, child: &G::Position) -> i32 {
        let _ = (game, child);
        0
    }

    /// Puts promising moves first, by what the parent knows.
    fn order(&self, game: &G, position: &G::Position, moves: &mut Moves<G::Move>) {
        let _ = (game, position, moves);
    }
}

/// No opinions: the game's own order of moves, and no evaluation.
impl<G: Game> Knowledge<G> for () {}
