//! Measured numbers with their 95 % confidence intervals.

use gametree::Draws;
use gametree_arena::couples::Couples;
use gametree_arena::proportion::Proportion;

use crate::converge::Mean;
use crate::plot::Point;

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

/// How often numbers are resampled: fifty means lie beyond each end of an interval.
const RESAMPLES: usize = 2_000;

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

    /// A mean of numbers that are very skewed, such as times, with the interval of resampled means.
    pub fn resampled_mean(numbers: &[f64]) -> Option<Estimate> {
        Estimate::resampled_ratio(&numbers.iter().map(|&number| (number, 1.0)).collect::<Vec<_>>())
    }

    /// The sum of the first numbers divided by that of the second ones, with the percentile interval of resampled pairs
    /// (Efron 1979); `None` of fewer than two pairs.
    pub fn resampled_ratio(pairs: &[(f64, f64)]) -> Option<Estimate> {
        let ratio = |all: &mut dyn Iterator<Item = (f64, f64)>| {
            let (a, b) = all.fold((0.0, 0.0), |sum, pair| (sum.0 + pair.0, sum.1 + pair.1));
            a / b
        };
        let value = ratio(&mut pairs.iter().copied());
        if pairs.len() < 2 || !value.is_finite() {
            return None;
        }
        let mut draws = Draws::new(1);
        let mut again = || {
            let mut drawn =
                (0..pairs.len()).map(|_| pairs[draws.below(pairs.len() as u64) as usize]);
            ratio(&mut drawn)
        };
        let mut ratios: Vec<f64> = (0..RESAMPLES).map(|_| again()).collect();
        ratios.sort_by(f64::total_cmp);
        let at = |share: f64| ratios[(share * (RESAMPLES - 1) as f64).round() as usize];
        Some(Estimate { value, low: at(0.025), high: at(0.975), trials: pairs.len() as u64 })
    }

    /// The average of independent estimates of equal weight. Their errors add as squares, each side by itself.
    pub fn average(all: &[Estimate]) -> Option<Estimate> {
        let number = all.len() as f64;
        let error = |of: fn(&Estimate) -> f64| {
            all.iter().map(|one| of(one) * of(one)).sum::<f64>().sqrt() / number
        };
        let value = all.iter().map(|one| one.value).sum::<f64>() / number;
        (!all.is_empty()).then(|| Estimate {
            value,
            low: value - error(|one| one.value - one.low),
            high: value + error(|one| one.high - one.value),
            trials: all.iter().map(|one| one.trials).sum(),
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
    fn skewed_means_have_no_impossible_interval() {
        let times: Vec<f64> = (0..40).map(|i| if i == 7 { 5_000.0 } else { 10.0 }).collect();
        let (t, resampled) = (Estimate::mean(&times), Estimate::resampled_mean(&times));
        assert!(t.unwrap().low < 0.0, "which no time can be");
        let resampled = resampled.unwrap();
        assert!(resampled.low >= 10.0 && resampled.high > resampled.value, "{resampled:?}");
        assert_eq!(resampled.value, t.unwrap().value);
        assert_eq!(Estimate::resampled_mean(&[1.0]), None);
    }

    #[test]
    fn an_average_is_more_certain_than_its_parts() {
        let one = Estimate { value: 0.6, low: 0.56, high: 0.64, trials: 100 };
        let two = Estimate { value: 0.4, low: 0.37, high: 0.43, trials: 100 };
        let both = Estimate::average(&[one, two]).unwrap();
        assert!((both.value - 0.5).abs() < 1e-12 && (both.high - 0.525).abs() < 1e-12);
        assert_eq!((both.trials, Estimate::average(&[])), (200, None));
    }

    #[test]
    fn one_number_says_nothing_about_its_error() {
        assert_eq!(Estimate::mean(&[3.0]), None);
        assert_eq!(Estimate::mean(&[3.0, f64::NAN]), None);
        let twice = ratio(&[(2.0, 1.0), (8.0, 4.0)]).unwrap();
        assert!((twice.value - 2.0).abs() < 1e-12 && twice.high - twice.low < 1e-9);
    }
}
