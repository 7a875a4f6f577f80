//! The recursive searches of trees with chance nodes: expectimax, Star1, bounded alpha-beta, and the
//! same without windows.

use gametree::Kind;

use super::draws::Draws;
use super::number::{Exact, Span};
use super::tree::Tree;
use super::{Question, Run};

// ------------------------------------------------------------------------------------------------
// Expectimax and Star1
// ------------------------------------------------------------------------------------------------

/// Every leaf from left to right (Michie 1966). The value is the tree's own.
pub fn expectimax(tree: &Tree) -> Run {
    let of_children = tree.children(0).iter().map(|&child| Span::point(&tree.value(child)));
    Run {
        bounds: Span::point(&tree.value(0)),
        of_children: of_children.collect(),
        leaves: (0..tree.leaves.len()).collect(),
    }
}

/// Star1 (Ballard 1983, as Hauk, Buro and Schaeffer 2004 print it) with fail-hard alpha-beta at the
/// nodes of players. Outcomes that were not searched yet count as the worst and the best of the range.
///
/// Returns the value and the leaves.
pub fn star1(tree: &Tree, range: &Span) -> (Exact, Vec<usize>) {
    let mut log = Vec::new();
    let value = Star1 { tree, range }.search(0, range, &mut log);
    (value, log)
}

struct Star1<'t> {
    tree: &'t Tree,
    range: &'t Span,
}

impl Star1<'_> {
    /// The value of a node if it lies inside of the window, or else the end that it lies beyond.
    fn search(&self, node: usize, window: &Span, log: &mut Vec<usize>) -> Exact {
        match self.tree.kind(node) {
            None => {
                let (lower, upper) = (window.lower.clone(), window.upper.clone());
                self.tree.evaluate(node, log).clamp(lower, upper)
            }
            Some(Kind::Chance) => self.average(node, window, log),
            Some(kind) => self.best(node, kind == Kind::Max, window, log),
        }
    }

    fn best(&self, node: usize, maximises: bool, window: &Span, log: &mut Vec<usize>) -> Exact {
        let mut left = window.clone();
        for &child in self.tree.children(node) {
            let value = self.search(child, &left, log);
            *(if maximises { &mut left.lower } else { &mut left.upper }) = value;
            if left.lower >= left.upper {
                break;
            }
        }
        if maximises { left.lower } else { left.upper }
    }

    fn average(&self, node: usize, window: &Span, log: &mut Vec<usize>) -> Exact {
        let mut seen = Exact::zero();
        let mut unseen = Exact::one();
        for &child in self.tree.children(node) {
            let probability = &self.tree.probabilities[child];
            unseen = unseen - probability;
            // What the child has to exceed, and what it has to stay below, whatever the rest is.
            let least = &(&(&window.lower - &seen) - &(&unseen * &self.range.upper)) / probability;
            let most = &(&(&window.upper - &seen) - &(&unseen * &self.range.lower)) / probability;
            let matters = Span::new(least.clone(), most.clone()).clip(self.range);
            let value = self.search(child, &matters, log);
            if value <= least {
                return window.lower.clone();
            }
            if value >= most {
                return window.upper.clone();
            }
            seen = seen + &(probability * &value);
        }
        seen
    }
}

// ------------------------------------------------------------------------------------------------
// Bounded alpha-beta
// ------------------------------------------------------------------------------------------------

/// How a chance node hands out its epsilon to its children. Whatever the rule, the sum of
/// probability times epsilon over the children must not exceed the node's own (Atzmon et al. 2018,
/// Eq. 26).
#[derive(Clone, Debug)]
pub enum Share {
    /// Every child gets the node's own, as in Algorithm 1.
    Same,
    /// Every child gets the same part of the sum: the unlikely ones may be the more careless.
    Even,
    /// By chance, fixed before the first child is searched.
    Drawn(Draws),
    /// What a child leaves of its part goes to its later siblings, each of whom gets the same
    /// epsilon.
    Adaptive,
}

/// Which bounded alpha-beta.
#[derive(Clone, Debug)]
pub struct Bounded {
    pub share: Share,
    /// Whether a child is entered though its window is no wider than its epsilon. This happens only
    /// where epsilon is as large as the whole range: at the root, and at children who got more than
    /// their parent had.
    pub enters_idle: bool,
}

impl Bounded {
    /// Algorithm 1: one epsilon for all; at the root it walks one line even if nothing is asked.
    pub fn as_printed() -> Bounded {
        Bounded { share: Share::Same, enters_idle: true }
    }

    /// Epsilon handed out by `share`, and nothing entered that need not be.
    pub fn sharing(share: Share) -> Bounded {
        Bounded { share, enters_idle: false }
    }
}

/// Bounded alpha-beta (Atzmon, Stern and Saffidine 2018, Algorithm 1), with any share of epsilon.
///
/// The text of the paper swaps the initial values of `best_L` and `best_U`; its listing is right.
/// Here both are implied: a child that was not searched has the whole range for its bounds, from
/// which C1 to C3 give the node's. Lines 9 and 10 are read with the parent's bounds as they are at
/// that time, and with the range as the child's.
pub fn bounded_alpha_beta(tree: &Tree, question: &Question, rules: Bounded) -> Run {
    let mut search = BoundedAlphaBeta { tree, range: &question.range, rules, log: Vec::new() };
    let untouched = || vec![question.range.clone(); tree.children(0).len()];
    if question.is_idle() && !search.rules.enters_idle {
        let bounds = question.range.clone();
        return Run { bounds, of_children: untouched(), leaves: Vec::new() };
    }
    let mut of_children = untouched();
    let bounds = search.node(0, &question.range, &question.epsilon, &mut of_children);
    Run { bounds, of_children, leaves: search.log }
}

