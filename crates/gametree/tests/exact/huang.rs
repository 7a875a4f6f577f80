//! Huang, "Pruning Game Tree by Rollouts", AAAI 2015: its lemmas and theorems, in the form in which
//! they are true, for the algorithms of the library.
//!
//! As printed, Lemmas 2 and 3 and Theorems 2 and 3 are claimed for every coherent storage, where
//! they are false (see the named examples below). They hold from every *consistent* storage: each
//! inner node's interval is what its children's intervals give. From any other valid storage the
//! library still promises the exact value, and its rollouts evaluate no leaf twice.

use std::cell::RefCell;
use std::sync::Arc;

use gametree::exact::{AlphaBeta, AlphaBeta2, MtSss, MtSss2};
use gametree::policy::{Leftmost, MaxUpper, Node as View, Policy, Random};
use gametree::{Rollout, Stop, Value, Window};
use proptest::prelude::*;

use crate::property::properties;
use crate::reference::huang::{self, Policy as Choice};
use crate::reference::sss::sss;
use crate::reference::{INF, Nest, Node, Storage, Tree, empty_storage};
use crate::support::*;

/// How many random trees each property is tried on.
const CASES: u32 = 5_000;

// ------------------------------------------------------------------------------------------------
// Lemmas 1 to 3
// ------------------------------------------------------------------------------------------------

properties! {
    #![cases(CASES)]

    /// Lemma 1, for whole searches: what was not evaluated cannot change the answer, nor the search.
    #[test]
    fn leaves_that_are_not_evaluated_do_not_matter(shape in shapes(), seed: u64) {
        let game = shape.game();
        let mut dice = Dice(seed);
        for spec in specs(seed) {
            let before = run_spec(&game, value_of(), &spec);
            let mut other = game.clone();
            for (index, &leaf) in game.tree.leaves.iter().enumerate() {
                if !before.leaves.contains(&index) {
                    Arc::make_mut(&mut other.tree).nodes[leaf] = Node::Leaf(dice.roll(101) as i64 - 50);
                }
            }
            prop_assert_eq!(Some(other.tree.value(0)), before.value(), "{}", spec);
            let after = run_spec(&other, value_of(), &spec);
            prop_assert_eq!(after.leaves, before.leaves, "{}", spec);
        }
    }

    /// Lemma 2: windows and sets of active children only shrink, from any valid storage.
    /// Lemma 3: every rollout ends with a leaf, from any consistent storage.
    #[test]
    fn windows_only_shrink_and_rollouts_reach_leaves(
        shape in shapes(),
        slacks in slacks(),
        consistent: bool,
        seed: u64,
    ) {
        let game = shape.game();
        let tree = &game.tree;
        let storage = if consistent {
            consistent_storage(tree, &slacks)
        } else {
            valid_storage(tree, &slacks)
        };
        let check = |choose: &mut (dyn FnMut(&[usize], &[Value]) -> usize + Send)| {
            let mut shelf: Shelf = Shelf::new(tree, storage.clone());
            let (mut selects, mut learns) = (0, 0);
            let policy = Monotone { choose, selects: &mut selects, learns: &mut learns };
            let report = run_over(&game, Rollout::new(policy), &mut shelf);
            assert_eq!(report.value(), Some(tree.value(0)));
            if consistent && tree.len() > 1 {
                assert_eq!(learns, selects + report.leaves.len());
            }
        };
        check(&mut |active, _| active[0]);
        check(&mut |active, _| *active.last().unwrap());
        check(&mut |active, betas| {
            let best = betas.iter().max().unwrap();
            active[betas.iter().position(|beta| beta == best).unwrap()]
        });
        let mut dice = Dice(seed);
        check(&mut |active, _| active[dice.roll(active.len() as u64) as usize]);
    }

    /// Lemma 2 for the intervals: a search of the rollout family never tells its store less about
    /// a node than the store knew, and what the probe hears of the root only shrinks.
    #[test]
    fn intervals_only_shrink(shape in shapes(), slacks in slacks(), seed: u64) {
        let game = shape.game();
        let tree = &game.tree;
        let value = tree.value(0);
        for storage in [empty_storage(tree), consistent_storage(tree, &slacks)] {
            for spec in specs(seed) {
                let mut shelf: Shelf = Shelf::new(tree, storage.clone());
                shelf.only_shrinks = is_rollout(&spec) || spec.entry().name == "alphabeta2";
                let report = run_spec_over(&game, value_of(), &spec, &mut shelf);
                shelf.check();
                let mut last = (-INF, INF);
                for &bounds in &report.roots {
                    prop_assert!(encloses(last, bounds), "{}: {:?}", spec, report.roots);
                    prop_assert!(contains(bounds, value), "{}: {:?}", spec, report.roots);
                    last = bounds;
                }
                prop_assert_eq!(last, report.bounds, "{}: the last report", spec);
            }
        }
    }
}

