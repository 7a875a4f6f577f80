//! Theorems 1 to 4 as counted trials, and the storages for which two of them fail.

use gametree::Draws;

use super::literal::{Choice, Flat, INFINITY, Storage};
use crate::Table;
use crate::experiments::bench::Bench;
use crate::experiments::design::{About, Experiment, Paper, Scale};
use crate::experiments::estimate::Estimate;
use crate::experiments::row::{Fields, Row, Unit};
use crate::experiments::section::{Section, text_of};
use crate::experiments::verdict::Claim;

/// Theorems 1 to 4.
pub struct Theorems;

/// What should hold in every tree, and its field.
const HOLD: [(&str, &str); 8] = [
    (
        "value",
        "Theorem 1: leftmost, largest upper bound and random rollouts end with the minimax value",
    ),
    (
        "leftmost",
        "Theorem 2: leftmost rollouts evaluate the leaves of Algorithm 5 in its order, from an empty storage",
    ),
    (
        "leftmost consistent",
        "the same from a storage in which every node's bounds are those of its children",
    ),
    (
        "upper",
        "Theorem 3: rollouts to the largest upper bound evaluate the leaves of Algorithm 2 over 5, from an empty storage",
    ),
    (
        "upper consistent",
        "the same from a storage in which every node's bounds are those of its children",
    ),
    ("fewer", "Theorem 4: their leaves are a subsequence of those of Algorithm 2 over 1 (MT-SSS*)"),
    (
        "null window",
        "rollouts that filter children by the null window below the root's bound (Chen et al. 2014) are augmented MT-SSS*, not MT-SSS*",
    ),
    ("once", "no leaf is evaluated twice"),
];

/// What the paper states, and what is false as stated.
const FALSE: [(&str, &str); 2] = [
    ("leftmost coherent", "Theorem 2 from a coherent storage (Definition 1)"),
    ("upper coherent", "Theorem 3 from a coherent storage (Definition 1)"),
];

impl Experiment for Theorems {
    fn about(&self) -> About {
        About {
            name: "huang-theorems",
            claim: Claim::Corrected,
            question: "Do rollouts through active children end with the minimax value, and are alpha-beta and MT-SSS* two policies of them?",
            doubt: "One tree in which a corrected statement fails.",
            paper: Paper::Huang,
            figure: "Theorems 1 to 4",
            statement: "Rollouts by any policy end with the minimax value (1); leftmost rollouts are alpha-beta (2); those to the largest upper \
                        bound are augmented MT-SSS* (3), which never evaluates more leaves than MT-SSS* (4).",
            reading: "The paper states 2 and 3 for any coherent storage (Definition 1); there they are false, and they hold where every node's \
                      bounds are those of its children, which includes the empty storage. Literal transcriptions of Algorithms 1, 2, 4 \
                      and 5 on ragged random trees with ties, MAX or MIN at the root.",
            tolerance: "no exception in any tree under the corrected statements; the exceptions under the printed ones are counted",
            needs: "nothing",
            seconds: [1.0, 20.0],
            timed: false,
        }
    }

    fn units(&self, scale: Scale) -> Vec<Unit> {
        // A unit is a hundred trees, so that the file stays small.
        (0..scale.pick(3, 200, 4000)).map(|block: u64| Unit::new().with("block", block)).collect()
    }

    fn run(&self, _: &Unit, bench: &Bench<'_>) -> Result<Fields, String> {
        let mut draws = Draws::new(bench.seed());
        let mut counts = vec![0u64; HOLD.len() + FALSE.len()];
        for _ in 0..TREES {
            for (count, holds) in counts.iter_mut().zip(trial(&mut draws)) {
                *count += u64::from(!holds);
            }
        }
        let names = HOLD.iter().chain(&FALSE).map(|(name, _)| *name);
        let mut found = Fields::new().with("trees", TREES);
        names.zip(counts).for_each(|(name, count)| found.set(&format!("against {name}"), count));
        Ok(found)
    }

    fn summarise(&self, rows: &[Row]) -> Section {
        let against = |name: &str| {
            let sum = |field: &str| rows.iter().map(|row| row.found.whole(field)).sum::<u64>();
            Estimate::share(sum(&format!("against {name}")), sum("trees"))
        };
        let mut section = Section::default();
        for (name, claim) in HOLD {
            let share = against(name);
            let trees = share.map_or(0, |share| share.trials);
            section = section
                .trend(format!("{claim} ({trees} trees)"), share.map(|share| share.value == 0.0));
        }
        let mut table =
            Table::new("As printed: share of the trees with an exception", &["statement", "share"]);
        for (name, claim) in FALSE {
            table.row([claim.into(), text_of(against(name))]);
        }
        section.table(table).table(counter_examples())
    }
}

/// The trees of a unit.
const TREES: u64 = 100;

