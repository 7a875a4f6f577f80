use gametree::exact::Minimax;
use gametree::{Game, Knowledge, Search, Turn, Value};

use super::*;

/// A binary tree of this depth, with these critical depths.
fn plan(depth: u32, max: &[u32], min: &[u32]) -> Plan {
    let (max, min) = (max.to_vec(), min.to_vec());
    Plan { branching: 2, depth, max, min, bias: None, single: false, seed: 1 }
}

fn tree(plan: &Plan) -> Implanted {
    Implanted::new(plan).unwrap_or_else(|error| panic!("{plan:?}: {error}"))
}

/// Every leaf: its path, the positions on it, and its value.
fn leaves(tree: &Implanted) -> Vec<(Vec<u16>, Vec<Spot>, f64)> {
    fn visit(
        tree: &Implanted,
        path: &mut Vec<u16>,
        spots: &mut Vec<Spot>,
        found: &mut Vec<(Vec<u16>, Vec<Spot>, f64)>,
    ) {
        let spot = *spots.last().unwrap();
        let mut moves = Moves::new();
        if let Turn::Terminal(value) = tree.expand(&spot, &mut moves) {
            found.push((path.clone(), spots.clone(), value.get()));
            return;
        }
        for mv in moves.iter() {
            let mut child = spot;
            tree.play(&mut child, mv);
            path.push(mv);
            spots.push(child);
            visit(tree, path, spots, found);
            path.pop();
            spots.pop();
        }
    }
    let mut found = Vec::new();
    visit(tree, &mut Vec::new(), &mut vec![tree.start()], &mut found);
    found
}

fn average(values: impl Iterator<Item = f64>) -> f64 {
    let all: Vec<f64> = values.collect();
    all.iter().sum::<f64>() / all.len() as f64
}

/// By the definition: from the moves on the path, and which were right, alone.
#[test]
fn strategies_decide_their_leaves_and_chance_the_others() {
    let plans = [
        plan(8, &[2, 4], &[]),
        plan(7, &[0, 2, 6], &[]),
        Plan { branching: 3, ..plan(6, &[4], &[]) },
        plan(8, &[0, 4], &[3, 5]),
        plan(7, &[], &[1, 5]),
        Plan { single: true, ..plan(8, &[0, 6], &[]) },
    ];
    for plan in plans {
        let tree = tree(&plan);
        let (mut undecided, mut won, mut lost) = ([0; 3], 0, 0);
        for (path, spots, value) in leaves(&tree) {
            let right =
                |depth: u32| tree.right_move(&spots[depth as usize]) == Some(path[depth as usize]);
            let all_right = |depths: &[u32]| !depths.is_empty() && depths.iter().all(|&d| right(d));
            if all_right(&plan.max) {
                assert_eq!(value, 1.0, "{plan:?}: {path:?}");
                won += 1;
            } else if all_right(&plan.min) && (plan.max.is_empty() || !right(0)) {
                assert_eq!(value, -1.0, "{plan:?}: {path:?}");
                lost += 1;
            } else {
                undecided[(value + 1.0) as usize] += 1;
            }
        }
        assert!(undecided.iter().all(|&n| n > 0), "{plan:?}: {undecided:?}");
        let strategies = (!plan.max.is_empty(), !plan.min.is_empty());
        assert_eq!((won > 0, lost > 0), strategies, "{plan:?}");
    }
}

#[test]
fn undecided_leaves_are_even_and_so_are_right_moves() {
    let tree = tree(&Plan { branching: 3, ..plan(10, &[8], &[]) });
    let (mut seen, mut right) = ([0u32; 3], [0u32; 3]);
    for (path, spots, value) in leaves(&tree) {
        let mv = tree.right_move(&spots[8]).unwrap();
        right[usize::from(mv)] += 1;
        if path[8] != mv {
            seen[(value + 1.0) as usize] += 1;
        }
    }
    let (third, all) = (3u32.pow(9), 3u32.pow(10));
    assert!(right.iter().all(|n| n.abs_diff(third) < all / 60), "{right:?}");
    assert!(seen.iter().all(|n| n.abs_diff(third * 2 / 3) < all / 100), "{seen:?}");
}

#[test]
fn biased_subtrees_have_their_averages() {
    let biased = |plan: Plan, a: f64, b: f64| Plan { bias: Some([a, b]), seed: 2, ..plan };
    for (plan, off) in [
        // The paper's: here nothing is left to chance.
        (biased(plan(12, &[0, 6], &[5, 7]), 0.0, 0.5), 1e-12),
        (biased(plan(12, &[0, 2], &[]), 0.6, -0.4), 0.06),
        (biased(plan(12, &[0], &[]), 1.0, -0.6), 0.06),
        (biased(Plan { branching: 3, ..plan(8, &[0, 2, 4], &[3]) }, -0.2, 0.1), 0.06),
    ] {
        let tree = tree(&plan);
        let right = tree.right_move(&tree.start()).unwrap();
        let all = leaves(&tree);
        let of = |in_a: bool| {
            let part = all.iter().filter(|(path, ..)| (path[0] == right) == in_a);
            average(part.map(|&(_, _, value)| value))
        };
        let [a, b] = plan.bias.unwrap();
        assert!((of(true) - a).abs() <= off, "{plan:?}: A is {}", of(true));
        assert!((of(false) - b).abs() <= off, "{plan:?}: B is {}", of(false));
    }
}

