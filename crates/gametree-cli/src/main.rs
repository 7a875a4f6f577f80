//! The `gametree` command: solves two-player games, and compares the searches that do it.

mod analyse;
mod answer;
mod arena;
mod args;
mod certificate;
mod compare;
mod converge;
mod explain;
mod files;
mod json;
mod lists;
mod memory;
mod output;
mod play;
mod positions;
mod progress;
mod question;
mod replay;
mod solve;
mod text;

use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};

use args::{ArenaCommand, CertificateCommand, Cli, Command};
use output::{Ending, complain, print, print_styled};

/// The exit code for bad input.
const BAD_INPUT: u8 = 2;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    let done = match cli.command {
        Command::Solve(arguments) => solve::run(&arguments),
        Command::Compare(arguments) => compare::run(&arguments),
        Command::Arena(arguments) => match &arguments.command {
            Some(ArenaCommand::Replay(arguments)) => replay::run(arguments),
            None => arena::run(&arguments),
        },
        Command::Converge(arguments) => converge::run(&arguments),
        Command::Check(arguments) => certificate::check(&arguments),
        Command::Certificate { command: CertificateCommand::Show(arguments) } => {
            certificate::show(&arguments)
        }
        Command::Analyse(arguments) => analyse::run(&arguments),
        Command::Play(arguments) => play::run(&arguments),
        Command::Games(arguments) => Ok(lists::games(&arguments)),
        Command::Algorithms(arguments) => Ok(lists::algorithms(&arguments)),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "gametree", &mut script);
            Ok((String::from_utf8_lossy(&script).into_owned(), Ending::Answered))
        }
    };
    match done.and_then(|(text, ending)| print(&text).map(|()| ending)) {
        Ok(ending) => ExitCode::from(ending as u8),
        Err(reason) => bad_input(&reason),
    }
}

fn bad_input(reason: &str) -> ExitCode {
    complain(reason);
    ExitCode::from(BAD_INPUT)
}

/// Help and version go to standard output; a wrong option gets one line.
fn usage(error: &clap::Error) -> ExitCode {
    let rendered = error.render();
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            let help =
                if text::colours() { rendered.ansi().to_string() } else { rendered.to_string() };
            match print_styled(&help) {
                Ok(()) => ExitCode::SUCCESS,
                Err(reason) => bad_input(&reason),
            }
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            bad_input("what is to be done? try 'gametree --help'")
        }
        _ => {
            let text = rendered.to_string();
            let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
            let told = lines.filter(|l| !l.starts_with("Usage:") && !l.starts_with("For more"));
            let line = told.collect::<Vec<_>>().join("; ");
            bad_input(line.trim_start_matches("error: "))
        }
    }
}
