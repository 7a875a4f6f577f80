//! The paper's first experiment: how UCT's convergence time depends on the depths of the critical moves
//! (Figure 3), and the fitted formulas for it, Eq. 1 for two depths and Eq. 2 for more.

use super::conclusion::Conclusion;
use super::design::{Options, Study};
use super::findings::Findings;
use super::row::{Cell, RUN, Row, Rules};
use super::summary::{Summary, summarise};
use super::survey::Survey;
use crate::fit::{self, Fit, Formula, Resampling};
use crate::plot::{Axis, Panel, Point, Series};
use crate::{Figure, Table};

struct Depths {
    algorithm: String,
    depth: u32,
    /// Whether only MAX has a strategy.
    single: bool,
    /// The critical depths of each cell.
    critical: Vec<Vec<u32>>,
}

pub(super) fn build(options: &Options) -> Result<Box<dyn Study>, String> {
    options.only(&["d", "k", "single"])?;
    let even = |d: &u32| (8..=64).contains(d) && d % 2 == 0;
    let depth = options.get("d", 24, even, "an even number from 8 to 64")?;
    let number = options.get("k", 2, |k| [2, 3].contains(k), "2 or 3")?;
    let is_word = |word: &String| ["yes", "no"].contains(&word.as_str());
    let single = options.get("single", "no".to_string(), is_word, "yes or no")? == "yes";
    let critical = if number == 2 { pairs(depth) } else { triples(depth) };
    Ok(Box::new(Depths { algorithm: options.one_algorithm()?, depth, single, critical }))
}

/// All pairs of depths at which MAX moves.
fn pairs(depth: u32) -> Vec<Vec<u32>> {
    let own = move |from: u32| (from..depth).step_by(2);
    own(0).flat_map(|d1| own(d1 + 2).map(move |d2| vec![d1, d2])).collect()
}

/// Triples of depths: only every second depth at which MAX moves, to limit their number.
fn triples(depth: u32) -> Vec<Vec<u32>> {
    let own = move |from: u32| (from..depth).step_by(4);
    let two = own(0).flat_map(move |d1| own(d1 + 4).map(move |d2| (d1, d2)));
    two.flat_map(|(d1, d2)| own(d2 + 4).map(move |d3| vec![d1, d2, d3])).collect()
}

impl Study for Depths {
    fn cells(&self, _: &Rules) -> Vec<Cell> {
        let game = |depths: &Vec<u32>| {
            let depths: Vec<String> = depths.iter().map(u32::to_string).collect();
            let single = if self.single { ",single" } else { "" };
            format!("implanted:d={},max={}{single},seed={RUN}", self.depth, depths.join("/"))
        };
        self.critical.iter().map(|depths| Cell::new(game(depths), &self.algorithm)).collect()
    }

    fn is_drawn(&self) -> bool {
        self.critical[0].len() == 2
    }

    fn findings(&self, _: &Survey<'_>, rows: &[Row]) -> Findings {
        let times: Vec<fit::Cell> = self
            .critical
            .iter()
            .enumerate()
            .map(|(cell, depths)| {
                let of_cell = rows.iter().filter(|row| row.cell == cell);
                let times = of_cell.map(|row| row.converged.unwrap_or(row.leaves) as f64);
                fit::Cell { depths: depths.clone(), times: times.collect() }
            })
            .collect();
        let summary = |cell: usize| {
            summarise(rows.iter().filter(|row| row.cell == cell), |row| row.converged)
        };
        let measured: Vec<Summary> = (0..times.len()).map(summary).collect();
        let two = self.critical[0].len() == 2;
        let formula = if two { Formula::TwoDepths } else { Formula::Nested };
        let fitted = fit::fit(formula, &times, Resampling::default());
        let mut findings = Findings::default();
        findings.tables.push(self.times(&measured, fitted.as_ref().ok()));
        match &fitted {
            Ok(fit) => {
                findings.tables.push(parameters(fit, self.single));
                findings.remarks = remarks(fit, &self.critical[fit.worst_cell]);
                findings.conclusion = Conclusion::from_sentences([summed_up(fit, rows.len())]);
            }
            Err(reason) => findings.remarks.push(format!("no formula was fitted: {reason}")),
        }
        let late = measured.iter().filter(|summary| summary.happened < summary.runs).count();
        if late > 0 {
            findings.remarks.push(format!(
                "in {late} cells not all runs converged within the limit: they count as if they had there"
            ));
        }
        if two {
            let fit = fitted.as_ref().ok();
            findings.tables.push(self.dips(&measured, fit));
            findings.panels = self.panels(&measured, fit);
        }
        findings
    }
}

