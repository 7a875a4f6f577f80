//! How many leaves an answer takes that may be off by so much.
//!
//! `cargo run --release -p gametree-games --example how_far_off`

use gametree::policy::BestFirst;
use gametree::{Epsilon, Rollout, Search, SearchError};
use gametree_games::chance::Chance;
use gametree_games::noisy::NoisyTree;
use gametree_games::random::{Leaves, RandomTree};

fn main() -> Result<(), SearchError> {
    // Leaves from 0 to 100, two moves, each of which goes astray once in five times.
    let leaves = Leaves::between(0, 100).expect("0 is below 100");
    let tree = RandomTree::new(4, 2, 1, leaves).expect("four moves");
    let game = NoisyTree::new(tree, Chance::new(0.8).expect("a probability"));
    println!("epsilon  leaves  the value is");
    for epsilon in [0.0, 2.0, 8.0, 24.0, 100.0] {
        let allowed = Epsilon::units(epsilon).expect("a distance");
        let outcome = Search::new(&game).epsilon(allowed).run(&mut Rollout::new(BestFirst))?;
        assert!(outcome.bounds.width() <= epsilon + outcome.allowance);
        println!("{epsilon:>7}  {:>6}  in {}", outcome.counts.leaves, outcome.bounds);
    }
    Ok(())
}
