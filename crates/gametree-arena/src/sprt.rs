//! A match that ends as soon as its result is significant: the sequential probability ratio test
//! (Wald, Annals of Mathematical Statistics 16, 1945).
//!
//! Two hypotheses state the Elo difference. After each couple (two games from one opening) the test compares
//! the likelihoods of the results under both; once their ratio is as large as the error rates demand, the
//! match ends. The frequencies of the results of a couple are unknown and take their likeliest values under
//! each hypothesis: the generalised test (Li, Liu, Ying: Generalized sequential probability ratio test
//! for separate families of hypotheses, Sequential Analysis 33, 2014), with five results per couple as in
//! Stockfish's testing framework ("Fishtest mathematics").

use crate::couples::{Couples, expected_score};

/// The two hypotheses, and the error rates.
///
/// ```
/// use gametree_arena::couples::Couples;
/// use gametree_arena::sprt::{Sprt, Verdict};
///
/// let sprt = Sprt::parse("elo0=0,elo1=20").unwrap();
/// assert_eq!((sprt.alpha, sprt.beta), (0.05, 0.05));
///
/// let mut couples = Couples::default();
/// assert_eq!(sprt.verdict(&couples), None);
/// (0..300).for_each(|i| couples.add(if i % 3 == 0 { 3 } else { 2 }));
/// assert_eq!(sprt.verdict(&couples), Some(Verdict::Elo1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The Elo difference of the first player over the second under one hypothesis...
    pub elo0: f64,
    /// ...and the larger one under the other.
    pub elo1: f64,
    /// How often `elo1` may be accepted although `elo0` is true.
    pub alpha: f64,
    /// How often `elo0` may be accepted although `elo1` is true.
    pub beta: f64,
}

/// The hypothesis that was accepted; see [`Sprt::verdict`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The smaller difference.
    Elo0,
    /// The larger difference.
    Elo1,
}

/// A player that is better by more never loses, and the hypotheses cannot be told apart.
const MOST_ELO: f64 = 1000.0;

const FORM: &str = "should be elo0=E,elo1=E[,alpha=P,beta=P], such as elo0=0,elo1=20";

impl Sprt {
    /// Reads `elo0=E,elo1=E[,alpha=P][,beta=P]`; the error rates are 0.05 by default.
    ///
    /// # Errors
    /// If the text is not such a test; the message shows the form.
    pub fn parse(text: &str) -> Result<Sprt, String> {
        let (mut elos, mut errors) = ([None; 2], [0.05; 2]);
        for part in text.split(',') {
            let (key, value) = part.split_once('=').ok_or(FORM)?;
            let number = value.trim().parse().ok().filter(|number: &f64| number.is_finite());
            let number = number.ok_or_else(|| format!("{key}={value} should be a number"))?;
            match key.trim() {
                "elo0" => elos[0] = Some(number),
                "elo1" => elos[1] = Some(number),
                "alpha" => errors[0] = number,
                "beta" => errors[1] = number,
                _ => return Err(FORM.into()),
            }
        }
        let [Some(elo0), Some(elo1)] = elos else { return Err(FORM.into()) };
        let [alpha, beta] = errors;
        if elo0.abs().max(elo1.abs()) > MOST_ELO {
            return Err(format!("elo0 and elo1 should be between -{MOST_ELO} and {MOST_ELO}"));
        }
        if elo0 >= elo1 {
            return Err("elo0 should be less than elo1".into());
        }
        if !errors.iter().all(|error| (1e-9..0.5).contains(error)) {
            return Err("alpha and beta should be above 0 and below 0.5".into());
        }
        Ok(Sprt { elo0, elo1, alpha, beta })
    }

    /// The logarithm of the likelihood ratio of the results, `elo1` over `elo0`.
    pub fn ratio(&self, couples: &Couples) -> f64 {
        let likelihood = |elo| couples.log_likelihood(expected_score(elo));
        likelihood(self.elo1) - likelihood(self.elo0)
    }

    /// `elo0` is accepted once the ratio has fallen to the first of these, `elo1` once it has risen to
    /// the second (Wald's approximation).
    pub fn bounds(&self) -> (f64, f64) {
        let Sprt { alpha, beta, .. } = self;
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }

