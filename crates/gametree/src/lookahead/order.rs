//! Which moves of a position are tried, and in which order.

use std::collections::BinaryHeap;

use super::history::{History, SortKey};
use super::tree::Tree;
use crate::model::{Draws, Kind, Move, Moves, splitmix64};

/// The moves of a position that are tried.
pub(crate) struct List<M> {
    pub moves: Moves<M>,
    /// In which order they are tried; as they are listed, if this is empty.
    sorted: Vec<SortKey>,
}

impl<M: Move> List<M> {
    pub fn new() -> Self {
        let mut moves = Moves::new();
        // Facts about children are not looked at.
        moves.want_facts(false);
        List { moves, sorted: Vec::new() }
    }

    /// The move that is tried after `i` others.
    #[inline]
    pub fn get(&self, i: usize) -> M {
        self.moves.get(self.sorted.get(i).map_or(i, |key| key.index as usize))
    }
}

/// Which moves are tried, and in which order.
pub(crate) enum Order {
    /// All, as they are listed.
    Listed,
    /// The best few by the game's ranks; equals by chance.
    Best(usize),
    /// All: the move that was best before, then by the game's ranks; equals by what they have cut
    /// off.
    History(Box<History>),
}

impl Order {
    /// Puts the moves of a position into the order in which they are tried, and drops the others.
    /// `at`: who moves, how many plies are left, and the code of the move that was best before;
    /// `ranked`: memory for an order that tries only the best.
    pub fn arrange<T: Tree>(
        &mut self,
        tree: &T,
        list: &mut List<T::Move>,
        at: (Kind, u32, Option<u32>),
        path: PathKey,
        ranked: &mut Vec<T::Move>,
    ) {
        match self {
            Order::Listed => (),
            Order::Best(most) => {
                rank(|mv| tree.rank(mv), path, &list.moves, *most, ranked);
                list.moves.clear();
                list.moves.extend(ranked.iter().take(*most).copied());
            }
            Order::History(history) => history.arrange(tree, &list.moves, at, &mut list.sorted),
        }
    }

    /// A move ended the search of a position.
    pub fn note_cutoff(&mut self, mv: impl Move, kind: Kind, plies: u32) {
        if let Order::History(history) = self {
            history.note_cutoff(mv, kind, plies);
        }
    }

    /// The key of the position after move number `index` of those that are tried.
    #[inline]
    pub fn key_below(&self, path: PathKey, index: usize) -> PathKey {
        match self {
            Order::Best(_) => path.child(index),
            // Nothing depends on it.
            _ => path,
        }
    }
}

/// The way from the root to a position, as a number that no other way is likely to have.
///
/// It decides the order of moves that the game ranks equally, which so depends on the seed and the
/// way from the root alone: a position that is searched again, deeper or by another part of the
/// program, is searched in the same order. (Otherwise the value of a position within its k best
/// moves would not be one value; Baier 2018 leaves this open.)
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PathKey(u64);

impl PathKey {
    pub fn root(seed: u64) -> PathKey {
        PathKey(seed)
    }

    /// The key of the position after move number `index` of the ranked ones.
    pub fn child(self, index: usize) -> PathKey {
        PathKey(splitmix64(self.0, index as u64))
    }
}

/// Sorting a list of more moves would take many times as long as listing them.
const LONG: usize = 1 << 10;

/// Puts the moves of a position that were listed into the order of their ranks, equals by chance.
/// Only the `best` ones are sorted; the others come after them, as they are listed.
pub(crate) fn rank<M: Move>(
    rank_of: impl Fn(M) -> i32,
    path: PathKey,
    moves: &Moves<M>,
    best: usize,
    ranked: &mut Vec<M>,
) {
    let mut draws = Draws::new(path.0);
    let each = moves.iter().enumerate();
    let keys = each.map(|(i, mv)| (rank_of(mv), draws.bits(), i));
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
    use super::*;
    use crate::anytime::toy::Toy;
    use crate::model::{Game, Knowledge};

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
            rank(|mv| game.rank(&game, &node, mv), PathKey::root(7), &moves, best, &mut ranked);
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
