//! How a command begins and ends: its words, help, exit codes, completions and manual pages. `gametree-lab` shares it, and with
//! it the modules for output, progress, files, JSON and text.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches};
use clap_complete::Shell;
use gametree::job::Catalogue;

pub use crate::arena::letter;
pub use crate::args::{Format, flowing, styles, threads};
pub use crate::question::open;

use crate::output::{self, Ending, complain, print, print_styled, program};
use crate::{args, names, progress, text};

/// The exit code for bad input.
const BAD_INPUT: u8 = 2;

/// What a command line says, whose first word is the name of the program; or the exit code, if there is nothing left to
/// do. From here on signals end searches.
///
/// # Errors
/// The exit code, after help or a complaint about the words.
pub fn begin<Cli: CommandFactory + FromArgMatches>(
    words: impl IntoIterator<Item = OsString>,
    games: &Catalogue,
) -> Result<Cli, ExitCode> {
    output::set_own_name(Cli::command().get_name());
    let mut command = described::<Cli>(games);
    let matches = command.try_get_matches_from_mut(words);
    let parsed = matches.and_then(|matches| {
        Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
    });
    let cli = parsed.map_err(|error| usage(&error))?;
    // So that the process takes no more than searches count.
    gametree_machine::return_large_blocks();
    progress::handle_signals();
    Ok(cli)
}

/// Prints what came of it, and returns the exit code.
pub fn end(done: Result<(String, Ending), String>) -> ExitCode {
    match done.and_then(|(text, ending)| print(&text).map(|()| ending)) {
        Ok(ending) => ExitCode::from(ending as u8),
        Err(reason) => bad_input(&reason),
    }
}

/// What can be written, with examples of the first game that is not built in, if there is one.
fn described<Cli: CommandFactory>(games: &Catalogue) -> clap::Command {
    let built_in = crate::games();
    let mut own = games.entries().iter();
    match own.find(|entry| built_in.entry(entry.name).is_err()) {
        Some(entry) => args::with_examples_of(Cli::command(), entry.example, games),
        None => Cli::command(),
    }
}

/// A completion script.
pub fn completions<Cli: CommandFactory>(shell: Shell, games: &Catalogue) -> (String, Ending) {
    let command = described::<Cli>(games);
    let subcommands = names::subcommands(&command);
    let mut command = match shell {
        Shell::Elvish | Shell::PowerShell => names::listed(command, games),
        _ => names::offered(command, games),
    };
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, program(), &mut script);
    let script = String::from_utf8_lossy(&script);
    (names::after_arguments(shell, &script, &subcommands), Ending::Answered)
}

/// The manual page of the command, or of a subcommand.
pub fn manual<Cli: CommandFactory>(
    name: Option<&str>,
    games: &Catalogue,
) -> Result<(String, Ending), String> {
    let mut command = described::<Cli>(games).name(program());
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