/// One tree: whether each of [`HOLD`] and [`FALSE`] holds.
fn trial(draws: &mut Draws) -> [bool; 10] {
    let (height, most) = (1 + draws.below(5) as u32, [1, 3, 10, 1000][draws.below(4) as usize]);
    let tree = Flat::random(height, most, draws);
    let value = tree.value(0);
    let ends = |choice: Choice, draws: &mut Draws| {
        let mut storage = tree.empty();
        let seen = tree.rollouts(&mut storage, choice, draws);
        (seen.is_some() && storage[0] == (value, value)).then_some(seen).flatten()
    };
    let all =
        [Choice::Leftmost, Choice::MaxUpper, Choice::Random].map(|choice| ends(choice, draws));
    let once = all.iter().flatten().all(|seen| {
        let mut sorted = seen.clone();
        sorted.sort_unstable();
        sorted.windows(2).all(|two| two[0] != two[1])
    });
    let augmented = all[1].clone().unwrap_or_default();
    let sss = tree.mt_sss(&mut tree.empty(), false);
    let (consistent, coherent) = (tree.consistent(draws), tree.coherent(draws));
    [
        all.iter().all(Option::is_some),
        leftmost(&tree, &tree.empty()),
        leftmost(&tree, &consistent),
        upper(&tree, &tree.empty()),
        upper(&tree, &consistent),
        is_subsequence(&augmented, &sss),
        tree.rollouts(&mut tree.empty(), Choice::NullWindow, draws) == all[1],
        once,
        leftmost(&tree, &coherent),
        upper(&tree, &coherent),
    ]
}

/// Whether all of these occur among those, in this order.
fn is_subsequence(these: &[usize], those: &[usize]) -> bool {
    let mut rest = those.iter();
    these.iter().all(|leaf| rest.any(|other| other == leaf))
}

/// Whether leftmost rollouts are Algorithm 5, from this storage: the same leaves, and the same storage at the end.
fn leftmost(tree: &Flat, storage: &Storage) -> bool {
    let (mut ours, mut theirs, mut seen) = (storage.clone(), storage.clone(), Vec::new());
    tree.alphabeta2(&mut theirs, 0, (-INFINITY, INFINITY), &mut seen);
    tree.rollouts(&mut ours, Choice::Leftmost, &mut Draws::new(0)) == Some(seen) && ours == theirs
}

/// Whether rollouts to the largest upper bound are Algorithm 2 over 5, from this storage, in the same way.
fn upper(tree: &Flat, storage: &Storage) -> bool {
    let (mut ours, mut theirs) = (storage.clone(), storage.clone());
    let seen = tree.rollouts(&mut ours, Choice::MaxUpper, &mut Draws::new(0));
    // Algorithm 2 may not end where the theorem fails.
    seen.is_some() && seen == Some(tree.mt_sss(&mut theirs, true)) && ours == theirs
}

/// The smallest storages for which Theorem 2 fails as printed.
fn counter_examples() -> Table {
    let columns = ["tree", "root", "leaves", "leftmost rollouts evaluate", "Algorithm 5 evaluates"];
    let mut table = Table::new("Coherent storages for which Theorem 2 fails", &columns);
    let open = (-INFINITY, INFINITY);
    let cases: [(&str, &[f64], Storage); 2] = [
        ("max[1]", &[1.0], vec![(0.0, 1.0), (1.0, 1.0)]),
        ("max[1, 2, 2]", &[1.0, 2.0, 2.0], vec![(2.0, INFINITY), open, (0.0, 2.0), (-1.0, 5.0)]),
    ];
    for (name, leaves, storage) in cases {
        let tree = Flat::of_leaves(true, leaves);
        let (mut ours, mut theirs, mut seen) = (storage.clone(), storage.clone(), Vec::new());
        let rollouts = tree.rollouts(&mut ours, Choice::Leftmost, &mut Draws::new(0));
        tree.alphabeta2(&mut theirs, 0, open, &mut seen);
        let bounds = |&(low, high): &(f64, f64)| match (low > -INFINITY, high < INFINITY) {
            (false, false) => "unknown".to_string(),
            (true, false) => format!("[{low}, inf]"),
            _ => format!("[{low}, {high}]"),
        };
        let listed = |seen: &[usize]| {
            seen.iter().map(|leaf| format!("#{leaf}")).collect::<Vec<_>>().join(" ")
        };
        table.row([
            name.to_string(),
            bounds(&storage[0]),
            storage[1..].iter().map(bounds).collect::<Vec<_>>().join(" "),
            rollouts.map_or("stuck: no child is active".into(), |seen| listed(&seen)),
            if seen.is_empty() { "nothing".into() } else { listed(&seen) },
        ]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Figure;

    #[test]
    fn the_printed_statements_have_counter_examples_and_the_corrected_ones_none() {
        let mut draws = Draws::new(7);
        let mut broken = [false; 2];
        for _ in 0..2000 {
            let holds = trial(&mut draws);
            assert!(holds[..8].iter().all(|holds| *holds));
            broken = [broken[0] || !holds[8], broken[1] || !holds[9]];
        }
        assert_eq!(broken, [true, true]);
        let shown = counter_examples();
        assert!(shown.rows[0][3].to_string().starts_with("stuck"), "{shown:?}");
        assert_eq!(shown.rows[1][3..], ["#1 #2 #3", "#1 #3"].map(Figure::text));
    }
}
