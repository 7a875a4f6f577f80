//! The epsilon-greedy UCT of section 6.2 on the trees of scenarios A and B, beside the paper's formulas
//! (Figure 6): simulated with constant and with decaying epsilon.

use super::conclusion::{Conclusion, short};
use super::design::{Options, Study};
use super::findings::Findings;
use super::formulas::{ScenarioB, game_a, scenario_a, scenario_a_at_root};
use super::row::{Cell, Row, Rules};
use super::summary::{Summary, summarise};
use super::survey::Survey;
use crate::plot::{Axis, Panel, Point, Series};
use crate::{Figure, Table};

/// The depth of the trees: enough that no simulation reaches a leaf twice.
const DEPTH: u32 = 24;

/// The shares of choices that are not greedy.
const EPSILONS: [f64; 9] = [0.005, 0.01, 0.02, 0.03, 0.05, 0.07, 0.1, 0.14, 0.2];
/// Shares that fall: K / n.
const DECAYING: [f64; 3] = [1.0, 2.0, 5.0];
/// The final average must exceed tau by more than this; otherwise the wait would be too long.
const MARGIN: f64 = 0.02;

struct Scenarios {
    p: f64,
    q: f64,
}

pub(super) fn build(options: &Options) -> Result<Box<dyn Study>, String> {
    options.only(&["p", "q"])?;
    if !options.algorithms.is_empty() {
        return Err("the algorithm is the one of section 6.2: no --algorithm".into());
    }
    let share = |key, default| {
        let below_one = |p: &f64| (0.0..1.0).contains(p);
        options.get(key, default, below_one, "a share from 0 up to, but not including, 1")
    };
    Ok(Box::new(Scenarios { p: share("p", 0.2)?, q: share("q", 0.5)? }))
}

/// The two trees, and the kinds of epsilon.
#[derive(Clone, Copy, PartialEq)]
enum Tree {
    A,
    B,
}

#[derive(Clone, Copy)]
enum Epsilon {
    Constant(f64),
    Decaying(f64),
}

impl Epsilon {
    fn all() -> impl Iterator<Item = Epsilon> {
        EPSILONS.map(Epsilon::Constant).into_iter().chain(DECAYING.map(Epsilon::Decaying))
    }

    fn selection(self) -> String {
        match self {
            Epsilon::Constant(share) => format!("greedy:{share}"),
            Epsilon::Decaying(k) => format!("decaying:{k}"),
        }
    }

    fn name(self) -> String {
        match self {
            Epsilon::Constant(share) => share.to_string(),
            Epsilon::Decaying(k) => format!("{k}/n"),
        }
    }
}

/// The trees, and the kinds of epsilon with which they converge.
fn places(rules: &Rules) -> impl Iterator<Item = (Tree, Epsilon)> {
    let trees = [Tree::A, Tree::B].into_iter();
    let all = trees.flat_map(|tree| Epsilon::all().map(move |epsilon| (tree, epsilon)));
    let tau = rules.tau;
    all.filter(move |(tree, epsilon)| tree.in_the_end(*epsilon) > tau + MARGIN)
}

impl Tree {
    /// A lower bound on the final average at the root: every choice that is not greedy counts as -1.
    fn in_the_end(self, epsilon: Epsilon) -> f64 {
        let Epsilon::Constant(share) = epsilon else { return 1.0 };
        let a = 1.0 - 2.0 * share;
        match self {
            Tree::A => a,
            Tree::B => (1.0 - share) * a - share,
        }
    }
}

impl Scenarios {
    fn b(&self, epsilon: f64, tau: f64) -> ScenarioB {
        ScenarioB { p: self.p, q: self.q, epsilon, tau }
    }

