//! Reads trees in JSON: a leaf is a number, an inner node an object with one key.
//!
//! The reader keeps no stack of its own but the path of open nodes, so the depth of a tree is only
//! a matter of memory.

use std::borrow::Cow;

use gametree::Kind;
use gametree::registry::nearest;

use super::builder::{Builder, Built, childless, name};
use super::error::{Fault, excerpt, found, location};
use super::number::Number;

const KEYS: [&str; 3] = ["max", "min", "chance"];
const NODE: &str = "a leaf (a number) or a node (an object such as {\"max\":[1,2]})";

/// Reads one tree.
pub(super) fn read(text: &str) -> Result<Built, Fault> {
    let mut reader = Reader { text, at: 0, tree: Builder::new() };
    if reader.peek().is_none() {
        return Err(Fault::new(0, format!("the text is empty: expected {NODE}")));
    }
    while reader.node()? || reader.next_child()? {}
    if reader.peek().is_some() {
        let found = found(text, reader.at);
        let wrong = format!("expected nothing more after the end of the tree, found {found}");
        return Err(Fault::new(reader.at, wrong));
    }
    reader.tree.finish()
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    tree: Builder,
}

impl<'t> Reader<'t> {
    /// The next byte that is not blank.
    #[inline]
    fn peek(&mut self) -> Option<u8> {
        loop {
            match self.text.as_bytes().get(self.at) {
                Some(b' ' | b'\t' | b'\n' | b'\r') => self.at += 1,
                other => return other.copied(),
            }
        }
    }

    /// Steps over `byte`, which should come next.
    fn expect(&mut self, byte: u8, what: &str) -> Result<(), Fault> {
        if self.peek() != Some(byte) {
            return Err(self.expected(what));
        }
        self.at += 1;
        Ok(())
    }

    #[cold]
    fn expected(&mut self, what: &str) -> Fault {
        let ends = self.peek().is_none();
        let found = found(self.text, self.at);
        Fault::new(
            self.at,
            match self.tree.innermost() {
                Some((kind, start)) if ends => {
                    let (line, column) = location(self.text.as_bytes(), start);
                    format!(
                        "the text ends inside the {} node that starts at line {line}, column \
                         {column}: expected {what}",
                        name(kind)
                    )
                }
                _ => format!("expected {what}, found {found}"),
            },
        )
    }

    /// Reads a leaf, or an inner node up to its first child: then returns true.
    fn node(&mut self) -> Result<bool, Fault> {
        match self.peek() {
            Some(b'{') => self.inner().map(|()| true),
            Some(b'-' | b'+' | b'.' | b'0'..=b'9') => {
                let at = self.at;
                let number = self.number("a leaf")?;
                self.tree.leaf(at, number).map(|()| false)
            }
            _ => Err(self.expected(NODE)),
        }
    }

    /// Reads an inner node up to its first child.
    fn inner(&mut self) -> Result<(), Fault> {
        let start = self.at;
        self.at += 1;
        if self.peek() == Some(b'}') {
            return Err(Fault::new(start, format!("this object is empty: expected {NODE}")));
        }
        let kind = self.key()?;
        self.expect(b':', "':' after the key")?;
        self.expect(b'[', "'[' and a list of children")?;
        if self.peek() == Some(b']') {
            return Err(childless(start, kind));
        }
        self.tree.open(start, kind);
        self.probability(kind)
    }

    fn key(&mut self) -> Result<Kind, Fault> {
        let key = self.string("a key (\"max\", \"min\" or \"chance\")")?;
        match &*key.1 {
            "max" => Ok(Kind::Max),
            "min" => Ok(Kind::Min),
            "chance" => Ok(Kind::Chance),
            other => {
                let hint = match nearest(&other.to_lowercase(), KEYS) {
                    Some(near) => format!("did you mean \"{near}\"?"),
                    None => "a node has the key \"max\", \"min\" or \"chance\"".into(),
                };
                Err(Fault::new(key.0, format!("unknown key \"{}\": {hint}", excerpt(other))))
            }
        }
    }

    /// After a complete child: completes its parents, up to one that has another child. Stops
    /// before that child and returns true, or returns false if the root is complete.
    fn next_child(&mut self) -> Result<bool, Fault> {
        while let Some((kind, _)) = self.tree.innermost() {
            if kind == Kind::Chance {
                self.expect(b']', "']' after an outcome's probability and node")?;
            }
            match self.peek() {
                Some(b',') => {
                    self.at += 1;
                    return self.probability(kind).map(|()| true);
                }
                Some(b']') => {
                    self.at += 1;
                    self.end_of_object()?;
                    self.tree.close()?;
                }
                _ => return Err(self.expected("',' or ']' after a child")),
            }
        }
        Ok(false)
    }

    fn end_of_object(&mut self) -> Result<(), Fault> {
        if self.peek() == Some(b',') {
            let wrong = "this object goes on after its children: a node has exactly one key, so \
                         expected '}' instead of ','";
            return Err(Fault::new(self.at, wrong));
        }
        self.expect(b'}', "'}' after the children")
    }

