//! The games whose positions are studied: those of a file, or our own.

use gametree::job::AnyGame;

use crate::arena::Openings;
use crate::experiments::bench::Bench;
use crate::experiments::row::{Row, Unit};
use crate::soft_traps::{Played, Source, Survey, Terms};

/// How near to the best a move of a player in a playout may be, and how near to each other values of equal moves
/// are, in pawns; the same for rewards.
pub const TIE: f64 = 0.1;
pub const TIE_OF_REWARDS: f64 = 0.05;

/// The depth of the shallow search.
pub const SHALLOW: u32 = 2;

/// A game number `index` of those that were given; without them, of a player against itself, who may look at so
/// many nodes per move.
fn played(bench: &Bench<'_>, index: u64, nodes: u64) -> Result<Played, String> {
    let given = bench.played();
    if !given.is_empty() {
        return Ok(given[index as usize % given.len()].clone());
    }
    let player = format!("selective:nodes={nodes}");
    // Of two games with one opening, one: players of the same kind would play them alike.
    let record = bench.play("chess", &[player.clone(), player], Openings::Random(4), 2 * index)?;
    let moves: Vec<String> = record.opening.into_iter().chain(record.moves).collect();
    let (title, start, names) = ("self-play".into(), String::new(), Vec::new());
    Ok(Played { number: index + 1, title, start, moves, names })
}

/// A survey of `each` positions of the game of a unit, or of all.
pub fn survey<'g>(
    chess: &'g AnyGame,
    unit: &Unit,
    bench: &Bench<'_>,
    each: Option<u64>,
) -> Result<Survey<'g>, String> {
    let game = played(bench, unit.whole("game"), unit.whole("nodes"))?;
    let terms = Terms {
        shallow: SHALLOW,
        deep: unit.whole("deep") as u32,
        playouts: unit.whole("playouts") as u32,
        tie: TIE,
        from_ply: 0,
        seed: bench.seed(),
    };
    Survey::new(chess, "chess", Source::Games(vec![game]), each, terms)
}

/// Where the games come from, in words.
pub fn origin(bench: &Bench<'_>) -> &'static str {
    if bench.played().is_empty() { "self-play" } else { "a file" }
}

/// A remark that says so.
pub fn remark(rows: &[Row]) -> String {
    let own = rows.first().is_some_and(|row| row.found.text("from") == "self-play");
    let what = if own {
        "games of selective against itself, since none were given (--pgn FILE)"
    } else {
        "games of the file that was given"
    };
    format!("Positions are from {what}.")
}
