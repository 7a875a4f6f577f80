//! Section 4: UCT-H against shallow minimax.

use super::players::uct_h;
use crate::experiments::design::{About, Paper};
use crate::experiments::matches::{Matches, Meeting};
use crate::experiments::verdict::Claim;

/// UCT-H against MM-2.
pub const MM_2: Matches = Matches {
    about: About {
        name: "ramanujan-mm2",
        claim: Claim::Printed,
        question: "Is UCT with a heuristic about as strong as minimax to depth 2 in chess?",
        doubt: "GNU Chess's evaluation, which the paper uses and these games do not.",
        paper: Paper::Ramanujan,
        figure: "Section 4: UCT-H against MM-2",
        statement: "Even with 50,000 iterations, UCT-H is only about as strong as minimax to depth 2 with the same evaluation.",
        reading: "\"About as strong\" is a score of 50 %. At the quick scale 2,000 iterations, of which the paper says nothing.",
        tolerance: "50 % within 10 percentage points at 50,000 iterations",
        needs: "chess",
        seconds: [40.0, 20_000.0],
        timed: false,
    },
    meetings: || {
        let meeting = |iterations: u64, games: [u64; 3]| {
            let players = [("UCT-H", uct_h(iterations)), ("MM-2", "mm:depth=2".to_string())];
            Meeting::of_two(format!("{iterations} iterations"), "chess", players, games)
        };
        vec![
            meeting(20, [2, 0, 0]),
            meeting(2_000, [0, 10, 100]),
            meeting(50_000, [0, 0, 100]).printed(0.5).within(0.1),
        ]
    },
    figure: None,
    stronger: &[],
    higher: &[],
    why: "The evaluation is not that of GNU Chess.",
};
