//! Statistics over the runs of a cell.

use super::row::Row;

/// A mean with its 95 % confidence interval (Student's t).
///
/// ```
/// use gametree_lab::converge::Mean;
///
/// let mean = Mean::of(&[10.0, 12.0, 14.0]).unwrap();
/// assert_eq!(mean.value, 12.0);
/// assert!(mean.low < 10.0 && mean.high > 14.0, "three values say little");
/// assert_eq!(Mean::of(&[]), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Mean {
    /// The mean of the sample.
    pub value: f64,
    /// The lower end; the mean itself if there is only one value.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The 97.5 % quantiles of Student's t for 1 to 30 degrees of freedom...
const QUANTILES: [f64; 30] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
    2.052, 2.048, 2.045, 2.042,
];
/// ...and for very many; between them it falls like `1 / n`.
const NORMAL: f64 = 1.960;

fn quantile(freedom: usize) -> f64 {
    let known = QUANTILES.get(freedom - 1).copied();
    known.unwrap_or_else(|| NORMAL + (QUANTILES[29] - NORMAL) * 30.0 / freedom as f64)
}

impl Mean {
    /// The mean of `values`; `None` if there are none.
    pub fn of(values: &[f64]) -> Option<Mean> {
        let n = values.len() as f64;
        let value = values.iter().sum::<f64>() / n;
        if values.len() < 2 {
            return (!values.is_empty()).then_some(Mean { value, low: value, high: value });
        }
        let squares: f64 = values.iter().map(|x| (x - value) * (x - value)).sum();
        let error = quantile(values.len() - 1) * (squares / (n - 1.0) / n).sqrt();
        Some(Mean { value, low: value - error, high: value + error })
    }
}

/// When an event happened in some runs; [`summarise`] computes it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Summary {
    /// The number of runs.
    pub runs: usize,
    /// The number of runs in which it happened.
    pub happened: usize,
    /// After how many leaves, on average. Runs in which it did not happen count as if it had happened at
    /// their end, so this is too small if there are any.
    pub mean: Option<Mean>,
    /// The median of the leaves; `None` if it did not happen in half of the runs.
    pub median: Option<f64>,
}

/// An event of a run: its name, and when it happened.
pub(super) type Event = (&'static str, fn(&Row) -> Option<u64>);

pub(super) const CONVERGED: Event = ("converged", |row| row.converged);
pub(super) const PREFERRED: Event = ("right move preferred", |row| row.preferred);
pub(super) const PROVEN: Event = ("proven", |row| row.proven);

/// Summarises when `what` happened in `rows`.
pub fn summarise<'r>(
    rows: impl Iterator<Item = &'r Row>,
    what: impl Fn(&Row) -> Option<u64>,
) -> Summary {
    let (mut times, mut happened) = (Vec::new(), 0);
    for row in rows {
        let when = what(row);
        happened += usize::from(when.is_some());
        times.push((when.unwrap_or(u64::MAX), when.unwrap_or(row.leaves) as f64));
    }
    times.sort_unstable_by_key(|&(order, _)| order);
    let runs = times.len();
    let time = |i: usize| (i < happened).then(|| times[i].1);
    let median = (runs > 0).then(|| Some(time((runs - 1) / 2)?.midpoint(time(runs / 2)?)));
    let all: Vec<f64> = times.iter().map(|&(_, time)| time).collect();
    Summary { runs, happened, mean: Mean::of(&all), median: median.flatten() }
}

/// The share of all rollouts of some runs that went to wrong moves, until they converged; `None` if
/// there are none, or no moves are wrong.
pub fn gone_astray<'r>(rows: impl Iterator<Item = &'r Row>) -> Option<f64> {
    let (mut wrong, mut all) = (0.0, 0.0);
    for row in rows {
        let visits: f64 = row.visits.iter().map(|&n| f64::from(n)).sum();
        wrong += row.astray? * visits;
        all += visits;
    }
    (all > 0.0).then(|| wrong / all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gametree::Draws;

    fn row(converged: Option<u64>, leaves: u64) -> Row {
        Row { converged, leaves, ..Row::default() }
    }

    #[test]
    fn means_have_the_intervals_of_students_t() {
        assert_eq!(Mean::of(&[]), None);
        assert_eq!(Mean::of(&[7.0]), Some(Mean { value: 7.0, low: 7.0, high: 7.0 }));
        // The standard error of these is 1, and t for 3 degrees of freedom is 3.182.
        let values = [-3.0f64.sqrt(), -3.0f64.sqrt(), 3.0f64.sqrt(), 3.0f64.sqrt()];
        let mean = Mean::of(&values).unwrap();
        assert!(mean.value.abs() < 1e-12 && (mean.high - 3.182).abs() < 1e-9);
        // From tables: t for 60 and 120 degrees of freedom is 2.000 and 1.980.
        assert!((quantile(60) - 2.000).abs() < 0.002 && (quantile(120) - 1.980).abs() < 0.002);
    }

    #[test]
    fn intervals_hold_the_truth_as_often_as_they_say() {
        let mut draws = Draws::new(5);
        let (tries, mut held) = (2000, 0);
        for _ in 0..tries {
            let values: Vec<f64> = (0..10).map(|_| draws.share() + draws.share()).collect();
            let mean = Mean::of(&values).unwrap();
            held += usize::from(mean.low <= 1.0 && 1.0 <= mean.high);
        }
        let rate = held as f64 / f64::from(tries);
        assert!((0.935..0.965).contains(&rate), "{rate}");
    }

    /// Long runs count for more than short ones.
    #[test]
    fn rollouts_that_went_astray_are_counted_together() {
        let run = |visits: [u32; 2], astray| Row {
            visits: visits.to_vec(),
            astray: Some(astray),
            ..Row::default()
        };
        let rows = [run([1, 9], 0.1), run([45, 45], 0.5)];
        assert_eq!(gone_astray(rows.iter()), Some(0.46));
        assert_eq!(gone_astray([].iter()), None);
        assert_eq!(gone_astray([Row::default()].iter()), None);
    }

    #[test]
    fn what_did_not_happen_counts_as_late() {
        let rows = [row(Some(4), 100), row(None, 100), row(Some(8), 100)];
        let summary = summarise(rows.iter(), |row| row.converged);
        assert_eq!((summary.runs, summary.happened, summary.median), (3, 2, Some(8.0)));
        assert!((summary.mean.unwrap().value - 112.0 / 3.0).abs() < 1e-12);
        let summary = summarise(rows[..2].iter(), |row| row.converged);
        assert_eq!(summary.median, None);
        let nothing = summarise([].iter(), |row: &Row| row.converged);
        assert_eq!((nothing.runs, nothing.mean, nothing.median), (0, None, None));
    }
}
