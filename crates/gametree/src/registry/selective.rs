//! The parameters of `selective`: one for each of its parts.

use super::entry::Parameter;
use super::quantity;
use super::samplers::yes;
use super::spec::Spec;
use crate::selective::{Feature, Selective};

const fn part(feature: Feature, summary: &'static str) -> Parameter {
    Parameter {
        name: feature.name(),
        summary,
        default: "yes",
        accepts: |text| yes(text).is_some(),
        expects: "yes or no",
    }
}

pub(super) const PLIES: Parameter = Parameter {
    name: "l",
    summary: "the largest depth, in plies",
    default: "100",
    accepts: |text| text.parse().is_ok_and(|plies: u32| (1..=100).contains(&plies)),
    expects: "a whole number from 1 to 100",
};
pub(super) const LINES: Parameter = Parameter {
    name: "lines",
    summary: "how many moves are compared, each with its principal variation",
    default: "1",
    accepts: |text| text.parse().is_ok_and(|lines: u32| (1..=256).contains(&lines)),
    expects: "a whole number from 1 to 256",
};
pub(super) const HASH: Parameter = Parameter {
    name: "hash",
    summary: "the size of its table, at most half of the memory limit",
    default: "32MiB",
    accepts: |text| quantity::memory(text).is_ok(),
    expects: "an amount of memory, such as 64MiB",
};
pub(super) const QUIESCENCE: Parameter =
    part(Feature::Quiescence, "forcing moves beyond the horizon, where the game names them");
pub(super) const PASS: Parameter =
    part(Feature::Pass, "null moves, where the game says that passing is safe to try");
pub(super) const REDUCE: Parameter = part(Feature::Reduce, "late moves are searched less deeply");
pub(super) const EXTEND: Parameter =
    part(Feature::Extend, "answers to threats are searched one ply deeper");
pub(super) const PRUNE: Parameter =
    part(Feature::Prune, "hopeless positions and moves near the horizon are left out");
pub(super) const KILLERS: Parameter =
    part(Feature::Killers, "quiet moves that refuted a sibling come early");
pub(super) const HISTORY: Parameter =
    part(Feature::History, "quiet moves that were often good come early");
pub(super) const REPLIES: Parameter =
    part(Feature::Replies, "quiet moves that refuted the same move elsewhere come early");
pub(super) const ASPIRATION: Parameter =
    part(Feature::Aspiration, "the first window of an iteration lies around the last value");
pub(super) const TABLE: Parameter = part(Feature::Table, "a transposition table");

/// The settings that a spec asks for.
pub(super) fn settings(spec: &Spec) -> Selective {
    let known = "checked when it was set";
    let text = |key| spec.get(key).expect(known);
    let all = Selective {
        plies: text("l").parse().expect(known),
        lines: text("lines").parse().expect(known),
        table_bytes: quantity::memory(text("hash")).expect(known),
        ..Selective::default()
    };
    let off = Feature::ALL.into_iter().filter(|feature| yes(text(feature.name())) == Some(false));
    off.fold(all, Selective::without)
}
