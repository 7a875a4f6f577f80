//! How large the value of an unsearched position probably is.

use crate::model::Value;
use crate::policy::Shape;

/// At most this many values of leaves are kept: every one at first, then every second, every
/// fourth, and so on.
const KEPT: usize = 1 << 10;

/// Probabilities are computed for this many quantiles of them.
const QUANTILES: usize = 1 << 6;

/// A sample of the leaves seen so far, and the shape of the tree above them. Estimates take leaves
/// to be independent. They need not be, but estimates only decide what is searched first.
#[derive(Default)]
pub(super) struct Estimate {
    shape: Shape,
    /// The value of every `stride`th leaf, and how many leaves came after the last one that was
    /// kept.
    kept: Vec<Value>,
    stride: usize,
    skipped: usize,
    /// How many leaves were seen, and how many of them before the probabilities were last computed.
    seen: usize,
    renewed_at: usize,
    /// Quantiles of the values. For each, and for anything larger than all: the probability, for
    /// every ply, that a position is worth at least as much.
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

    /// Computes the probabilities again if the number of leaves has doubled since the last time.
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

    /// For every ply, the probability that a position's value passes a monotone test: if a value
    /// passes, so do all larger ones.
    pub fn chances(&self, passes: impl Fn(Value) -> bool) -> Chances<'_> {
        let smaller = self.quantiles.partition_point(|&value| !passes(value));
        Chances(self.chances.get(smaller).map_or(&[], Vec::as_slice))
    }
}

/// Probabilities by ply.
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
