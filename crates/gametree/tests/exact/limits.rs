//! What a search answers when it may not go on, when it is asked for less than everything, and
//! when somebody lies to it. Every property is tried on every algorithm of the registry.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use gametree::registry::Spec;
use gametree::{Basis, Limits, SearchError, Stop};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::property::properties;
use crate::reference::{INF, Kind, Nest, Storage, Tree, empty_storage};
use crate::support::*;

/// How many random trees each property is tried on.
const CASES: u32 = 3_000;
/// The same where a tree is searched once for each number of leaves or nodes.
const FEW: u32 = 800;

fn limited(game: &Explicit, limits: Limits, spec: &Spec) -> Report {
    run_spec(game, value_of().limits(limits), spec)
}

/// What holds of every answer: the bounds contain the value, the line is legal, and what the probe
/// heard is sound and ends with the answer.
fn check_sound(game: &Explicit, report: &Report, spec: &Spec) {
    let value = game.tree.value(0);
    assert!(contains(report.bounds, value), "{spec}: {value} not in {:?}", report.bounds);
    assert!(game.follow(&report.pv).is_some(), "{spec}: {:?} is not legal", report.pv);
    for &root in &report.roots {
        assert!(contains(root, value), "{spec}: reported {root:?}");
    }
    assert_eq!(report.roots.last(), Some(&report.bounds), "{spec}");
}

// ------------------------------------------------------------------------------------------------
// Limits
// ------------------------------------------------------------------------------------------------

