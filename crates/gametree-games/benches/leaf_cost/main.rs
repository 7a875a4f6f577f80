//! What a leaf costs: nanoseconds a leaf of the general searches beside a hand-written recursion, in
//! one run, and bytes a stored node.
//!
//! `cargo bench -p gametree-games --bench leaf_cost`. Each search runs many times in turn with the
//! others, and its fastest run counts, so that noise of the machine hits all alike. The ratio is
//! time a leaf over the hand-written recursion's time a leaf on the same game.

mod hand;
mod heap;

use std::hint::black_box;
use std::time::Instant;

use gametree::Algorithm;
use gametree::exact::AlphaBeta2;
use gametree::policy::{Leftmost, MaxUpper, Node, Policy, Reads};
use gametree::{Counts, Fsss, Game, Keep, Knowledge, Rollout, Search, Value};
use gametree_games::connect4::Connect4;
use gametree_games::random::{Leaves, RandomTree};

#[global_allocator]
static HEAP: heap::Metered = heap::Metered;

const ROUNDS: u32 = 15;

/// A policy as a user would write it.
struct FirstActive;

impl Policy for FirstActive {
    const READS: Reads = Reads::Order;
    type Data = ();

    fn select(&mut self, node: &Node<'_, ()>) -> usize {
        node.active().next().unwrap().index
    }
}

/// At the horizon nobody is ahead.
struct Level;

impl Knowledge<Connect4> for Level {
    fn evaluate(&self, _: &Connect4, _: &<Connect4 as Game>::Position) -> Option<Value> {
        Some(Value::ZERO)
    }
}

/// A search that is measured.
struct Contender<'a> {
    name: &'static str,
    run: Box<dyn FnMut() -> Counts + 'a>,
    nanoseconds: f64,
}

fn contender<'a>(name: &'static str, run: impl FnMut() -> Counts + 'a) -> Contender<'a> {
    Contender { name, run: Box::new(run), nanoseconds: f64::INFINITY }
}

/// What is said of a search that cannot use its memory again.
const NEW: &str = "  new each time";

/// The contenders on one game. Each run is by the same search, unless the name says otherwise.
fn contenders<'a, H: Fn() + 'a>(
    hand: H,
    leaves: u64,
    searches: impl Searches + Copy + 'a,
) -> Vec<Contender<'a>> {
    fn again<'a, A: Algorithm + 'a>(
        name: &'static str,
        searches: impl Searches + 'a,
        mut search: A,
    ) -> Contender<'a> {
        contender(name, move || searches.run(&mut search))
    }
    let max_upper = || Rollout::new(MaxUpper).keep(Keep::Nothing);
    let fsss = || Fsss::new().keep(Keep::Nothing);
    vec![
        contender("hand-written recursion", move || {
            hand();
            let mut counts = Counts::default();
            counts.leaves = leaves;
            counts
        }),
        again("alphabeta2", searches, AlphaBeta2),
        again("rollout:leftmost", searches, Rollout::new(Leftmost).keep(Keep::Nothing)),
        again("  with its pv", searches, Rollout::new(Leftmost)),
        again("  by a user's policy", searches, Rollout::new(FirstActive).keep(Keep::Nothing)),
        again("rollout:max-upper", searches, max_upper()),
        contender(NEW, move || searches.run(&mut max_upper())),
        again("fsss", searches, fsss()),
        contender(NEW, move || searches.run(&mut fsss())),
    ]
}

trait Searches {
    fn run<A: Algorithm>(&self, algorithm: &mut A) -> Counts;
}

#[derive(Clone, Copy)]
struct OnRandom<'a>(&'a RandomTree);

impl Searches for OnRandom<'_> {
    fn run<A: Algorithm>(&self, algorithm: &mut A) -> Counts {
        Search::bare(self.0).plain().run(algorithm).expect("a random tree has a value").counts
    }
}

#[derive(Clone, Copy)]
struct OnConnect4<'a>(&'a Connect4, u32);

impl Searches for OnConnect4<'_> {
    fn run<A: Algorithm>(&self, algorithm: &mut A) -> Counts {
        let search = Search::bare(self.0).knowledge(&Level).horizon(self.1);
        search.plain().run(algorithm).expect("Level evaluates everything").counts
    }
}

fn measure(title: &str, mut contenders: Vec<Contender<'_>>) {
    for _ in 0..ROUNDS {
        for contender in &mut contenders {
            let started = Instant::now();
            let counts = black_box((contender.run)());
            let nanoseconds = started.elapsed().as_nanos() as f64 / counts.leaves as f64;
            contender.nanoseconds = contender.nanoseconds.min(nanoseconds);
        }
    }
    println!("\n{title}");
    println!("{:<24} {:>9} {:>7} {:>9} {:>11}", "", "ns/leaf", "ratio", "leaves", "bytes/node");
    let yardstick = contenders[0].nanoseconds;
    for Contender { name, run, nanoseconds } in &mut contenders {
        let mut counts = Counts::default();
        let peak = heap::peak_of(|| counts = run());
        let bytes = if *name == NEW {
            format!("{:.1}", peak as f64 / counts.peak_nodes as f64)
        } else {
            "-".into()
        };
        let ratio = *nanoseconds / yardstick;
        println!("{name:<24} {nanoseconds:>9.1} {ratio:>7.2} {:>9} {bytes:>11}", counts.leaves);
    }
}

fn main() {
    for (branching, depth) in [(4, 12), (16, 6), (2, 24)] {
        let game = RandomTree::new(branching, depth, 1, Leaves::I32).expect("a tree");
        let hand = hand::RandomTree { branching, depth };
        let root = game.start().hash();
        let by_hand = || {
            black_box(hand.max(black_box(root), 0, f64::NEG_INFINITY, f64::INFINITY));
        };
        let leaves = OnRandom(&game).run(&mut AlphaBeta2).leaves;
        let title = format!("random:b={branching},d={depth},seed=1");
        measure(&title, contenders(by_hand, leaves, OnRandom(&game)));
    }
    let game = Connect4::new(7, 6).expect("the standard board");
    let plies = 10;
    let by_hand = || {
        black_box(hand::Connect4::max(0, 0, black_box(plies), f64::NEG_INFINITY, f64::INFINITY));
    };
    let leaves = OnConnect4(&game, plies).run(&mut AlphaBeta2).leaves;
    measure("connect4 to depth 10", contenders(by_hand, leaves, OnConnect4(&game, plies)));
}
