//! Baier 2018. The game is Breakthrough on 6x6, from the start, with the paper's evaluation, move ordering and playouts.

mod players;

pub mod ablation;
pub mod budgets;
pub mod equal_time;
pub mod hybrids;
pub mod ic;
pub mod informed;
pub mod probability;
