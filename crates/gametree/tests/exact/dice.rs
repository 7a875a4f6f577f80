//! Games with chance nodes, searched within epsilon, over tables: by every rollout policy and `fsss`. (The recursive
//! searches have a binary of their own, `stars`. Searches over tables are compiled here.)

#[path = "../stars/trees.rs"]
#[allow(dead_code)]
mod trees;

use gametree::erased::Erased;
use gametree::registry::{ALGORITHMS, Spec};
use gametree::store::Table;
use gametree::{Epsilon, Search, Workspace};
use trees::{EPSILONS, Tree, check_worth, shape};

/// Equal subtrees share a record, in tables with room for many positions and for a few.
#[test]
fn rollouts_over_tables_of_any_size_answer_the_same() {
    let rollouts = || {
        let entries = ALGORITHMS.iter().filter(|entry| entry.takes_chance && entry.takes_epsilon);
        entries.filter(|entry| entry.name == "fsss" || entry.name.starts_with("rollout:"))
    };
    assert!(rollouts().count() >= 6);
    for seed in 0..300 {
        let tree = Tree { facts: seed % 4 == 0, ..Tree::new(seed, shape(seed)) };
        let game = Erased::new(tree.clone());
        for bytes in [Table::SMALLEST, 4 * Table::SMALLEST, 1 << 16] {
            for (entry, epsilon) in rollouts().flat_map(|e| EPSILONS.map(|epsilon| (e, epsilon))) {
                let spec = Spec::parse(entry.name).unwrap();
                let table = Table::new(&tree, bytes, false).unwrap();
                let mut workspace = Workspace::with_table(table);
                for round in 0..2 {
                    let question = Search::new(&game).epsilon(Epsilon::units(epsilon).unwrap());
                    let outcome = question.reusing(&mut workspace).run_erased(&spec).unwrap();
                    let what = format!("{spec}, seed {seed}, {epsilon}, {bytes}, round {round}");
                    assert!(outcome.stop.is_answer(), "{what}: {outcome:?}");
                    check_worth(&tree, &outcome, &what);
                }
            }
        }
    }
}
