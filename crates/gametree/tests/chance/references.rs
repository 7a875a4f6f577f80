//! The references held to the oracle and to each other, so that what the library is compared with
//! can be trusted.

use gametree::Kind;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use crate::deterministic::{self, INF, huang};
use crate::property::properties;
use crate::reference::draws::Draws;
use crate::reference::recursive::{
    Bounded, Share, bounded_alpha_beta, expectimax, own_bounds, star1,
};
use crate::reference::rollout::{Policy, follow, rollouts};
use crate::reference::{Exact, Nest, Question, Run, Tree};
use crate::support::{Case, chance, leaf, max, random, repeats};

/// Every policy of the naive loop.
fn policies(seed: u64) -> [Policy; 5] {
    let random = Policy::Random(Draws::new(seed));
    [Policy::Leftmost, Policy::MaxUpper, Policy::BestFirst, Policy::Expected, random]
}

/// Every way to hand out epsilon.
fn shares(seed: u64) -> [Share; 4] {
    [Share::Same, Share::Even, Share::Drawn(Draws::new(seed)), Share::Adaptive]
}

/// Panics unless an answer is true, as narrow as was asked for, and found without looking twice; and
/// unless the mover who chooses by what is certain loses no more than epsilon.
fn check(tree: &Tree, question: &Question, run: &Run) {
    let value = tree.value(0);
    assert!(run.bounds.contains(&value), "{value:?} is not in {:?}", run.bounds);
    assert!(run.bounds.width() <= question.epsilon, "{:?} is too wide", run.bounds);
    assert!(!repeats(&run.leaves), "{:?}", run.leaves);
    for (&child, bounds) in tree.children(0).iter().zip(&run.of_children) {
        assert!(bounds.contains(&tree.value(child)), "child {child} is not in {bounds:?}");
    }
    if let Some(child) = safest_child(tree, run) {
        let loss = (&tree.value(child) - &value).abs();
        assert!(loss <= question.epsilon, "child {child} loses {loss:?}");
    }
}

/// The child of the root that is certain to be worth most to the mover, the first of equals.
fn safest_child(tree: &Tree, run: &Run) -> Option<usize> {
    let children = || tree.children(0).iter().copied().zip(&run.of_children);
    let (child, _) = match tree.kind(0)? {
        Kind::Max => children().rev().max_by_key(|(_, bounds)| &bounds.lower),
        Kind::Min => children().min_by_key(|(_, bounds)| &bounds.upper),
        Kind::Chance => None,
    }?;
    Some(child)
}

fn check_all(case: &Case, seed: u64) {
    let (tree, question) = (case.tree(), case.question());
    for policy in policies(seed) {
        let run = rollouts(&tree, &question, policy.clone());
        check(&tree, &question, &run);
        follow(&tree, &question, &policy, &run.leaves, &Exact::zero()).unwrap();
    }
    for share in shares(seed) {
        for enters_idle in [false, true] {
            let rules = Bounded { share: share.clone(), enters_idle };
            check(&tree, &question, &bounded_alpha_beta(&tree, &question, rules));
        }
    }
    check(&tree, &question, &own_bounds(&tree, &question));
    let exact = question.within(&Exact::zero());
    check(&tree, &exact, &expectimax(&tree));
    let (value, leaves) = star1(&tree, &question.range);
    assert_eq!(value, tree.value(0));
    assert!(leaves.is_sorted_by(|a, b| a < b), "from left to right: {leaves:?}");
}

/// By hand: MAX has 6, and after an outcome of 1 the average cannot be more than (1 + 10)/2. With 3
/// it can be 6.5, unless nobody cares for half a point.
#[test]
fn an_outcome_that_decides() {
    let tree = |outcome| Tree::new(&max([leaf(6.0), chance([(1, leaf(outcome)), (1, leaf(9.0))])]));
    let visited = |tree: &Tree, epsilon: Exact| {
        let question = Question { epsilon, ..Question::new(0, 10, 0) };
        let leftmost = rollouts(tree, &question, Policy::Leftmost);
        assert_eq!(leftmost, bounded_alpha_beta(tree, &question, Bounded::as_printed()));
        leftmost.leaves
    };
    assert_eq!(visited(&tree(1.0), Exact::zero()), [0, 1]);
    assert_eq!(visited(&tree(3.0), Exact::zero()), [0, 1, 2]);
    assert_eq!(visited(&tree(3.0), Exact::fraction(1, 2)), [0, 1]);
    assert_eq!(star1(&tree(1.0), &Question::new(0, 10, 0).range), (6.into(), vec![0, 1]));
    assert_eq!(star1(&tree(3.0), &Question::new(0, 10, 0).range), (6.into(), vec![0, 1, 2]));
}

