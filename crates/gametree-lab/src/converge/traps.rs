//! The paper's second experiment: MAX and MIN each have a strategy, shallow, in the middle or deep, and the
//! trap looks better than the win (Tables 2 and 3).

use super::conclusion::Conclusion;
use super::design::{Options, Study};
use super::findings::Findings;
use super::row::{Cell, Row, Rules};
use super::summary::{gone_astray, summarise};
use super::survey::Survey;
use crate::{Figure, Table};

/// The levels of depth of a strategy.
pub(crate) const LEVELS: [&str; 3] = ["shallow", "mid-level", "deep"];

/// MAX's second critical depth by level; the first is the root.
const MAX: [u32; 3] = [2, 10, 18];
/// MIN's critical depths.
const MIN: [[u32; 2]; 3] = [[1, 3], [9, 11], [17, 19]];

/// Figures by MAX's level, MIN's level, and whether the start was favourable (first) or not.
pub(crate) type Grid = [[[f64; 2]; 3]; 3];

/// Table 2: rollouts to convergence.
pub(crate) const TABLE_2: Grid = [
    [[36.0, 148.0], [77.0, 610.0], [560.0, 3_800.0]],
    [[950.0, 1_000.0], [1_500.0, 1_900.0], [7_900.0, 13_000.0]],
    [[16_000.0, 16_000.0], [17_000.0, 17_000.0], [30_000.0, 33_000.0]],
];

/// Table 3: the share of the visits to the wrong subtree.
pub(crate) const TABLE_3: Grid = [
    [[0.33, 0.21], [0.34, 0.30], [0.40, 0.36]],
    [[0.03, 0.04], [0.14, 0.16], [0.31, 0.31]],
    [[0.002, 0.003], [0.018, 0.02], [0.16, 0.16]],
];

/// The relative difference up to which a number counts as near the paper's.
pub(crate) const NEAR: f64 = 0.25;

struct Traps {
    algorithm: String,
    tree: u64,
}

pub(super) fn build(options: &Options) -> Result<Box<dyn Study>, String> {
    options.only(&["seed"])?;
    let tree = options.get("seed", 1, |_| true, "a whole number of at most 64 bits")?;
    Ok(Box::new(Traps { algorithm: options.one_algorithm()?, tree }))
}

/// All places of the grids.
fn places() -> impl Iterator<Item = [usize; 3]> {
    (0..3).flat_map(|max| (0..3).flat_map(move |min| (0..2).map(move |start| [max, min, start])))
}

impl Study for Traps {
    /// The nine trees of depth 20, MAX's level first.
    fn cells(&self, _: &Rules) -> Vec<Cell> {
        let tree = self.tree;
        let game = |x2: u32, [y1, y2]: [u32; 2]| {
            format!("implanted:d=20,max=0/{x2},min={y1}/{y2},bias=0/0.5,seed={tree}")
        };
        let pairs = MAX.iter().flat_map(|&max| MIN.iter().map(move |&min| (max, min)));
        pairs.map(|(max, min)| Cell::new(game(max, min), &self.algorithm)).collect()
    }

    fn findings(&self, _: &Survey<'_>, rows: &[Row]) -> Findings {
        let of = |[max, min, start]: [usize; 3]| {
            let cell = 3 * max + min;
            rows.iter().filter(move |row| row.cell == cell && row.favourable == Some(start == 0))
        };
        let columns = [
            "MAX's strategy",
            "MIN's",
            "start",
            "runs",
            "rollouts",
            "95 %",
            "median",
            "paper",
            "ratio",
        ];
        let mut times = Table::new("Rollouts until convergence (Table 2)", &columns);
        let columns = ["MAX's strategy", "MIN's", "start", "gone astray", "paper"];
        let mut shares = Table::new("Visits of the wrong subtree (Table 3)", &columns);
        let mut near = 0;
        for place @ [max, min, start] in places() {
            let name = ["favourable", "unfavourable"][start];
            let names = [LEVELS[max], LEVELS[min], name].map(Figure::text);
            let summary = summarise(of(place), |row| row.converged);
            let mean = summary.mean.filter(|_| summary.happened == summary.runs);
            let ratio = mean.map(|mean| mean.value / TABLE_2[max][min][start]);
            near += usize::from(ratio.is_some_and(|ratio| (ratio - 1.0).abs() <= NEAR));
            let mut row = names.to_vec();
            row.extend([
                Figure::Count(summary.runs as f64),
                summary.figure(),
                summary.interval(),
                summary.median.map_or(Figure::NOTHING, Figure::Count),
                Figure::Count(TABLE_2[max][min][start]),
                ratio.map_or(Figure::NOTHING, |ratio| Figure::Number(ratio, 2)),
            ]);
            times.rows.push(row);
            let astray = gone_astray(of(place)).map_or(Figure::NOTHING, Figure::Share);
            let mut row = names.to_vec();
            row.extend([astray, Figure::Share(TABLE_3[max][min][start])]);
            shares.rows.push(row);
        }
        let all = places().count();
        let runs = rows.len();
        let conclusion = Conclusion::from_sentences([format!(
            "{near} of {all} figures of Table 2 are within 25 % of the paper's ({runs} runs in all)."
        )]);
        Findings { tables: vec![times, shares], conclusion, ..Findings::default() }
    }
}
