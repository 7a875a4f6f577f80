//! How many leaves the policy `expected` saves: a mistake in its estimates changes no value, it only
//! shows here.

use gametree::registry::Spec;

use crate::reference::draws::Draws;
use crate::reference::{Nest, Tree};
use crate::support::{Case, Explicit, ask};

/// Random trees in which outcomes of these weights follow each of three moves.
struct Trees {
    moves: u32,
    weights: &'static [u32],
    /// Whether a leaf is the sum of numbers along its path, and not a number of its own.
    sums: bool,
}

impl Trees {
    fn grow(&self, plies: u32, sum: u64, draws: &mut Draws) -> Nest {
        let deepest = 2 * self.moves;
        if plies == deepest {
            return Nest::Leaf(if self.sums { sum as f64 } else { draws.below(101) as f64 });
        }
        let mut below = || {
            let edge = draws.below(u64::from(100 / deepest) + 1);
            self.grow(plies + 1, sum + edge, draws)
        };
        if plies % 2 == 1 {
            return Nest::Chance(self.weights.iter().map(|&weight| (weight, below())).collect());
        }
        let children = (0..3).map(|_| below()).collect();
        if plies % 4 == 0 { Nest::Max(children) } else { Nest::Min(children) }
    }

    /// The leaves of all the trees together, by this policy.
    fn leaves(&self, policy: &str, epsilon: f64) -> usize {
        let spec = Spec::parse(policy).unwrap();
        let one = |seed| {
            let nest = self.grow(0, 0, &mut Draws::new(seed));
            let game = Explicit::new(Tree::new(&nest), policy.into());
            let case = Case { nest, range: (0.0, 100.0), epsilon };
            ask(&game, &case, &spec, |search| search).leaves.len()
        };
        (0..12).map(one).sum()
    }

    /// Panics unless `expected` needs at most so many hundredths of the leaves of `best-first`.
    fn check(&self, epsilon: f64, hundredths: usize) {
        let [best, expected] =
            ["rollout:best-first", "rollout:expected"].map(|policy| self.leaves(policy, epsilon));
        assert!(expected * 100 <= best * hundredths, "{expected} against {best}");
    }
}

#[test]
fn a_quarter_where_many_outcomes_are_likely() {
    let dice = Trees { moves: 3, weights: &[1; 4], sums: false };
    dice.check(0.0, 74);
    dice.check(8.0, 74);
}

#[test]
fn a_third_where_values_are_made_move_by_move() {
    let dice = Trees { moves: 3, weights: &[1; 4], sums: true };
    dice.check(0.0, 62);
    dice.check(8.0, 62);
}

#[test]
fn a_little_where_one_outcome_is_likely() {
    let astray = Trees { moves: 3, weights: &[8, 1, 1], sums: false };
    astray.check(0.0, 96);
}
