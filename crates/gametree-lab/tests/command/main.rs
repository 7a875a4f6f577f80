//! The command of the laboratory as a user meets it.
//!
//! One binary for all: it is compiled and linked once, and its tests keep all processors busy until the last one.

mod accuracy;
mod converge;
mod run;
mod support;
mod traps;
