//! What is reported when a rule is broken.

use std::fmt;

use crate::Rule;

/// A rule that a game breaks, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Violation {
    /// The rule.
    pub rule: Rule,
    /// What was found.
    pub found: String,
    /// The moves that lead from the start to the position, as the game writes them. Steps that are no moves are in
    /// brackets: a position may have been read from a key, or be the canonical one of that before.
    pub path: Vec<String>,
    /// The position: as the game draws it, and by `Debug`.
    pub position: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "the rules of the game contradict themselves")?;
        writeln!(f, "  rule:  {} ({:?})", self.rule.statement(), self.rule)?;
        writeln!(f, "  found: {}", self.found)?;
        match self.path.as_slice() {
            [] => writeln!(f, "  where: at the start")?,
            path => writeln!(f, "  where: after {}", path.join(" "))?,
        }
        write!(f, "{}", indented(&self.position))
    }
}

fn indented(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(|line| format!("    {line}")).collect();
    lines.join("\n")
}

impl std::error::Error for Violation {}
