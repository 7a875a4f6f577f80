//! The policy `odds` against MT-SSS*, and when to trust the move order.

use crate::experiments::design::{About, Paper};
use crate::experiments::leaf_ratios::{Fewer, Kind, LeafRatios};
use crate::experiments::verdict::Claim;

const fn kind(name: &'static str, game: &'static str, depth: Option<u32>) -> Kind {
    Kind { name, game, depth, epsilon: 0.0 }
}

const fn fewer(kind: &'static str) -> Fewer {
    Fewer { algorithm: "rollout:odds", kind }
}

/// Odds against MT-SSS*.
pub const ODDS: LeafRatios = LeafRatios {
    about: About {
        name: "beyond-odds",
        claim: Claim::Ours,
        question: "Does it save leaves to go where the root is most probably decided?",
        doubt: "A ratio of 1 or more on random trees, Othello or Connect Four.",
        paper: Paper::Beyond,
        figure: "Odds instead of upper bounds",
        statement: "rollout:odds, which goes to the leaf most likely to decide the root, needs fewer leaves than augmented MT-SSS*: a little on independent \
                    leaves, much where values are correlated; where the move order is very good there is nothing to save.",
        reading: "Real games with the game's own evaluation and move order, to a depth limit from random positions, without facts and tables.",
        tolerance: "ratios significantly below 1 on random trees, Othello and Connect Four; the others are shown",
        needs: "random trees, othello, connect4, breakthrough, kalah",
        seconds: [6.0, 30.0],
        timed: false,
    },
    algorithms: &["mt-sss2", "alphabeta2", "rollout:odds"],
    kinds: &[
        kind("independent leaves", "random:b=4,d=6,seed=S", None),
        kind("leaves that are sums", "random:b=4,d=6,leaves=sum,seed=S", None),
        kind("best move first, 30 % noise", "random:b=4,d=6,order=best,noise=30%,seed=S", None),
        kind("othello", "othello:6", Some(4)),
        kind("connect4", "connect4", Some(5)),
        kind("breakthrough", "breakthrough:6x6", Some(4)),
        kind("kalah", "kalah:4,3", Some(6)),
    ],
    instances: [2, 200, 1000],
    fewer: &[
        fewer("independent leaves"),
        fewer("leaves that are sums"),
        fewer("othello"),
        fewer("connect4"),
    ],
};
