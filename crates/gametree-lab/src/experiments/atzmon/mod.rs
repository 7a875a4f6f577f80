//! Atzmon, Stern, Saffidine 2018.

pub mod chance_cops;
pub mod chance_trees;
pub mod cops;
pub mod equilibrium;
pub mod naive;
pub mod playoff;
pub mod searches;
pub mod slack;
mod sweep;
pub mod trees;
