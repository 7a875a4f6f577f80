//! What a game is: values, bounds, windows, rules and heuristics. Nothing here searches.
//!
//! To write a game, implement [`Game`], [`Notation`] and [`Knowledge`] (which may be empty). The
//! searches of the crate `gametree` and the checker of `gametree-check` know games by these traits
//! alone. They are a crate of their own because a checker must not depend on what it checks.
//!
//! | file | what |
//! |---|---|
//! | `game.rs` | [`Game`]: rules, and facts that may be trusted |
//! | `knowledge.rs` | [`Knowledge`]: evaluation and move ordering |
//! | `lead.rs` | [`Lead`]: how far a player is ahead, for people |
//! | `notation.rs` | [`Notation`]: moves and positions as people write them |
//! | `value.rs`, `bounds.rs`, `window.rs` | [`Value`]; [`Bounds`], what is known about one; [`Window`], which values matter |
//! | `neighbours.rs` | the floats next to a float |
//! | `whole.rs` | [`WholeBounds`], bounds of whole numbers |
//! | `chance.rs` | averages of bounds, rounded outward |
//! | `code.rs`, `moves.rs` | [`Move`], a number; [`Moves`], a list of them |
//! | `key.rs`, `draws.rs` | keys of positions; random numbers |
//! | `careful.rs` | playouts without moves that lose at once |
//! | `erased/` | [`Erased`](erased::Erased): a game without its type |
//!
//! Items hidden from this documentation serve the engine and may change at any time.

#![forbid(unsafe_code)]

mod bounds;
mod careful;
mod chance;
mod code;
#[cfg(feature = "serde")]
mod data;
#[doc(hidden)]
pub mod doc;
mod draws;
pub mod erased;
mod game;
mod key;
mod knowledge;
mod lead;
mod moves;
mod neighbours;
mod notation;
mod value;
mod whole;
mod window;

pub use bounds::Bounds;
pub use careful::Settled;
#[doc(hidden)]
pub use chance::RunningAverage;
pub use code::Move;
pub use draws::{Draws, splitmix64};
#[doc(hidden)]
pub use game::allowance;
pub use game::{Dice, Game, Kind, Turn};
pub use key::{Key, Symmetry};
#[doc(hidden)]
pub use knowledge::is_small;
pub use knowledge::{Asked, Glance, Knowledge, Look, QUIET, Stepped, THREAT, WholeLook};
pub use lead::Lead;
pub use moves::Moves;
#[doc(hidden)]
pub use neighbours::{next_down, next_up};
#[doc(hidden)]
pub use notation::is_start;
pub use notation::{CellNames, Coordinates, Notation, NotationError, winner_by_score};
pub use value::{Grain, Value, Values};
pub use whole::{Undecided, WholeBounds};
pub use window::Window;
