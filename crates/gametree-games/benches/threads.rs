//! How much faster two threads are that divide a search into tasks, on random trees whose leaves cost nothing and on
//! some whose leaves take 10 or 100 microseconds; beside it the ceiling of the machine: two searches of the same kind at the same
//! time, each by one thread.
//!
//! `cargo bench -p gametree-games --bench threads`; a word as an argument picks the rows that contain it. Best of three
//! runs, in turn. `cargo bench -p gametree-games --bench threads -- trees` sums up `fsss` over eight trees of each kind
//! instead, whose leaves take 10 to 100 microseconds; `-- cycles` is about games in which positions repeat, where threads share
//! the graph.

use std::num::NonZero;
use std::thread::scope;
use std::time::{Duration, Instant};

use gametree::erased::Erased;
use gametree::registry::Spec;
use gametree::{Bounds, Counts, Dice, Game, Key, Knowledge, Moves, Notation, Search, Turn, Values};
use gametree_games::pig::Pig;
use gametree_games::random::{Leaves, RandomTree};

const ALGORITHMS: &[&str] =
    &["alphabeta", "fsss", "rollout:leftmost", "rollout:max-upper", "rollout:best-first"];

/// How long a leaf takes, and how deep the trees are then, so that a search takes a tenth of a second to a few seconds.
const ROWS: &[(Duration, u32)] = &[
    (Duration::ZERO, 14),
    (Duration::ZERO, 16),
    (Duration::from_micros(10), 10),
    (Duration::from_micros(100), 8),
];

/// Trees of which there are eight: how long a leaf takes in microseconds, branching and depth.
const TREES: &[(u64, u16, u32)] = &[
    (100, 4, 8),
    (100, 4, 10),
    (100, 8, 6),
    (20, 4, 8),
    (20, 4, 9),
    (10, 4, 10),
    (20, 8, 6),
    (20, 2, 14),
    (10, 2, 18),
];

/// Games of Pig, where positions repeat: how long a position takes in microseconds, and the goal.
const CYCLES: &[(u64, u16)] = &[(0, 40), (0, 60), (10, 30), (100, 20), (100, 30)];

/// A game that takes time to look at: at its leaves, or at all its positions.
#[derive(Clone)]
struct Slow<G> {
    game: G,
    time: Duration,
    everywhere: bool,
}

impl<G: Game> Game for Slow<G> {
    type Position = G::Position;
    type Move = G::Move;
    type Undo = G::Undo;

    const DICE: Dice = G::DICE;
    const CYCLES: bool = G::CYCLES;

    fn start(&self) -> G::Position {
        self.game.start()
    }

    fn values(&self) -> Values {
        self.game.values()
    }

    fn expand(&self, position: &G::Position, moves: &mut Moves<G::Move>) -> Turn {
        let turn = self.game.expand(position, moves);
        if (self.everywhere || matches!(turn, Turn::Terminal(_))) && !self.time.is_zero() {
            let begun = Instant::now();
            while begun.elapsed() < self.time {
                std::hint::spin_loop();
            }
        }
        turn
    }

    fn play(&self, position: &mut G::Position, mv: G::Move) -> G::Undo {
        self.game.play(position, mv)
    }

    fn undo(&self, position: &mut G::Position, mv: G::Move, undo: G::Undo) {
        self.game.undo(position, mv, undo);
    }

    fn key(&self, position: &G::Position) -> Option<Key> {
        self.game.key(position)
    }

    fn facts(&self, position: &G::Position) -> Bounds {
        self.game.facts(position)
    }
}

impl<G: Game> Knowledge<Slow<G>> for Slow<G> {}

impl<G: Notation> Notation for Slow<G> {
    fn move_text(&self, position: &G::Position, mv: G::Move) -> String {
        self.game.move_text(position, mv)
    }
}

/// Solves the game; returns the leaves and the time.
fn solve(game: &Erased, algorithm: &str, threads: usize) -> (u64, Duration) {
    let (counts, time) = counts(game, algorithm, threads);
    (counts.leaves, time)
}

/// Solves the game; returns the work and the time.
fn counts(game: &Erased, algorithm: &str, threads: usize) -> (Counts, Duration) {
    let spec = Spec::parse(algorithm).expect("a name");
    let threads = NonZero::new(threads).expect("some");
    let begun = Instant::now();
    let search = Search::new(game).threads(threads);
    let found = search.run_erased(&spec).expect("an answer");
    assert!(found.value().is_some(), "{algorithm}: {}", found.bounds);
    (found.counts, begun.elapsed())
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    if wanted.iter().any(|word| word == "trees") {
        return several_trees();
    }
    if wanted.iter().any(|word| word == "cycles") {
        return cycles();
    }
    println!(
        "leaf   depth  algorithm           leaves 1    leaves 2  time 1   time 2   ratio  ceiling"
    );
    for &(leaf, depth) in ROWS {
        for &algorithm in ALGORITHMS {
            let name = format!("{leaf:?} {depth} {algorithm}");
            if !wanted.iter().all(|word| name.contains(word.as_str())) {
                continue;
            }
            let tree = RandomTree::new(4, depth, 7, Leaves::I32).expect("a tree");
            let game = Erased::new(Slow { game: tree, time: leaf, everywhere: false });
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
                "{:<7} {depth:>4}  {algorithm:<18} {:>9} {:>11}  {:>6.3}   {:>6.3}  {ratio:>6.2}  {ceiling:>7.2}",
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
            let game = Erased::new(Slow { game: tree, time: leaf, everywhere: false });
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

/// How much faster two threads are in a game in which positions repeat.
fn cycles() {
    println!("position goal     nodes 1     nodes 2  time 1   time 2   ratio");
    for &(time, goal) in CYCLES {
        let pig = Pig::new(goal, 6, None).expect("a game");
        let time = Duration::from_micros(time);
        let game = Erased::new(Slow { game: pig, time, everywhere: true });
        let run = |threads| counts(&game, "rollout:best-first", threads);
        let (mut one, mut two) = (run(1), run(2));
        for _ in 0..2 {
            one = one_of(one, run(1));
            two = one_of(two, run(2));
        }
        let (seconds, faster) = (one.1.as_secs_f64(), two.1.as_secs_f64());
        println!(
            "{:<7} {goal:>5} {:>11} {:>11}  {seconds:>6.3}   {faster:>6.3}  {:>6.2}",
            format!("{time:?}"),
            one.0.nodes,
            two.0.nodes,
            seconds / faster
        );
    }
}

/// The faster of two runs.
fn one_of<C>(best: (C, Duration), run: (C, Duration)) -> (C, Duration) {
    if run.1 < best.1 { run } else { best }
}
