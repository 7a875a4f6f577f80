//! `random`: any active child, each equally likely.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::{Node, Policy};

/// An active child by chance, from a seed: the same seed makes the same search.
///
/// It shows that the family's answer does not depend on the policy, and what knowing nothing costs:
/// unlike `leftmost` and `max-upper` it may visit leaves that alpha-beta prunes.
#[derive(Clone, Debug)]
pub struct Random {
    generator: Xoshiro256PlusPlus,
}

impl Random {
    /// A policy that draws from the stream of `seed`.
    pub fn new(seed: u64) -> Random {
        Random { generator: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }

    /// A number below `bound`, each equally likely. Our own, so that the stream of choices does not
    /// change with the version of a crate: Lemire (2019), multiply and reject.
    fn below(&mut self, bound: u64) -> u64 {
        let mut product = u128::from(self.generator.next_u64()) * u128::from(bound);
        if (product as u64) < bound {
            let unfair = bound.wrapping_neg() % bound;
            while (product as u64) < unfair {
                product = u128::from(self.generator.next_u64()) * u128::from(bound);
            }
        }
        (product >> 64) as u64
    }
}

impl Policy for Random {
    type Data = ();

    fn select(&mut self, node: &Node<'_, ()>) -> usize {
        let active = node.active().count() as u64;
        let chosen = self.below(active) as usize;
        node.active().nth(chosen).expect("the chosen child is active").index
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_stable_and_fair() {
        let mut policy = Random::new(7);
        let first: Vec<u64> = (0..8).map(|_| policy.below(10)).collect();
        assert_eq!(first, [0, 1, 7, 4, 9, 4, 7, 3]);
        let mut seen = [0u32; 3];
        for _ in 0..30_000 {
            seen[policy.below(3) as usize] += 1;
        }
        assert!(seen.iter().all(|n| n.abs_diff(10_000) < 400), "{seen:?}");
    }
}
