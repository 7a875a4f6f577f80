//! Atzmon, Stern and Saffidine, "Bounded Suboptimal Game Tree Search", SoCS 2018: its examples and
//! claims by name, true ones and false ones.

use gametree::Kind;

use crate::reference::recursive::{Bounded, bounded_alpha_beta};
use crate::reference::rollout::{Policy, rollouts};
use crate::reference::{Exact, Nest, Question, Run, Span, Tree};
use crate::support::{leaf, leaves, max, min};

fn bounded(tree: &Tree, question: &Question) -> Run {
    bounded_alpha_beta(tree, question, Bounded::as_printed())
}

/// The leaves that bounded alpha-beta evaluates, within `[lowest, highest]`.
fn visited(tree: &Tree, (lowest, highest): (i64, i64), epsilon: i64) -> Vec<usize> {
    bounded(tree, &Question::new(lowest, highest, epsilon)).leaves
}

fn span(lower: i64, upper: i64) -> Span {
    Span::new(lower.into(), upper.into())
}

// ------------------------------------------------------------------------------------------------
// Figure 2
// ------------------------------------------------------------------------------------------------

/// Alpha-beta that stops at a node once `beta <= alpha + epsilon`: the rule that the paper warns
/// against. It is fail-soft, as in the paper's Figure 1.
fn naive_rule(tree: &Tree, node: usize, window: &Span, epsilon: &Exact) -> Exact {
    let Some(kind) = tree.kind(node) else { return Exact::of(tree.reward(node)) };
    let maximises = kind == Kind::Max;
    let mut window = window.clone();
    let mut best: Option<Exact> = None;
    for &child in tree.children(node) {
        let value = naive_rule(tree, child, &window, epsilon);
        let better = |best: &Exact| if maximises { value > *best } else { value < *best };
        if best.as_ref().is_none_or(better) {
            best = Some(value);
        }
        let found = Span::point(best.as_ref().unwrap());
        if maximises {
            window.lower = window.lower.max(found.lower);
        } else {
            window.upper = window.upper.min(found.upper);
        }
        if window.width() <= *epsilon {
            break;
        }
    }
    best.expect("an inner node has children")
}

/// Figure 2 with X = 3 and `steps` nodes where MIN moves, each of which looks epsilon better than
/// all before and is worth nought.
fn staircase(steps: i32, epsilon: i32) -> Tree {
    let stair = |step| min(leaves([3 + step * epsilon, 0]));
    let stairs = (1..=steps).map(stair);
    Tree::new(&Nest::Max(std::iter::once(leaf(3.0)).chain(stairs).collect()))
}

#[test]
fn figure_2_the_naive_rule_breaks_its_promise() {
    for (steps, epsilon) in [(1, 1), (2, 1), (7, 1), (5, 3)] {
        let tree = staircase(steps, epsilon);
        let question = Question::new(0, 100, epsilon.into());
        let answer = naive_rule(&tree, 0, &question.range, &question.epsilon);
        assert_eq!(tree.value(0), 3.into());
        assert_eq!(answer, i64::from(3 + steps * epsilon).into());
        // Bounded alpha-beta leaves out the first stair's second leaf too, but does not take the
        // first for the truth: so it looks behind all the others.
        let run = bounded(&tree, &question);
        let all_but_one: Vec<usize> = (0..tree.leaves.len()).filter(|&leaf| leaf != 2).collect();
        assert_eq!(run.leaves, all_but_one);
        assert!(run.bounds.contains(&3.into()) && run.bounds.width() <= question.epsilon);
    }
}

// ------------------------------------------------------------------------------------------------
// Figure 3, and what epsilon does to the number of leaves
// ------------------------------------------------------------------------------------------------

/// Figure 3, with the subtrees D and E to be filled in.
fn figure_3(d: Nest, e: Nest) -> Tree {
    Tree::new(&max([leaf(7.0), min([max([leaf(8.0), d]), e])]))
}

#[test]
fn figure_3_a_larger_epsilon_prunes_something_else() {
    let tree = figure_3(leaf(5.0), leaf(9.0));
    assert_eq!(visited(&tree, (0, 10), 1), [0, 1, 2]); // D and not E
    assert_eq!(visited(&tree, (0, 10), 2), [0, 1, 3]); // E and not D
    assert_eq!(bounded(&tree, &Question::new(0, 10, 1)).bounds, span(7, 8));
    assert_eq!(bounded(&tree, &Question::new(0, 10, 2)).bounds, span(8, 9));
    // So whether it is less work depends on how large D and E are.
    let large = || max(leaves([1, 2, 3, 4, 5]));
    let large_d = figure_3(large(), leaf(9.0));
    assert_eq!((visited(&large_d, (0, 10), 1).len(), visited(&large_d, (0, 10), 2).len()), (7, 3));
    let large_e = figure_3(leaf(5.0), large());
    assert_eq!((visited(&large_e, (0, 10), 1).len(), visited(&large_e, (0, 10), 2).len()), (3, 7));
}

