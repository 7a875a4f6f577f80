//! The `gametree-lab` command.

mod accuracy;
mod args;
mod converge;
mod played;
mod run;
mod traps;

use std::ffi::OsString;
use std::process::ExitCode;

use gametree::job::{Catalogue, Entry};
use gametree_cli::console;

use args::{Cli, Subcommand};

/// The command of the laboratory: for the built-in games, and those that are added.
///
/// ```no_run
/// use gametree::job::{AnyGame, Entry};
/// # use gametree::doc::Subtraction as Stones;
///
/// fn main() -> std::process::ExitCode {
///     let stones = Entry::new("stones", |_| Ok(AnyGame::new(Stones { stones: 12 })));
///     gametree_lab::Command::new().game(stones).run()
/// }
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Command {
    games: Catalogue,
}

impl Default for Command {
    fn default() -> Command {
        Command::new()
    }
}

impl Command {
    /// The command with the built-in games.
    pub fn new() -> Command {
        Command { games: gametree_cli::games() }
    }

    /// The same with one more game, at the head of the list. It replaces a built-in game of the same name.
    pub fn game(self, entry: Entry) -> Command {
        Command { games: self.games.with(entry) }
    }

    /// Runs the command line, and returns the exit code.
    pub fn run(self) -> ExitCode {
        self.run_from(std::env::args_os())
    }

    /// The same with another command line, whose first word is the name of the program.
    pub fn run_from(self, words: impl IntoIterator<Item = OsString>) -> ExitCode {
        let games = &self.games;
        let cli: Cli = match console::begin(words, games) {
            Ok(cli) => cli,
            Err(code) => return code,
        };
        console::end(match cli.command {
            Subcommand::List(arguments) => run::list(&arguments),
            Subcommand::Run(arguments) => run::run(games, &arguments),
            Subcommand::Merge(arguments) => run::merge(&arguments),
            Subcommand::Reproduce(how) => run::reproduce(games, &how),
            Subcommand::Accuracy(arguments) => accuracy::run(games, &arguments),
            Subcommand::Converge(arguments) => converge::run(games, &arguments),
            Subcommand::Traps(arguments) => traps::run(games, &arguments),
            Subcommand::Completions { shell } => Ok(console::completions::<Cli>(shell, games)),
            Subcommand::Man { name } => console::manual::<Cli>(name.as_deref(), games),
        })
    }
}
