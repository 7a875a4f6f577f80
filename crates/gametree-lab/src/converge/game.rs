//! One game: convergence times, after favourable and unfavourable starts, and the visits of the moves.

use super::conclusion::Conclusion;
use super::design::{Options, PAPERS_UCT, Study};
use super::findings::Findings;
use super::row::{Cell, Row, Rules};
use super::summary::{CONVERGED, Event, Mean, PREFERRED, PROVEN, gone_astray, summarise};
use super::survey::Survey;
use super::truth::Truth;
use crate::{Figure, Table};

struct OneGame(Vec<Cell>);

pub(super) fn build(game: &str, options: &Options) -> Result<Box<dyn Study>, String> {
    let algorithms = match options.algorithms.as_slice() {
        [] => &[PAPERS_UCT.to_string()],
        named => named,
    };
    let cells = algorithms.iter().map(|algorithm| Cell::new(game, algorithm)).collect();
    Ok(Box::new(OneGame(cells)))
}

const EVENTS: [Event; 3] = [CONVERGED, PREFERRED, PROVEN];

/// A kind of start and which runs had it.
type Start = (&'static str, fn(&Row) -> bool);

const STARTS: [Start; 3] = [
    ("all", |_| true),
    ("favourable", |row| row.favourable == Some(true)),
    ("unfavourable", |row| row.favourable == Some(false)),
];

impl Study for OneGame {
    fn cells(&self, _: &Rules) -> Vec<Cell> {
        self.0.clone()
    }

    fn findings(&self, survey: &Survey<'_>, rows: &[Row]) -> Findings {
        let columns = [
            "start",
            "event",
            "runs",
            "happened in",
            "mean leaves",
            "95 %",
            "median",
            "gone astray",
            "believed worth",
        ];
        let tables = self.0.iter().enumerate().map(|(cell, Cell { algorithm, .. })| {
            let mut table = Table::new(algorithm, &columns);
            for (start, began) in STARTS {
                let of_start = || rows.iter().filter(move |row| row.cell == cell && began(row));
                // Without sampling there is no estimate.
                let samples = of_start().any(|row| !row.visits.is_empty());
                let events = if samples { &EVENTS[..] } else { &EVENTS[1..] };
                if of_start().next().is_some() {
                    table.rows.extend(events.iter().map(|event| line(start, event, of_start)));
                }
            }
            table
        });
        let moves = self.0.iter().enumerate().filter_map(|(cell, Cell { algorithm, .. })| {
            let of_cell = rows.iter().filter(|row| row.cell == cell && !row.visits.is_empty());
            moves(algorithm, survey.truth(cell)?, &of_cell.collect::<Vec<_>>())
        });
        let tables = tables.chain(moves).collect();
        let conclusion = Conclusion::of(&self.0, rows, &EVENTS);
        Findings {
            tables,
            remarks: REMARKS.map(String::from).to_vec(),
            panels: Vec::new(),
            conclusion,
        }
    }
}

fn line<'r, I: Iterator<Item = &'r Row>>(
    start: &str,
    &(name, when): &Event,
    rows: impl Fn() -> I,
) -> Vec<Figure> {
    let summary = summarise(rows(), when);
    // Columns for the moment of convergence.
    let is_convergence = name == CONVERGED.0;
    let astray = gone_astray(rows()).filter(|_| is_convergence);
    let believed: Vec<f64> = rows().filter_map(|row| row.believed).collect();
    let believed = Mean::of(&believed).filter(|_| is_convergence);
    vec![
        Figure::text(start),
        Figure::text(name),
        Figure::Count(summary.runs as f64),
        Figure::Count(summary.happened as f64),
        if summary.happened == 0 { Figure::NOTHING } else { summary.figure() },
        summary.interval(),
        summary.median.map_or(Figure::NOTHING, Figure::Count),
        astray.map_or(Figure::NOTHING, Figure::Share),
        believed.map_or(Figure::NOTHING, |mean| Figure::Number(mean.value, 3)),
    ]
}

/// The visits of each move until convergence.
fn moves(algorithm: &str, truth: &Truth, rows: &[&Row]) -> Option<Table> {
    let title = format!("{algorithm}: rollouts through each move until it converged");
    let mut table = Table::new(title, &["move", "right", "share", "visits"]);
    let all: f64 = rows.iter().flat_map(|row| &row.visits).map(|&n| f64::from(n)).sum();
    for (i, (mv, right)) in truth.moves.iter().enumerate() {
        let visits: f64 = rows.iter().map(|row| f64::from(row.visits[i])).sum();
        table.rows.push(vec![
            Figure::text(mv),
            Figure::text(if *right { "yes" } else { "no" }),
            Figure::Share(visits / all.max(1.0)),
            Figure::Count(visits / rows.len() as f64),
        ]);
    }
    (!rows.is_empty()).then_some(table)
}

const REMARKS: [&str; 3] = [
    "start: favourable if the first move that seemed better than the others was right",
    "mean leaves: until it happened; > if it did not happen in all runs; the others count with their last leaf",
    "gone astray: the share of all rollouts through wrong moves until convergence; believed worth: what the right \
     moves seemed to be worth then, from -1 to 1",
];
