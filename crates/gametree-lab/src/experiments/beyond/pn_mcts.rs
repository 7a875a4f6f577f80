//! Proof numbers in the selection of Monte Carlo, at equal time.

use crate::experiments::design::{About, Paper};
use crate::experiments::matches::{Matches, Meeting, Stronger};
use crate::experiments::verdict::Claim;

/// The games, their names here, and how many random moves come first.
const GAMES: [(&str, &str, u32); 6] = [
    ("breakthrough", "breakthrough:6x6", 2),
    ("othello", "othello:6", 4),
    ("connect4", "connect4", 4),
    ("kalah", "kalah:6,4", 2),
    ("domineering", "domineering:6x6", 2),
    ("hex", "hex:6", 2),
];

/// The player, with the paper's selection: a constant of sqrt 2 for rewards from -1 to 1.
const SOLVER: &str = "mcts-solver:selection=ucb1,c=0.7";

/// What everybody gets.
const BUDGET: &str = "facts=no,reuse=no,time=5ms";

/// One meeting for each game.
fn meetings() -> Vec<Meeting> {
    let meeting = |(name, game, opening): (&str, &'static str, u32)| {
        let players = [
            ("with proof numbers", format!("{SOLVER},pn=0.5,{BUDGET}")),
            ("without", format!("{SOLVER},{BUDGET}")),
        ];
        let games = [if name == "breakthrough" { 2 } else { 0 }, 60, 1000];
        Meeting { opening, ..Meeting::of_two(name, game, players, games) }
    };
    GAMES.map(meeting).to_vec()
}

/// At equal time.
pub const PN_MCTS: Matches = Matches {
    about: About {
        name: "beyond-pn-mcts",
        claim: Claim::Ours,
        question: "Do proof numbers in the selection make the Monte Carlo solver stronger, at equal time?",
        doubt: "Another weight, more time a move, or a game whose wins lie deeper.",
        paper: Paper::Beyond,
        figure: "PN-MCTS, equal time",
        statement: "Kowalski, Doe, Winands, Górski and Soemers (2024) add C (1 - rank / children) to the score of a child, where children are ranked by their \
                    proof numbers, and win up to 96 % against UCT; the generalisation to score bounds (Kowalski et al. 2025) wins about 80 % in 8 of 11 games. \
                    Here the same is measured on six games of ours, against a player who has the bounds already.",
        reading: "Five milliseconds a move for everyone; UCB1 with the constant 0.7, and C = 0.5, for rewards from 0 to 1: the sqrt 2 and the 1 of the paper for rewards \
                  from -1 to 1. Both players are mcts-solver otherwise: with bounds, the games' own playouts and shared positions, where the paper's opponent is \
                  plain UCT with random playouts. The rows depend on the clock and on what else the machine does.",
        tolerance: "a score significantly above 50 % in each of six games",
        needs: "breakthrough, othello, connect4, kalah, domineering, hex, a quiet machine",
        seconds: [120.0, 2000.0],
        timed: true,
    },
    meetings,
    figure: None,
    stronger: &[
        Stronger {
            meeting: "breakthrough",
            players: (0, 1),
            claim: "Breakthrough 6x6: stronger with proof numbers",
        },
        Stronger {
            meeting: "othello",
            players: (0, 1),
            claim: "Othello 6x6: stronger with proof numbers",
        },
        Stronger {
            meeting: "connect4",
            players: (0, 1),
            claim: "Connect Four: stronger with proof numbers",
        },
        Stronger { meeting: "kalah", players: (0, 1), claim: "Kalah: stronger with proof numbers" },
        Stronger {
            meeting: "domineering",
            players: (0, 1),
            claim: "Domineering 6x6: stronger with proof numbers",
        },
        Stronger { meeting: "hex", players: (0, 1), claim: "Hex 6x6: stronger with proof numbers" },
    ],
    higher: &[],
    why: "",
};
