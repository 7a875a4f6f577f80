//! The arguments of `gametree perft`.

use clap::Args;
use gametree::registry::quantity;

use super::Format;

pub const HELP: &str = "\
Examples:
  gametree perft chess --depth 4
  gametree perft connect4 --depth 5 --divide

A line of a file is a position, followed by depths and counts: POSITION; D1 20; D2 400. If a count differs,
the exit code is 1. A line that begins with '# ' and is no position is a comment.

Below the count it says how fast the rules are, beside three built-in games on the same machine, and names
what is slow. ('leaves a second' counts moves that are listed and not played.)";

/// Which moves to count.
#[derive(Debug, Args)]
pub struct Perft {
    /// The game: NAME[:PARAMETERS]; 'gametree games' lists them.
    pub game: String,

    /// How many moves are played. With --file the largest depth that is counted; without it all are that
    /// the file names.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = quantity::depth)]
    #[arg(required_unless_present = "file")]
    pub depth: Option<u32>,

    /// The position, in the game's notation; without it, the start.
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    pub position: Option<String>,

    /// Compare with the counts of a file.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "divide"])]
    pub file: Option<std::path::PathBuf>,

    /// Show the count of each move.
    #[arg(long)]
    pub divide: bool,

    /// How to write the counts.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}