    /// What the paper's formulas say.
    fn formulas(&self, tree: Tree, epsilon: Epsilon, tau: f64) -> [Option<f64>; 4] {
        let Epsilon::Constant(share) = epsilon else { return [None; 4] };
        let b = self.b(share, tau);
        let all = match tree {
            Tree::A => [
                scenario_a(self.p, share, tau),
                scenario_a_at_root(self.p, share, tau),
                f64::NAN,
                f64::NAN,
            ],
            Tree::B => [b.visits(), f64::NAN, b.favourable(), b.unfavourable()],
        };
        all.map(|visits| Some(visits).filter(|visits| visits.is_finite()))
    }
}

impl Study for Scenarios {
    fn cells(&self, rules: &Rules) -> Vec<Cell> {
        let cell = |(tree, epsilon): (Tree, Epsilon)| {
            let game = match tree {
                Tree::A => game_a(self.p, DEPTH),
                Tree::B => self.b(0.0, 0.0).game(DEPTH),
            };
            Cell::new(game, format!("mcts:selection={}", epsilon.selection()))
        };
        places(rules).map(cell).collect()
    }

    fn is_drawn(&self) -> bool {
        true
    }

    fn findings(&self, survey: &Survey<'_>, rows: &[Row]) -> Findings {
        let rules = survey.rules();
        let columns = ["epsilon", "runs", "converged", "visits", "95 %", "formula", "at the root"];
        let title = format!("Scenario A, p = {}, tau = {}", self.p, rules.tau);
        let mut a = Table::new(title, &columns);
        let columns = [
            "epsilon",
            "runs",
            "converged",
            "visits",
            "95 %",
            "formula",
            "favourable",
            "formula",
            "unfavourable",
            "formula",
        ];
        let title = format!("Scenario B, p = {}, q = {}, tau = {}", self.p, self.q, rules.tau);
        let mut b = Table::new(title, &columns);
        for (cell, (tree, epsilon)) in places(rules).enumerate() {
            let of = |start: Option<bool>| {
                let rows = rows.iter().filter(move |row| row.cell == cell);
                let rows = rows.filter(move |row| start.is_none() || row.favourable == start);
                summarise(rows, |row| row.converged)
            };
            let [whole, at_root, favourable, unfavourable] = self
                .formulas(tree, epsilon, rules.tau)
                .map(|visits| visits.map_or(Figure::NOTHING, |v| Figure::Number(v, 1)));
            let all = of(None);
            let counts = [all.runs, all.happened].map(|n| Figure::Count(n as f64));
            let mut line = vec![Figure::text(epsilon.name())];
            line.extend(counts);
            line.extend([fine(&all), all.interval(), whole]);
            match tree {
                Tree::A => line.push(at_root),
                Tree::B => {
                    line.extend([fine(&of(Some(true))), favourable]);
                    line.extend([fine(&of(Some(false))), unfavourable]);
                }
            }
            match tree {
                Tree::A => a.rows.push(line),
                Tree::B => b.rows.push(line),
            }
        }
        let remarks = REMARKS.map(String::from).to_vec();
        let conclusion = Conclusion::from_sentences(
            [Tree::A, Tree::B]
                .into_iter()
                .filter_map(|tree| fastest(tree, rules, rows))
                .collect::<Vec<_>>(),
        );
        Findings { tables: vec![a, b], remarks, panels: self.panels(rules, rows), conclusion }
    }
}

