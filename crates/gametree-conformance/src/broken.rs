//! How a check ends.

use crate::Rule;

/// A rule that does not hold at the position that was looked at.
#[derive(Debug)]
pub(crate) struct Broken {
    pub rule: Rule,
    /// What was found in its stead.
    pub found: String,
}

pub(crate) type Check = Result<(), Broken>;

/// A rule holds, or this was found.
pub(crate) fn ensure(holds: bool, rule: Rule, found: impl FnOnce() -> String) -> Check {
    if holds { Ok(()) } else { Err(Broken { rule, found: found() }) }
}
