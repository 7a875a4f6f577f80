//! The command as a user meets it, and what the repository promises about it.
//!
//! One binary for all: it is compiled and linked once, and its tests keep all processors busy until the last one.

mod arena;
mod certificate;
mod command;
mod documents;
mod fuzz;
mod hostile;
mod instances;
mod licences;
#[cfg(target_os = "linux")]
mod memory;
mod new;
mod play;
mod second_opinion;
mod seeds;
mod support;
mod uci;
