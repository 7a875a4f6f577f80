//! Reproducible experiments with the players of [`gametree`].
//!
//! An experiment is a sequence of numbered units ([`gametree_arena::units`]): any number of threads can run them,
//! and an interrupted experiment can be resumed. [`converge`]: how long searches take to find the right move;
//! [`accuracy`]: how often players find a right move; [`soft_traps`]: where shallow search and playouts go wrong;
//! [`experiments`]: claims of papers and of ours. [`fit`] fits formulas to convergence times, [`plot`] draws figures.
//! [`Command`] is the command `gametree-lab`, to which games of your own can be added.

#![forbid(unsafe_code)]

pub mod accuracy;
mod command;
pub mod converge;
pub mod experiments;
pub mod fit;
pub mod plot;
pub mod report;
pub mod soft_traps;
mod table;

pub use command::Command;
pub use table::{Figure, Table};
