//! Searches that estimate: Monte Carlo tree search with and without proof, its mixture with alpha-beta,
//! and alpha-beta as a player.
//!
//! | file | what |
//! |---|---|
//! | `anytime.rs` | a search that can be asked at any time: what all below are |
//! | `sampler.rs` | those that have names |
//! | `settings.rs` | what can be set about Monte Carlo, and how children are weighed |
//! | `roots.rs` | roots and logarithms, looked up |
//! | `node.rs` | a node and its statistics |
//! | `tree.rs` | nodes by families, and bounds beside them if somebody proves |
//! | `kept.rs` | how those bounds are kept |
//! | `notes.rs` | what else a rule of selection needs to know of a node |
//! | `mcts.rs` | the rollouts: selection, expansion, playout |
//! | `back_up.rs` | what a rollout has found, on the way back |
//! | `transpositions.rs` | rollouts over positions: what all ways to one share |
//! | `select.rs` | selection by mean and doubt: UCB1, tuned or not |
//! | `greedy.rs` | selection of the best child, and now and then of another one |
//! | `virtual_visits.rs` | what another search has found counts as rollouts |
//! | `companion.rs` | how another search takes part in the rollouts |
//! | `answer.rs` | what a search has come to, and how it goes on after a move |
//! | `playout.rs` | how a new position is rewarded |
//! | `outcomes.rs` | chance nodes: which outcome is taken, and what all of them say on the way back |
//! | `ranked.rs` | moves in the order in which alpha-beta tries them |
//! | `look_ahead.rs` | alpha-beta so many plies ahead |
//! | `alphabeta.rs` | `ab`: that over the best few moves, a ply deeper each time |
//! | `deep.rs` | the same by rollouts |
//! | `mixed.rs` | `mcts-alphabeta`: both kinds of rollouts |
//! | `any.rs` | `random`: no search at all |

mod alphabeta;
mod answer;
mod any;
mod anytime;
mod back_up;
mod companion;
mod deep;
mod greedy;
mod kept;
mod look_ahead;
mod mcts;
mod mixed;
mod node;
mod notes;
mod outcomes;
mod playout;
mod ranked;
mod roots;
mod sampler;
mod select;
mod settings;
#[cfg(test)]
mod toy;
mod transpositions;
mod tree;
mod virtual_visits;

pub use crate::run::RootMove;
pub use alphabeta::KBest;
pub use anytime::{AnytimeSearch, Frame};
pub use mcts::Mcts;
pub use mixed::{Bonus, Mixing};
pub use sampler::Sampler;
pub use settings::{Playout, Selection, Settings};
