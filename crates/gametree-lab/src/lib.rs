//! Experiments with the players of [`gametree`]: what is measured can be measured again.
//!
//! An experiment is a row of *units* (games, say), each of which depends on nothing but the experiment
//! and the unit's number. So they can be handed to any number of threads, written to a file one line
//! each, and taken up again after an interrupt, and the file comes out the same to the byte:
//! [`units`]. The first experiment is the [`arena`], matches between players; [`couples`] and [`sprt`]
//! say what their results mean. [`fit`] holds convergence times to a formula, and
//! [`plot`] draws pictures of what was found.

#![forbid(unsafe_code)]

pub mod arena;
pub mod couples;
pub mod fit;
pub mod ledger;
pub mod plot;
pub mod seeds;
pub mod sprt;
pub mod units;
