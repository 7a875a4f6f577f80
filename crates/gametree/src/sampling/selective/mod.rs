//! `selective`: a strong player for games with a good evaluation. Iterative deepening of a
//! principal variation search (Marsland, Campbell 1982; scout by Pearl 1980) that looks further
//! where something happens and less far, or not at all, where nothing seems to. What it finds is
//! never a proof: scores, table and windows are its own, no path leads from them to bounds, and its
//! bounds are the game's range.
//!
//! | file | what |
//! |---|---|
//! | `settings.rs` | which of its parts are used |
//! | `score.rs` | scores: rewards as integers, and ends of the game by their distance |
//! | `table.rs` | its transposition table |
//! | `order.rs` | which moves come first: killers, history, replies |
//! | `node.rs` | a node: the table, the moves, the windows of the children |
//! | `prune.rs` | what is left out, and what is searched less deeply |
//! | `quiescence.rs` | beyond the horizon: forcing moves only |
//! | `root.rs` | the root: iterative deepening, aspiration windows, several lines |
//!
//! The game says what it needs by [`Knowledge`](crate::Knowledge): `gain` (which moves are forcing), `is_urgent`
//! (where all moves count), `pass` (where passing is safe to try), `margin` (what a small advantage is), `sketch`
//! (a hash for the table). A game that says nothing gets the rest of it: without forcing moves positions at
//! the horizon are simply evaluated. The evaluation is [`prospect`](crate::Knowledge::prospect).
//!
//! An interrupted iteration counts as far as it has come: its best move so far, if it has finished one.
//! Nodes are steps from a parent to a child, passes and those beyond the horizon included.

mod node;
mod order;
mod prune;
mod quiescence;
mod root;
mod score;
mod settings;
mod table;
#[cfg(test)]
mod tests;

pub(super) use root::Deepening;
pub use settings::{Feature, Selective};
