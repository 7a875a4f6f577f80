//! What can be set about Monte Carlo tree search.

use super::roots::Roots;

/// How the children of a node are weighed against each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Selection {
    /// `mean + c sqrt(ln n / n_c)` (Auer, Cesa-Bianchi, Fischer 2002; Kocsis, Szepesvári 2006).
    Ucb1,
    /// `mean + c sqrt(ln n / n_c  min(1/4, variance + sqrt(2 ln n / n_c)))` (Auer et al. 2002).
    Ucb1Tuned,
}

/// How a position is rewarded that was added to the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Playout {
    /// The game is played to its end by chance.
    Random,
    /// The game is played to its end by somebody who knows a little:
    /// [`Knowledge::likely_move`](crate::Knowledge::likely_move).
    Informed,
    /// So many moves by chance, then [`Knowledge::prospect`](crate::Knowledge::prospect) (MCTS-IC).
    Cut(u32),
}

/// How a search samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// How children are weighed.
    pub selection: Selection,
    /// How much untried moves are worth; not negative.
    pub c: f64,
    /// How new positions are rewarded.
    pub playout: Playout,
    /// Whether bounds are kept beside the statistics, and what is known is never sampled again.
    pub proves: bool,
    /// Which stream of random choices.
    pub seed: u64,
}

impl Default for Settings {
    /// UCB1-TUNED with c = 0.8 (Baier 2018), random playouts, no proofs.
    fn default() -> Settings {
        let (selection, playout) = (Selection::Ucb1Tuned, Playout::Random);
        Settings { selection, c: 0.8, playout, proves: false, seed: 1 }
    }
}

/// What a child has got its mover so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record {
    pub visits: u32,
    pub sum: f64,
    /// The sum of squared rewards.
    pub squares: f64,
}

impl Selection {
    /// How attractive a child is to the one who moves: the mean of his rewards there and how little is
    /// known. `root` is `sqrt(ln n)` of the parent.
    #[inline]
    pub(super) fn score(self, c: f64, root: f64, child: Record, roots: &Roots) -> f64 {
        let inverse = roots.inverse(child.visits);
        let mean = child.sum * inverse * inverse;
        let rare = root * inverse;
        match self {
            Selection::Ucb1 => mean + c * rare,
            Selection::Ucb1Tuned => {
                let variance = child.squares * inverse * inverse - mean * mean;
                let doubt = variance + std::f64::consts::SQRT_2 * rare;
                mean + c * rare * doubt.min(0.25).sqrt()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_those_of_the_formulas() {
        let log = 10f64.ln();
        let score = |selection: Selection, visits, sum, squares| {
            let child = Record { visits, sum, squares };
            selection.score(0.5, log.sqrt(), child, Roots::known())
        };
        let plain = score(Selection::Ucb1, 4, 3.0, 0.0);
        assert!((plain - (0.75 + 0.5 * (log / 4.0).sqrt())).abs() < 1e-12);
        // Rewards that are all alike leave only the doubt about the variance.
        let tuned = score(Selection::Ucb1Tuned, 400, 200.0, 100.0);
        let expected = 0.5 + 0.5 * (log / 400.0 * (2.0 * log / 400.0).sqrt()).sqrt();
        assert!((tuned - expected).abs() < 1e-12);
        // No variance of rewards between 0 and 1 is more than a quarter.
        let few = score(Selection::Ucb1Tuned, 2, 1.0, 1.0);
        assert!((few - (0.5 + 0.5 * (log / 2.0 * 0.25).sqrt())).abs() < 1e-12);
    }
}
