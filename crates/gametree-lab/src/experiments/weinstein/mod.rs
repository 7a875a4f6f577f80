//! Weinstein, Littman, Goschin 2012.

pub mod anytime;
pub mod growth;
pub mod parity;
pub mod score_bounded;
