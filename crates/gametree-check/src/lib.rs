//! The checker of certificates: whether one proves its claim, by the rules of the game alone.
//!
//! A certificate proves an interval: its lower end by a strategy of MAX (one move where MAX moves,
//! every reply of MIN, every outcome of chance), its upper end by one of MIN, down to the ends of the
//! game. [`check`] walks through it. This crate depends on the game model and on no search, so that a
//! mistake in a search cannot be repeated here; `docs/reference/certificates.md` describes the bytes, for
//! checkers in other languages.
//!
//! ```
//! use gametree_check::check;
//! use gametree_check::format::{Header, Layout, Reader, Record, Writer};
//! use gametree_model::Bounds;
//! # use gametree_model::doc::Subtraction;
//!
//! // With two stones MAX wins by taking both: move 1 of the list, counted from 0.
//! let header = Header {
//!     game: "subtraction".into(),
//!     position: String::new(),
//!     claim: Bounds::point(1.into()),
//!     trusts_facts: false,
//!     layout: Layout::Tree,
//!     records: 1,
//! };
//! let mut writer = Writer::new(Vec::new(), &header).unwrap();
//! writer.record(&Record { lower: true, choice: 1, ..Record::default() }).unwrap();
//! let bytes = writer.finish().unwrap();
//!
//! let mut reader = Reader::new(&bytes[..]).unwrap();
//! let checked = check(&Subtraction { stones: 2 }, &mut reader, None).unwrap();
//! assert_eq!(checked.bounds, Bounds::point(1.into()));
//! ```
//!
//! The crate `gametree` writes certificates from its searches.
//!
//! | file | what |
//! |---|---|
//! | `format.rs` | the bytes, read and written |
//! | `naming.rs` | how a certificate names a position |
//! | `asked.rs` | the one position that a caller may ask about |
//! | `check.rs` | the walk through the proof; `rounding.rs`, its arithmetic |
//! | `verdict.rs` | its result |

#![forbid(unsafe_code)]

mod asked;
mod check;
pub mod format;
mod naming;
mod rounding;
mod verdict;

pub use asked::Asked;
pub use check::{check, check_at};
pub use verdict::{CheckError, Checked};

/// What a program that writes certificates must share with the checker.
///
/// ```
/// use gametree_check::agreed::{average_down, name};
/// use gametree_model::Game;
/// # use gametree_model::doc::Subtraction;
///
/// assert!(average_down(&[(0.0, 0.5), (1.0, 0.5)]) <= 0.5, "rounded down");
/// let game = Subtraction { stones: 10 };
/// assert_eq!(name(&game, &game.start()), None, "this game has no keys");
/// ```
pub mod agreed {
    pub use crate::naming::{canonical, exact_key, name};
    pub use crate::rounding::average_down;
}
