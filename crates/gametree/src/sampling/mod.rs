//! Searches that estimate: Monte Carlo tree search with and without proof, its mixture with alpha-beta,
//! and alpha-beta as a player.
//!
//! | file | what |
//! |---|---|
//! | `anytime.rs` | anytime searches: the trait of all of them |
//! | `sampler.rs` | those that have names |
//! | `settings.rs` | the settings of Monte Carlo tree search, and how children are scored |
//! | `roots.rs` | tables of square roots and logarithms |
//! | `node.rs` | a node and its statistics |
//! | `tree.rs` | nodes in families of siblings, and their bounds in searches that prove; for one thread or several |
//! | `kept.rs` | how those bounds are kept |
//! | `notes.rs` | further data that a selection rule keeps at a node |
//! | `mcts.rs` | the rollouts: selection, expansion, playout |
//! | `expand.rs` | how a position is added to the tree |
//! | `back_up.rs` | backup: what a rollout has found, told to every node on its path |
//! | `batch.rs` | rollouts whose ends are evaluated together |
//! | `series.rs` | several rollouts with the first part of their way in common, where threads share a tree |
//! | `transpositions.rs` | rollouts over positions: what all paths to one share |
//! | `select.rs` | selection by mean and uncertainty: UCB1, tuned or not |
//! | `greedy.rs` | selection of the best child, and sometimes of another one |
//! | `virtual_visits.rs` | results of another search that count as rollouts |
//! | `companion.rs` | how another search takes part in the rollouts |
//! | `best_move.rs` | which of the moves that were tried to play |
//! | `team.rs` | searches by several threads, which share a tree or a table |
//! | `answer.rs` | the answer of a search, and how it continues after a move |
//! | `playout.rs` | how a new position is rewarded |
//! | `learned.rs` | playouts that learn from those before them |
//! | `outcomes.rs` | chance nodes: which outcome is taken, and how outcomes are backed up |
//! | `selective/` | the strong player: principal variation search that leaves moves out |
//! | `deep.rs` | alpha-beta by rollouts |
//! | `each_move.rs` | what a search that looks for one move thinks of all of them |
//! | `mixed.rs` | `mcts-alphabeta`: both kinds of rollouts |
//! | `any.rs` | `random`: no search at all |
//! | `mix.rs` | a hash function for numbers |

mod answer;
mod any;
mod anytime;
mod back_up;
mod batch;
mod best_move;
mod companion;
mod deep;
mod each_move;
mod expand;
mod greedy;
mod kept;
mod learned;
mod mcts;
mod mix;
mod mixed;
mod node;
mod notes;
mod outcomes;
mod playout;
mod roots;
mod sampler;
mod select;
mod selective;
mod series;
mod settings;
mod team;
#[cfg(test)]
pub(crate) mod toy;
mod transpositions;
mod tree;
mod virtual_visits;

pub use crate::lookahead::{Charge, FullWidth, KBest, Weak};
pub use crate::run::RootMove;
pub use anytime::{AnytimeSearch, Frame};
pub(crate) use each_move::EachMove;
pub use mcts::Mcts;
pub use mixed::{Bonus, Mixing};
pub use sampler::Sampler;
pub use selective::{Feature, Selective};
pub use settings::{MOST_TOGETHER, Playout, Selection, Settings};
pub use team::BoxedSearch;
