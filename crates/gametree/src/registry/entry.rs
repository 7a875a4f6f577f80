//! What is listed about an algorithm, and what can be set.

use crate::classic::{FirstGuess, Sharing};
use crate::model::Value;
use crate::run::Memory;

/// An algorithm as people know it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Entry {
    /// Its name in specs.
    pub name: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// Where it comes from.
    pub citation: &'static str,
    /// Whether it takes games with chance nodes.
    pub takes_chance: bool,
    /// Whether it can be content with an answer within epsilon.
    pub takes_epsilon: bool,
    /// Whether it recognises repeated positions, so that it ends where play has cycles.
    pub takes_cycles: bool,
    /// What a store is to it.
    pub memory: Memory,
    /// What can be set.
    pub parameters: &'static [Parameter],
    /// Whether it is [lean](crate::run::Algorithm::LEAN).
    pub lean: bool,
}

/// Something that can be set.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Parameter {
    /// Its name in specs.
    pub name: &'static str,
    /// What it means, in one line.
    pub summary: &'static str,
    /// What it is if nobody sets it.
    pub default: &'static str,
    /// Which texts are values.
    pub(super) accepts: fn(&str) -> bool,
    /// Which texts those are, for people.
    pub(super) expects: &'static str,
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
