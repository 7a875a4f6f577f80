//! The `gametree` command as a library: solver, player, arena and certificates, for the built-in games and
//! for a game of your own.
//!
//! A `main.rs` like this is the whole command with one more game in it:
//!
//! ```no_run
//! use gametree_cli::{Command, Entry, GameError};
//! use gametree_cli::gametree::job::AnyGame;
//! # use gametree_games::nim::Nim as Stones;
//!
//! fn main() -> std::process::ExitCode {
//!     let stones = Entry::new("stones", |parameters| {
//!         let heap = parameters.parse().map_err(|_| GameError::new("write stones:N, such as stones:12"))?;
//!         # let game = Stones::new(&[heap], false).ok_or(GameError::new("too many"))?;
//!         # if true { return Ok(AnyGame::new(game)); }
//!         # let heap = game;
//!         # fn Stones<T>(heap: T) -> T { heap }
//!         Ok(AnyGame::new(Stones(heap)))
//!     });
//!     Command::new().game(stones.syntax("stones:N").example("stones:12")).run()
//! }
//! ```
//!
//! Then `check-rules stones:12`, `solve`, `compare`, `play`, `analyse`, `arena`, `converge`, certificates,
//! completions and help work as they do for the built-in games. `examples/clobber` in the repository is such a crate.

#![forbid(unsafe_code)]

mod accuracy;
mod analyse;
mod answer;
mod arena;
mod args;
mod board;
mod certificate;
mod check_rules;
mod compare;
mod converge;
mod epd;
mod explain;
mod files;
mod json;
mod lab;
mod lists;
mod names;
mod new;
mod output;
mod perft;
mod play;
mod played;
mod positions;
mod progress;
mod question;
mod replay;
mod solve;
mod speed;
mod text;
mod traps;
mod uci;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches};
use gametree_games::Catalogue;

use args::{ArenaCommand, CertificateCommand, Cli, Subcommand};
use output::{Ending, complain, print, print_styled, program};

pub use gametree;
pub use gametree_games::{self as games, Entry, GameError};

/// The exit code for bad input.
const BAD_INPUT: u8 = 2;

/// The command: the built-in games, and those that are added.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Command {
    games: Catalogue,
}

impl Command {
    /// The command with the built-in games.
    pub fn new() -> Command {
        Command::default()
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
        let mut command = self.cli();
        let matches = command.try_get_matches_from_mut(words);
        let parsed = matches.and_then(|matches| {
            Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
        });
        let cli = match parsed {
            Ok(cli) => cli,
            Err(error) => return usage(&error),
        };
        // So that the process takes no more than searches count.
        gametree_machine::return_large_blocks();
        progress::handle_signals();
        let done = self.execute(cli.command);
        match done.and_then(|(text, ending)| print(&text).map(|()| ending)) {
            Ok(ending) => ExitCode::from(ending as u8),
            Err(reason) => bad_input(&reason),
        }
    }

    fn execute(&self, command: Subcommand) -> Result<(String, Ending), String> {
        let games = &self.games;
        match command {
            Subcommand::Solve(arguments) => solve::run(games, &arguments),
            Subcommand::Compare(arguments) => compare::run(games, &arguments),
            Subcommand::Arena(arguments) => match &arguments.command {
                Some(ArenaCommand::Replay(arguments)) => replay::run(games, arguments),
                None => arena::run(games, &arguments),
            },
            Subcommand::Accuracy(arguments) => accuracy::run(games, &arguments),
            Subcommand::Converge(arguments) => converge::run(games, &arguments),
            Subcommand::Lab { command } => lab::run(games, &command),
            Subcommand::Reproduce(how) => lab::reproduce(games, &how),
            Subcommand::Traps(arguments) => traps::run(games, &arguments),
            Subcommand::Check(arguments) => certificate::check(games, &arguments),
            Subcommand::Certificate { command: CertificateCommand::Show(arguments) } => {
                certificate::show(games, &arguments)
            }
            Subcommand::Analyse(arguments) => analyse::run(games, &arguments),
            Subcommand::Play(arguments) => play::run(games, &arguments),
            Subcommand::CheckRules(arguments) => check_rules::run(games, &arguments),
            Subcommand::Perft(arguments) => perft::run(games, &arguments),
            Subcommand::New(arguments) => new::run(&arguments),
            Subcommand::Uci(arguments) => uci::run(&arguments),
            Subcommand::Epd(arguments) => epd::run(&arguments),
            Subcommand::Games(arguments) => lists::games(games, &arguments),
            Subcommand::Algorithms(arguments) => lists::algorithms(&arguments),
            Subcommand::Completions { shell } => {
                let mut script = Vec::new();
                let mut command = names::offered(self.cli(), games);
                clap_complete::generate(shell, &mut command, program(), &mut script);
                Ok((String::from_utf8_lossy(&script).into_owned(), Ending::Answered))
            }
            Subcommand::Man { name } => manual(self.cli(), name.as_deref()),
        }
    }

    /// What can be written, with examples of the first game that is not built in, if there is one.
    fn cli(&self) -> clap::Command {
        let own = |entry: &&Entry| games::GAMES.iter().all(|built_in| built_in.name != entry.name);
        match self.games.entries().iter().find(own) {
            Some(entry) => args::with_examples_of(Cli::command(), entry.example),
            None => Cli::command(),
        }
    }
}

/// The manual page of the command, or of a subcommand.
fn manual(command: clap::Command, name: Option<&str>) -> Result<(String, Ending), String> {
    let mut command = command.name(program());
    command.build();
    let page = match name {
        None => command,
        Some(name) => {
            let names: Vec<String> =
                command.get_subcommands().map(|sub| sub.get_name().to_string()).collect();
            let found = command.find_subcommand(name).cloned().ok_or_else(|| {
                format!("unknown subcommand '{name}'; known: {}", names.join(" "))
            })?;
            found.name(format!("{}-{name}", program()))
        }
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page).render(&mut text).map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&text);
    Ok((output::in_own_name(&text).into_owned(), Ending::Answered))
}

fn bad_input(reason: &str) -> ExitCode {
    complain(reason);
    ExitCode::from(BAD_INPUT)
}

/// Prints help and version to standard output, also without arguments; a wrong option gets one line.
fn usage(error: &clap::Error) -> ExitCode {
    let rendered = error.render();
    match error.kind() {
        ErrorKind::DisplayHelp
        | ErrorKind::DisplayVersion
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let help =
                if text::colours() { rendered.ansi().to_string() } else { rendered.to_string() };
            match print_styled(&output::in_own_name(&help)) {
                Ok(()) => ExitCode::SUCCESS,
                Err(reason) => bad_input(&reason),
            }
        }
        _ => {
            let text = rendered.to_string();
            let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
            let told = lines.filter(|l| !l.starts_with("Usage:") && !l.starts_with("For more"));
            // A suggestion to take an unknown option for a value is never right here.
            let told = told.filter(|line| !line.starts_with("tip: to pass"));
            let line = told.collect::<Vec<_>>().join("; ").replace(":; ", ": ");
            bad_input(line.trim_start_matches("error: "))
        }
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
