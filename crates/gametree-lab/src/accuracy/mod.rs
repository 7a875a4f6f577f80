//! How good a player is: how often it finds a right move, where a wrong one costs something.
//!
//! An arena tells which player is better. This tells how good each of them is, and where it fails, for any
//! game whose positions can be solved from some point on. There are two experiments. [`Suite`] collects
//! test positions in which the choice of a move *matters*, with the exact values of all moves. [`Trials`]
//! asks players for a move in each of them; [`Scores`] says what their moves were worth.
//!
//! ```
//! use gametree::job::PlayerSpec;
//! use gametree_lab::accuracy::{Drawn, Rules, Scores, Source, Suite, Trials};
//! use gametree_arena::units::Series;
//!
//! let game = gametree_games::open("tictactoe").unwrap();
//! let drawn = Drawn { plies: 2..=4, by: PlayerSpec::parse("random").unwrap() };
//! let rules = Rules { seed: 1, most_nodes: 100_000, memory: 1 << 20 };
//! let suite = Suite::new(&game, "tictactoe", Source::Drawn(drawn), rules);
//! let problems: Vec<_> = (0..10).map(|i| suite.unit(i, &Default::default()).unwrap()).collect();
//!
//! let players = ["random", "mcts-solver"].map(|name| PlayerSpec::parse(name).unwrap());
//! let trials = Trials::new(&suite, &problems, players.to_vec(), vec![1000]).unwrap();
//! let rows: Vec<_> =
//!     (0..trials.units()).map(|i| trials.unit(i, &Default::default()).unwrap()).collect();
//! let scores = Scores::new(&trials, &rows);
//! let [random, solver] = &scores.rows[..] else { panic!() };
//! assert!(random.kept.count < solver.kept.count);
//! assert_eq!(solver.best.count, 10, "1,000 nodes are enough here");
//! ```

mod problem;
mod scores;
mod suite;
mod trials;

pub use problem::{Problem, Source};
pub use scores::{Score, Scores};
pub use suite::{Drawn, Rules, Suite};
pub use trials::{Seat, Trial, Trials};

/// The version of the file formats. It grows when a field changes its meaning or is removed.
pub const SCHEMA: u32 = 1;
