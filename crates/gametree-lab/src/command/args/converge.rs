//! What can be written after `gametree-lab converge`.

use clap::Args;
use gametree::registry::quantity;
use gametree_cli::console::{Format, flowing, threads};

use crate::converge::study::{Entry, STUDIES};

const HELP: &str = "\
A run starts an algorithm on a game whose value is known, and records after how many leaves

  converged
      its estimate of the root stays within 1 - TAU of the truth (values from -1 to 1)
  preferred
      the move that it would play is right, and stays right
  proven
      the value is proven

'Stays' means until the proof; for searches that only sample, until four times as many leaves, at
least 10000; and never beyond --limit.

STUDIES
Examples:
  gametree-lab converge implanted:d=20,max=0/10,min=9/11,bias=0/0.5
  gametree-lab converge 'implanted:d=16,max=0/8,seed={run}' --runs 20 \\
    --algorithm fsss --algorithm mcts
  gametree-lab converge dchain:6 --algorithm uct
  gametree-lab converge traps
  gametree-lab converge escape:d=16 --runs 10 --svg escape.svg

The paper: Ramanujan, Sabharwal, Selman: Understanding sampling style adversarial search methods
(2011).

Exit codes: 0 all runs are made, 2 bad input, 3 it was interrupted (with --out the same command
resumes it).";

/// The help, with the list of studies.
pub fn help() -> String {
    let study = |entry: &Entry| format!("  {}\n      {}\n", entry.syntax, entry.summary);
    let studies: String = STUDIES.iter().map(study).collect();
    let studies = format!("Studies, in place of a game (docs/notes/traps.md):\n{studies}");
    flowing(&HELP.replace("STUDIES", &studies))
}

#[derive(Debug, Args)]
pub struct Converge {
    /// A game (NAME[:PARAMETERS]; {run} in it is the number of the run), or a study.
    #[arg(value_name = "GAME|STUDY")]
    pub what: String,

    /// An algorithm; may be given several times; 'gametree algorithms' lists them. [default: the paper's
    /// UCT]
    #[arg(long = "algorithm", value_name = "SPEC")]
    pub algorithms: Vec<String>,

    /// How close to the truth counts as converged, above 0 and below 1.
    #[arg(long, value_name = "TAU", default_value_t = 0.7, allow_negative_numbers = true)]
    pub tau: f64,

    /// The number of runs of each algorithm on each game.
    #[arg(long, value_name = "N", default_value = "100", value_parser = quantity::count)]
    pub runs: u64,

    /// The limit of a run, in leaves.
    #[arg(long, value_name = "N", default_value = "1M", value_parser = quantity::count)]
    pub limit: u64,

    /// The seed of the random numbers.
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,

    /// The number of threads. [default: one per processor]
    #[arg(long, value_name = "T", value_parser = threads::count)]
    pub threads: Option<std::num::NonZero<usize>>,

    /// Write every run to FILE when it ends. Runs of this experiment that are in FILE already are not
    /// made again.
    #[arg(long, value_name = "FILE")]
    pub out: Option<std::path::PathBuf>,

    /// Draw the results, for studies that have a picture.
    #[arg(long, value_name = "FILE")]
    pub svg: Option<std::path::PathBuf>,

    /// Show no progress.
    #[arg(long)]
    pub quiet: bool,

    /// How to write the results.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}
