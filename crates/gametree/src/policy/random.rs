//! `random`: a random active child, each equally likely.

use super::{Node, Policy};
use crate::model::Draws;

/// A random active child, from a seed: the same seed makes the same search.
///
/// It shows that the answer does not depend on the policy, and what choosing without knowledge
/// costs: unlike `leftmost` and `max-upper` it may visit leaves that alpha-beta prunes.
///
/// ```
/// use gametree::policy::Random;
/// use gametree::{Rollout, Search};
/// # use gametree::doc::Subtraction;
/// for seed in 0..10 {
///     let mut rollouts = Rollout::new(Random::new(seed));
///     let outcome = Search::new(&Subtraction { stones: 10 }).run(&mut rollouts)?;
///     assert_eq!(outcome.value(), Some(1.into()));
/// }
/// # Ok::<(), gametree::SearchError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Random {
    draws: Draws,
}

impl Random {
    /// A policy with this seed.
    pub fn new(seed: u64) -> Random {
        Random { draws: Draws::new(seed) }
    }
}

impl Policy for Random {
    type Data = ();

    fn worker(&self) -> Option<Self> {
        Some(self.clone())
    }

    fn select(&mut self, node: &Node<'_, ()>) -> usize {
        let active = node.active().count() as u64;
        let chosen = self.draws.below(active) as usize;
        node.active().nth(chosen).expect("the chosen child is active").index
    }
}
