//! Exact searches held to the papers' lemmas and theorems, to a slow reference, and to their word when
//! they are stopped. One binary, since each would compile every algorithm anew.

mod divided;
#[path = "../common/effort.rs"]
mod effort;
mod epsilon;
mod huang;
mod last_ply;
mod limits;
#[path = "../common/property.rs"]
mod property;
mod reference;
mod resuming;
mod support;
mod tables;
mod threads;
#[path = "../stars/trees.rs"]
#[allow(dead_code)]
mod trees;
mod weinstein;
