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
use super::expected::Estimates;
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
    /// See [`expected`](super::expected).
    Expected,
}

/// Where a rollout stands.
struct Cursor {
    node: usize,
    window: Span,
    /// Whether a player has moved on the way here.
    below_player: bool,
}

/// A child with its window: an active one, if that is wide enough.
struct Child {
    node: usize,
    window: Span,
}

impl Policy {
    /// How much the policy likes a child, which is at place `index` among those it is compared with.
    fn score(&self, search: &Rollouts<'_>, at: &Cursor, index: usize, child: &Child) -> Exact {
        let maximises = match search.tree.kind(at.node).expect("an inner node") {
            Kind::Max => true,
            Kind::Min => false,
            Kind::Chance => return self.score_of_outcome(search, at, index, child),
        };
        let turned = |number: Exact| if maximises { number } else { Exact::zero() - number };
        let Span { lower, upper } = &child.window;
        match self {
            Policy::Random(_) => Exact::zero(),
            Policy::Leftmost => Exact::from(-(index as i64)),
            Policy::MaxUpper => upper.clone(),
            Policy::Expected if at.below_player => {
                let estimates = search.estimates.as_ref().expect("made for this policy");
                turned(Exact::of(estimates.optimistic(child.node, maximises)))
            }
            Policy::BestFirst | Policy::Expected => {
                turned(if maximises { upper.clone() } else { lower.clone() })
            }
        }
    }

    /// The same at chance nodes.
    fn score_of_outcome(
        &self,
        search: &Rollouts<'_>,
        at: &Cursor,
        index: usize,
        child: &Child,
    ) -> Exact {
        match self {
            Policy::Random(_) => Exact::zero(),
            Policy::Leftmost | Policy::MaxUpper => Exact::from(-(index as i64)),
            Policy::BestFirst => {
                &search.tree.probabilities[child.node] * &search.bounds[child.node].width()
            }
            Policy::Expected => {
                let estimates = search.estimates.as_ref().expect("made for this policy");
                let tree = search.tree;
                Exact::of(estimates.relevance(tree, at.node, &at.window, child.node))
            }
        }
    }

    fn select(&mut self, search: &Rollouts<'_>, at: &Cursor, active: &[Child]) -> usize {
        if let Policy::Random(draws) = self {
            return draws.below(active.len() as u64) as usize;
        }
        let scores = active.iter().enumerate().map(|(i, child)| self.score(search, at, i, child));
        let better = |best: (usize, Exact), next: (usize, Exact)| {
            if next.1 > best.1 { next } else { best }
        };
        scores.enumerate().reduce(better).expect("some child is active").0
    }
}

struct Rollouts<'t> {
    tree: &'t Tree,
    question: &'t Question,
    /// What is known of each node.
    bounds: Vec<Span>,
    /// What is expected of each node, for the policy that goes by it.
    estimates: Option<Estimates>,
    log: Vec<usize>,
}

/// Rollouts until the answer is good enough.
///
/// # Panics
/// If an open node has no active child, or a leaf would be evaluated twice, or bounds widen: in exact
/// arithmetic none of it happens.
pub fn rollouts(tree: &Tree, question: &Question, mut policy: Policy) -> Run {
    let mut search = Rollouts::new(tree, question);
    while search.bounds[0].width() > question.epsilon {
        let root = search.begin(&policy);
        search.rollout(&root, &mut policy);
    }
    let of_children = tree.children(0).iter().map(|&child| search.bounds[child].clone()).collect();
    Run { bounds: search.bounds[0].clone(), of_children, leaves: search.log }
}

