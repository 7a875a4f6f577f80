//! Answers within epsilon by every algorithm that takes one, in games with chance nodes or without:
//! bounds that are true and near enough, and a move that loses no more than epsilon.

use std::num::NonZero;

use gametree::erased::Erased;
use gametree::registry::{ALGORITHMS, Entry, SAMPLERS, Spec};
use gametree::store::Table;
use gametree::{Epsilon, Limits, Outcome, Search, Storage, Value, Window, Workspace};

use crate::effort::effort;
use crate::trees::{EPSILONS, Shape, Tree, check_worth, shape};

/// Every algorithm that can answer a question about `tree` within an epsilon above nought.
fn entries(tree: &Tree) -> impl Iterator<Item = &'static Entry> {
    let chance = tree.chance;
    let all = ALGORITHMS.iter().chain(SAMPLERS);
    all.filter(move |entry| entry.takes_epsilon && (entry.takes_chance || !chance))
}

/// Answers the question that `ask` asks about a tree, by one algorithm.
fn solve(
    game: &Erased,
    entry: &Entry,
    epsilon: f64,
    workspace: &mut Workspace,
    ask: impl for<'s> FnOnce(Search<'s, Erased, Erased>) -> Search<'s, Erased, Erased>,
) -> Outcome<u32> {
    let question = Search::new(game).epsilon(Epsilon::units(epsilon).unwrap());
    let spec = Spec::parse(entry.name).unwrap();
    ask(question).reusing(workspace).run_erased(&spec).unwrap()
}

/// Calls `each` with random trees, algorithms that take an epsilon, and epsilons.
fn questions(trees: u64, mut each: impl FnMut(u64, &Tree, &Erased, &'static Entry, f64)) {
    for seed in 0..effort(trees) {
        let tree = Tree { facts: seed % 4 == 0, ..Tree::new(seed, shape(seed)) };
        let game = Erased::new(tree.clone());
        for entry in entries(&tree) {
            EPSILONS.iter().for_each(|&epsilon| each(seed, &tree, &game, entry, epsilon));
        }
    }
}

/// All that the theorem covers and that are not estimates.
#[test]
fn these_take_an_epsilon() {
    let without = ALGORITHMS.iter().filter(|entry| !entry.takes_epsilon);
    let names: Vec<&str> = without.map(|entry| entry.name).collect();
    assert_eq!(names, ["minimax", "expectimax", "alphabeta", "solver", "star1"]);
}

#[test]
fn answers_are_right_and_near_enough() {
    questions(4_000, |seed, tree, game, entry, epsilon| {
        let mut plain = Workspace::new(Storage::Plain);
        let outcome = solve(game, entry, epsilon, &mut plain, |search| search);
        let what = format!("{}, seed {seed}, epsilon {epsilon}", entry.name);
        assert!(outcome.stop.is_answer(), "{what}: {outcome:?}");
        check_worth(tree, &outcome, &what);
        let slack = outcome.epsilon + outcome.allowance;
        let wide = f64::from(tree.range.1 - tree.range.0) > slack;
        let player = tree.nodes[0].kind.is_some_and(|kind| kind != gametree::Kind::Chance);
        if player && wide && !tree.facts {
            assert!(outcome.best_move().is_some(), "{what}: no move");
        }
    });
}

/// Over tables with room for many positions and for a few, again and again.
#[test]
fn tables_of_any_size_change_no_answer() {
    questions(1_000, |seed, tree, game, entry, epsilon| {
        for bytes in [Table::SMALLEST, 4 * Table::SMALLEST, 1 << 16] {
            let mut table = Workspace::with_table(Table::new(tree, bytes, false).unwrap());
            for round in 0..2 {
                let outcome = solve(game, entry, epsilon, &mut table, |search| search);
                let what = format!("{}, seed {seed}, {epsilon}, {bytes}, {round}", entry.name);
                assert!(outcome.stop.is_answer(), "{what}: {outcome:?}");
                check_worth(tree, &outcome, &what);
            }
        }
    });
}

#[test]
fn threads_change_no_answer() {
    questions(200, |seed, tree, game, entry, epsilon| {
        for storage in [Storage::Plain, Storage::Auto] {
            let mut workspace = Workspace::new(storage);
            let threads = NonZero::new(3).unwrap();
            let outcome =
                solve(game, entry, epsilon, &mut workspace, |search| search.threads(threads));
            let what = format!("{}, seed {seed}, {epsilon}, {storage:?}", entry.name);
            assert!(outcome.stop.is_answer(), "{what}: {outcome:?}");
            check_worth(tree, &outcome, &what);
        }
    });
}

#[test]
fn every_budget_leaves_sound_bounds() {
    questions(400, |seed, tree, game, entry, epsilon| {
        for leaves in [0, 1, 2, 3, 5, 8, 13] {
            let mut plain = Workspace::new(Storage::Plain);
            let outcome = solve(game, entry, epsilon, &mut plain, |search| {
                search.limits(Limits::none().leaves(leaves))
            });
            let what = format!("{}, seed {seed}, {epsilon}, {leaves} leaves", entry.name);
            check_worth(tree, &outcome, &what);
            assert!(outcome.counts.leaves <= leaves, "{what}");
        }
    });
}

#[test]
fn windows_are_settled() {
    questions(1_000, |seed, tree, game, entry, epsilon| {
        for (alpha, beta) in [(0, 1), (1, 3), (-1, 2), (3, 60)] {
            let window = Window::new(alpha.into(), beta.into());
            let mut plain = Workspace::new(Storage::Plain);
            let outcome = solve(game, entry, epsilon, &mut plain, |search| search.window(window));
            let what = format!("{}, seed {seed}, {window}, {epsilon}", entry.name);
            assert!(outcome.bounds.contains(Value::new(tree.value(0)).unwrap()), "{what}");
            let left = window.clip(outcome.bounds).width();
            assert!(left <= epsilon + outcome.allowance, "{what}: {}", outcome.bounds);
        }
    });
}

/// Few leaves are few because of epsilon: over many trees each of them needs less with more of it.
#[test]
fn epsilon_saves_leaves() {
    let shape = Shape { chance: 0, powers: true, depth: 6 };
    let trees: Vec<Tree> = (0..effort(2_000)).map(|seed| Tree::new(seed, shape)).collect();
    for entry in entries(&trees[0]) {
        let leaves = [0.0, 1.0, 3.0].map(|epsilon| {
            let all = trees.iter().map(|tree| {
                let mut plain = Workspace::new(Storage::Plain);
                let game = Erased::new(tree.clone());
                solve(&game, entry, epsilon, &mut plain, |search| search).counts.leaves
            });
            all.sum::<u64>()
        });
        println!("{} {leaves:?}", entry.name);
        assert!(leaves.is_sorted_by(|a, b| a > b), "{}: {leaves:?}", entry.name);
    }
}
