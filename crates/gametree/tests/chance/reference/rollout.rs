//! Bounded rollouts, the naive loop: Huang's Algorithm 4 (2015) with the windows of Atzmon, Stern
//! and Saffidine (2018) in place of his, so that it takes chance nodes and an epsilon.
//!
//! Each rollout starts at the root, whose window is what is known of it, and steps to active
//! children until it is at a leaf; then the nodes of its path take their bounds from their children.
//! A child is active if its window is wider than epsilon. The loop ends when the root's bounds are
//! no further apart than epsilon.
//!
//! In print, conditions C5 and C6 leave out the root; they must include it.

use gametree::Kind;

use super::draws::Draws;
use super::number::{Exact, Span};
use super::tree::Tree;
use super::{Question, Run};

/// How a child is chosen among the active ones. Of equals, the leftmost.
#[derive(Clone, Debug)]
pub enum Policy {
    Leftmost,
    /// The largest upper end of the window for both players; the leftmost at chance nodes.
    MaxUpper,
    /// What the mover hopes for: the largest upper end of the window for MAX, the smallest lower end
    /// for MIN. At chance nodes what matters most: the largest product of probability and distance
    /// of the bounds.
    BestFirst,
    /// Any, each equally likely.
    Random(Draws),
}

/// An active child.
struct Active {
    node: usize,
    window: Span,
}

impl Policy {
    fn select(&mut self, search: &Rollouts<'_>, node: usize, active: &[Active]) -> usize {
        let kind = search.tree.kind(node).expect("an inner node");
        let weight = |node: usize| &search.tree.probabilities[node] * &search.bounds[node].width();
        match (self, kind) {
            (Policy::Leftmost, _) | (Policy::MaxUpper, Kind::Chance) => 0,
            (Policy::MaxUpper, _) | (Policy::BestFirst, Kind::Max) => {
                first_largest(active.iter().map(|child| child.window.upper.clone()))
            }
            (Policy::BestFirst, Kind::Min) => {
                first_largest(active.iter().map(|c| Exact::zero() - &c.window.lower))
            }
            (Policy::BestFirst, Kind::Chance) => {
                first_largest(active.iter().map(|child| weight(child.node)))
            }
            (Policy::Random(draws), _) => draws.below(active.len() as u64) as usize,
        }
    }
}

/// The place of the largest number, the first of equals.
fn first_largest(numbers: impl Iterator<Item = Exact>) -> usize {
    let best = numbers.enumerate().reduce(|best, next| if next.1 > best.1 { next } else { best });
    best.expect("some child is active").0
}

struct Rollouts<'t> {
    tree: &'t Tree,
    epsilon: &'t Exact,
    /// What is known of each node.
    bounds: Vec<Span>,
    log: Vec<usize>,
}

/// Rollouts until the answer is good enough.
///
/// # Panics
/// If an open node has no active child, or a leaf would be evaluated twice, or bounds widen: in exact
/// arithmetic none of it happens.
pub fn rollouts(tree: &Tree, question: &Question, mut policy: Policy) -> Run {
    let bounds = vec![question.range.clone(); tree.nodes.len()];
    let mut search = Rollouts { tree, epsilon: &question.epsilon, bounds, log: Vec::new() };
    while search.bounds[0].width() > question.epsilon {
        let window = search.bounds[0].clone();
        search.rollout(0, &window, &mut policy);
    }
    let of_children = tree.children(0).iter().map(|&child| search.bounds[child].clone()).collect();
    Run { bounds: search.bounds[0].clone(), of_children, leaves: search.log }
}

impl Rollouts<'_> {
    fn rollout(&mut self, node: usize, window: &Span, policy: &mut Policy) {
        let learned = if self.tree.kind(node).is_none() {
            let index = self.tree.leaf_index(node);
            assert!(!self.log.contains(&index), "leaf {index} twice");
            Span::point(&self.tree.evaluate(node, &mut self.log))
        } else {
            let mut active = self.active_children(node, window);
            assert!(!active.is_empty(), "node {node} is open, but none of its children is active");
            let chosen = active.swap_remove(policy.select(self, node, &active));
            self.rollout(chosen.node, &chosen.window, policy);
            self.tree.from_children(node, &self.of_children(node))
        };
        assert!(self.bounds[node].encloses(&learned), "node {node}: {learned:?}");
        self.bounds[node] = learned;
    }

    fn of_children(&self, node: usize) -> Vec<Span> {
        self.tree.children(node).iter().map(|&child| self.bounds[child].clone()).collect()
    }

    fn active_children(&self, node: usize, window: &Span) -> Vec<Active> {
        let children = self.tree.children(node).iter();
        children
            .map(|&child| Active { node: child, window: self.window(node, child, window) })
            .filter(|child| child.window.width() > *self.epsilon)
            .collect()
    }

    /// The window of a child: C5 below players, C6 below chance. There a value of the child matters
    /// only if it can lift the average above alpha while all its siblings are as good as they can
    /// be, and leave it below beta while they are as bad as they can be.
    fn window(&self, node: usize, child: usize, window: &Span) -> Span {
        if self.tree.kind(node) != Some(Kind::Chance) {
            return window.clip(&self.bounds[child]);
        }
        let probability = &self.tree.probabilities[child];
        let siblings = |end: fn(&Span) -> &Exact| -> Exact {
            let others = self.tree.children(node).iter().filter(|&&other| other != child);
            others.map(|&j| &self.tree.probabilities[j] * end(&self.bounds[j])).sum()
        };
        let matters = Span::new(
            &(&window.lower - &siblings(|span| &span.upper)) / probability,
            &(&window.upper - &siblings(|span| &span.lower)) / probability,
        );
        matters.clip(&self.bounds[child])
    }
}
