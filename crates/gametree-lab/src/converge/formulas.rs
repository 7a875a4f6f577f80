//! The formulas of section 6.2: how long the epsilon-greedy UCT should take on two small trees.
//!
//! In both, `p` is the share of +1 among the leaves of a subtree that is not won, the others being -1;
//! `epsilon` is the share of choices that are not greedy.

use super::row::RUN;

/// Eq. 3: visits of +1 that raise an average of `value` over `visits` to `tau`.
///
/// ```
/// use gametree_lab::converge::formulas::raising;
///
/// // Two visits of -1: four wins raise the average to (4 - 2) / 6.
/// assert!((raising(1.0 / 3.0, -1.0, 2.0) - 4.0).abs() < 1e-9);
/// ```
pub fn raising(tau: f64, value: f64, visits: f64) -> f64 {
    (visits * (tau - value) / (1.0 - tau)).max(0.0)
}

/// Scenario A, as printed: the left subtree is won, the right one has `p`. Rounds until the right one
/// loses, then Eq. 3 with the *right* child's average and visits (`iter = 1 / (1 - p)`, `value = 1 - 2 /
/// iter`), although convergence is meant at the root.
pub fn scenario_a(p: f64, epsilon: f64, tau: f64) -> f64 {
    let iter = 1.0 / (1.0 - p);
    2.0 * iter + raising(tau, 1.0 - 2.0 / iter, iter) / (1.0 - epsilon)
}

/// Scenario A with Eq. 3 at the root: each round has two visits there, one of them a certain win.
/// Later visits yield 1 on the left and `2 p - 1` on the right.
pub fn scenario_a_at_root(p: f64, epsilon: f64, tau: f64) -> f64 {
    let rounds = 1.0 / (1.0 - p);
    let visits = 2.0 * rounds;
    let value = (rounds + rounds - 2.0) / visits;
    let later = (1.0 - epsilon) + epsilon * (2.0 * p - 1.0);
    if later <= tau {
        return f64::INFINITY;
    }
    visits + (visits * (tau - value) / (later - tau)).max(0.0)
}

/// Scenario B: critical moves at the root and at depth 2, below which trees of scenario A lie; the
/// right subtree of the root has a share `q` of +1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScenarioB {
    /// The share of +1 if the second move was wrong.
    pub p: f64,
    /// The share of +1 if the first move was wrong.
    pub q: f64,
    /// The share of choices that are not greedy.
    pub epsilon: f64,
    /// The average at which it has converged.
    pub tau: f64,
}

impl ScenarioB {
    /// Visits of one tree of scenario A.
    fn below(self) -> f64 {
        scenario_a(self.p, self.epsilon, self.tau)
    }

    /// Visits after the tie at the root was broken correctly. (Twice the work below, as MIN keeps
    /// switching between two such trees.)
    pub fn favourable(self) -> f64 {
        2.0 / (1.0 - self.epsilon) * self.below()
    }

    /// Visits after it was broken wrongly.
    pub fn unfavourable(self) -> f64 {
        2.0 / self.epsilon * self.below()
    }

    /// Visits in all. The paper prints `p' = 3p/4` for the share of +1 on the left; half of the leaves
    /// there are won and the others have `p`, so that it is `(1 + p) / 2`.
    pub fn visits(self) -> f64 {
        let (left, right) = ((1.0 + self.p) / 2.0, self.q);
        // The probability that a round breaks the tie (the paper says: that it does not).
        let [rightly, wrongly] = [left * (1.0 - right), (1.0 - left) * right];
        let broken = rightly + wrongly;
        2.0 / broken + rightly / broken * self.favourable() + wrongly / broken * self.unfavourable()
    }

    /// Its tree.
    pub fn game(self, depth: u32) -> String {
        let b = 2.0 * self.q - 1.0;
        format!("implanted:d={depth},max=0/2,bias={}/{b},seed={}", self.p, RUN)
    }
}

/// The tree of scenario A.
pub fn game_a(p: f64, depth: u32) -> String {
    format!("implanted:d={depth},max=0,bias=1/{},seed={}", 2.0 * p - 1.0, RUN)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two visits at -1, then wins: after four more of them the average is a third, after nine 7/11.
    #[test]
    fn raising_is_what_averages_do() {
        for (tau, wins) in
            [(1.0 / 3.0, 2.0 * (1.0 / 3.0 + 1.0) / (2.0 / 3.0)), (0.7, 2.0 * 1.7 / 0.3)]
        {
            let needed = raising(tau, -1.0, 2.0);
            assert!((needed - wins).abs() < 1e-9);
            assert!(((needed - 2.0) / (needed + 2.0) - tau).abs() < 1e-9);
        }
        assert_eq!(raising(0.7, 0.9, 5.0), 0.0);
    }

    /// The closed form that the paper prints, and the number that follows from it.
    #[test]
    fn scenario_a_is_as_printed() {
        for (p, epsilon, tau) in [(0.2, 0.05, 0.8), (0.5, 0.1, 0.7), (0.0, 0.3, 0.9)] {
            let printed = 2.0 / (1.0 - p)
                + (1.0 + tau - 2.0 * p) / ((1.0 - epsilon) * (1.0 - p) * (1.0 - tau));
            assert!((scenario_a(p, epsilon, tau) - printed).abs() < 1e-9);
        }
        assert!((scenario_a(0.2, 0.05, 0.8) - 11.7).abs() < 0.05);
    }

    #[test]
    fn shares_of_won_leaves_are_those_of_the_trees() {
        let b = ScenarioB { p: 0.5, q: 0.3, epsilon: 0.1, tau: 0.7 };
        assert_eq!(b.game(16), "implanted:d=16,max=0/2,bias=0.5/-0.4,seed={run}");
        assert_eq!(game_a(0.2, 12), "implanted:d=12,max=0,bias=1/-0.6,seed={run}");
        // If neither side is better, the tie is broken correctly as often as wrongly.
        let even = ScenarioB { p: 0.0, q: 0.5, ..b };
        let mean = (even.favourable() + even.unfavourable()) / 2.0;
        assert!((even.visits() - 4.0 - mean).abs() < 1e-9);
        assert!(b.favourable() < b.unfavourable());
    }
}
