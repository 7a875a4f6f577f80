//! Section 4: UCT-H against shallow minimax.

use super::players::{minimax, uct_h, uct_h_with};
use crate::experiments::design::{About, Paper};
use crate::experiments::matches::{Higher, Matches, Meeting};
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
        reading: "\"About as strong\" is a score of 50 %. The constant is worth as many pawns as the paper's (.13); ramanujan-constant has others.",
        tolerance: "50 % within 10 percentage points at 50,000 iterations (the paper has 100 games, we have 200)",
        needs: "chess",
        seconds: [80.0, 1_600.0],
        timed: false,
    },
    meetings: || {
        let meeting = |iterations: u64, games: [u64; 3]| {
            let players = [("UCT-H", uct_h(iterations)), ("MM-2", minimax(2))];
            Meeting::of_two(format!("{iterations} iterations"), "chess", players, games)
        };
        vec![
            meeting(20, [2, 0, 0]),
            meeting(2_000, [0, 10, 100]),
            meeting(50_000, [0, 10, 200]).printed(0.5).within(0.1),
        ]
    },
    figure: None,
    stronger: &[],
    higher: &[],
    why: "The evaluation is not that of GNU Chess.",
};

/// The constants of exploration that are compared.
const CONSTANTS: [f64; 6] = [0.02, 0.05, 0.13, 0.2, 0.4, 0.8];

/// UCT-H against MM-2, over the constant of exploration.
pub const CONSTANT: Matches = Matches {
    about: About {
        name: "ramanujan-constant",
        claim: Claim::Ours,
        question: "Does the comparison of UCT-H with minimax depend on the constant of exploration?",
        doubt: "Scores at .02 and .8 whose intervals meet.",
        paper: Paper::Ramanujan,
        figure: "Section 4: over the constant",
        statement: "The paper has one constant for UCT and UCT-H. With an evaluation, the constant decides who wins.",
        reading: "UCT-H with 50,000 iterations against MM-2; .13 is the paper's constant in pawns, .2 its constant as a share of the range.",
        tolerance: "a smaller constant is better, significantly: .02 against .4, and .13 against .4",
        needs: "chess",
        seconds: [320.0, 4_800.0],
        timed: false,
    },
    meetings: || {
        let meeting = |constant: f64| {
            let players = [("UCT-H", uct_h_with(constant, 50_000)), ("MM-2", minimax(2))];
            let games = [0, 8, 100];
            let name = format!("c = {constant}");
            Meeting { x: Some(constant), ..Meeting::of_two(name, "chess", players, games) }
        };
        let small = [("UCT-H", uct_h(20)), ("MM-1", minimax(1))];
        let small = Meeting::of_two("20 iterations", "chess", small, [2, 0, 0]);
        CONSTANTS.map(meeting).into_iter().chain([small]).collect()
    },
    figure: Some(("UCT-H against MM-2", "constant of exploration")),
    stronger: &[],
    higher: &[
        Higher {
            meeting: "c = 0.02",
            than: "c = 0.4",
            claim: "a constant of .02 is better than .4",
        },
        Higher {
            meeting: "c = 0.13",
            than: "c = 0.4",
            claim: "a constant of .13 is better than .4",
        },
    ],
    why: "",
};