impl Scenarios {
    /// Visits by epsilon: Figure 6, and the simulations.
    fn panels(&self, rules: &Rules, rows: &[Row]) -> Vec<Panel> {
        let constant: Vec<(usize, Tree, f64)> = places(rules)
            .enumerate()
            .filter_map(|(cell, (tree, epsilon))| match epsilon {
                Epsilon::Constant(share) => Some((cell, tree, share)),
                Epsilon::Decaying(_) => None,
            })
            .collect();
        let simulated = |tree: Tree, start: Option<bool>| {
            let of_tree = constant.iter().filter(|&&(_, other, _)| other == tree);
            let points = of_tree.map(|&(cell, _, epsilon)| {
                let of_cell = rows.iter().filter(|row| row.cell == cell);
                let of_start = of_cell.filter(|row| start.is_none() || row.favourable == start);
                let summary = summarise(of_start, |row| row.converged);
                match summary.mean {
                    Some(mean) if summary.happened == summary.runs => {
                        Point::new(epsilon, mean.value).with_bar(mean.low, mean.high)
                    }
                    Some(_) => Point::beyond(epsilon),
                    None => Point::missing(epsilon),
                }
            });
            points.collect::<Vec<_>>()
        };
        let said = |formula: &dyn Fn(f64) -> f64| {
            EPSILONS.map(|epsilon| Point::new(epsilon, formula(epsilon))).to_vec()
        };
        let tau = rules.tau;
        let pair = |name: &str, seen, formula: &dyn Fn(f64) -> f64| {
            let formula = Series::formula(format!("{name}, formula"), said(formula)).like(name);
            [Series::measured(name, seen), formula]
        };
        let a =
            pair("visits", simulated(Tree::A, None), &|epsilon| scenario_a(self.p, epsilon, tau));
        let b = |epsilon| self.b(epsilon, tau);
        let favourable = pair("favourable", simulated(Tree::B, Some(true)), &|e| b(e).favourable());
        let unfavourable =
            pair("unfavourable", simulated(Tree::B, Some(false)), &|e| b(e).unfavourable());
        let panel = |title: &str, series: Vec<Series>| Panel {
            title: title.into(),
            x: Axis::log("epsilon"),
            y: Axis::log("visits of the root until convergence"),
            series,
        };
        vec![
            panel("scenario A", a.to_vec()),
            panel("scenario B", [favourable, unfavourable].concat()),
        ]
    }
}

/// With which epsilon a tree takes the fewest visits until convergence.
fn fastest(tree: Tree, rules: &Rules, rows: &[Row]) -> Option<String> {
    let of_tree = places(rules).enumerate().filter(|(_, (other, _))| *other == tree);
    let measured = of_tree.filter_map(|(cell, (_, epsilon))| {
        let summary = summarise(rows.iter().filter(|row| row.cell == cell), |row| row.converged);
        let mean = summary.mean.filter(|_| summary.happened == summary.runs)?;
        Some((epsilon, mean, summary.runs))
    });
    let mut measured: Vec<_> = measured.collect();
    measured.sort_by(|(_, a, _), (_, b, _)| a.value.total_cmp(&b.value));
    let (epsilon, mean, runs) = measured.first()?;
    let [value, low, high] = [mean.value, mean.low, mean.high].map(short);
    let alike = measured[1..].iter().filter(|(_, other, _)| other.low <= mean.high);
    let alike: Vec<String> = alike.map(|(epsilon, ..)| epsilon.name()).collect();
    let alike = match alike.is_empty() {
        true => String::new(),
        false => format!("; the intervals of {} overlap with that", alike.join(", ")),
    };
    let name = match tree {
        Tree::A => "A",
        Tree::B => "B",
    };
    Some(format!(
        "Scenario {name} took the fewest visits with epsilon = {}: {value} on average (95 %: {low} .. {high}; \
         {runs} runs){alike}.",
        epsilon.name()
    ))
}

/// The mean of visits, with a decimal since they may be few.
fn fine(summary: &Summary) -> Figure {
    match summary.figure() {
        Figure::Count(mean) => Figure::Number(mean, 1),
        other => other,
    }
}

const REMARKS: [&str; 3] = [
    "formula: as the paper prints it (in B with (1 + p)/2 for its 3p/4): Eq. 3 with the averages of the right \
     child though convergence is meant at the root; at the root: the same with the root's",
    "favourable, unfavourable: after the tie at the root is broken, by the formula; in all, by simulation",
    "shares epsilon that are missing are so large that the average may stay below tau for ever",
];
