//! Figure 4: random trees without chance.

use super::sweep::{BAB, Measure, OWN, Published, Sweep};
use crate::experiments::design::{About, Paper};
use crate::experiments::verdict::Claim;

/// What the figure's text prints: depth, epsilon, what, and how much.
const PUBLISHED: &[Published] = &[
    (3, 32.0, Measure::Er, 0.67),
    (5, 32.0, Measure::Er, 0.37),
    (7, 32.0, Measure::Er, 0.18),
    (9, 32.0, Measure::Er, 0.05),
    (9, 32.0, Measure::Amb, 30.97),
    (9, 64.0, Measure::Amb, 61.88),
];

/// Figure 4(a), (b) and (c), by Algorithm 1 as printed.
pub const FIGURE_4: Sweep = Sweep {
    about: About {
        name: "atzmon-4",
        claim: Claim::Printed,
        question: "How many expansions does an error of epsilon save on random trees, and how far off are the answers then?",
        doubt: "The authors' program: it would say which windows their search hands down.",
        paper: Paper::Atzmon,
        figure: "Figure 4(a, b, c): random trees, Algorithm 1",
        statement: "In random trees with four children a node, ER falls and AMB rises with epsilon; deeper trees have smaller ER (.67, \
                    .37, .18, .05 for depths 3, 5, 7, 9 at epsilon 32); searches with smaller ER have larger AMB.",
        reading: "Leaves are uniform integers from 0 to 100; expansions are leaves and inner nodes; ER is the mean over instances of \
                  each instance's ratio.",
        tolerance: "ER within 0.05, AMB within 8 %; the statements must be significant",
        needs: "random trees",
        seconds: [40.0, 320.0],
        timed: false,
    },
    algorithm: BAB,
    counts_chance: false,
    place: "depth",
    larger: "the depth",
    quick: 100,
    full: |_| 400,
    places: |scale| scale.pick(vec![3, 5], vec![3, 5, 7, 9], vec![3, 5, 7, 9]),
    game: |depth, seed| format!("random:b=4,d={depth},leaves=0..100,seed={seed}"),
    depth: |_| None,
    range: Some((0.0, 100.0)),
    epsilons: &[0.0, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0],
    bins: Some(5),
    published: PUBLISHED,
    falls_at: Some(32.0),
    rose: None,
    why: "Algorithm 1 as printed hands windows down, and then ER hardly falls with the depth and AMB sits at epsilon. By each node's own bounds \
          both come out as printed: see atzmon-4-own.",
};

/// The same by each node's own bounds.
pub const FIGURE_4_OWN: Sweep = Sweep {
    about: About {
        name: "atzmon-4-own",
        question: "Which search gives the printed numbers of Figure 4?",
        doubt: "The authors' program; or another reading that needs no shift of the depth.",
        figure: "Figure 4(a, b, c): random trees, own bounds",
        reading: "A node is left once its own bounds are within epsilon, and no window is handed down to the children of MAX and MIN. The printed \
                  depths are two more than plies: depth 9 is run as 7 plies. That shift is a free choice, made because it fits; ER is relative to \
                  the same search with epsilon 0. Leaves are uniform integers from 0 to 100.",
        ..FIGURE_4.about
    },
    algorithm: OWN,
    game: |depth, seed| format!("random:b=4,d={},leaves=0..100,seed={seed}", depth - 2),
    why: "AMB lies nearer to epsilon than printed.",
    ..FIGURE_4
};

/// "Same trend was observed in all couples of branching factor and depth."
pub const OTHER_TREES: Sweep = Sweep {
    about: About {
        name: "atzmon-4-children",
        question: "Do other numbers of children show the same trends?",
        doubt: "A number of children for which ER rises with epsilon on average.",
        figure: "Figure 4: two to five children",
        statement: "The same trends for all combinations of children (2, 3, 4, 5) and depths. (No numbers are printed.)",
        reading: "Depth 7 of the paper as 5 plies, by each node's own bounds, as atzmon-4-own. Leaves are uniform integers from 0 to 100.",
        ..FIGURE_4.about
    },
    algorithm: OWN,
    place: "children",
    larger: "the number of children",
    quick: 100,
    full: |_| 400,
    places: |scale| scale.pick(vec![2, 3], vec![2, 3, 4, 5], vec![2, 3, 4, 5]),
    game: |children, seed| format!("random:b={children},d=5,leaves=0..100,seed={seed}"),
    bins: None,
    published: &[],
    why: "",
    ..FIGURE_4
};