    /// The hypothesis that the results support, if they suffice.
    pub fn verdict(&self, couples: &Couples) -> Option<Verdict> {
        let (ratio, (low, high)) = (self.ratio(couples), self.bounds());
        if ratio >= high {
            Some(Verdict::Elo1)
        } else if ratio <= low {
            Some(Verdict::Elo0)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gametree::Draws;

    #[test]
    fn tests_are_read() {
        let sprt = Sprt { elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.05 };
        assert_eq!(Sprt::parse("elo0=0,elo1=20"), Ok(sprt));
        let sprt = Sprt { elo0: -5.0, alpha: 0.01, beta: 0.1, ..sprt };
        assert_eq!(Sprt::parse("elo1=20,elo0=-5,beta=0.1,alpha=0.01"), Ok(sprt));
        for wrong in ["", "elo0=0", "elo0=0,elo1=x", "elo0=0,elo1=20,gamma=1", "elo0", "elo1=inf"] {
            assert!(Sprt::parse(wrong).unwrap_err().contains("should be"), "{wrong}");
        }
        assert!(Sprt::parse("elo0=20,elo1=20").unwrap_err().contains("less than"));
        assert!(Sprt::parse("elo0=0,elo1=6400").unwrap_err().contains("between"));
        assert!(Sprt::parse("elo0=0,elo1=20,alpha=0.5").unwrap_err().contains("below 0.5"));
    }

    #[test]
    fn the_bounds_are_walds() {
        let (low, high) = Sprt::parse("elo0=0,elo1=5").unwrap().bounds();
        // As every test with errors of 5 % shows them.
        assert!((low + 2.944).abs() < 1e-3 && (high - 2.944).abs() < 1e-3);
    }

    /// For small differences the ratio is n (s1 - s0) (2 s - s0 - s1) / (2 variance).
    #[test]
    fn the_ratio_is_the_known_approximation_near_an_even_score() {
        let (sprt, mut couples) = (Sprt::parse("elo0=0,elo1=5").unwrap(), Couples::default());
        let counts = [100u64, 400, 1000, 450, 120];
        for (half_points, &n) in counts.iter().enumerate() {
            (0..n).for_each(|_| couples.add(half_points));
        }
        let (n, score) = (couples.total() as f64, couples.score().unwrap());
        let square = |i: usize| (i as f64 / 4.0 - score).powi(2) * counts[i] as f64;
        let variance: f64 = (0..5).map(square).sum::<f64>() / n;
        let (s0, s1) = (expected_score(0.0), expected_score(5.0));
        let known = n * (s1 - s0) * (2.0 * score - s0 - s1) / (2.0 * variance);
        assert!((sprt.ratio(&couples) - known).abs() < 0.01 * known.abs());
    }

    /// How often `elo1` is accepted for tosses of a coin, two per couple, that the first player wins as
    /// often as `elo` says.
    fn accepted(sprt: &Sprt, elo: f64, tries: u32) -> f64 {
        let (mut draws, heads) = (Draws::new(11), expected_score(elo));
        let accepted = (0..tries).filter(|_| {
            let mut couples = Couples::default();
            loop {
                let points = (0..2).filter(|_| draws.share() < heads).count();
                couples.add(2 * points);
                if let Some(verdict) = sprt.verdict(&couples) {
                    return verdict == Verdict::Elo1;
                }
            }
        });
        accepted.count() as f64 / f64::from(tries)
    }

    #[test]
    fn it_is_wrong_no_more_often_than_it_says() {
        let sprt = Sprt::parse("elo0=0,elo1=90,alpha=0.05,beta=0.1").unwrap();
        // Three standard errors of 1000 tries at 5 % and at 10 %.
        let (wrong, right) = (accepted(&sprt, 0.0, 1000), accepted(&sprt, 90.0, 1000));
        assert!((0.01..0.071).contains(&wrong), "{wrong}");
        assert!((0.871..0.99).contains(&right), "{right}");
        assert!(accepted(&sprt, -90.0, 200) < 0.01 && accepted(&sprt, 180.0, 200) > 0.99);
    }
}