impl Depths {
    fn times(&self, measured: &[Summary], fit: Option<&Fit>) -> Table {
        let title = format!("Rollouts until convergence, depth {}", self.depth);
        let mut table =
            Table::new(title, &["critical depths", "runs", "rollouts", "95 %", "fitted"]);
        for (depths, summary) in self.critical.iter().zip(measured) {
            let names: Vec<String> = depths.iter().map(u32::to_string).collect();
            table.rows.push(vec![
                Figure::text(names.join("/")),
                Figure::Count(summary.runs as f64),
                summary.figure(),
                summary.interval(),
                fit.map_or(Figure::NOTHING, |fit| Figure::Count(fit.predict(depths))),
            ]);
        }
        table
    }

    /// What was measured at two depths.
    fn at<'s>(&self, measured: &'s [Summary], d1: u32, d2: u32) -> Option<&'s Summary> {
        let cell = self.critical.iter().position(|depths| *depths == [d1, d2])?;
        measured.get(cell)
    }

    /// The `d1` with the shortest time, for every `d2`.
    fn dips(&self, measured: &[Summary], fit: Option<&Fit>) -> Table {
        let columns = ["d2", "fastest d1", "by the formula", "d2/2"];
        let mut table =
            Table::new("The dip: the first critical depth that is found fastest", &columns);
        for d2 in (4..self.depth).step_by(2) {
            let firsts = || (0..d2).step_by(2);
            let mean = |d1: u32| self.at(measured, d1, d2).and_then(|summary| summary.mean);
            let seen = |&d1: &u32| mean(d1).map_or(f64::INFINITY, |mean| mean.value);
            let fastest = firsts().min_by(|a, b| seen(a).total_cmp(&seen(b)));
            let by_formula = fit.and_then(|fit| {
                let said = |&d1: &u32| fit.predict(&[d1, d2]);
                firsts().min_by(|a, b| said(a).total_cmp(&said(b)))
            });
            let figure = |d1: Option<u32>| match d1 {
                Some(d1) => Figure::Number(d1.into(), 0),
                None => Figure::NOTHING,
            };
            let half = Figure::Number(f64::from(d2) / 2.0, 0);
            let d2 = Figure::Number(f64::from(d2), 0);
            table.rows.push(vec![d2, figure(fastest), figure(by_formula), half]);
        }
        table
    }

    /// The middle and the right part of Figure 3: slices of the surface.
    fn panels(&self, measured: &[Summary], fit: Option<&Fit>) -> Vec<Panel> {
        // An even depth, this many quarters of the way down.
        let down = |quarters: u32| (self.depth - 2) * quarters / 8 * 2;
        let by_d2 = [0, 1, 2].map(|quarters| {
            let d1 = down(quarters);
            let seconds = (d1 + 2..self.depth).step_by(2);
            self.slice(measured, fit, format!("d1 = {d1}"), 1, seconds.map(|d2| [d1, d2]).collect())
        });
        let by_d1 = [2, 3, 4].map(|quarters| {
            let d2 = down(quarters);
            let firsts = (0..d2).step_by(2);
            self.slice(measured, fit, format!("d2 = {d2}"), 0, firsts.map(|d1| [d1, d2]).collect())
        });
        let panel = |title: &str, label: &str, series: Vec<Series>| Panel {
            title: title.into(),
            x: Axis::linear(label),
            y: Axis::log("rollouts until convergence"),
            series,
        };
        vec![
            panel("by the second critical depth", "d2", by_d2.concat()),
            panel("by the first", "d1", by_d1.concat()),
        ]
    }

    /// Measurements and formula at these pairs of depths, by the depth that varies.
    fn slice(
        &self,
        measured: &[Summary],
        fit: Option<&Fit>,
        name: String,
        changes: usize,
        pairs: Vec<[u32; 2]>,
    ) -> Vec<Series> {
        let seen = pairs.iter().map(|pair| self.point(measured, *pair, changes));
        let seen = Series::measured(&name, seen.collect::<Vec<_>>());
        let said = fit.map(|fit| {
            let said = pairs.iter().map(|pair| Point::new(pair[changes].into(), fit.predict(pair)));
            Series::formula(format!("{name}, Eq. 1"), said.collect::<Vec<_>>()).like(&name)
        });
        [Some(seen), said].into_iter().flatten().collect()
    }

    fn point(&self, measured: &[Summary], pair: [u32; 2], x: usize) -> Point {
        let x = pair[x].into();
        match self.at(measured, pair[0], pair[1]).map(|summary| (summary, summary.mean)) {
            Some((summary, Some(mean))) if summary.happened == summary.runs => {
                Point::new(x, mean.value).with_bar(mean.low.max(1.0), mean.high)
            }
            Some((_, Some(_))) => Point::beyond(x),
            _ => Point::missing(x),
        }
    }
}

