//! The words of Gambit's files.

use super::error::{Fault, excerpt};
use super::number::Number;

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Token<'t> {
    Open,
    Close,
    Comma,
    /// In quotes.
    Text(&'t str),
    /// A number or a letter.
    Word(&'t str),
    End,
}

/// A text and its current token.
pub(super) struct Lexer<'t> {
    text: &'t str,
    /// Where the current token starts and ends.
    start: usize,
    end: usize,
    token: Token<'t>,
}

impl<'t> Lexer<'t> {
    /// Starts at the first token.
    pub(super) fn new(text: &'t str) -> Result<Lexer<'t>, Fault> {
        let mut lexer = Lexer { text, start: 0, end: 0, token: Token::End };
        lexer.advance().map(|()| lexer)
    }

    pub(super) fn text(&self) -> &'t str {
        self.text
    }

    /// The current token.
    pub(super) fn token(&self) -> Token<'t> {
        self.token
    }

    /// Where the current token starts.
    pub(super) fn at(&self) -> usize {
        self.start
    }

    /// Goes on to the next token.
    pub(super) fn advance(&mut self) -> Result<(), Fault> {
        let bytes = self.text.as_bytes();
        let blanks = bytes[self.end..].iter().take_while(|byte| is_blank(**byte)).count();
        self.start = self.end + blanks;
        self.end = self.start + 1;
        self.token = match bytes.get(self.start) {
            None => {
                self.end = self.start;
                Token::End
            }
            Some(b'{') => Token::Open,
            Some(b'}') => Token::Close,
            Some(b',') => Token::Comma,
            Some(b'"') => self.quoted()?,
            Some(_) => {
                let stops = |byte: &u8| is_blank(*byte) || b"{},\"".contains(byte);
                let rest = &bytes[self.start..];
                self.end = self.start + rest.iter().position(stops).unwrap_or(rest.len());
                Token::Word(&self.text[self.start..self.end])
            }
        };
        Ok(())
    }

    /// A text in quotes: a backslash takes the meaning from the character that follows.
    fn quoted(&mut self) -> Result<Token<'t>, Fault> {
        loop {
            match self.text.as_bytes().get(self.end) {
                None => {
                    let wrong = "this name has no end: expected a closing '\"'";
                    return Err(Fault::new(self.start, wrong));
                }
                Some(b'"') => break,
                Some(b'\\') => self.end += 2,
                Some(_) => self.end += 1,
            }
        }
        self.end += 1;
        Ok(Token::Text(&self.text[self.start + 1..self.end - 1]))
    }

    #[cold]
    pub(super) fn expected(&self, what: &str) -> Fault {
        let found = match self.token {
            Token::Open => "'{'".into(),
            Token::Close => "'}'".into(),
            Token::Comma => "','".into(),
            Token::Text(text) => format!("\"{}\"", excerpt(text)),
            Token::Word(word) => format!("'{}'", excerpt(word)),
            Token::End => "the end of the text".into(),
        };
        Fault::new(self.start, format!("expected {what}, found {found}"))
    }

    /// Steps over the current token, which should be `token`.
    pub(super) fn expect(&mut self, token: Token<'_>, what: &str) -> Result<(), Fault> {
        if self.token != token {
            return Err(self.expected(what));
        }
        self.advance()
    }

    pub(super) fn quote(&mut self, what: &str) -> Result<(), Fault> {
        match self.token {
            Token::Text(_) => self.advance(),
            _ => Err(self.expected(what)),
        }
    }

    /// The name of something that may be left out.
    pub(super) fn optional_quote(&mut self) -> Result<(), Fault> {
        if let Token::Text(_) = self.token { self.advance() } else { Ok(()) }
    }

    /// The number of a player, an information set or an outcome.
    pub(super) fn id(&mut self, what: &str) -> Result<u64, Fault> {
        match self.token {
            Token::Word(word) if word.bytes().all(|byte| byte.is_ascii_digit()) => {
                let id = word.parse().map_err(|_| self.expected(what))?;
                self.advance().map(|()| id)
            }
            _ => Err(self.expected(what)),
        }
    }

    pub(super) fn number(&mut self, what: &str) -> Result<Number, Fault> {
        let number = match self.token {
            Token::Word(word) => number(word),
            _ => None,
        };
        let number = number.ok_or_else(|| self.expected(what))?;
        self.advance().map(|()| number)
    }

    pub(super) fn optional_comma(&mut self) -> Result<(), Fault> {
        if self.token == Token::Comma { self.advance() } else { Ok(()) }
    }
}

fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0b
}

/// A finite decimal number, or a fraction of integers.
fn number(word: &str) -> Option<Number> {
    if word.contains('/') {
        return match word.strip_prefix('-') {
            Some(word) => Some(Number::fraction(word)?.negated()),
            None => Number::fraction(word.strip_prefix('+').unwrap_or(word)),
        };
    }
    let decimal = |byte: u8| byte.is_ascii_digit() || b"+-.eE".contains(&byte);
    word.bytes().all(decimal).then(|| Number::decimal(word))?
}
