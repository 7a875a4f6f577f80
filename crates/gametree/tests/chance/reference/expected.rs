//! `expected`: a policy that learns from the leaves it has seen what the others may be worth. Of none
//! of the papers, and the one part of the reference that is in floats: what it computes decides where
//! to look, never what is true.
//!
//! At the first node of a player on the path it is `best-first`. Further down a player goes where the
//! estimate and its likely error promise most, and chance goes where most can still change, by leaf
//! that it may take.

use gametree::Kind;

use super::number::Span;
use super::tree::Tree;

/// How many times the usual value of its level counts in the estimate of a node of which nothing was
/// seen, beside its siblings.
const PRIOR: f64 = 3.0;

/// How many times the mean leaf counts in the usual value of a level.
const MEAN_LEAF: f64 = 2.0;

/// What is expected of each node.
pub struct Estimates {
    bounds: Vec<(f64, f64)>,
    /// The expected value.
    values: Vec<f64>,
    /// How uncertain that is, in units of the variance of leaves.
    variances: Vec<f64>,
    /// How many leaves below a node, and below no closed node, have not been seen.
    open: Vec<usize>,
    /// The standard deviation of the leaves seen so far.
    deviation: f64,
}

/// What the estimates are made of.
struct Evidence<'t> {
    tree: &'t Tree,
    levels: Vec<usize>,
    /// Whether a leaf below was seen.
    touched: Vec<bool>,
    /// The usual value at each level.
    usual: Vec<f64>,
}

impl Estimates {
    /// From the bounds of all nodes and the leaves seen.
    pub fn new(tree: &Tree, range: &Span, bounds: &[Span], seen: &[usize]) -> Estimates {
        let float = |span: &Span| (span.lower.approximately(), span.upper.approximately());
        let rewards: Vec<f64> = seen.iter().map(|&i| tree.reward(tree.leaves[i])).collect();
        let (mean, variance) = moments(&rewards, float(range));
        let bounds: Vec<(f64, f64)> = bounds.iter().map(float).collect();
        let evidence = Evidence::new(tree, &bounds, seen, mean);
        let nothing = vec![0.0; tree.nodes.len()];
        let mut estimates = Estimates {
            bounds,
            values: nothing.clone(),
            variances: nothing,
            open: vec![0; tree.nodes.len()],
            deviation: variance.sqrt(),
        };
        // Pre-order backwards: children come before their parent.
        for node in (0..tree.nodes.len()).rev() {
            estimates.expect_below(node, &evidence);
            estimates.weigh(node, &evidence);
        }
        estimates
    }

    fn is_closed(&self, node: usize) -> bool {
        self.bounds[node].0 == self.bounds[node].1
    }

    /// The values of the children of which nothing was seen, and then the node's own.
    fn expect_below(&mut self, node: usize, evidence: &Evidence<'_>) {
        let children = evidence.tree.children(node);
        let (known, unknown): (Vec<usize>, Vec<usize>) =
            children.iter().partition(|&&child| evidence.touched[child]);
        let sum: f64 = known.iter().map(|&child| self.values[child]).sum();
        for child in unknown {
            let prior = evidence.usual[evidence.levels[child]];
            let value = (PRIOR * prior + sum) / (PRIOR + known.len() as f64);
            let (lower, upper) = self.bounds[child];
            self.values[child] = value.clamp(lower, upper);
        }
        match evidence.tree.kind(node) {
            _ if self.is_closed(node) => self.values[node] = self.bounds[node].0,
            Some(Kind::Chance) => {
                let part = |&child: &usize| evidence.tree.rounded[child] * self.values[child];
                self.values[node] = children.iter().map(part).sum();
            }
            Some(_) => {
                if let Some(best) = self.best_known(node, evidence) {
                    self.values[node] = self.values[best];
                }
            }
            None => {}
        }
    }

    /// The child of a player's node that is expected to be best, of those below which a leaf was
    /// seen; the first of equals.
    fn best_known(&self, node: usize, evidence: &Evidence<'_>) -> Option<usize> {
        let sign = if evidence.tree.kind(node) == Some(Kind::Max) { 1.0 } else { -1.0 };
        let known = evidence.tree.children(node).iter().copied().filter(|&c| evidence.touched[c]);
        known.reduce(|best, child| {
            if sign * self.values[child] > sign * self.values[best] { child } else { best }
        })
    }

