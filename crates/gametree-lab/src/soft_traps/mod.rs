//! Soft traps: where shallow search and playouts go wrong (Ramanujan, Sabharwal, Selman 2011, section 5).
//!
//! A [`Survey`] takes positions from games that were played, or from self-play, and asks several
//! [estimators](Estimator) what every move is worth: a deep minimax search, by which the others are judged, a
//! shallow one, the bare evaluation, and three kinds of playouts. [`Events`] says what counts as a trap, and
//! [`Summary`] how common traps are, over a sweep of margins, and how well the rankings agree with that of the
//! deep search.
//!
//! MM-k is minimax to a depth of k plies, the move itself being the first of them; nothing is searched any deeper.
//!
//! ```
//! use gametree::job::PlayerSpec;
//! use gametree_lab::soft_traps::{Reading, Source, Summary, Survey, Terms};
//! use gametree_arena::units::Series;
//!
//! let game = gametree_games::open("breakthrough:5x5").unwrap();
//! let terms = Terms { shallow: 2, deep: 4, playouts: 2, tie: 0.1, from_ply: 4, seed: 1 };
//! let source = Source::SelfPlay(PlayerSpec::parse("mcts:nodes=50").unwrap());
//! let survey = Survey::new(&game, "breakthrough:5x5", source, None, terms).unwrap();
//! let rows: Vec<_> = (0..4).map(|i| survey.unit(i, &Default::default()).unwrap()).collect();
//!
//! let reading = Reading { tie: 0.1, tie_of_rewards: 0.05, unit: game.margin(), terms };
//! let summary = Summary::new(&rows, &[1.0, 5.0], reading);
//! assert_eq!(summary.sweep[0].at_risk.positions.of, 4);
//! ```

mod estimators;
mod events;
mod figures;
mod places;
mod ranks;
mod row;
mod summary;
mod survey;

pub use estimators::Estimator;
pub use events::Events;
pub use figures::{agreement_panels, scatter_panels, sweep_panels};
pub use places::{Played, Source, digest, sampled};
pub use ranks::{kendall, ranks, spearman, top_three};
pub use row::{MoveRow, Row};
pub use summary::{Agreement, Find, Level, Reading, Sighting, Summary, Swept, ranks_by};
pub use survey::{Survey, Terms};

/// The version of the file format. It grows when a field changes its meaning or is removed.
pub const SCHEMA: u32 = 1;
