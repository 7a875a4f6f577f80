//! Figure 4: random trees without chance.

use super::sweep::{Measure, Sweep};
use crate::experiments::design::{About, Paper};
use crate::experiments::verdict::Claim;

/// Figure 4(a), (b) and (c).
pub const FIGURE_4: Sweep = Sweep {
    about: About {
        name: "atzmon-4",
        claim: Claim::Printed,
        question: "How many expansions does an error of epsilon save on random trees, and how far off are the answers then?",
        doubt: "The authors' program: it would say which windows their search hands down.",
        paper: Paper::Atzmon,
        figure: "Figure 4(a, b, c): random trees",
        statement: "In random trees with four children a node, ER falls and AMB rises with epsilon; deeper trees have smaller ER (.67, \
                    .37, .18, .05 for depths 3, 5, 7, 9 at epsilon 32); searches with smaller ER have larger AMB.",
        reading: "Leaves are uniform integers from 0 to 100; expansions are leaves and inner nodes; ER is the mean over instances of \
                  each instance's ratio.",
        tolerance: "ER within 0.05, AMB within 8 %; the statements must be significant",
        needs: "random trees",
        seconds: [40.0, 320.0],
        timed: false,
    },
    place: "depth",
    larger: "the depth",
    quick: 100,
    places: |scale| scale.pick(vec![3, 5], vec![3, 5, 7, 9], vec![3, 5, 7, 9]),
    game: |depth, seed| format!("random:b=4,d={depth},leaves=0..100,seed={seed}"),
    depth: |_| None,
    range: Some((0.0, 100.0)),
    epsilons: &[0.0, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0],
    bins: Some(5),
    published: &[
        (3, 32.0, Measure::Er, 0.67),
        (5, 32.0, Measure::Er, 0.37),
        (7, 32.0, Measure::Er, 0.18),
        (9, 32.0, Measure::Er, 0.05),
        (9, 32.0, Measure::Amb, 30.97),
        (9, 64.0, Measure::Amb, 61.88),
    ],
    falls_at: Some(32.0),
    rose: None,
    why: "No reading that we tried makes ER fall with the depth as fast as printed, while AMB agrees and Figure 6 reproduces: the trees \
          or the count of expansions behind Figure 4 must differ from what the text says.",
};
