//! Measured numbers with their 95 % confidence intervals.

use crate::converge::Mean;
use crate::couples::Couples;
use crate::plot::Point;
use crate::proportion::Proportion;

/// A measured number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The number.
    pub value: f64,
    /// The lower end of its 95 % confidence interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// How many independent trials it is based on.
    pub trials: u64,
}

impl Estimate {
    /// A mean, with Student's t interval; `None` of fewer than two numbers, which say nothing about how much
    /// they vary.
    pub fn mean(numbers: &[f64]) -> Option<Estimate> {
        let finite: Vec<f64> = numbers.iter().copied().filter(|x| x.is_finite()).collect();
        let mean = Mean::of(&finite).filter(|_| finite.len() > 1)?;
        Some(Estimate {
            value: mean.value,
            low: mean.low,
            high: mean.high,
            trials: finite.len() as u64,
        })
    }

    /// A share, with Wilson's interval.
    pub fn share(count: u64, of: u64) -> Option<Estimate> {
        let share = Proportion { count, of };
        let (low, high) = share.interval();
        share.share().map(|value| Estimate { value, low, high, trials: of })
    }

    /// The share of the cases that hold.
    pub fn share_of(cases: impl Iterator<Item = bool>) -> Option<Estimate> {
        let (mut count, mut of) = (0, 0);
        for holds in cases {
            count += u64::from(holds);
            of += 1;
        }
        Estimate::share(count, of)
    }

    /// Points per game, by couples of games that share an opening.
    pub fn score(couples: &Couples) -> Option<Estimate> {
        let (low, high) = couples.interval();
        couples.score().map(|value| Estimate { value, low, high, trials: 2 * couples.total() })
    }

    /// The same in another unit.
    #[must_use]
    pub fn times(self, factor: f64) -> Estimate {
        let [low, high] = [self.low * factor, self.high * factor];
        Estimate { value: self.value * factor, low: low.min(high), high: high.max(low), ..self }
    }

    /// The exponential of a number, such as a mean of logarithms.
    #[must_use]
    pub fn exp(self) -> Estimate {
        Estimate { value: self.value.exp(), low: self.low.exp(), high: self.high.exp(), ..self }
    }

    /// A point of a figure, with its interval as a bar.
    pub fn point(self, x: f64) -> Point {
        Point::new(x, self.value).with_bar(self.low, self.high)
    }

    /// Whether it is certainly above a number (`Some(true)`), certainly not (`Some(false)`), or neither.
    pub fn is_above(self, number: f64) -> Option<bool> {
        if self.low > number {
            Some(true)
        } else if self.high <= number {
            Some(false)
        } else {
            None
        }
    }

    /// Whether it is certainly below another, independent one: the intervals do not meet.
    pub fn is_less(self, other: Estimate) -> Option<bool> {
        match () {
            () if self.high < other.low => Some(true),
            () if self.low > other.high => Some(false),
            () => None,
        }
    }

    /// Whether it is certainly below a number.
    pub fn is_below(self, number: f64) -> Option<bool> {
        if self.high < number {
            Some(true)
        } else if self.low >= number {
            Some(false)
        } else {
            None
        }
    }
}

/// The geometric mean of ratios of paired numbers: how many times as much the first is as the second.
pub fn ratio(pairs: &[(f64, f64)]) -> Option<Estimate> {
    let logs: Vec<f64> = pairs.iter().map(|(a, b)| (a / b).ln()).collect();
    Estimate::mean(&logs).map(Estimate::exp)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn certainty_needs_the_whole_interval() {
        let estimate = Estimate { value: 2.0, low: 1.0, high: 3.0, trials: 9 };
        assert_eq!((estimate.is_above(0.5), estimate.is_below(0.5)), (Some(true), Some(false)));
        assert_eq!((estimate.is_above(2.0), estimate.is_below(2.0)), (None, None));
        assert_eq!((estimate.is_above(3.0), estimate.is_below(3.5)), (Some(false), Some(true)));
        assert_eq!(estimate.times(-1.0).low, -3.0);
    }

    #[test]
    fn one_number_says_nothing_about_its_error() {
        assert_eq!(Estimate::mean(&[3.0]), None);
        assert_eq!(Estimate::mean(&[3.0, f64::NAN]), None);
        let twice = ratio(&[(2.0, 1.0), (8.0, 4.0)]).unwrap();
        assert!((twice.value - 2.0).abs() < 1e-12 && twice.high - twice.low < 1e-9);
    }
}
