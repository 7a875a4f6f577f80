//! The result of a check.

use std::panic::{AssertUnwindSafe, catch_unwind};

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

/// What a check finds, or that the rules panic.
pub(crate) fn caught<T>(check: impl FnOnce() -> Result<T, Broken>) -> Result<T, Broken> {
    catch_unwind(AssertUnwindSafe(check)).unwrap_or_else(|cause| {
        let text = cause.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| cause.downcast_ref::<&str>().copied());
        let found = format!("they do: {}", text.unwrap_or("without a message"));
        Err(Broken { rule: Rule::Panics, found })
    })
}
