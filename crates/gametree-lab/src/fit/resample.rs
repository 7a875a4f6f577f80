//! How much the parameters would vary with other data: the bootstrap of Efron
//! (Annals of Statistics 7, 1979), with percentile intervals.

use gametree::Draws;
use gametree_arena::seeds::derived;
use serde::Serialize;

use super::formula::{Formula, Shape};
use super::squares::{self, Sample, Solution};
use super::{Cell, mean};

/// How often data are resampled, and from which seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Resampling {
    /// How often, for each kind of interval. 0 means no intervals.
    pub replicates: usize,
    /// The seed of the resamples.
    pub seed: u64,
}

impl Default for Resampling {
    /// 400 replicates: ten beyond each end of an interval.
    fn default() -> Resampling {
        Resampling { replicates: 400, seed: 1 }
    }
}

/// The middle 95 % of a parameter's values in the replicates.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Interval {
    /// The lower end: 2.5 % are below.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Whether `value` lies within.
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    fn of(mut values: Vec<f64>) -> Interval {
        values.sort_by(f64::total_cmp);
        let at = |share: f64| {
            let place = share * (values.len() - 1) as f64;
            let (below, above) = (values[place.floor() as usize], values[place.ceil() as usize]);
            // Equal ends may be infinite.
            if below == above { below } else { below + (above - below) * place.fract() }
        };
        Interval { low: at(0.025), high: at(0.975) }
    }
}

/// Fewer cells than this say nothing about the misfit of the formula: with three parameters it fits
/// almost any of them.
const CELLS_FOR_AN_INTERVAL: usize = 6;

/// The most resamples per replicate, if cells drawn do not determine the parameters.
const DRAWS_EACH: usize = 20;

/// Intervals for `a`, `b` and `C`.
pub(super) type Intervals = Option<[Interval; 3]>;

/// Resamples the runs of each cell. `None` if no cell has two.
pub(super) fn over_runs(
    formula: Formula,
    cells: &[Cell],
    from: Shape,
    how: Resampling,
) -> Intervals {
    if cells.iter().all(|cell| cell.times.len() < 2) {
        return None;
    }
    let mut draws = Draws::new(derived(how.seed, 0));
    let solutions = (0..how.replicates).map(|_| {
        let samples: Vec<Sample> = cells
            .iter()
            .map(|cell| {
                let again = cell.times.iter().map(|_| *drawn(&cell.times, &mut draws));
                (&cell.depths[..], mean(again).ln())
            })
            .collect();
        squares::best(&samples, &[from])
    });
    intervals(formula, solutions.collect())
}

/// Resamples whole cells; if their depths do not determine the parameters, draws again. (Their times do not
/// matter for that: if they make a parameter run off to zero or infinity, the interval should show it.)
/// `None` if there are few cells, or hardly any resample will do.
pub(super) fn over_cells(
    formula: Formula,
    samples: &[Sample],
    from: Shape,
    how: Resampling,
) -> Intervals {
    if samples.len() < CELLS_FOR_AN_INTERVAL {
        return None;
    }
    let mut draws = Draws::new(derived(how.seed, 1));
    let tries = how.replicates.saturating_mul(DRAWS_EACH);
    let again = (0..tries).map(|_| samples.iter().map(|_| *drawn(samples, &mut draws)).collect());
    let enough = again.filter(|again: &Vec<Sample>| squares::determine(again, from));
    let solutions = enough.take(how.replicates).map(|again| squares::best(&again, &[from]));
    let solutions: Vec<Solution> = solutions.collect();
    if solutions.len() < how.replicates { None } else { intervals(formula, solutions) }
}

fn drawn<'a, T>(items: &'a [T], draws: &mut Draws) -> &'a T {
    &items[draws.below(items.len() as u64) as usize]
}

fn intervals(formula: Formula, solutions: Vec<Solution>) -> Intervals {
    let values: Vec<[f64; 3]> = solutions.iter().map(|s| super::values(formula, s)).collect();
    let interval = |i: usize| Interval::of(values.iter().map(|v| v[i]).collect());
    (!values.is_empty()).then(|| [0, 1, 2].map(interval))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_leaves_out_a_fortieth_at_each_end() {
        let interval = Interval::of((0..=40).rev().map(f64::from).collect());
        assert_eq!(interval, Interval { low: 1.0, high: 39.0 });
        assert!(interval.contains(1.0) && !interval.contains(0.9) && !interval.contains(39.1));
        assert_eq!(Interval::of(vec![3.0]), Interval { low: 3.0, high: 3.0 });
    }
}
