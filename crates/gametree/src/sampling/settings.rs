//! What can be set about Monte Carlo tree search.

/// How the children of a node are weighed against each other.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Selection {
    /// `mean + c sqrt(ln n / n_c)` (Auer, Cesa-Bianchi, Fischer 2002; Kocsis, Szepesvári 2006).
    Ucb1,
    /// `mean + c sqrt(ln n / n_c  min(1/4, variance + sqrt(2 ln n / n_c)))` (Auer et al. 2002).
    Ucb1Tuned,
    /// The best mean, or with this probability another one, as soon as there is a best one (Ramanujan,
    /// Sabharwal, Selman 2011, section 6.2). From 0 to 1.
    Greedy(f64),
    /// The same with probability `min(1, k / n)`, where n is the number of visits of the node. Not
    /// negative.
    Decaying(f64),
}

/// How a position is rewarded that was added to the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Playout {
    /// The game is played to its end by chance.
    Random,
    /// The game is played to its end by somebody who knows a little:
    /// [`Knowledge::likely_move`](crate::Knowledge::likely_move).
    Informed,
    /// So many moves by chance, then [`Knowledge::prospect`](crate::Knowledge::prospect) (MCTS-IC).
    Cut(u32),
    /// The minimax value of so many plies, with the same at the horizon.
    LookAhead(u32),
    /// Not at all: untried moves are followed, and kept in the tree, as far as the end of the game.
    Path,
}

/// How a search samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// How children are weighed.
    pub selection: Selection,
    /// How much seldom visited moves are worth to UCB1, tuned or not; not negative.
    pub c: f64,
    /// How new positions are rewarded.
    pub playout: Playout,
    /// Whether bounds are kept beside the statistics, and what is known is never sampled again.
    pub proves: bool,
    /// Whether all ways to a position share what they find out, where the game has keys that
    /// [fix the moves](crate::Game::keys_fix_moves) and no cycles.
    pub transpositions: bool,
    /// Which stream of random choices.
    pub seed: u64,
}

impl Default for Settings {
    /// UCB1-TUNED with c = 0.8 (Baier 2018), random playouts, no proofs, every way by itself.
    fn default() -> Settings {
        let (selection, playout) = (Selection::Ucb1Tuned, Playout::Random);
        Settings { selection, c: 0.8, playout, proves: false, transpositions: false, seed: 1 }
    }
}

/// What is the same for all children of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weighing {
    /// 1 if MAX moves, -1 if MIN does. MIN gets what MAX does not, 1 - mean; what is the same for all
    /// children is left out.
    pub sign: f64,
    /// `sqrt(ln n)` of the parent, and `c` times that.
    pub root: f64,
    pub explore: f64,
}

impl Weighing {
    /// How attractive a child is to the one who moves: the mean of his rewards there and how little is
    /// known. `inverse` is `1 / sqrt n_c`, and `sum` what MAX has got.
    #[inline]
    pub fn ucb1(self, inverse: f64, sum: f64) -> f64 {
        (self.sign * sum * inverse + self.explore) * inverse
    }

    /// The same with the variance of the rewards, which is that of both players; `squares` is the sum of
    /// squared rewards.
    #[inline]
    pub fn ucb1_tuned(self, inverse: f64, sum: f64, squares: f64) -> f64 {
        let mean = sum * inverse * inverse;
        let variance = squares * inverse * inverse - mean * mean;
        let doubt = variance + std::f64::consts::SQRT_2 * self.root * inverse;
        self.sign * mean + self.explore * inverse * doubt.clamp(0.0, 0.25).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_those_of_the_formulas() {
        let log = 10f64.ln();
        let inverse = |visits: f64| 1.0 / visits.sqrt();
        for sign in [1.0, -1.0] {
            let weighing = Weighing { sign, root: log.sqrt(), explore: 0.5 * log.sqrt() };
            let plain = weighing.ucb1(inverse(4.0), 3.0);
            assert!((plain - (sign * 0.75 + 0.5 * (log / 4.0).sqrt())).abs() < 1e-12);
            // Rewards that are all alike leave only the doubt about the variance.
            let tuned = weighing.ucb1_tuned(inverse(400.0), 200.0, 100.0);
            let expected = sign * 0.5 + 0.5 * (log / 400.0 * (2.0 * log / 400.0).sqrt()).sqrt();
            assert!((tuned - expected).abs() < 1e-12);
            // No variance of rewards between 0 and 1 is more than a quarter.
            let few = weighing.ucb1_tuned(inverse(2.0), 1.0, 1.0);
            assert!((few - (sign * 0.5 + 0.5 * (log / 2.0 * 0.25).sqrt())).abs() < 1e-12);
        }
    }
}
