//! Chess by name.

use gametree::job::{AnyGame, Entry, GameError};

use crate::{Chess, Scale};

/// Chess and Chess960, to be added to a catalogue.
pub const GAMES: [Entry; 2] = [
    Entry::new("chess", chess)
        .syntax("chess[:FEN][,sigmoid]")
        .example("chess")
        .summary("chess; moves such as e4, Nbd2 or e2e4; positions also as FEN")
        .citation("FIDE: Laws of Chess (2023)")
        .player("selective"),
    Entry::new("chess960", chess960)
        .syntax("chess960[:N|FEN][,sigmoid]")
        .example("chess960:0")
        .summary("Chess960 from start N, 518 by default, or from a FEN; castling as in O-O or e1h1")
        .citation("FIDE: Laws of Chess (2023), Guidelines II")
        .player("selective"),
];

fn chess(text: &str) -> Result<AnyGame, GameError> {
    let (fen, sigmoid) = variant(text, ",sigmoid");
    let game = if fen.is_empty() { Ok(Chess::new()) } else { Chess::from_fen(fen) };
    let game = game.map_err(|error| GameError::new(error.to_string()))?;
    Ok(game.scaled(scale(sigmoid)).any())
}

fn chess960(text: &str) -> Result<AnyGame, GameError> {
    let (start, sigmoid) = variant(text, ",sigmoid");
    let game = match start {
        _ if start.contains('/') => {
            Chess::shuffled_from_fen(start).map_err(|error| GameError::new(error.to_string()))?
        }
        "" => Chess::shuffled(518).expect("the start of chess is one of them"),
        number => number.parse().ok().and_then(Chess::shuffled).ok_or_else(|| {
            GameError::new(format!("'{number}' should be a number from 0 to 959, or a FEN"))
        })?,
    };
    Ok(game.scaled(scale(sigmoid)).any())
}

fn scale(sigmoid: bool) -> Scale {
    if sigmoid { Scale::Sigmoid } else { Scale::Linear }
}

/// The text without a word at its end, and whether it was there.
fn variant<'t>(text: &'t str, word: &str) -> (&'t str, bool) {
    text.strip_suffix(word).map_or((text, false), |rest| (rest, true))
}
