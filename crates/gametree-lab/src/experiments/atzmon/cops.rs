//! Figure 5: cops and robber without chance.

use super::sweep::{BAB, OWN, Sweep};
use crate::experiments::design::{About, Paper};
use crate::experiments::verdict::Claim;

/// Figure 5(a), (b) and (c).
pub const FIGURE_5: Sweep = Sweep {
    about: About {
        name: "atzmon-5",
        claim: Claim::Printed,
        question: "How many expansions does an error of epsilon save in cops and robber?",
        doubt: "The numbers behind the figure's curves, which the paper prints as a picture only.",
        paper: Paper::Atzmon,
        figure: "Figure 5(a, b, c): cops and robber, Algorithm 1",
        statement: "On an open 6x6 grid with three cops, ER falls and AMB rises with epsilon; deeper searches have smaller ER; searches with \
                    smaller ER have larger AMB. (The paper prints no numbers for it.)",
        reading: "Values from 0 to 12, to a fixed depth, without a transposition table.",
        tolerance: "the statements must be significant",
        needs: "cops and robber",
        seconds: [60.0, 1200.0],
        timed: false,
    },
    algorithm: BAB,
    counts_chance: false,
    place: "depth",
    larger: "the depth",
    quick: 50,
    full: |depth| if depth < 7 { 400 } else { 50 },
    places: |scale| scale.pick(vec![3], vec![3, 5], vec![3, 5, 7]),
    game: |_, seed| format!("cops:6x6,cops=3,obstacles=0%,seed={seed}"),
    depth: |depth| Some(depth as u32),
    range: None,
    epsilons: &[0.0, 1.0, 2.0, 4.0, 8.0],
    bins: Some(3),
    published: &[],
    falls_at: Some(4.0),
    rose: None,
    why: "Algorithm 1 as printed hands windows down; by each node's own bounds both statements hold: see atzmon-5-own. The paper has these figures as \
          pictures only.",
};

/// The same by each node's own bounds.
pub const FIGURE_5_OWN: Sweep = Sweep {
    about: About {
        name: "atzmon-5-own",
        question: "Does the search that gives the numbers of Figure 4 give the trends of Figure 5?",
        figure: "Figure 5(a, b, c): cops and robber, own bounds",
        reading: "A node is left once its own bounds are within epsilon, and no window is handed down. Values from 0 to 12, to a fixed depth, without a \
                  transposition table.",
        ..FIGURE_5.about
    },
    algorithm: OWN,
    why: "",
    ..FIGURE_5
};
