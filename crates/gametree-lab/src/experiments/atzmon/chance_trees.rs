//! Figure 6(a, b): random trees with chance.

use super::sweep::{BAB, Measure, OWN, Sweep};
use crate::experiments::design::{About, Paper};
use crate::experiments::verdict::Claim;

/// Figure 6(a) and (b).
pub const FIGURE_6AB: Sweep = Sweep {
    about: About {
        name: "atzmon-6ab",
        claim: Claim::Printed,
        question: "The same on random trees with chance nodes.",
        doubt: "The paper's 50 instances, or their seeds: print lies further from these means than the spread of 50 explains.",
        paper: Paper::Atzmon,
        figure: "Figure 6(a, b): random trees with chance, Algorithm 1",
        statement: "In random trees where a chosen move happens with probability .8, ER falls and AMB rises with epsilon; with more children \
                    ER is smaller. For four children ER is 1, .79, .40 and AMB 0, 6.58, 20.71 at epsilon 0, 8, 24.",
        reading: "The paper's depth 4 counts chance levels: two moves. The chosen outcome comes first; leaves and nodes of MAX and MIN \
                  are counted.",
        tolerance: "ER within 0.05, AMB within 8 %; the statements must be significant",
        needs: "random trees",
        seconds: [5.0, 40.0],
        timed: false,
    },
    algorithm: BAB,
    counts_chance: false,
    place: "children",
    larger: "the number of children",
    quick: 400,
    full: |_| 400,
    places: |scale| scale.pick(vec![2, 4], vec![2, 3, 4, 5], vec![2, 3, 4, 5]),
    game: |children, seed| format!("random:b={children},d=2,leaves=0..100,chance=0.8,seed={seed}"),
    depth: |_| None,
    range: None,
    epsilons: &[0.0, 4.0, 8.0, 16.0, 24.0, 32.0, 40.0, 60.0, 80.0],
    bins: None,
    published: &[
        (4, 8.0, Measure::Er, 0.79),
        (4, 24.0, Measure::Er, 0.40),
        (4, 8.0, Measure::Amb, 6.58),
        (4, 24.0, Measure::Amb, 20.71),
    ],
    falls_at: Some(24.0),
    rose: Some((2, 60.0, 80.0)),
    why: "",
};

/// The same by each node's own bounds.
pub const FIGURE_6AB_OWN: Sweep = Sweep {
    about: About {
        name: "atzmon-6ab-own",
        question: "Does the search that gives the numbers of Figure 4 give those of this one?",
        figure: "Figure 6(a, b): random trees with chance, own bounds",
        reading: "As atzmon-6ab, but a node is left once its own bounds are within epsilon, no window is handed down to the children of MAX and MIN, and chance \
                  nodes are counted too: choices made because they fit.",
        ..FIGURE_6AB.about
    },
    algorithm: OWN,
    counts_chance: true,
    ..FIGURE_6AB
};
