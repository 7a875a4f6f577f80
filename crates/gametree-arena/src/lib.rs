//! Matches between players of [`gametree`]: round-robin tournaments.
//!
//! Games come in *couples*: two players, one opening, both colours. Every pair of players plays its first
//! couple, then every pair its second, and so on. So a longer match begins with a shorter one, and can
//! continue it. Every game has its own seed, derived from the seed of the contest, its pair and its number;
//! dice and both players' random choices come from it. The opening comes from the seed of the couple.
//!
//! ```
//! use gametree_arena::{Contest, Openings, Record, compete};
//! use gametree_arena::units::{Run, Watcher};
//! # use std::{num::NonZero, ops::ControlFlow, sync::Arc};
//!
//! struct Silent;
//!
//! impl Watcher<Record> for Silent {
//!     fn row(&mut self, _: &Record) -> ControlFlow<()> {
//!         ControlFlow::Continue(())
//!     }
//! }
//!
//! let game = gametree_games::open("tictactoe").unwrap();
//! let players = ["mcts-solver:nodes=200".to_string(), "random".to_string()];
//! let contest = Contest::new(&game, "tictactoe", &players, Openings::Random(2), 1).unwrap();
//!
//! let threads = NonZero::new(1).unwrap();
//! let how = Run { units: 20, threads, file: None, interrupt: Arc::default() };
//! let outcome = compete(&contest, &how, None, &mut Silent).unwrap();
//! assert_eq!(outcome.tally.games(), 20);
//! assert!(outcome.tally.score(0, 1).unwrap() > 0.5, "the search beats random play");
//! ```
//!
//! Such a match is an experiment of numbered *units*, each of which depends on nothing but the experiment and
//! the unit's number. So any number of threads can run them, each result is one line of a file, and an
//! interrupted experiment can be resumed; the file is always the same to the byte: [`units`]. [`couples`] and
//! [`sprt`] say what results of matches mean, and [`proportion`] has intervals for shares and means.

#![forbid(unsafe_code)]

mod adjudication;
mod clock;
mod contest;
mod contestant;
pub mod couples;
mod engine;
mod header;
pub mod ledger;
mod openings;
mod play;
pub mod proportion;
mod record;
mod replay;
mod seat;
pub mod seeds;
pub mod sprt;
mod tally;
pub mod units;

pub use adjudication::{Adjudication, Rule};
pub use clock::TimeControl;
pub use contest::{Contest, Outcome, Terms, compete, winner};
pub use contestant::Contestant;
pub use engine::EngineSpec;
pub use header::{Header, SCHEMA};
pub use openings::{Opening, Openings};
pub use play::MOST_PLIES;
pub use record::{Reason, Record, Winner};
pub use replay::{Scene, replay};
pub use tally::{PairTally, Tally};
