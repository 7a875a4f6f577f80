//! Games for the [`gametree`] search library, one file each, and the catalogue that finds them by
//! name.
//!
//! ```
//! use gametree::job::Job;
//! use gametree::registry::Spec;
//!
//! let game = gametree_games::open("connect4:4x4").unwrap();
//! let report = game.run(&Job::new(Some(Spec::parse("rollout:leftmost").unwrap())), &mut ()).unwrap();
//! assert_eq!(report.bounds.exact(), Some(0.into()));
//! ```

#![forbid(unsafe_code)]

pub mod breakthrough;
// Not for the unit tests: every algorithm is compiled for every game here.
#[cfg(not(test))]
pub mod catalogue;
pub mod chance;
pub mod connect4;
pub mod cops;
pub mod dchain;
mod digits;
pub mod domineering;
pub mod dots;
pub mod ewn;
mod grid;
pub mod hex;
pub mod implanted;
pub mod kalah;
pub mod mnk;
pub mod nim;
pub mod noisy;
mod odds;
pub mod ordered;
pub mod othello;
#[cfg(not(test))]
mod parameters;
pub mod pig;
mod players;
pub mod random;
mod ternary;
pub mod tictactoe;
pub mod tree;

#[cfg(not(test))]
pub use catalogue::{GAMES, catalogue, open};

/// The characters of a position whose moves are single characters; blanks and commas may separate
/// them.
fn single_characters(text: &str) -> Vec<&str> {
    text.char_indices()
        .filter(|(_, c)| !c.is_whitespace() && *c != ',')
        .map(|(at, c)| &text[at..at + c.len_utf8()])
        .collect()
}

/// The examples of the README are run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