/// A policy that checks at each node that the window and the set of active children have not grown
/// since it was last here.
struct Monotone<'c> {
    choose: &'c mut (dyn FnMut(&[usize], &[Value]) -> usize + Send),
    selects: &'c mut usize,
    learns: &'c mut usize,
}

impl Policy for Monotone<'_> {
    type Data = RefCell<Option<(Window, Vec<usize>)>>;

    fn select(&mut self, node: &View<'_, Self::Data>) -> usize {
        *self.selects += 1;
        let active: Vec<usize> = node.active().map(|child| child.index).collect();
        let betas: Vec<Value> = node.active().map(|child| child.window.beta).collect();
        let window = node.window();
        assert!(window.is_open() && !active.is_empty());
        if let Some((before, active_before)) = &*node.data().borrow() {
            assert!(before.alpha <= window.alpha && window.beta <= before.beta);
            assert!(is_subset(&active, active_before));
        }
        node.data().replace(Some((window, active.clone())));
        (self.choose)(&active, &betas)
    }

    fn learn(&mut self, _: &mut Self::Data, _: Value) {
        *self.learns += 1;
    }
}

// ------------------------------------------------------------------------------------------------
// Theorem 1, from the empty storage and from any other
// ------------------------------------------------------------------------------------------------

properties! {
    #![cases(CASES)]

    /// Every algorithm gives the exact value, and none but scout (which has no memory of its own)
    /// evaluates a leaf twice.
    #[test]
    fn every_algorithm_is_exact(shape in shapes(), seed: u64) {
        let game = shape.game();
        for spec in specs(seed) {
            let report = run_spec(&game, value_of(), &spec);
            prop_assert_eq!(report.value(), Some(game.tree.value(0)), "{}", spec);
            prop_assert_eq!(report.stop, Stop::Closed, "{}", spec);
            prop_assert!(spec.entry().name == "scout" || !report.repeats(), "{}", spec);
        }
    }

    /// The same over a store that knows something already, consistent or not, whether it answers
    /// about children or not, and whether equal subtrees share a record or not. No record is ever
    /// wrong.
    #[test]
    fn every_algorithm_is_exact_from_any_valid_storage(
        shape in shapes(),
        slacks in slacks(),
        seed: u64,
    ) {
        let game = shape.game();
        let tree = &game.tree;
        let storage = valid_storage(tree, &slacks);
        for spec in specs(seed) {
            let mut shelf: Shelf = Shelf::new(tree, storage.clone());
            let mut blind: Shelf<'_, false> = Shelf::new(tree, storage.clone());
            let mut shared: Shelf = Shelf::shared(tree, storage.clone());
            let reports = [
                run_spec_over(&game, value_of(), &spec, &mut shelf),
                run_spec_over(&game, value_of(), &spec, &mut blind),
                run_spec_over(&game, value_of(), &spec, &mut shared),
            ];
            shelf.check();
            blind.check();
            shared.check();
            for report in reports {
                prop_assert_eq!(report.value(), Some(tree.value(0)), "{}", spec);
                prop_assert!(!report.repeats(), "{}", spec);
            }
        }
    }

    /// A store may forget: searches of the rollout family still evaluate no leaf twice.
    #[test]
    fn every_algorithm_is_exact_over_a_forgetful_store(
        shape in shapes(),
        slacks in slacks(),
        one_in in 1..8u64,
        seed: u64,
    ) {
        let game = shape.game();
        let tree = &game.tree;
        let storage = valid_storage(tree, &slacks);
        for spec in specs(seed) {
            let mut shelf: Shelf = Shelf::forgetful(tree, storage.clone(), one_in, seed);
            let mut blind: Shelf<'_, false> =
                Shelf::forgetful(tree, storage.clone(), one_in, seed);
            let reports = [
                run_spec_over(&game, value_of(), &spec, &mut shelf),
                run_spec_over(&game, value_of(), &spec, &mut blind),
            ];
            shelf.check();
            blind.check();
            for report in reports {
                prop_assert_eq!(report.value(), Some(tree.value(0)), "{}", spec);
                prop_assert!(!is_rollout(&spec) || !report.repeats(), "{}", spec);
            }
        }
    }

    /// What a search has found out about the root it leaves in the store.
    #[test]
    fn a_store_is_left_with_the_answer(shape in shapes(), slacks in slacks(), seed: u64) {
        let game = shape.game();
        let tree = &game.tree;
        for spec in specs(seed) {
            let mut shelf: Shelf = Shelf::new(tree, valid_storage(tree, &slacks));
            let report = run_spec_over(&game, value_of(), &spec, &mut shelf);
            prop_assert_eq!(shelf.records[0], report.bounds, "{}", spec);
        }
    }

    /// Facts of the game, about positions or about children, make nothing wrong either.
    #[test]
    fn every_algorithm_is_exact_with_facts(
        shape in shapes(),
        (facts, child_facts) in (slacks(), slacks()),
        which in 1..4u8,
        seed: u64,
    ) {
        let tree = shape.tree();
        let facts = (which & 1 != 0).then(|| valid_storage(&tree, &facts));
        let child_facts = (which & 2 != 0).then(|| valid_storage(&tree, &child_facts));
        let game = Explicit::new(&tree).with_facts(facts, child_facts);
        for spec in specs(seed) {
            let mut shelf: Shelf = Shelf::new(&tree, empty_storage(&tree));
            let reports = [
                run_spec(&game, value_of(), &spec),
                run_spec_over(&game, value_of(), &spec, &mut shelf),
            ];
            shelf.check();
            for report in reports {
                prop_assert_eq!(report.value(), Some(tree.value(0)), "{}", spec);
                prop_assert!(spec.entry().name == "scout" || !report.repeats(), "{}", spec);
            }
        }
    }
}

