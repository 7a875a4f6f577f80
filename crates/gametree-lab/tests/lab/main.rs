//! Matches, experiments and studies, as those who run them meet them.
//!
//! One binary for all: it is compiled and linked once, and its tests keep all processors busy until the last one.

mod converge;
mod experiments;
mod fit;
mod plot;
mod soft_traps;
