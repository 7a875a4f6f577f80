//! Where the user's lines come from: a terminal with a line editor, or a pipe.

use std::io::{self, BufRead, IsTerminal, Write};

#[cfg(feature = "editor")]
use rustyline::error::ReadlineError;
#[cfg(feature = "editor")]
use rustyline::{Config, DefaultEditor};

/// A line of input, or its end.
pub enum Line {
    Said(String),
    /// The end of the input.
    End,
    /// Ctrl-C; without a line editor it ends the program.
    #[cfg_attr(not(feature = "editor"), expect(dead_code, reason = "only the editor reads it"))]
    Interrupt,
}

/// Reads lines.
pub enum Prompt {
    /// A terminal: lines can be edited, and called up again.
    #[cfg(feature = "editor")]
    Editor(Box<DefaultEditor>),
    /// Everything else.
    Plain,
}

impl Prompt {
    #[cfg(feature = "editor")]
    pub fn new() -> Prompt {
        // The editor draws on standard output.
        let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        // Nobody pastes several lines; and an interrupt would leave the terminal in that mode.
        let config = Config::builder().bracketed_paste(false).build();
        match DefaultEditor::with_config(config) {
            Ok(editor) if terminal => Prompt::Editor(Box::new(editor)),
            _ => Prompt::Plain,
        }
    }

    /// The same without a line editor.
    #[cfg(not(feature = "editor"))]
    pub fn new() -> Prompt {
        Prompt::Plain
    }

    /// Whether nobody sits before a terminal.
    pub fn is_plain(&self) -> bool {
        !(io::stdin().is_terminal() && io::stdout().is_terminal())
    }

    /// The next line.
    pub fn read(&mut self, prompt: &str) -> Result<Line, String> {
        let refused = |error: &dyn std::fmt::Display| format!("cannot read the input: {error}");
        match self {
            #[cfg(feature = "editor")]
            Prompt::Editor(editor) => match editor.readline(prompt) {
                Ok(line) => {
                    // If it cannot be called up again, it was still said.
                    let _ = editor.add_history_entry(&*line);
                    Ok(Line::Said(line))
                }
                Err(ReadlineError::Eof) => Ok(Line::End),
                Err(ReadlineError::Interrupted) => Ok(Line::Interrupt),
                Err(error) => Err(refused(&error)),
            },
            Prompt::Plain => {
                if io::stdin().is_terminal() {
                    let mut out = io::stdout().lock();
                    let written = out.write_all(prompt.as_bytes()).and_then(|()| out.flush());
                    written.map_err(|error| format!("cannot write the output: {error}"))?;
                }
                let mut line = String::new();
                let read = io::stdin().lock().read_line(&mut line);
                let bytes = read.map_err(|error| refused(&error))?;
                Ok(if bytes == 0 { Line::End } else { Line::Said(line) })
            }
        }
    }
}

/// What the terminal is like before a line editor changes it: an interrupt must not leave it changed.
#[cfg(all(unix, feature = "editor"))]
pub fn restorer() -> impl FnMut() + Send + 'static {
    use nix::sys::termios::{SetArg, tcgetattr, tcsetattr};
    let before = tcgetattr(io::stdin()).ok();
    move || {
        if let Some(before) = &before {
            // If even this fails, nothing is left to do.
            let _ = tcsetattr(io::stdin(), SetArg::TCSANOW, before);
        }
    }
}

#[cfg(not(all(unix, feature = "editor")))]
pub fn restorer() -> impl FnMut() + Send + 'static {
    || ()
}