#[test]
fn a_larger_epsilon_may_need_more_leaves() {
    let tree = Tree::new(&min([max(leaves([1, 1])), max(leaves([0, 1]))]));
    assert_eq!(visited(&tree, (0, 4), 2).len(), 2);
    assert_eq!(visited(&tree, (0, 4), 3).len(), 3);
}

/// The worst case of the text: whatever MAX needs comes last, and so for MIN. Each node is worth one
/// end of the range.
fn worst_case(depth: u32, width: usize, maximises: bool, worth: i32, ends: (i32, i32)) -> Nest {
    if depth == 0 {
        return leaf(worth.into());
    }
    // What the mover does not want: all children but the last are worth this.
    let (bad, wanted) = if maximises { ends } else { (ends.1, ends.0) };
    let child = |place: usize| {
        let last = place + 1 == width;
        let worth = if last && worth == wanted { wanted } else { bad };
        worst_case(depth - 1, width, !maximises, worth, ends)
    };
    let below = (0..width).map(child).collect();
    if maximises { Nest::Max(below) } else { Nest::Min(below) }
}

#[test]
fn in_the_worst_case_every_leaf_is_needed() {
    for (depth, width) in [(1, 4), (2, 3), (3, 3), (4, 2), (5, 2)] {
        for worth in [0, 10] {
            let tree = Tree::new(&worst_case(depth, width, true, worth, (0, 10)));
            assert_eq!(tree.value(0), i64::from(worth).into());
            let everything: Vec<usize> = (0..width.pow(depth)).collect();
            for epsilon in 0..10 {
                assert_eq!(visited(&tree, (0, 10), epsilon), everything);
                let question = Question::new(0, 10, epsilon);
                assert_eq!(rollouts(&tree, &question, Policy::Leftmost).leaves, everything);
            }
            // With an epsilon as large as the range Algorithm 1 still walks one line; the loop of
            // rollouts does not start.
            assert_eq!(visited(&tree, (0, 10), 10), [0]);
            let idle = Question::new(0, 10, 10);
            assert!(rollouts(&tree, &idle, Policy::Leftmost).leaves.is_empty());
        }
    }
}

/// The paper conjectures that the best case is alpha-beta's, unless epsilon is the whole range.
/// Alpha-beta cannot do with fewer than both leaves here.
#[test]
fn the_best_case_can_be_better_than_alpha_betas() {
    let tree = Tree::new(&max(leaves([5, 9])));
    assert_eq!(visited(&tree, (0, 10), 0).len(), 2);
    let question = Question::new(0, 10, 5);
    let run = bounded(&tree, &question);
    assert_eq!((run.leaves, run.bounds), (vec![0], span(5, 10)));
    assert_eq!(rollouts(&tree, &question, Policy::Leftmost).leaves, [0]);
}

/// Epsilon nought is alpha-beta only if no leaf is at an end of the range: here the first leaf is
/// already as good as any can be.
#[test]
fn a_tight_range_prunes_more_than_alpha_beta() {
    let tree = Tree::new(&max(leaves([9, 5])));
    assert_eq!(visited(&tree, (0, 10), 0), [0, 1]);
    assert_eq!(visited(&tree, (0, 9), 0), [0]);
}

// ------------------------------------------------------------------------------------------------
// Which move to play
// ------------------------------------------------------------------------------------------------

/// That the highest lower bound is safe is checked for every answer in `references.rs`.
#[test]
fn by_the_highest_upper_bound_a_move_may_lose_more_than_epsilon() {
    let tree = Tree::new(&max([leaf(7.0), min(leaves([9, 4]))]));
    let run = bounded(&tree, &Question::new(0, 20, 2));
    assert_eq!(run.bounds, span(7, 9));
    assert_eq!(run.of_children, [span(7, 7), span(0, 9)]);
    let [by_lower, by_upper] = [0, 1].map(|place: usize| tree.value(tree.children(0)[place]));
    assert!(run.of_children[0].lower > run.of_children[1].lower);
    assert!(run.of_children[1].upper > run.of_children[0].upper);
    assert_eq!(tree.value(0) - by_lower, 0.into());
    assert_eq!(tree.value(0) - by_upper, 3.into());
}
