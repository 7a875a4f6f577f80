//! Claims of this project that none of the papers makes.

pub mod bonus;
pub mod bonus_time;
pub mod chance;
pub mod odds;
pub mod pn_mcts;
pub mod staying;
pub mod traps;
