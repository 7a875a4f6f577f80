//! Puts a tree together from its nodes in the order in which texts list them.

use gametree::{Grain, Kind, Value};

use super::error::{Fault, number};
use super::number::Number;
use super::{Node, Tree};

/// How far from 1 the probabilities of a node may sum to.
const TOLERANCE: f64 = 1e-9;

/// How far from 1 a sum may be by rounding alone, after probabilities have been normalised.
const ROUNDING: f64 = 2.0 * f64::EPSILON;

/// With chance, values up to here have averages that cannot overflow.
const LARGEST_AVERAGED: f64 = 1e300;

/// A tree, and where its first leaf is that was rounded.
pub(super) type Built = (Tree, Option<usize>);

/// A tree under construction: no recursion, so that the depth is only a matter of memory.
///
/// Nodes that are complete wait until their parent is; then the whole family moves to the tree, so
/// that children lie next to each other. The root comes last.
pub(super) struct Builder {
    nodes: Vec<Node>,
    weights: Vec<f64>,
    /// The path of nodes that are not complete.
    open: Vec<Open>,
    /// Complete children of the open nodes.
    waiting: Vec<Node>,
    /// Probabilities of the open chance nodes.
    odds: Vec<f64>,
    leaves: u32,
    smallest: Value,
    largest: Value,
    whole: bool,
    /// Where the first leaf is that was rounded.
    rounded: Option<usize>,
}

struct Open {
    /// Where it starts in the text.
    at: usize,
    kind: Kind,
    /// How many nodes waited before its children.
    waiting: u32,
    /// How many odds there were before its own.
    odds: u32,
}

impl Builder {
    pub(super) fn new() -> Builder {
        Builder {
            nodes: Vec::new(),
            weights: Vec::new(),
            open: Vec::new(),
            waiting: Vec::new(),
            odds: Vec::new(),
            leaves: 0,
            smallest: Value::INFINITY,
            largest: Value::NEG_INFINITY,
            whole: true,
            rounded: None,
        }
    }

    /// The innermost open node and where it starts.
    #[inline]
    pub(super) fn innermost(&self) -> Option<(Kind, usize)> {
        self.open.last().map(|open| (open.kind, open.at))
    }

    /// Adds a leaf.
    pub(super) fn leaf(&mut self, at: usize, payoff: Number) -> Result<(), Fault> {
        let Number { float: payoff, exact } = payoff;
        if !exact {
            self.rounded.get_or_insert(at);
        }
        let value = Value::new(payoff).filter(|value| value.is_finite()).ok_or_else(|| {
            Fault::new(at, "the value of this leaf is too large: it should be a finite number")
        })?;
        self.smallest = self.smallest.min(value);
        self.largest = self.largest.max(value);
        self.whole &= payoff.fract() == 0.0 && payoff.abs() <= (1u64 << 53) as f64;
        let index = self.leaves;
        self.leaves = index.saturating_add(1);
        self.complete(at, Node::Leaf { index, value })
    }

    /// Begins an inner node, which starts at `at` in the text.
    pub(super) fn open(&mut self, at: usize, kind: Kind) {
        let (waiting, odds) = (self.waiting.len() as u32, self.odds.len() as u32);
        self.open.push(Open { at, kind, waiting, odds });
    }

    /// States the probability of the next child of the innermost open node, a chance node.
    pub(super) fn outcome(&mut self, at: usize, probability: f64) -> Result<(), Fault> {
        if !(probability > 0.0 && probability <= 1.0) {
            let wrong =
                format!("the probability {} should be above 0 and at most 1", number(probability));
            return Err(Fault::new(at, wrong));
        }
        self.odds.push(probability);
        Ok(())
    }

    /// Completes the innermost open node.
    pub(super) fn close(&mut self) -> Result<(), Fault> {
        let Some(Open { at, kind, waiting, odds }) = self.open.pop() else { return Ok(()) };
        let (waiting, odds) = (waiting as usize, odds as usize);
        let count = (self.waiting.len() - waiting) as u32;
        if count == 0 {
            return Err(childless(at, kind));
        }
        let weights = self.weights.len() as u32;
        if kind == Kind::Chance {
            debug_assert_eq!(self.odds.len() - odds, count as usize);
            normalise(&mut self.odds[odds..]).map_err(|wrong| Fault::new(at, wrong))?;
            self.weights.extend(self.odds.drain(odds..));
        }
        let first = self.nodes.len() as u32;
        self.nodes.extend(self.waiting.drain(waiting..));
        self.complete(at, Node::Inner { kind, first, count, weights })
    }

