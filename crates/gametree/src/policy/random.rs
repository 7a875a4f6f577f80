//! `random`: any active child, each equally likely.

use super::{Node, Policy};
use crate::model::Draws;

/// An active child by chance, from a seed: the same seed makes the same search.
///
/// It shows that the family's answer does not depend on the policy, and what knowing nothing costs:
/// unlike `leftmost` and `max-upper` it may visit leaves that alpha-beta prunes.
#[derive(Clone, Debug)]
pub struct Random {
    draws: Draws,
}

impl Random {
    /// A policy that draws from the stream of `seed`.
    pub fn new(seed: u64) -> Random {
        Random { draws: Draws::new(seed) }
    }
}

impl Policy for Random {
    type Data = ();

    fn select(&mut self, node: &Node<'_, ()>) -> usize {
        let active = node.active().count() as u64;
        let chosen = self.draws.below(active) as usize;
        node.active().nth(chosen).expect("the chosen child is active").index
    }
}
