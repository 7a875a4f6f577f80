//! Matches, and experiments of numbered units.
//!
//! One binary for all: it is compiled and linked once, and its tests keep all processors busy until the last one.

mod matches;
mod units;
