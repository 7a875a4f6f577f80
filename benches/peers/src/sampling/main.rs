//! Monte Carlo tree search: ours beside `arbor` and one written by hand, in rollouts per second.
//!
//! `cargo run --release --manifest-path benches/peers/Cargo.toml --bin sampling` compares on Connect
//! Four from the start; with the argument `breakthrough` it prints our own rate on Breakthrough, 6x6,
//! for `openspiel.py` to compare with; with the name of a contender it runs that one alone, once, for
//! counting its instructions. One thread, UCB1, random playouts, one position added per rollout.
//! Contenders take turns, and the median of their rounds counts.

#[path = "../board.rs"]
#[allow(dead_code, reason = "alpha-beta needs more of it")]
mod board;
mod hand;
#[path = "../../../../crates/gametree-games/benches/leaf_cost/heap.rs"]
mod heap;
mod ours;
mod with_arbor;

use std::hint::black_box;
use std::time::Instant;

use gametree_games::breakthrough::Breakthrough;
use gametree_games::connect4::Connect4;
use ours::WinOrLoss;

#[global_allocator]
static HEAP: heap::Metered = heap::Metered;

/// The exploration constant of all contenders.
const EXPLORE: f32 = 1.0;
const SIZES: [u32; 2] = [100_000, 1_000_000];
const ROUNDS: usize = 9;

/// The result of a search.
struct Found<M> {
    /// How many positions are in its tree.
    nodes: usize,
    /// The moves of the root with their mean rewards.
    moves: Vec<(M, f64)>,
}

type Contender = (&'static str, fn(u32) -> Found<u8>);

fn connect4() -> Connect4 {
    Connect4::new(7, 6).expect("the usual board")
}

const CONTENDERS: [Contender; 5] = [
    ("by hand", hand::run),
    ("arbor", with_arbor::run),
    ("gametree, win or loss", |rollouts| ours::run(&WinOrLoss(connect4()), rollouts, false)),
    ("gametree, scores", |rollouts| ours::run(&connect4(), rollouts, false)),
    ("gametree, scores and proofs", |rollouts| ours::run(&connect4(), rollouts, true)),
];

/// The middle is better than the edge, and every search must find that.
fn check(name: &str, found: &Found<u8>) {
    let mean = |column: u8| found.moves.iter().find(|mv| mv.0 == column).expect("tried").1;
    let edge = mean(0).max(mean(6));
    assert!(edge < mean(3) && mean(3) < 0.75, "{name}: {:?}", found.moves);
}

/// Rollouts per second of each contender, the median of all rounds.
fn rates(rollouts: u32) -> Vec<f64> {
    let mut rates = vec![Vec::new(); CONTENDERS.len()];
    for _ in 0..ROUNDS {
        for ((_, run), rates) in CONTENDERS.iter().zip(&mut rates) {
            let started = Instant::now();
            black_box(run(rollouts));
            rates.push(f64::from(rollouts) / started.elapsed().as_secs_f64());
        }
    }
    rates.into_iter().map(median).collect()
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

/// Peak bytes over nodes; the result is checked as well.
fn bytes((name, run): Contender, rollouts: u32) -> f64 {
    let mut nodes = 0;
    let peak = heap::peak_of(|| {
        let found = run(rollouts);
        check(name, &found);
        nodes = found.nodes;
    });
    peak as f64 / nodes as f64
}

fn on_connect4() {
    for rollouts in SIZES {
        println!("Connect Four 7x6, {rollouts} rollouts from the start, median of {ROUNDS} rounds");
        println!("{:<30}{:>14}{:>9}{:>12}", "", "rollouts/s", "ratio", "bytes/node");
        let rates = rates(rollouts);
        for (contender, rate) in CONTENDERS.into_iter().zip(&rates) {
            let (ratio, bytes) = (rates[0] / rate, bytes(contender, rollouts));
            println!("{:<30}{rate:>14.0}{ratio:>9.2}{bytes:>12.1}", contender.0);
        }
        println!();
    }
}

fn on_breakthrough() {
    let game = Breakthrough::new(6, 6).expect("a board");
    let rollouts = 200_000;
    let started = Instant::now();
    black_box(ours::run(&game, rollouts, false));
    println!("{:.0}", f64::from(rollouts) / started.elapsed().as_secs_f64());
}

/// One contender, by its name.
fn alone(name: &str) {
    let contender = CONTENDERS.iter().find(|contender| contender.0 == name);
    let names = CONTENDERS.map(|contender| contender.0).join("', '");
    let (name, run) = contender.unwrap_or_else(|| {
        panic!("'{name}' should be 'breakthrough', '{names}', or nothing");
    });
    check(name, &run(SIZES[0]));
}

fn main() {
    match std::env::args().nth(1).as_deref() {
        None => on_connect4(),
        Some("breakthrough") => on_breakthrough(),
        Some(name) => alone(name),
    }
}
