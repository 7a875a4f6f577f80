//! What a leaf costs where there are chance nodes: leaves, nanoseconds a leaf and milliseconds in
//! all, of the searches that take chance nodes, in one run.
//!
//! `cargo bench -p gametree-games --bench chance_cost`. Each search runs many times in turn with the
//! others, and its fastest run counts, so that noise of the machine hits all alike.

use std::hint::black_box;
use std::time::Instant;

use gametree::Algorithm;
use gametree::exact::{BoundedAlphaBeta, Minimax, Star1, Star2};
use gametree::policy::{BestFirst, Leftmost};
use gametree::{Counts, Epsilon, Fsss, Game, Keep, Knowledge, Rollout, Search};
use gametree_games::chance::Chance;
use gametree_games::ewn::Ewn;
use gametree_games::noisy::NoisyTree;
use gametree_games::random::{Leaves, RandomTree};

const ROUNDS: u32 = 15;

struct Contender<'a> {
    name: &'static str,
    run: Box<dyn Fn() -> Counts + 'a>,
    seconds: f64,
}

/// A search by whatever `make` makes.
fn contender<'a, G: Game + 'a, K: Knowledge<G> + 'a, A: Algorithm>(
    name: &'static str,
    search: impl Fn() -> Search<'a, G, K> + 'a,
    make: impl Fn() -> A + 'a,
) -> Contender<'a> {
    let run = move || search().plain().run(&mut make()).expect("there is a value").counts;
    Contender { name, run: Box::new(run), seconds: f64::INFINITY }
}

fn measure(title: &str, mut contenders: Vec<Contender<'_>>) {
    for _ in 0..ROUNDS {
        for contender in &mut contenders {
            let started = Instant::now();
            black_box((contender.run)());
            contender.seconds = contender.seconds.min(started.elapsed().as_secs_f64());
        }
    }
    println!("\n{title}");
    println!("{:<24} {:>9} {:>9} {:>9} {:>9}", "", "leaves", "inner", "ns/leaf", "ms");
    for Contender { name, run, seconds } in &contenders {
        let counts = run();
        let (leaves, inner) = (counts.leaves, counts.inner_nodes());
        let (each, all) = (seconds * 1e9 / leaves as f64, seconds * 1e3);
        println!("{name:<24} {leaves:>9} {inner:>9} {each:>9.1} {all:>9.3}");
    }
}

fn main() {
    let tree = RandomTree::new(4, 4, 1, Leaves::between(0, 100).expect("a range")).expect("a tree");
    let game = NoisyTree::new(tree, Chance::new(0.8).expect("a probability"));
    for epsilon in [0.0, 8.0] {
        let search = || Search::bare(&game).epsilon(Epsilon::units(epsilon).expect("a distance"));
        let mut all = vec![contender("bounded-alphabeta", search, || BoundedAlphaBeta)];
        if epsilon == 0.0 {
            all.push(contender("minimax", search, || Minimax));
            all.push(contender("star1", search, || Star1));
            all.push(contender("star2", search, || Star2));
        }
        all.push(contender("rollout:leftmost", search, || {
            Rollout::new(Leftmost).keep(Keep::Nothing)
        }));
        all.push(contender("rollout:best-first", search, || {
            Rollout::new(BestFirst).keep(Keep::Nothing)
        }));
        all.push(contender("fsss", search, || Fsss::new().keep(Keep::Nothing)));
        let title = format!("random:b=4,d=4,seed=1,leaves=0..100,chance=0.8, epsilon {epsilon}");
        measure(&title, all);
    }
    let game = Ewn::new(5).expect("a board");
    let search = || Search::bare(&game).knowledge(&game).horizon(6);
    measure(
        "ewn:5, six plies ahead",
        vec![
            contender("star1", search, || Star1),
            contender("star2", search, || Star2),
            contender("rollout:best-first", search, || Rollout::new(BestFirst).keep(Keep::Nothing)),
        ],
    );
}
