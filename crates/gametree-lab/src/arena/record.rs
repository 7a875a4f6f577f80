//! What is written about a game.

use serde::{Deserialize, Serialize, Serializer};

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// Its number, from 1.
    pub number: u64,
    /// Who was MAX, the first player: a place among the players, from 0.
    pub max: usize,
    /// Who was MIN.
    pub min: usize,
    /// The position it began at, if that is not the start of the game.
    pub position: Option<String>,
    /// The moves that were made for the players.
    pub opening: Vec<String>,
    /// The moves that they made, and what chance did meanwhile.
    pub moves: Vec<String>,
    /// What it was worth to MAX; nothing if it did not come to an end.
    #[serde(serialize_with = "plainly")]
    pub value: Option<f64>,
    /// Who won.
    pub result: Winner,
    /// Why it ended.
    pub reason: Reason,
}

/// Who won a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Winner {
    /// The first player.
    Max,
    /// Nobody.
    Draw,
    /// The second player.
    Min,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Reason {
    /// It was over.
    Over,
    /// It went on for too long.
    Long,
}

impl Winner {
    /// Who won a game that was worth `value`; a game without an end is a draw.
    pub(super) fn of(value: Option<f64>, middle: f64) -> Winner {
        match value {
            Some(value) if value > middle => Winner::Max,
            Some(value) if value < middle => Winner::Min,
            _ => Winner::Draw,
        }
    }

    /// The half points of MAX.
    pub fn half_points(self) -> usize {
        match self {
            Winner::Max => 2,
            Winner::Draw => 1,
            Winner::Min => 0,
        }
    }
}

/// Whole numbers without a decimal point.
fn plainly<S: Serializer>(value: &Option<f64>, to: S) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) if value.fract() == 0.0 && value.abs() < 9e15 => (*value as i64).serialize(to),
        value => value.serialize(to),
    }
}
