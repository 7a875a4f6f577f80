//! What the documents say works.

mod commands;
mod readme;
