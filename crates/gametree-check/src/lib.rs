//! The checker of certificates: whether one proves its claim, by the rules of the game alone.
//!
//! A certificate proves an interval: for its lower end a strategy of MAX (one move where MAX moves,
//! every reply of MIN, every outcome of chance), for its upper end one of MIN, down to ends of the
//! game. [`check`] goes through it. This crate depends on the game model and on no search, so that a
//! mistake in a search cannot be repeated here; `docs/certificates.md` describes the bytes, for
//! checkers in other languages.
//!
//! | file | what |
//! |---|---|
//! | `format.rs` | the bytes, read and written |
//! | `naming.rs` | how a certificate names a position |
//! | `asked.rs` | the one position that a certificate may be asked for |
//! | `check.rs` | the walk through the proof; `rounding.rs`, its arithmetic |
//! | `verdict.rs` | what it says |

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

/// What whoever writes a certificate must agree upon with its checker.
pub mod agreed {
    pub use crate::naming::{canonical, exact_key, name};
    pub use crate::rounding::average_down;
}
