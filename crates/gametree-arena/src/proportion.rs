//! Proportions, their differences, and means, with 95 % confidence intervals.

use serde::{Serialize, Serializer, ser::SerializeStruct};

/// The 97.5 % quantile of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// How many of a number of independent cases.
///
/// ```
/// use gametree_arena::proportion::Proportion;
///
/// let half = Proportion { count: 50, of: 100 };
/// let (low, high) = half.interval();
/// assert_eq!(half.share(), Some(0.5));
/// assert!((low - 0.4038).abs() < 1e-4 && (high - 0.5962).abs() < 1e-4);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proportion {
    /// The number of cases that count.
    pub count: u64,
    /// The number of all cases.
    pub of: u64,
}

impl Proportion {
    /// The share; `None` of nothing.
    pub fn share(self) -> Option<f64> {
        (self.of > 0).then(|| self.count as f64 / self.of as f64)
    }

    /// A 95 % confidence interval of the probability: Wilson's score interval (Wilson 1927).
    pub fn interval(self) -> (f64, f64) {
        let Some(share) = self.share() else { return (0.0, 1.0) };
        let n = self.of as f64;
        let (middle, spread) = (share + Z * Z / (2.0 * n), share * (1.0 - share) / n);
        let half = Z * (spread + Z * Z / (4.0 * n * n)).sqrt();
        let scale = 1.0 + Z * Z / n;
        // At the ends the square root is exact but for rounding.
        let low = if self.count == 0 { 0.0 } else { (middle - half) / scale };
        let high = if self.count == self.of { 1.0 } else { (middle + half) / scale };
        (low, high)
    }
}

impl Serialize for Proportion {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (low, high) = self.interval();
        let mut fields = serializer.serialize_struct("Proportion", 5)?;
        fields.serialize_field("count", &self.count)?;
        fields.serialize_field("of", &self.of)?;
        fields.serialize_field("share", &self.share())?;
        fields.serialize_field("low", &low)?;
        fields.serialize_field("high", &high)?;
        fields.end()
    }
}

/// The difference between two proportions of the same cases.
///
/// ```
/// use gametree_arena::proportion::PairedDifference;
///
/// let mut difference = PairedDifference::default();
/// (0..90).for_each(|_| difference.add(true, true));
/// (0..10).for_each(|_| difference.add(true, false));
/// assert_eq!(difference.share(), Some(0.1));
/// let (low, high) = difference.interval();
/// assert!(low > 0.03 && high < 0.17, "{low} {high}");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairedDifference {
    ours_only: u64,
    theirs_only: u64,
    of: u64,
}

impl PairedDifference {
    /// One more case: whether it counts for us, and for them.
    pub fn add(&mut self, ours: bool, theirs: bool) {
        self.of += 1;
        self.ours_only += u64::from(ours && !theirs);
        self.theirs_only += u64::from(theirs && !ours);
    }

    /// Our share less theirs; `None` of nothing.
    pub fn share(self) -> Option<f64> {
        (self.of > 0).then(|| (self.ours_only as f64 - self.theirs_only as f64) / self.of as f64)
    }

    /// A 95 % confidence interval: Wald's, with half a case added to each of the four cells (Agresti, Min
    /// 2005).
    pub fn interval(self) -> (f64, f64) {
        let (ours, theirs) = (self.ours_only as f64 + 0.5, self.theirs_only as f64 + 0.5);
        let n = self.of as f64 + 2.0;
        let difference = ours - theirs;
        let half = Z * (ours + theirs - difference * difference / n).sqrt();
        (((difference - half) / n).max(-1.0), ((difference + half) / n).min(1.0))
    }
}

impl Serialize for PairedDifference {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (low, high) = self.interval();
        let mut fields = serializer.serialize_struct("PairedDifference", 6)?;
        fields.serialize_field("ours_only", &self.ours_only)?;
        fields.serialize_field("theirs_only", &self.theirs_only)?;
        fields.serialize_field("of", &self.of)?;
        fields.serialize_field("share", &self.share())?;
        fields.serialize_field("low", &low)?;
        fields.serialize_field("high", &high)?;
        fields.end()
    }
}

/// A mean of independent numbers.
///
/// ```
/// use gametree_arena::proportion::Mean;
///
/// let mean = Mean::of(&[1.0, 2.0, 3.0, 4.0]);
/// assert_eq!(mean.mean, Some(2.5));
/// assert!((mean.half - 1.265).abs() < 1e-3);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Mean {
    /// The mean; `None` of nothing.
    pub mean: Option<f64>,
    /// Half of the 95 % confidence interval around it, by the normal approximation.
    pub half: f64,
}

impl Mean {
    /// The mean of some numbers.
    pub fn of(numbers: &[f64]) -> Mean {
        let n = numbers.len() as f64;
        if numbers.is_empty() {
            return Mean { mean: None, half: f64::INFINITY };
        }
        let mean = numbers.iter().sum::<f64>() / n;
        let squares: f64 = numbers.iter().map(|x| (x - mean) * (x - mean)).sum();
        let half = if n > 1.0 { Z * (squares / (n - 1.0) / n).sqrt() } else { f64::INFINITY };
        Mean { mean: Some(mean), half }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gametree::Draws;

    /// Of many experiments, about 95 % have an interval that contains the truth.
    #[test]
    fn intervals_contain_the_truth_as_often_as_they_say() {
        let mut draws = Draws::new(1);
        for p in [0.02, 0.3, 0.9] {
            let mut covered = 0;
            for _ in 0..2000 {
                let count = (0..100).filter(|_| draws.share() < p).count() as u64;
                let (low, high) = Proportion { count, of: 100 }.interval();
                covered += u32::from(low <= p && p <= high);
            }
            assert!((1840..=1980).contains(&covered), "{p}: {covered}");
        }
        let mut covered = 0;
        for _ in 0..2000 {
            let mut difference = PairedDifference::default();
            // Two players that fail together half of the time.
            for _ in 0..100 {
                let common = draws.share() < 0.1;
                difference.add(common || draws.share() < 0.8, common || draws.share() < 0.7);
            }
            let (low, high) = difference.interval();
            covered += u32::from(low <= 0.09 && 0.09 <= high);
        }
        assert!((1860..=1980).contains(&covered), "{covered}");
    }

    #[test]
    fn nothing_is_known_of_nothing() {
        assert_eq!(Proportion { count: 0, of: 0 }.interval(), (0.0, 1.0));
        assert_eq!(Proportion { count: 0, of: 0 }.share(), None);
        let (low, high) = Proportion { count: 0, of: 10 }.interval();
        assert!(low == 0.0 && (0.27..0.28).contains(&high), "{high}");
        assert_eq!(Proportion { count: 10, of: 10 }.interval().1, 1.0);
        let (low, high) = PairedDifference::default().interval();
        assert!(low < -0.9 && high > 0.9, "{low} {high}");
        assert_eq!(Mean::of(&[]).mean, None);
    }
}
