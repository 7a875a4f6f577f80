//! How long a search takes to converge (Ramanujan, Sabharwal, Selman 2011, section 6).
//!
//! A run starts an algorithm on a game whose value is known, and records the number of leaves after which
//!
//! - it has *converged*: its estimate at the root stays within `1 - tau` of the true value, both scaled to
//!   the range from -1 to 1. For a won game that is the paper's definition: the smallest `t*` such that
//!   `v(t) >= tau` for all `t >= t*`. Only sampling algorithms have an estimate;
//! - the right move is *preferred* for good: the move it would play is right from then on;
//! - the value is *proven*.
//!
//! "For good" means as long as the run is observed: algorithms that can prove a value, until they have;
//! others for [`PATIENCE`] times as many leaves as the later of the first two events took, and at least
//! [`LEAST`]; none beyond the limit.
//!
//! The move that a search prefers is the one it would play if it were stopped. Sampling searches
//! are followed step by step. Proving searches run the same way under any limit, so they are
//! stopped again and again, after different numbers of leaves. No search has a hook for it.
//!
//! The runs of all [`Cell`]s together are one experiment ([`units`](gametree_arena::units)): each depends on the
//! cell, the seed and its number alone.
//!
//! ```
//! use gametree_lab::converge::{Cell, Rules, Survey};
//! use gametree_arena::units::Series;
//!
//! let open = |name: &str| gametree_games::open(name).map_err(|error| error.to_string());
//! let cells = vec![Cell::new("tictactoe", "alphabeta")];
//! let rules = Rules { tau: 0.7, runs: 1, limit: 100_000, seed: 1 };
//! let survey = Survey::new(&open, cells, rules, &mut (), &Default::default()).unwrap();
//! assert_eq!(survey.truth(0).unwrap().value, 0.into());
//!
//! let row = survey.unit(0, &Default::default()).unwrap();
//! assert!(row.proven.is_some() && row.converged.is_none());
//! ```

mod conclusion;
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
pub(crate) mod traps;
mod truth;

pub use design::PAPERS_UCT;
pub use follow::{LEAST, PATIENCE};
pub use row::{Cell, Header, RUN, Row, Rules};
pub use summary::{Mean, Summary, gone_astray, summarise};
pub use survey::{Open, Survey, header};
pub use truth::Truth;
