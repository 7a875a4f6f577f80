//! What a game is: values, bounds, windows, rules and heuristics. Nothing here searches.
//!
//! To write a game, implement [`Game`], [`Notation`] and [`Knowledge`] (which may be empty). What
//! only some games have, they state: [`MoreFacts`], [`Tactics`], [`Uci`]. The searches of the crate
//! `gametree` and the checker of `gametree-check` know games by these traits alone. They are a
//! crate of their own because a checker must not depend on what it checks.
//!
//! | file | what |
//! |---|---|
//! | `game.rs` | [`Game`]: rules, and facts that may be trusted |
//! | `more_facts.rs` | [`MoreFacts`]: facts that only some searches ask for |
//! | `knowledge.rs` | [`Knowledge`]: evaluation and move ordering |
//! | `tactics.rs` | [`Tactics`]: hooks for searches that look only at some moves |
//! | `combined.rs`, `plain.rs` | [`Combined`]: calls that go together; heuristics that combine none |
//! | `lead.rs` | [`Lead`]: how far a player is ahead, for people |
//! | `notation.rs` | [`Notation`]: moves and positions as people write them |
//! | `uci.rs` | [`Uci`]: how other programs write them |
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
mod combined;
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
mod more_facts;
mod moves;
mod neighbours;
mod notation;
mod plain;
mod tactics;
mod uci;
mod value;
mod whole;
mod window;

pub use bounds::Bounds;
pub use careful::Settled;
#[doc(hidden)]
pub use chance::RunningAverage;
pub use code::Move;
#[doc(hidden)]
pub use combined::is_small;
pub use combined::{Asked, Combined, Look, Stepped, WholeLook};
pub use draws::{Draws, splitmix64};
#[doc(hidden)]
pub use game::allowance;
pub use game::{Dice, Game, Kind, Turn};
pub use key::{Key, Symmetry};
pub use knowledge::Knowledge;
pub use lead::Lead;
pub use more_facts::MoreFacts;
pub use moves::Moves;
#[doc(hidden)]
pub use neighbours::{next_down, next_up};
#[doc(hidden)]
pub use notation::is_start;
pub use notation::{CellNames, Coordinates, Notation, NotationError, winner_by_score};
pub use tactics::{Glance, QUIET, THREAT, Tactics};
pub use uci::Uci;
pub use value::{Grain, Value, Values};
pub use whole::{Undecided, WholeBounds};
pub use window::Window;
