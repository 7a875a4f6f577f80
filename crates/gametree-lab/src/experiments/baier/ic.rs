//! Section 5.2, the second set of experiments: MCTS-IC.

use super::players::{GAME, alpha_beta, hybrid_ic, mcts, mcts_ic};
use crate::experiments::design::{About, Paper};
use crate::experiments::matches::{Matches, Meeting, Stronger};
use crate::experiments::verdict::Claim;

/// The three-way tournament with MCTS-IC, readings that come nearer, and MCTS-IC against MCTS.
pub const IC: Matches = Matches {
    about: About {
        name: "baier-ic",
        claim: Claim::Printed,
        question: "Is MCTS-alpha-beta stronger than both of its parts, with playouts cut off after three moves?",
        doubt: "The authors' count of nodes: one reading gives these numbers, another those with informed playouts.",
        paper: Paper::Baier,
        figure: "Section 5.2: MCTS-IC",
        statement: "With playouts cut off after three random moves, p = .3 and 2,500 nodes, MCTS-alpha-beta wins 53.7 % against alpha-beta (not \
                    significantly) and 73.1 % against MCTS-IC; alpha-beta wins 73.1 % against MCTS-IC; 1268 wins in all, 1194 of alpha-beta and 538 of MCTS-IC. \
                    MCTS-IC wins 20.5 % against MCTS.",
        reading: "The root's iterations give the bonus. Two readings that come nearer have rows of their own: alpha-beta's moves within the mixture limited \
                  to k = 10 instead of 8; and positions at alpha-beta's horizon do not count as nodes, neither in the mixture nor alone.",
        tolerance: "within 4 percentage points; the mixture and alpha-beta both beat MCTS-IC significantly, and the mixture gets more than half of the points against alpha-beta",
        needs: "breakthrough",
        seconds: [100.0, 1200.0],
        timed: false,
    },
    meetings: || {
        let players = [
            ("MCTS-alpha-beta", hybrid_ic("p=0.3", 2500)),
            ("MCTS-IC", mcts_ic(2500)),
            ("alpha-beta", alpha_beta(2500)),
        ];
        let tournament = Meeting {
            name: "ic".into(),
            game: GAME,
            players: players.map(|(name, spec)| (name.to_string(), spec)).to_vec(),
            games: [2, 60, 1000],
            published: vec![(0, 2, 0.537), (0, 1, 0.731), (2, 1, 0.731)],
            totals: vec![1268.0, 538.0, 1194.0],
            ..Meeting::default()
        };
        let inner = || ("MCTS-alpha-beta, inner nodes", hybrid_ic("p=0.3,count=inner", 2500));
        let ten = || ("MCTS-alpha-beta, k = 10", hybrid_ic("p=0.3,k=10", 2500));
        vec![
            tournament,
            Meeting::of_two(
                "ic against informed",
                GAME,
                [("MCTS-IC", mcts_ic(2500)), ("MCTS", mcts(2500))],
                [0, 60, 1000],
            )
            .printed(0.205),
            Meeting::of_two(
                "k = 10, alpha-beta",
                GAME,
                [ten(), ("alpha-beta", alpha_beta(2500))],
                [0, 30, 1000],
            ),
            Meeting::of_two(
                "k = 10, MCTS-IC",
                GAME,
                [ten(), ("MCTS-IC", mcts_ic(2500))],
                [0, 30, 1000],
            ),
            Meeting::of_two(
                "inner nodes, alpha-beta",
                GAME,
                [inner(), ("alpha-beta, inner nodes", alpha_beta(2500) + ",count=inner")],
                [0, 30, 1000],
            ),
            Meeting::of_two(
                "inner nodes, MCTS-IC",
                GAME,
                [inner(), ("MCTS-IC", mcts_ic(2500))],
                [0, 30, 1000],
            ),
        ]
    },
    figure: None,
    stronger: &[
        Stronger { meeting: "ic", players: (0, 1), claim: "MCTS-alpha-beta beats MCTS-IC" },
        Stronger { meeting: "ic", players: (2, 1), claim: "alpha-beta beats MCTS-IC" },
        Stronger {
            meeting: "ic",
            players: (0, 2),
            claim: "MCTS-alpha-beta leads: it gets more than half of the points against alpha-beta",
        },
        Stronger {
            meeting: "ic against informed",
            players: (1, 0),
            claim: "MCTS with informed playouts beats MCTS-IC",
        },
    ],
    higher: &[],
    why: "Alpha-beta is stronger against MCTS-IC than printed, and the mixture weaker against alpha-beta. If positions at alpha-beta's horizon are \
          no nodes, the mixture comes near its printed scores; but by that count the mixture with informed playouts is stronger than printed. No \
          reading that we tried gives both settings.",
};
