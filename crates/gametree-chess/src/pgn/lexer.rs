//! The words of a PGN file.

/// A word, with the line where it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Word {
    Tag(String, String),
    Comment(String),
    Open,
    Close,
    Annotation(u8),
    /// A move, a move number, a result, or anything else.
    Text(String),
    /// Something that cannot be read, and why.
    Wrong(&'static str),
}

/// Splits a file into words.
pub(super) struct Lexer<'t> {
    rest: &'t str,
    pub line: usize,
    /// Whether nothing but blanks precedes on this line.
    at_line_start: bool,
}

impl<'t> Lexer<'t> {
    pub fn new(text: &'t str) -> Lexer<'t> {
        Lexer { rest: text.trim_start_matches('\u{feff}'), line: 1, at_line_start: true }
    }

    fn take(&mut self, bytes: usize) -> &'t str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.line += taken.matches('\n').count();
        self.rest = rest;
        taken
    }

    /// Up to a character that ends it, which is skipped; nothing if it never comes.
    fn take_until(&mut self, end: char) -> Option<&'t str> {
        let at = self.rest.find(end)?;
        let taken = self.take(at);
        self.take(end.len_utf8());
        Some(taken)
    }

    /// The word at the beginning of a line with a percent sign is for other programs.
    fn skip_blanks(&mut self) {
        loop {
            let blank = self.rest.len() - self.rest.trim_start().len();
            let taken = self.take(blank);
            self.at_line_start |= taken.contains('\n');
            if !(self.at_line_start && self.rest.starts_with('%')) {
                return;
            }
            let end = self.rest.find('\n').unwrap_or(self.rest.len());
            self.take(end);
        }
    }

    fn tag(&mut self) -> Word {
        // A tag ends with its line, whatever happens.
        let end = self.rest.find('\n').unwrap_or(self.rest.len());
        let line = self.take(end).trim();
        let inner = line.strip_prefix('[').and_then(|line| line.strip_suffix(']'));
        let read = inner.and_then(|inner| {
            let (name, value) = inner.trim().split_once(char::is_whitespace)?;
            let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
            Some(Word::Tag(name.into(), value.replace("\\\"", "\"").replace("\\\\", "\\")))
        });
        read.unwrap_or(Word::Wrong("a tag should be of the form [Name \"value\"]"))
    }
}

impl Iterator for Lexer<'_> {
    type Item = Word;

    fn next(&mut self) -> Option<Word> {
        self.skip_blanks();
        let first = self.rest.chars().next()?;
        let line_start = std::mem::take(&mut self.at_line_start);
        Some(match first {
            '[' if line_start => self.tag(),
            '{' => {
                self.take(1);
                match self.take_until('}') {
                    Some(text) => {
                        Word::Comment(text.split_whitespace().collect::<Vec<_>>().join(" "))
                    }
                    None => {
                        self.take(self.rest.len());
                        Word::Wrong("a comment has no end: } is missing")
                    }
                }
            }
            ';' => {
                self.take(1);
                let end = self.rest.find('\n').unwrap_or(self.rest.len());
                Word::Comment(self.take(end).trim().to_string())
            }
            '(' => {
                self.take(1);
                Word::Open
            }
            ')' => {
                self.take(1);
                Word::Close
            }
            '$' => {
                self.take(1);
                let end = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
                match self.take(end).parse() {
                    Ok(number) => Word::Annotation(number),
                    Err(_) => Word::Wrong("$ should be followed by a number from 0 to 255"),
                }
            }
            _ => {
                let ends = |c: char| c.is_whitespace() || "{}();$".contains(c);
                let skip = first.len_utf8();
                let end = self.rest[skip..].find(ends).map_or(self.rest.len(), |at| at + skip);
                Word::Text(self.take(end).to_string())
            }
        })
    }
}
