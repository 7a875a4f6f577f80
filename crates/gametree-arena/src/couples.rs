//! What the results of a match say about the players.
//!
//! A *couple* is a pair of games from the same opening, with colours swapped. Its two games are not
//! independent of each other; couples are. A couple scores 0, 1/2, 1, 3/2 or 2 points, and nothing is assumed
//! about how often each of the five occurs. The likelihood of an expected score is that of the likeliest five
//! probabilities with this mean: the *empirical likelihood* of Owen (Biometrika 75, 1988), which gives the
//! intervals here and the test of [`sprt`](crate::sprt).

/// How many couples scored 0, 1/2, 1, 3/2 and 2 points.
///
/// ```
/// use gametree_arena::couples::Couples;
///
/// let mut couples = Couples::default();
/// for half_points in [4, 3, 3, 2, 4, 1, 3, 4, 2, 3] {
///     couples.add(half_points);
/// }
/// assert_eq!(couples.counts(), [0, 1, 2, 4, 3]);
/// assert_eq!(couples.score(), Some(0.725));
/// let (low, high) = couples.interval();
/// assert!(0.5 < low && low < 0.725 && 0.725 < high && high < 0.9);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Couples([u64; 5]);

/// The score of each of the five results, in points per game.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// A pseudocount: results that have not occurred yet are still possible.
const SEEN_BEFORE: f64 = 1e-3;

/// Half the 95 % quantile of the chi-squared distribution with one degree of freedom: the ends of the
/// interval are less likely than the likeliest score by this logarithm. (Wilks 1938.)
const LESS_LIKELY: f64 = 3.841_458_820_694_124 / 2.0;

/// Enough bisections to narrow an interval down to neighbouring floats.
const HALVINGS: u32 = 60;

impl Couples {
    /// Adds a couple that scored this many half points.
    ///
    /// # Panics
    /// If `half_points` is more than four.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points] += 1;
    }

    /// How many scored 0, 1/2, 1, 3/2 and 2 points.
    pub fn counts(&self) -> [u64; 5] {
        self.0
    }

    /// The number of couples.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Points per game; `None` if there were no games.
    pub fn score(&self) -> Option<f64> {
        let points: f64 = self.0.iter().zip(SCORES).map(|(&n, score)| n as f64 * score).sum();
        (self.total() > 0).then(|| points / self.total() as f64)
    }

    fn weights(&self) -> [f64; 5] {
        self.0.map(|n| n as f64 + SEEN_BEFORE)
    }

    /// The log-likelihood of these results if `score` is expected, relative to the score for which they
    /// are likeliest: zero or less.
    ///
    /// The likeliest probabilities with that mean are `p / (1 + x (s - score))`, `p` being the observed
    /// shares, `s` the results' scores and `x` such that the mean is right (Owen 1988, section 2).
    pub fn log_likelihood(&self, score: f64) -> f64 {
        let weights = self.weights();
        let excess = SCORES.map(|s| s - score);
        let pull = |x: f64| -> f64 {
            weights.iter().zip(excess).map(|(w, e)| w * e / (1.0 + x * e)).sum()
        };
        // Between these all probabilities are positive, and the pull decreases.
        let x = halved(-1.0 / (1.0 - score), 1.0 / score, |x| pull(x) > 0.0);
        -weights.iter().zip(excess).map(|(w, e)| w * (x * e).ln_1p()).sum::<f64>()
    }

    /// A 95 % confidence interval of the score.
    pub fn interval(&self) -> (f64, f64) {
        let Some(seen) = self.score() else { return (0.0, 1.0) };
        let (weights, all) = (self.weights(), self.weights().iter().sum::<f64>());
        let top = weights.iter().zip(SCORES).map(|(w, s)| w * s / all).sum();
        let likely = |score: f64| self.log_likelihood(score) > -LESS_LIKELY;
        let lower = halved(0.0, top, |score| !likely(score));
        let upper = halved(top, 1.0, likely);
        (lower.min(seen), upper.max(seen))
    }
}

