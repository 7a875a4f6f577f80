//! How long a search takes to come to its senses (Ramanujan, Sabharwal, Selman 2011, section 6).
//!
//! A run lets an algorithm loose on a game whose value is known, and notes the number of leaves after
//! which
//!
//! - it has *converged*: what it believes of the root stays within `1 - tau` of the truth, where all
//!   there is to get is counted from -1 to 1. For a game that is won that is the paper's definition:
//!   the smallest `t*` such that `v(t) >= tau` for all `t >= t*`. Only those who sample believe anything;
//! - the right move is *preferred* for good: the move it would play is right from then on;
//! - the value is *proven*.
//!
//! "For good" is as long as somebody looks: those who may prove until they have; others until [`PATIENCE`]
//! times as many leaves as the last of the first two took, and at least [`LEAST`]; nobody beyond the limit.
//!
//! Runs of all [`Cell`]s together are one experiment ([`units`](crate::units)): each depends on the cell,
//! the seed and its number alone.

mod depths;
mod escape;
mod follow;
pub mod formulas;
mod game;
mod scenarios;
mod stopped;
pub mod study;
mod summary;
mod traps;
mod truth;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use gametree::job::{AnyGame, Watcher};
use gametree::registry::Spec;
use serde::{Deserialize, Serialize};

pub use summary::{Mean, Summary, gone_astray, summarise};
pub use truth::Truth;

use crate::seeds::derived;
use crate::units::Experiment;

/// Runs are followed for so many times as long as they took.
pub const PATIENCE: u64 = 4;
/// Runs are followed for so many leaves at least.
pub const LEAST: u64 = 10_000;
/// What a run may store.
const MEMORY: usize = 1 << 30;

/// The paper's UCT: its constant .7 for values from -1 to 1 is .35 for rewards from 0 to 1.
pub const PAPERS_UCT: &str = "mcts:selection=ucb1,c=0.35";

/// What stands for the number of the run in the name of a game, so that every run has a tree of its own.
pub const RUN: &str = "{run}";

/// Opens games by name.
pub type Open<'a> = &'a (dyn Fn(&str) -> Result<AnyGame, String> + Sync);

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

    fn game_of(&self, run: u64) -> String {
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

/// Runs of several cells.
pub struct Survey<'a> {
    open: Open<'a>,
    cells: Vec<Cell>,
    algorithms: Vec<Spec>,
    rules: Rules,
    /// What is true of the games that are the same in all runs.
    known: Vec<Option<(AnyGame, Truth)>>,
}

impl<'a> Survey<'a> {
    /// Runs of `cells`. `watcher` sees how the truth about their games is found, which `stop` ends.
    ///
    /// # Errors
    /// If a game or an algorithm is not known, or one cannot play the other, or the truth about a game
    /// cannot be found; one line says which.
    pub fn new(
        open: Open<'a>,
        cells: Vec<Cell>,
        rules: Rules,
        watcher: &mut dyn Watcher,
        stop: &Arc<AtomicBool>,
    ) -> Result<Survey<'a>, String> {
        if !(rules.tau > 0.0 && rules.tau < 1.0) {
            return Err(format!("tau {} should be above 0 and below 1, such as 0.7", rules.tau));
        }
        if rules.runs.checked_mul(cells.len() as u64).is_none() {
            return Err(format!("{} runs of {} cells are too many", rules.runs, cells.len()));
        }
        let parse = |cell: &Cell| Spec::parse(&cell.algorithm).map_err(|error| error.to_string());
        let algorithms = cells.iter().map(parse).collect::<Result<Vec<_>, _>>()?;
        let mut known: Vec<Option<(AnyGame, Truth)>> = Vec::new();
        for (cell, algorithm) in cells.iter().zip(&algorithms) {
            let game = open(&cell.game_of(0))?;
            let refused = |error| format!("'{}' at {}: {error}", cell.algorithm, cell.game_of(0));
            truth::check(&game, algorithm).map_err(refused)?;
            known.push(if cell.game.contains(RUN) {
                None
            } else {
                let truth = Truth::of(&game, watcher, stop);
                Some((game, truth.map_err(|error| format!("{}: {error}", cell.game))?))
            });
        }
        Ok(Survey { open, cells, algorithms, rules, known })
    }

    /// Length and meaning of runs.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// How many runs there are.
    pub fn units(&self) -> u64 {
        self.cells.len() as u64 * self.rules.runs
    }

    /// Who runs where.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// What is true of a cell's game, if it is the same in all runs.
    pub fn truth(&self, cell: usize) -> Option<&Truth> {
        self.known[cell].as_ref().map(|(_, truth)| truth)
    }

    /// Which run of which cell a unit is: all first runs come first.
    fn place(&self, unit: u64) -> (usize, u64) {
        let cells = self.cells.len() as u64;
        ((unit % cells) as usize, unit / cells)
    }
}

/// The version of the file's format.
const SCHEMA: u32 = 1;

/// Rules of selection by which children are visited in rounds until one is best.
const ROUNDS: [&str; 2] = ["greedy", "decaying"];

/// The algorithm with the stream of a run: its own seed, 1 if nobody says, is added to the experiment's.
fn seeded(algorithm: &Spec, seed: u64, run: u64) -> Spec {
    let mut algorithm = algorithm.clone();
    if let Some(own) = algorithm.get("seed").and_then(|own| own.parse::<u64>().ok()) {
        let seed = seed.wrapping_add(own).wrapping_sub(1);
        algorithm.set("seed", &derived(seed, run).to_string()).expect("every number is a seed");
    }
    algorithm
}

impl Experiment for Survey<'_> {
    type Header = Header;
    type Row = Row;

    fn header(&self) -> Header {
        let experiment = "converge".into();
        Header { schema: SCHEMA, experiment, rules: self.rules, cells: self.cells.clone() }
    }

    fn unit(&self, number: u64, abandon: &Arc<AtomicBool>) -> Result<Row, String> {
        let (cell, run) = self.place(number);
        // The same run has the same stream in every cell.
        let algorithm = seeded(&self.algorithms[cell], self.rules.seed, run);
        let fresh;
        let (game, truth) = match &self.known[cell] {
            Some((game, truth)) => (game, truth),
            None => {
                let game = (self.open)(&self.cells[cell].game_of(run))?;
                let truth = Truth::of(&game, &mut (), abandon)?;
                fresh = (game, truth);
                (&fresh.0, &fresh.1)
            }
        };
        let seed = algorithm.get("seed").and_then(|seed| seed.parse().ok()).unwrap_or(0);
        let stepper =
            game.stepper(&algorithm, None, seed, MEMORY).map_err(|error| error.to_string())?;
        let rounds = algorithm
            .get("selection")
            .is_some_and(|rule| ROUNDS.iter().any(|r| rule.starts_with(r)));
        let row = match stepper {
            Some(mut stepper) => {
                follow::follow(&mut *stepper, truth, &self.rules, rounds, abandon)?
            }
            None => stopped::stopped(game, &algorithm, truth, self.rules.limit, abandon)?,
        };
        Ok(Row { cell, run, ..row })
    }

    fn recognise(&self, number: u64, row: &Row) -> Result<(), String> {
        if (row.cell, row.run) != self.place(number) {
            return Err(format!("run {number} of this experiment should be here"));
        }
        let moves = self.truth(row.cell).map(|truth| truth.moves.len());
        if !row.visits.is_empty() && moves.is_some_and(|moves| moves != row.visits.len()) {
            return Err("there are not as many visits as moves".into());
        }
        Ok(())
    }
}
