//! The entry of an algorithm in the registry, and its parameters.

use crate::algorithm::{Lean, Memory};
use crate::exact::{FirstGuess, Sharing};
use crate::model::Value;

/// The description of an algorithm.
///
/// ```
/// use gametree::registry::Spec;
///
/// let entry = Spec::parse("mtd-f")?.entry();
/// assert!(!entry.takes_chance);
/// assert_eq!(entry.parameters[0].name, "guess");
/// # Ok::<(), gametree::registry::SpecError>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Entry {
    /// Its name in specs.
    pub name: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// Where it comes from.
    pub citation: &'static str,
    /// Whether it supports games with chance nodes.
    pub takes_chance: bool,
    /// Whether it can stop at an answer within epsilon.
    pub takes_epsilon: bool,
    /// Whether it recognises repeated positions, so that it terminates in games with cycles.
    pub takes_cycles: bool,
    /// How much it needs a store.
    pub memory: Memory,
    /// Its parameters.
    pub parameters: &'static [Parameter],
    /// For which typed games it is compiled.
    pub lean: Lean,
}

/// A parameter of an algorithm.
///
/// ```
/// use gametree::registry::Spec;
///
/// let guess = Spec::parse("mtd-f")?.entry().parameters[0];
/// assert_eq!((guess.name, guess.default), ("guess", "0"));
/// # Ok::<(), gametree::registry::SpecError>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Parameter {
    /// Its name in specs.
    pub name: &'static str,
    /// What it means, in one line.
    pub summary: &'static str,
    /// Its default value.
    pub default: &'static str,
    /// Whether a text is a valid value.
    pub(super) accepts: fn(&str) -> bool,
    /// A description of the valid values.
    pub expects: &'static str,
}

pub(super) const GUESS: Parameter = Parameter {
    name: "guess",
    summary: "the first guess of the value; 'learned' takes it from a few random leaves",
    default: "0",
    accepts: |text| first_guess(text).is_some(),
    expects: "a number or learned",
};

pub(super) const SEED: Parameter = Parameter {
    name: "seed",
    summary: "the seed of the random numbers",
    default: "1",
    accepts: |text| text.parse::<u64>().is_ok(),
    expects: "a whole number from 0 to 18446744073709551615",
};

pub(super) const SLACK: Parameter = Parameter {
    name: "slack",
    summary: "whether an outcome passes the part of epsilon that it did not need on to later ones",
    default: "adaptive",
    accepts: |text| sharing(text).is_some(),
    expects: "adaptive or static",
};

pub(super) const LAMBDA: Parameter = Parameter {
    name: "lambda",
    summary: "the exploration constant, in units of the spread of the leaves seen so far",
    default: "0.5",
    accepts: |text| number(text).is_some_and(|lambda| lambda >= Value::ZERO),
    expects: "a number of at least 0",
};

pub(super) fn first_guess(text: &str) -> Option<FirstGuess> {
    if text == "learned" {
        return Some(FirstGuess::Learned);
    }
    number(text).map(FirstGuess::At)
}

pub(super) fn sharing(text: &str) -> Option<Sharing> {
    match text {
        "adaptive" => Some(Sharing::Adaptive),
        "static" => Some(Sharing::Static),
        _ => None,
    }
}

pub(super) fn number(text: &str) -> Option<Value> {
    text.parse().ok().and_then(Value::new).filter(|v| v.is_finite())
}
