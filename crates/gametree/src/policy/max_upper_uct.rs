//! `max-upper-uct`: the largest upper bound, and among equals the largest UCT score (Huang 2015,
//! Algorithm 12).
//!
//! At first all bounds are alike, and the averages decide; as bounds come down it turns into
//! `max-upper`. In print the node with the largest UCT score is chosen at MIN nodes as well, who wants
//! the smallest: here the score is the mover's. A child without a visit comes first, which print
//! leaves open.

use super::uct::{Spread, Visits, score};
use super::{Node, Policy};
use crate::model::{Kind, Value};

/// The active child with the largest `beta` of its clipped window; of equals the one with the largest
/// UCT score. Where chance moves, the outcome through which most is open.
#[derive(Clone, Copy, Debug)]
pub struct MaxUpperUct {
    lambda: f64,
    spread: Spread,
}

impl MaxUpperUct {
    /// A policy that explores by `lambda`, which is not negative.
    pub fn new(lambda: f64) -> MaxUpperUct {
        MaxUpperUct { lambda, spread: Spread::NOTHING }
    }
}

impl Policy for MaxUpperUct {
    type Data = Visits;

    fn select(&mut self, node: &Node<'_, Visits>) -> usize {
        if node.kind() == Kind::Chance {
            return node.most_uncertain().expect("a child is active");
        }
        let score = |data| score(node.kind(), node.data(), data, self.lambda, self.spread);
        let mut active = node.active();
        let first = active.next().expect("a child is active");
        let mut best = (first.window.beta, score(first.data), first.index);
        for child in active {
            let this = (child.window.beta, score(child.data), child.index);
            if this.0 > best.0 || (this.0 == best.0 && this.1 > best.1) {
                best = this;
            }
        }
        best.2
    }

    fn learn(&mut self, data: &mut Visits, value: Value) {
        self.spread.add(value);
        data.add(value);
    }
}
