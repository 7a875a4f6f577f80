//! The text below the options in the help.

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

#[cfg(test)]
mod tests {
    use clap::{Command, CommandFactory};

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
    fn paragraphs_are_joined_and_lists_are_not() {
        let text = "One\ntwo.\n\nThree\n  a b\n  c\n      d\n      e\n\nExamples:\n  x\n  y\nEnd.";
        let joined = "One two.\n\nThree\n  a b\n  c\n      d e\n\nExamples:\n  x\n  y\nEnd.";
        assert_eq!(flowing(text), joined);
    }
}