// ------------------------------------------------------------------------------------------------
// Theorem 2, and the chain of Algorithms 6 to 10
// ------------------------------------------------------------------------------------------------

/// Panics unless the library's own tree store holds what `storage` does, and nothing is stored
/// about the nodes that it does not know.
fn assert_same_storage(tree: &Tree, store: &gametree::store::Tree, storage: &Storage) {
    let mut paths: Vec<Vec<usize>> = vec![Vec::new()];
    for node in 1..tree.len() {
        let parent = tree.parents[node].unwrap();
        let place = tree.children(parent).iter().position(|&child| child == node).unwrap();
        let mut path = paths[parent].clone();
        path.push(place);
        paths.push(path);
    }
    for (node, path) in paths.iter().enumerate() {
        let known = store.bounds(path).map_or((-INF, INF), pair);
        assert_eq!(known, storage[node], "node {node}");
    }
}

properties! {
    #![cases(CASES)]

    /// `alphabeta` is Algorithm 1, `alphabeta2` and `rollout:leftmost` are Algorithm 5, and in one
    /// pass over an empty storage all of them evaluate the same leaves.
    #[test]
    fn alphabeta_is_algorithm_1_and_leftmost_is_algorithm_5(shape in shapes()) {
        let game = shape.game();
        let tree = &game.tree;
        let mut one = empty_storage(tree);
        let (g, leaves) = huang::alpha_beta_both(tree, &mut one, -INF, INF);
        prop_assert_eq!(&huang::alpha_beta(tree, &mut empty_storage(tree), -INF, INF).1, &leaves);
        let mut two = empty_storage(tree);
        let (_, leaves2) = huang::alpha_beta2(tree, &mut two, -INF, INF);
        prop_assert_eq!(&leaves, &leaves2);

        let mut shelf: Shelf = Shelf::new(tree, empty_storage(tree));
        let mut own = gametree::store::Tree::new(usize::MAX);
        for report in [
            run(&game, AlphaBeta),
            run_over(&game, AlphaBeta, &mut shelf),
            run_over_tree(&game, AlphaBeta, &mut own),
        ] {
            prop_assert_eq!((report.value(), &report.leaves), (Some(g), &leaves));
        }
        prop_assert_eq!(&shelf.records, &one);
        assert_same_storage(tree, &own, &one);

        for leftmost in [false, true] {
            let mut shelf: Shelf = Shelf::new(tree, empty_storage(tree));
            let mut own = gametree::store::Tree::new(usize::MAX);
            let reports = if leftmost {
                [
                    run(&game, Rollout::new(Leftmost)),
                    run_over(&game, Rollout::new(Leftmost), &mut shelf),
                    run_over_tree(&game, Rollout::new(Leftmost), &mut own),
                ]
            } else {
                [
                    run(&game, AlphaBeta2),
                    run_over(&game, AlphaBeta2, &mut shelf),
                    run_over_tree(&game, AlphaBeta2, &mut own),
                ]
            };
            for report in reports {
                prop_assert_eq!((report.value(), &report.leaves), (Some(g), &leaves));
            }
            prop_assert_eq!(&shelf.records, &two);
            assert_same_storage(tree, &own, &two);
        }
    }

    /// Theorem 2 with the steps of its proof: Algorithms 4, 6, 7, 8, 9, 10 and 5, the library's
    /// `alphabeta2` and its `rollout:leftmost`, within any window and from any consistent storage,
    /// evaluate the same leaves and leave the same storage.
    #[test]
    fn theorem_2(shape in shapes(), slacks in slacks(), alpha in -6..6i64, width in 0..8i64) {
        let game = shape.game();
        let tree = &game.tree;
        let start = consistent_storage(tree, &slacks);
        let (alpha, beta) = if width == 0 { (-INF, INF) } else { (alpha, alpha + width) };
        let mut expected = start.clone();
        let (_, leaves) = huang::alpha_beta2(tree, &mut expected, alpha, beta);

        let mut storages = vec![start.clone(); 6];
        let [m6, m7, m8, m9, m10, m4] = &mut storages[..] else { unreachable!() };
        let mut logs = vec![
            huang::wrapper_6(tree, m6, alpha, beta, &mut Choice::Leftmost).unwrap(),
            huang::wrapper_7(tree, m7, alpha, beta).unwrap(),
            huang::wrapper_8(tree, m8, alpha, beta).unwrap(),
            huang::wrapper_9(tree, m9, alpha, beta),
            huang::wrapper_10(tree, m10, alpha, beta),
        ];
        if width == 0 {
            logs.push(huang::rollouts(tree, m4, &mut Choice::Leftmost).unwrap());
        } else {
            m4.clone_from(&expected);
        }
        let mut shelf: Shelf = Shelf::new(tree, start.clone());
        logs.push(run_window(&game, (alpha, beta), AlphaBeta2, &mut shelf).leaves);
        storages.push(shelf.records);
        // A lone leaf is always looked at by the rollouts of the library.
        if tree.len() > 1 {
            let mut shelf: Shelf = Shelf::new(tree, start.clone());
            let mut blind: Shelf<'_, false> = Shelf::new(tree, start.clone());
            logs.push(run_window(&game, (alpha, beta), Rollout::new(Leftmost), &mut shelf).leaves);
            logs.push(run_window(&game, (alpha, beta), Rollout::new(Leftmost), &mut blind).leaves);
            storages.push(shelf.records);
        }
        for (i, log) in logs.iter().enumerate() {
            prop_assert_eq!(log, &leaves, "log {}", i);
        }
        for (i, storage) in storages.iter().enumerate() {
            prop_assert_eq!(storage, &expected, "storage {}", i);
        }
    }

    /// Algorithm 1 within any window, from the empty storage.
    #[test]
    fn alphabeta_is_algorithm_1_within_a_window(
        shape in shapes(),
        alpha in -6..6i64,
        width in 1..8i64,
    ) {
        let game = shape.game();
        let tree = &game.tree;
        let mut expected = empty_storage(tree);
        let (_, leaves) = huang::alpha_beta_both(tree, &mut expected, alpha, alpha + width);
        let mut shelf: Shelf = Shelf::new(tree, empty_storage(tree));
        let report = run_window(&game, (alpha, alpha + width), AlphaBeta, &mut shelf);
        prop_assert_eq!(report.leaves, leaves);
        prop_assert_eq!(shelf.records, expected);
    }
}

