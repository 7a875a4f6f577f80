//! A prior for each child instead of a bonus for the best one, at equal time.

use super::bonus::{CLAIMS, meetings};
use crate::experiments::design::{About, Paper};
use crate::experiments::matches::Matches;
use crate::experiments::verdict::Claim;

/// At equal time.
pub const BONUS_TIME: Matches = Matches {
    about: About {
        name: "beyond-bonus-time",
        claim: Claim::Ours,
        question: "Is it better at equal time?",
        doubt: "A score of 50 % or less in one of the games.",
        paper: Paper::Beyond,
        figure: "A prior for each child, equal time",
        statement: "The same at equal time, two milliseconds a move.",
        reading: "The rows depend on the clock and on what else the machine does.",
        tolerance: "a score significantly above 50 % in each of three games",
        needs: "breakthrough, othello, connect4, a quiet machine",
        seconds: [60.0, 1000.0],
        timed: true,
    },
    meetings: || meetings("time=2ms", [2, 60, 1000]),
    figure: None,
    stronger: CLAIMS,
    higher: &[],
    why: "",
};
