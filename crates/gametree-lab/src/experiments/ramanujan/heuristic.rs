//! Section 4: UCT with an evaluation in place of playouts.

use super::players::{uct, uct_h};
use crate::experiments::design::{About, Paper};
use crate::experiments::matches::{Matches, Meeting};
use crate::experiments::verdict::Claim;

/// UCT-H against UCT.
pub const UCT_H: Matches = Matches {
    about: About {
        name: "ramanujan-uct-h",
        claim: Claim::Printed,
        question: "Does a heuristic in place of playouts make UCT stronger in chess?",
        doubt: "A constant of exploration at which plain UCT wins.",
        paper: Paper::Ramanujan,
        figure: "Section 4: UCT-H against UCT",
        statement: "Against UCT with 10,000 iterations, UCT-H gets 55.0, 85.5 and 96.5 % with 50, 100 and 1,000 iterations.",
        reading: "Our evaluation in place of that of GNU Chess; UCT's constant is .2 and UCT-H's .13 for rewards from 0 to 1, the paper's .4 as a share of the \
                  range and in pawns. At the quick scale, a tenth of all iterations, of which the paper says nothing.",
        tolerance: "within 10 percentage points: the paper has 100 games, and so have we",
        needs: "chess",
        seconds: [150.0, 20_000.0],
        timed: false,
    },
    meetings: || {
        let meeting = |ours: u64, theirs: u64, games: [u64; 3]| {
            let players = [("UCT-H", uct_h(ours)), ("UCT", uct(theirs))];
            Meeting::of_two(format!("{ours} against {theirs} iterations"), "chess", players, games)
        };
        vec![
            meeting(50, 10_000, [0, 0, 100]).printed(0.55).within(0.1),
            meeting(100, 10_000, [0, 0, 100]).printed(0.855).within(0.1),
            meeting(1_000, 10_000, [0, 0, 100]).printed(0.965).within(0.1),
            meeting(5, 5, [2, 0, 0]),
            meeting(5, 1_000, [0, 8, 100]),
            meeting(10, 1_000, [0, 8, 100]),
            meeting(100, 1_000, [0, 8, 100]),
        ]
    },
    figure: None,
    stronger: &[],
    higher: &[],
    why: "The evaluation is not that of GNU Chess.",
};