// ------------------------------------------------------------------------------------------------
// Theorems 3 and 4, SSS*
// ------------------------------------------------------------------------------------------------

properties! {
    #![cases(CASES)]

    /// `mt-sss` is Algorithm 2 over Algorithm 1 with both bounds at leaves, which is SSS*.
    #[test]
    fn mt_sss_is_sss(shape in shapes()) {
        let game = shape.game();
        let tree = &game.tree;
        let mut expected = empty_storage(tree);
        let leaves = huang::mt_sss(tree, &mut expected);
        prop_assert_eq!(sss(tree), (tree.value(0), leaves.clone()));
        let mut shelf: Shelf = Shelf::new(tree, empty_storage(tree));
        let mut own = gametree::store::Tree::new(usize::MAX);
        for report in [
            run(&game, MtSss),
            run_over(&game, MtSss, &mut shelf),
            run_over_tree(&game, MtSss, &mut own),
        ] {
            prop_assert_eq!(&report.leaves, &leaves);
        }
        prop_assert_eq!(&shelf.records, &expected);
        assert_same_storage(tree, &own, &expected);
    }

    /// Theorem 3: `rollout:max-upper`, `mt-sss2`, Algorithm 4 with the policy of Equation 6,
    /// Algorithm 2 over Algorithm 5, and Algorithm 11 evaluate the same leaves and leave the same
    /// storage, from any consistent storage.
    #[test]
    fn theorem_3(shape in shapes(), slacks in slacks()) {
        let game = shape.game();
        let tree = &game.tree;
        for start in [empty_storage(tree), consistent_storage(tree, &slacks)] {
            let mut expected = start.clone();
            let leaves = huang::mt_sss2(tree, &mut expected);
            let mut storages = vec![start.clone(); 2];
            let [m4, m11] = &mut storages[..] else { unreachable!() };
            let mut logs = vec![
                huang::rollouts(tree, m4, &mut Choice::MaxUpper).unwrap(),
                huang::mt_sss_rollouts(tree, m11).unwrap(),
            ];
            let mut shelf: Shelf = Shelf::new(tree, start.clone());
            logs.push(run_over(&game, MtSss2, &mut shelf).leaves);
            storages.push(shelf.records);
            if start == empty_storage(tree) {
                logs.push(run(&game, MtSss2).leaves);
                logs.push(run(&game, Rollout::new(MaxUpper)).leaves);
            }
            // A lone leaf is always looked at by the rollouts of the library.
            if tree.len() > 1 {
                let mut shelf: Shelf = Shelf::new(tree, start.clone());
                let mut own = gametree::store::Tree::new(usize::MAX);
                logs.push(run_over(&game, Rollout::new(MaxUpper), &mut shelf).leaves);
                storages.push(shelf.records);
                if start == empty_storage(tree) {
                    logs.push(run_over_tree(&game, Rollout::new(MaxUpper), &mut own).leaves);
                    assert_same_storage(tree, &own, &expected);
                }
            }
            for (i, log) in logs.iter().enumerate() {
                prop_assert_eq!(log, &leaves, "log {}", i);
            }
            for (i, storage) in storages.iter().enumerate() {
                prop_assert_eq!(storage, &expected, "storage {}", i);
            }
        }
    }

    /// Theorem 4: the leaves of `mt-sss2` are a subsequence of those of `mt-sss`, in order. And
    /// SSS* never evaluates a leaf that alpha-beta does not.
    #[test]
    fn theorem_4(shape in shapes()) {
        let game = shape.game();
        let sss = run(&game, MtSss).leaves;
        let augmented = run(&game, MtSss2).leaves;
        prop_assert!(is_subsequence(&augmented, &sss), "{:?} of {:?}", augmented, sss);
        prop_assert!(is_subset(&sss, &run(&game, AlphaBeta).leaves));
    }
}

