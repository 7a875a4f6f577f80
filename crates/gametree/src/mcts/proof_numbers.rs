//! Proof numbers in the selection (PN-MCTS: Kowalski, Doe, Winands, Górski, Soemers 2024).
//!
//! The proof number of a player at a node is the number of leaves of the tree that must at least be
//! won so that the player surely wins there (Allis 1994): none if that is proven, no number if it
//! cannot be, one for a position that nobody has looked beyond. Where the player moves it is the
//! least number of a child, elsewhere the sum over the children; a move that was not tried counts
//! one. The children of a node are ranked by the number of the one who moves, the least first, and
//! equal numbers have the rank of the first of them; `C (1 - rank / children)` is added to the score
//! of each.
//!
//! Readings:
//! - A number for each player, as in the generalisation (Kowalski, Soemers, Kosakowski, Winands
//!   2025), and not a proof and a disproof number of one player.
//! - What is proven is what bounds say (score bounds, as there): a player has won where the worst
//!   reward that bounds allow is more than half of all there is to get, and cannot win where the
//!   best one is not. So a draw is no win for anybody. There is no second layer of numbers for
//!   draws: where a win cannot be had any more, all ranks are equal and averages decide.
//! - Numbers guide the selection alone. What is solved, and the move that is played, follow from
//!   bounds, as without them.
//! - Where positions are shared, sums count a leaf once for every path to it.

use std::ops::Range;

use super::search::Mcts;
use super::tree::Id;
use super::tree::node::State;
use crate::model::{Game, Kind, Knowledge};

/// No number: there is no way to a win. (It is the largest in its 24 bits.)
const NEVER: u32 = (1 << BITS) - 1;
const BITS: u32 = 24;

/// The number of moves of a node, as far as it was listed, and the proof numbers of MAX and MIN.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Numbers {
    moves: usize,
    of: [u32; 2],
}

impl Numbers {
    fn read(packed: u64) -> Numbers {
        let number = |shift: u32| (packed >> shift) as u32 & NEVER;
        let of = match [number(BITS), number(0)] {
            // Nobody has come here yet: both players cannot have won.
            [0, 0] => [1, 1],
            of => of,
        };
        Numbers { moves: (packed >> (2 * BITS)) as usize, of }
    }

    fn packed(self) -> u64 {
        let [max, min] = self.of.map(u64::from);
        (self.moves.min(usize::from(u16::MAX)) as u64) << (2 * BITS) | max << BITS | min
    }
}

/// The sum of two numbers of leaves.
fn sum(a: u32, b: u32) -> u32 {
    if a == NEVER || b == NEVER { NEVER } else { (a + b).min(NEVER - 1) }
}

/// The place of a player's number.
fn player(kind: Kind) -> Option<usize> {
    match kind {
        Kind::Max => Some(0),
        Kind::Min => Some(1),
        Kind::Chance => None,
    }
}

