//! The report of the lab: one page of HTML that needs nothing else, and rows as CSV.
//!
//! Both are pure functions from data to text.

mod csv;
mod machine;
mod page;
mod ran;

pub use csv::csv;
pub(crate) use csv::quoted;
pub use machine::machine;
pub(crate) use page::escaped;
pub use page::{Chapter, OPENING, Page, html};
pub use ran::merged;
