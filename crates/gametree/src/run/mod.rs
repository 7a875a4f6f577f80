//! One search from question to answer: limits, counts, the walk through the game, and the outcome.

mod algorithm;
mod counts;
pub(crate) mod crew;
mod door;
mod epsilon;
mod error;
mod first_move;
mod helpers;
mod limits;
mod one_step;
mod outcome;
mod pool;
mod probe;
/// Seals traits that only this crate implements.
mod sealed {
    pub trait Sealed {}
}
mod search;
mod setup;
pub(crate) mod stack;
mod tasks;
mod walk;
mod workspace;

pub use algorithm::{Algorithm, Lean, Memory};
pub use counts::Counts;
pub use door::Door;
pub use epsilon::Epsilon;
pub use error::SearchError;
pub(crate) use first_move::first_move;
pub use limits::Limits;
pub(crate) use one_step::OneStep;
pub use outcome::{Ahead, Answer, Basis, Outcome, PerMove, RootMove, Stop};
pub use probe::{AnyProbe, Probe, Trace};
pub use search::Search;
pub(crate) use search::{Question, Scope, Terms};
pub use setup::{MoveOf, Setup, WalkOf};
pub(crate) use setup::{PositionOf, SlotOf, UndoOf};
pub use tasks::{Contractor, Task, Tightened};
pub(crate) use walk::NO_MOVES;
pub use walk::{Arrival, Walk};
use workspace::Premises;
pub use workspace::{DEFAULT_TABLE, Storage, Workspace};