impl<G: Game, K: Knowledge<G>> Mcts<'_, G, K> {
    fn numbers(&self, mv: Id) -> Numbers {
        Numbers::read(self.tree.numbers(self.tree.position(mv)))
    }

    /// A node has so many moves, tried or not.
    #[inline(never)]
    pub(super) fn note_moves(&self, node: Id, moves: usize) {
        if self.settings.proof_numbers > 0.0 {
            let known = Numbers::read(self.tree.numbers(node));
            self.tree.set_numbers(node, Numbers { moves, ..known }.packed());
        }
    }

    /// The numbers of a node from its bounds and its children.
    #[inline(never)]
    pub(super) fn renew_numbers(&self, node: Id) {
        if self.settings.proof_numbers == 0.0 {
            return;
        }
        let moves = Numbers::read(self.tree.numbers(node)).moves;
        let below = match self.tree.node(node).state() {
            State::Inner { kind, complete } => {
                let children = self.tree.children(node);
                let untried = if complete { 0 } else { moves.saturating_sub(children.len()) };
                self.numbers_from(children, untried, kind)
            }
            State::New | State::Over => [1, 1],
        };
        let known = self.tree.bounds(node);
        let (least, most) = (self.share_of(known.lower), self.share_of(known.upper));
        let decided = |least: f64, most: f64, below: u32| match () {
            () if least > 0.5 => 0,
            () if most <= 0.5 => NEVER,
            () => below,
        };
        let of = [decided(least, most, below[0]), decided(1.0 - most, 1.0 - least, below[1])];
        self.tree.set_numbers(node, Numbers { moves, of }.packed());
    }

    fn numbers_from(&self, children: Range<Id>, untried: usize, kind: Kind) -> [u32; 2] {
        let untried = (untried as u32).min(NEVER - 1);
        let mut of = match player(kind) {
            None => [untried; 2],
            Some(mover) => {
                let mut of = [untried; 2];
                of[mover] = if untried > 0 { 1 } else { NEVER };
                of
            }
        };
        for child in children.map(|child| self.numbers(child).of) {
            for (i, all) in of.iter_mut().enumerate() {
                *all = match player(kind) == Some(i) {
                    true => child[i].min(*all),
                    false => sum(child[i], *all),
                };
            }
        }
        of
    }

    /// Adds the weight of their ranks to what is said of the children.
    pub(super) fn advise_by_proof_numbers(&mut self, children: Range<Id>, kind: Kind) {
        let weight = self.settings.proof_numbers;
        let Some(mover) = player(kind).filter(|_| weight > 0.0) else { return };
        let mut ranking = std::mem::take(&mut self.ranking);
        ranking.clear();
        ranking.extend(children.clone().map(|child| self.numbers(child).of[mover]));
        ranking.sort_unstable();
        let count = ranking.len() as f64;
        for (i, child) in children.enumerate() {
            let number = self.numbers(child).of[mover];
            let rank = 1 + ranking.partition_point(|&other| other < number);
            self.advice[i] += weight * (1.0 - rank as f64 / count);
        }
        self.ranking = ranking;
    }
}

#[cfg(test)]
mod tests {
    use super::super::settings::{Selection, Settings};
    use super::super::tree::ROOT;
    use super::*;
    use crate::anytime::Frame;
    use crate::anytime::toy::Toy;
    use crate::search::Search;

    #[test]
    fn numbers_are_packed() {
        for of in [[0, NEVER], [NEVER, 0], [NEVER, NEVER], [1, 1], [7, NEVER - 1]] {
            let numbers = Numbers { moves: 40, of };
            assert_eq!(Numbers::read(numbers.packed()), numbers);
        }
        assert_eq!(Numbers::read(0), Numbers { moves: 0, of: [1, 1] });
        assert_eq!((sum(3, 4), sum(NEVER, 1), sum(NEVER - 2, 7)), (7, NEVER, NEVER - 1));
    }

    /// The numbers of a whole tree, computed anew: they are those that rollouts have left behind, and
    /// nought exactly where bounds prove a win.
    fn check(search: &Mcts<'_, Toy, Toy>, node: Id) -> usize {
        let of = Numbers::read(search.tree.numbers(node)).of;
        let known = search.tree.bounds(node);
        let (least, most) = (search.share_of(known.lower), search.share_of(known.upper));
        assert_eq!(of.map(|number| number == 0), [least > 0.5, most < 0.5], "{known}");
        let impossible = of.map(|number| number == NEVER);
        assert_eq!(impossible, [most <= 0.5, least >= 0.5], "{known} {of:?}");
        search.renew_numbers(node);
        assert_eq!(Numbers::read(search.tree.numbers(node)).of, of);
        let children = search.tree.children(node);
        1 + children.map(|child| check(search, child)).sum::<usize>()
    }

    #[test]
    fn numbers_are_those_of_the_tree_at_every_moment() {
        let mut checked = 0;
        for seed in 0..60 {
            let game = Toy { seed, plies: 3 + seed as u32 % 6 };
            let frame = Frame { facts: seed % 2 == 0, ..Frame::new(&game, &game, 1 << 24) };
            let selection = [Selection::Ucb1, Selection::Ucb1Tuned][seed as usize / 2 % 2];
            let settings = Settings {
                selection,
                proves: true,
                proof_numbers: 1.0,
                seed,
                ..Settings::default()
            };
            let Some(mut search) = Mcts::in_frame(frame, &game.start(), settings) else { continue };
            let mut question = Search::bare(&game).knowledge(&game).facts(frame.facts);
            let mut walk = question.walk().unwrap();
            for _ in 0..300 {
                if !search.rollout(&mut walk) {
                    break;
                }
                checked += check(&search, ROOT);
            }
        }
        assert!(checked > 30_000, "{checked}");
    }
}