#[test]
fn exact_search_finds_the_strategies() {
    let value = |tree: &Implanted| {
        Search::bare(tree).over(&mut ()).run(&mut Minimax).unwrap().value().unwrap()
    };
    for seed in 0..20 {
        for (plan, expected) in [
            (plan(8, &[2, 6], &[]), 1),
            (plan(9, &[0, 4, 8], &[]), 1),
            (Plan { branching: 3, ..plan(5, &[0, 2], &[]) }, 1),
            (Plan { bias: Some([0.0, 0.5]), ..plan(10, &[0, 6], &[3, 7]) }, 1),
            (plan(8, &[], &[3, 5]), -1),
            (Plan { single: true, ..plan(10, &[4], &[]) }, 1),
        ] {
            let plan = Plan { seed, ..plan };
            assert_eq!(value(&tree(&plan)), Value::integer(expected), "{plan:?}");
        }
        // Where MIN has a strategy, every other first move is lost.
        let tree = tree(&Plan { branching: 3, seed, ..plan(7, &[0, 2], &[3, 5]) });
        let each =
            Search::bare(&tree).run_all(|child| child.over(&mut ()).run(&mut Minimax)).unwrap();
        for (mv, outcome) in each {
            let right = tree.right_move(&tree.start()) == Some(mv);
            let expected = Value::integer(if right { 1 } else { -1 });
            assert_eq!(outcome.value(), Some(expected), "seed={seed}, {mv}");
        }
    }
}

#[test]
fn the_evaluation_is_some_leaf_below() {
    let tree = tree(&plan(6, &[0, 2], &[1, 3]));
    let all = leaves(&tree);
    let mut seen = std::collections::BTreeSet::new();
    for (_, spots, _) in &all {
        for (ply, spot) in spots.iter().enumerate() {
            let value = tree.evaluate(&tree, spot).unwrap().get();
            let mut below = all.iter().filter(|(_, others, _)| others[ply] == *spot);
            assert!(below.any(|&(_, _, leaf)| leaf == value));
            seen.insert(value as i64);
        }
    }
    assert_eq!(seen.len(), 3);
}

/// The same trees on every platform, forever: a hash over all leaves, recorded once.
#[test]
fn trees_stay_the_same() {
    let plans = [
        plan(10, &[2, 6], &[]),
        Plan { seed: 2, ..plan(10, &[2, 6], &[]) },
        Plan { branching: 3, seed: u64::MAX, ..plan(7, &[0, 4], &[1, 3]) },
        Plan { bias: Some([0.25, -0.5]), seed: 7, ..plan(10, &[0, 4], &[]) },
        Plan { single: true, seed: 5, ..plan(12, &[0, 10], &[]) },
    ];
    let digest = |plan: &Plan| {
        leaves(&tree(plan)).iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, (_, _, value)| {
            (hash ^ (value + 2.0) as u64).wrapping_mul(0x100_0000_01b3)
        })
    };
    let found = plans.each_ref().map(digest);
    assert_eq!(found, GOLDEN, "{found:#x?}");
}

const GOLDEN: [u64; 5] = [
    0x9b09_1198_b001_1c80,
    0xeae2_fc6f_8247_7f58,
    0x9707_b792_3710_ee86,
    0x85a6_ab03_9485_afd7,
    0x01da_8d9a_dd5c_e767,
];

#[test]
fn impossible_trees_are_refused() {
    let biased = |plan: Plan, a: f64, b: f64| Plan { bias: Some([a, b]), ..plan };
    for (plan, says) in [
        (plan(8, &[], &[]), "max=... is missing"),
        (plan(8, &[8], &[]), "outside the tree"),
        (plan(8, &[3], &[]), "MAX does not move at depth 3: it should be even"),
        (plan(8, &[0], &[2]), "MIN does not move at depth 2: it should be odd"),
        (plan(8, &[4, 2], &[]), "should increase"),
        (plan(8, &[2, 2], &[]), "should increase"),
        (plan(65, &[2], &[]), "from 1 to 64"),
        (plan(0, &[2], &[]), "from 1 to 64"),
        (Plan { branching: 1, ..plan(8, &[2], &[]) }, "2 or more"),
        (plan(8, &[2], &[3]), "max should begin with 0"),
        (biased(plan(8, &[2], &[]), 0.0, 0.0), "max should begin with 0"),
        (biased(plan(8, &[0, 2], &[]), -0.5, 0.0), "should be from 0 to 1"),
        (biased(plan(8, &[0, 2], &[1]), 0.0, 0.5), "should be from -1 to 0"),
        (biased(plan(8, &[0, 2], &[]), f64::NAN, 0.0), "should be from 0 to 1"),
        (Plan { single: true, ..plan(8, &[0], &[1]) }, "no choice"),
    ] {
        let error = Implanted::new(&plan).expect_err("it is impossible");
        assert!(error.contains(says) && !error.contains('\n'), "{plan:?}: {error}");
    }
}
