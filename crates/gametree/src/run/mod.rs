//! One search from question to answer: limits, counts, the walk through the game, and the outcome.

mod algorithm;
mod counts;
mod door;
mod epsilon;
mod error;
mod first_move;
mod limits;
mod one_step;
mod outcome;
mod probe;
/// Seals traits that only this crate implements.
mod sealed {
    pub trait Sealed {}
}
mod search;
mod setup;
pub(crate) mod stack;
mod storage;
mod walk;

pub use algorithm::{Algorithm, Lean, Memory};
pub use counts::Counts;
pub use door::Door;
pub use epsilon::Epsilon;
pub use error::SearchError;
pub(crate) use first_move::first_move;
pub use limits::Limits;
pub(crate) use one_step::OneStep;
pub(crate) use outcome::rounded;
pub use outcome::{Ahead, Basis, Lane, MoveText, Outcome, PerMove, RootMove, Stop};
pub use probe::{AnyProbe, Probe, Trace};
pub use search::Search;
pub(crate) use search::{Inquiry, Question, Scope, Terms, is_optimal};
pub use setup::{MoveOf, Setup, WalkOf};
pub(crate) use setup::{PositionOf, SlotOf, UndoOf};
pub(crate) use storage::LeanTable;
pub use storage::{DEFAULT_TABLE, Over, Plain, Storage, Storing, Workspace};
pub(crate) use walk::NO_MOVES;
pub use walk::{Arrival, Walk};