    fn complete(&mut self, at: usize, node: Node) -> Result<(), Fault> {
        if self.nodes.len() + self.waiting.len() >= u32::MAX as usize {
            return Err(Fault::new(at, format!("the tree has more than {} nodes", u32::MAX)));
        }
        self.waiting.push(node);
        Ok(())
    }

    /// The tree, once its root is complete.
    pub(super) fn finish(mut self) -> Result<Built, Fault> {
        if !self.open.is_empty() || self.waiting.len() != 1 {
            return Err(Fault::nowhere("the tree is not complete"));
        }
        self.nodes.append(&mut self.waiting);
        let has_chance = !self.weights.is_empty();
        let largest = self.largest.max(-self.smallest);
        if has_chance && largest.get() > LARGEST_AVERAGED {
            let (leaf, limit) = (number(largest.get()), number(LARGEST_AVERAGED));
            return Err(Fault::nowhere(format!(
                "a leaf is as large as {leaf}: in trees with chance nodes, whose averages could \
                 overflow, leaves should lie between -{limit} and {limit}"
            )));
        }
        let tree = Tree {
            nodes: self.nodes.into_boxed_slice(),
            weights: self.weights.into_boxed_slice(),
            leaves: self.leaves,
            smallest: self.smallest,
            largest: self.largest,
            grain: if self.whole && !has_chance { Grain::Integer } else { Grain::Real },
            rounded: None,
            evaluated: false,
        };
        Ok((tree, self.rounded))
    }
}

/// An inner node without children.
pub(super) fn childless(at: usize, kind: Kind) -> Fault {
    let name = name(kind);
    let wrong = format!("this {name} node has no children: an inner node needs at least one");
    Fault::new(at, wrong)
}

/// What a kind of node is called in trees.
pub(super) fn name(kind: Kind) -> &'static str {
    match kind {
        Kind::Max => "max",
        Kind::Min => "min",
        Kind::Chance => "chance",
    }
}

/// Makes probabilities that sum to about 1 sum to 1.
fn normalise(odds: &mut [f64]) -> Result<(), String> {
    let sum = total(odds);
    if (sum - 1.0).abs() > TOLERANCE + ROUNDING {
        let sum = number(sum);
        return Err(format!("the probabilities of this chance node sum to {sum} instead of 1"));
    }
    // What is only rounding cannot be made better: so a tree is written as it was read.
    if (sum - 1.0).abs() > ROUNDING {
        odds.iter_mut().for_each(|odd| *odd /= sum);
    }
    Ok(())
}

/// Neumaier's sum, which loses nothing to rounding on the way.
fn total(numbers: &[f64]) -> f64 {
    let (mut sum, mut lost) = (0.0f64, 0.0);
    for &number in numbers {
        let next = sum + number;
        lost += if sum >= number { (sum - next) + number } else { (number - next) + sum };
        sum = next;
    }
    sum + lost
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normalising_twice_changes_nothing() {
        for n in 2..200 {
            let mut once: Vec<f64> = (1..=n).map(|i| f64::from(i) * 2.0).collect();
            let sum: f64 = once.iter().sum();
            once.iter_mut().for_each(|odd| *odd *= (1.0 + 5e-10) / sum);
            normalise(&mut once).unwrap();
            assert!((total(&once) - 1.0).abs() <= ROUNDING);
            let mut twice = once.clone();
            normalise(&mut twice).unwrap();
            assert_eq!(once, twice);
        }
    }

    #[test]
    fn many_small_probabilities_sum_to_one() {
        let n = 100_000;
        let mut odds = vec![1.0 / f64::from(n); n as usize];
        normalise(&mut odds).unwrap();
        assert_eq!(odds[7], 1.0 / f64::from(n));
    }

    #[test]
    fn unfinished_trees_are_refused() {
        assert!(Builder::new().finish().is_err());
        let mut open = Builder::new();
        open.open(0, Kind::Max);
        assert!(open.finish().is_err());
    }
}
