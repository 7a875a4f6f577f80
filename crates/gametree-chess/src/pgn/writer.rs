//! Writes games.

use std::fmt;

use gametree::{Game, Notation};

use super::{Played, Record};
use crate::{Chess, Position};

/// The longest line of moves.
const WIDTH: usize = 79;

/// The game in PGN. Moves that are not legal in their places end it.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.tags {
            writeln!(f, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""))?;
        }
        if !self.tags.is_empty() {
            writeln!(f)?;
        }
        let mut words = Vec::new();
        comment(&self.comment, &mut words);
        if let Ok((game, position)) = self.start() {
            line(&game, position, &self.moves, &mut words);
        }
        words.push(self.result.text().to_string());
        let mut column = 0;
        for word in words {
            if column > 0 && column + 1 + word.len() > WIDTH {
                writeln!(f)?;
                column = 0;
            }
            if column > 0 {
                f.write_str(" ")?;
                column += 1;
            }
            f.write_str(&word)?;
            column += word.len();
        }
        writeln!(f)
    }
}

/// A comment, word by word, so that lines can end within it.
fn comment(text: &str, words: &mut Vec<String>) {
    if text.is_empty() {
        return;
    }
    // A bracket would end the comment.
    let whole = format!("{{{}}}", text.replace('}', ")"));
    words.extend(whole.split_whitespace().map(str::to_string));
}

fn line(game: &Chess, mut position: Position, moves: &[Played], words: &mut Vec<String>) {
    // The number is written before white's moves, and before black's after an interruption.
    let mut interrupted = true;
    for played in moves {
        let fen = game.fen(&position);
        let fields: Vec<&str> = fen.split(' ').collect();
        let (white, number) = (fields[1] == "w", fields[5]);
        if white {
            words.push(format!("{number}."));
        } else if interrupted {
            words.push(format!("{number}..."));
        }
        words.push(game.move_text(&position, played.step));
        words.extend(played.annotations.iter().map(|number| format!("${number}")));
        comment(&played.comment, words);
        interrupted = !played.comment.is_empty() || !played.variations.is_empty();
        for variation in &played.variations {
            words.push("(".into());
            line(game, position.clone(), variation, words);
            words.push(")".into());
        }
        game.advance(&mut position, played.step);
    }
}