struct BoundedAlphaBeta<'t> {
    tree: &'t Tree,
    range: &'t Span,
    rules: Bounded,
    log: Vec<usize>,
}

impl BoundedAlphaBeta<'_> {
    /// The bounds of a node within a window; those of its children are left in `known`, which holds
    /// the range for each of them at first.
    fn node(&mut self, node: usize, window: &Span, epsilon: &Exact, known: &mut [Span]) -> Span {
        if self.tree.kind(node).is_none() {
            return Span::point(&self.tree.evaluate(node, &mut self.log)); // lines 1 and 2
        }
        let mut window = window.clone();
        let mut bounds = self.range.clone();
        let shares = self.fixed_shares(node, epsilon);
        for (place, &child) in self.tree.children(node).iter().enumerate() {
            let share = match &shares {
                Some(shares) => shares[place].clone(),
                None => self.rest(node, epsilon, place, known),
            };
            let child_window = self.child_window(node, child, &window, &bounds); // lines 6 to 10
            if child_window.width() > share || self.rules.enters_idle {
                let mut below = vec![self.range.clone(); self.tree.children(child).len()];
                known[place] = self.node(child, &child_window, &share, &mut below); // line 12
            }
            bounds = self.tree.bounds_by_children(node, known); // lines 13 to 21, 25 and 26
            window = window.clip(&bounds); // lines 22 and 23
            if window.width() <= *epsilon {
                break; // line 24
            }
        }
        bounds
    }

    /// Lines 6 to 10.
    fn child_window(&self, node: usize, child: usize, window: &Span, bounds: &Span) -> Span {
        if self.tree.kind(node) != Some(Kind::Chance) {
            return window.clone();
        }
        let probability = &self.tree.probabilities[child];
        let alpha = &(&(&window.lower - &bounds.upper) / probability) + &self.range.upper;
        let beta = &(&(&window.upper - &bounds.lower) / probability) + &self.range.lower;
        Span::new(alpha, beta).clip(self.range)
    }

    /// What each child gets, if that is settled before the first of them is searched.
    fn fixed_shares(&mut self, node: usize, epsilon: &Exact) -> Option<Vec<Exact>> {
        let children = self.tree.children(node);
        let by_weight = |weights: Vec<u64>| {
            let total = Exact::from(weights.iter().sum::<u64>() as i64);
            let part = |weight: u64| &(&Exact::from(weight as i64) * epsilon) / &total;
            let share = |(&child, weight)| &part(weight) / &self.tree.probabilities[child];
            children.iter().zip(weights).map(share).collect()
        };
        if self.tree.kind(node) != Some(Kind::Chance) {
            return Some(vec![epsilon.clone(); children.len()]);
        }
        match &mut self.rules.share {
            Share::Same => Some(vec![epsilon.clone(); children.len()]),
            Share::Even => Some(by_weight(vec![1; children.len()])),
            Share::Drawn(draws) => {
                let weights = children.iter().map(|_| draws.below(4)).collect::<Vec<_>>();
                let nothing = weights.iter().all(|&weight| weight == 0);
                Some(by_weight(if nothing { vec![1; children.len()] } else { weights }))
            }
            Share::Adaptive => None,
        }
    }

    /// What is left of epsilon when the children before `place` have taken what they needed, shared
    /// alike by the rest.
    fn rest(&self, node: usize, epsilon: &Exact, place: usize, known: &[Span]) -> Exact {
        let children = self.tree.children(node);
        let probability = |&child: &usize| self.tree.probabilities[child].clone();
        let taken = children[..place].iter().zip(known);
        let taken: Exact = taken.map(|(child, span)| probability(child) * span.width()).sum();
        let left: Exact = children[place..].iter().map(probability).sum();
        &(epsilon - &taken) / &left
    }
}

// ------------------------------------------------------------------------------------------------
// Own bounds
// ------------------------------------------------------------------------------------------------

/// Algorithm 1 of Atzmon, Stern and Saffidine without windows: lines 6 to 10, 22 and 23 are left out,
/// and line 24 asks for `U(n) <= L(n) + epsilon`.
pub fn own_bounds(tree: &Tree, question: &Question) -> Run {
    let (mut log, mut of_children) = (Vec::new(), Vec::new());
    let bounds = bounds_of(tree, 0, question, &mut log, &mut of_children);
    Run { bounds, of_children, leaves: log }
}

/// The bounds of a node; those of its children are left in `known`.
fn bounds_of(
    tree: &Tree,
    node: usize,
    question: &Question,
    log: &mut Vec<usize>,
    known: &mut Vec<Span>,
) -> Span {
    if tree.kind(node).is_none() {
        return Span::point(&tree.evaluate(node, log));
    }
    *known = vec![question.range.clone(); tree.children(node).len()];
    let mut bounds = question.range.clone();
    for (place, &child) in tree.children(node).iter().enumerate() {
        known[place] = bounds_of(tree, child, question, log, &mut Vec::new());
        bounds = tree.bounds_by_children(node, known);
        if bounds.width() <= question.epsilon {
            break;
        }
    }
    bounds
}
