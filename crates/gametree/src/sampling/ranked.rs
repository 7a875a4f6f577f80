//! Moves in the order in which alpha-beta tries them: by rank, and equals by chance.
//!
//! The order of equals is frozen: it depends on the seed and the way from the root alone, so that a
//! position that is searched again, deeper or by another part of the program, is searched in the same
//! order. (Otherwise the value of a position within its k best moves would not be one value; Baier 2018
//! leaves this open.)

use std::collections::BinaryHeap;

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

/// Sorting a list of more moves would take many times as long as listing them.
const LONG: usize = 1 << 10;

/// Puts the moves of a position that were listed into the order of their ranks, equals by chance. Only the
/// `best` ones are sorted; the others come after them, as they are listed.
pub(super) fn rank<G: Game, K: Knowledge<G>>(
    game: &G,
    knowledge: &K,
    position: &G::Position,
    place: Place,
    moves: &Moves<G::Move>,
    best: usize,
    ranked: &mut Vec<G::Move>,
) {
    let mut draws = Draws::new(place.0);
    let each = moves.iter().enumerate();
    let keys = each.map(|(i, mv)| (knowledge.rank(game, position, mv), draws.bits(), i));
    ranked.clear();
    if moves.len() <= LONG || best > moves.len() / 8 {
        let mut keyed: Vec<(i32, u64, usize)> = keys.collect();
        keyed.sort_unstable();
        ranked.extend(keyed.into_iter().map(|(_, _, i)| moves.get(i)));
        return;
    }
    let mut first = BinaryHeap::with_capacity(best + 1);
    for key in keys {
        if first.len() < best || first.peek().is_some_and(|last| key < *last) {
            first.push(key);
            if first.len() > best {
                first.pop();
            }
        }
    }
    let first = first.into_sorted_vec();
    ranked.extend(first.iter().map(|&(_, _, i)| moves.get(i)));
    let mut taken: Vec<usize> = first.iter().map(|&(_, _, i)| i).collect();
    taken.sort_unstable();
    let mut taken = taken.into_iter().peekable();
    ranked.extend((0..moves.len()).filter(|i| taken.next_if_eq(i).is_none()).map(|i| moves.get(i)));
}

#[cfg(test)]
mod tests {
    use super::super::toy::Toy;
    use super::*;

    /// A long list is in the same order as far as anybody asks, and all moves are there.
    #[test]
    fn the_best_come_first_in_any_list() {
        let game = Toy { seed: 3, plies: 5 };
        let mut node = game.start();
        (0..3).for_each(|mv| game.advance(&mut node, mv));
        let mut moves = Moves::new();
        // Moves repeat, which does not matter here.
        moves.extend((0..5000).map(|i| (i % 13) as u8));
        let order = |best: usize| {
            let mut ranked = Vec::new();
            rank(&game, &game, &node, Place::root(7), &moves, best, &mut ranked);
            ranked
        };
        let all = order(moves.len());
        for best in [1, 2, 17, 300] {
            let some = order(best);
            assert_eq!(some[..best], all[..best]);
            let sorted = |mut list: Vec<u8>| {
                list.sort_unstable();
                list
            };
            assert_eq!(sorted(some), sorted(all.clone()));
        }
    }
}
