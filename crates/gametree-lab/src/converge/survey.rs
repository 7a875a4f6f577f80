//! The experiment: runs of several cells, on games that are solved first.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use gametree::Limits;
use gametree::job::{AnyGame, Job, JobError, Watcher};
use gametree::registry::Spec;
use gametree_arena::seeds::derived;
use gametree_arena::units::Series;

use super::follow::follow;
use super::row::{Cell, Header, RUN, Row, Rules};
use super::stopped::stopped;
use super::truth::Truth;

/// The version of the file's format.
const SCHEMA: u32 = 1;

/// The memory of a run, in bytes.
const MEMORY: usize = 1 << 30;

/// Selection rules that visit children in rounds until one is best.
const ROUNDS: [&str; 2] = ["greedy", "decaying"];

/// Opens games by name.
pub type Open<'a> = &'a (dyn Fn(&str) -> Result<AnyGame, String> + Sync);

/// Runs of several cells: the experiment. There is an example at the [top of the module](super).
pub struct Survey<'a> {
    open: Open<'a>,
    cells: Vec<Cell>,
    algorithms: Vec<Spec>,
    rules: Rules,
    /// The truth about the games that are the same in all runs.
    known: Vec<Option<(AnyGame, Truth)>>,
}

impl<'a> Survey<'a> {
    /// Runs of `cells`. Solves their games first: `watcher` follows that, and `stop` ends it.
    ///
    /// # Errors
    /// If a game or an algorithm is unknown, the one does not suit the other, or a game cannot be solved;
    /// one line says which.
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
            check(&game, algorithm).map_err(refused)?;
            known.push(if cell.game.contains(RUN) {
                None
            } else {
                let truth = Truth::of(&game, watcher, stop);
                Some((game, truth.map_err(|error| format!("{}: {error}", cell.game))?))
            });
        }
        Ok(Survey { open, cells, algorithms, rules, known })
    }

    /// The cells and rules alone, to find out what rows show: its games are not solved, and its units not run.
    pub(crate) fn of_rows(cells: Vec<Cell>, rules: Rules) -> Survey<'static> {
        let known = cells.iter().map(|_| None).collect();
        Survey {
            open: &|_| Err("only rows are read".into()),
            cells,
            algorithms: Vec::new(),
            rules,
            known,
        }
    }

    /// Length and meaning of runs.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The number of runs.
    pub fn units(&self) -> u64 {
        self.cells.len() as u64 * self.rules.runs
    }

    /// The algorithms and games.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The truth about a cell's game, if it is the same in all runs.
    pub fn truth(&self, cell: usize) -> Option<&Truth> {
        self.known[cell].as_ref().map(|(_, truth)| truth)
    }

    /// The cell and the run of a unit: the first runs of all cells come first.
    fn place(&self, unit: u64) -> (usize, u64) {
        let cells = self.cells.len() as u64;
        ((unit % cells) as usize, unit / cells)
    }
}

/// Checks that an algorithm can be followed on a game.
///
/// # Errors
/// If it cannot; says why.
fn check(game: &AnyGame, algorithm: &Spec) -> Result<(), String> {
    let text = |error: JobError| error.to_string();
    match game.stepper(algorithm, None, 1, Limits::none().memory(MEMORY)).map_err(text)? {
        Some(mut stepper) => {
            stepper.step().map_err(|e| text(e.into()))?.map(drop).ok_or_else(|| {
                "there are no steps to follow: it does not sample, or has nothing to find out"
                    .into()
            })
        }
        None => {
            let limits = Limits::none().leaves(1);
            let job = Job::new(Some(algorithm.clone())).limits(limits);
            game.run(&job, &mut ()).map(drop).map_err(text)
        }
    }
}

/// The algorithm with the seed of a run: its own seed (1 by default) is added to the experiment's.
fn seeded(algorithm: &Spec, seed: u64, run: u64) -> Spec {
    let mut algorithm = algorithm.clone();
    if let Some(own) = algorithm.get("seed").and_then(|own| own.parse::<u64>().ok()) {
        let seed = seed.wrapping_add(own).wrapping_sub(1);
        algorithm.set("seed", &derived(seed, run).to_string()).expect("every number is a seed");
    }
    algorithm
}

/// The header that identifies these runs.
pub fn header(cells: &[Cell], rules: Rules) -> Header {
    Header { schema: SCHEMA, experiment: "converge".into(), rules, cells: cells.to_vec() }
}

impl Series for Survey<'_> {
    type Header = Header;
    type Row = Row;

    fn header(&self) -> Header {
        header(&self.cells, self.rules)
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
        let limit = self.rules.limit;
        let limits = Limits::none().leaves(limit).memory(MEMORY).stop(Arc::clone(abandon));
        let stepper =
            game.stepper(&algorithm, None, seed, limits).map_err(|error| error.to_string())?;
        let rounds = algorithm
            .get("selection")
            .is_some_and(|rule| ROUNDS.iter().any(|r| rule.starts_with(r)));
        let row = match stepper {
            Some(mut stepper) => follow(&mut *stepper, truth, &self.rules, rounds)?,
            None => stopped(game, &algorithm, truth, limit, abandon)?,
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
