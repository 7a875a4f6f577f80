//! Why a text is not a tree, and where.

use std::fmt;
use std::path::{Path, PathBuf};

/// Why a file or a text is not a tree that can be searched: always one line.
///
/// ```
/// use gametree_games::tree::Tree;
///
/// let error = Tree::from_json(r#"{"max":[]}"#).unwrap_err();
/// assert_eq!(error.location().unwrap().0, 1);
/// println!("{error}");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TreeError {
    message: String,
    location: Option<(usize, usize)>,
    file: Option<PathBuf>,
}

impl TreeError {
    /// What is wrong and what would be right, without the place.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The line and the column, both counted from 1, if the mistake has a place in the text.
    pub fn location(&self) -> Option<(usize, usize)> {
        self.location
    }

    /// The file, if the tree was read from one.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// The file itself cannot be read.
    pub(super) fn unreadable(file: &Path, error: &std::io::Error) -> TreeError {
        let message = format!("cannot be read: {error}");
        TreeError { message, location: None, file: Some(file.to_path_buf()) }
    }

    /// The same error, in a file.
    pub(super) fn in_file(self, file: &Path) -> TreeError {
        TreeError { file: Some(file.to_path_buf()), ..self }
    }
}

impl fmt::Display for TreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            let name = file.display().to_string();
            write!(f, "{}: ", name.replace(char::is_control, "?"))?;
        }
        if let Some((line, column)) = self.location {
            write!(f, "line {line}, column {column}: ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for TreeError {}

/// A mistake at a byte of the text; lines are counted only when there is one.
#[derive(Debug)]
pub(super) struct Fault {
    at: Option<usize>,
    message: String,
}

impl Fault {
    pub(super) fn new(at: usize, message: impl Into<String>) -> Fault {
        Fault { at: Some(at), message: message.into() }
    }

    /// A mistake of the tree as a whole.
    pub(super) fn nowhere(message: impl Into<String>) -> Fault {
        Fault { at: None, message: message.into() }
    }

    pub(super) fn locate(self, text: &[u8]) -> TreeError {
        let location = self.at.map(|at| location(text, at));
        TreeError { message: self.message, location, file: None }
    }
}

/// The line and the column of a byte, both counted from 1, the column in characters.
pub(super) fn location(text: &[u8], at: usize) -> (usize, usize) {
    let before = &text[..at.min(text.len())];
    let line_start =
        before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
    let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
    // The bytes 10xxxxxx continue a character of UTF-8.
    let column = before[line_start..].iter().filter(|&&byte| byte & 0xc0 != 0x80).count() + 1;
    (line, column)
}

/// A piece of the text for a message: short, and without line breaks.
pub(super) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut shown: String = text.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    if text.chars().nth(LONGEST).is_some() {
        shown.push_str("...");
    }
    shown
}

/// What stands at a byte of the text, for messages: a word or a single character.
pub(super) fn found(text: &str, at: usize) -> String {
    let rest = text.get(at..).unwrap_or("");
    let word = |c: char| c.is_alphanumeric() || "+-._/".contains(c);
    let length = match rest.find(|c| !word(c)).unwrap_or(rest.len()) {
        0 => rest.chars().next().map_or(0, char::len_utf8),
        length => length,
    };
    match &rest[..length] {
        "" => "the end of the text".into(),
        "'" => "a single quote".into(),
        word => format!("'{}'", excerpt(word)),
    }
}

/// The shortest text that reads as the same number, without a long row of zeros.
pub(super) fn number(number: f64) -> String {
    let plain = number == 0.0 || (1e-5..1e16).contains(&number.abs()) || !number.is_finite();
    if plain { format!("{number}") } else { format!("{number:e}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        assert_eq!(location(b"", 0), (1, 1));
        assert_eq!(location("ab\nä€x".as_bytes(), 8), (2, 3));
        assert_eq!(location(b"a\n", 99), (2, 1));
    }

    #[test]
    fn excerpts_are_short_and_of_one_line() {
        assert_eq!(excerpt("a\nb"), "a\\nb");
        assert_eq!(excerpt(&"x".repeat(50)), format!("{}...", "x".repeat(40)));
        assert_eq!(found("[NaN]", 1), "'NaN'");
        assert_eq!(found("[\u{7f}]", 1), "'\\u{7f}'");
        assert_eq!(found("[", 1), "the end of the text");
    }
}
