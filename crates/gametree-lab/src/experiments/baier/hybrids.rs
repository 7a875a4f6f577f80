//! What the paper leaves open: a comparison with the hybrids before it.

use super::players::{GAME, alpha_beta, hybrid, mcts};
use crate::experiments::design::{About, Paper};
use crate::experiments::matches::{Matches, Meeting, Stronger};
use crate::experiments::verdict::Claim;

/// Earlier hybrids that only add something to the tree, as they are called and what they are.
const EARLIER: [(&str, &str); 3] = [
    ("implicit minimax", "mcts-solver:playout=informed,implicit=0.4,transpositions=no"),
    ("informed priors", "mcts-solver:playout=informed,prior=50:1,transpositions=no"),
    ("UCTMAX_H", "mcts:playout=eval,backup=minimax"),
];

/// One whose playouts are games between players who search: they cost time, and no nodes.
const ROLLOUTS: (&str, &str) =
    ("minimax in rollouts", "mcts-solver:playout=mm-play:1,transpositions=no");

/// What is claimed of each of them, by its place.
const CLAIMS: &[Stronger] = &[
    Stronger { meeting: "hybrids", players: (0, 1), claim: "MCTS-alpha-beta beats MCTS" },
    Stronger { meeting: "hybrids", players: (0, 2), claim: "MCTS-alpha-beta beats alpha-beta" },
    Stronger {
        meeting: "hybrids",
        players: (0, 3),
        claim: "MCTS-alpha-beta beats implicit minimax back-ups",
    },
    Stronger {
        meeting: "hybrids",
        players: (0, 4),
        claim: "MCTS-alpha-beta beats informed priors",
    },
    Stronger { meeting: "hybrids", players: (0, 5), claim: "MCTS-alpha-beta beats UCTMAX_H" },
];

fn meeting(players: Vec<(String, String)>, games: [u64; 3]) -> Vec<Meeting> {
    vec![Meeting { name: "hybrids".into(), game: GAME, players, games, ..Meeting::default() }]
}

/// At equal nodes.
pub const HYBRIDS: Matches = Matches {
    about: About {
        name: "baier-hybrids",
        claim: Claim::Ours,
        question: "Is MCTS-alpha-beta stronger than the hybrids before it, at equal nodes?",
        doubt: "Other settings of the earlier hybrids: theirs were chosen in a short look, the mixture's are the paper's.",
        paper: Paper::Baier,
        figure: "What the paper leaves open: earlier hybrids, equal nodes",
        statement: "The paper names a comparison with the hybrids before it as of great interest. (No numbers are printed.)",
        reading: "All meet all at 2,500 nodes. Implicit minimax back-ups (Lanctot et al. 2014) with weight .4, the paper's for Breakthrough; informed priors \
                  (Baier, Winands 2014) of 50 rollouts after a search of one ply; UCTMAX_H (Ramanujan, Selman 2011): the evaluation instead of a playout, and \
                  maxima instead of means. Evaluations of single positions do not count as nodes. Minimax in rollouts is left to equal time: its searches \
                  would be free here.",
        tolerance: "the mixture beats each of the others significantly",
        needs: "breakthrough",
        seconds: [150.0, 3000.0],
        timed: false,
    },
    meetings: || {
        let mut players = vec![
            ("MCTS-alpha-beta".to_string(), hybrid("p=0.95", 2500)),
            ("MCTS".to_string(), mcts(2500)),
            ("alpha-beta".to_string(), alpha_beta(2500)),
        ];
        let spec = |spec: &str| format!("{spec},facts=no,reuse=no,nodes=2500");
        players.extend(EARLIER.map(|(name, it)| (name.to_string(), spec(it))));
        meeting(players, [2, 40, 1000])
    },
    figure: None,
    stronger: CLAIMS,
    higher: &[],
    why: "",
};

/// At equal time.
pub const HYBRIDS_TIME: Matches = Matches {
    about: About {
        name: "baier-hybrids-time",
        claim: Claim::Ours,
        question: "Is MCTS-alpha-beta stronger than the hybrids before it, at equal time?",
        doubt: "A quieter machine, more time a move, or a faster implementation of one of the players.",
        paper: Paper::Baier,
        figure: "What the paper leaves open: earlier hybrids, equal time",
        statement: "The same at equal time, five milliseconds a move, and with minimax in rollouts (Baier, Winands 2013). (No numbers are printed.)",
        reading: "The players of baier-hybrids, and one whose playouts are games between players who search one ply. The rows depend on the clock and on what \
                  else the machine does.",
        tolerance: "the mixture beats each of the others significantly",
        needs: "breakthrough, a quiet machine",
        seconds: [300.0, 6000.0],
        timed: true,
    },
    meetings: || {
        let timed = |spec: &str| format!("{spec}facts=no,reuse=no,time=5ms");
        let mut players = vec![
            ("MCTS-alpha-beta".to_string(), timed("mcts-alphabeta:")),
            ("MCTS".to_string(), timed("mcts-solver:playout=informed,transpositions=no,")),
            ("alpha-beta".to_string(), timed("ab:")),
        ];
        let earlier = EARLIER.into_iter().chain([ROLLOUTS]);
        players.extend(earlier.map(|(name, it)| (name.to_string(), timed(&format!("{it},")))));
        meeting(players, [2, 40, 1000])
    },
    figure: None,
    stronger: CLAIMS,
    higher: &[],
    why: "",
};
