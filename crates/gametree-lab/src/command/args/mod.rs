//! What can be written on the command line.

mod accuracy;
mod converge;
mod run;
mod traps;

use clap::Parser;
use gametree_cli::console::{flowing, styles};

pub use accuracy::Accuracy;
pub use converge::Converge;
pub use run::{HowToRun, List, Merge, Run};
pub use traps::Traps;

const EXIT_CODES: &str = "\
Exit codes:
  0  all units are done
  2  bad input; one line on standard error says what is wrong
  3  an interrupt came first; the same command goes on";

/// Experiments with game-tree searches: those of the papers, and on games of your own.
#[derive(Debug, Parser)]
#[command(name = "gametree-lab", version, after_help = EXIT_CODES, styles = styles())]
pub struct Cli {
    #[command(subcommand)]
    pub command: Subcommand,
}

#[derive(Debug, clap::Subcommand)]
pub enum Subcommand {
    /// List the experiments: paper, figure, what they need, how long they take.
    List(List),
    /// Run experiments, or the rest of them, and write the report.
    #[command(after_help = flowing(run::HELP))]
    Run(Run),
    /// Join what several machines have run with --shard, and write the report.
    #[command(after_help = flowing(run::HELP))]
    Merge(Merge),
    /// Run all experiments at a small scale, and write a page with published results beside ours.
    #[command(after_help = flowing(run::REPRODUCE_HELP))]
    Reproduce(HowToRun),
    /// Measure how good players are: how often they find a right move, and where they fail.
    #[command(after_help = flowing(accuracy::HELP))]
    Accuracy(Accuracy),
    /// Measure how long searches take to find the right move, on trees that mislead them.
    #[command(after_help = converge::help())]
    Converge(Converge),
    /// Find soft traps: positions of chess games, or of self-play, where shallow search and playouts go wrong.
    #[command(after_help = flowing(traps::HELP))]
    Traps(Traps),
    /// Print a completion script for a shell.
    #[command(
        after_help = "Example:\n  cd ~/.local/share/bash-completion/completions\n  gametree-lab completions bash > gametree-lab"
    )]
    Completions {
        /// Which shell.
        shell: clap_complete::Shell,
    },
    /// Print the manual page of the command, or of one of its subcommands.
    #[command(after_help = "Example:\n  gametree-lab man > ~/.local/share/man/man1/gametree-lab.1")]
    Man {
        /// Which subcommand.
        #[arg(value_name = "SUBCOMMAND")]
        name: Option<String>,
    },
}
