//! Slow and literal versions of published game-tree search algorithms: the oracle of the property
//! tests.
//!
//! Nothing here shares code with the library under test, and nothing here is meant to be fast.
//! Every function follows the listing of its paper line by line; where a listing is misprinted or
//! incomplete, the comment says what was changed and why.
//!
//! - [`tree`]: explicit trees, plain minimax, and the table of value intervals ("storage").
//! - [`huang`]: Huang, "Pruning Game Tree by Rollouts", AAAI 2015, Algorithms 1, 2 and 4 to 11.
//! - [`sss`]: Stockman's SSS* of 1979, with its OPEN list.
//! - [`fsss`]: Weinstein, Littman and Goschin, "Rollout-based Game-tree Search Outprunes
//!   Traditional Alpha-beta", EWRL 2012, Algorithm 1.
//!
//! Conventions: leaf values are `i64` strictly between `-INF` and `INF`; a storage holds one
//! closed interval per node; a search returns the indices of the leaves it evaluated, in order,
//! repeats kept, and leaves its intervals in the storage it was given.

#![allow(dead_code, unused_imports)]

pub mod fsss;
pub mod huang;
pub mod sss;
pub mod tree;

pub use tree::{INF, Kind, Nest, Node, Storage, Tree, empty_storage};
