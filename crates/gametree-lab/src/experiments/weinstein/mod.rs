//! Weinstein, Littman, Goschin 2012.

pub mod growth;
pub mod parity;
