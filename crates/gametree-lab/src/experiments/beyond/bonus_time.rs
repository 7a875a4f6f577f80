//! A prior for each child instead of a bonus for the best one, at equal time.

use super::bonus::meetings;
use crate::experiments::design::{About, Paper};
use crate::experiments::matches::{Matches, Stronger};

/// At equal time.
pub const BONUS_TIME: Matches = Matches {
    about: About {
        name: "beyond-bonus-time",
        paper: Paper::Beyond,
        figure: "A prior for each child, equal time",
        statement: "The same at equal time, two milliseconds a move. A score of 50 % or less would refute it in a game.",
        reading: "The rows depend on the clock and on what else the machine does.",
        tolerance: "a score significantly above 50 % in each of three games",
        needs: "breakthrough, othello, connect4, a quiet machine",
        seconds: [60.0, 1000.0],
        timed: true,
    },
    meetings: || meetings("time=2ms", [2, 60, 1000]),
    figure: None,
    stronger: &[
        Stronger {
            meeting: "breakthrough",
            players: (0, 1),
            claim: "Breakthrough 6x6: bonus=each is stronger",
        },
        Stronger {
            meeting: "othello",
            players: (0, 1),
            claim: "Othello 6x6: bonus=each is stronger",
        },
        Stronger {
            meeting: "connect4",
            players: (0, 1),
            claim: "Connect Four: bonus=each is stronger",
        },
    ],
    why: "",
};
