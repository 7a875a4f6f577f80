//! How games begin.

use gametree::job::{AnyGame, Board};
use gametree::{Draws, Kind, Turn};
use serde_json::Value;

/// How games begin.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Openings {
    /// After so many random moves from the start, none of which ends the game.
    Random(u32),
    /// At these positions in turn, the first couple of every pair at the first.
    Positions(Vec<String>),
}

/// How a game begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// A position, the start if it is nothing...
    pub position: Option<String>,
    /// ...and moves from there.
    pub moves: Vec<u32>,
}

impl Opening {
    /// The moves as people write them.
    ///
    /// # Errors
    /// If the position is none.
    pub(super) fn texts(&self, game: &AnyGame) -> Result<Vec<String>, String> {
        let mut board = game.board(self.position.as_deref()).map_err(|error| error.to_string())?;
        let text = |&mv: &u32| {
            let text = board.text(mv);
            board.play(mv);
            text
        };
        Ok(self.moves.iter().map(text).collect())
    }
}

/// How the position at which the game starts is written, which has no moves.
const START: &str = "start";

impl Openings {
    /// The positions in a text, one a line; empty lines and those that begin with # do not count.
    ///
    /// # Errors
    /// If there are none, or one is no position at which somebody moves; the message says in which line.
    pub fn parse_lines(text: &str, game: &AnyGame) -> Result<Openings, String> {
        let mut positions = Vec::new();
        for (i, line) in text.lines().map(str::trim).enumerate() {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let wrong = |reason: String| format!("line {}: {reason}", i + 1);
            let board = game.board(Some(line).filter(|&text| text != START));
            let board = board.map_err(|error| wrong(error.to_string()))?;
            if let Turn::Terminal(_) = board.turn() {
                return Err(wrong("the game is over there".into()));
            }
            positions.push(line.to_string());
        }
        if positions.is_empty() {
            Err("no position".into())
        } else {
            Ok(Openings::Positions(positions))
        }
    }

    /// As it stands in a header.
    pub(super) fn described(&self) -> Value {
        match self {
            Openings::Random(plies) => format!("random:{plies}").into(),
            Openings::Positions(positions) => positions.clone().into(),
        }
    }

    /// The opening of couple number `round` of a pair.
    pub(super) fn choose(&self, game: &AnyGame, round: u64, seed: u64) -> Result<Opening, String> {
        match self {
            Openings::Positions(positions) => {
                let text = &positions[(round % positions.len() as u64) as usize];
                let position = Some(text.clone()).filter(|text| text != START);
                Ok(Opening { position, moves: Vec::new() })
            }
            Openings::Random(plies) => {
                let mut board = game.board(None).map_err(|error| error.to_string())?;
                wander(&mut board, *plies, &mut Draws::new(seed));
                Ok(Opening { position: None, moves: board.played().to_vec() })
            }
        }
    }
}

/// Makes random moves of the players, and what chance does before each. Ends early where every move
/// would end the game.
fn wander(board: &mut Board<'_>, plies: u32, draws: &mut Draws) {
    let mut left = plies;
    while left > 0 {
        let Turn::Inner(kind) = board.turn() else { return };
        let Some(mv) = draw(board, draws) else { return };
        board.play(mv);
        left -= u32::from(kind != Kind::Chance);
    }
}

/// One of the moves that do not end the game, if there are any.
fn draw(board: &mut Board<'_>, draws: &mut Draws) -> Option<u32> {
    let mut moves = board.likely_moves();
    moves.retain(|&(mv, _)| {
        board.play(mv);
        let goes_on = matches!(board.turn(), Turn::Inner(_));
        board.take_back();
        goes_on
    });
    let all: f64 = moves.iter().map(|(_, weight)| weight).sum();
    let weights: Vec<f64> = moves.iter().map(|(_, weight)| weight / all).collect();
    (all > 0.0).then(|| moves[draws.index_by_weight(&weights)].0)
}
