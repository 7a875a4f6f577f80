//! What the paper leaves open: where the strength comes from, and unequal components.

use super::players::{GAME, alpha_beta, hybrid};
use crate::experiments::design::{About, Paper};
use crate::experiments::matches::{Higher, Matches, Meeting};
use crate::experiments::verdict::Claim;

/// What is run at the smallest scale.
const TINY: [&str; 2] = ["no bonus", "the bonus alone"];

/// The mixture without its bonus, without alpha-beta, and with weak playouts.
pub const ABLATION: Matches = Matches {
    about: About {
        name: "baier-ablation",
        claim: Claim::Ours,
        question: "What makes the mixture strong: alpha-beta's evaluations, or the bonus?",
        doubt: "More games, in which the mixture and its bonus alone differ after all.",
        paper: Paper::Baier,
        figure: "What the paper leaves open: ablations",
        statement: "How much of the mixture's strength comes from the evaluations that alpha-beta backs up, and how much from the bonus? What if one \
                    component is much weaker? (No numbers are printed.)",
        reading: "All against alpha-beta at 2,500 nodes: the paper's setting; without a bonus (w = 0: alpha-beta's rollouts only back up evaluations); with \
                  the bonus alone (a playout from where alpha-beta took over is backed up instead of its evaluation); with the bonus at the root too; \
                  without alpha-beta (p = 1); and with random playouts, a much weaker Monte Carlo component, with and without alpha-beta.",
        tolerance: "the printed 63.7 % within 4 percentage points; the statements must be significant; the rest is shown with intervals",
        needs: "breakthrough",
        seconds: [60.0, 500.0],
        timed: false,
    },
    meetings: || {
        let against = |name: &str, parameters: &str| {
            let players = [(name, hybrid(parameters, 2500)), ("alpha-beta", alpha_beta(2500))];
            Meeting::of_two(
                name,
                GAME,
                players,
                [if TINY.contains(&name) { 2 } else { 0 }, 40, 1000],
            )
        };
        vec![
            against("the paper's setting", "p=0.95").printed(0.637),
            against("no bonus", "p=0.95,w=0"),
            against("the bonus alone", "p=0.95,score=playout"),
            against("bonus at the root too", "p=0.95,root=yes"),
            against("no alpha-beta", "p=1"),
            against("random playouts", "p=0.95,playout=random"),
            against("random playouts, no alpha-beta", "p=1,playout=random"),
            against("random playouts, more alpha-beta", "p=0.5,playout=random"),
        ]
    },
    figure: None,
    stronger: &[],
    higher: &[
        Higher {
            meeting: "the paper's setting",
            than: "no bonus",
            claim: "the bonus adds strength",
        },
        Higher {
            meeting: "the bonus alone",
            than: "no bonus",
            claim: "the bonus alone is stronger than the evaluations alone",
        },
        Higher {
            meeting: "random playouts",
            than: "random playouts, no alpha-beta",
            claim: "the mixture makes weak playouts stronger",
        },
        Higher {
            meeting: "the paper's setting",
            than: "random playouts",
            claim: "informed playouts add strength",
        },
    ],
    why: "",
};
