//! An answer in a line.

use std::fmt;

use super::{Basis, Outcome};

/// The value or its estimate: `1 (proven)`, `about 3 (8 plies ahead), [-36, 36]`.
impl<M> fmt::Display for Outcome<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.value(), self.estimate, self.mean) {
            (Some(value), ..) => return write!(f, "{value} (proven)"),
            (_, Some(value), _) => {
                write!(f, "about {}", (1000.0 * value.get()).round() / 1000.0)?;
            }
            (_, _, Some(mean)) => write!(f, "about {:.0} % for MAX", 100.0 * mean)?,
            _ => return write!(f, "{}", self.bounds),
        }
        if let Some(plies) = self.depth {
            write!(f, " ({plies} plies ahead)")?;
        }
        match self.basis {
            Basis::Horizon | Basis::Hash => Ok(()),
            _ => write!(f, ", {}", self.bounds),
        }
    }
}
