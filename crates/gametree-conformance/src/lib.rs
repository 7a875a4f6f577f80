//! Finds mistakes in the rules of a game. One line in a test:
//!
//! ```
//! # use gametree_model::doc::Subtraction as MyGame;
//! // #[test] fn rules_hold()
//! gametree_conformance::check(&MyGame { stones: 10 });
//! ```
//!
//! The answer of a search is only as true as the rules, and the search cannot check them: an `undo` that
//! forgets something, a key that leaves something out, or a fact that is not quite true makes it wrong, not
//! slow. This crate plays the game, looks at positions, and compares what the game says in one place with
//! what it says in another. [`Rule`] lists what is checked.
//!
//! [`check`] panics at the first [`Violation`]: which rule was broken, what was found, the moves that lead
//! there, and the position. A [`Suite`] has settings, and returns a [`Summary`] or the violation:
//!
//! ```
//! use gametree_conformance::Suite;
//! # use gametree_model::doc::Subtraction;
//!
//! let game = Subtraction { stones: 10 };
//! let summary = Suite::new(&game).playouts(200).plies(4).seed(7).run().unwrap();
//! assert_eq!(summary.value, Some(1.into()), "a game this small is solved on the way");
//! ```
//!
//! Positions near the start come first, breadth first, so that the path to a mistake is short; then, if the
//! game is small enough, all positions with their exact values, by plain minimax; then random play; then
//! numbers that may or may not be keys. Every pass has a budget, so that this takes seconds whatever the
//! game. [`Summary::skipped`] lists what could not be checked.
//!
//! The game needs `Clone`, and positions need `PartialEq` and `Debug`, all of which can be derived. Without them, [`Suite::opaque`] compares
//! positions by what the game says about them. To check a game without [`Knowledge`], use
//! `Suite::with_knowledge(&game, &())`.

#![forbid(unsafe_code)]

mod broken;
mod draws;
mod keys;
mod listed;
mod look;
mod nearby;
mod numbers;
mod pass;
mod playouts;
mod position;
mod rewards;
mod rule;
mod shorten;
mod subject;
mod suite;
mod summary;
mod symmetry;
mod undecided;
mod values;
mod verdict;
mod violation;
mod words;

use std::fmt::Debug;

use gametree_model::Knowledge;

pub use rule::Rule;
pub use subject::Checked;
pub use suite::Suite;
pub use summary::Summary;
pub use violation::Violation;

/// Checks the rules of a game with the settings of [`Suite::new`].
///
/// # Panics
/// If a rule is broken; the message says which, and where.
///
/// ```
/// # use gametree_model::doc::Subtraction;
/// let summary = gametree_conformance::check(&Subtraction { stones: 10 });
/// assert!(summary.skipped.iter().all(|reason| !reason.is_empty()));
/// assert_eq!(summary.value, Some(1.into()));
/// ```
#[track_caller]
pub fn check<G: Checked + Knowledge<G>>(game: &G) -> Summary
where
    G::Position: PartialEq + Debug,
{
    // Not in a closure, which would hide the caller's line.
    match Suite::new(game).run() {
        Ok(summary) => summary,
        Err(violation) => panic!("{violation}"),
    }
}
