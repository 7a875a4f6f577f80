//! Beliefs about nodes that were not entered, from a lookup table.

use super::model::Spread;
use super::normal::tails;
use super::question::Odds;
use super::shape::Shape;

/// Steps per standard deviation of the leaves.
const STEPS: f64 = 32.0;
/// The last step in the table, on either side; everything beyond it counts as equal.
const MOST: f64 = 8.0 * STEPS;

/// The odds of nodes that were not entered, given a shape of the tree and the spreads of
/// expectations.
#[derive(Clone, Debug, Default)]
pub(super) struct Unseen {
    shape: Shape,
    /// For the children of nodes of each level.
    spreads: Vec<Spread>,
    /// The odds of a node of each level, for each number of steps by which the expected leaves
    /// exceed the threshold. Empty until needed.
    columns: Vec<Vec<Odds>>,
    /// Which columns are not empty.
    filled: Vec<usize>,
}

impl Unseen {
    /// Starts afresh with another shape and other spreads.
    pub fn learn(&mut self, shape: &Shape, spreads: Vec<Spread>) {
        self.shape.clone_from(shape);
        self.spreads = spreads;
        self.columns.resize(2 * MOST as usize + 1, Vec::new());
        for step in self.filled.drain(..) {
            self.columns[step].clear();
        }
    }

    #[cfg(test)]
    pub fn learned(&self) -> (&Shape, &[Spread]) {
        (&self.shape, &self.spreads)
    }

    /// The odds of a child of a node at `level`, if leaves below the node are expected to score
    /// `above` more than the threshold.
    pub fn child(&mut self, level: usize, above: f64) -> Odds {
        let last = self.spreads.len().saturating_sub(1);
        let spread = self.spreads.get(level.min(last)).copied().unwrap_or_default();
        let mut odds = |off: f64| self.node(level + 1, (above + off * spread.shared) / spread.own);
        if spread.shared == 0.0 {
            return odds(0.0);
        }
        // Three-point Gauss-Hermite quadrature over the child's average.
        let outer = odds(-(3f64.sqrt())).mixed(0.5, odds(3f64.sqrt()));
        odds(0.0).mixed(2.0 / 3.0, outer)
    }

    /// The odds of a node at `level`, if leaves below it are expected `above` standard deviations
    /// above the threshold, each independent of the others.
    fn node(&mut self, level: usize, above: f64) -> Odds {
        let step = (above * STEPS + MOST + 0.5).clamp(0.0, 2.0 * MOST) as usize;
        let Some(column) = self.columns.get_mut(step) else { return Odds::NO };
        if column.is_empty() {
            self.shape.odds(tails((step as f64 - MOST) / STEPS), column);
            self.filled.push(step);
        }
        column.get(level).or(column.last()).copied().expect("a column is not empty")
    }
}
