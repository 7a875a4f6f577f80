//! `selective`: a strong player for games with a good evaluation. Iterative deepening of a
//! principal variation search (Marsland, Campbell 1982; scout by Pearl 1980) that looks further
//! where something happens and less far, or not at all, where nothing seems to. What it finds is
//! never a proof.
//!
//! | file | what |
//! |---|---|
//! | `settings.rs` | which of its parts are used |
//! | `score.rs` | scores: rewards as integers, and ends of the game by their distance |
//! | `table.rs` | its transposition table |
//! | `order.rs` | which moves come first: table move, gains, killers, replies, history |
//! | `node.rs` | a node: the table, the moves, the windows of the children |
//! | `prune.rs` | which nodes and moves are left out, and which are searched less deeply |
//! | `quiescence.rs` | beyond the horizon: forcing moves only |
//! | `root.rs` | the root: iterative deepening, aspiration windows, several lines |
//!
//! The game says what it needs by [`Knowledge`](crate::Knowledge): `gain` (which moves are
//! forcing), `is_urgent` (where all moves count), `pass` (where passing is safe to try), `margin`
//! (what a small advantage is), `sketch` (a hash for the table). A game that says nothing gets the
//! rest of it: without forcing moves positions at the horizon are simply evaluated. The evaluation
//! is [`prospect`](crate::Knowledge::prospect).
//!
//! The steps of a node are numbered where they stand, 1 to 10: in `node.rs`, and those that prune
//! (4 to 6 and 9) in `prune.rs`. Steps and formulas are those of chess programs. The constants were
//! chosen by hand when the search was written, in units of the game's [margin], and have not been
//! tuned. What each part is worth as a whole has been measured, by a match against the search
//! without it: `docs/guide/chess.md`.
//!
//! [margin]: crate::Knowledge::margin
//!
//! An interrupted iteration counts as far as it has come: its best move so far, if it has finished
//! one. Nodes are steps from a parent to a child, passes and those beyond the horizon included.

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

pub(crate) use root::Deepening;
pub use settings::{Feature, Selective};
