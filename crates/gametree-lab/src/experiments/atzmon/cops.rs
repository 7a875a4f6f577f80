//! Figure 5: cops and robber without chance.

use super::sweep::Sweep;
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
        figure: "Figure 5(a, b, c): cops and robber",
        statement: "On an open 6x6 grid with three cops, ER falls and AMB rises with epsilon; deeper searches have smaller ER; searches with \
                    smaller ER have larger AMB. (The paper prints no numbers for it.)",
        reading: "Values from 0 to 12, by iterative deepening to the depth, without a transposition table.",
        tolerance: "the statements must be significant",
        needs: "cops and robber",
        seconds: [60.0, 1200.0],
        timed: false,
    },
    place: "depth",
    larger: "the depth",
    quick: 50,
    places: |scale| scale.pick(vec![3], vec![3, 5], vec![3, 5, 7]),
    game: |_, seed| format!("cops:6x6,cops=3,obstacles=0%,seed={seed}"),
    depth: |depth| Some(depth as u32),
    range: None,
    epsilons: &[0.0, 1.0, 2.0, 4.0, 8.0],
    bins: Some(3),
    published: &[],
    falls_at: Some(4.0),
    rose: None,
    why: "With eight times the paper's instances, ER at epsilon 4 does not fall with the depth but rises, and AMB is largest for searches with an ER from .2 \
          to .4 rather than for those with less. The paper has these figures as pictures only.",
};
