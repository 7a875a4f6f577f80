//! Section 5.2, the third set of experiments: other budgets.

use super::players::{GAME, alpha_beta, hybrid_ic, mcts_ic};
use crate::experiments::design::{About, Paper};
use crate::experiments::matches::{Matches, Meeting, Stronger};
use crate::experiments::verdict::Claim;

/// 10,000 and 500 nodes per move, in the IC setting.
pub const BUDGETS: Matches = Matches {
    about: About {
        name: "baier-budgets",
        claim: Claim::Printed,
        question: "Does that hold for larger and smaller budgets?",
        doubt: "As for 2,500 nodes.",
        paper: Paper::Baier,
        figure: "Section 5.2: 10,000 and 500 nodes",
        statement: "In the IC setting the results generalise: 51.9, 76.4 and 71.9 % with 10,000 nodes, and 54.6, 67.2 and 74.0 % with 500 nodes and \
                    l = 4 (mixture against alpha-beta, against MCTS-IC; alpha-beta against MCTS-IC); \
                    1283, 1200 and 517 wins in all, and 1218, 1194 and 588 (mixture, alpha-beta, MCTS-IC).",
        reading: "As in the IC setting with 2,500 nodes.",
        tolerance: "within 4 percentage points; the mixture and alpha-beta both beat MCTS-IC significantly at both budgets, and the mixture gets more than half of the points against alpha-beta",
        needs: "breakthrough",
        seconds: [70.0, 3000.0],
        timed: false,
    },
    meetings: || {
        let meeting = |name: &str, parameters: &str, nodes: u64, games, published, totals| {
            let players = [
                ("MCTS-alpha-beta", hybrid_ic(parameters, nodes)),
                ("MCTS-IC", mcts_ic(nodes)),
                ("alpha-beta", alpha_beta(nodes)),
            ];
            let players = players.map(|(name, spec)| (name.to_string(), spec)).to_vec();
            Meeting {
                name: name.into(),
                game: GAME,
                players,
                games,
                published,
                totals,
                ..Meeting::default()
            }
        };
        let printed =
            |scores: [f64; 3]| vec![(0, 2, scores[0]), (0, 1, scores[1]), (2, 1, scores[2])];
        vec![
            meeting(
                "10,000 nodes",
                "p=0.3",
                10_000,
                [0, 12, 1000],
                printed([0.519, 0.764, 0.719]),
                vec![1283.0, 517.0, 1200.0],
            ),
            meeting(
                "500 nodes",
                "p=0.3,l=4",
                500,
                [2, 120, 1000],
                printed([0.546, 0.672, 0.740]),
                vec![1218.0, 588.0, 1194.0],
            ),
        ]
    },
    figure: None,
    stronger: &[
        Stronger {
            meeting: "10,000 nodes",
            players: (0, 1),
            claim: "10,000 nodes: MCTS-alpha-beta beats MCTS-IC",
        },
        Stronger {
            meeting: "10,000 nodes",
            players: (2, 1),
            claim: "10,000 nodes: alpha-beta beats MCTS-IC",
        },
        Stronger {
            meeting: "10,000 nodes",
            players: (0, 2),
            claim: "10,000 nodes: MCTS-alpha-beta gets more than half of the points against alpha-beta",
        },
        Stronger {
            meeting: "500 nodes",
            players: (0, 2),
            claim: "500 nodes: MCTS-alpha-beta gets more than half of the points against alpha-beta",
        },
        Stronger {
            meeting: "500 nodes",
            players: (0, 1),
            claim: "500 nodes: MCTS-alpha-beta beats MCTS-IC",
        },
        Stronger {
            meeting: "500 nodes",
            players: (2, 1),
            claim: "500 nodes: alpha-beta beats MCTS-IC",
        },
    ],
    higher: &[],
    why: "As in the IC setting with 2,500 nodes: with 10,000 nodes the mixture is weaker than printed. With 500 it is stronger against MCTS-IC, but not against alpha-beta.",
};
