//! One game: how long it takes, after favourable and unfavourable starts, and where the rollouts went.

use super::study::{Figure, Findings, Options, Study, Table};
use super::{Cell, Mean, Row, Rules, Survey, Truth, summarise};

struct OneGame(Vec<Cell>);

pub(super) fn build(game: &str, options: &Options) -> Result<Box<dyn Study>, String> {
    let algorithms = match options.algorithms.as_slice() {
        [] => &[super::PAPERS_UCT.to_string()],
        named => named,
    };
    let cells = algorithms.iter().map(|algorithm| Cell::new(game, algorithm)).collect();
    Ok(Box::new(OneGame(cells)))
}

/// What may happen in a run.
type Event = (&'static str, fn(&Row) -> Option<u64>);

pub(super) const EVENTS: [Event; 3] = [
    ("converged", |row| row.converged),
    ("right move preferred", |row| row.preferred),
    ("proven", |row| row.proven),
];

/// A start and which runs began with it.
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
            "runs",
            "start",
            "when",
            "happened",
            "leaves",
            "95 %",
            "median",
            "gone astray",
            "believed",
        ];
        let tables = self.0.iter().enumerate().map(|(cell, Cell { algorithm, .. })| {
            let mut table = Table::new(algorithm, &columns);
            for (start, began) in STARTS {
                let of_start = || rows.iter().filter(move |row| row.cell == cell && began(row));
                if of_start().next().is_some() {
                    table.rows.extend(EVENTS.iter().map(|event| line(start, event, of_start)));
                }
            }
            table
        });
        let moves = self.0.iter().enumerate().filter_map(|(cell, Cell { algorithm, .. })| {
            let of_cell = rows.iter().filter(|row| row.cell == cell && !row.visits.is_empty());
            moves(algorithm, survey.truth(cell)?, &of_cell.collect::<Vec<_>>())
        });
        let tables = tables.chain(moves).collect();
        Findings { tables, remarks: remarks(rows), panels: Vec::new() }
    }
}

fn line<'r, I: Iterator<Item = &'r Row>>(
    start: &str,
    &(name, when): &Event,
    rows: impl Fn() -> I,
) -> Vec<Figure> {
    let summary = summarise(rows(), when);
    let average = |what: fn(&Row) -> Option<f64>| {
        // Both belong to the moment of convergence.
        let values: Vec<f64> = rows().filter_map(what).collect();
        Mean::of(&values).filter(|_| name == EVENTS[0].0).map(|mean| mean.value)
    };
    vec![
        Figure::text(start),
        Figure::text(name),
        Figure::Count(summary.runs as f64),
        Figure::Count(summary.happened as f64),
        if summary.happened == 0 { Figure::NOTHING } else { summary.figure() },
        summary.interval(),
        summary.median.map_or(Figure::NOTHING, Figure::Count),
        average(|row| row.astray).map_or(Figure::NOTHING, Figure::Share),
        average(|row| row.believed).map_or(Figure::NOTHING, |mean| Figure::Number(mean, 3)),
    ]
}

/// Where the rollouts went, move by move, until convergence.
fn moves(algorithm: &str, truth: &Truth, rows: &[&Row]) -> Option<Table> {
    let title = format!("{algorithm}: rollouts through each move until it converged");
    let mut table = Table::new(title, &["move", "right", "share", "visits"]);
    for (i, (mv, right)) in truth.moves.iter().enumerate() {
        let visits: Vec<f64> = rows.iter().map(|row| f64::from(row.visits[i])).collect();
        let all = |row: &Row| row.visits.iter().map(|&n| f64::from(n)).sum::<f64>().max(1.0);
        let shares: Vec<f64> = rows.iter().zip(&visits).map(|(row, n)| n / all(row)).collect();
        table.rows.push(vec![
            Figure::text(mv),
            Figure::text(if *right { "yes" } else { "no" }),
            Figure::Share(Mean::of(&shares)?.value),
            Figure::Count(Mean::of(&visits)?.value),
        ]);
    }
    Some(table)
}

fn remarks(rows: &[Row]) -> Vec<String> {
    let mut remarks = vec![
        "gone astray: the share of rollouts through wrong moves until it converged; believed: what the \
         right moves seemed to be worth then, from -1 to 1"
            .into(),
    ];
    if rows.iter().any(|row| row.full) {
        remarks.push("some runs ended because their memory was full".into());
    }
    remarks
}
