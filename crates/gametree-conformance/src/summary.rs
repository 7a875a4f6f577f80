//! What was looked at, if all was well.

use std::fmt;

use gametree_model::Value;

/// How much of a game was checked.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Summary {
    /// Positions near the start that were looked at, breadth first.
    pub nearby: u64,
    /// As far as so many plies from the start all positions were looked at.
    pub plies: u32,
    /// Games that were played at random.
    pub playouts: u32,
    /// Positions that were looked at in them.
    pub played: u64,
    /// Positions whose exact values were found.
    pub solved: u64,
    /// The value of the game, if it was found: then all positions were looked at.
    pub value: Option<Value>,
    /// Positions that were read from numbers which might be keys.
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
