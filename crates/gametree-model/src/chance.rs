//! Averages over the outcomes of chance, rounded outward.
//!
//! A chance node is worth `sum p_i v_i`. Floats only approximate that, so the bounds here are widened
//! by more than all roundings can amount to: the true average of any values within the children's
//! bounds lies inside, also for the true probabilities.

use super::{Bounds, next_down, next_up};

/// Half a unit in the last place, relative.
const U: f64 = f64::EPSILON / 2.0;

/// The largest relative error of a probability that a game states: 2^-50.
const PROBABILITY: f64 = 8.0 * U;

/// The relative error of a sum of `terms` products: two roundings and the error of the probability
/// for each product, one for each addition, and some for applying this number.
#[inline]
fn off(terms: usize) -> f64 {
    PROBABILITY + (terms as f64 + 8.0) * U
}

/// Up to this many terms are added plainly. More are added in blocks of this size, and the sums of the
/// blocks by [`Sum`].
const BLOCK: usize = 64;

/// The relative error of a sum of `terms` products that a [`Sum`] has added, in blocks or one by one,
/// each up to three times: the additions of a block, two roundings of the sum, and what its correction
/// loses, which is less than `(n U)^2` for `n` additions.
#[inline]
fn off_compensated(terms: usize) -> f64 {
    off(terms.min(BLOCK) + 8) + (4.0 * terms as f64 * U).powi(2)
}

/// A compensated sum (Neumaier 1974) of non-negative terms: `lost` is what rounding took away.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    sum: f64,
    lost: f64,
}

impl Sum {
    #[inline]
    fn add(&mut self, term: f64) {
        let sum = self.sum + term;
        let (large, small) = if self.sum >= term { (self.sum, term) } else { (term, self.sum) };
        self.lost += (large - sum) + small;
        self.sum = sum;
    }

    #[inline]
    fn get(self) -> f64 {
        self.sum + self.lost
    }
}

impl Bounds {
    /// What a chance node knows from all its children, whose bounds lie in the finite `range`.
    ///
    /// Since the probabilities sum to one, only the distances from the lower end of the range are
    /// averaged: so the error depends on the width of the range, not on where it lies.
    #[doc(hidden)]
    pub fn average(range: Bounds, children: &[Bounds], weights: &[f64]) -> Bounds {
        debug_assert_eq!(children.len(), weights.len());
        if let [only] = children {
            return *only;
        }
        let base = range.lower.get();
        let block = |children: &[Bounds], weights: &[f64]| {
            let (mut low, mut high) = (0.0, 0.0);
            for (child, weight) in children.iter().zip(weights) {
                low += weight * (child.lower.get() - base);
                high += weight * (child.upper.get() - base);
            }
            (low, high)
        };
        if children.len() <= BLOCK {
            let (low, high) = block(children, weights);
            return outward(range, low, high, off(children.len()));
        }
        let (mut low, mut high) = (Sum::default(), Sum::default());
        for (children, weights) in children.chunks(BLOCK).zip(weights.chunks(BLOCK)) {
            let (less, more) = block(children, weights);
            low.add(less);
            high.add(more);
        }
        outward(range, low.get(), high.get(), off_compensated(children.len()))
    }

    /// How far off an answer about a game with chance nodes may be and still count as exact: about
    /// 1e-12 of the range, more if the range lies far from zero, where floats are coarse.
    #[doc(hidden)]
    pub fn allowance(self) -> f64 {
        let far = self.lower.get().abs().max(self.upper.get().abs());
        1e-12 * self.width() + far * 512.0 * U
    }
}

/// The bounds at these distances from the lower end of `range`, widened by the relative error `off`.
#[inline]
fn outward(range: Bounds, low: f64, high: f64, off: f64) -> Bounds {
    let base = range.lower.get();
    let outward =
        Bounds::between(next_down(base + low * (1.0 - off)), next_up(base + high * (1.0 + off)));
    outward.intersect(range)
}

