//! What can be written after `gametree-lab run`, `list`, `merge` and `reproduce`.

use std::num::NonZero;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use gametree_cli::console::{Format, threads};

use crate::experiments;

pub const HELP: &str = "\
Examples:
  gametree-lab list
  gametree-lab run weinstein-1a --out fig1
  gametree-lab run atzmon baier-ic --out some --threads 2
  gametree-lab run all --scale full --out results --shard 1/3
  gametree-lab merge machine1 machine2 machine3 --out results

Exit codes: 0 all units are done, 2 bad input, 3 it was interrupted (the same command resumes it).";

pub const REPRODUCE_HELP: &str = "\
It is 'gametree-lab run all --scale quick'. Interrupt it at any time: the same command continues.

Examples:
  gametree-lab reproduce
  gametree-lab reproduce --out results --threads 2
  gametree-lab reproduce --page results.html";

/// How much is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Scale {
    /// Seconds: enough to see that everything runs, and nothing more.
    Tiny,
    /// Minutes.
    Quick,
    /// As many trials as the papers have: hours or days.
    Full,
}

impl From<Scale> for experiments::Scale {
    fn from(scale: Scale) -> experiments::Scale {
        match scale {
            Scale::Tiny => experiments::Scale::Tiny,
            Scale::Quick => experiments::Scale::Quick,
            Scale::Full => experiments::Scale::Full,
        }
    }
}

#[derive(Debug, Args)]
pub struct List {
    /// How to write the list.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

#[derive(Debug, Args)]
pub struct Run {
    /// Experiments, all of a paper (huang, weinstein, atzmon, baier, ramanujan), those beyond the papers
    /// (beyond), or all.
    #[arg(value_name = "NAME|PAPER|all", required = true)]
    pub what: Vec<String>,

    /// How much to run.
    #[arg(long, value_enum, default_value_t = Scale::Quick)]
    pub scale: Scale,

    /// Run one of N shares of the units: I/N with I from 1 to N. 'gametree-lab merge' joins them.
    #[arg(long, value_name = "I/N")]
    pub shard: Option<String>,

    #[command(flatten)]
    pub how: HowToRun,
}

/// How experiments are run.
#[derive(Debug, Args)]
pub struct HowToRun {
    /// The folder for rows and report. One that a run has begun with the same settings is continued.
    #[arg(long, value_name = "DIR", default_value = "gametree-lab")]
    pub out: PathBuf,

    /// Also write the page by itself, to be published: without links to files of the folder. It is written when all
    /// units are done.
    #[arg(long, value_name = "FILE")]
    pub page: Option<PathBuf>,

    /// Games of chess to study, in PGN, by the experiments that need some. Without them the program plays its own.
    #[arg(long, value_name = "FILE")]
    pub pgn: Option<PathBuf>,

    /// The number of threads. [default: one per processor]
    #[arg(long, value_name = "T", value_parser = threads::count)]
    pub threads: Option<NonZero<usize>>,

    /// The seed of the random numbers.
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,

    /// Show no progress.
    #[arg(long)]
    pub quiet: bool,

    /// How to write the results.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

#[derive(Debug, Args)]
pub struct Merge {
    /// The folders that the machines have written.
    #[arg(value_name = "DIR", required = true)]
    pub folders: Vec<PathBuf>,

    /// The folder for all of it.
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,

    /// Also write the page by itself, to be published: without links to files of the folder.
    #[arg(long, value_name = "FILE")]
    pub page: Option<PathBuf>,

    /// How to write the results.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}
