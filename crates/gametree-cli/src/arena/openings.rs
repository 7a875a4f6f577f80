//! How the games of a match begin: `--openings`.

use std::path::Path;

use gametree::job::AnyGame;
use gametree_arena::Openings;
use gametree_machine::input;

#[cfg(feature = "chess")]
use super::pgn;

/// The most random moves of an opening.
const MOST_RANDOM: u32 = 1000;

/// Reads `random:K`, or a file; of a game in PGN the first `plies` moves.
pub fn read(
    text: &str,
    #[cfg_attr(not(feature = "chess"), allow(unused))] plies: u32,
    game: &AnyGame,
) -> Result<Openings, String> {
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
        #[cfg(feature = "chess")]
        Some("pgn") => pgn::openings(text, &content, plies, game),
        #[cfg(feature = "chess")]
        Some("epd") => pgn::openings_of_epd(&content, game),
        _ => Openings::parse_lines(&content, game),
    };
    read.map_err(|reason| format!("{text}, {reason}"))
}