/// What a chance node knows from its children, updated whenever one of them becomes better known: a
/// change costs the same however many children there are.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct RunningAverage {
    range: Bounds,
    children: usize,
    /// The average distances of the lower bounds from the lower end of the range, and of the upper bounds
    /// from its upper end. Both only ever grow.
    above: Sum,
    below: Sum,
}

impl RunningAverage {
    /// Starts from the same data as [`Bounds::average`].
    pub fn new(range: Bounds, children: &[Bounds], weights: &[f64]) -> RunningAverage {
        debug_assert_eq!(children.len(), weights.len());
        let (above, below) = (Sum::default(), Sum::default());
        let mut average = RunningAverage { range, children: children.len(), above, below };
        for (child, &weight) in children.iter().zip(weights) {
            average.renew(weight, range, *child);
        }
        average
    }

    /// A child with probability `weight` was known to be within `old`, and now is within `new`, which is
    /// a part of `old`.
    #[inline]
    pub fn renew(&mut self, weight: f64, old: Bounds, new: Bounds) {
        self.above.add(weight * (new.lower.get() - old.lower.get()));
        self.below.add(weight * (old.upper.get() - new.upper.get()));
    }

    /// What the node knows.
    #[inline]
    pub fn get(&self) -> Bounds {
        let off = off_compensated(self.children);
        let (above, below) = (self.above.get() * (1.0 - off), self.below.get() * (1.0 - off));
        let Bounds { lower, upper } = self.range;
        let outward = Bounds::between(next_down(lower.get() + above), next_up(upper.get() - below));
        outward.intersect(self.range)
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

    /// However many outcomes there are, and whatever order they come in, their average stays within the
    /// allowance, and contains the true one.
    #[test]
    fn many_outcomes_are_no_problem() {
        let range = b(-1.0, 1.0);
        for count in [2usize, 63, 64, 65, 1000, 10_000, 300_000] {
            let weight = 1.0 / count as f64;
            for value in [0.0, 0.1, -0.7, 1.0] {
                let all =
                    Bounds::average(range, &vec![b(value, value); count], &vec![weight; count]);
                assert!(all.width() <= range.allowance() / 8.0, "{count}: {all}");
                assert!(all.contains(Value::new(value).unwrap()), "{count}: {all}");
            }
            // The average of 0, 1, ... of `count` is known.
            let each: Vec<Bounds> =
                (0..count).map(|i| Value::integer(i as i64)).map(Bounds::point).collect();
            let wide = b(0.0, count as f64);
            let all = Bounds::average(wide, &each, &vec![weight; count]);
            assert!(all.width() <= wide.allowance() / 8.0, "{count}: {all}");
            assert!(all.contains(Value::new((count - 1) as f64 / 2.0).unwrap()), "{count}: {all}");
        }
    }

    #[test]
    fn what_is_kept_up_to_date_is_what_would_be_computed() {
        let mut draws = crate::Draws::new(5);
        for count in [1usize, 2, 7, 100, 1000] {
            let range = b(-3.0, 9.0);
            let mut children = vec![range; count];
            let raw: Vec<f64> = (0..count).map(|_| draws.share() + 1e-3).collect();
            let total: f64 = raw.iter().sum();
            let weights: Vec<f64> = raw.iter().map(|weight| weight / total).collect();
            let mut running = RunningAverage::new(range, &children, &weights);
            for round in 0..3 * count {
                let i = draws.below(count as u64) as usize;
                let Bounds { lower, upper } = children[i];
                let at = |share: f64| lower.get() + share * (upper.get() - lower.get());
                let (one, two) = (at(draws.share()), at(draws.share()));
                let closes = round % 3 == 0;
                let new = if closes { b(one, one) } else { b(one.min(two), one.max(two)) };
                running.renew(weights[i], children[i], new);
                children[i] = new;
                let (kept, computed) = (running.get(), Bounds::average(range, &children, &weights));
                let near = |a: Value, b: Value| (a.get() - b.get()).abs() < range.allowance() / 8.0;
                assert!(near(kept.lower, computed.lower), "{kept} {computed}");
                assert!(near(kept.upper, computed.upper), "{kept} {computed}");
            }
        }
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
