//! What is run, and the results, as they are in the file.

use serde::{Deserialize, Serialize};

/// The placeholder for the number of the run in the name of a game, so that every run has its own tree.
pub const RUN: &str = "{run}";

/// An algorithm on a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// The game's name; [`RUN`] in it is the number of the run, counted from 1.
    pub game: String,
    /// The algorithm's name.
    pub algorithm: String,
}

impl Cell {
    /// An algorithm on a game.
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
    /// A run has converged if it is within 1 - tau of the truth.
    pub tau: f64,
    /// How often each cell is run.
    pub runs: u64,
    /// The most leaves of a run.
    pub limit: u64,
    /// The seed of all runs.
    pub seed: u64,
}

/// The first line of the file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The version of the file's format.
    pub schema: u32,
    /// What kind of experiment it is.
    pub experiment: String,
    /// Length and meaning of runs.
    #[serde(flatten)]
    pub rules: Rules,
    /// The algorithms and games.
    pub cells: Vec<Cell>,
}

/// The result of a run, in numbers of leaves; `None` for events that did not happen within the limit. There
/// is an example at the [top of the module](super).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Which cell.
    pub cell: usize,
    /// Which run of it.
    pub run: u64,
    /// When its estimate came near the truth to stay.
    pub converged: Option<u64>,
    /// When it began to prefer a right move to stay.
    pub preferred: Option<u64>,
    /// When it proved the value.
    pub proven: Option<u64>,
    /// Whether the first move that seemed better than the others was right (for algorithms that do not
    /// sample, the move after one leaf); `None` if all are right, or none seemed better.
    pub favourable: Option<bool>,
    /// The visits of each move until it converged, or in all; empty for algorithms that do not sample.
    pub visits: Vec<u32>,
    /// The share of them that went to wrong moves; `None` if all moves are right.
    pub astray: Option<f64>,
    /// The estimate of the right moves then, from -1 to 1.
    pub believed: Option<f64>,
    /// The number of leaves in all.
    pub leaves: u64,
    /// Whether the memory was full, and the run ended there.
    pub full: bool,
}
