//! Weinstein, Littman and Goschin, "Rollout-based Game-tree Search Outprunes Traditional
//! Alpha-beta", EWRL 2012: the theorems about FSSS-Minimax, for the library's `fsss`.

use gametree::exact::{AlphaBeta, MtSss};
use gametree::{Fsss, Keep};
use proptest::prelude::*;

use crate::property::properties;
use crate::reference::{INF, Nest, empty_storage, fsss};
use crate::support::*;

/// How many random trees each property is tried on.
const CASES: u32 = 12_000;

properties! {
    #![cases(CASES)]

    /// The printed algorithm and the library evaluate the same leaves and leave the same bounds.
    #[test]
    fn fsss_is_algorithm_1(shape in shapes()) {
        let game = shape.game();
        let tree = &game.tree;
        let mut expected = empty_storage(tree);
        let leaves = fsss::fsss(tree, &mut expected);
        let mut shelf: Shelf = Shelf::new(tree, empty_storage(tree));
        for report in [
            run(&game, Fsss::new()),
            run(&game, Fsss::new().keep(Keep::Nothing)),
            run_over(&game, Fsss::new(), &mut shelf),
        ] {
            prop_assert_eq!(&report.leaves, &leaves);
            prop_assert_eq!(report.value(), Some(tree.value(0)));
        }
        prop_assert_eq!(shelf.records, expected);
    }

    /// The same from any consistent storage.
    #[test]
    fn fsss_is_algorithm_1_from_consistent_storage(shape in shapes(), slacks in slacks()) {
        let game = shape.game();
        let tree = &game.tree;
        // A lone leaf is always looked at by the library.
        if tree.len() == 1 {
            return Ok(());
        }
        let start = consistent_storage(tree, &slacks);
        let mut expected = start.clone();
        let leaves = fsss::fsss(tree, &mut expected);
        let mut shelf: Shelf = Shelf::new(tree, start);
        let report = run_over(&game, Fsss::new(), &mut shelf);
        prop_assert_eq!(report.leaves, leaves);
        prop_assert_eq!(shelf.records, expected);
    }

    /// Theorem 1: no closed node is entered, and all bounds are right at all times.
    #[test]
    fn theorem_1(shape in shapes(), slacks in slacks()) {
        let game = shape.game();
        let tree = &game.tree;
        for start in [empty_storage(tree), consistent_storage(tree, &slacks)] {
            let mut shelf: Shelf = Shelf::new(tree, start);
            (shelf.open_only, shelf.only_shrinks) = (true, true);
            let report = run_over(&game, Fsss::new(), &mut shelf);
            shelf.check();
            prop_assert!(!report.repeats());
            prop_assert_eq!(report.value(), Some(tree.value(0)));
        }
    }

    /// Theorem 1 with admissible bounds, of the game or of a store: all bounds stay right, and no
    /// leaf is evaluated twice. (The paper does not say how such bounds are to be used, and the
    /// reference may read it in another way than the library; so leaves are not compared.)
    #[test]
    fn theorem_1_with_admissible_bounds(shape in shapes(), slacks in slacks()) {
        let tree = &shape.tree();
        let start = valid_storage(tree, &slacks);
        let mut expected = start.clone();
        fsss::fsss_admissible(tree, &mut expected);
        prop_assert_eq!(expected[0], (tree.value(0), tree.value(0)));

        let plain = shape.game();
        let mut shelf: Shelf = Shelf::new(tree, start.clone());
        let stored = run_over(&plain, Fsss::new(), &mut shelf);
        shelf.check();

        let game = shape.game().with_facts(Some(start.clone()), Some(start.clone()));
        let stated = run(&game, Fsss::new());

        let late = shape.game().with_facts(Some(start), None);
        let late = run(&late, Fsss::new());
        for report in [&stored, &stated, &late] {
            prop_assert_eq!(report.value(), Some(tree.value(0)));
            prop_assert!(!report.repeats());
        }
    }

    /// Theorem 2: FSSS evaluates no leaf that alpha-beta does not, whatever range is stated.
    #[test]
    fn theorem_2(shape in shapes(), slack in proptest::option::of((0..3i64, 0..3i64))) {
        let game = shape.game();
        // A lone leaf is always looked at by the library.
        if game.tree.len() == 1 {
            return Ok(());
        }
        let values = all_values(&game.tree);
        let range = slack.map_or((-INF, INF), |(below, above)| {
            (values.iter().min().unwrap() - below, values.iter().max().unwrap() + above)
        });
        let question = || value_of().range(bounds(range));
        let fsss = run_asked(&game, question(), Fsss::new());
        let alphabeta = run_asked(&game, question(), AlphaBeta);
        prop_assert_eq!(fsss.value(), Some(game.tree.value(0)));
        prop_assert!(is_subset(&fsss.leaves, &alphabeta.leaves));
    }

    /// Within a window: the bounds close it, and alpha-beta with the same window evaluates every
    /// leaf that FSSS does.
    #[test]
    fn theorem_2_within_a_window(shape in shapes(), alpha in -6..6i64, width in 1..8i64) {
        let game = shape.game();
        let asked = (alpha, alpha + width);
        let question = || value_of().window(window(asked.0, asked.1));
        let fsss = run_asked(&game, question(), Fsss::new());
        let alphabeta = run_asked(&game, question(), AlphaBeta);
        prop_assert!(contains(fsss.bounds, game.tree.value(0)));
        prop_assert!(alpha.max(fsss.bounds.0) >= asked.1.min(fsss.bounds.1));
        prop_assert!(is_subset(&fsss.leaves, &alphabeta.leaves));
    }
}

/// Here MTD(+infinity) needs fewer leaves than FSSS.
#[test]
fn fsss_does_not_dominate_mtd() {
    let inner = max(vec![min(leaves([0, 2])), Nest::Leaf(1)]);
    let game = Explicit::from_nest(&min(vec![inner, Nest::Leaf(1)]));
    assert_eq!(run(&game, Fsss::new()).leaves.len(), 4);
    assert_eq!(run(&game, MtSss).leaves.len(), 3);
}

/// Here FSSS needs fewer leaves than MTD(+infinity).
#[test]
fn mtd_does_not_dominate_fsss() {
    let game = Explicit::from_nest(&min(vec![max(leaves([1, 0])), Nest::Leaf(0)]));
    assert_eq!(run(&game, Fsss::new()).leaves.len(), 2);
    assert_eq!(run(&game, MtSss).leaves.len(), 3);
}

/// Ties everywhere: without the epsilon the search would not come to an end.
#[test]
fn ties_do_not_hang_fsss() {
    let pair = || max(leaves([0, 0]));
    let game =
        Explicit::from_nest(&max(vec![min(vec![pair(), pair()]), min(vec![pair(), pair()])]));
    let report = run(&game, Fsss::new());
    assert_eq!((report.value(), report.repeats()), (Some(0), false));
}
