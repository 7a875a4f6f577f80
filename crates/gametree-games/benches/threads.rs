//! How much faster two threads are that divide a search into tasks, on random trees whose leaves cost nothing and on
//! some whose leaves take 10 or 100 microseconds; beside it the ceiling of the machine: two searches of the same kind at the same
//! time, each by one thread.
//!
//! `cargo bench -p gametree-games --bench threads`; a word as an argument picks the rows that contain it. Best of three
//! runs, in turn.

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

/// The faster of two runs.
fn one_of(best: (u64, Duration), run: (u64, Duration)) -> (u64, Duration) {
    if run.1 < best.1 { run } else { best }
}
