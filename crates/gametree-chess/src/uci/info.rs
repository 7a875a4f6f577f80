//! What a search has found, as lines of the protocol.

use gametree::{Game, Kind, MoveText, Notation, Outcome};

use crate::{Chess, Position};

/// The line or lines about what was found so far.
pub fn lines(game: &Chess, position: &Position, report: &Outcome) -> Vec<String> {
    let ahead = report.ahead.clone().unwrap_or_default();
    let seconds = report.elapsed.as_secs_f64();
    let speed = report.counts.nodes as f64 / seconds.max(1e-3);
    let depth = report.depth.unwrap_or(1);
    let effort = format!(
        "nodes {} nps {} hashfull {} time {}",
        report.counts.nodes,
        speed as u64,
        ahead.table_used,
        report.elapsed.as_millis()
    );
    // Searches that sample list every move; only the best is of interest.
    let most = if report.ahead.is_some() { report.moves.len() } else { 1 };
    let each = report.moves.iter().take(most).enumerate().map(|(i, tried)| {
        let ends_in = ahead.ends_in.get(i).copied().flatten();
        let score = score(game, tried.mean.unwrap_or(0.5), ends_in, report.turn);
        let deepest = ahead.deepest.max(depth);
        let pv = coordinates(game, position, &tried.pv).join(" ");
        let line = i + 1;
        format!(
            "info depth {depth} seldepth {deepest} multipv {line} score {score} {effort} pv {pv}"
        )
    });
    each.collect()
}

/// MAX's share as a score for the player to move.
fn score(game: &Chess, mean: f64, ends_in: Option<u32>, turn: Option<Kind>) -> String {
    let sign = if turn == Some(Kind::Min) { -1.0 } else { 1.0 };
    let mean = if sign < 0.0 { 1.0 - mean } else { mean };
    match ends_in {
        Some(plies) if mean > 0.5 => format!("mate {}", plies.div_ceil(2)),
        Some(plies) => format!("mate -{}", plies.div_ceil(2)),
        None => format!("cp {}", game.centipawns(2.0 * mean - 1.0).round() as i64),
    }
}

/// Moves as programs exchange them.
pub fn coordinates(game: &Chess, position: &Position, moves: &[MoveText]) -> Vec<String> {
    let mut position = position.clone();
    let mut texts = Vec::new();
    for text in moves {
        let Ok(step) = game.parse_move(&position, text) else { break };
        texts.push(game.coordinates_of(&position, step));
        game.advance(&mut position, step);
    }
    texts
}
