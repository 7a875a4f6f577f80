//! How many leaves `rollout:odds` needs without dice: on random trees, and in games to a fixed horizon.
//! Ratios to `mt-sss2`, with intervals that hold in 95 of 100 cases.
//!
//! ```sh
//! cargo run --release -p gametree-games --features experiments --example odds -- trees FIRST-SEED COUNT [TREE...]
//! cargo run --release -p gametree-games --features experiments --example odds -- games FIRST-SEED COUNT [GAME...]
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

/// How many microseconds this thread has worked, where the system tells (Linux), so that others on a
/// busy machine do not count; else how many went by.
fn clock() -> f64 {
    static START: std::sync::LazyLock<std::time::Instant> =
        std::sync::LazyLock::new(std::time::Instant::now);
    // The system counts up to when a thread gave way last.
    std::thread::yield_now();
    let worked = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = worked.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanos.map_or_else(|| START.elapsed().as_secs_f64() * 1e6, |nanos| nanos / 1e3)
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
