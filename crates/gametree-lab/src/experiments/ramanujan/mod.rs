//! Ramanujan, Sabharwal, Selman 2011.

mod games;
mod players;

pub mod backups;
pub mod depths;
pub mod heuristic;
pub mod knowledge_free;
pub mod minimax;
pub mod playouts;
pub mod scenarios;
pub mod single;
pub mod soft_traps;
pub mod traps;
