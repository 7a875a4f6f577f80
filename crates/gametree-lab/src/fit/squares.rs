//! Least squares on logarithms: damped Gauss-Newton steps (Levenberg-Marquardt).
//!
//! The logarithm of a time is that of `a` plus that of a curve with two parameters. So the best `a` for
//! a curve is a mean, and steps are taken in the other two only (Golub and Pereyra 1973).

use super::formula::Shape;

/// What a formula is fitted to: depths, and the logarithm of the time observed there.
pub(super) type Sample<'a> = (&'a [u32], f64);

/// The best parameters for some samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Solution {
    pub ln_a: f64,
    pub shape: Shape,
    /// The sum of the squared residuals.
    pub squares: f64,
    /// Whether the samples determine every parameter; otherwise other parameters fit equally well, or
    /// nearly so.
    pub determined: bool,
}

/// Weights beyond these count as zero or infinite, and a search for them would not end.
const LN_WEIGHT: std::ops::RangeInclusive<f64> = -30.0..=30.0;
/// The same for `C`.
const LN_C: std::ops::RangeInclusive<f64> = -5.0..=5.0;

/// Enough steps for any start; most need ten.
const STEPS: u32 = 200;

/// Parameters whose pulls on the curve are this near to proportional cannot be told apart.
const TOO_ALIKE: f64 = 1e-9;

/// Where searches begin: a second term that is small, moderate or dominant,
const LN_WEIGHTS: [f64; 3] = [-4.0, -1.0, 2.0];
/// with `C` below, in and above the range of the paper.
const LN_CS: [f64; 3] = [0.4, 0.86, 1.4];

/// The starts of a search without prior knowledge.
pub(super) fn starts() -> Vec<Shape> {
    let with = |ln_weight| LN_CS.map(|ln_c| Shape { ln_weight, ln_c });
    LN_WEIGHTS.map(with).concat()
}

/// Whether samples at these depths determine the parameters, if they are near `shape`.
pub(super) fn determine(samples: &[Sample], shape: Shape) -> bool {
    Normal::at(samples, shape).determined()
}

/// The best solution found from any start; the first of equals.
///
/// # Panics
/// If there are no samples or no starts.
pub(super) fn best(samples: &[Sample], starts: &[Shape]) -> Solution {
    let found = starts.iter().map(|&start| descend(samples, start));
    found
        .reduce(|best, other| if other.squares < best.squares { other } else { best })
        .expect("a start")
}

/// The normal equations: sums over residuals and slopes, each minus its mean.
struct Normal {
    ln_a: f64,
    squares: f64,
    /// Products of slopes with each other: weight and weight, weight and `C`, `C` and `C`.
    slopes: [f64; 3],
    /// Products of slopes with residuals.
    pull: [f64; 2],
}

impl Normal {
    fn at(samples: &[Sample], shape: Shape) -> Normal {
        let rows: Vec<[f64; 3]> = samples
            .iter()
            .map(|(depths, ln_time)| {
                let curve = shape.at(depths);
                [ln_time - curve.ln, curve.by_weight, curve.by_c]
            })
            .collect();
        let mean =
            [0, 1, 2].map(|i| rows.iter().map(|row| row[i]).sum::<f64>() / rows.len() as f64);
        let product = |i: usize, j: usize| -> f64 {
            rows.iter().map(|row| (row[i] - mean[i]) * (row[j] - mean[j])).sum()
        };
        Normal {
            ln_a: mean[0],
            squares: product(0, 0),
            slopes: [product(1, 1), product(1, 2), product(2, 2)],
            pull: [product(1, 0), product(2, 0)],
        }
    }

    /// The step to where the curve would fit best if it were straight, shorter the more it is damped.
    fn step(&self, damping: f64) -> Option<[f64; 2]> {
        let [ww, wc, cc] = self.slopes;
        let (ww, cc) = (ww * (1.0 + damping) + 1e-300, cc * (1.0 + damping) + 1e-300);
        let determinant = ww * cc - wc * wc;
        let [w, c] = self.pull;
        let step = [(cc * w - wc * c) / determinant, (ww * c - wc * w) / determinant];
        step.iter().all(|s| s.is_finite()).then_some(step)
    }

    fn determined(&self) -> bool {
        let [ww, wc, cc] = self.slopes;
        ww > TOO_ALIKE && cc > TOO_ALIKE && ww * cc - wc * wc > TOO_ALIKE * ww * cc
    }
}

fn descend(samples: &[Sample], start: Shape) -> Solution {
    let (mut shape, mut normal) = (start, Normal::at(samples, start));
    let mut damping = 1e-3;
    for _ in 0..STEPS {
        let Some([weight, c]) = normal.step(damping) else { break };
        let next = Shape {
            ln_weight: (shape.ln_weight + weight).clamp(*LN_WEIGHT.start(), *LN_WEIGHT.end()),
            ln_c: (shape.ln_c + c).clamp(*LN_C.start(), *LN_C.end()),
        };
        let there = Normal::at(samples, next);
        let gain = normal.squares - there.squares;
        if gain > 0.0 {
            (shape, normal, damping) = (next, there, (damping / 10.0).max(1e-12));
        } else {
            damping *= 10.0;
        }
        let still = weight.abs().max(c.abs()) < 1e-11;
        if still || damping > 1e12 {
            break;
        }
    }
    let within =
        |limits: std::ops::RangeInclusive<f64>, x: f64| *limits.start() < x && x < *limits.end();
    let inside = within(LN_WEIGHT, shape.ln_weight) && within(LN_C, shape.ln_c);
    let determined = inside && normal.determined();
    Solution { ln_a: normal.ln_a, shape, squares: normal.squares, determined }
}
