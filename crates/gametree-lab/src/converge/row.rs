//! What is run and what came of it, as it stands in the file.

use serde::{Deserialize, Serialize};

/// What stands for the number of the run in the name of a game, so that every run has a tree of its own.
pub const RUN: &str = "{run}";

/// An algorithm at a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// The game's name; [`RUN`] in it is the number of the run, counted from 1.
    pub game: String,
    /// The algorithm's.
    pub algorithm: String,
}

impl Cell {
    /// An algorithm at a game.
    pub fn new(game: impl Into<String>, algorithm: impl Into<String>) -> Cell {
        Cell { game: game.into(), algorithm: algorithm.into() }
    }

    /// The game of a run, which is counted from 0.
    pub(super) fn game_of(&self, run: u64) -> String {
        self.game.replace(RUN, &(run + 1).to_string())
    }
}

/// How long runs are, and what counts as convergence.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rules {
    /// How near to the truth is near enough: 1 - tau.
    pub tau: f64,
    /// How often each cell is run.
    pub runs: u64,
    /// The most leaves of a run.
    pub limit: u64,
    /// Which runs.
    pub seed: u64,
}

/// What is written first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The version of the file's format.
    pub schema: u32,
    /// What kind of experiment it is.
    pub experiment: String,
    /// Length and meaning of runs.
    #[serde(flatten)]
    pub rules: Rules,
    /// Who runs where.
    pub cells: Vec<Cell>,
}

/// What came of a run: after how many leaves. Nothing where that did not happen within the limit.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Which cell.
    pub cell: usize,
    /// Which run of it.
    pub run: u64,
    /// What it believes stays near the truth from then on.
    pub converged: Option<u64>,
    /// The move it would play is right from then on.
    pub preferred: Option<u64>,
    /// It knows the value.
    pub proven: Option<u64>,
    /// Whether the first move that seemed better than the others was right, or, to those who prove, the one
    /// that they would have played after one leaf; nothing if all are right, or none seemed better.
    pub favourable: Option<bool>,
    /// How many rollouts went through each move until it converged, or in all; nothing of those who do
    /// not sample.
    pub visits: Vec<u32>,
    /// What share of them went through wrong moves; nothing if all are right.
    pub astray: Option<f64>,
    /// What the right moves seemed to be worth then, from -1 to 1.
    pub believed: Option<f64>,
    /// How many leaves were looked at in all.
    pub leaves: u64,
    /// Whether the memory was too small, and the run ended there.
    pub full: bool,
}
