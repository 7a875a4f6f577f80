//! The results of a command: its output, a line on standard error, an exit code.

use std::borrow::Cow;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::OnceLock;

use crate::{files, text};

/// How a command ended, as the shell sees it. Bad input is an error instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The question is answered.
    Answered = 0,
    /// A check failed.
    Wrong = 1,
    /// Some of the input was wrong, or a file could not be written; the results were printed.
    BadInput = 2,
    /// A limit or an interrupt came first.
    CutShort = 3,
}

/// One line on standard error, whatever is in the reason.
pub fn complain(reason: &str) {
    // If even this cannot be written, there is nothing left to do.
    let reason = in_own_name(reason);
    let _ =
        writeln!(io::stderr(), "{}: {}", program(), text::shortened(&reason, LONGEST_COMPLAINT));
}

/// The name by which the program was called.
pub fn program() -> String {
    let path = std::env::args_os().next().map(PathBuf::from);
    let name = path.as_ref().and_then(|path| path.file_stem()).map(|name| name.to_string_lossy());
    name.map_or(own_name().into(), |name| text::plain(&name))
}

/// A text about commands, adapted to the name of the program.
pub fn in_own_name(text: &str) -> Cow<'_, str> {
    let name = program();
    if name == own_name() {
        text.into()
    } else {
        text.replace(&format!("{} ", own_name()), &format!("{name} ")).into()
    }
}

/// What the command is called in its own texts.
static OWN_NAME: OnceLock<String> = OnceLock::new();

/// Sets the name by which the texts of the command call it, before anything is written.
pub fn set_own_name(name: &str) {
    // Whoever runs several commands in one process keeps the name of the first.
    let _ = OWN_NAME.set(name.into());
}

fn own_name() -> &'static str {
    OWN_NAME.get().map_or("gametree", String::as_str)
}

const LONGEST_COMPLAINT: usize = 1000;

/// Writes the output in one go, with control characters escaped: some of it may come from files.
pub fn print(text: &str) -> Result<(), String> {
    print_styled(&text::without_controls(text))
}

/// Writes help and the like, which contain no text from files, with their colours.
pub fn print_styled(text: &str) -> Result<(), String> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        // A closed pipe needs no message, but the answer was not delivered.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => leave(Ending::BadInput),
        written => written.map_err(|error| format!("cannot write the output: {error}")),
    }
}

/// Exits immediately, after removing half-written files.
pub fn leave(ending: Ending) -> ! {
    files::remove_parts();
    std::process::exit(ending as i32)
}
