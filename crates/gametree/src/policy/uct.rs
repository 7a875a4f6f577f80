//! `uct`: UCT over the active children only: averages of the leaves seen so far plus an exploration
//! term (Huang 2015, section 5: any policy is exact, so UCT is too). And `max-upper-uct`: the
//! largest upper bound, with UCT among equals (Huang 2015, Algorithm 12).
//!
//! The paper takes the largest UCT score at MIN nodes as well, though MIN wants the smallest; here the
//! score is the mover's. A child without a visit comes first, which the paper leaves open.

use super::{Child, Node, Policy};
use crate::model::{Kind, Value};

/// What [`Uct`] stores at a node: how many rollouts went through it, and the sum of their leaves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Visits {
    count: u32,
    sum: f64,
}

impl Visits {
    /// Adds a leaf that was reached through the node.
    fn add(&mut self, value: Value) {
        self.count += 1;
        self.sum += value.get();
    }

    /// How many rollouts went through the node.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// The average of their leaves; `None` before the first.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / f64::from(self.count))
    }
}

/// The smallest and the largest leaf seen so far: the unit of the exploration constant, since
/// nothing is known of the values beforehand.
#[derive(Clone, Copy, Debug)]
struct Spread {
    least: f64,
    most: f64,
}

impl Spread {
    const NOTHING: Spread = Spread { least: f64::INFINITY, most: f64::NEG_INFINITY };

    fn add(&mut self, value: Value) {
        self.least = self.least.min(value.get());
        self.most = self.most.max(value.get());
    }

    fn width(self) -> f64 {
        (self.most - self.least).max(0.0)
    }
}

/// `UCT(c) = mu_c + lambda sqrt(ln n_s / n_c)` as the mover sees it, so that larger is better: for MIN
/// the sign of the average is turned, and the exploration term is the same. A child without a visit
/// comes before all others.
fn score(kind: Kind, parent: &Visits, child: &Visits, lambda: f64, spread: Spread) -> f64 {
    let Some(mean) = child.mean() else { return f64::INFINITY };
    let seen = f64::from(parent.count.max(1)).ln() / f64::from(child.count);
    let mean = if kind == Kind::Max { mean } else { -mean };
    mean + lambda * spread.width() * seen.sqrt()
}

/// The active child with the largest UCT score; at a chance node, the outcome with most still open.
/// `lambda` is in units of the spread of the leaves seen so far.
///
/// ```
/// use gametree::policy::Uct;
/// use gametree::{Rollout, Search};
/// # use gametree::doc::Subtraction;
/// let outcome = Search::new(&Subtraction { stones: 10 }).run(&mut Rollout::new(Uct::new(0.5)))?;
/// assert_eq!(outcome.value(), Some(1.into()));
/// # Ok::<(), gametree::SearchError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Uct {
    lambda: f64,
    /// Whether the largest `beta` of the clipped windows comes first, as for `max-upper`.
    upper_first: bool,
    spread: Spread,
}

impl Uct {
    /// A policy with exploration constant `lambda`, which must not be negative.
    pub fn new(lambda: f64) -> Uct {
        Uct { lambda, upper_first: false, spread: Spread::NOTHING }
    }

    /// Algorithm 12: the same among the children with the largest upper bound. At first all bounds are
    /// equal and the averages decide; as the bounds shrink it turns into `max-upper`.
    pub fn among_equals(lambda: f64) -> Uct {
        Uct { upper_first: true, ..Uct::new(lambda) }
    }
}

impl Policy for Uct {
    type Data = Visits;

    fn worker(&self) -> Option<Self> {
        Some(*self)
    }

    fn select(&mut self, node: &Node<'_, Visits>) -> usize {
        if node.kind() == Kind::Chance {
            return node.most_uncertain().expect("a child is active");
        }
        let merit = |child: &Child<'_, Visits>| {
            let upper = if self.upper_first { child.window.beta.get() } else { 0.0 };
            (upper, score(node.kind(), node.data(), child.data, self.lambda, self.spread))
        };
        let mut active = node.active();
        let first = active.next().expect("a child is active");
        let mut best = (merit(&first), first.index);
        for child in active {
            let this = merit(&child);
            if this > best.0 {
                best = (this, child.index);
            }
        }
        best.1
    }

    fn learn(&mut self, data: &mut Visits, value: Value) {
        self.spread.add(value);
        data.add(value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn untried_children_first_then_good_or_rare_ones() {
        let visits = |values: &[i32]| {
            let mut visits = Visits::default();
            values.iter().for_each(|&value| visits.add(value.into()));
            visits
        };
        let mut spread = Spread::NOTHING;
        [0, 10].into_iter().for_each(|value| spread.add(Value::from(value)));
        let parent = visits(&[10, 8, 2, 4, 0]);
        let (good, bad, rare) = (visits(&[10, 8]), visits(&[2, 4]), visits(&[0]));
        let of = |kind, child: &Visits, lambda| score(kind, &parent, child, lambda, spread);
        assert_eq!(of(Kind::Max, &Visits::default(), 0.1), f64::INFINITY);
        assert!(of(Kind::Max, &good, 0.1) > of(Kind::Max, &bad, 0.1));
        assert!(of(Kind::Min, &good, 0.1) < of(Kind::Min, &bad, 0.1));
        // mu_c + lambda w sqrt(ln n_s / n_c)
        let expected = 9.0 + 0.5 * 10.0 * (5f64.ln() / 2.0).sqrt();
        assert!((of(Kind::Max, &good, 0.5) - expected).abs() < 1e-12);
        assert!(of(Kind::Max, &rare, 50.0) > of(Kind::Max, &good, 50.0));
    }
}
