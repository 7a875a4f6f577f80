//! How many leaves `rollout:odds` needs without dice: on random trees, and in games to a fixed horizon.
//! Ratios to `mt-sss2`, with intervals that hold in 95 of 100 cases.
//!
//! ```sh
//! cargo run --release -p gametree-games --example odds -- trees FIRST-SEED COUNT [TREE...]
//! cargo run --release -p gametree-games --example odds -- games FIRST-SEED COUNT [GAME...]
//! ```

mod games;
#[path = "../leaves/ratio.rs"]
mod ratio;
mod trees;

use std::error::Error;

const USAGE: &str = "usage: odds trees|games FIRST-SEED COUNT [NAME...]";

/// One search: how many leaves and how many microseconds it took.
#[derive(Clone, Copy, Debug)]
struct Cost {
    leaves: f64,
    micros: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [what, first, count, names @ ..] = &arguments[..] else { return Err(USAGE.into()) };
    let seeds = (first.parse()?, count.parse::<u64>()?.max(2));
    match what.as_str() {
        "trees" => trees::compare(seeds, names),
        "games" => games::compare(seeds, names),
        _ => Err(USAGE.into()),
    }
}