// ------------------------------------------------------------------------------------------------
// Named examples
// ------------------------------------------------------------------------------------------------

/// Runs every algorithm from a storage and checks all that it promises there.
fn exact_from(tree: &Tree, storage: &Storage) {
    let game = Explicit::new(tree);
    for spec in specs(1) {
        let mut shelf: Shelf = Shelf::new(tree, storage.clone());
        let report = run_spec_over(&game, value_of(), &spec, &mut shelf);
        assert_eq!(report.value(), Some(tree.value(0)), "{spec}");
        assert!(!report.repeats(), "{spec}");
        shelf.check();
    }
}

/// A coherent storage from which the printed Algorithm 4 finds no active child.
#[test]
fn the_storage_in_which_printed_rollouts_are_stuck() {
    let tree = Tree::new(&max(leaves([1])));
    let storage = vec![(0, 1), (1, 1)];
    assert!(huang::coherent(&tree, &storage) && !huang::consistent(&tree, &storage));
    assert!(huang::rollouts(&tree, &mut storage.clone(), &mut Choice::Leftmost).is_err());
    exact_from(&tree, &storage);
    let game = Explicit::new(&tree);
    for spec in specs(1).iter().filter(|spec| !looks_everywhere(spec)) {
        let mut shelf: Shelf = Shelf::new(&tree, storage.clone());
        let report = run_spec_over(&game, value_of(), spec, &mut shelf);
        assert_eq!(report.leaves, [0usize; 0], "{spec}");
    }
}

