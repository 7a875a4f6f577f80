//! The result of a check.

use crate::Rule;

/// A rule that does not hold at the position under test.
#[derive(Debug)]
pub(crate) struct Broken {
    pub rule: Rule,
    /// What was found instead.
    pub found: String,
}

pub(crate) type Check = Result<(), Broken>;

/// Checks that a rule holds; otherwise this was found.
pub(crate) fn ensure(holds: bool, rule: Rule, found: impl FnOnce() -> String) -> Check {
    if holds { Ok(()) } else { Err(Broken { rule, found: found() }) }
}
