//! Trees with chance nodes, and answers that may be off by epsilon: the library's searches held to
//! an exact oracle and to slow references, and the references to each other and to the papers. A
//! binary of its own, so that it compiles apart from the searches of trees without chance.

mod atzmon;
mod counts;
mod cycles;
#[path = "../common/effort.rs"]
mod effort;
mod product;
#[path = "../common/property.rs"]
mod property;
mod reference;
mod references;
mod savings;
mod support;

/// The references for trees without chance.
#[path = "../exact/reference/mod.rs"]
mod deterministic;
