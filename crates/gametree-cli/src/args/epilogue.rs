//! The text below the options in the help.

use clap::Command;
use clap::builder::StyledStr;
use gametree::job::Catalogue;

/// From this indentation on, lines are text: the explanation of a word above it. Those with less are
/// examples and lists, whose lines stay as they are.
const EXPLANATION: usize = 6;

/// A text whose paragraphs are one line each, so that clap can wrap them at the width of the terminal:
/// line breaks of the source would come on top of that.
pub fn flowing(text: &str) -> String {
    let mut out = String::new();
    let mut above = None;
    for line in text.lines() {
        let indent = line.len() - line.trim_start().len();
        let flows = !line.is_empty() && (indent == 0 || indent >= EXPLANATION);
        if flows && above == Some(indent) {
            out.push(' ');
            out.push_str(line.trim_start());
        } else {
            let start = if out.is_empty() { "" } else { "\n" };
            out.push_str(start);
            out.push_str(line);
        }
        // A heading is above a list, not part of it.
        above = (flows && !line.ends_with(':')).then_some(indent);
    }
    out
}

/// The same command with examples of one's own game, as it is written in `spec`, in place of those of built-in games. Trees
/// stay if they are among the games.
pub fn with_examples_of(mut command: Command, spec: &str, games: &Catalogue) -> Command {
    let adapted =
        |text: Option<&StyledStr>| text.map(|text| examples_of(&text.to_string(), spec, games));
    if let Some(text) = adapted(command.get_after_help()) {
        command = command.after_help(text);
    }
    if let Some(text) = adapted(command.get_after_long_help()) {
        command = command.after_long_help(text);
    }
    command.mut_subcommands(|sub| with_examples_of(sub, spec, games))
}

/// What an example about one game may say that makes no sense for another: moves and positions, how long a game is,
/// a program that plays it, that it has an evaluation.
const OF_ONE_GAME: [&str; 5] = ["printf", "--position", "--plies", "uci:", " --depth"];

/// A text in which the examples of built-in games have become examples of this one, as far as they make sense.
fn examples_of(text: &str, spec: &str, games: &Catalogue) -> String {
    let mut out: Vec<String> = Vec::new();
    // The first example that makes no sense, up to the game, and where it was.
    let mut cut = None;
    let mut found = false;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let mut example = line.to_string();
        while is_example(line) && example.ends_with('\\') {
            let Some(more) = lines.next() else { break };
            example = format!("{example}\n{more}");
        }
        let game =
            line.split_whitespace().find(|word| is_example(line) && is_replaced(word, games));
        let Some((before, after)) = game.and_then(|game| example.split_once(game)) else {
            out.push(example);
            continue;
        };
        let counts = before.contains(" perft ");
        let special = |words: &&str| example.contains(*words) && !(counts && *words == " --depth");
        let ours = format!("{before}{spec}{after}");
        if OF_ONE_GAME.iter().any(special) {
            cut.get_or_insert((out.len(), format!("{before}{spec}")));
        } else if !out.contains(&ours) {
            found = true;
            out.push(ours);
        }
    }
    // Without its options it still says how the command begins.
    if let (Some((at, example)), false) = (cut, found) {
        out.insert(at, example);
    }
    out.join("\n")
}

/// Whether a line is the first one of an example.
fn is_example(line: &str) -> bool {
    line.starts_with("  ") && !line.starts_with("   ")
}

/// The built-in games that occur in examples, whether they are compiled or not.
const BOARDS: [&str; 8] =
    ["tictactoe", "connect4", "breakthrough", "othello", "kalah", "hex", "chess", "pig"];
const TREES: [&str; 4] = ["tree", "random", "implanted", "dchain"];

