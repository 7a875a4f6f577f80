//! The arguments of `gametree check-rules`.

use clap::Args;
use gametree::registry::quantity;

use super::Format;

pub const HELP: &str = "\
Examples:
  gametree check-rules connect4
  gametree check-rules connect4:5x4 --time 1m

A search believes the rules. If a move is not quite taken back, or two positions that differ share a key,
its answers are wrong, and nothing else shows it. So run this first when you have written a game.

It looks at all positions near the start, at all positions if there are few, at random games and their
endings, and at numbers that may be keys, and compares what the game says in one place with what it says
in another: undo and play, judge and expand, keys, facts, bounds, symmetries, probabilities, random moves,
texts of moves. What it finds it shows with the moves that lead there; what it could not check it lists.

At the end it says how fast the rules are, beside three built-in games on the same machine, and names what is
slow: what takes four times as long as in the slowest of them.

In a test of your crate, gametree_conformance::check(&game) does the same, and compares positions by
PartialEq; here two positions count as equal if the game says the same about both.

Exit codes: 0 no mistakes found; 1 a rule is broken; 2 bad input; 3 interrupted.";

/// Which game to check, and for how long.
#[derive(Debug, Args)]
pub struct CheckRules {
    /// The game: NAME[:PARAMETERS]; 'gametree games' lists them.
    pub game: String,

    /// How many random games are played [default: 100, or as many as --time allows].
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = quantity::count)]
    pub games: Option<u64>,

    /// Begin no more random games after this time: 500ms, 10s, 2m [default: 10s, or as long as --games
    /// takes].
    #[arg(long, value_name = "T", allow_hyphen_values = true, value_parser = quantity::duration)]
    pub time: Option<std::time::Duration>,

    /// The seed of the random games.
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,

    /// The number of threads that play random games, or 'all' for one per processor. What is found does not
    /// depend on it, unless the time ends the games.
    #[arg(
        long,
        value_name = "N|all",
        default_value = "all",
        allow_negative_numbers = true,
        value_parser = super::threads::count
    )]
    pub threads: std::num::NonZero<usize>,

    /// How to write the verdict.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,

    /// Show no progress.
    #[arg(long)]
    pub quiet: bool,
}
