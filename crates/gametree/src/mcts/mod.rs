//! Monte Carlo tree search, with and without proof, and its mixture with alpha-beta.
//!
//! | file | what |
//! |---|---|
//! | `settings.rs` | the settings, and how children are scored |
//! | `search.rs` | the state of a search |
//! | `rollout.rs` | a rollout: selection, expansion, playout, backup |
//! | `select.rs` | selection by mean and uncertainty (UCB1, tuned or not), of outcomes by chance |
//! | `roots.rs` | tables of square roots and logarithms for it |
//! | `greedy.rs` | selection of the best child, and sometimes of another one |
//! | `proof_numbers.rs` | selection by how far it is to a proof |
//! | `implicit.rs` | selection by the evaluation, backed up by minimax, and what a new position counts by it |
//! | `outcomes.rs` | chance nodes: how outcomes are backed up |
//! | `expand.rs` | how a position is added to the tree |
//! | `playout.rs` | how a new position is rewarded |
//! | `learned.rs` | playouts that learn from those before them |
//! | `back_up.rs` | backup: what a rollout has found, told to every node on its path |
//! | `answer.rs` | the answer of a search, and how it continues after a move |
//! | `best_move.rs` | which of the moves that were tried to play |
//! | `tree/` | nodes in families of siblings, their statistics and bounds; for one thread or several |
//! | `transpositions.rs` | rollouts over positions: what all paths to one share |
//! | `batch/` | rollouts whose ends are evaluated together |
//! | `series/` | several rollouts with the first part of their way in common, where threads share a tree |
//! | `hook.rs` | how another search takes part in the rollouts |
//! | `virtual_visits.rs` | results of another search that count as rollouts |
//! | `mixed/` | `mcts-alphabeta`: rollouts of Monte Carlo and of alpha-beta |
//! | `hasher.rs` | a hash function for numbers |

mod answer;
mod back_up;
mod batch;
mod best_move;
mod expand;
mod greedy;
mod hasher;
mod hook;
mod implicit;
mod learned;
mod mixed;
mod outcomes;
mod playout;
mod proof_numbers;
mod rollout;
mod roots;
mod search;
mod select;
mod series;
mod settings;
mod transpositions;
mod tree;
mod virtual_visits;

pub(crate) use mixed::Mixed;
pub(crate) use mixed::{Bonus, Mixing};
pub use search::Mcts;
pub(crate) use settings::MOST_TOGETHER;
pub use settings::{BackUp, Playout, Prior, Selection, Settings};
pub(crate) use tree::CLAIMED;
