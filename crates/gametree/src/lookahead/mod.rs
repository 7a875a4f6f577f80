//! Searches to a fixed depth: one alpha-beta, and those who use it.
//!
//! | file | what |
//! |---|---|
//! | `tree.rs` | what it searches, and by which windows |
//! | `search.rs` | the one alpha-beta: cutoffs, null windows, table |
//! | `order.rs` | which moves are tried, and in which order |
//! | `history.rs` | experience with moves: history heuristic, killer moves |
//! | `table.rs` | what is known of positions at a depth |
//! | `shares.rs` | what is searched by those that estimate: MAX's shares of the reward |
//! | `deepening.rs` | `ab`: iterative deepening over the k best moves |
//! | `minimax.rs` | `mm` and `mm-r`: a fixed depth over all moves, with evaluations or playouts at the horizon |
//! | `self_play.rs` | playouts between two such players, or at random |
//! | `depth_values.rs` | the value of every move, at every depth up to a fixed one |

mod deepening;
mod depth_values;
mod history;
mod minimax;
mod order;
mod search;
mod self_play;
mod shares;
mod table;
mod tree;

pub(crate) use deepening::Deepening;
pub(crate) use deepening::KBest;
pub use depth_values::{DepthValues, depth_values};
pub(crate) use minimax::FullWidth;
pub(crate) use minimax::Minimax;
pub(crate) use order::{Order, PathKey, rank};
pub(crate) use search::AlphaBeta;
pub use self_play::Weak;
pub(crate) use shares::Charge;
pub(crate) use shares::{Horizon, Shares};
