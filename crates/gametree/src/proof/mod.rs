//! Answers that can be checked: certificates, and a checker that trusts nothing but the rules.
//!
//! A certificate proves an interval: for its lower end by a strategy of MAX (one move where MAX moves,
//! every reply of MIN, every outcome of chance), for its upper end by one of MIN, down to ends of the
//! game. [`check`](check::check) verifies it with the rules of the game alone; the checker is a
//! separate crate that depends on the game model and on no search.
//!
//! | file | what |
//! |---|---|
//! | `prove.rs` | finding a strategy, guided by what a search has learned; `outcomes.rs`: at chance nodes |
//! | `threads/proof.rs` | the same by several threads |
//! | `book.rs` | what is proven so far |
//! | `gather.rs` | what of it belongs in the certificate, and in which order |
//! | `certify.rs` | all of these steps together |
//! | `smallest.rs` | the smallest certificate that a tree has |

mod book;
mod certify;
mod gather;
mod meter;
mod outcomes;
mod prove;
mod side;
mod smallest;

pub(crate) use book::Book;
pub(crate) use certify::provable;
pub use certify::{Claim, Proof, ProofError, prove};
pub use gametree_check::{self as check, Asked, format};
pub(crate) use meter::Meter;
pub(crate) use prove::{Means, Prover};
pub(crate) use side::Side;
pub use smallest::smallest_proof;