    /// At chance nodes, reads the beginning of an outcome: `[probability,`.
    fn probability(&mut self, kind: Kind) -> Result<(), Fault> {
        if kind != Kind::Chance {
            return Ok(());
        }
        self.expect(b'[', "an outcome of the form [probability, node]")?;
        let (at, probability) = match self.peek() {
            Some(b'"') => {
                let (at, text) = self.string("a fraction")?;
                let number = Number::fraction(&text).ok_or_else(|| {
                    let text = excerpt(&text);
                    let form = "of the form \"p/q\", with whole numbers and q > 0";
                    Fault::new(at, format!("the probability \"{text}\" should be {form}"))
                })?;
                (at, number)
            }
            Some(b'-' | b'+' | b'.' | b'0'..=b'9') => (self.at, self.number("a probability")?),
            _ => return Err(self.expected("a probability: a number or a fraction \"p/q\"")),
        };
        self.tree.outcome(at, probability.float)?;
        self.expect(b',', "',' and a node after the probability")
    }

    fn number(&mut self, what: &str) -> Result<Number, Fault> {
        let start = self.at;
        let rest = &self.text.as_bytes()[start..];
        let part = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-._/".contains(byte);
        let length = rest.iter().position(|byte| !part(byte)).unwrap_or(rest.len());
        let token = &self.text[start..start + length];
        self.at += length;
        if !is_number(token.as_bytes()) {
            let token = excerpt(token);
            let wrong =
                format!("'{token}' is not a number in JSON: {what} is one like 3 or -1.5e2");
            return Err(Fault::new(start, wrong));
        }
        Number::decimal(token).ok_or_else(|| {
            let wrong = format!("'{}' is too large: {what} is a finite number", excerpt(token));
            Fault::new(start, wrong)
        })
    }

    /// Reads a string; gives its start as well.
    fn string(&mut self, what: &str) -> Result<(usize, Cow<'t, str>), Fault> {
        if self.peek() != Some(b'"') {
            return Err(self.expected(what));
        }
        let start = self.at;
        let mut end = start + 1;
        let mut plain = true;
        loop {
            match self.text.as_bytes().get(end) {
                Some(b'"') => break,
                None | Some(0..0x20) => {
                    let wrong = "this string does not end on its line: expected a '\"'";
                    return Err(Fault::new(start, wrong));
                }
                Some(b'\\') => {
                    plain = false;
                    end += 2;
                }
                _ => end += 1,
            }
        }
        self.at = end + 1;
        let raw = &self.text[start + 1..end];
        if plain {
            return Ok((start, Cow::Borrowed(raw)));
        }
        let wrong = || format!("the string \"{}\" has a wrong escape after '\\'", excerpt(raw));
        unescape(raw).map(|s| (start, Cow::Owned(s))).ok_or_else(|| Fault::new(start, wrong()))
    }
}

/// Whether JSON takes this as a number: `-`? whole, fraction?, exponent?
fn is_number(token: &[u8]) -> bool {
    let digits = |text: &[u8]| text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let token = token.strip_prefix(b"-").unwrap_or(token);
    let whole = digits(token);
    if whole == 0 || (whole > 1 && token[0] == b'0') {
        return false;
    }
    let mut rest = &token[whole..];
    if let Some(fraction) = rest.strip_prefix(b".") {
        let length = digits(fraction);
        if length == 0 {
            return false;
        }
        rest = &fraction[length..];
    }
    if let Some(exponent) = rest.strip_prefix(b"e").or(rest.strip_prefix(b"E")) {
        let sign = exponent.strip_prefix(b"-").or(exponent.strip_prefix(b"+"));
        let exponent = sign.unwrap_or(exponent);
        return !exponent.is_empty() && digits(exponent) == exponent.len();
    }
    rest.is_empty()
}

/// Resolves the escapes of a string in JSON.
fn unescape(raw: &str) -> Option<String> {
    let mut units: Vec<u16> = Vec::with_capacity(raw.len());
    let mut chars = raw.chars();
    while let Some(c) = chars.next() {
        let c = match c {
            '\\' => match chars.next()? {
                'u' => {
                    let hex = chars.as_str().get(..4)?;
                    if !hex.bytes().all(|byte| byte.is_ascii_hexdigit()) {
                        return None;
                    }
                    units.push(u16::from_str_radix(hex, 16).ok()?);
                    chars = chars.as_str()[4..].chars();
                    continue;
                }
                'b' => '\u{8}',
                'f' => '\u{c}',
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                same @ ('"' | '\\' | '/') => same,
                _ => return None,
            },
            other => other,
        };
        units.extend_from_slice(c.encode_utf16(&mut [0; 2]));
    }
    String::from_utf16(&units).ok()
}

#[cfg(test)]
mod tests;
