//! The games of a PGN file, as studies of games read them.

use std::path::Path;

use gametree::{Game, Notation, Turn};
use gametree_chess::pgn::{self, Record};
use gametree_machine::input;

use crate::soft_traps::Played;

/// All games of a file that can be read, and what is wrong with the others.
pub fn read(path: &Path) -> Result<(Vec<Played>, Vec<String>), String> {
    let shown = path.display();
    let bytes = input::read(path).map_err(|error| format!("cannot read {shown}: {error}"))?;
    // Names of players may be in any encoding; moves are ASCII.
    let text = String::from_utf8_lossy(&bytes);
    let (mut games, mut wrong) = (Vec::new(), Vec::new());
    for (number, record) in (1..).zip(pgn::read(&text)) {
        match record {
            Ok(record) => match played(number, &record) {
                Ok(game) => games.push(game),
                Err(reason) => wrong.push(format!("game {number}: {reason}")),
            },
            Err(error) => wrong.push(error.to_string()),
        }
    }
    if games.iter().all(|game| game.moves.is_empty()) {
        let why = wrong.first().map(|first| format!(" ({first})")).unwrap_or_default();
        return Err(format!("{shown} has no game of chess that can be read{why}"));
    }
    Ok((games, wrong))
}

fn played(number: u64, record: &Record) -> Result<Played, String> {
    let (game, mut position) = record.start()?;
    if game.is_shuffled() {
        return Err("games of Chess960 are left out".into());
    }
    let start = record.tag("FEN").map(|_| game.fen(&position)).unwrap_or_default();
    let (mut moves, mut names) = (Vec::new(), vec![game.fen(&position)]);
    for played in &record.moves {
        // The players may have gone on after a draw that neither of them claimed.
        if let Turn::Terminal(_) = game.judge(&position) {
            break;
        }
        moves.push(game.move_text(&position, played.step));
        game.advance(&mut position, played.step);
        names.push(game.fen(&position));
    }
    let tag = |name| record.tag(name).unwrap_or("?");
    let title = format!("{} - {}, {}", tag("White"), tag("Black"), tag("Event"));
    Ok(Played { number, title, start, moves, names })
}
