//! The paper's players.

/// The game.
pub const GAME: &str = "breakthrough:6x6";

/// What all players have in common: no facts, no tree kept from move to move, and a budget of nodes.
fn common(nodes: u64) -> String {
    format!("facts=no,reuse=no,nodes={nodes}")
}

/// Regular alpha-beta.
pub fn alpha_beta(nodes: u64) -> String {
    format!("ab:{}", common(nodes))
}

/// MCTS with informed playouts.
pub fn mcts(nodes: u64) -> String {
    format!("mcts-solver:playout=informed,transpositions=no,{}", common(nodes))
}

/// MCTS-IC: three random moves, then the evaluation.
pub fn mcts_ic(nodes: u64) -> String {
    format!("mcts-solver:playout=ic:3,transpositions=no,{}", common(nodes))
}

/// MCTS-alpha-beta with informed playouts, and these parameters.
pub fn hybrid(parameters: &str, nodes: u64) -> String {
    format!("mcts-alphabeta:{parameters},{}", common(nodes))
}

/// MCTS-alpha-beta in the IC setting, in which the root's iterations must give the bonus too.
pub fn hybrid_ic(parameters: &str, nodes: u64) -> String {
    hybrid(&format!("{parameters},playout=ic:3,root=yes"), nodes)
}