fn parameters(fit: &Fit, single: bool) -> Table {
    let (title, paper) = match fit.formula {
        Formula::TwoDepths => {
            ("Eq. 1: a C^(d1/2) + b 2^(d1/2) C^((d2-d1)/2)", Figure::Number(2.37, 2))
        }
        Formula::Nested => {
            ("Eq. 2: T(d1, ...) = a C^(d1/2) + b 2^(d1/2) T(d2-d1, ...)", Figure::NOTHING)
        }
    };
    let columns = ["parameter", "value", "from", "to (runs)", "from", "to (cells)", "paper"];
    let mut table = Table::new(title, &columns);
    for (name, estimate) in [("a", fit.a), ("b", fit.b), ("C", fit.c)] {
        let end = |interval: Option<fit::Interval>, end: fn(fit::Interval) -> f64| {
            interval.map_or(Figure::NOTHING, |interval| Figure::Number(end(interval), 3))
        };
        table.rows.push(vec![
            Figure::text(name),
            Figure::Number(estimate.value, 3),
            end(estimate.over_runs, |interval| interval.low),
            end(estimate.over_runs, |interval| interval.high),
            end(estimate.over_cells, |interval| interval.low),
            end(estimate.over_cells, |interval| interval.high),
            if name == "C" && !single { paper.clone() } else { Figure::NOTHING },
        ]);
    }
    table
}

/// How well the formula fits, and its base beside the paper's.
fn summed_up(fit: &Fit, runs: usize) -> String {
    let (name, explained) = (equation(fit), 100.0 * fit.r_squared);
    let within = fit.c.over_cells.map_or(String::new(), |interval| {
        let (low, high) = (interval.low, interval.high);
        format!(" (95 %: {low:.2} .. {high:.2})")
    });
    format!(
        "{name} explains {explained:.1} % of the variance of the logarithms over {runs} runs, with C = \
         {:.2}{within}.",
        fit.c.value
    )
}

fn equation(fit: &Fit) -> &'static str {
    match fit.formula {
        Formula::TwoDepths => "Eq. 1",
        Formula::Nested => "Eq. 2",
    }
}

fn remarks(fit: &Fit, worst: &[u32]) -> Vec<String> {
    vec![
        format!(
            "the formula is furthest off at {}, by {:.0} %",
            worst.iter().map(u32::to_string).collect::<Vec<_>>().join("/"),
            100.0 * fit.largest_residual
        ),
        "intervals (95 %): over runs, as if the formula were true; over cells, its misfit included"
            .into(),
    ]
}
