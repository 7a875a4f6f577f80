//! What a command leaves behind: its output, a line on standard error, an exit code.

use std::io::{self, Write};

use crate::{files, text};

/// How a command ended, as the shell sees it. Bad input is an error instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The question is answered.
    Answered = 0,
    /// A check failed.
    Wrong = 1,
    /// Some of the input was no good, or what was asked for could not be written; what was found was
    /// printed.
    BadInput = 2,
    /// A limit or an interrupt came first.
    CutShort = 3,
}

/// One line on standard error, whatever is in the reason.
pub fn complain(reason: &str) {
    // Nothing is left to be done if not even this can be written.
    let _ = writeln!(io::stderr(), "gametree: {}", text::shortened(reason, LONGEST_COMPLAINT));
}

const LONGEST_COMPLAINT: usize = 1000;

/// Writes the output in one go. What files have brought into it does nothing to a terminal.
pub fn print(text: &str) -> Result<(), String> {
    print_styled(&text::without_controls(text))
}

/// The same for a text of ours, colours and all.
pub fn print_styled(text: &str) -> Result<(), String> {
    let mut out = io::stdout().lock();
    let written = match is_closed() {
        true if !text.is_empty() => Err(io::Error::other("standard output is closed")),
        _ => out.write_all(text.as_bytes()).and_then(|()| out.flush()),
    };
    match written {
        // Who reads no further need not be told, but an answer that nobody got is none.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => leave(Ending::BadInput),
        written => written.map_err(|error| format!("cannot write the output: {error}")),
    }
}

/// Ends the program at once; nothing half-written stays behind.
pub fn leave(ending: Ending) -> ! {
    files::remove_parts();
    std::process::exit(ending as i32)
}

/// Whether standard output was closed when the program started. Then it is a device that swallows
/// everything, opened for reading, too, as nobody else does who wants the output to be swallowed.
fn is_closed() -> bool {
    let device = std::fs::read_link("/proc/self/fd/1");
    let swallows = device.is_ok_and(|device| device.as_os_str() == "/dev/null");
    let mode = || {
        let info = std::fs::read_to_string("/proc/self/fdinfo/1").ok()?;
        let flags = info.lines().find_map(|line| line.strip_prefix("flags:"))?;
        u32::from_str_radix(flags.trim(), 8).ok()
    };
    const READ_AND_WRITE: u32 = 2;
    swallows && mode().is_some_and(|flags| flags & 3 == READ_AND_WRITE)
}
