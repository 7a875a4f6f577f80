//! A prior for each child instead of a bonus for the best one, at equal nodes.

use crate::experiments::design::{About, Paper};
use crate::experiments::matches::{Matches, Meeting, Stronger};
use crate::experiments::verdict::Claim;

/// The setting that `docs/guide/choosing-a-player.md` recommends.
pub const EACH: &str = "mcts-alphabeta:p=0.85,l=4,bonus=each,w=40,f=1,root=yes";

/// The games, their names here, and how many random moves come first.
pub const GAMES: [(&str, &str, u32); 3] = [
    ("breakthrough", "breakthrough:6x6", 0),
    ("othello", "othello:6", 4),
    ("connect4", "connect4", 4),
];

/// The paper's bonus. Playouts are random where a game has no rules of thumb.
fn players(game: &str, budget: &str) -> [(&'static str, String); 2] {
    let playout = if game == "breakthrough" { "" } else { "playout=random," };
    let rest = format!("{playout}facts=no,reuse=no,{budget}");
    [
        ("bonus=each", format!("{EACH},{rest}")),
        ("the paper's bonus", format!("mcts-alphabeta:{rest}")),
    ]
}

/// One meeting for each game.
pub fn meetings(budget: &str, games: [u64; 3]) -> Vec<Meeting> {
    let meeting = |(name, game, opening): (&str, &'static str, u32)| {
        let tiny = if name == "breakthrough" { games[0] } else { 0 };
        let games = [tiny, games[1], games[2]];
        Meeting { opening, ..Meeting::of_two(name, game, players(name, budget), games) }
    };
    GAMES.map(meeting).to_vec()
}

/// What is claimed of each game.
pub const CLAIMS: &[Stronger] = &[
    Stronger {
        meeting: "breakthrough",
        players: (0, 1),
        claim: "Breakthrough 6x6: bonus=each is stronger",
    },
    Stronger { meeting: "othello", players: (0, 1), claim: "Othello 6x6: bonus=each is stronger" },
    Stronger {
        meeting: "connect4",
        players: (0, 1),
        claim: "Connect Four: bonus=each is stronger",
    },
];

/// At equal nodes.
pub const BONUS: Matches = Matches {
    about: About {
        name: "beyond-bonus",
        claim: Claim::Ours,
        question: "Is a prior for each child better than the paper's bonus for the best one, at equal nodes?",
        doubt: "A score of 50 % or less in one of the games.",
        paper: Paper::Beyond,
        figure: "A prior for each child, equal nodes",
        statement: "In MCTS-alpha-beta, a few dozen rollouts for each child at the value that alpha-beta found (bonus=each) are better than thousands of \
                    wins for the best child, at equal nodes.",
        reading: "The setting was found on Breakthrough 6x6 with other seeds; Othello 6x6 and Connect Four were not looked at before.",
        tolerance: "a score significantly above 50 % in each of three games",
        needs: "breakthrough, othello, connect4",
        seconds: [60.0, 120.0],
        timed: false,
    },
    meetings: || meetings("nodes=1000", [2, 60, 1000]),
    figure: None,
    stronger: CLAIMS,
    higher: &[],
    why: "",
};
