//! What can be written after `gametree-lab traps`.

use clap::Args;
use gametree::registry::quantity;
use gametree_cli::console::{Format, threads};

pub const HELP: &str = "\
Positions come from the games of a PGN file, or from games of --by against itself (--game). In
each of them every move is ranked by MM-deep (minimax to the depth --deep, the move itself being
the first ply), by which the others are judged, by MM-shallow, by the bare evaluation, and by three
kinds of playouts: random, between players who look one ply ahead, and between MM-shallow players.

  Definition 1
      some move allows the opponent to gain the margin within --deep - 1 plies
  disagreement
      MM-deep and MM-shallow differ by the margin over the value of the best move
  mistake
      the move that MM-shallow prefers is worse by the margin, by MM-deep
  hard traps
      after some move the opponent can force a win within so many plies

Margins (--delta) are in units of the game's evaluation: pawns in chess. Shares are given for
positions, and for games with at least one such position among those that were looked at.

Examples:
  gametree-lab traps games.pgn --out traps
  gametree-lab traps games.pgn --sample all --playouts 0 --deep 4
  gametree-lab traps games.pgn --out traps --scatter 17
  gametree-lab traps --game breakthrough:6x6 --positions 500

With --out DIR: rows.jsonl (one line per position; the same command resumes it), rows.csv (one line
per move) and index.html (tables and plots). The results do not depend on --threads.

Games that cannot be read are reported by their numbers and left out; the others are studied.

Exit codes: 0 all positions are done, 2 bad input (also if some games could not be read), 3 it was
interrupted (the same command resumes it).";

#[derive(Debug, Args)]
pub struct Traps {
    /// The games, in PGN.
    #[arg(required_unless_present = "game", conflicts_with = "game")]
    pub file: Option<std::path::PathBuf>,

    /// Study another game, on positions from self-play: NAME[:PARAMETERS].
    #[arg(long, value_name = "GAME")]
    pub game: Option<String>,

    /// The number of positions from self-play, each from a game of its own.
    #[arg(long, value_name = "N", default_value = "100", value_parser = quantity::count)]
    #[arg(requires = "game", allow_negative_numbers = true)]
    pub positions: u64,

    /// The player of the games that positions come from.
    #[arg(
        long,
        value_name = "PLAYER",
        default_value = "mcts-solver:playout=random,nodes=500",
        visible_alias = "player",
        alias = "algorithm",
        requires = "game"
    )]
    pub by: String,

    /// The depth of the shallow search, and of the players in playouts.
    #[arg(long, value_name = "K", default_value_t = 2)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=MOST_PLIES))]
    pub shallow: u32,

    /// The depth of the search by which all is judged. In chess, every two plies cost about thirty times as
    /// much; the paper has 8.
    #[arg(long, value_name = "K", default_value_t = 6)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=MOST_PLIES))]
    pub deep: u32,

    /// The margins of soft traps, in units of the game's evaluation (pawns).
    #[arg(long, value_name = "D,D,...", value_delimiter = ',', default_value = "0.5,1,2,3,5,9")]
    #[arg(value_parser = margin, allow_negative_numbers = true)]
    pub delta: Vec<f64>,

    /// How many positions of every game are looked at, drawn at random, or 'all'.
    #[arg(long, value_name = "N|all", default_value = "2", value_parser = sample)]
    #[arg(conflicts_with = "game", allow_negative_numbers = true)]
    pub sample: Sample,

    /// Look only at positions after at least this many moves.
    #[arg(long, value_name = "A", default_value_t = 0)]
    pub from_ply: u32,

    /// The playouts per move and kind (of random ones, ten times as many); 0 for none.
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub playouts: u32,

    /// Estimates that differ by no more than this are ties: values by V units, rewards by R (from 0 to 1).
    /// Players in playouts make moves that are worse than the best by no more than V equally often.
    #[arg(long, value_name = "V,R", default_value = "0.1,0.05", value_parser = ties)]
    pub ties: (f64, f64),

    /// The seed of the random numbers: positions and playouts.
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,

    /// The number of threads. [default: one per processor]
    #[arg(long, value_name = "T", value_parser = threads::count)]
    pub threads: Option<std::num::NonZero<usize>>,

    /// Write rows and a page with plots into this directory.
    #[arg(long, value_name = "DIR")]
    pub out: Option<std::path::PathBuf>,

    /// On the page, plot the ranks of all moves of this position: the number of a row, or a position.
    #[arg(long, value_name = "P", requires = "out")]
    pub scatter: Option<String>,

    /// List so many positions where playouts see a trap that the shallow search does not.
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub list: usize,

    /// Show no progress.
    #[arg(long)]
    pub quiet: bool,

    /// How to write the results.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// How many positions of every game: all if `None`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample(pub Option<u64>);

const MOST_PLIES: i64 = 60;

fn sample(text: &str) -> Result<Sample, String> {
    match quantity::count(text) {
        _ if text == "all" => Ok(Sample(None)),
        Ok(number) if number > 0 => Ok(Sample(Some(number))),
        _ => Err("should be a number of at least 1, or 'all'".into()),
    }
}

fn margin(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number > 0.0);
    number.ok_or_else(|| "should be a number above 0, such as 1.5".into())
}

fn ties(text: &str) -> Result<(f64, f64), String> {
    let number = |text: &str| text.parse().ok().filter(|n: &f64| n.is_finite() && *n >= 0.0);
    let both = text.split_once(',').and_then(|(v, r)| Some((number(v)?, number(r)?)));
    both.ok_or_else(|| "should be two numbers of at least 0, such as 0.1,0.05".into())
}
