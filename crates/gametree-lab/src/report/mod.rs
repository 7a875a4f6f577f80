//! The report of the lab: one page of HTML that needs nothing else, and rows as CSV.
//!
//! Both are pure functions from data to text.

mod csv;
mod machine;
mod page;

pub use csv::csv;
pub use machine::machine;
pub use page::{Chapter, OPENING, Page, html};
