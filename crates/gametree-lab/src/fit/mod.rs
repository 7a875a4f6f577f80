//! Formulas fitted to convergence times: how long a Monte Carlo search takes to find a winning strategy
//! that depends on choices at certain depths (Ramanujan, Sabharwal and Selman, UAI 2011, section 6.1).
//!
//! The fit minimises squared differences of logarithms, so that cells of all sizes have the same weight. It
//! uses the mean of each cell's times.
//!
//! Each parameter comes with two intervals, and they mean different things. The one *over runs* resamples
//! the runs of each cell: it says how far chance in the runs may have moved the parameter, assuming that
//! the formula is true. With many runs it becomes arbitrarily narrow, whether the formula fits or not. The
//! one *over cells* resamples whole cells: it says how much the parameter depends on which depths were
//! measured, so it is wide if the formula does not fit. If it is much wider than the other, the formula is
//! what is uncertain, and more runs will not help.

mod formula;
mod resample;
mod squares;

use std::fmt;

use serde::Serialize;

pub use formula::Formula;
use formula::Shape;
pub use resample::{Interval, Resampling};
use squares::{Sample, Solution};

/// The times of the runs at one choice of depths.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// The depths, each greater than the one before.
    pub depths: Vec<u32>,
    /// How long each run took: more than zero.
    pub times: Vec<f64>,
}

/// A parameter of a [`Fit`], with its confidence intervals.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Estimate {
    /// The value that fits best.
    pub value: f64,
    /// 95 % by resampling the runs of each cell: the noise of the runs, not the misfit of the formula.
    /// `None` if no cell has two runs.
    pub over_runs: Option<Interval>,
    /// 95 % by resampling whole cells: noise and misfit. `None` if there are fewer than six cells, or too
    /// few of the resamples have enough different cells.
    pub over_cells: Option<Interval>,
}

/// A fitted formula; [`fit`] returns it, and has an example.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Fit {
    /// Which formula.
    pub formula: Formula,
    /// The factor of the time up to the first depth.
    pub a: Estimate,
    /// The factor of the time beyond it.
    pub b: Estimate,
    /// The base: by how much two more plies multiply the time. (The paper: 2.37.)
    pub c: Estimate,
    /// The share of the variance of the logarithms that the formula explains: 1 is all of it, below zero is
    /// worse than their mean.
    pub r_squared: f64,
    /// The largest relative error of the formula at any cell.
    pub largest_residual: f64,
    /// The index of that cell.
    pub worst_cell: usize,
    #[serde(skip)]
    ln_a: f64,
    #[serde(skip)]
    shape: Shape,
}

/// Why a fit failed.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum NoFit {
    /// The depths of this cell do not suit the formula.
    Depths(usize),
    /// This cell has no runs, or a time that is not a number greater than 0.
    Times(usize),
    /// There are fewer than three different choices of depths, so the three parameters are not determined.
    FewCells(usize),
    /// The same time was observed everywhere, so there is no variation to explain.
    AllEqual,
    /// Different parameters fit equally well, or ever better the closer one of them is to zero or
    /// infinity.
    Undetermined,
}

impl fmt::Display for NoFit {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            NoFit::Depths(cell) => write!(
                f,
                "the depths of cell {cell} do not suit the formula: each must be greater than the one \
                 before, and formula (1) takes two"
            ),
            NoFit::Times(cell) => write!(
                f,
                "cell {cell} needs times, each of them finite and greater than 0"
            ),
            NoFit::FewCells(different) => write!(
                f,
                "three parameters need at least three different choices of depths, not {different}"
            ),
            NoFit::AllEqual => f.write_str("every cell has the same mean time: nothing to explain"),
            NoFit::Undetermined => f.write_str(
                "these depths and times do not determine a, b and C: more depths of each kind would",
            ),
        }
    }
}

impl std::error::Error for NoFit {}

