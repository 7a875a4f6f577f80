//! What can be set about Monte Carlo tree search.

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

impl Selection {
    /// How attractive a child is to the one who moves: the mean of his rewards there and how little is
    /// known. `log` is `ln n` of the parent, `squares` the sum of the child's squared rewards.
    pub(super) fn score(self, c: f64, log: f64, visits: u32, sum: f64, squares: f64) -> f64 {
        let n = f64::from(visits);
        let mean = sum / n;
        let rare = log / n;
        match self {
            Selection::Ucb1 => mean + c * rare.sqrt(),
            Selection::Ucb1Tuned => {
                let variance = squares / n - mean * mean + (2.0 * rare).sqrt();
                mean + c * (rare * variance.min(0.25)).sqrt()
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
        let plain = Selection::Ucb1.score(0.5, log, 4, 3.0, 0.0);
        assert!((plain - (0.75 + 0.5 * (log / 4.0).sqrt())).abs() < 1e-12);
        // Rewards that are all alike leave only the doubt about the variance.
        let tuned = Selection::Ucb1Tuned.score(0.5, log, 400, 200.0, 100.0);
        let expected = 0.5 + 0.5 * (log / 400.0 * (2.0 * log / 400.0).sqrt()).sqrt();
        assert!((tuned - expected).abs() < 1e-12);
        // No variance of rewards between 0 and 1 is more than a quarter.
        let few = Selection::Ucb1Tuned.score(0.5, log, 2, 1.0, 1.0);
        assert!((few - (0.5 + 0.5 * (log / 2.0 * 0.25).sqrt())).abs() < 1e-12);
    }
}
