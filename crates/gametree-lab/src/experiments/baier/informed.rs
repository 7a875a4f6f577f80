//! Section 5.2, the first set of experiments: informed playouts.

use super::players::{GAME, alpha_beta, hybrid, mcts};
use crate::experiments::design::{About, Paper};
use crate::experiments::matches::{Matches, Meeting, Stronger};
use crate::experiments::verdict::Claim;

/// The three-way tournament with informed playouts.
pub const INFORMED: Matches = Matches {
    about: About {
        name: "baier-informed",
        claim: Claim::Printed,
        question: "Is MCTS-alpha-beta stronger than both of its parts, with informed playouts?",
        doubt: "The authors' count of nodes, and their rule for the bonus at the root.",
        paper: Paper::Baier,
        figure: "Section 5.2: informed playouts",
        statement: "With p = .95, k = 8, l = 6, w = 200, f = 8 and 2,500 nodes, MCTS-alpha-beta wins 63.7 % against alpha-beta and 58.2 % against \
                    MCTS; MCTS wins 63.6 % against alpha-beta; 1219, 1054 and 727 wins in all.",
        reading: "The root's iterations give no bonus (with it, the mixture loses); a node is a node added to the tree, or a position that alpha-beta \
                  enters.",
        tolerance: "within 4 percentage points; the mixture beats both of its components significantly",
        needs: "breakthrough",
        seconds: [60.0, 600.0],
        timed: false,
    },
    meetings: || {
        let players = [
            ("MCTS-alpha-beta", hybrid("p=0.95", 2500)),
            ("MCTS", mcts(2500)),
            ("alpha-beta", alpha_beta(2500)),
        ];
        vec![Meeting {
            name: "informed".into(),
            game: GAME,
            players: players.map(|(name, spec)| (name.to_string(), spec)).to_vec(),
            games: [2, 80, 1000],
            published: vec![(0, 2, 0.637), (0, 1, 0.582), (1, 2, 0.636)],
            totals: vec![1219.0, 1054.0, 727.0],
            ..Meeting::default()
        }]
    },
    figure: None,
    stronger: &[
        Stronger {
            meeting: "informed",
            players: (0, 2),
            claim: "MCTS-alpha-beta beats alpha-beta",
        },
        Stronger { meeting: "informed", players: (0, 1), claim: "MCTS-alpha-beta beats MCTS" },
        Stronger { meeting: "informed", players: (1, 2), claim: "MCTS beats alpha-beta" },
    ],
    higher: &[],
    why: "The paper does not say when a node of alpha-beta is counted, nor whether the root's iterations give the bonus.",
};
