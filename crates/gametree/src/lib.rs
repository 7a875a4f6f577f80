//! Game-tree search for two-player games: solvers and players, with alpha-beta's guarantees.
//!
//! You write the rules of a game, [`Game`], how a move is written, [`Notation`], and heuristics if you have any, [`Knowledge`]
//! (an empty `impl` will do). Then one call finds a move:
//!
//! ```
//! use std::time::Duration;
//! use gametree::Game;
//! # use gametree::doc::Subtraction;
//! # let game = Subtraction { stones: 10 };
//! let found = gametree::search(&game, &game.start(), Duration::from_secs(1))?;
//! println!("play {:?}: {found}", found.best_move());
//! # assert_eq!(found.to_string(), "1 (proven)");
//! # Ok::<(), gametree::SearchError>(())
//! ```
//!
//! The value is proven if the time allows; otherwise you get an estimate and an interval that certainly
//! contains the value. [`search`] uses everything the game offers: a transposition table if it has
//! position keys, its evaluation and its move ordering.
//!
//! If you want to choose the algorithm yourself, [`Search`] runs any of them on any question: alpha-beta,
//! SSS*, MTD(f), Scout, proof-number search, FSSS, rollouts under a policy of your own, Monte Carlo tree
//! search. They rest on one idea (Huang 2015): keep an interval for each position, and repeat *rollouts*
//! from the root that step only to *active* children, those whose interval, clipped by the intervals of all
//! nodes above, is still open. Whatever [`Policy`](policy::Policy) picks among the active children, no leaf
//! is visited twice and the root's interval closes on the exact value. Alpha-beta is the policy "leftmost",
//! SSS* is "largest upper bound".
//!
//! # A complete game
//!
//! Rules, notation and a test of a small game: the players take one to three stones in turn, and
//! taking the last one wins.
//!
//! ```
//! use gametree::exact::AlphaBeta;
//! use gametree::{Game, Knowledge, Limits, Moves, Notation, Search, Turn, Values};
//!
//! /// A heap of stones; the players take one to three in turn.
//! #[derive(Clone)]
//! struct Stones(u32);
//!
//! impl Game for Stones {
//!     /// The stones left, and whether MAX, the first player, is to move.
//!     type Position = (u32, bool);
//!     /// How many to take.
//!     type Move = u32;
//!     /// The move alone is enough to undo it.
//!     type Undo = ();
//!
//!     fn start(&self) -> (u32, bool) {
//!         (self.0, true)
//!     }
//!
//!     fn values(&self) -> Values {
//!         Values::integers(-1, 1)
//!     }
//!
//!     fn expand(&self, &(left, max): &(u32, bool), moves: &mut Moves<u32>) -> Turn {
//!         if left == 0 {
//!             // The player who has just moved took the last stone.
//!             return Turn::over(if max { -1 } else { 1 });
//!         }
//!         moves.extend(1..=left.min(3));
//!         if max { Turn::MAX } else { Turn::MIN }
//!     }
//!
//!     fn play(&self, position: &mut (u32, bool), taken: u32) {
//!         *position = (position.0 - taken, !position.1);
//!     }
//!
//!     fn undo(&self, position: &mut (u32, bool), taken: u32, (): ()) {
//!         *position = (position.0 + taken, !position.1);
//!     }
//! }
//!
//! impl Notation for Stones {
//!     fn move_text(&self, _: &(u32, bool), taken: u32) -> String {
//!         taken.to_string()
//!     }
//! }
//!
//! /// Evaluations and move ordering would go here; this game needs none.
//! impl Knowledge<Stones> for Stones {}
//!
//! let game = Stones(10);
//! let found = gametree::search(&game, &game.start(), Limits::none())?;
//! assert_eq!(found.value(), Some(1.into()));
//! assert_eq!(found.best_move(), Some(2)); // leaves a multiple of four
//!
//! let after_two = game.parse_position("2").unwrap();
//! let found = Search::new(&game).position(after_two).run(&mut AlphaBeta)?;
//! assert_eq!(found.value(), Some(1.into())); // still MAX's win, from MAX's view
//! assert!(game.parse_position("4").is_err());
//! # Ok::<(), gametree::SearchError>(())
//! ```
//!
//! An answer is only as correct as the rules. In a test, `gametree_conformance::check(&game)` (the crate
//! `gametree-conformance`) looks for mistakes in them, and builds with debug assertions notice some during a
//! search. The crate `gametree-cli` turns a game into a command: solver, player, arena, certificates.
//!
//! # Where things are
//!
//! | module | what |
//! |---|---|
//! | [`model`] | values, [`Bounds`], [`Window`], [`Game`], [`Knowledge`], [`Notation`] |
//! | `search`, `outcome` | the question, [`Search`], with [`Limits`] and [`Probe`]; the answer, [`Outcome`] |
//! | `walk`, `algorithm` | [`Walk`], the only door to the game, and [`Algorithm`], what comes through it |
//! | [`policy`] | which active child comes next: [`policy::Leftmost`], [`policy::MaxUpper`], [`policy::Random`], yours |
//! | [`rollout`] | the engine, and [`Fsss`] |
//! | [`exact`] | the recursive algorithms; `exact/solver/node.rs` is the loop of `gametree solve connect4` |
//! | [`lookahead`] | alpha-beta to a fixed depth; the minimax value of every move, depth by depth |
//! | [`mcts`] | Monte Carlo tree search, with and without proof |
//! | `selective` | the strong player for games with an evaluation, by its name |
//! | `anytime`, `sampler` | what searches that estimate have in common; their names |
//! | [`store`] | where bounds are stored |
//! | [`proof`] | certificates of answers, and their checker |
//! | [`registry`] | all algorithms by name |
//! | [`job`] | searches by names and text instead of types |
//!
//! What the counts of a search mean is defined once, in [`Counts`].
//!
//! # Features
//!
//! `serde`: outcomes, bounds and counts can be serialised.

#![forbid(unsafe_code)]

mod algorithm;
mod anytime;
mod counts;
mod epsilon;
mod error;
pub mod exact;
pub mod job;
mod limits;
pub mod lookahead;
pub mod mcts;
mod outcome;
pub mod policy;
mod probe;
pub mod proof;
pub mod registry;
pub mod rollout;
mod sampler;
/// Seals traits that only this crate implements.
mod sealed {
    pub trait Sealed {}
}
mod search;
mod selective;
mod stack;
pub mod store;
mod threads;
mod walk;

pub use algorithm::{Algorithm, Lean, Memory, MoveOf, Setup, WalkOf};
pub use counts::Counts;
pub use epsilon::Epsilon;
pub use error::SearchError;
pub use gametree_model as model;
#[doc(hidden)]
pub use gametree_model::doc;
pub use gametree_model::erased;
pub use job::search;
pub use limits::Limits;
pub use model::{
    Bounds, CellNames, Coordinates, Dice, Draws, Game, Grain, Key, Kind, Knowledge, Lead, Move,
    Moves, Notation, NotationError, Symmetry, Turn, Undecided, Value, Values, WholeBounds, Window,
    splitmix64,
};
pub use outcome::{Ahead, Basis, Lane, MoveText, Outcome, PerMove, RootMove, Stop};
pub use probe::{AnyProbe, Probe, Trace};
pub use rollout::{Fsss, Keep, Rollout};
pub use search::{Over, Plain, Search, Storage, Workspace};
pub use walk::{Arrival, Walk};
