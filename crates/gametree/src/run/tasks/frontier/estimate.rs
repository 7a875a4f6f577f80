//! What a position that nobody has searched is probably worth.

use crate::model::Value;
use crate::policy::Shape;

/// So many values of leaves are kept: every one at first, then every second, and so on.
const KEPT: usize = 1 << 10;

/// The probabilities are those of so many values among them.
const QUANTILES: usize = 1 << 6;

/// The leaves seen so far, and the shape of the tree above them. An estimate takes all leaves for independent, which they
/// need not be: it only decides what is searched first.
#[derive(Default)]
pub(super) struct Estimate {
    shape: Shape,
    /// The values of leaves: every `stride`th, of which this one is the `skipped`th since the last.
    kept: Vec<Value>,
    stride: usize,
    skipped: usize,
    /// How many leaves were seen, and when the probabilities are to be computed again.
    seen: usize,
    renewed_at: usize,
    /// Some of the values, in order. For each of them and for what is above all: the probability that a position of each ply
    /// is worth as much.
    quantiles: Vec<Value>,
    chances: Vec<Vec<f64>>,
}

impl Estimate {
    /// Takes note of a leaf.
    pub fn note_leaf(&mut self, ply: u32, value: Value) {
        self.shape.leaf(ply as usize);
        self.seen += 1;
        self.skipped += 1;
        if self.skipped < self.stride {
            return;
        }
        self.skipped = 0;
        self.kept.push(value);
        if self.kept.len() == KEPT {
            let mut number = 0;
            self.kept.retain(|_| {
                number += 1;
                number % 2 == 0
            });
            self.stride = 2 * self.stride.max(1);
        }
    }

    /// Takes note of a position where somebody moves.
    pub fn note_inner(&mut self, ply: u32, max: bool, children: usize) {
        self.shape.inner(ply as usize, max, children);
    }

    /// Computes the probabilities again, if there are twice as many leaves as the last time.
    pub fn renew(&mut self) {
        if self.seen < 2 * self.renewed_at || self.seen == 0 {
            return;
        }
        self.renewed_at = self.seen;
        let mut values = self.kept.clone();
        values.sort();
        let count = values.len().min(QUANTILES);
        self.quantiles =
            (0..count).map(|i| values[(2 * i + 1) * values.len() / (2 * count)]).collect();
        let smaller = |i: usize| (i as f64 + 0.5) / (count as f64 + 1.0);
        self.chances = (0..=count).map(|i| self.shape.chances(1.0 - smaller(i))).collect();
    }

    /// How probable it is for a position of each ply that its value passes a test, which larger values pass rather than
    /// smaller ones.
    pub fn chances(&self, passes: impl Fn(Value) -> bool) -> Chances<'_> {
        let smaller = self.quantiles.partition_point(|&value| !passes(value));
        Chances(self.chances.get(smaller).map_or(&[], Vec::as_slice))
    }
}

/// The probabilities for each ply.
#[derive(Clone, Copy)]
pub(super) struct Chances<'e>(&'e [f64]);

impl Chances<'_> {
    pub fn at(self, ply: u32) -> f64 {
        self.0.get(ply as usize).or(self.0.last()).copied().unwrap_or(0.5)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_worth_what_positions_of_its_ply_mostly_are() {
        let mut estimate = Estimate::default();
        assert_eq!(estimate.chances(|value| value >= Value::ZERO).at(3), 0.5);
        // MAX of three MIN of three leaves, with values from 0 to 99,999.
        estimate.note_inner(0, true, 3);
        for _ in 0..3 {
            estimate.note_inner(1, false, 3);
        }
        for i in 0..100_000_i64 {
            estimate.note_leaf(2, Value::from((i * 7_919 % 100_000) as i32));
            estimate.renew();
        }
        assert!(estimate.kept.len() < KEPT);
        for value in [10_000, 50_000, 90_000] {
            let leaf = 1.0 - f64::from(value) / 100_000.0;
            let inner = leaf.powi(3);
            let root = 1.0 - (1.0 - inner).powi(3);
            for (ply, right) in [(0, root), (1, inner), (2, leaf)] {
                let chance = estimate.chances(|other| other >= Value::from(value)).at(ply);
                // A quantile more or less is 0.04 where the probability changes most.
                assert!((chance - right).abs() < 0.05, "{ply} {value}: {chance} for {right}");
            }
        }
    }
}
