//! What was checked, if no rule was broken.

use std::fmt;

use gametree_model::Value;

/// How much of a game was checked.
///
/// ```
/// use gametree_conformance::Suite;
/// # use gametree_model::doc::Subtraction;
///
/// let summary = Suite::new(&Subtraction { stones: 10 }).playouts(5).run().unwrap();
/// assert_eq!(summary.playouts, 5);
/// assert!(summary.solved > 0 && summary.value == Some(1.into()));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Summary {
    /// Positions near the start that were checked, breadth first.
    pub nearby: u64,
    /// All positions within this many plies of the start were checked.
    pub plies: u32,
    /// Random playouts.
    pub playouts: u32,
    /// Positions that were checked in them.
    pub played: u64,
    /// Positions whose exact values were found.
    pub solved: u64,
    /// The value of the game, if it was found: then all positions were checked.
    pub value: Option<Value>,
    /// Positions that were read from numbers tried as keys.
    pub read: u64,
    /// What could not be checked, and why.
    pub skipped: Vec<String>,
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Summary { nearby, plies, playouts, played, solved, read, .. } = self;
        writeln!(f, "{nearby} positions near the start, all of them within {plies} plies")?;
        match self.value {
            Some(value) => writeln!(f, "all {solved} positions solved; the game is worth {value}")?,
            None => writeln!(f, "{solved} positions solved")?,
        }
        writeln!(f, "{played} positions of {playouts} random games")?;
        write!(f, "{read} positions read from keys")?;
        for reason in &self.skipped {
            write!(f, "\nskipped: {reason}")?;
        }
        Ok(())
    }
}
