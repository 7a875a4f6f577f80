//! Figures 1 and 2: strength against alpha-beta over p.

use super::players::{GAME, alpha_beta, hybrid, hybrid_ic};
use crate::experiments::design::{About, Paper};
use crate::experiments::matches::{Higher, Matches, Meeting, Stronger};
use crate::experiments::verdict::Claim;

/// The probabilities that a rollout continues as Monte Carlo.
const PROBABILITIES: [f64; 8] = [0.1, 0.3, 0.5, 0.7, 0.85, 0.9, 0.95, 1.0];

/// The name of a meeting.
fn name(p: f64) -> String {
    format!("p = {p}")
}

/// One meeting for each probability.
fn meetings(player: fn(&str, u64) -> String, printed: (f64, f64), quick: u64) -> Vec<Meeting> {
    let meeting = |p: f64| {
        let players = [
            ("MCTS-alpha-beta", player(&format!("p={p}"), 2500)),
            ("alpha-beta", alpha_beta(2500)),
        ];
        let games = [if p == 0.3 { 2 } else { 0 }, quick, 1000];
        let meeting = Meeting { x: Some(p), ..Meeting::of_two(name(p), GAME, players, games) };
        if p == printed.0 { meeting.printed(printed.1) } else { meeting }
    };
    PROBABILITIES.map(meeting).to_vec()
}

const ABOUT: About = About {
    claim: Claim::Printed,
    question: "",
    doubt: "",
    name: "",
    paper: Paper::Baier,
    figure: "",
    statement: "",
    reading: "Against alpha-beta at 2,500 nodes; the paper prints only the best point.",
    tolerance: "the printed point within 4 percentage points; the statements significantly, for three values of p that stand for \"high\" and \"low\"",
    needs: "breakthrough",
    seconds: [70.0, 600.0],
    timed: false,
};

/// Figure 1: informed playouts.
pub const FIGURE_1: Matches = Matches {
    about: About {
        name: "baier-fig1",
        claim: Claim::Printed,
        question: "Which share of Monte Carlo rollouts is best with informed playouts?",
        doubt: "A share below one half that is significantly better than .95.",
        figure: "Figure 1: strength over p, informed playouts",
        statement: "With informed playouts a high p is best: 63.7 % against alpha-beta at p = .95.",
        ..ABOUT
    },
    meetings: || meetings(hybrid, (0.95, 0.637), 30),
    figure: Some(("Against alpha-beta, informed playouts", "p")),
    stronger: &[Stronger {
        meeting: "p = 0.95",
        players: (0, 1),
        claim: "at p = .95 the mixture beats alpha-beta",
    }],
    higher: &[
        Higher { meeting: "p = 0.95", than: "p = 0.1", claim: "p = .95 is better than .1" },
        Higher { meeting: "p = 0.95", than: "p = 0.5", claim: "p = .95 is better than .5" },
    ],
    why: "The paper does not say when a node of alpha-beta is counted, nor whether the root's iterations give the bonus.",
};

/// Figure 2: MCTS-IC.
pub const FIGURE_2: Matches = Matches {
    about: About {
        name: "baier-fig2",
        claim: Claim::Printed,
        question: "Which share is best with playouts cut off after three moves?",
        doubt: "A share above one half that is significantly better than .3.",
        figure: "Figure 2: strength over p, MCTS-IC",
        statement: "With MCTS-IC a low p is best: 53.7 % against alpha-beta at p = .3; Monte Carlo alone loses to alpha-beta.",
        ..ABOUT
    },
    meetings: || meetings(hybrid_ic, (0.3, 0.537), 30),
    figure: Some(("Against alpha-beta, MCTS-IC", "p")),
    stronger: &[Stronger {
        meeting: "p = 1",
        players: (1, 0),
        claim: "Monte Carlo alone loses to alpha-beta",
    }],
    higher: &[
        Higher { meeting: "p = 0.3", than: "p = 0.95", claim: "p = .3 is better than .95" },
        Higher { meeting: "p = 0.3", than: "p = 0.7", claim: "p = .3 is better than .7" },
    ],
    why: "The mixture is weaker than printed in this setting; see baier-ic.",
};
