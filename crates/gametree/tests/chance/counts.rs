//! How many leaves the references need on the random trees of Atzmon et al. 2018: what epsilon, its
//! distribution and the policy are worth.

use crate::reference::draws::Draws;
use crate::reference::recursive::{Bounded, Share, bounded_alpha_beta};
use crate::reference::rollout::{Policy, rollouts};
use crate::reference::{Nest, Question, Tree};

/// A tree of the paper's experiments with chance: of `width` moves the one that is chosen happens with
/// probability 0.8, and each of the others alike; leaves are between 0 and 100.
fn random_tree(moves: u32, width: u32, maximises: bool, draws: &mut Draws) -> Nest {
    if moves == 0 {
        return Nest::Leaf(draws.below(101) as f64);
    }
    // 4 (width - 1) of 5 (width - 1) for the move that was chosen, which comes first.
    let weight = |outcome: u32| if outcome == 0 { 4 * (width - 1) } else { 1 };
    let mut happens = |outcome| (weight(outcome), random_tree(moves - 1, width, !maximises, draws));
    let mut choice = |_| Nest::Chance((0..width).map(&mut happens).collect());
    let below = (0..width).map(&mut choice).collect();
    if maximises { Nest::Max(below) } else { Nest::Min(below) }
}

/// The leaves of all the trees together: of bounded alpha-beta as printed, of the same with what is
/// left of epsilon handed on, and of rollouts by three policies.
fn leaves(epsilon: i64) -> [usize; 5] {
    let question = Question::new(0, 100, epsilon);
    let mut sums = [0; 5];
    for seed in 0..20 {
        let tree = Tree::new(&random_tree(2, 4, true, &mut Draws::new(seed)));
        let runs = [
            bounded_alpha_beta(&tree, &question, Bounded::as_printed()),
            bounded_alpha_beta(&tree, &question, Bounded::sharing(Share::Adaptive)),
            rollouts(&tree, &question, Policy::Leftmost),
            rollouts(&tree, &question, Policy::BestFirst),
            rollouts(&tree, &question, Policy::Expected),
        ];
        for (sum, run) in sums.iter_mut().zip(runs) {
            *sum += run.leaves.len();
        }
    }
    sums
}

#[test]
fn best_first_needs_less_than_half_of_the_leaves() {
    let exact = leaves(0);
    let [printed, adaptive, leftmost, best_first, expected] = exact;
    assert_eq!((printed, adaptive), (leftmost, leftmost), "without epsilon they are one search");
    for epsilon in [0, 8] {
        let [printed, _, _, best_first, expected] = leaves(epsilon);
        assert!(2 * best_first < printed && 2 * expected < printed, "epsilon {epsilon}");
    }
    assert!(best_first.abs_diff(expected) * 20 < best_first, "about the same on such trees");
}

#[test]
fn epsilon_saves_leaves_and_handing_it_on_saves_more() {
    let (exact, bounded) = (leaves(0), leaves(8));
    for (exact, bounded) in exact.iter().zip(bounded) {
        assert!(bounded < *exact);
    }
    let [printed, adaptive, leftmost, ..] = bounded;
    // Rollouts see at once when the root is known well enough; the recursion only at its next child.
    assert!(adaptive < leftmost && leftmost < printed);
}
