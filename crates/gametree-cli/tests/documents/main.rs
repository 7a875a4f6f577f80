//! What the documents say works.

#[path = "../support/mod.rs"]
#[expect(dead_code, reason = "what the other tests use")]
mod support;

mod commands;
mod readme;