properties! {
    #![cases(FEW)]

    /// With a limit of N leaves a search evaluates the first N leaves of the unlimited one, no
    /// more and no fewer; its bounds are sound and only get tighter with N.
    ///
    /// Two exceptions: `mt-sss` transmits one bound, so it may drop the other one when a pass ends;
    /// and `minimax`, `own-bounds` and `scout` may know the value before they have evaluated all the leaves that
    /// they want to, which shows only if they are stopped.
    #[test]
    fn a_limit_on_leaves(shape in shapes(), seed: u64) {
        let game = shape.game();
        for spec in specs(seed) {
            let full = run_spec(&game, value_of(), &spec);
            let total = full.leaves.len();
            let mut last = (-INF, INF);
            for n in 0..=total + 1 {
                let limits = Limits::none().leaves(n as u64);
                let report = limited(&game, limits, &spec);
                check_sound(&game, &report, &spec);
                prop_assert_eq!(&report.leaves[..], &full.leaves[..n.min(total)], "{}", spec);
                let one_bound = spec.entry().name == "mt-sss";
                prop_assert!(one_bound || encloses(last, report.bounds), "{} at {}", spec, n);
                last = report.bounds;
                // With the very last leaf the answer may or may not be there yet: a search may
                // have to step on to see that it is done.
                let done = report.stop == Stop::Closed;
                prop_assert!(done || report.stop == Stop::Leaves, "{}: {:?}", spec, report.stop);
                let early = may_know_early(&spec);
                prop_assert!(!done || n >= total || early, "{} at {} of {}", spec, n, total);
                prop_assert_eq!(done, report.value().is_some(), "{}", spec);
                prop_assert!(done || n <= total, "{} at {} of {}", spec, n, total);
                prop_assert!(done || n < total || !is_rollout(&spec), "{} has all leaves", spec);
            }
            prop_assert_eq!(last, full.bounds, "{}", spec);
        }
    }

    /// The same for nodes.
    #[test]
    fn a_limit_on_nodes(shape in shapes(), seed: u64) {
        let game = shape.game();
        for spec in specs(seed) {
            let full = run_spec(&game, value_of(), &spec);
            let total = full.counts.nodes;
            let mut last = (-INF, INF);
            for n in 0..=total + 1 {
                let report = limited(&game, Limits::none().nodes(n), &spec);
                check_sound(&game, &report, &spec);
                let used = report.counts.nodes;
                prop_assert!(full.leaves.starts_with(&report.leaves), "{}", spec);
                let one_bound = spec.entry().name == "mt-sss";
                prop_assert!(one_bound || encloses(last, report.bounds), "{} at {}", spec, n);
                last = report.bounds;
                prop_assert_eq!(used, n.min(total), "{}", spec);
                let done = report.stop == Stop::Closed;
                prop_assert!(done || report.stop == Stop::Nodes, "{}: {:?}", spec, report.stop);
                prop_assert_eq!(done, report.value().is_some(), "{}", spec);
                let early = may_know_early(&spec);
                prop_assert!(done == (n >= total.max(1)) || done && early, "{} {}", spec, n);
            }
        }
    }

    /// Little memory: no panic, and a sound answer.
    #[test]
    fn a_limit_on_memory(shape in shapes(), seed: u64) {
        let game = shape.game();
        for spec in specs(seed) {
            for bytes in [0, 1, 100, 300, 500, 1_000, 2_000, 4_000, 8_000, 100_000] {
                let limits = Limits::none().memory(bytes);
                let report = limited(&game, limits, &spec);
                check_sound(&game, &report, &spec);
                match report.stop {
                    Stop::Closed => prop_assert!(report.value().is_some(), "{}", spec),
                    stop => prop_assert_eq!(stop, Stop::Memory, "{}", spec),
                }
                prop_assert!(!is_rollout(&spec) || !report.repeats(), "{}", spec);
            }
        }
    }

    /// A flag that is set, or no time at all: nothing is evaluated, and nothing is claimed.
    #[test]
    fn no_time_and_a_flag(shape in shapes(), seed: u64) {
        let game = shape.game();
        let flag = Some(Arc::new(AtomicBool::new(true)));
        for spec in specs(seed) {
            let stopped = limited(&game, Limits::none().stop(flag.clone()), &spec);
            prop_assert_eq!(stopped.stop, Stop::Interrupted, "{}", spec);
            let time = Some(Duration::ZERO);
            let late = limited(&game, Limits::none().time(time), &spec);
            prop_assert_eq!(late.stop, Stop::Time, "{}", spec);
            for report in [stopped, late] {
                check_sound(&game, &report, &spec);
                prop_assert_eq!(report.bounds, (-INF, INF), "{}", spec);
                prop_assert!(report.leaves.is_empty(), "{}", spec);
            }
        }
    }

    /// A limit on leaves in a game with facts, over a store: still sound.
    #[test]
    fn a_limit_with_facts(
        shape in shapes(),
        (facts, stored) in (slacks(), slacks()),
        which in 0..4u8,
        n in 0..20u64,
        seed: u64,
    ) {
        let tree = shape.tree();
        let facts = valid_storage(&tree, &facts);
        let game = shape.game().with_facts(
            (which & 1 != 0).then(|| facts.clone()),
            (which & 2 != 0).then(|| facts.clone()),
        );
        for spec in specs(seed) {
            let question = || {
                value_of().limits(Limits::none().leaves(n))
            };
            let mut shelf: Shelf = Shelf::new(&tree, valid_storage(&tree, &stored));
            let mut blind: Shelf<'_, false> = Shelf::new(&tree, valid_storage(&tree, &stored));
            for report in [
                run_spec(&game, question(), &spec),
                run_spec_over(&game, question(), &spec, &mut shelf),
                run_spec_over(&game, question(), &spec, &mut blind),
            ] {
                check_sound(&game, &report, &spec);
                prop_assert!(report.leaves.len() as u64 <= n, "{}", spec);
                prop_assert!(matches!(report.stop, Stop::Closed | Stop::Leaves), "{}", spec);
            }
            shelf.check();
            blind.check();
        }
    }
}

// ------------------------------------------------------------------------------------------------
// Windows and ranges
// ------------------------------------------------------------------------------------------------

/// Whether bounds leave nothing open between alpha and beta.
fn closes((lower, upper): (i64, i64), (alpha, beta): (i64, i64)) -> bool {
    alpha.max(lower) >= beta.min(upper)
}

