//! The paper's players.
//!
//! Section 2 states the constant of exploration for chess: .4, for rewards from -1 to 1. Rewards are
//! from 0 to 1 here, which halves it. UCT-H adds to an evaluation what UCT adds to a reward; there
//! a pawn is 100/6500 of the range from -1 to 1, so .4 is worth 26 pawns. Here a pawn is .01 of the
//! range, and the same worth in pawns is .13 of it, since the range is half as wide.

/// UCT with random playouts.
pub fn uct(nodes: u64) -> String {
    format!("mcts:selection=ucb1,c=0.2,reuse=no,nodes={nodes}")
}

/// UCT-H: the evaluation in place of playouts.
pub fn uct_h(nodes: u64) -> String {
    uct_h_with(0.13, nodes)
}

/// UCT-H with another constant of exploration.
pub fn uct_h_with(constant: f64, nodes: u64) -> String {
    format!("mcts:selection=ucb1,c={constant},playout=eval,reuse=no,nodes={nodes}")
}

/// MM-k: minimax with the evaluation.
pub fn minimax(depth: u32) -> String {
    format!("mm:depth={depth}")
}

/// MM-k-R: minimax with one random playout at each leaf.
pub fn minimax_r(depth: u32) -> String {
    format!("mm-r:depth={depth}")
}
