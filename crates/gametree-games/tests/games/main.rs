//! The games, and searches of them.
//!
//! One binary for all: it is compiled and linked once, and its tests keep all processors busy until the last one.

mod careful;
mod catalogue;
mod certificates;
mod conformance;
mod deepening;
mod depth_values;
mod dice;
mod drawings;
mod effort;
mod evaluation;
mod fingerprint;
mod proven_means;
mod rules;
mod sampling;
mod search;
mod solver;
mod some_moves;
mod values;
