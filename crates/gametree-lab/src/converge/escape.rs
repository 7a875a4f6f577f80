//! Which algorithms recover from early poor choices. The paper asks for a better backup than averaging; here
//! are searches that keep bounds beside averages or instead of them, on misleading trees, by depth: leaves
//! until the right move is preferred for good, and until the value is proven.

use super::conclusion::Conclusion;
use super::design::{Options, Study};
use super::findings::Findings;
use super::row::{Cell, RUN, Row, Rules};
use super::summary::{Event, PREFERRED, PROVEN, Summary, summarise};
use super::survey::Survey;
use crate::plot::{Axis, Panel, Point, Series};
use crate::{Figure, Table};

/// Averages alone, averages with bounds, and bounds alone. Algorithms that average rewards use the paper's
/// constant, for rewards from 0 to 1; rollout policies have their own.
const ALGORITHMS: [&str; 8] = [
    "uct:lambda=0.35",
    "mcts:selection=ucb1,c=0.35",
    "mcts-solver:selection=ucb1,c=0.35",
    "mcts-alphabeta:selection=ucb1,c=0.35",
    "rollout:uct",
    "rollout:max-upper-uct",
    "fsss",
    "alphabeta",
];
/// Three of these: averages alone, the same with bounds, and bounds alone.
const COMPARED: [usize; 3] = [1, 2, 6];

/// A family of misleading trees.
struct Family {
    name: &'static str,
    depth: &'static str,
    /// The game of a depth.
    game: fn(u32) -> String,
    /// The depths to run, up to the deepest.
    depths: fn(u32) -> Vec<u32>,
}

const FAMILIES: [Family; 4] = [
    Family {
        name: "hidden win",
        depth: "depth of the tree",
        game: |d| format!("implanted:d={d},max=0/{},seed={RUN}", middle(d)),
        depths: |most| (4..=most).step_by(4).collect(),
    },
    Family {
        name: "trap",
        depth: "depth of the tree",
        game: |d| trap(d, middle(d)),
        depths: |most| (4..=most).step_by(4).collect(),
    },
    Family {
        name: "deep trap",
        depth: "depth of the tree",
        game: |d| trap(d, d - 2),
        depths: |most| (4..=most).step_by(4).collect(),
    },
    Family {
        name: "D-chain",
        depth: "D",
        game: |d| format!("dchain:{d}"),
        depths: |most| (2..=most / 2).step_by(2).collect(),
    },
];

/// The even depth in the middle.
fn middle(depth: u32) -> u32 {
    depth / 4 * 2
}

/// The paper's second experiment in a tree of another depth, with MAX's second critical move at `second`,
/// between MIN's.
fn trap(depth: u32, second: u32) -> String {
    let min = format!("{}/{}", second - 1, second + 1);
    format!("implanted:d={depth},max=0/{second},min={min},bias=0/0.5,seed={RUN}")
}

struct Escape {
    algorithms: Vec<String>,
    most: u32,
}

pub(super) fn build(options: &Options) -> Result<Box<dyn Study>, String> {
    options.only(&["d"])?;
    let most = options.get("d", 20, |d| (4..=40).contains(d), "a whole number from 4 to 40")?;
    let algorithms = match options.algorithms.as_slice() {
        [] => ALGORITHMS.map(String::from).to_vec(),
        named => named.to_vec(),
    };
    Ok(Box::new(Escape { algorithms, most }))
}

impl Escape {
    /// Every family, depth and algorithm, by index.
    fn places(&self) -> impl Iterator<Item = (usize, u32, usize)> {
        let depths = |family: usize| (FAMILIES[family].depths)(self.most);
        let trees = (0..FAMILIES.len())
            .flat_map(move |family| depths(family).into_iter().map(move |depth| (family, depth)));
        let algorithms = self.algorithms.len();
        trees.flat_map(move |(family, depth)| (0..algorithms).map(move |a| (family, depth, a)))
    }
}

impl Study for Escape {
    fn cells(&self, _: &Rules) -> Vec<Cell> {
        let cell = |(family, depth, algorithm): (usize, u32, usize)| {
            Cell::new((FAMILIES[family].game)(depth), &self.algorithms[algorithm])
        };
        self.places().map(cell).collect()
    }

    fn is_drawn(&self) -> bool {
        true
    }