/// The point between `low` and `high` up to which `holds` is true, by bisection.
fn halved(mut low: f64, mut high: f64, holds: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..HALVINGS {
        let middle = low.midpoint(high);
        if holds(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    low.midpoint(high)
}

/// The Elo difference at which a score is expected: 400 points are ten to one.
///
/// ```
/// use gametree_arena::couples::elo;
///
/// assert_eq!(elo(0.5), 0.0);
/// assert!((elo(10.0 / 11.0) - 400.0).abs() < 1e-9);
/// ```
pub fn elo(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The score expected at an Elo difference: the inverse of [`elo`].
///
/// ```
/// use gametree_arena::couples::{elo, expected_score};
///
/// assert_eq!(expected_score(0.0), 0.5);
/// assert!((expected_score(elo(0.76)) - 0.76).abs() < 1e-12);
/// ```
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use gametree::Draws;

    fn near(a: f64, b: f64, off: f64) {
        assert!((a - b).abs() <= off, "{a} is not {b}");
    }

    #[test]
    fn elo_is_what_the_tables_say() {
        // FIDE's table of conversion, 8.1: 76 % are 202 points, 64 % are 102.
        near(elo(0.76), 200.2, 0.1);
        near(elo(10.0 / 11.0), 400.0, 1e-9);
        near(elo(0.5), 0.0, 1e-12);
        assert_eq!((elo(1.0), elo(0.0)), (f64::INFINITY, f64::NEG_INFINITY));
        for difference in [-300.0, -20.0, 0.0, 5.0, 700.0] {
            near(elo(expected_score(difference)), difference, 1e-9);
        }
    }

    /// With results 0 and 1 only, it is the likelihood of a coin, which has a formula.
    #[test]
    fn two_results_are_a_coin() {
        let couples = Couples([3, 0, 0, 0, 7]);
        assert_eq!(couples.score(), Some(0.7));
        for score in [0.3, 0.5, 0.7, 0.9f64] {
            let coin = 7.0 * (score / 0.7).ln() + 3.0 * ((1.0 - score) / 0.3).ln();
            near(couples.log_likelihood(score), coin, 0.01);
        }
        let (lower, upper) = couples.interval();
        let off = |score: f64| -7.0 * (score / 0.7f64).ln() - 3.0 * ((1.0 - score) / 0.3f64).ln();
        near(off(lower), 1.9207, 0.02);
        near(off(upper), 1.9207, 0.02);
    }

    /// With much data it is the mean plus or minus 1.96 standard errors.
    #[test]
    fn many_results_are_a_bell() {
        let couples = Couples([1000, 2000, 4000, 2000, 1000]);
        let variance = (2.0 * 1000.0 * 0.25 + 2.0 * 2000.0 * 0.0625) / 10_000.0f64;
        let error = 1.959_964 * (variance / 10_000.0).sqrt();
        let (lower, upper) = couples.interval();
        near(lower, 0.5 - error, 1e-5);
        near(upper, 0.5 + error, 1e-5);
    }

    #[test]
    fn all_or_nothing_is_no_certainty() {
        assert_eq!(Couples::default().interval(), (0.0, 1.0));
        let (lower, upper) = Couples([0, 0, 0, 0, 10]).interval();
        // A coin that shows heads ten times in a row: n ln(1/p) = 1.92.
        near(lower, (-LESS_LIKELY / 10.0).exp(), 0.01);
        assert_eq!(upper, 1.0);
        let (lower, upper) = Couples([10, 0, 0, 0, 0]).interval();
        assert_eq!(lower, 0.0);
        near(upper, 1.0 - (-LESS_LIKELY / 10.0).exp(), 0.01);
        // Only drawn couples say little about what else there is.
        let (lower, upper) = Couples([0, 0, 10, 0, 0]).interval();
        assert!(lower < 0.45 && upper > 0.55);
    }

    #[test]
    fn the_interval_holds_the_truth_as_often_as_it_says() {
        let mut draws = Draws::new(3);
        let share = [0.1, 0.15, 0.3, 0.25, 0.2];
        let truth: f64 = share.iter().zip(SCORES).map(|(p, s)| p * s).sum();
        let (tries, mut held) = (700, 0);
        for _ in 0..tries {
            let mut couples = Couples::default();
            (0..60).for_each(|_| couples.add(draws.index_by_weight(&share)));
            let (lower, upper) = couples.interval();
            held += usize::from(lower <= truth && truth <= upper);
        }
        let rate = held as f64 / f64::from(tries);
        assert!((0.925..0.97).contains(&rate), "{rate}");
    }
}
