//! Reproducible experiments with the players of [`gametree`].
//!
//! An experiment is a sequence of *units* (games, say), each of which depends on nothing but the experiment
//! and the unit's number. So any number of threads can run them, each result is one line of a file, and an
//! interrupted experiment can be resumed; the file is always the same to the byte: [`units`]. One experiment
//! is the [`arena`], matches between players; [`couples`] and [`sprt`] say what their results mean. Another
//! is [`converge`]: how long searches take to find the right move; a third one [`accuracy`]: how often players
//! find a right move; a fourth one [`soft_traps`]: where shallow search and playouts go wrong. [`fit`] fits formulas to convergence times, [`proportion`] has intervals for shares and
//! means, and [`plot`] draws figures.

#![forbid(unsafe_code)]

pub mod accuracy;
pub mod arena;
pub mod converge;
pub mod couples;
pub mod experiments;
pub mod fit;
pub mod ledger;
pub mod plot;
pub mod proportion;
pub mod report;
pub mod seeds;
pub mod soft_traps;
pub mod sprt;
pub mod units;
