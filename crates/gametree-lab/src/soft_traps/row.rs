//! A position, and what every estimator thinks of its moves: one line of the file.

use serde::{Deserialize, Serialize};

use super::estimators::Estimator;

/// A position and its moves. Values are MAX's, as the game counts them; rewards are MAX's, from 0 to 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// Its number, from 1.
    pub number: u64,
    /// The number of its game, from 1.
    pub game: u64,
    /// How many moves were made before it.
    pub ply: u32,
    /// The position, in the game's notation, with all that came before.
    pub position: String,
    /// What the position is called where that is too long; for chess, its FEN.
    pub name: String,
    /// Whether MAX moves.
    pub max: bool,
    /// The move that was made in the game, if it went on.
    pub played: Option<String>,
    /// The nodes of the searches for the values.
    pub nodes: u64,
    /// The moves.
    pub moves: Vec<MoveRow>,
}

/// A move, and what every estimator thinks of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveRow {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its minimax values at depths 1, 2, and so on. The move itself is the first ply, so that the first value is
    /// the evaluation of the position after it.
    pub values: Vec<f64>,
    /// The fewest plies after the move in which the opponent can force a win, if that is within the depth.
    pub lost_in: Option<u32>,
    /// The mean reward of random playouts.
    pub random: Option<f64>,
    /// The mean reward of playouts between players who look one ply ahead.
    pub greedy: Option<f64>,
    /// The mean reward of playouts between players who look as far ahead as the shallow search.
    pub weak: Option<f64>,
}

impl Row {
    /// 1 if MAX moves, -1 if MIN does.
    fn sign(&self) -> f64 {
        if self.max { 1.0 } else { -1.0 }
    }

    /// The values of all moves at a depth, for the player to move.
    pub fn values(&self, depth: u32) -> Vec<f64> {
        let at = |mv: &MoveRow| mv.values.get(depth as usize - 1).copied();
        self.moves.iter().map(|mv| self.sign() * at(mv).unwrap_or(f64::NAN)).collect()
    }

    /// What an estimator thinks of all moves, for the player to move; `None` if it was not asked.
    pub fn estimates(&self, by: Estimator) -> Option<Vec<f64>> {
        let reward = |of: fn(&MoveRow) -> Option<f64>| {
            let own = |mv: &MoveRow| of(mv).map(|reward| self.sign() * (reward - 0.5) + 0.5);
            self.moves.iter().map(own).collect()
        };
        match by {
            Estimator::Minimax(depth) => Some(self.values(depth)),
            Estimator::Random => reward(|mv| mv.random),
            Estimator::Greedy => reward(|mv| mv.greedy),
            Estimator::Weak(_) => reward(|mv| mv.weak),
        }
    }
}
