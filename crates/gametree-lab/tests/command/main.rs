//! The command of the laboratory as a user meets it.
//!
//! One binary for all: it is compiled and linked once, and its tests keep all processors busy until the last one.

mod accuracy;
#[path = "../../../gametree-cli/tests/cli/documents/commands.rs"]
mod commands;
mod converge;
#[path = "../../../gametree-cli/tests/cli/documents/files.rs"]
mod files;
#[path = "../../../gametree-cli/tests/cli/fuzz.rs"]
mod fuzz;
mod hostile;
mod run;
mod seeds;
mod support;
mod traps;
