//! Moves in the order in which alpha-beta tries them: by rank, and equals by chance.
//!
//! The order of equals is frozen: it depends on the seed and the way from the root alone, so that a
//! position that is searched again, deeper or by another part of the program, is searched in the same
//! order. (Otherwise the value of a position within its k best moves would not be one value; Baier 2018
//! leaves this open.)

use crate::model::{Draws, Game, Knowledge, Moves, splitmix64};

/// Which place in the tree this is, as a number that no other place is likely to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place(u64);

impl Place {
    pub fn root(seed: u64) -> Place {
        Place(seed)
    }

    /// The place behind move number `index` of the ranked ones.
    pub fn child(self, index: usize) -> Place {
        Place(splitmix64(self.0, index as u64))
    }
}

/// Puts the moves of a position that were listed into the order of their ranks, equals by chance.
pub(super) fn rank<G: Game, K: Knowledge<G>>(
    game: &G,
    knowledge: &K,
    position: &G::Position,
    place: Place,
    moves: &Moves<G::Move>,
    ranked: &mut Vec<G::Move>,
) {
    let mut draws = Draws::new(place.0);
    let each = moves.iter();
    let mut keyed: Vec<(i32, u64, G::Move)> =
        each.map(|mv| (knowledge.rank(game, position, mv), draws.bits(), mv)).collect();
    keyed.sort_unstable_by_key(|&(rank, chance, _)| (rank, chance));
    ranked.clear();
    ranked.extend(keyed.into_iter().map(|(_, _, mv)| mv));
}
