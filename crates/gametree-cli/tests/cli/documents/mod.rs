//! What the documents say works.

mod commands;
mod files;
mod links;
mod readme;
