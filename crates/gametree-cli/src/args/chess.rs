//! The arguments of the commands for chess.

use clap::Args;

use super::Format;

pub const EPD_HELP: &str = "\
Example:
  gametree epd positions.epd --time 1s

A line is a position and what is known of it: bm (best moves), am (moves to avoid), dm (mate in so many
moves), id (its name). Exit code 0 if all lines could be read, 2 otherwise.";

pub const UCI_HELP: &str = "\
Example:
  printf 'uci\\nposition startpos\\ngo nodes 1000\\n' | gametree uci";

/// Which test suite.
#[derive(Debug, Args)]
pub struct Epd {
    /// The file, one position a line.
    pub file: std::path::PathBuf,

    /// The time for each position [default: 1s, if there is no other limit].
    #[arg(long, value_name = "T", allow_hyphen_values = true)]
    pub time: Option<String>,

    /// The nodes for each position.
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub nodes: Option<String>,

    /// The player: any algorithm, with its parameters.
    #[arg(
        long,
        value_name = "PLAYER",
        default_value = "selective",
        visible_alias = "player",
        alias = "algorithm"
    )]
    pub by: String,

    /// Show no progress.
    #[arg(long)]
    pub quiet: bool,

    /// How to write the table.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// Which engine.
#[derive(Debug, Args)]
pub struct Uci {
    /// The player: any algorithm, with its parameters. The option Algorithm sets another one.
    #[arg(
        long,
        value_name = "PLAYER",
        default_value = "selective",
        visible_alias = "player",
        alias = "algorithm"
    )]
    pub by: String,
}