properties! {
    #![cases(CASES)]

    /// Any window: the bounds close it and are sound; inside of it they have met.
    #[test]
    fn windows(shape in shapes(), alpha in -8..8i64, width in 1..10i64, n in 0..30u64, seed: u64) {
        let game = shape.game();
        let value = game.tree.value(0);
        for asked in [(alpha, alpha + width), (-INF, alpha), (alpha, INF)] {
            for spec in specs(seed) {
                let question = || value_of().window(window(asked.0, asked.1));
                let report = run_spec(&game, question(), &spec);
                check_sound(&game, &report, &spec);
                prop_assert!(closes(report.bounds, asked), "{}: {:?}", spec, report.bounds);
                prop_assert_eq!(report.stop, Stop::Closed, "{}", spec);
                if asked.0 < value && value < asked.1 {
                    prop_assert_eq!(report.bounds, (value, value), "{}", spec);
                }
                let few = Limits::none().leaves(n);
                let report = run_spec(&game, question().limits(few), &spec);
                check_sound(&game, &report, &spec);
                let answered = closes(report.bounds, asked);
                prop_assert_eq!(answered, report.stop == Stop::Closed, "{}", spec);
            }
        }
    }

    /// A window may be empty: then every answer will do, as long as it is true.
    #[test]
    fn empty_windows(shape in shapes(), alpha in -8..8i64, width in 0..3i64, seed: u64) {
        let game = shape.game();
        for spec in specs(seed) {
            let question = value_of().window(window(alpha, alpha - width));
            let report = run_spec(&game, question, &spec);
            check_sound(&game, &report, &spec);
            prop_assert_eq!(report.stop, Stop::Closed, "{}", spec);
        }
    }

    /// Windows over a store that knows something.
    #[test]
    fn windows_over_a_store(
        shape in shapes(),
        slacks in slacks(),
        alpha in -8..8i64,
        width in 1..10i64,
        seed: u64,
    ) {
        let game = shape.game();
        let asked = (alpha, alpha + width);
        for spec in specs(seed) {
            let mut shelf: Shelf = Shelf::new(&game.tree, valid_storage(&game.tree, &slacks));
            let question = value_of().window(window(asked.0, asked.1));
            let report = run_spec_over(&game, question, &spec, &mut shelf);
            check_sound(&game, &report, &spec);
            shelf.check();
            prop_assert!(closes(report.bounds, asked), "{}: {:?}", spec, report.bounds);
        }
    }

    /// A range that holds every leaf changes no value. It never costs a leaf where the order of
    /// visits is fixed.
    #[test]
    fn a_true_range(shape in shapes(), below in 0..3i64, above in 0..3i64, seed: u64) {
        let game = shape.game();
        let values = all_values(&game.tree);
        let range = (values.iter().min().unwrap() - below, values.iter().max().unwrap() + above);
        for spec in specs(seed) {
            let report = run_spec(&game, value_of().range(bounds(range)), &spec);
            check_sound(&game, &report, &spec);
            prop_assert_eq!(report.value(), Some(values[0]), "{}", spec);
            prop_assert!(encloses(range, report.bounds), "{}", spec);
            if ["alphabeta", "alphabeta2", "rollout:leftmost"].contains(&spec.entry().name) {
                let unbounded = run_spec(&game, value_of(), &spec);
                prop_assert!(is_subsequence(&report.leaves, &unbounded.leaves), "{}", spec);
            }
        }
    }

    /// A range that a leaf contradicts is an error as soon as that leaf is evaluated, and none
    /// before.
    #[test]
    fn a_false_range(shape in shapes(), lower in -6..6i64, width in 0..8i64, seed: u64) {
        let game = shape.game();
        let range = (lower, lower + width);
        for spec in specs(seed) {
            let question = value_of().range(bounds(range));
            let (answer, watcher) = ask(&game, question, &Views::Nothing, &spec);
            let outside = watcher.leaves.iter().map(|&leaf| game.tree.value(leaf));
            let outside: Vec<i64> = outside.filter(|&value| !contains(range, value)).collect();
            match answer {
                Ok(_) => prop_assert!(outside.is_empty(), "{}: {:?}", spec, outside),
                Err(error) => {
                    prop_assert_eq!(outside.len(), 1, "{} goes on after an error", spec);
                    let SearchError::OutsideRange { value: found, range: of, path } = error else {
                        panic!("{spec}: {error}");
                    };
                    prop_assert_eq!((found, of), (value(outside[0]), bounds(range)), "{}", spec);
                    prop_assert!(path.is_some(), "{}: where?", spec);
                }
            }
        }
    }
}

