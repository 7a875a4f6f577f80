//! Averages over the outcomes of chance, with rounding that cannot deceive.
//!
//! A chance node is worth `sum p_i v_i`. Floats only come near to that, so the bounds here are
//! rounded outward, by more than all the rounding can amount to: the true average of any values
//! within the children's bounds lies inside, for the true probabilities too.

use super::Bounds;

/// Half a unit in the last place, relative.
const U: f64 = f64::EPSILON / 2.0;

/// By how much a probability handed in may differ from the true one, relative: 2^-50.
const PROBABILITY: f64 = 8.0 * U;

/// How far a sum of so many products may be off, relative: two roundings and the error of the
/// probability for each product, one for each addition, and some for applying this number.
#[inline]
fn off(terms: usize) -> f64 {
    PROBABILITY + (terms as f64 + 8.0) * U
}

impl Bounds {
    /// What a chance node knows from all its children, whose bounds lie in the finite `range`.
    ///
    /// Since the probabilities sum to one, only the distances from the lower end of the range are
    /// averaged: so the error is one of the width of the range and not of where it lies.
    #[doc(hidden)]
    pub fn average(range: Bounds, children: &[Bounds], weights: &[f64]) -> Bounds {
        debug_assert_eq!(children.len(), weights.len());
        if let [only] = children {
            return *only;
        }
        let base = range.lower.get();
        let (mut low, mut high) = (0.0, 0.0);
        for (child, weight) in children.iter().zip(weights) {
            low += weight * (child.lower.get() - base);
            high += weight * (child.upper.get() - base);
        }
        let off = off(children.len());
        let outward = Bounds::between(
            (base + low * (1.0 - off)).next_down(),
            (base + high * (1.0 + off)).next_up(),
        );
        outward.intersect(range)
    }

    /// How far off an answer about a game with chance nodes may be and still count as exact: about
    /// 1e-12 of the range, more where the range lies far from nought, and floats are coarse.
    #[doc(hidden)]
    pub fn allowance(self) -> f64 {
        let far = self.lower.get().abs().max(self.upper.get().abs());
        1e-12 * self.width() + far * 512.0 * U
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Value;

    fn b(lower: f64, upper: f64) -> Bounds {
        Bounds::between(lower, upper)
    }

    #[test]
    fn averages_are_rounded_outward_but_not_far() {
        let range = b(0.0, 1.0);
        let third = 1.0 / 3.0;
        let children = [b(0.1, 0.1), b(0.2, 0.5), b(1.0, 1.0)];
        let all = Bounds::average(range, &children, &[third; 3]);
        // 13/30 and 16/30 are not floats; the true averages lie inside.
        assert!(all.lower.get() < 1.3 / 3.0 && all.upper.get() > 1.6 / 3.0, "{all}");
        assert!(all.lower.get() > 1.3 / 3.0 - 1e-14 && all.upper.get() < 1.6 / 3.0 + 1e-14);
    }

    #[test]
    fn a_range_far_from_nought_costs_little() {
        let range = b(1e6, 1e6 + 1.0);
        let all = Bounds::average(range, &[b(1e6, 1e6), b(1e6 + 1.0, 1e6 + 1.0)], &[0.25, 0.75]);
        assert!(all.width() < range.allowance() && all.contains(Value::new(1e6 + 0.75).unwrap()));
    }

    #[test]
    fn what_is_certain_is_exact() {
        let range = b(-5.0, 5.0);
        assert_eq!(Bounds::average(range, &[b(0.1, 0.3)], &[1.0]), b(0.1, 0.3));
        let ends = [range.lower, range.upper].map(Bounds::point);
        assert_eq!(Bounds::average(range, &[ends[0]; 2], &[0.5; 2]).lower, range.lower);
        assert!(Bounds::average(range, &[ends[1]; 2], &[0.5; 2]).width() < range.allowance());
    }
}
