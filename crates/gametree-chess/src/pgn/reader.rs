//! Reads games.

use gametree::Game;

use super::lexer::{Lexer, Word};
use super::{Conclusion, PgnError, Played, Record};
use crate::{Chess, Position};

/// Reads all games of a file, each one or why it could not be read.
pub fn read(text: &str) -> Vec<Result<Record, PgnError>> {
    let mut lexer = Lexer::new(text);
    let (mut games, mut words, mut in_moves, mut first) = (Vec::new(), Vec::new(), false, 1);
    loop {
        let word = lexer.next();
        let line = lexer.line;
        let ends_game = match &word {
            None => true,
            Some(Word::Tag(..)) => in_moves,
            Some(_) => false,
        };
        if ends_game && !words.is_empty() {
            // Only the end of the file or the next game's tags are certain to separate games.
            games.extend(split(std::mem::take(&mut words), first));
            in_moves = false;
        }
        let Some(word) = word else { break };
        if words.is_empty() {
            first = line;
        }
        in_moves |= !matches!(word, Word::Tag(..));
        words.push((word, line));
    }
    let number = |(i, game): (usize, Result<Record, (usize, String)>)| {
        game.map_err(|(line, reason)| PgnError { game: i + 1, line, reason })
    };
    games.into_iter().enumerate().map(number).collect()
}

type Words = Vec<(Word, usize)>;
type Outcome = Result<Record, (usize, String)>;

/// The games among the words up to the next tags: games without tags may follow one another after their results.
fn split(words: Words, line: usize) -> Vec<Outcome> {
    let mut games = Vec::new();
    let mut rest = words.into_iter().peekable();
    while rest.peek().is_some() {
        let (mut game, mut depth) = (Vec::new(), 0i32);
        for (word, line) in rest.by_ref() {
            depth += i32::from(word == Word::Open) - i32::from(word == Word::Close);
            let ends =
                matches!(&word, Word::Text(text) if depth <= 0 && Conclusion::read(text).is_some());
            game.push((word, line));
            if ends {
                break;
            }
        }
        // What follows the last result without a move is not a game.
        let has_text = game
            .iter()
            .any(|(word, _)| matches!(word, Word::Text(_) | Word::Tag(..) | Word::Wrong(_)));
        if has_text || games.is_empty() {
            games.push(one_game(game, line));
        }
    }
    games
}

fn one_game(words: Words, line: usize) -> Outcome {
    let mut record = Record::new(Vec::new(), Conclusion::Unknown);
    let mut words = words.into_iter().peekable();
    while let Some((Word::Tag(..), _)) = words.peek() {
        if let Some((Word::Tag(name, value), _)) = words.next() {
            record.tags.push((name, value));
        }
    }
    let (game, position) = record.start().map_err(|reason| (line, reason))?;
    let mut reader =
        Reader { game, lines: vec![Line::at(position)], comment: String::new(), result: None };
    let mut last = line;
    for (word, line) in words {
        last = line;
        reader.take(word).map_err(|reason| (line, reason))?;
    }
    if reader.lines.len() > 1 {
        return Err((last, "a variation has no end: ) is missing".into()));
    }
    let Some(result) = reader.result else {
        return Err((last, "the game has no end: there should be 1-0, 0-1, 1/2-1/2 or *".into()));
    };
    let main = reader.lines.pop().expect("there is the main line");
    (record.moves, record.comment, record.result) = (main.moves, reader.comment, result);
    Ok(record)
}

/// A line of moves that is being read.
struct Line {
    moves: Vec<Played>,
    position: Position,
    /// The position before the last move, where variations start.
    before: Position,
}

impl Line {
    fn at(position: Position) -> Line {
        Line { moves: Vec::new(), before: position.clone(), position }
    }
}

struct Reader {
    game: Chess,
    /// The main line, and the variations that are open within it.
    lines: Vec<Line>,
    comment: String,
    result: Option<Conclusion>,
}

impl Reader {
    fn line(&mut self) -> &mut Line {
        self.lines.last_mut().expect("there is the main line")
    }

    fn take(&mut self, word: Word) -> Result<(), String> {
        match word {
            Word::Tag(name, _) => return Err(format!("tag '{name}' should precede the moves")),
            Word::Wrong(reason) => return Err(reason.into()),
            Word::Comment(text) => self.comment(&text),
            Word::Open => {
                let line = self.line();
                if line.moves.is_empty() {
                    return Err("a variation should follow a move".into());
                }
                let start = line.before.clone();
                self.lines.push(Line::at(start));
            }
            Word::Close => {
                if self.lines.len() == 1 {
                    return Err(") should end a variation, and there is none".into());
                }
                let variation = self.lines.pop().expect("there is one");
                if let Some(last) = self.line().moves.last_mut() {
                    last.variations.push(variation.moves);
                }
            }
            Word::Annotation(number) => self.annotate(number),
            Word::Text(text) => return self.text(&text),
        }
        Ok(())
    }

    fn comment(&mut self, text: &str) {
        let is_main = self.lines.len() == 1;
        let to = match self.line().moves.last_mut() {
            Some(played) => &mut played.comment,
            None if is_main => &mut self.comment,
            // Before the first move of a variation there is no place for it.
            None => return,
        };
        if !to.is_empty() {
            to.push(' ');
        }
        to.push_str(text);
    }

    fn annotate(&mut self, number: u8) {
        if let Some(played) = self.line().moves.last_mut() {
            played.annotations.push(number);
        }
    }

    /// A result, or a move with what is attached to it: `12.Nf3!`.
    fn text(&mut self, text: &str) -> Result<(), String> {
        if let Some(result) = Conclusion::read(text) {
            if self.lines.len() == 1 {
                self.result = Some(result);
            }
            return Ok(());
        }
        let digits = text.trim_start_matches(|c: char| c.is_ascii_digit());
        let is_number = digits.len() < text.len() && (digits.is_empty() || digits.starts_with('.'));
        let text = if is_number { digits.trim_start_matches('.') } else { text };
        let text = text.trim_start_matches('.');
        if text.is_empty() {
            return Ok(());
        }
        let mv = text.trim_end_matches(['!', '?']);
        if mv.is_empty() {
            self.mark(text);
            return Ok(());
        }
        let game = self.game.clone();
        let line = self.line();
        let step = match game.parse_played(&line.position, mv) {
            Ok(step) => step,
            Err(error) => return Err(format!("move {}: {error}", line.moves.len() / 2 + 1)),
        };
        line.before = line.position.clone();
        game.advance(&mut line.position, step);
        line.moves.push(Played::new(step));
        self.mark(&text[mv.len()..]);
        Ok(())
    }

    fn mark(&mut self, mark: &str) {
        let marks = ["!", "?", "!!", "??", "!?", "?!"];
        if let Some(at) = marks.iter().position(|known| *known == mark) {
            self.annotate(at as u8 + 1);
        }
    }
}