    fn findings(&self, survey: &Survey<'_>, rows: &[Row]) -> Findings {
        let rules = survey.rules();
        let places: Vec<_> = self.places().collect();
        // A run that was right from the start need not recover. A proof counts however the run began.
        let recovers = |row: &&Row| row.favourable == Some(false);
        let by_cell = |(name, what): Event| -> (&str, Vec<Summary>) {
            let all = name == PROVEN.0;
            let of = |cell: usize| {
                let of_cell = rows.iter().filter(move |row| row.cell == cell);
                summarise(of_cell.filter(|row| all || recovers(row)), what)
            };
            (name, (0..places.len()).map(of).collect())
        };
        let events = [PREFERRED, PROVEN].map(by_cell);
        let mut findings = Findings::default();
        for (name, summaries) in &events {
            for (family, Family { name: tree, depth, .. }) in FAMILIES.iter().enumerate() {
                let found = Found { study: self, family, places: &places, summaries };
                findings.panels.push(found.panel(format!("{tree}: {name}"), depth));
                let title = format!("{tree}: leaves until {}, by {depth}", until(name));
                findings.tables.push(found.table(title));
            }
        }
        if self.algorithms == ALGORITHMS {
            findings.tables.push(self.saved(&places, &events));
        }
        findings.remarks.push(WRONG_START.into());
        findings
            .remarks
            .push("-: no run had a wrong start, or it never happens with this algorithm".into());
        findings.remarks.push(format!(
            "means; > if it did not happen within {} leaves in some of the {} runs, which then count with the \
             leaves that they took",
            rules.limit, rules.runs
        ));
        findings.conclusion = Conclusion::of(&self.cells(rules), rows, &[PREFERRED, PROVEN]);
        findings
    }
}

fn until(event: &str) -> &'static str {
    match event {
        name if name == PROVEN.0 => "the value is proven",
        _ => "the right move is preferred for good, after a wrong start",
    }
}

const WRONG_START: &str = "a wrong start: the first move that seemed better than the others was wrong; to those who prove, the move \
     that they would have played after one leaf. Others are left out where recovering is counted";

/// What was found about one family.
#[derive(Clone, Copy)]
struct Found<'a> {
    study: &'a Escape,
    family: usize,
    places: &'a [(usize, u32, usize)],
    summaries: &'a [Summary],
}

impl Found<'_> {
    fn depths(&self) -> Vec<u32> {
        (FAMILIES[self.family].depths)(self.study.most)
    }

    fn at(&self, depth: u32, algorithm: usize) -> &Summary {
        let place = (self.family, depth, algorithm);
        let cell = self.places.iter().position(|&other| other == place);
        &self.summaries[cell.expect("every place has a cell")]
    }

    /// Whether the event ever happens with this algorithm: averages, say, prove nothing.
    fn ever_happens(&self, algorithm: usize) -> bool {
        let own = self.places.iter().zip(self.summaries).filter(|(place, _)| place.2 == algorithm);
        own.into_iter().any(|(_, summary)| summary.happened > 0)
    }

    fn table(&self, title: String) -> Table {
        let depths = self.depths();
        let mut table = Table::new(title, &["algorithm"]);
        table.columns.extend(depths.iter().map(u32::to_string));
        for (i, algorithm) in self.study.algorithms.iter().enumerate() {
            let mut row = vec![Figure::text(algorithm)];
            row.extend(depths.iter().map(|&depth| match self.ever_happens(i) {
                true => self.at(depth, i).figure(),
                false => Figure::NOTHING,
            }));
            table.rows.push(row);
        }
        table
    }

    fn panel(&self, title: String, depth: &str) -> Panel {
        let series = self.study.algorithms.iter().enumerate().map(|(i, name)| {
            let points = self.depths().into_iter().map(|depth| {
                let (x, summary) = (depth.into(), self.at(depth, i));
                match summary.mean {
                    _ if !self.ever_happens(i) => Point::missing(x),
                    Some(mean) if summary.happened == summary.runs => {
                        // Nothing happens before the first leaf.
                        Point::new(x, mean.value).with_bar(mean.low.max(1.0), mean.high)
                    }
                    _ => Point::beyond(x),
                }
            });
            Series::measured(name, points.collect::<Vec<_>>())
        });
        let (x, y) = (Axis::linear(depth), Axis::log("leaves"));
        Panel { title, x, y, series: series.collect() }
    }
}

impl Escape {
    /// How many times as many leaves a search with averages alone takes.
    fn saved(&self, places: &[(usize, u32, usize)], events: &[(&str, Vec<Summary>)]) -> Table {
        let title =
            "What bounds save: leaves to recover from a wrong start, averages alone / others";
        let columns =
            ["trees", "depth", "mcts", "mcts-solver", "ratio", "fsss", "ratio", "fsss proven"];
        let mut table = Table::new(title, &columns);
        let [preferred, proven] = [0, 1].map(|event| &events[event].1);
        for (family, Family { name, depths, .. }) in FAMILIES.iter().enumerate() {
            let found = Found { study: self, family, places, summaries: preferred };
            let proofs = Found { summaries: proven, ..found };
            for depth in depths(self.most) {
                let [averages, both, bounds] = COMPARED.map(|i| found.at(depth, i).figure());
                table.rows.push(vec![
                    Figure::text(*name),
                    Figure::Number(depth.into(), 0),
                    averages.clone(),
                    both.clone(),
                    ratio(&averages, &both),
                    bounds.clone(),
                    ratio(&averages, &bounds),
                    proofs.at(depth, COMPARED[2]).figure(),
                ]);
            }
        }
        table
    }
}

/// The ratio of two figures, if both are known.
fn ratio(much: &Figure, little: &Figure) -> Figure {
    match (much, little) {
        (Figure::Count(much), Figure::Count(little)) => Figure::Number(much / little, 1),
        (Figure::More { at_least }, Figure::Count(little)) => {
            Figure::More { at_least: at_least / little }
        }
        _ => Figure::NOTHING,
    }
}
