//! Chess: rules, notation, evaluation, and searches.

mod conformance;
mod evaluation;
mod fixed_depth;
mod mates;
mod notation;
mod path;
mod pgn;
mod rules;

use gametree::Notation;
use gametree_chess::{Chess, Position};

/// The game that starts at a position.
fn at(fen: &str) -> (Chess, Position) {
    let game = Chess::from_fen(fen).unwrap_or_else(|error| panic!("{error}"));
    let position = game.parse_position("").unwrap();
    (game, position)
}
