//! What is reported when a rule is broken.

use std::fmt;

use crate::Rule;

/// A rule that a game breaks, and where.
///
/// ```
/// use gametree_conformance::{Rule, Suite};
/// use gametree_model::{Game, Knowledge, Moves, Notation, Turn, Values};
///
/// /// Two stones, taken one at a time; `undo` forgets to put one back.
/// #[derive(Clone)]
/// struct Careless;
///
/// impl Game for Careless {
/// #   type Position = u32;
/// #   type Move = u32;
/// #   type Undo = ();
/// #   fn start(&self) -> u32 {
/// #       2
/// #   }
/// #   fn values(&self) -> Values {
/// #       Values::integers(-1, 1)
/// #   }
/// #   fn expand(&self, &stones: &u32, moves: &mut Moves<u32>) -> Turn {
/// #       if stones == 0 {
/// #           return Turn::over(-1);
/// #       }
/// #       moves.push(1);
/// #       if stones == 2 { Turn::MAX } else { Turn::MIN }
/// #   }
/// #   fn play(&self, stones: &mut u32, _: u32) {
/// #       *stones -= 1;
/// #   }
///     // ...
///     fn undo(&self, _: &mut u32, _: u32, (): ()) {}
/// }
/// # impl Notation for Careless {
/// #     fn move_text(&self, _: &u32, taken: u32) -> String {
/// #         taken.to_string()
/// #     }
/// # }
/// # impl Knowledge<Self> for Careless {}
///
/// let violation = Suite::new(&Careless).run().unwrap_err();
/// assert_eq!(violation.rule, Rule::Undo);
/// println!("{violation}");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Violation {
    /// The rule.
    pub rule: Rule,
    /// What was found.
    pub found: String,
    /// The moves from the start to the position, as the game writes them. Steps that are not moves are in
    /// brackets: a position may have been read from a key, or be the canonical one of the position before.
    pub path: Vec<String>,
    /// The position, as the game draws it, or by `Debug` if it draws nothing.
    pub position: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "the rules of the game contradict themselves")?;
        writeln!(f, "  rule:  {} (Rule::{:?})", self.rule.statement(), self.rule)?;
        // What was found may contain drawings.
        writeln!(f, "  found: {}", self.found.replace('\n', "\n    "))?;
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
