//! Answers that can be checked: certificates, and a checker that trusts nothing but the rules.
//!
//! A certificate proves an interval: for its lower end a strategy of MAX (one move where MAX moves,
//! every reply of MIN, every outcome of chance), for its upper end one of MIN, down to ends of the
//! game. [`check`](check::check) goes through it with the rules of the game alone; it is a crate of its
//! own, which depends on the game model and on no search.
//!
//! | file | what |
//! |---|---|
//! | `prove.rs` | finding a strategy, with what a search has learned as a guide; `outcomes.rs`, where chance moves |
//! | `book.rs` | what is proven so far |
//! | `gather.rs` | what of it belongs into the certificate, and in which order |
//! | `certify.rs` | all of that in order |
//! | `smallest.rs` | the smallest certificate that a tree has |

mod book;
mod certify;
mod gather;
mod meter;
mod outcomes;
mod prove;
mod side;
mod smallest;

pub use certify::{Claim, Proof, ProofError, provable, prove};
pub use gametree_check::{self as check, Asked, format};
pub use smallest::smallest_proof;
