//! Runs on small trees: that rows are what they say, whoever makes them.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::fs;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use gametree::job::{AnyGame, Job};
use gametree::registry::{ALGORITHMS, SAMPLERS, Spec};
use gametree::{Game, Limits, Moves, Turn};
use gametree_arena::units::{Ended, Run, Series, Watcher, run};
use gametree_games::random::{Leaves, Node, RandomTree};
use gametree_lab::converge::{Cell, Row, Rules, Survey, Truth, study};

/// A binary tree with leaves of -1, 0 and 1; MAX moves first.
fn coins(depth: u32, seed: u64) -> RandomTree {
    RandomTree::new(2, depth, seed, Leaves::SIGNS).unwrap()
}

/// The same by name.
fn named(depth: u32, seed: impl Display) -> String {
    format!("random:b=2,d={depth},leaves=-1..1,seed={seed}")
}

fn open(name: &str) -> Result<AnyGame, String> {
    gametree_cli::games().open(name).map_err(|error| error.to_string())
}

fn no_stop() -> Arc<AtomicBool> {
    Arc::new(AtomicBool::new(false))
}

fn survey(cells: Vec<Cell>, rules: Rules) -> Result<Survey<'static>, String> {
    Survey::new(&open, cells, rules, &mut (), &no_stop())
}

const RULES: Rules = Rules { tau: 0.7, runs: 6, limit: 3000, seed: 4 };

#[derive(Default)]
struct Rows(Vec<Row>, Option<usize>);

