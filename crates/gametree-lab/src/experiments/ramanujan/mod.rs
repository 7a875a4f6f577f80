//! Ramanujan, Sabharwal, Selman 2011. Figure 1 and the share of games with traps are not among these experiments yet.

mod players;

pub mod depths;
pub mod heuristic;
pub mod knowledge_free;
pub mod minimax;
pub mod scenarios;
pub mod traps;
