//! How many leaves searches need on random trees with chance nodes: means over many seeds, and ratios
//! to the first search with intervals that hold in 95 of 100 cases.
//!
//! ```sh
//! cargo run --release -p gametree-games --features experiments --example leaves -- FIRST COUNT EPSILONS TREES [ALGORITHM...]
//! cargo run --release -p gametree-games --features experiments --example leaves -- 1 100 0,8,24 all
//! cargo run --release -p gametree-games --features experiments --example leaves -- 1 20 0 dice,ragged rollout:best-first star2
//! ```

mod ratio;
mod trees;

use std::error::Error;

use gametree::registry::Spec;
use gametree::{Epsilon, Search};
use ratio::ratio;
use trees::{RandomTree, SHAPES, Shape};

const USAGE: &str = "usage: leaves FIRST-SEED COUNT EPSILON,... TREE,...|all [ALGORITHM...]";
const ALGORITHMS: [&str; 3] = ["rollout:best-first", "rollout:leftmost", "rollout:expected"];

/// Leaves of one search, one number a seed.
fn leaves(shape: Shape, seeds: (u64, u64), epsilon: Epsilon, spec: &Spec) -> Vec<f64> {
    let one = |seed| {
        let game = RandomTree { shape, seed };
        let outcome = Search::bare(&game).epsilon(epsilon).pv(false).plain().run_named(spec);
        outcome.expect("the trees are finite").counts.leaves as f64
    };
    (seeds.0..seeds.0 + seeds.1).map(one).collect()
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [first, count, epsilons, trees, algorithms @ ..] = &arguments[..] else {
        return Err(USAGE.into());
    };
    let seeds = (first.parse()?, count.parse::<u64>()?.max(2));
    let named = |name: &str| trees == "all" || trees.split(',').any(|tree| tree == name);
    let specs = if algorithms.is_empty() { &ALGORITHMS.map(String::from) } else { algorithms };
    let specs = specs.iter().map(|spec| Spec::parse(spec)).collect::<Result<Vec<_>, _>>()?;
    print!("{:<16}{:>8}{:>10}", "tree", "epsilon", "leaves");
    specs[1..].iter().for_each(|spec| print!("{:>24}", spec.to_string()));
    println!("    (leaves of {}, then ratios to them)", specs[0]);
    for (name, shape) in SHAPES.iter().filter(|(name, _)| named(name)) {
        for text in epsilons.split(',') {
            let epsilon = Epsilon::units(text.parse()?).ok_or("an epsilon is not negative")?;
            let base = leaves(*shape, seeds, epsilon, &specs[0]);
            print!("{name:<16}{text:>8}{:>10.1}", base.iter().sum::<f64>() / base.len() as f64);
            for spec in &specs[1..] {
                let (ratio, off) = ratio(&leaves(*shape, seeds, epsilon, spec), &base);
                print!("{:>24}", format!("{ratio:.3} ± {off:.3}"));
            }
            println!();
        }
    }
    Ok(())
}
