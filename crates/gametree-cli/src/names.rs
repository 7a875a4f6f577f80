//! The names that a completion script offers.

use clap::builder::PossibleValuesParser;
use clap::{Arg, Command};
use gametree::job::Catalogue;
use gametree::registry::{ALGORITHMS, SAMPLERS};

/// The same command, but with the names of games, algorithms and players for its arguments: only to be completed, since
/// what follows a name, such as the size of a board, would be refused.
pub fn offered(command: Command, games: &Catalogue) -> Command {
    let of = command.get_name().to_string();
    let command = command.mut_args(|arg| match names(&of, &arg, games) {
        Some(names) => arg.default_values([""; 0]).value_parser(PossibleValuesParser::new(names)),
        None => arg,
    });
    command.mut_subcommands(|sub| offered(sub, games))
}

/// The names that an argument of a command can begin with.
fn names(command: &str, arg: &Arg, games: &Catalogue) -> Option<Vec<&'static str>> {
    match (command, arg.get_id().as_str()) {
        // The number of a game.
        ("replay", "game") => None,
        (_, "game" | "rules") | ("games", "name") => {
            Some(games.entries().iter().map(|entry| entry.name).collect())
        }
        (_, "algorithm" | "algorithms" | "players" | "by" | "against" | "drawn_by")
        | ("algorithms", "name") => {
            Some(ALGORITHMS.iter().chain(SAMPLERS).map(|entry| entry.name).collect())
        }
        _ => None,
    }
}
