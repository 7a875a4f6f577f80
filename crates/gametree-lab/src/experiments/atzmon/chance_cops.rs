//! Figure 6(c, d): cops and robber with chance.

use super::sweep::{BAB, Measure, OWN, Sweep};
use crate::experiments::design::{About, Paper};
use crate::experiments::verdict::Claim;

/// Figure 6(c) and (d).
pub const FIGURE_6CD: Sweep = Sweep {
    about: About {
        name: "atzmon-6cd",
        claim: Claim::Printed,
        question: "The same in cops and robber where moves may go astray.",
        doubt: "The paper's grids: the share of obstacles is printed, their places are not.",
        paper: Paper::Atzmon,
        figure: "Figure 6(c, d): cops and robber with chance, Algorithm 1",
        statement: "On a 6x6 grid with 20 % obstacles, three cops, and chosen moves that happen with probability .8, at depth 3: ER is 1, \
                    .25, .07 and AMB 0, 3.17, 7.19 at epsilon 0, 4, 8.",
        reading: "A chance level is a ply of its own, so that depth 3 is a move of the robber, chance, and a move of the cops; to \
                  a fixed depth, without a transposition table.",
        tolerance: "ER within 0.05, AMB within 8 %; the statements must be significant",
        needs: "cops and robber",
        seconds: [5.0, 40.0],
        timed: false,
    },
    algorithm: BAB,
    counts_chance: false,
    place: "depth",
    larger: "the depth",
    quick: 400,
    full: |_| 400,
    places: |_| vec![3],
    game: |_, seed| format!("cops:6x6,cops=3,obstacles=20%,chance=0.8,seed={seed}"),
    depth: |depth| Some(depth as u32),
    range: None,
    epsilons: &[0.0, 1.0, 2.0, 4.0, 6.0, 8.0],
    bins: None,
    published: &[
        (3, 4.0, Measure::Er, 0.25),
        (3, 8.0, Measure::Er, 0.07),
        (3, 4.0, Measure::Amb, 3.17),
        (3, 8.0, Measure::Amb, 7.19),
    ],
    falls_at: None,
    rose: None,
    why: "The paper does not say how its depth counts chance levels, nor what is evaluated at a chance node.",
};

/// The same by each node's own bounds.
pub const FIGURE_6CD_OWN: Sweep = Sweep {
    about: About {
        name: "atzmon-6cd-own",
        question: "Does the search that gives the numbers of Figure 4 give those of this one?",
        figure: "Figure 6(c, d): cops and robber with chance, own bounds",
        reading: "As atzmon-6cd, but a node is left once its own bounds are within epsilon, no window is handed down to the children of MAX and MIN, and chance \
                  nodes are counted too.",
        ..FIGURE_6CD.about
    },
    algorithm: OWN,
    counts_chance: true,
    ..FIGURE_6CD
};
