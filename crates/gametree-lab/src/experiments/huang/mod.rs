//! Huang 2015.

pub mod augmentation;
pub mod dag;
pub mod leaves;
mod literal;
pub mod theorems;
pub mod ties;
