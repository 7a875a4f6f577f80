//! The `gametree` command as a library: solver, player, arena and certificates, for the built-in games and
//! for a game of your own.
//!
//! A `main.rs` like this is the whole command with one more game in it:
//!
//! ```no_run
//! use gametree_cli::gametree::job::AnyGame;
//! use gametree_cli::{Command, Entry, GameError};
//! # use gametree_cli::gametree::doc::Subtraction as Stones;
//!
//! fn main() -> std::process::ExitCode {
//!     let stones = Entry::new("stones", |parameters| {
//!         let stones = parameters.parse();
//!         let stones = stones.map_err(|_| GameError::new("write stones:N, such as stones:12"))?;
//!         Ok(AnyGame::new(Stones { stones }))
//!     });
//!     Command::new().game(stones.syntax("stones:N").example("stones:12")).run()
//! }
//! ```
//!
//! Then `check-rules stones:12`, `solve`, `compare`, `play`, `analyse`, `arena`, certificates, completions and help work as they do for the built-in games. `examples/clobber` in the repository is such a crate.
//!
//! The built-in games are the feature `games`, chess is `chess`, and lines of `play` that can be edited are `editor`: all are
//! on by default, and a crate that needs none of them builds much faster without them (`default-features = false`).

#![forbid(unsafe_code)]

mod analyse;
mod answer;
mod arena;
mod args;
mod board;
mod certificate;
mod check_rules;
mod compare;
#[doc(hidden)]
pub mod console;
#[cfg(feature = "chess")]
mod epd;
mod explain;
#[doc(hidden)]
pub mod files;
#[doc(hidden)]
pub mod json;
mod lists;
mod names;
mod new;
#[doc(hidden)]
pub mod output;
mod perft;
mod play;
mod positions;
#[doc(hidden)]
pub mod progress;
mod question;
mod replay;
mod solve;
mod speed;
#[doc(hidden)]
pub mod text;
#[cfg(feature = "chess")]
mod uci;

use std::ffi::OsString;
use std::process::ExitCode;

use args::{ArenaCommand, CertificateCommand, Cli, Subcommand};

pub use gametree;
use gametree::job::Catalogue;
pub use gametree::job::{Entry, GameError};

/// The built-in games, as far as the features of this crate include them.
pub fn games() -> Catalogue {
    let entries: &[&[Entry]] = &[
        #[cfg(feature = "games")]
        gametree_games::GAMES,
        #[cfg(feature = "chess")]
        &gametree_chess::GAMES,
    ];
    entries.concat().into_iter().collect()
}

/// The command: the built-in games, and those that are added.
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
        Command { games: games() }
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
            Subcommand::Solve(arguments) => solve::run(games, &arguments),
            Subcommand::Compare(arguments) => compare::run(games, &arguments),
            Subcommand::Arena(arguments) => match &arguments.command {
                Some(ArenaCommand::Replay(arguments)) => replay::run(games, arguments),
                None => arena::run(games, &arguments),
            },
            Subcommand::Check(arguments) => certificate::check(games, &arguments),
            Subcommand::Certificate { command: CertificateCommand::Show(arguments) } => {
                certificate::show(games, &arguments)
            }
            Subcommand::Analyse(arguments) => analyse::run(games, &arguments),
            Subcommand::Play(arguments) => play::run(games, &arguments),
            Subcommand::CheckRules(arguments) => check_rules::run(games, &arguments),
            Subcommand::Perft(arguments) => perft::run(games, &arguments),
            Subcommand::New(arguments) => new::run(&arguments),
            #[cfg(feature = "chess")]
            Subcommand::Uci(arguments) => uci::run(&arguments),
            #[cfg(feature = "chess")]
            Subcommand::Epd(arguments) => epd::run(&arguments),
            Subcommand::Games(arguments) => lists::games(games, &arguments),
            Subcommand::Algorithms(arguments) => lists::algorithms(&arguments),
            Subcommand::Completions { shell } => Ok(console::completions::<Cli>(shell, games)),
            Subcommand::Man { name } => console::manual::<Cli>(name.as_deref(), games),
        })
    }
}

/// The examples in the documents are run as tests.
#[cfg(doctest)]
mod documents {
    #[doc = include_str!("../../../docs/guide/write-a-game.md")]
    struct WriteAGame;
    #[doc = include_str!("../../../docs/guide/dice.md")]
    struct Dice;
    #[doc = include_str!("../../../docs/guide/heuristics.md")]
    struct Heuristics;
    #[doc = include_str!("../../../docs/guide/make-a-player.md")]
    struct MakeAPlayer;
    #[doc = include_str!("../../../docs/guide/compare-algorithms.md")]
    struct CompareAlgorithms;
    #[doc = include_str!("../../../docs/guide/prove-a-value.md")]
    struct ProveAValue;
    #[doc = include_str!("../../../docs/reference/how-far-off.md")]
    struct HowFarOff;
}