/// A coherent storage from which printed rollouts and Algorithm 5 evaluate different leaves.
#[test]
fn the_storage_in_which_theorem_2_fails() {
    let tree = Tree::new(&max(leaves([1, 2, 2])));
    let storage = vec![(2, INF), (-INF, INF), (0, 2), (-1, 5)];
    assert!(huang::coherent(&tree, &storage));
    let rollouts = huang::rollouts(&tree, &mut storage.clone(), &mut Choice::Leftmost).unwrap();
    let (_, recursion) = huang::alpha_beta2(&tree, &mut storage.clone(), -INF, INF);
    assert_eq!((rollouts, recursion), (vec![0, 1, 2], vec![0, 2]));
    exact_from(&tree, &storage);
}

/// As printed, Algorithm 2 over Algorithm 1 evaluates this leaf twice; the library does not.
#[test]
fn a_leaf_keeps_both_bounds() {
    let game = Explicit::from_nest(&max(leaves([4])));
    let mut storage = empty_storage(&game.tree);
    assert_eq!(huang::mt_sss_as_printed(&game.tree, &mut storage), [0, 0]);
    let report = run(&game, MtSss);
    assert_eq!((report.value(), report.leaves), (Some(4), vec![0]));
}

/// The smallest tree in which both bounds together save a leaf.
#[test]
fn both_bounds_save_a_leaf_where_leaves_tie() {
    let game = Explicit::from_nest(&max(vec![min(leaves([1, 1])), Nest::Leaf(1)]));
    assert_eq!(run(&game, MtSss).leaves.len(), 3);
    assert_eq!(run(&game, MtSss2).leaves.len(), 2);
    assert_eq!(run(&game, Rollout::new(MaxUpper)).leaves.len(), 2);
}

/// Going on at the deepest open node, rather than at the deepest unchanged one, would swap the last
/// two leaves.
#[test]
fn max_upper_leaves_a_node_whose_bound_has_dropped() {
    let game = Explicit::from_nest(&max(vec![min(leaves([2, 2])), Nest::Leaf(1)]));
    assert_eq!(run(&game, Rollout::new(MaxUpper)).leaves, [0, 2, 1]);
    assert_eq!(run(&game, Rollout::new(Leftmost)).leaves, [0, 1, 2]);
}

/// After two leaves the MIN node is worth at most 5, so its second child's having no upper bound of
/// its own says nothing: both windows end at 5, and the first child goes on.
#[test]
fn max_upper_reads_the_window() {
    let first = max(vec![min(leaves([5, 0])), min(leaves([4, 0]))]);
    let game = Explicit::from_nest(&max(vec![min(vec![first, Nest::Leaf(9)])]));
    let leaves = run(&game, Rollout::new(MaxUpper)).leaves;
    assert_eq!(leaves[..3], [0, 2, 1]);
    assert_eq!(leaves, huang::mt_sss2(&game.tree, &mut empty_storage(&game.tree)));
}

/// A random policy may evaluate a leaf that alpha-beta prunes; that is not a fault.
#[test]
fn a_random_policy_may_evaluate_more_than_alphabeta() {
    let game = Explicit::from_nest(&max(vec![Nest::Leaf(1), min(leaves([0, 0]))]));
    let pruned = run(&game, AlphaBeta).leaves;
    let more = |seed| !is_subset(&run(&game, Rollout::new(Random::new(seed))).leaves, &pruned);
    assert!((0..100).any(more));
}

/// A fact that is learned on entering a child counts before the search goes on below it: the other
/// child has the larger upper bound now.
#[test]
fn max_upper_chooses_again_after_news() {
    let game = Explicit::from_nest(&max(vec![min(leaves([0, 1])), min(leaves([5, 6]))]));
    let mut facts = empty_storage(&game.tree);
    facts[1].1 = 1;
    let game = game.with_facts(Some(facts), None);
    let report = run(&game, Rollout::new(MaxUpper));
    assert_eq!((report.value(), report.leaves), (Some(5), vec![2, 3]));
}