/// Nobody but minimax asks for more than the window: the first leaf answers.
#[test]
fn nothing_beyond_the_window_is_asked() {
    let game = Explicit::from_nest(&max(leaves([5, 6])));
    for spec in specs(1).iter().filter(|spec| !looks_everywhere(spec)) {
        let report = run_spec(&game, value_of().window(window(0, 1)), spec);
        assert_eq!(report.leaves.len(), 1, "{spec}");
        assert!(closes(report.bounds, (0, 1)), "{spec}");
    }
}

// ------------------------------------------------------------------------------------------------
// Horizons, lines, all moves
// ------------------------------------------------------------------------------------------------

/// Minimax as far as `depth`, where evaluations stand in.
fn cut_off(tree: &Tree, views: &Views, node: usize, depth: u32) -> i64 {
    match tree.kind(node) {
        None => tree.value(node),
        Some(_) if depth == 0 => views.of(node).unwrap(),
        Some(kind) => {
            let below = tree.children(node).iter();
            let below = below.map(|&child| cut_off(tree, views, child, depth - 1));
            if kind == Kind::Max { below.max().unwrap() } else { below.min().unwrap() }
        }
    }
}

properties! {
    #![cases(CASES)]

    /// At any horizon every algorithm gives the value of the tree that is cut there. Facts about
    /// the true values do not disturb it, nor do limits.
    #[test]
    fn horizons(
        shape in shapes(),
        worths in vec(-4..5i64, 1..40),
        slacks in slacks(),
        n in 0..12u64,
        seed: u64,
    ) {
        let tree = shape.tree();
        let facts = valid_storage(&tree, &slacks);
        let game = shape.game().with_facts(Some(facts.clone()), Some(facts));
        let views = Views::Worths(worths);
        let deepest = depths(&tree).into_iter().max().unwrap();
        for plies in 0..=deepest + 1 {
            let expected = value(cut_off(&tree, &views, 0, plies));
            for spec in specs(seed) {
                let question = || value_of().horizon(plies);
                let outcome = ask(&game, question(), &views, &spec).0.unwrap();
                prop_assert_eq!(outcome.bounds.exact(), Some(expected), "{} {}", spec, plies);
                prop_assert_eq!(outcome.stop, Stop::Horizon, "{}", spec);
                prop_assert_eq!(outcome.basis, Basis::Horizon, "{}", spec);
                prop_assert_eq!(outcome.value(), None, "{} claims a proof", spec);
                let few = Limits::none().leaves(n);
                let outcome = ask(&game, question().limits(few), &views, &spec).0.unwrap();
                prop_assert!(outcome.bounds.contains(expected), "{} {}", spec, plies);
            }
        }
    }

    /// A horizon without an evaluation is an error exactly if an unfinished position is met there.
    #[test]
    fn a_horizon_needs_an_evaluation(shape in shapes(), plies in 0..6u32, seed: u64) {
        let game = shape.game();
        let deepest = depths(&game.tree).into_iter().max().unwrap();
        for spec in specs(seed) {
            match ask(&game, value_of().horizon(plies), &Views::Nothing, &spec).0 {
                Ok(outcome) => {
                    prop_assert_eq!(outcome.bounds.exact(), Some(value(game.tree.value(0))));
                }
                Err(error) => {
                    prop_assert_eq!(error, SearchError::NoEvaluation, "{}", spec);
                    prop_assert!(plies < deepest, "{}", spec);
                }
            }
        }
    }

    /// The line of a finished search leads to a leaf that has the root's value.
    #[test]
    fn lines_are_complete(shape in shapes(), seed: u64) {
        let game = shape.game();
        let values = all_values(&game.tree);
        for spec in specs(seed) {
            let report = run_spec(&game, value_of(), &spec);
            let mut node = 0;
            for &mv in &report.pv {
                node = game.tree.children(node)[mv];
                prop_assert_eq!(values[node], values[0], "{}: {:?}", spec, report.pv);
            }
            prop_assert!(game.tree.kind(node).is_none(), "{}: {:?}", spec, report.pv);
        }
    }

    /// With facts, or with a store that knew something before, the value may be known without a
    /// move that is known to reach it. So nothing is promised of the principal variation but that it is legal.
    #[test]
    fn a_pv_with_knowledge_is_legal(
        shape in shapes(),
        slacks in slacks(),
        which in 0..4u8,
        seed: u64,
    ) {
        let tree = shape.tree();
        let storage = valid_storage(&tree, &slacks);
        let game = shape.game().with_facts(
            (which & 1 != 0).then(|| storage.clone()),
            (which & 2 != 0).then(|| storage.clone()),
        );
        for spec in specs(seed) {
            let mut shelf: Shelf = Shelf::new(&tree, storage.clone());
            let report = if which == 0 {
                run_spec_over(&game, value_of(), &spec, &mut shelf)
            } else {
                run_spec(&game, value_of(), &spec)
            };
            check_sound(&game, &report, &spec);
        }
    }

    /// Asked again over the store of a search that is done, no algorithm but minimax evaluates
    /// anything, and each knows the best move.
    #[test]
    fn a_second_search_knows_the_answer(shape in shapes(), seed: u64) {
        let game = shape.game();
        let tree = &game.tree;
        // A lone leaf is always looked at by the rollouts of the library.
        if tree.len() == 1 {
            return Ok(());
        }
        for first in specs(seed) {
            let mut shelf: Shelf = Shelf::new(tree, empty_storage(tree));
            run_spec_over(&game, value_of(), &first, &mut shelf);
            for spec in specs(seed).iter().filter(|spec| !looks_everywhere(spec)) {
                let again = run_spec_over(&game, value_of(), spec, &mut shelf);
                prop_assert_eq!(again.value(), Some(tree.value(0)), "{} after {}", spec, first);
                prop_assert!(again.leaves.is_empty(), "{} after {}", spec, first);
                if let Some(&best) = again.pv.first() {
                    let child = tree.children(0)[best];
                    prop_assert_eq!(tree.value(child), tree.value(0), "{} after {}", spec, first);
                }
            }
        }
    }

    /// Somebody's order of moves changes neither the value nor the truth of the line.
    #[test]
    fn an_order_of_moves(shape in shapes(), worths in vec(-4..5i64, 1..40), seed: u64) {
        let game = shape.game();
        let values = all_values(&game.tree);
        let sorted = Views::Order(worths);
        for spec in specs(seed) {
            let outcome = ask(&game, value_of(), &sorted, &spec).0.unwrap();
            prop_assert_eq!(outcome.value(), Some(value(values[0])), "{}", spec);
            let end = game.follow(&outcome.pv);
            prop_assert_eq!(end.map(|node| values[node]), Some(values[0]), "{}", spec);
            prop_assert!(end.is_some_and(|node| game.tree.kind(node).is_none()), "{}", spec);
        }
    }

    /// `run_all` gives the exact value of every move, in the game's order, within one set of
    /// limits.
    #[test]
    fn every_move(shape in shapes(), n in 0..30u64, seed: u64) {
        let game = shape.game();
        let children = game.tree.children(0);
        for spec in specs(seed) {
            let all = ask_all(&game, value_of(), &spec).unwrap();
            prop_assert_eq!(all.len(), children.len(), "{}", spec);
            for (place, (mv, outcome)) in all.iter().enumerate() {
                prop_assert_eq!(*mv as usize, place, "{}", spec);
                let expected = value(game.tree.value(children[place]));
                prop_assert_eq!(outcome.value(), Some(expected), "{}", spec);
            }
            let few = Limits::none().leaves(n);
            let some = ask_all(&game, value_of().limits(few), &spec).unwrap();
            let used: u64 = some.iter().map(|(_, outcome)| outcome.counts.leaves).sum();
            prop_assert!(used <= n, "{} used {} of {}", spec, used, n);
            for (mv, outcome) in some {
                let expected = value(game.tree.value(children[mv as usize]));
                prop_assert!(outcome.bounds.contains(expected), "{}", spec);
            }
        }
    }
}

