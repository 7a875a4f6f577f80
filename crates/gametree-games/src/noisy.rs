//! `random:...,chance=P`: uniform trees with random leaves, in which moves may go astray.
//!
//! The experiments with chance of Atzmon, Stern, Saffidine 2018: when a player has chosen a move, a
//! chance node follows, at which the chosen move happens with probability P and each other one with
//! (1 - P) / (b - 1), the chosen one listed first. With one move to choose from it is certain. Then the
//! next player moves. The leaves are those of the same tree without chance: an outcome leads to the
//! child that the move of this number leads to there. Leaves lie `d` moves of players deep, so `2 d`
//! plies.
//!
//! Unlike the tree without chance this one states the range of its leaves, since there are no cutoffs at
//! chance nodes without one.

use gametree::{Bounds, Dice, Game, Grain, Knowledge, Moves, Notation, Turn, Value, Values};

use crate::chance::Chance;
use crate::random::{Node, RandomTree};

/// A uniform tree in which moves may go astray.
///
/// ```
/// use gametree::{Game, Turn};
/// use gametree_games::chance::Chance;
/// use gametree_games::noisy::NoisyTree;
/// use gametree_games::random::{Leaves, RandomTree};
///
/// let tree = RandomTree::new(2, 3, 7, Leaves::BINARY).unwrap();
/// let noisy = NoisyTree::new(tree, Chance::new(0.9).unwrap());
/// let mut spot = noisy.start();
/// noisy.play(&mut spot, 0);
/// assert_eq!(noisy.judge(&spot), Turn::CHANCE, "the move may still go astray");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct NoisyTree {
    tree: RandomTree,
    chance: Chance,
}

/// A node of the tree without chance, and the move chosen there, if any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    place: Node,
    chosen: Option<u16>,
}

impl NoisyTree {
    /// The tree in which each chosen move happens by `chance`.
    pub fn new(tree: RandomTree, chance: Chance) -> NoisyTree {
        NoisyTree { tree, chance }
    }
}

impl Game for NoisyTree {
    type Position = Spot;
    type Move = u16;
    type Undo = Spot;

    const DICE: Dice = Dice::Always;
    const KEYS: bool = false;

    fn start(&self) -> Spot {
        Spot { place: self.tree.start(), chosen: None }
    }

    fn values(&self) -> Values {
        let (low, high) = self.tree.leaf_range();
        let [lower, upper] = [low, high].map(Value::integer);
        Values { range: Bounds { lower, upper }, grain: Grain::Real }
    }

    #[inline]
    fn expand(&self, spot: &Spot, moves: &mut Moves<u16>) -> Turn {
        let Some(chosen) = spot.chosen else { return self.tree.expand(&spot.place, moves) };
        self.chance.push_outcomes(moves, chosen, 0..self.tree.branching());
        Turn::CHANCE
    }

    #[inline]
    fn judge(&self, spot: &Spot) -> Turn {
        if spot.chosen.is_some() { Turn::CHANCE } else { self.tree.judge(&spot.place) }
    }

    #[inline]
    fn play(&self, spot: &mut Spot, mv: u16) -> Spot {
        let before = *spot;
        if before.chosen.is_none() {
            spot.chosen = Some(mv);
        } else {
            self.tree.play(&mut spot.place, mv);
            spot.chosen = None;
        }
        before
    }

    #[inline]
    fn undo(&self, spot: &mut Spot, _mv: u16, before: Spot) {
        *spot = before;
    }

    fn plies_left(&self, spot: &Spot) -> Option<u32> {
        let moves = self.tree.depth() - spot.place.ply();
        Some(2 * moves - u32::from(spot.chosen.is_some()))
    }
}

impl Knowledge<Self> for NoisyTree {}

impl Notation for NoisyTree {
    fn move_text(&self, _: &Spot, mv: u16) -> String {
        mv.to_string()
    }
}

#[cfg(test)]
mod tests {
    use gametree::Search;
    use gametree::exact::Minimax;

    use super::*;
    use crate::random::Leaves;

    /// By the definition, from the values of the tree without chance alone.
    fn expected(tree: &RandomTree, place: Node, p: f64) -> f64 {
        let mut moves = Moves::new();
        let maximise = match tree.expand(&place, &mut moves) {
            Turn::Terminal(value) => return value.get(),
            Turn::Inner(kind) => kind.maximises(),
        };
        let child = |mv: u16| {
            let mut child = place;
            tree.play(&mut child, mv);
            expected(tree, child, p)
        };
        let children: Vec<f64> = moves.iter().map(child).collect();
        let sum: f64 = children.iter().sum();
        let rest = (1.0 - p) / (children.len() as f64 - 1.0);
        let meant = children.iter().map(|value| p * value + rest * (sum - value));
        meant.reduce(if maximise { f64::max } else { f64::min }).unwrap()
    }

    #[test]
    fn the_value_is_an_average_of_the_same_leaves() {
        for (b, d, seed, p) in [(2, 3, 1, 0.8), (3, 3, 2, 0.5), (4, 2, 3, 0.1), (5, 1, 4, 0.99)] {
            for leaves in [Leaves::between(0, 100).unwrap(), Leaves::BINARY, Leaves::I32] {
                let tree = RandomTree::new(b, d, seed, leaves).unwrap();
                let game = NoisyTree::new(tree, Chance::new(p).unwrap());
                let found = Search::bare(&game).over(&mut ()).run(&mut Minimax).unwrap();
                let right = expected(&tree, tree.start(), p);
                let error = (found.value().unwrap().get() - right).abs();
                assert!(error <= 1e-12 * right.abs().max(1.0), "b={b} d={d} seed={seed}: {right}");
                assert_eq!(found.counts.leaves, u64::from(b).pow(2 * d));
            }
        }
    }

    #[test]
    fn a_move_without_an_alternative_is_certain() {
        let tree = RandomTree::new(1, 4, 9, Leaves::I32).unwrap();
        let noisy = NoisyTree::new(tree, Chance::new(0.3).unwrap());
        let value = Search::bare(&noisy).over(&mut ()).run(&mut Minimax).unwrap().value();
        assert_eq!(value, Search::bare(&tree).over(&mut ()).run(&mut Minimax).unwrap().value());
    }
}
