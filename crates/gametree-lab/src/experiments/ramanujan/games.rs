//! The games whose positions are studied: those of a file, or our own.

use gametree::job::AnyGame;
use gametree_arena::Openings;

use crate::experiments::bench::Bench;
use crate::experiments::row::{Row, Unit};
use crate::soft_traps::{Played, Source, Survey, Terms};

/// Values that differ by no more than this, in pawns, are ties; players in playouts choose among such moves at random.
pub const TIE: f64 = 0.1;
/// Mean rewards of playouts that differ by no more than this are ties.
pub const TIE_OF_REWARDS: f64 = 0.05;

/// The depth of the shallow search.
pub const SHALLOW: u32 = 2;

/// Game number `index` of those that were given, if there are so many; if none were given, of a player against itself
/// with so many nodes per move.
pub fn played(bench: &Bench<'_>, index: u64, nodes: u64) -> Result<Option<Played>, String> {
    let given = bench.played();
    if !given.is_empty() {
        // A game that came up twice would make intervals too narrow.
        return Ok(given.get(index as usize).cloned());
    }
    let player = format!("selective:nodes={nodes}");
    // Of two games with one opening, one: players of the same kind would play them alike.
    let record = bench.play("chess", &[player.clone(), player], Openings::Random(4), 2 * index)?;
    let moves: Vec<String> = record.opening.into_iter().chain(record.moves).collect();
    let (title, start, names) = ("self-play".into(), String::new(), Vec::new());
    Ok(Some(Played { number: index + 1, title, start, moves, names }))
}

/// A survey of `each` positions of the game of a unit, or of all; `None` if the file has no such game, or no move of it.
pub fn survey<'g>(
    chess: &'g AnyGame,
    unit: &Unit,
    bench: &Bench<'_>,
    each: Option<u64>,
) -> Result<Option<Survey<'g>>, String> {
    let Some(game) = played(bench, unit.whole("game"), unit.whole("nodes"))? else {
        return Ok(None);
    };
    let terms = Terms {
        shallow: SHALLOW,
        deep: unit.whole("deep") as u32,
        playouts: unit.whole("playouts") as u32,
        tie: TIE,
        from_ply: 0,
        seed: bench.seed(),
    };
    let survey = Survey::new(chess, "chess", Source::Games(vec![game]), each, terms)?;
    Ok(Some(survey).filter(|survey| survey.positions() > 0))
}

/// Where the games come from, for the rows.
pub fn origin(bench: &Bench<'_>) -> &'static str {
    if bench.played().is_empty() { OWN } else { "file" }
}

const OWN: &str = "self-play";

/// The same as a remark.
pub fn remark(rows: &[Row]) -> &'static str {
    let own = rows.first().is_some_and(|row| row.found.text("from") == OWN);
    if own {
        "No games were given (--pgn FILE): the positions are from games of selective against itself."
    } else {
        "The positions are from the games that were given."
    }
}
