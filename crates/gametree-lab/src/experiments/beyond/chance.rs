//! Best-first rollouts against bounded alpha-beta, in games with chance.

use crate::experiments::design::{About, Paper};
use crate::experiments::leaf_ratios::{Fewer, Kind, LeafRatios};
use crate::experiments::verdict::Claim;

const fn tree(name: &'static str, game: &'static str, epsilon: f64) -> Kind {
    Kind { name, game, depth: None, epsilon }
}

const fn fewer(algorithm: &'static str, kind: &'static str) -> Fewer {
    Fewer { algorithm, kind }
}

/// Best-first rollouts with chance.
pub const CHANCE: LeafRatios = LeafRatios {
    about: About {
        name: "beyond-chance",
        claim: Claim::Ours,
        question: "Do best-first rollouts need fewer leaves than bounded alpha-beta in trees with chance?",
        doubt: "A ratio of 1 or more.",
        paper: Paper::Beyond,
        figure: "Best-first rollouts with chance",
        statement: "In trees with chance, rollout:best-first and rollout:expected need fewer leaves than bounded alpha-beta, exactly and within epsilon.",
        reading: "Random trees with leaves from 0 to 100; a chosen move happens with probability .8, or all outcomes are about equally likely.",
        tolerance: "ratios significantly below 1 on all trees",
        needs: "random trees",
        seconds: [1.0, 4.0],
        timed: false,
    },
    algorithms: &["bounded-alphabeta", "rollout:best-first", "rollout:expected"],
    kinds: &[
        tree("4 children, 2 moves", "random:b=4,d=2,leaves=0..100,chance=0.8,seed=S", 0.0),
        tree("the same, epsilon 8", "random:b=4,d=2,leaves=0..100,chance=0.8,seed=S", 8.0),
        tree("3 children, 3 moves", "random:b=3,d=3,leaves=0..100,chance=0.8,seed=S", 0.0),
        tree(
            "3 children, 3 moves, even chances",
            "random:b=3,d=3,leaves=0..100,chance=0.34,seed=S",
            0.0,
        ),
    ],
    instances: [2, 100, 1000],
    fewer: &[
        fewer("rollout:best-first", "4 children, 2 moves"),
        fewer("rollout:best-first", "the same, epsilon 8"),
        fewer("rollout:best-first", "3 children, 3 moves"),
        fewer("rollout:best-first", "3 children, 3 moves, even chances"),
        fewer("rollout:expected", "4 children, 2 moves"),
        fewer("rollout:expected", "the same, epsilon 8"),
        fewer("rollout:expected", "3 children, 3 moves"),
        fewer("rollout:expected", "3 children, 3 moves, even chances"),
    ],
};
