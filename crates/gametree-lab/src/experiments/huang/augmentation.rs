//! What keeping both bounds of a node gains: by how often leaves tie.

use crate::experiments::design::{About, Paper};
use crate::experiments::leaf_ratios::{Fewer, Kind, LeafRatios};
use crate::experiments::verdict::Claim;

const fn kind(name: &'static str, game: &'static str) -> Kind {
    Kind { name, game, depth: None, epsilon: 0.0 }
}

/// MT-SSS* with both bounds, and FSSS, against MT-SSS* with one.
pub const AUGMENTATION: LeafRatios = LeafRatios {
    about: About {
        name: "huang-augmentation",
        claim: Claim::Ours,
        question: "How much does it gain to transmit both bounds of a node instead of one?",
        doubt: "A gain on leaves that never tie.",
        paper: Paper::Huang,
        figure: "Theorem 4: how large the gain is",
        statement: "Augmented MT-SSS* never evaluates more leaves than MT-SSS*. (The paper does not say how many fewer.)",
        reading: "Binary trees of height 8 with leaves of 2, 3, 10, 100 and about 4 billion different values.",
        tolerance: "fewer leaves significantly with 2, 3 and 10 values",
        needs: "random trees",
        seconds: [1.0, 10.0],
        timed: false,
    },
    algorithms: &["mt-sss", "mt-sss2", "fsss"],
    kinds: &[
        kind("2 values", "random:b=2,d=8,leaves=0..1,seed=S"),
        kind("3 values", "random:b=2,d=8,leaves=0..2,seed=S"),
        kind("10 values", "random:b=2,d=8,leaves=0..9,seed=S"),
        kind("100 values", "random:b=2,d=8,leaves=0..99,seed=S"),
        kind("2^32 values", "random:b=2,d=8,seed=S"),
    ],
    instances: [2, 400, 4000],
    fewer: &[
        Fewer { algorithm: "mt-sss2", kind: "2 values" },
        Fewer { algorithm: "mt-sss2", kind: "3 values" },
        Fewer { algorithm: "mt-sss2", kind: "10 values" },
    ],
};