properties! {
    #![cases(1_500)]

    /// Theorem 1 of Atzmon et al. for all of the family, where floats would do as well.
    #[test]
    fn answers_are_true_and_narrow(case in random::dyadic(), seed: u64) {
        check_all(&case, seed);
    }

    /// An order of leaves that is not the naive loop's is found out.
    #[test]
    fn another_order_is_found_out(case in random::dyadic(), places: (prop::sample::Index, prop::sample::Index)) {
        let (tree, question) = (case.tree(), case.question());
        let blur = Exact::of(1e-9);
        for policy in [Policy::Leftmost, Policy::MaxUpper, Policy::BestFirst] {
            let right = rollouts(&tree, &question, policy.clone()).leaves;
            let follows = |leaves: &[usize]| follow(&tree, &question, &policy, leaves, &blur);
            prop_assert_eq!(follows(&right), Ok(()));
            if let [first @ .., _] = &right[..] {
                prop_assert!(follows(first).is_err(), "one too few");
            }
            if right.len() > 1 && matches!(policy, Policy::Leftmost) {
                let mut wrong = right.clone();
                let (i, j) = (places.0.index(right.len()), places.1.index(right.len()));
                wrong.swap(i, j);
                prop_assert!(i == j || follows(&wrong).is_err(), "{:?}", wrong);
            }
        }
    }

    /// Star1, and bounded alpha-beta without epsilon, and rollouts to the leftmost active child, are
    /// one search.
    #[test]
    fn leftmost_is_star1(case in random::dyadic()) {
        let (tree, question) = (case.tree(), case.within(0.0).question());
        if question.is_idle() {
            return Ok(());
        }
        let leftmost = rollouts(&tree, &question, Policy::Leftmost);
        prop_assert_eq!(&leftmost.leaves, &star1(&tree, &question.range).1);
        let bounded = bounded_alpha_beta(&tree, &question, Bounded::as_printed());
        prop_assert_eq!(&leftmost, &bounded);
    }

    /// Without chance nodes it is bounded alpha-beta for any epsilon, and there is nothing to share.
    #[test]
    fn leftmost_is_bounded_alpha_beta_without_chance(case in random::without_chance(), seed: u64) {
        let (tree, question) = (case.tree(), case.question());
        if question.is_idle() {
            return Ok(());
        }
        let leftmost = rollouts(&tree, &question, Policy::Leftmost);
        for share in shares(seed) {
            let bounded = bounded_alpha_beta(&tree, &question, Bounded::sharing(share));
            prop_assert_eq!(&leftmost, &bounded);
        }
        prop_assert_eq!(&leftmost, &bounded_alpha_beta(&tree, &question, Bounded::as_printed()));
    }

    /// Without chance and epsilon the naive loop is Huang's, and bounded alpha-beta is alpha-beta, if
    /// no leaf is at an end of the range. Otherwise it evaluates a part of alpha-beta's leaves.
    #[test]
    fn without_chance_and_epsilon_it_is_alpha_beta(case in random::without_chance()) {
        let tree = case.tree();
        let known = deterministic::Tree::new(&deterministic_nest(&case.nest));
        let empty = || deterministic::empty_storage(&known);
        let (value, leaves) = huang::alpha_beta(&known, &mut empty(), -INF, INF);
        prop_assert_eq!(Exact::from(value), tree.value(0));

        let (lowest, highest) = case.range;
        let wide = Case { range: (lowest - 1.0, highest + 1.0), ..case.within(0.0) }.question();
        let bounded = |question| bounded_alpha_beta(&tree, question, Bounded::as_printed()).leaves;
        prop_assert_eq!(bounded(&wide), leaves.clone());
        let pruned = bounded(&case.within(0.0).question());
        prop_assert!(pruned.iter().all(|leaf| leaves.contains(leaf)));

        let upper = huang::rollouts(&known, &mut empty(), &mut huang::Policy::MaxUpper).unwrap();
        prop_assert_eq!(rollouts(&tree, &wide, Policy::MaxUpper).leaves, upper);
    }
}

