//! How much faster two threads are that divide a search into tasks, on random trees whose leaves cost nothing and on
//! some whose leaves take 10 or 100 microseconds; beside it the ceiling of the machine: two searches of the same kind at the same
//! time, each by one thread.
//!
//! `cargo bench -p gametree-games --bench threads`; a word as an argument picks the rows that contain it. Best of three
//! runs, in turn. `cargo bench -p gametree-games --bench threads -- trees` sums up `fsss` over eight trees of each kind
//! instead, whose leaves take 10 to 100 microseconds.

use std::num::NonZero;
use std::thread::scope;
use std::time::{Duration, Instant};

use gametree::erased::Erased;
use gametree::registry::Spec;
use gametree::{Game, Moves, Notation, Search, Turn, Values, Workspace};
use gametree_games::random::{Leaves, RandomTree};

const ALGORITHMS: &[&str] =
    &["alphabeta", "fsss", "rollout:leftmost", "rollout:max-upper", "rollout:best-first"];

/// How long a leaf takes, and how deep the trees are then, so that a search takes a second or so.
const ROWS: &[(Duration, u32)] =
    &[(Duration::ZERO, 14), (Duration::from_micros(10), 10), (Duration::from_micros(100), 8)];

/// Trees of which there are eight: how long a leaf takes in microseconds, branching and depth.
const TREES: &[(u64, u16, u32)] =
    &[(100, 4, 8), (20, 4, 8), (20, 4, 9), (10, 4, 10), (20, 8, 6), (20, 2, 14), (10, 2, 18)];

/// A tree whose leaves take time.
#[derive(Clone)]
struct Slow {
    tree: RandomTree,
    leaf: Duration,
}

impl Game for Slow {
    type Position = <RandomTree as Game>::Position;
    type Move = <RandomTree as Game>::Move;
    type Undo = <RandomTree as Game>::Undo;

    fn start(&self) -> Self::Position {
        self.tree.start()
    }

    fn values(&self) -> Values {
        self.tree.values()
    }

    fn expand(&self, position: &Self::Position, moves: &mut Moves<Self::Move>) -> Turn {
        let turn = self.tree.expand(position, moves);
        if matches!(turn, Turn::Terminal(_)) && !self.leaf.is_zero() {
            let begun = Instant::now();
            while begun.elapsed() < self.leaf {
                std::hint::spin_loop();
            }
        }
        turn
    }

    fn play(&self, position: &mut Self::Position, mv: Self::Move) -> Self::Undo {
        self.tree.play(position, mv)
    }

    fn undo(&self, position: &mut Self::Position, mv: Self::Move, undo: Self::Undo) {
        self.tree.undo(position, mv, undo);
    }
}

impl gametree::Knowledge<Slow> for Slow {}

impl Notation for Slow {
    fn move_text(&self, position: &Self::Position, mv: Self::Move) -> String {
        self.tree.move_text(position, mv)
    }
}

/// Solves the tree; returns the leaves and the time.
fn solve(game: &Erased, algorithm: &str, threads: usize) -> (u64, Duration) {
    let spec = Spec::parse(algorithm).expect("a name");
    let threads = NonZero::new(threads).expect("some");
    let begun = Instant::now();
    let search = Search::new(game).threads(threads);
    let found = search.run_erased(&spec, &mut Workspace::default(), &mut ()).expect("an answer");
    assert!(found.value().is_some(), "{algorithm}: {}", found.bounds);
    (found.counts.leaves, begun.elapsed())
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    if wanted.iter().any(|word| word == "trees") {
        return several_trees();
    }
    println!("leaf    algorithm           leaves 1    leaves 2  time 1   time 2   ratio  ceiling");
    for &(leaf, depth) in ROWS {
        for &algorithm in ALGORITHMS {
            let name = format!("{leaf:?} {algorithm}");
            if !wanted.iter().all(|word| name.contains(word.as_str())) {
                continue;
            }
            let tree = RandomTree::new(4, depth, 7, Leaves::I32).expect("a tree");
            let game = Erased::new(Slow { tree, leaf });
            let (mut one, mut two) = ((0, Duration::MAX), (0, Duration::MAX));
            let mut both = Duration::MAX;
            for _ in 0..3 {
                one = one_of(one, solve(&game, algorithm, 1));
                two = one_of(two, solve(&game, algorithm, 2));
                let begun = Instant::now();
                scope(|scope| {
                    for _ in 0..2 {
                        scope.spawn(|| solve(&game, algorithm, 1));
                    }
                });
                both = both.min(begun.elapsed());
            }
            let ratio = one.1.as_secs_f64() / two.1.as_secs_f64();
            let ceiling = 2.0 * one.1.as_secs_f64() / both.as_secs_f64();
            println!(
                "{:<7} {algorithm:<18} {:>9} {:>11}  {:>6.3}   {:>6.3}  {ratio:>6.2}  {ceiling:>7.2}",
                format!("{leaf:?}"),
                one.0,
                two.0,
                one.1.as_secs_f64(),
                two.1.as_secs_f64()
            );
        }
    }
}

/// How many more leaves `fsss` takes by two threads, and how much faster it is.
fn several_trees() {
    println!("leaf     b   d    leaves 1    leaves 2   ratio  speed-up");
    for &(leaf, branching, depth) in TREES {
        let leaf = Duration::from_micros(leaf);
        let (mut leaves, mut seconds) = ([0; 2], [0.0; 2]);
        for seed in 1..=8 {
            let tree = RandomTree::new(branching, depth, seed, Leaves::I32).expect("a tree");
            let game = Erased::new(Slow { tree, leaf });
            for threads in [1, 2] {
                let found = solve(&game, "fsss", threads);
                leaves[threads - 1] += found.0;
                seconds[threads - 1] += found.1.as_secs_f64();
            }
        }
        let [more, faster] = [leaves[1] as f64 / leaves[0] as f64, seconds[0] / seconds[1]];
        println!(
            "{:<6} {branching:>3} {depth:>3} {:>11} {:>11}  {more:>6.2}  {faster:>8.2}",
            format!("{leaf:?}"),
            leaves[0],
            leaves[1]
        );
    }
}

/// The faster of two runs.
fn one_of(best: (u64, Duration), run: (u64, Duration)) -> (u64, Duration) {
    if run.1 < best.1 { run } else { best }
}
