//! What the paper leaves open: equal time instead of equal nodes.

use super::players::GAME;
use crate::experiments::design::{About, Paper};
use crate::experiments::matches::{Matches, Meeting};
use crate::experiments::verdict::Claim;

/// The informed tournament at equal time.
pub const EQUAL_TIME: Matches = Matches {
    about: About {
        name: "baier-time",
        claim: Claim::Ours,
        question: "Is the mixture stronger at equal time as well?",
        doubt: "A quieter machine, or a faster implementation of one of the players.",
        paper: Paper::Baier,
        figure: "What the paper leaves open: equal time",
        statement: "At equal nodes the mixture beats alpha-beta (63.7 %), but its nodes cost more. (At equal time no numbers are printed.)",
        reading: "Two milliseconds a move for everyone; the rows depend on the clock and on what else the machine does.",
        tolerance: "shown with intervals; there is nothing to compare with",
        needs: "breakthrough, a quiet machine",
        seconds: [60.0, 1200.0],
        timed: true,
    },
    meetings: || {
        let timed = |spec: &str| format!("{spec}facts=no,reuse=no,time=2ms");
        let players = [
            ("MCTS-alpha-beta", timed("mcts-alphabeta:")),
            ("MCTS", timed("mcts-solver:playout=informed,transpositions=no,")),
            ("alpha-beta", timed("ab:")),
        ];
        vec![Meeting {
            name: "2 ms".into(),
            game: GAME,
            players: players.map(|(name, spec)| (name.to_string(), spec)).to_vec(),
            games: [2, 80, 1000],
            ..Meeting::default()
        }]
    },
    figure: None,
    stronger: &[crate::experiments::matches::Stronger {
        meeting: "2 ms",
        players: (0, 1),
        claim: "MCTS-alpha-beta beats MCTS at equal time too",
    }],
    higher: &[],
    why: "",
};
