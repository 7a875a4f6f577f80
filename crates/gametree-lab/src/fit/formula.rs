//! The formulas, as logarithms, so that depths in the hundreds do not overflow.

use std::f64::consts::LN_2;

use serde::Serialize;

/// The formula to fit. Both are from Ramanujan, Sabharwal and Selman (UAI 2011), section 6.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Formula {
    /// Equation (1): `T(d1, d2) = a C^(d1/2) + b 2^(d1/2) C^((d2-d1)/2)`. Every cell has two depths.
    TwoDepths,
    /// Equation (2): `T(d1, ..., dk) = a C^(d1/2) + b 2^(d1/2) T(d2-d1, ..., dk-d1)`, where
    /// `T(d1) = a C^(d1/2)`. Cells may have different numbers of depths.
    ///
    /// The paper prints the later depths as those of the whole tree. They must be counted from `d1`: the
    /// recursion is about a subtree that begins there, and only then is (1) the case of two depths, with
    /// `a b` for its `b`.
    Nested,
}

impl Formula {
    /// The `b` of the formula. The fit uses `weight`, the `b` of (2), since `a` is then a factor of the
    /// whole formula: equation (1) has `a` times as much in its place.
    pub(super) fn b(self, a: f64, weight: f64) -> f64 {
        match self {
            Formula::TwoDepths => a * weight,
            Formula::Nested => weight,
        }
    }

    pub(super) fn accepts(self, depths: &[u32]) -> bool {
        let number = match self {
            Formula::TwoDepths => depths.len() == 2,
            Formula::Nested => !depths.is_empty(),
        };
        number && depths.is_sorted_by(|d, e| d < e)
    }
}

/// The parameters of the formulas besides the factor `a`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Shape {
    /// The logarithm of the `b` of equation (2).
    pub ln_weight: f64,
    /// The logarithm of `C`.
    pub ln_c: f64,
}

/// The logarithm of a formula for `a = 1`, and its derivatives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Curve {
    pub ln: f64,
    pub by_weight: f64,
    pub by_c: f64,
}

impl Shape {
    /// Equation (2) for `a = 1`, from the last depth to the first.
    pub fn at(self, depths: &[u32]) -> Curve {
        let half_gap = |i: usize| {
            let before = if i == 0 { 0 } else { depths[i - 1] };
            f64::from(depths[i] - before) / 2.0
        };
        let alone = |half: f64| Curve { ln: self.ln_c * half, by_weight: 0.0, by_c: half };
        let last = alone(half_gap(depths.len() - 1));
        (0..depths.len() - 1).rev().fold(last, |below, i| {
            let first = alone(half_gap(i));
            let rest = self.ln_weight + LN_2 * half_gap(i) + below.ln;
            let ln = ln_of_sum(first.ln, rest);
            let share = (rest - ln).exp();
            Curve {
                ln,
                by_weight: share * (1.0 + below.by_weight),
                by_c: (1.0 - share) * first.by_c + share * below.by_c,
            }
        })
    }
}

/// The logarithm of a sum of two numbers, given by their logarithms.
fn ln_of_sum(x: f64, y: f64) -> f64 {
    x.max(y) + (-(x - y).abs()).exp().ln_1p()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The equation as it is written.
    fn nested(a: f64, b: f64, c: f64, depths: &[u32]) -> f64 {
        let half = |d: u32| f64::from(d) / 2.0;
        let first = a * c.powf(half(depths[0]));
        let rest: Vec<u32> = depths[1..].iter().map(|d| d - depths[0]).collect();
        match rest.is_empty() {
            true => first,
            false => first + b * 2f64.powf(half(depths[0])) * nested(a, b, c, &rest),
        }
    }

    #[test]
    fn the_curve_is_the_equation() {
        let shape = Shape { ln_weight: 0.3f64.ln(), ln_c: 2.37f64.ln() };
        for depths in [&[6][..], &[0, 4], &[2, 10], &[3, 4, 9], &[4, 8, 10, 18]] {
            let expected = nested(1.0, 0.3, 2.37, depths);
            assert!((shape.at(depths).ln.exp() / expected - 1.0).abs() < 1e-12, "{depths:?}");
        }
    }

    #[test]
    fn two_depths_are_equation_one() {
        let (a, b, c) = (0.8f64, 0.3, 2.37f64);
        let (d1, d2) = (4, 14);
        let one = a * c.powf(2.0) + Formula::TwoDepths.b(a, b) * 4.0 * c.powf(5.0);
        assert!((nested(a, b, c, &[d1, d2]) / one - 1.0).abs() < 1e-12);
    }

    #[test]
    fn the_derivatives_are_those_of_the_curve() {
        let shape = Shape { ln_weight: -0.7, ln_c: 0.9 };
        let step = 1e-6;
        for depths in [&[6][..], &[2, 10], &[2, 5, 12, 14]] {
            let at = |weight: f64, c: f64| {
                Shape { ln_weight: shape.ln_weight + weight, ln_c: shape.ln_c + c }.at(depths).ln
            };
            let curve = shape.at(depths);
            let by_weight = (at(step, 0.0) - at(-step, 0.0)) / (2.0 * step);
            let by_c = (at(0.0, step) - at(0.0, -step)) / (2.0 * step);
            assert!((curve.by_weight - by_weight).abs() < 1e-7, "{depths:?}");
            assert!((curve.by_c - by_c).abs() < 1e-7, "{depths:?}");
        }
    }

    #[test]
    fn great_depths_do_not_overflow() {
        let curve = Shape { ln_weight: 20.0, ln_c: 4.0 }.at(&[1000, 5000, 90_000]);
        assert!(curve.ln.is_finite() && curve.by_weight.is_finite() && curve.by_c.is_finite());
    }
}
