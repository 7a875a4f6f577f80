//! How long a search takes to come to its senses (Ramanujan, Sabharwal, Selman 2011, section 6).
//!
//! A run lets an algorithm loose on a game whose value is known, and notes the number of leaves after
//! which
//!
//! - it has *converged*: what it believes of the root stays within `1 - tau` of the truth, where all
//!   there is to get is counted from -1 to 1. For a game that is won that is the paper's definition:
//!   the smallest `t*` such that `v(t) >= tau` for all `t >= t*`. Only those who sample believe anything;
//! - the right move is *preferred* for good: the move it would play is right from then on;
//! - the value is *proven*.
//!
//! "For good" is as long as somebody looks: those who may prove until they have; others until [`PATIENCE`]
//! times as many leaves as the last of the first two took, and at least [`LEAST`]; nobody beyond the limit.
//!
//! Runs of all [`Cell`]s together are one experiment ([`units`](crate::units)): each depends on the cell,
//! the seed and its number alone.

mod depths;
mod design;
mod escape;
mod findings;
mod follow;
pub mod formulas;
mod game;
mod row;
mod scenarios;
mod stopped;
pub mod study;
mod summary;
mod survey;
mod traps;
mod truth;

pub use design::PAPERS_UCT;
pub use follow::{LEAST, PATIENCE};
pub use row::{Cell, Header, RUN, Row, Rules};
pub use summary::{Mean, Summary, gone_astray, summarise};
pub use survey::{Open, Survey, header};
pub use truth::Truth;