    /// The variance of a node and the number of its open leaves.
    fn weigh(&mut self, node: usize, evidence: &Evidence<'_>) {
        if self.is_closed(node) {
            return; // nothing is open, nothing uncertain
        }
        let tree = evidence.tree;
        let children = tree.children(node);
        self.open[node] = children.iter().map(|&child| self.open[child]).sum();
        self.variances[node] = match tree.kind(node) {
            None => {
                self.open[node] = 1;
                1.0
            }
            Some(Kind::Chance) => {
                let part = |&child: &usize| tree.rounded[child].powi(2) * self.variances[child];
                children.iter().map(part).sum()
            }
            Some(_) => match self.best_known(node, evidence) {
                Some(best) => self.variances[best],
                None => {
                    let count = children.len() as f64;
                    let sum: f64 = children.iter().map(|&child| self.variances[child]).sum();
                    sum / count * 1.25 / (count + 0.25)
                }
            },
        };
    }

    /// What MAX may hope for at a child, or MIN fears there.
    pub fn optimistic(&self, child: usize, maximises: bool) -> f64 {
        let (lower, upper) = self.bounds[child];
        let error = self.variances[child].sqrt() * self.deviation;
        if maximises {
            upper.min(self.values[child] + error)
        } else {
            lower.max(self.values[child] - error)
        }
    }

    /// How much an outcome can contribute to settling its chance node, whose window is given, by the
    /// leaves that it may take. Where the node is expected above its window, lower bounds settle it,
    /// so what counts is how far the outcome's is below its estimate; where it is expected below the
    /// window, upper bounds; and in between both in proportion.
    pub fn relevance(&self, tree: &Tree, node: usize, window: &Span, child: usize) -> f64 {
        let (alpha, beta) = (window.lower.approximately(), window.upper.approximately());
        // A window may be too narrow for floats.
        let from_below = if alpha < beta {
            ((self.values[node] - alpha) / (beta - alpha)).clamp(0.0, 1.0)
        } else {
            0.5
        };
        let (lower, upper) = self.bounds[child];
        let value = self.values[child];
        let change = from_below * (value - lower) + (1.0 - from_below) * (upper - value);
        tree.rounded[child] * change / (self.open[child].max(1) as f64).sqrt()
    }
}

impl<'t> Evidence<'t> {
    fn new(tree: &'t Tree, bounds: &[(f64, f64)], seen: &[usize], mean: f64) -> Evidence<'t> {
        let size = tree.nodes.len();
        let mut levels = vec![0; size];
        for node in 0..size {
            for &child in tree.children(node) {
                levels[child] = levels[node] + 1;
            }
        }
        let mut touched = vec![false; size];
        for &index in seen {
            touched[tree.leaves[index]] = true;
        }
        for node in (0..size).rev() {
            touched[node] |= tree.children(node).iter().any(|&child| touched[child]);
        }
        let usual = |level: usize| {
            let closed = |&node: &usize| levels[node] == level && bounds[node].0 == bounds[node].1;
            let values: Vec<f64> = (0..size).filter(closed).map(|node| bounds[node].0).collect();
            let sum: f64 = values.iter().sum();
            (sum + MEAN_LEAF * mean) / (values.len() as f64 + MEAN_LEAF)
        };
        let deepest = levels.iter().max().copied().unwrap_or(0);
        let usual = (0..=deepest).map(usual).collect();
        Evidence { tree, levels, touched, usual }
    }
}

/// Mean and variance of the leaves seen; as long as there are none to speak of, those of numbers
/// anywhere in the range.
fn moments(rewards: &[f64], (lower, upper): (f64, f64)) -> (f64, f64) {
    let count = rewards.len() as f64;
    let mean = rewards.iter().sum::<f64>() / count;
    match rewards.len() {
        0 => ((lower + upper) / 2.0, (upper - lower).powi(2) / 12.0),
        1 => (mean, (upper - lower).powi(2) / 12.0),
        _ => (mean, rewards.iter().map(|r| (r - mean).powi(2)).sum::<f64>() / count),
    }
}