impl Watcher<Row> for Rows {
    fn row(&mut self, row: &Row) -> ControlFlow<()> {
        self.0.push(row.clone());
        if Some(self.0.len()) == self.1 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

fn rows(survey: &Survey<'_>, threads: usize, file: Option<&Path>, most: Option<usize>) -> Vec<Row> {
    let (units, threads) = (survey.units(), NonZero::new(threads).unwrap());
    let how = Run { units, threads, file, interrupt: no_stop() };
    let mut rows = Rows(Vec::new(), most);
    let ended = run(survey, &how, &mut rows).unwrap();
    assert_eq!(ended == Ended::Complete, most.is_none());
    rows.0
}

fn several() -> Vec<Cell> {
    vec![
        Cell::new(named(6, "{run}"), "mcts:selection=ucb1,c=0.35"),
        Cell::new(named(6, 3), "mcts-solver"),
        Cell::new(named(6, "{run}"), "alphabeta"),
        Cell::new(named(5, 2), "rollout:uct"),
    ]
}

#[test]
fn rows_depend_on_numbers_alone() {
    let one = rows(&survey(several(), RULES).unwrap(), 1, None, None);
    assert_eq!(one.len(), 24);
    assert_eq!(one, rows(&survey(several(), RULES).unwrap(), 3, None, None));
    // More runs only add rows; another seed gives others.
    let more = rows(&survey(several(), Rules { runs: 8, ..RULES }).unwrap(), 2, None, None);
    assert_eq!(one, more[..24]);
    let other = rows(&survey(several(), Rules { seed: 5, ..RULES }).unwrap(), 2, None, None);
    assert_ne!(one, other);
    let of = |rows: &[Row], cell: usize| -> Vec<Row> {
        rows.iter().filter(|row| row.cell == cell).cloned().collect()
    };
    // Alpha-beta draws nothing.
    assert_eq!(of(&one, 2), of(&other, 2));
    assert!(one.iter().all(|row| row.cell == 0 || row.proven.is_some()));
    // Each run has a tree of its own where that is asked for.
    let proofs: BTreeSet<_> = of(&one, 2).iter().map(|row| row.proven).collect();
    assert!(proofs.len() > 1);
    let proofs: BTreeSet<_> = of(&one, 3).iter().map(|row| row.proven).collect();
    assert_eq!(proofs.len(), 1);
}

/// Every algorithm can be followed, and ends with its limit: a step of `ab` is a whole iteration.
#[test]
fn everybody_ends_with_the_limit() {
    // Who moves at random has nothing that could be followed.
    let samplers = SAMPLERS.iter().filter(|entry| entry.name != "random");
    let sampling = samplers.map(|entry| entry.name);
    let shared = ["yes", "no"].map(|shared| format!("mcts-solver:transpositions={shared}"));
    let sampling = sampling.chain(shared.iter().map(String::as_str));
    let sampling = sampling.map(|name| Cell::new("connect4:5x4", name));
    let proving = ALGORITHMS.iter().map(|entry| Cell::new(named(9, 1), entry.name));
    let all: Vec<Cell> = sampling.chain(proving).collect();
    let rules = Rules { runs: 1, ..RULES };
    for row in rows(&survey(all.clone(), rules).unwrap(), 2, None, None) {
        let name = &all[row.cell].algorithm;
        assert!(row.leaves <= rules.limit, "{name}: {row:?}");
        assert!(row.leaves > 10, "{name}: {row:?}");
    }
}

#[test]
fn what_was_written_is_not_made_again() {
    let folder = std::env::temp_dir().join(format!("gametree-converge-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let (whole, parts) = (folder.join("whole"), folder.join("parts"));
    let survey = survey(several(), RULES).unwrap();
    let all = rows(&survey, 2, Some(&whole), None);
    rows(&survey, 2, Some(&parts), Some(7));
    // As if it had been killed while it wrote.
    let text = fs::read_to_string(&parts).unwrap();
    fs::write(&parts, &text[..text.len() - 5]).unwrap();
    assert_eq!(rows(&survey, 2, Some(&parts), None), all);
    assert_eq!(fs::read(&whole).unwrap(), fs::read(&parts).unwrap());
    // Rows of other runs, and files of other experiments, are refused.
    let wrong = Row { run: 1, ..all[0].clone() };
    assert!(survey.recognise(0, &all[0]).is_ok() && survey.recognise(0, &wrong).is_err());
    let other = self::survey(several(), Rules { tau: 0.8, ..RULES }).unwrap();
    let how = Run {
        units: other.units(),
        threads: NonZero::<usize>::MIN,
        file: Some(&parts),
        interrupt: no_stop(),
    };
    assert!(run(&other, &how, &mut Rows::default()).unwrap_err().contains("tau"));
    fs::remove_dir_all(&folder).unwrap();
}

/// The truth, from all leaves: the value of a node.
fn minimax(coins: &RandomTree, place: Node) -> f64 {
    let mut moves = Moves::new();
    let maximises = match coins.expand(&place, &mut moves) {
        Turn::Terminal(value) => return value.get(),
        turn => turn == Turn::MAX,
    };
    let child = |mv: u16| {
        let mut child = place;
        coins.play(&mut child, mv);
        minimax(coins, child)
    };
    if maximises { child(0).max(child(1)) } else { child(0).min(child(1)) }
}

fn truth(depth: u32, seed: u64) -> Result<Truth, String> {
    Truth::of(&open(&named(depth, seed)).unwrap(), &mut (), &no_stop())
}

#[test]
fn the_truth_is_that_of_all_leaves() {
    let mut wrong_moves = 0;
    for seed in 0..30 {
        let (coins, truth) = (coins(5, seed), truth(5, seed).unwrap());
        assert_eq!(truth.value.get(), minimax(&coins, coins.start()));
        for (i, (mv, right)) in truth.moves.iter().enumerate() {
            assert_eq!(mv, &i.to_string());
            let mut child = coins.start();
            coins.play(&mut child, i as u16);
            assert_eq!(*right, minimax(&coins, child) == truth.value.get());
            wrong_moves += usize::from(!right);
        }
    }
    assert!(wrong_moves > 5);
    assert!(truth(0, 1).is_err());
}

/// Whoever draws has another stream in every run, and an algorithm's own seed is not forgotten.
#[test]
fn every_run_has_its_own_stream() {
    for algorithm in ["rollout:random", "mcts-solver"] {
        let cells = |seed: &str| vec![Cell::new(named(8, 1), format!("{algorithm}{seed}"))];
        let made =
            |seed: &str, rules: Rules| rows(&survey(cells(seed), rules).unwrap(), 1, None, None);
        let leaves: BTreeSet<u64> = made("", RULES).iter().map(|row| row.leaves).collect();
        assert!(leaves.len() > 3, "{algorithm}: {leaves:?}");
        let separator = if algorithm.contains(':') { ',' } else { ':' };
        let own = |seed: u64| made(&format!("{separator}seed={seed}"), RULES);
        assert_eq!(own(1), made("", RULES));
        assert_eq!(own(3), made("", Rules { seed: RULES.seed + 2, ..RULES }));
    }
}

/// Algorithms that prove are stopped after every leaf, one by one.
#[test]
fn preferences_are_those_of_searches_that_were_stopped() {
    let mut late = 0;
    for algorithm in
        ["alphabeta", "fsss", "rollout:uct", "rollout:max-upper-uct", "rollout:max-upper"]
    {
        let cells = vec![Cell::new(named(4, "{run}"), algorithm)];
        let survey = survey(cells, Rules { runs: 25, ..RULES }).unwrap();
        for row in rows(&survey, 2, None, None) {
            let (coins, truth) =
                (open(&named(4, row.run + 1)).unwrap(), truth(4, row.run + 1).unwrap());
            let proven = row.proven.unwrap();
            let right_after = |leaves: u64| {
                let limits = Limits::none().leaves(leaves);
                let job = Job::new(Some(Spec::parse(algorithm).unwrap())).limits(limits);
                let pv = coins.run(&job, &mut ()).unwrap().pv;
                pv.first().is_some_and(|mv| truth.is_right(mv))
            };
            let last_wrong = (1..=proven).rev().find(|&leaves| !right_after(leaves));
            let all_right = truth.moves.iter().all(|(_, right)| *right);
            assert_eq!(row.favourable, (!all_right).then(|| right_after(1)));
            assert_eq!(row.preferred, Some(last_wrong.unwrap_or(0) + 1), "{algorithm} {}", row.run);
            late += usize::from(row.preferred > Some(1));
        }
    }
    assert!(late > 20, "{late}");
}

/// Stopped after its last leaf, such a search has not drawn its conclusion; left alone it has.
#[test]
fn a_search_that_ends_prefers_what_it_has_proven() {
    for algorithm in ["alphabeta", "solver", "fsss"] {
        let survey = survey(vec![Cell::new("nim:1-2-4", algorithm)], RULES).unwrap();
        for row in rows(&survey, 1, None, None) {
            assert!(row.preferred.is_some() && row.preferred <= row.proven, "{algorithm}: {row:?}");
        }
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    let refused = |cell: Cell, rules: Rules| survey(vec![cell], rules).map(drop).unwrap_err();
    let good = Cell::new(named(4, 1), "mcts");
    for tau in [0.0, 1.0, -0.5, f64::NAN, f64::INFINITY] {
        assert!(refused(good.clone(), Rules { tau, ..RULES }).contains("tau"));
    }
    assert!(refused(Cell::new("shogi", "mcts"), RULES).contains("shogi"));
    assert!(refused(Cell::new(named(4, 1), "mtcs"), RULES).contains("mcts"));
    assert!(refused(Cell::new(named(4, 1), "ab"), RULES).contains("evaluat"));
    assert!(refused(Cell::new(named(4, 1), "random"), RULES).contains("no steps"));
    assert!(refused(Cell::new(named(0, 1), "mcts"), RULES).contains("over"));
    assert!(
        study::open("traps:sed=1", Vec::new(), &open)
            .map(drop)
            .unwrap_err()
            .contains("known: seed")
    );
    assert!(study::open("depths:d=9", Vec::new(), &open).map(drop).unwrap_err().contains("even"));
    assert!(study::open("trap", Vec::new(), &open).map(drop).unwrap_err().contains("'traps'"));
    assert!(study::open("scenarios:p=1", Vec::new(), &open).map(drop).is_err());
}
