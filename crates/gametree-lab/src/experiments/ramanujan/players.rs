//! The paper's players.

/// UCT with random playouts.
pub fn uct(nodes: u64) -> String {
    format!("mcts:selection=ucb1,c=0.4,reuse=no,nodes={nodes}")
}

/// UCT-H: the evaluation in place of playouts.
pub fn uct_h(nodes: u64) -> String {
    format!("mcts:selection=ucb1,c=0.4,playout=eval,reuse=no,nodes={nodes}")
}

/// MM-k-R: minimax with one random playout at each leaf, within as many nodes.
pub fn minimax_r(depth: u32, nodes: u64) -> String {
    format!("mm-r:depth={depth},nodes={nodes}")
}
