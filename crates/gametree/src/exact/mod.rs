//! Recursive algorithms that answer exactly: references that the rollout policies match leaf for
//! leaf, and fast paths.
//!
//! `gametree solve connect4` spends its time in `solver/node.rs`, the loop over the moves of a node
//! of [`Solver`].

mod alphabeta;
mod alphabeta2;
mod bounded_alphabeta;
mod bounded_alphabeta2;
mod children;
mod df_pn;
mod enhanced_cutoff;
mod minimax;
mod mt_sss;
mod mtd_bi;
mod mtd_f;
mod near_horizon;
mod outcomes;
mod own_bounds;
mod proven_pv;
mod pv_table;
mod recursion;
mod sample;
mod scout;
mod solver;
mod star1;
mod star2;

pub use alphabeta::AlphaBeta;
pub use alphabeta2::AlphaBeta2;
pub use bounded_alphabeta::BoundedAlphaBeta;
pub use bounded_alphabeta2::BoundedAlphaBeta2;
pub use df_pn::DfPn;
pub use minimax::Minimax;
pub use mt_sss::{MtSss, MtSss2};
pub use mtd_bi::MtdBi;
pub use mtd_f::{FirstGuess, MtdF};
pub use outcomes::Sharing;
pub use own_bounds::OwnBounds;
pub use scout::Scout;
pub use solver::Solver;
pub use star1::Star1;
pub use star2::Star2;