// ------------------------------------------------------------------------------------------------
// Lies
// ------------------------------------------------------------------------------------------------

/// What a liar says about the nodes of a tree.
fn lies(tree: &Tree, pairs: &[(i64, i64)]) -> Storage {
    let unbounded = |side: i64, infinity: i64| if side.abs() == 6 { infinity } else { side };
    let lie = |node: usize| pairs[node % pairs.len()];
    (0..tree.len())
        .map(|node| (unbounded(lie(node).0, -INF), unbounded(lie(node).1, INF)))
        .collect()
}

properties! {
    #![cases(CASES)]

    /// A store that lies gets a wrong answer, but an answer: no search hangs or panics.
    #[test]
    fn a_lying_store_hangs_nobody(
        shape in shapes(),
        pairs in vec((-6..=6i64, -6..=6i64), 1..40),
        fickle: bool,
        alpha in -8..8i64,
        width in 0..10i64,
        seed: u64,
    ) {
        let game = shape.game();
        let asked = if width == 0 { (-INF, INF) } else { (alpha, alpha + width) };
        for spec in specs(seed) {
            let mut liar = Liar::new(&game.tree, lies(&game.tree, &pairs), fickle);
            let question = value_of().window(window(asked.0, asked.1));
            let report = try_spec_over(&game, question, &spec, &mut liar);
            let Some(report) = report else { continue };
            let answered = closes(report.bounds, asked);
            prop_assert!(answered || report.stop == Stop::Stalled, "{}: {:?}", spec, report);
            prop_assert!(!is_rollout(&spec) || !report.repeats(), "{}: {:?}", spec, report);
            prop_assert!(game.follow(&report.pv).is_some(), "{}: {:?}", spec, report);
        }
    }

    /// So does a game that states false facts.
    #[test]
    fn a_lying_game_hangs_nobody(
        shape in shapes(),
        pairs in vec((-6..=6i64, -6..=6i64), 1..40),
        which in 1..4u8,
        seed: u64,
    ) {
        let facts = lies(&shape.tree(), &pairs);
        let game = shape.game().with_facts(
            (which & 1 != 0).then(|| facts.clone()),
            (which & 2 != 0).then(|| facts.clone()),
        );
        for spec in specs(seed) {
            let Some(report) = try_spec(&game, value_of(), &spec) else { continue };
            let answered = closes(report.bounds, (-INF, INF));
            prop_assert!(answered || report.stop == Stop::Stalled, "{}: {:?}", spec, report);
        }
    }
}

/// A value that facts have proven says nothing about moves: none is named unless it is known to keep
/// the value, or no other can.
#[test]
fn a_value_from_elsewhere_names_no_wrong_move() {
    let game = Explicit::from_nest(&max(leaves([-1, 5])));
    let game = game.with_facts(Some(vec![(5, 5), (-INF, INF), (-INF, INF)]), None);
    for spec in specs(1).iter().filter(|spec| is_rollout(spec)) {
        let report = run_spec(&game, value_of(), spec);
        assert_eq!(report.value(), Some(5), "{spec}");
        assert_ne!(report.pv.first(), Some(&0), "{spec}");
    }
    let game = Explicit::from_nest(&max(vec![min(leaves([0, 0])), Nest::Leaf(-1)]));
    let facts =
        game.tree.nodes.iter().enumerate().map(|(i, _)| (if i == 0 { 0 } else { -INF }, INF));
    let game = game.clone().with_facts(Some(facts.collect()), None);
    for spec in specs(1).iter().filter(|spec| is_rollout(spec)) {
        let report = run_spec(&game, value_of(), spec);
        assert_eq!((report.value(), report.pv.first()), (Some(0), Some(&0)), "{spec}");
    }
}
