//! How the games of a match begin: `--openings`.

use std::path::Path;

use gametree::job::{AnyGame, position_lines};
use gametree::{Game, Notation};
use gametree_games::chess::{Epd, pgn};
use gametree_games::input;
use gametree_lab::arena::{Opening, Openings};

use crate::output::complain;

/// The most random moves of an opening.
const MOST_RANDOM: u32 = 1000;

/// Reads `random:K`, or a file; of a game in PGN the first `plies` moves.
pub fn read(text: &str, plies: u32, game: &AnyGame) -> Result<Openings, String> {
    if let Some(plies) = text.strip_prefix("random:") {
        let plies = plies.parse().ok().filter(|&plies| plies <= MOST_RANDOM);
        return plies.map(Openings::Random).ok_or_else(|| {
            format!("--openings {text} should be random:K with K from 0 to {MOST_RANDOM}, such as random:2")
        });
    }
    let content = input::read_text(Path::new(text)).map_err(|error| {
        format!("--openings: cannot read {text}: {error} (or is random:K meant?)")
    })?;
    let extension = Path::new(text).extension().unwrap_or_default().to_ascii_lowercase();
    let read = match extension.to_str() {
        Some("pgn" | "epd") if game.uci_options().is_none() => {
            Err("only chess is written in PGN and EPD".into())
        }
        Some("pgn") => of_pgn(text, &content, plies, game),
        Some("epd") => of_epd(&content, game),
        _ => Openings::parse_lines(&content, game),
    };
    read.map_err(|reason| format!("{text}, {reason}"))
}

/// The beginnings of games. Those that cannot be read, or are over by then, are reported and left out.
fn of_pgn(file: &str, content: &str, plies: u32, game: &AnyGame) -> Result<Openings, String> {
    let mut lines: Vec<Opening> = Vec::new();
    for (i, record) in pgn::read(content).into_iter().enumerate() {
        let opening = record.map_err(|error| error.to_string()).and_then(|record| {
            let opening = beginning(&record, plies, game);
            opening.map_err(|reason| format!("game {}: {reason}", i + 1))
        });
        match opening {
            // Games often begin alike.
            Ok(opening) if lines.contains(&opening) => (),
            Ok(opening) => lines.push(opening),
            Err(reason) => complain(&format!("{file}, {reason}; left out")),
        }
    }
    if lines.is_empty() { Err("no game".into()) } else { Ok(Openings::Lines(lines)) }
}

fn beginning(record: &pgn::Record, plies: u32, game: &AnyGame) -> Result<Opening, String> {
    let (chess, mut position) = record.start()?;
    let start = record.tag("FEN").map(|_| chess.fen(&position));
    let mut texts = Vec::new();
    for played in record.moves.iter().take(plies as usize) {
        texts.push(chess.move_text(&position, played.step));
        chess.advance(&mut position, played.step);
    }
    Opening::of_moves(game, start.as_deref(), &texts)
}

fn of_epd(content: &str, game: &AnyGame) -> Result<Openings, String> {
    let fen = |number, line: &str| {
        let epd = Epd::parse(line).map_err(|error| error.to_string())?;
        Ok((number, epd.game().fen(epd.position())))
    };
    let mut lines: Vec<String> = Vec::new();
    for read in position_lines(content, fen) {
        let (number, fen) = read?;
        // Lines that hold nothing stay, so that messages count as the file does.
        lines.resize(number - 1, String::new());
        lines.push(fen);
    }
    Openings::parse_lines(&lines.join("\n"), game)
}
