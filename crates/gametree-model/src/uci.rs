//! How other programs write a game.

use super::Game;

/// The Universal Chess Interface (UCI): how programs that know a game write it, and ask each other
/// for moves.
///
/// A game states that it has this by [`Notation::uci`](super::Notation::uci).
pub trait Uci<G: Game>: Sync {
    /// The options that select the rules of the game.
    fn uci_options(&self) -> &'static [(&'static str, &'static str)];

    /// The position, a FEN.
    fn uci_position(&self, position: &G::Position) -> String;

    /// The move. [`parse_move`](super::Notation::parse_move) reads it, too.
    fn uci_move(&self, position: &G::Position, mv: G::Move) -> String;

    /// What MAX is worth, in hundredths of a pawn, if its share of the points is expected to be
    /// `share`.
    fn uci_score(&self, share: f64) -> f64;
}
