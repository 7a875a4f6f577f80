//! Exact search of two-player games by rollouts.

pub mod classic;
pub mod doc;
pub mod model;
pub mod policy;
pub mod registry;
pub mod rollout;
pub mod run;
pub mod store;

pub use model::{Bounds, Game, Grain, Key, Kind, Knowledge, Moves, Notation, Turn, Value, Values};
pub use model::{Symmetry, Window};
pub use rollout::{Fsss, Keep, Rollout};
pub use run::{Basis, Counts, Limits, Outcome, Probe, Search, SearchError, Stop, Trace};
