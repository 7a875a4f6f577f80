//! Huang 2015.

pub mod leaves;
mod literal;
pub mod theorems;
pub mod ties;