/// Whether a word of an example names a game in whose place one's own is shown: a board, or a tree that is not there.
fn is_replaced(word: &str, games: &Catalogue) -> bool {
    let name = word.split(':').next().unwrap_or(word);
    BOARDS.contains(&name) || TREES.contains(&name) && games.entry(name).is_err()
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::args::Cli;

    /// A command and all below it, with their names.
    fn all(command: &Command, name: String) -> Vec<(String, Command)> {
        let below = command.get_subcommands();
        let below = below.flat_map(|sub| all(sub, format!("{name} {}", sub.get_name())));
        std::iter::once((name.clone(), command.clone())).chain(below).collect()
    }

    /// Paragraphs are one line each, and examples fit into 80 columns.
    #[test]
    fn help_can_be_wrapped_at_any_width() {
        for (name, command) in all(&Cli::command(), "gametree".into()) {
            let epilogues = [command.get_after_help(), command.get_after_long_help()];
            for text in epilogues.into_iter().flatten().map(ToString::to_string) {
                assert_eq!(flowing(&text), text, "{name}: a paragraph has a line break");
                let listed = text.lines().filter(|line| line.starts_with(' '));
                let long = listed.filter(|line| !line.starts_with("      ") && line.len() > 80);
                assert_eq!(long.collect::<Vec<_>>(), [""; 0], "{name}: too long for 80 columns");
            }
        }
    }

    #[test]
    fn a_command_of_ones_own_shows_its_own_game() {
        let ours = with_examples_of(Cli::command(), "clobber:3x4", &crate::games());
        for (name, command) in all(&ours, "gametree".into()) {
            let epilogues = [command.get_after_help(), command.get_after_long_help()];
            for text in epilogues.into_iter().flatten().map(ToString::to_string) {
                let shown = text.lines().filter(|line| is_example(line));
                let words: Vec<&str> = shown.flat_map(str::split_whitespace).collect();
                assert!(
                    !words.iter().any(|word| is_replaced(word, &crate::games())),
                    "{name}: {text}"
                );
            }
        }
        let play = "Examples:\n  gametree play connect4\n  gametree play othello --side second\n  \
                    printf '4\\n' | gametree play connect4\n\nAt the prompt: a move.";
        let own = "Examples:\n  gametree play a:1\n  gametree play a:1 --side second\n\n\
                   At the prompt: a move.";
        assert_eq!(examples_of(play, "a:1", &crate::games()), own);
        let other = "Examples:\n  gametree solve connect4 --depth 12\n  gametree solve \
                     random:b=2,d=3\n  gametree arena chess selective 'uci:x' \\\n    --out y";
        let own = "Examples:\n  gametree solve a:1\n  gametree solve random:b=2,d=3";
        assert_eq!(examples_of(other, "a:1", &crate::games()), own);
        let alone = "Examples:\n  gametree solve a:1";
        assert_eq!(examples_of(other, "a:1", &Catalogue::default()), alone, "there are no trees");
    }

    /// The lists know every game that an example names.
    #[test]
    fn examples_name_games_that_can_be_replaced() {
        let games = crate::games();
        for (name, command) in all(&Cli::command(), "gametree".into()) {
            let epilogues = [command.get_after_help(), command.get_after_long_help()];
            for text in epilogues.into_iter().flatten().map(ToString::to_string) {
                let shown = text.lines().filter(|line| is_example(line));
                for word in shown.flat_map(str::split_whitespace) {
                    let named = games.entry(word).is_ok();
                    let listed = is_replaced(word, &Catalogue::default());
                    assert!(!named || listed, "{name}: '{word}' is missing in the lists");
                }
            }
        }
    }

    #[test]
    fn paragraphs_are_joined_and_lists_are_not() {
        let text = "One\ntwo.\n\nThree\n  a b\n  c\n      d\n      e\n\nExamples:\n  x\n  y\nEnd.";
        let joined = "One two.\n\nThree\n  a b\n  c\n      d e\n\nExamples:\n  x\n  y\nEnd.";
        assert_eq!(flowing(text), joined);
    }
}
