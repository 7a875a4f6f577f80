//! The names that a completion script offers.

use std::collections::BTreeSet;

use clap::builder::PossibleValuesParser;
use clap::{Arg, Command};
use clap_complete::Shell;
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

/// The same for Elvish and PowerShell, whose scripts offer nothing but options and subcommands: the
/// names become subcommands.
pub fn listed(command: Command, games: &Catalogue) -> Command {
    let of = command.get_name().to_string();
    let lists = command.get_arguments().filter_map(|arg| names(&of, arg, games));
    let found: BTreeSet<&str> = lists.flatten().collect();
    let command = command.mut_subcommands(|sub| listed(sub, games));
    if found.is_empty() {
        return command;
    }
    let found = found.into_iter().map(|name| Command::new(name).disable_help_flag(true));
    command.disable_help_subcommand(true).subcommands(found)
}

/// The names of all subcommands, and of theirs.
pub fn subcommands(command: &Command) -> Vec<String> {
    let mut found = vec!["help".to_string()];
    let mut open: Vec<&Command> = command.get_subcommands().collect();
    while let Some(sub) = open.pop() {
        found.extend(sub.get_name_and_visible_aliases().into_iter().map(str::to_string));
        open.extend(sub.get_subcommands());
    }
    found
}

/// Such a script looks up what it offers by the words before the first option, and finds nothing
/// after a game. Here only the names of `subcommands` count, so that what follows a game is
/// completed, too.
pub fn after_arguments(shell: Shell, script: &str, subcommands: &[String]) -> String {
    let (condition, more) = match shell {
        Shell::Elvish => (
            "if (str:has-prefix $word '-') {",
            format!(
                "if (or (str:has-prefix $word '-') (not (has-value [{}] $word))) {{",
                subcommands.join(" ")
            ),
        ),
        Shell::PowerShell => (
            "$element.Value.StartsWith('-') -or",
            format!(
                "$element.Value.StartsWith('-') -or\n                \
                 $element.Value -notin @('{}') -or",
                subcommands.join("', '")
            ),
        ),
        _ => return script.into(),
    };
    script.replace(condition, &more)
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
