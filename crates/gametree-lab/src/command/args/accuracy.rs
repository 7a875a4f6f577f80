//! What can be written after `gametree-lab accuracy`.

use std::ops::RangeInclusive;

use clap::Args;
use gametree::registry::quantity;
use gametree_cli::console::{Format, threads};

pub const HELP: &str = "\
Test positions are positions in which the choice matters: some moves keep the result (a won game stays won,
a drawn one drawn), others do not. They come from games of --drawn-by against itself, every third move of
which is random, or from a file. The exact values of all their moves are found by the solver first; then
every player is asked for a move in each position, at each budget.

  keeps
      the share of moves that keep the result; in games with dice, of those that give away no more
      than 1 % of the range of values
  best
      the share of moves that are exactly best
  given away
      by how much the moves are worse than the best one, on average
  against A
      'keeps' compared with that of the first player in the same positions, in percentage points

The results do not depend on --threads, unless a player is limited by time=.

Examples:
  gametree-lab accuracy connect4 --player mcts-solver --player mcts --plies 12..30
  gametree-lab accuracy breakthrough:5x5 --player ab --plies 8..24 --solved b5.jsonl
  gametree-lab accuracy othello:6 --player mcts --plies 18..26 --svg accuracy.svg
  gametree-lab accuracy connect4 --player mcts --positions positions.txt

Exit codes: 0 all moves are made, 2 bad input, 3 it was interrupted (with --solved and --out the same
command resumes it).";

#[derive(Debug, Args)]
pub struct Accuracy {
    /// The game: NAME[:PARAMETERS]; 'gametree games' lists them.
    pub game: String,

    /// A player: an algorithm with its parameters; may be given several times.
    #[arg(long = "player", value_name = "PLAYER", default_value = "mcts-solver")]
    pub players: Vec<String>,

    /// The budgets of players that have no limit of their own, in nodes per move.
    #[arg(long, value_name = "N,N,...", value_delimiter = ',', value_parser = quantity::count)]
    #[arg(default_value = "1k,5k", allow_hyphen_values = true)]
    pub nodes: Vec<u64>,

    /// The number of test positions.
    #[arg(long, value_name = "N", default_value = "100", value_parser = quantity::count)]
    #[arg(allow_negative_numbers = true)]
    pub sample: u64,

    /// How many moves are made before a test position. Positions too early in the game may take very long
    /// to solve.
    #[arg(long, value_name = "A..B", default_value = "8..30", value_parser = plies)]
    pub plies: RangeInclusive<u32>,

    /// The player of the games that test positions come from.
    #[arg(long, value_name = "PLAYER", default_value = "mcts:nodes=100")]
    pub drawn_by: String,

    /// Take the positions of a file instead, one per line; those in which the choice does not matter are
    /// left out.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["sample", "plies", "drawn_by"])]
    pub positions: Option<std::path::PathBuf>,

    /// The nodes that may be spent to solve a position; if that is not enough, another one is drawn.
    #[arg(long, value_name = "N", default_value = "20M", value_parser = quantity::count)]
    pub solve_nodes: u64,

    /// The memory with which a position is solved, on each thread.
    #[arg(long, value_name = "M", default_value = "64MiB", value_parser = quantity::memory)]
    pub memory: usize,

    /// The seed of the random numbers: positions and players.
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,

    /// The number of threads. [default: one per processor]
    #[arg(long, value_name = "T", value_parser = threads::count)]
    pub threads: Option<std::num::NonZero<usize>>,

    /// Keep the test positions with their values in FILE. Those that are in FILE already are not solved
    /// again.
    #[arg(long, value_name = "FILE")]
    pub solved: Option<std::path::PathBuf>,

    /// Write every move to FILE. Moves that are in FILE already are not made again.
    #[arg(long, value_name = "FILE")]
    pub out: Option<std::path::PathBuf>,

    /// Draw 'keeps' over the budgets.
    #[arg(long, value_name = "FILE")]
    pub svg: Option<std::path::PathBuf>,

    /// List this many of the worst moves of each player, at its largest budget.
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub worst: usize,

    /// Show no progress.
    #[arg(long)]
    pub quiet: bool,

    /// How to write the results.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// The most moves before a test position.
const MOST_PLIES: u32 = 10_000;

fn plies(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str| text.parse().ok().filter(|&plies: &u32| plies <= MOST_PLIES);
    match (number(first), number(last)) {
        (Some(first), Some(last)) if first <= last => Ok(first..=last),
        _ => Err(format!("should be a range such as 8..30, up to {MOST_PLIES}")),
    }
}
