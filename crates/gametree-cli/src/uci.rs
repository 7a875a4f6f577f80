//! `gametree uci`: a chess engine, over the standard input and output.

use std::io::{self, Write};

use crate::args::Uci;
use crate::output::{Ending, leave};
use crate::text;

/// Serves a chess program until it says `quit` or closes the input.
pub fn run(arguments: &Uci) -> Result<(String, Ending), String> {
    gametree_chess::uci::serve(&arguments.by, io::stdin().lock(), say)?;
    Ok((String::new(), Ending::Answered))
}

/// Writes a line. If nobody reads it, there is nothing left to do.
fn say(line: &str) {
    let mut out = io::stdout().lock();
    // A reason may quote what the chess program wrote.
    if writeln!(out, "{}", text::without_controls(line)).and_then(|()| out.flush()).is_err() {
        leave(Ending::BadInput);
    }
}
