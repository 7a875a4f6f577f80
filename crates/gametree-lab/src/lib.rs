//! Experiments with the players of [`gametree`]: what is measured can be measured again.
//!
//! An experiment is a row of *units* (games, say), each of which depends on nothing but the experiment
//! and the unit's number. So they can be handed to any number of threads, written to a file one line
//! each, and taken up again after an interrupt, and the file comes out the same to the byte:
//! [`units`]. One experiment is the [`arena`], matches between players; [`couples`] and [`sprt`] say what
//! their results mean. Another is [`converge`]: how long searches take to find what is right. [`fit`] finds
//! what times of convergence say about the formulas for them, and [`plot`] draws figures.

#![forbid(unsafe_code)]

pub mod arena;
pub mod converge;
pub mod couples;
pub mod fit;
pub mod ledger;
pub mod plot;
pub mod seeds;
pub mod sprt;
pub mod units;
