//! The recursive classics: references that the rollout policies match leaf for leaf, and fast paths.

mod alphabeta;
mod alphabeta2;
mod df_pn;
mod line;
mod lines;
mod minimax;
mod mt_sss;
mod mtd_bi;
mod mtd_f;
mod recursion;
mod scout;
mod survey;

pub use alphabeta::AlphaBeta;
pub use alphabeta2::AlphaBeta2;
pub use df_pn::DfPn;
pub use minimax::Minimax;
pub use mt_sss::{MtSss, MtSss2};
pub use mtd_bi::MtdBi;
pub use mtd_f::MtdF;
pub use scout::Scout;
