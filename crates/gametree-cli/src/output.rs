//! What a command leaves behind: its output, a line on standard error, an exit code.

use std::io::{self, Write};

/// How a command ended, as the shell sees it. Bad input is an error instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The question is answered.
    Answered = 0,
    /// A check failed.
    Wrong = 1,
    /// What was asked for could not be written; what was found was printed.
    Unwritten = 2,
    /// A limit or an interrupt came first.
    CutShort = 3,
}

/// One line on standard error.
pub fn complain(reason: &str) {
    // Nothing is left to be done if not even this can be written.
    let _ = writeln!(io::stderr(), "gametree: {reason}");
}

/// Writes the output in one go. A reader who has gone away is no error of ours.
pub fn print(text: &str) -> Result<(), String> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(format!("cannot write the output: {error}"))
        }
        _ => Ok(()),
    }
}
