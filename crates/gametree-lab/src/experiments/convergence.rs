//! Studies of convergence as experiments: the runs of `gametree-lab converge STUDY --seed S`, with the same rows.

use gametree_arena::units::Series as _;

use super::bench::Bench;
use super::design::{About, Experiment, Scale};
use super::row::{Fields, Row, Unit};
use super::section::Section;
use crate::converge::study::{Study, findings, open};
use crate::converge::{self, Cell, Rules, Survey};

/// A study.
pub struct Convergence {
    /// What it is.
    pub about: About,
    /// Its name and parameters.
    pub study: fn(Scale) -> &'static str,
    /// The algorithms, if they are others than the study's own.
    pub algorithms: &'static [&'static str],
    /// How close to the truth counts as converged.
    pub tau: f64,
    /// How often each cell is run, at each scale.
    pub runs: [u64; 3],
    /// The limit of a run, in leaves.
    pub limit: u64,
    /// The caption of its figure.
    pub caption: &'static str,
    /// Adds what can be compared with the paper: from the cells and the rows.
    pub judge: fn(Section, &[Cell], &[converge::Row]) -> Section,
}

impl Convergence {
    fn study(&self, scale: Scale) -> Box<dyn Study> {
        let no_games = |_: &str| Err("studies bring their games".to_string());
        let algorithms = self.algorithms.iter().map(|it| it.to_string()).collect();
        open((self.study)(scale), algorithms, &no_games).expect("its name is known")
    }

    fn rules(&self, scale: Scale, seed: u64) -> Rules {
        let runs = self.runs[scale.pick(0, 1, 2)];
        Rules { tau: self.tau, runs, limit: self.limit, seed }
    }
}

/// A run of an algorithm on a game.
///
/// # Errors
/// If they do not suit each other.
pub fn run_cell(
    bench: &Bench<'_>,
    game: &str,
    algorithm: &str,
    rules: Rules,
    run: u64,
) -> Result<converge::Row, String> {
    let cell = Cell::new(game, algorithm);
    bench.study(algorithm, |open| {
        let survey = Survey::new(open, vec![cell], rules, &mut (), bench.abandon())?;
        // There is one cell, so that units are numbered by runs.
        survey.unit(run, bench.abandon())
    })
}

impl Experiment for Convergence {
    fn about(&self) -> About {
        self.about
    }

    fn units(&self, scale: Scale) -> Vec<Unit> {
        let rules = self.rules(scale, 0);
        let cells = self.study(scale).cells(&rules);
        let unit = |run: u64, (number, cell): (usize, &Cell)| {
            Unit::new()
                .with("cell", number)
                .with("run", run)
                .with("game", cell.game.clone())
                .with("algorithm", cell.algorithm.clone())
        };
        (0..rules.runs)
            .flat_map(|run| cells.iter().enumerate().map(move |cell| unit(run, cell)))
            .collect()
    }

    fn run(&self, unit: &Unit, bench: &Bench<'_>) -> Result<Fields, String> {
        let rules = Rules { runs: u64::MAX, ..self.rules(Scale::Full, bench.lab_seed()) };
        let (game, algorithm) = (unit.text("game"), unit.text("algorithm"));
        let row = run_cell(bench, game, algorithm, rules, unit.whole("run"))?;
        Ok(Fields::of(&converge::Row { cell: unit.whole("cell") as usize, ..row }))
    }

    fn summarise(&self, rows: &[Row]) -> Section {
        let mut cells: Vec<(u64, Cell)> = Vec::new();
        for row in rows {
            let number = row.unit.whole("cell");
            if !cells.iter().any(|(other, _)| *other == number) {
                cells.push((number, Cell::new(row.unit.text("game"), row.unit.text("algorithm"))));
            }
        }
        cells.sort_by_key(|(number, _)| *number);
        let cells: Vec<Cell> = cells.into_iter().map(|(_, cell)| cell).collect();
        let rules = self.rules(Scale::Full, 0);
        // Which scale it was shows in the cells; a part of them is not judged.
        let scales = [Scale::Tiny, Scale::Quick, Scale::Full];
        let fits = |scale: &Scale| self.study(*scale).cells(&rules) == cells;
        let Some(scale) = scales.into_iter().find(fits) else {
            return Section::default().trend("all kinds of trees were run", None);
        };
        let found: Vec<converge::Row> = rows.iter().filter_map(|row| row.found.read()).collect();
        let survey = Survey::of_rows(cells.clone(), rules);
        let findings = findings(&*self.study(scale), &survey, &found);
        (self.judge)(Section::default().findings(findings, self.caption), &cells, &found)
    }
}
