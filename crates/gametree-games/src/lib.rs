//! Games.
pub mod random;
