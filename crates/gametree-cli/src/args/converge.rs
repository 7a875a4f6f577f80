//! What can be written after `gametree converge`.

use clap::Args;
use gametree::registry::quantity;
use gametree_lab::converge::study::{Entry, STUDIES};

use super::Format;

const HELP: &str = "\
A run lets an algorithm loose on a game whose value is known, and notes after how many leaves
  converged   what it believes of the root stays within 1 - TAU of the truth (from -1 to 1)
  preferred   the move it would play is right, for good
  proven      the value is proven
'For good' is until the proof; for those who only sample until four times as many leaves, at
least 10000; and never beyond --limit.

STUDIES
Examples:
  gametree converge implanted:d=20,max=0/10,min=9/11,bias=0/0.5
  gametree converge 'implanted:d=16,max=0/8,seed={run}' --algorithm fsss --algorithm mcts --runs 20
  gametree converge dchain:6 --algorithm uct
  gametree converge traps
  gametree converge escape:d=16 --runs 10 --svg escape.svg

The paper: Ramanujan, Sabharwal, Selman: Understanding sampling style adversarial search methods
(2011).

Exit codes: 0 all runs are made, 2 bad input, 3 it was interrupted (with --out the same command goes
on).";

/// The help, with the list of studies.
pub fn help() -> String {
    let study = |entry: &Entry| format!("  {}\n      {}\n", entry.syntax, entry.summary);
    let studies: String = STUDIES.iter().map(study).collect();
    HELP.replace("STUDIES", &format!("Studies, in place of a game (docs/traps.md):\n{studies}"))
}

#[derive(Debug, Args)]
pub struct Converge {
    /// A game (NAME[:PARAMETERS]; {run} in it is the number of the run), or a study.
    #[arg(value_name = "GAME|STUDY")]
    pub what: String,

    /// Who searches, may be repeated: any algorithm that 'gametree algorithms' lists. The paper's UCT if
    /// nothing is said.
    #[arg(long = "algorithm", value_name = "SPEC")]
    pub algorithms: Vec<String>,

    /// How near to the truth is near enough, above 0 and below 1.
    #[arg(long, value_name = "TAU", default_value_t = 0.7, allow_negative_numbers = true)]
    pub tau: f64,

    /// How often each algorithm is let loose on each game.
    #[arg(long, value_name = "N", default_value = "100", value_parser = quantity::count)]
    pub runs: u64,

    /// The most leaves of a run.
    #[arg(long, value_name = "N", default_value = "1M", value_parser = quantity::count)]
    pub limit: u64,

    /// The seed of all random choices.
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,

    /// How many runs at a time; as many as there are processors if nothing is said.
    #[arg(long, value_name = "T")]
    pub threads: Option<std::num::NonZero<usize>>,

    /// Write every run to FILE as soon as it is known. If it has runs of this experiment already, they
    /// are not made again.
    #[arg(long, value_name = "FILE")]
    pub out: Option<std::path::PathBuf>,

    /// Draw what was found, for studies that are drawn.
    #[arg(long, value_name = "FILE")]
    pub svg: Option<std::path::PathBuf>,

    /// Show no progress.
    #[arg(long)]
    pub quiet: bool,

    /// How to write the results.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}