/// Whether the leaves, in this order, are those of the naive loop for a search that cannot tell
/// numbers apart that are nearer to each other than `blur`, though it must tell all others: rounding
/// breaks ties as it likes. What a random policy draws is left open.
///
/// # Errors
/// Where the loop would have gone another way.
pub fn follow(
    tree: &Tree,
    question: &Question,
    policy: &Policy,
    leaves: &[usize],
    blur: &Exact,
) -> Result<(), String> {
    let mut search = Rollouts::new(tree, question);
    for (rollout, &index) in leaves.iter().enumerate() {
        let width = search.bounds[0].width();
        if &width + blur <= question.epsilon {
            return Err(format!("rollout {rollout} is one too many"));
        }
        let root = search.begin(policy);
        search
            .step_towards(&root, tree.leaves[index], policy, blur)
            .map_err(|why| format!("rollout {rollout} to leaf {index}: {why}"))?;
    }
    let left = search.bounds[0].width();
    if left > &question.epsilon + blur {
        return Err(format!("the root's bounds are still {left:?} apart"));
    }
    Ok(())
}

impl<'t> Rollouts<'t> {
    fn new(tree: &'t Tree, question: &'t Question) -> Rollouts<'t> {
        let bounds = vec![question.range.clone(); tree.nodes.len()];
        Rollouts { tree, question, bounds, estimates: None, log: Vec::new() }
    }

    /// The beginning of a rollout: at the root, whose window is what is known of it.
    fn begin(&mut self, policy: &Policy) -> Cursor {
        if matches!(policy, Policy::Expected) {
            let (range, seen) = (&self.question.range, &self.log);
            self.estimates = Some(Estimates::new(self.tree, range, &self.bounds, seen));
        }
        Cursor { node: 0, window: self.bounds[0].clone(), below_player: false }
    }

    fn step(&self, at: &Cursor, child: &Child) -> Cursor {
        let player = self.tree.kind(at.node) != Some(Kind::Chance);
        let below_player = at.below_player || player;
        Cursor { node: child.node, window: child.window.clone(), below_player }
    }

    fn rollout(&mut self, at: &Cursor, policy: &mut Policy) {
        let node = at.node;
        let learned = if self.tree.kind(node).is_none() {
            let index = self.tree.leaf_index(node);
            assert!(!self.log.contains(&index), "leaf {index} twice");
            Span::point(&self.tree.evaluate(node, &mut self.log))
        } else {
            let mut active = self.children(node, &at.window);
            active.retain(|child| child.window.width() > self.question.epsilon);
            assert!(!active.is_empty(), "node {node} is open, but none of its children is active");
            let chosen = policy.select(self, at, &active);
            self.rollout(&self.step(at, &active[chosen]), policy);
            self.tree.bounds_by_children(node, &self.of_children(node))
        };
        assert!(self.bounds[node].encloses(&learned), "node {node}: {learned:?}");
        self.bounds[node] = learned;
    }

    /// A rollout to a leaf that somebody else chose, if the policy could have chosen it.
    fn step_towards(
        &mut self,
        at: &Cursor,
        leaf: usize,
        policy: &Policy,
        blur: &Exact,
    ) -> Result<(), String> {
        let node = at.node;
        if node == leaf {
            self.bounds[node] = Span::point(&self.tree.evaluate(node, &mut self.log));
            return Ok(());
        }
        let all = self.children(node, &at.window);
        // Nodes are numbered in pre-order, so the leaf is below the last child that is not after it.
        let chosen = all.iter().rposition(|child| child.node <= leaf).expect("a child above it");
        let (step, epsilon) = (&all[chosen], &self.question.epsilon);
        if &step.window.width() + blur <= *epsilon {
            return Err(format!("node {} is not active: {:?}", step.node, step.window));
        }
        let good_enough = policy.score(self, at, chosen, step) + blur;
        for (index, other) in all.iter().enumerate() {
            let active = other.window.width() > epsilon + blur;
            if active && policy.score(self, at, index, other) > good_enough {
                return Err(format!("node {} is to be preferred to {}", other.node, step.node));
            }
        }
        self.step_towards(&self.step(at, step), leaf, policy, blur)?;
        self.bounds[node] = self.tree.bounds_by_children(node, &self.of_children(node));
        Ok(())
    }

    fn of_children(&self, node: usize) -> Vec<Span> {
        self.tree.children(node).iter().map(|&child| self.bounds[child].clone()).collect()
    }

    fn children(&self, node: usize, window: &Span) -> Vec<Child> {
        let window = |&child| Child { node: child, window: self.window(node, child, window) };
        self.tree.children(node).iter().map(window).collect()
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