properties! {
    #![cases(500)]

    /// The same for any values and probabilities.
    #[test]
    fn answers_are_true_and_narrow_for_any_numbers(case in random::rational(), seed: u64) {
        check_all(&case, seed);
    }

    #[test]
    fn leftmost_is_star1_for_any_numbers(case in random::rational()) {
        let (tree, question) = (case.tree(), case.within(0.0).question());
        if question.is_idle() {
            return Ok(());
        }
        let leftmost = rollouts(&tree, &question, Policy::Leftmost);
        prop_assert_eq!(leftmost.leaves, star1(&tree, &question.range).1);
    }
}

/// The same tree for the reference of searches without chance.
fn deterministic_nest(nest: &Nest) -> deterministic::Nest {
    let all = |below: &[Nest]| below.iter().map(deterministic_nest).collect();
    match nest {
        Nest::Leaf(value) => deterministic::Nest::Leaf(*value as i64),
        Nest::Max(below) => deterministic::Nest::Max(all(below)),
        Nest::Min(below) => deterministic::Nest::Min(all(below)),
        Nest::Chance(_) => panic!("there is no chance here"),
    }
}

/// How many of two thousand random trees have a property.
fn share_with(property: impl Fn(&Case, &Tree) -> bool) -> usize {
    let mut runner = TestRunner::deterministic();
    let strategy = random::dyadic();
    let mut draw = || strategy.new_tree(&mut runner).unwrap().current();
    let has = |case: Case| property(&case, &case.tree());
    (0..2_000).filter(|_| has(draw())).count()
}

/// The random trees are of all kinds, so that the properties above mean something.
#[test]
fn random_trees_are_of_all_kinds() {
    let steps = |tree: &Tree, parent: Kind, child: Kind| {
        let below = |node: usize| tree.children(node).iter().any(|&c| tree.kind(c) == Some(child));
        (0..tree.nodes.len()).any(|node| tree.kind(node) == Some(parent) && below(node))
    };
    for kind in [Kind::Max, Kind::Min, Kind::Chance] {
        assert!(share_with(|_, tree| tree.kind(0) == Some(kind)) > 400, "{kind:?} at the root");
        assert!(share_with(|_, tree| steps(tree, kind, kind)) > 200, "{kind:?} twice in a row");
    }
    let single = |tree: &Tree| (0..tree.nodes.len()).any(|node| tree.children(node).len() == 1);
    assert!(share_with(|_, tree| single(tree)) > 200);
    assert!(share_with(|_, tree| tree.leaves.len() >= 12) > 400);
    assert!(share_with(|case, _| !case.question().is_idle()) > 1_600);
    // Something is pruned, but not everything, by a search with an epsilon and chance nodes.
    let pruned = share_with(|case, tree| {
        let leaves = rollouts(tree, &case.question(), Policy::Leftmost).leaves.len();
        case.epsilon > 0.0 && tree.has_chance() && 1 < leaves && leaves < tree.leaves.len()
    });
    assert!(pruned > 300, "{pruned}");
}

/// Where floats are to be exact, what there is to know is exact in floats.
#[test]
fn dyadic_values_are_floats() {
    let is_float = |number: &Exact| Exact::of(number.approximately()) == *number;
    let all = share_with(|case, tree| {
        let run = rollouts(tree, &case.question(), Policy::BestFirst);
        let mut ends = run.of_children.iter().flat_map(|span| [&span.lower, &span.upper]);
        is_float(&tree.value(0)) && ends.all(is_float)
    });
    assert_eq!(all, 2_000);
}
