//! Ways to estimate what a move is worth.

use std::fmt;

/// What moves are ranked by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Estimator {
    /// MM-k: minimax to a depth of k plies, the move itself being the first. At depth 1 this is the bare
    /// evaluation of the position after the move.
    Minimax(u32),
    /// Playouts of random moves.
    Random,
    /// Playouts between players who take the move with the best evaluation.
    Greedy,
    /// Playouts between players MM-k.
    Weak(u32),
}

impl Estimator {
    /// All that are compared with the deep search.
    pub fn compared(shallow: u32) -> [Estimator; 5] {
        use Estimator::{Greedy, Minimax, Random, Weak};
        [Weak(shallow), Minimax(shallow), Minimax(1), Greedy, Random]
    }

    /// Whether the estimates are rewards, and not values.
    pub fn is_reward(self) -> bool {
        !matches!(self, Estimator::Minimax(_))
    }
}

impl fmt::Display for Estimator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Estimator::Minimax(1) => f.write_str("evaluation"),
            Estimator::Minimax(depth) => write!(f, "MM-{depth}"),
            Estimator::Random => f.write_str("random playouts"),
            Estimator::Greedy => f.write_str("greedy playouts"),
            Estimator::Weak(depth) => write!(f, "MM-{depth} playouts"),
        }
    }
}
