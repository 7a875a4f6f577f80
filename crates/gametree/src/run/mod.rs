//! One search from question to answer: limits, counts, the walk through the game, and the outcome.

mod counts;
mod limits;
mod outcome;
mod probe;
mod search;
mod walk;

pub use counts::Counts;
pub use limits::Limits;
pub use outcome::{Basis, Finding, Outcome, PerMove, SearchError, Stop};
pub use probe::{Probe, Trace};
pub use search::{Algorithm, Search};
pub use walk::{Arrival, Walk};