/// Fits `formula` to `cells`. The same cells and the same resampling give the same fit.
///
/// ```
/// use gametree_lab::fit::{Cell, Formula, Resampling, fit};
///
/// // Equation (1) with a = 2, b = 3 and C = 4.
/// let time = |d1: i32, d2: i32| {
///     2.0 * 4f64.powi(d1 / 2) + 3.0 * 2f64.powi(d1 / 2) * 4f64.powi((d2 - d1) / 2)
/// };
/// let cells: Vec<Cell> = [(2, 4), (2, 6), (4, 6), (2, 8), (4, 8), (6, 8)]
///     .map(|(d1, d2)| Cell { depths: vec![d1, d2], times: vec![time(d1 as i32, d2 as i32)] })
///     .into();
///
/// let fitted = fit(Formula::TwoDepths, &cells, Resampling { replicates: 0, seed: 1 }).unwrap();
/// assert!((fitted.c.value - 4.0).abs() < 1e-4);
/// assert!((fitted.predict(&[4, 10]) / time(4, 10) - 1.0).abs() < 1e-4);
/// ```
///
/// # Errors
/// If the cells are not of the formula's kind, or do not determine its parameters.
pub fn fit(formula: Formula, cells: &[Cell], resampling: Resampling) -> Result<Fit, NoFit> {
    let samples = samples(formula, cells)?;
    let variance = variance(&samples)?;
    let solution = squares::best(&samples, &squares::starts());
    let values = values(formula, &solution);
    if !solution.determined || !values.iter().all(|v| v.is_normal()) {
        return Err(NoFit::Undetermined);
    }
    let over_runs = resample::over_runs(formula, cells, solution.shape, resampling);
    let over_cells = resample::over_cells(formula, &samples, solution.shape, resampling);
    let [a, b, c] = [0, 1, 2].map(|i| Estimate {
        value: values[i],
        over_runs: over_runs.map(|intervals| intervals[i]),
        over_cells: over_cells.map(|intervals| intervals[i]),
    });
    let (worst_cell, largest_residual) = worst(&samples, &solution);
    let Solution { ln_a, shape, squares, .. } = solution;
    let r_squared = 1.0 - squares / variance;
    Ok(Fit { formula, a, b, c, r_squared, largest_residual, worst_cell, ln_a, shape })
}

impl Fit {
    /// The time that the formula predicts at some depths; infinite if that exceeds the range of floats.
    ///
    /// # Panics
    /// If the depths do not suit the formula ([`NoFit::Depths`]).
    pub fn predict(&self, depths: &[u32]) -> f64 {
        assert!(self.formula.accepts(depths), "depths that suit the formula: {depths:?}");
        (self.ln_a + self.shape.at(depths).ln).exp()
    }
}

fn samples(formula: Formula, cells: &[Cell]) -> Result<Vec<Sample<'_>>, NoFit> {
    for (i, cell) in cells.iter().enumerate() {
        if !formula.accepts(&cell.depths) {
            return Err(NoFit::Depths(i));
        }
        let sound = cell.times.iter().all(|&time| time.is_finite() && time > 0.0);
        if cell.times.is_empty() || !sound {
            return Err(NoFit::Times(i));
        }
    }
    let mut different: Vec<&[u32]> = cells.iter().map(|cell| &cell.depths[..]).collect();
    different.sort();
    different.dedup();
    if different.len() < 3 {
        return Err(NoFit::FewCells(different.len()));
    }
    Ok(cells.iter().map(|c| (&c.depths[..], mean(c.times.iter().copied()).ln())).collect())
}

/// The sum of the squared distances of the logarithms from their mean.
fn variance(samples: &[Sample]) -> Result<f64, NoFit> {
    let middle = mean(samples.iter().map(|(_, ln_time)| *ln_time));
    let squares = samples.iter().map(|(_, ln_time)| (ln_time - middle).powi(2)).sum::<f64>();
    // Rounding makes equal numbers differ a little.
    if squares > 1e-20 { Ok(squares) } else { Err(NoFit::AllEqual) }
}

fn worst(samples: &[Sample], solution: &Solution) -> (usize, f64) {
    let off = samples.iter().map(|(depths, ln_time)| {
        (solution.ln_a + solution.shape.at(depths).ln - ln_time).exp_m1().abs()
    });
    off.enumerate().max_by(|(_, x), (_, y)| x.total_cmp(y)).expect("there are cells")
}

/// `a`, `b` and `C`.
fn values(formula: Formula, solution: &Solution) -> [f64; 3] {
    let (a, weight) = (solution.ln_a.exp(), solution.shape.ln_weight.exp());
    [a, formula.b(a, weight), solution.shape.ln_c.exp()]
}

/// The mean, computed without overflow; zero if there are no values.
fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let number = values.len() as f64;
    values.map(|value| value / number).sum()
}
