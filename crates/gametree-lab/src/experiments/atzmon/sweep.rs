//! What the figures of the paper have in common: expansions and gaps by epsilon.
//!
//! ER is the number of expansions divided by that of the same instance with epsilon 0; AMB is the gap between the
//! root's bounds. Points are means over instances.

use crate::Table;
use crate::experiments::bench::{Bench, epsilon, range};
use crate::experiments::design::{About, Experiment, Scale};
use crate::experiments::estimate::Estimate;
use crate::experiments::row::{Fields, Row, Unit, at, places};
use crate::experiments::section::{Section, all_hold, text_of};
use crate::experiments::verdict::Comparison;
use crate::plot::{Axis, Panel, Point, Series};

/// Algorithm 1 as printed; the same by each node's own bounds, which explains Figures 4 and 5; and a
/// search that none of the papers has.
pub const BAB: &str = "bounded-alphabeta";
pub const OWN: &str = "own-bounds";
pub const BEST_FIRST: &str = "rollout:best-first";

/// What is measured.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// The expanded ratio.
    Er,
    /// The gap.
    Amb,
}

/// A number that the paper prints: where, at which epsilon, what.
pub type Published = (u64, f64, Measure, f64);

/// A family of games and the epsilons at which they are searched.
pub struct Sweep {
    /// What it is.
    pub about: About,
    /// The search whose ER and AMB are shown.
    pub algorithm: &'static str,
    /// Whether chance nodes count as expansions, besides leaves and nodes of MAX and MIN.
    pub counts_chance: bool,
    /// What distinguishes the curves.
    pub place: &'static str,
    /// The same as a noun: "the larger ..., the smaller ER".
    pub larger: &'static str,
    /// Instances at the quick scale; the paper has 50.
    pub quick: u64,
    /// Instances of a curve at the full scale.
    pub full: fn(u64) -> u64,
    /// The curves at a scale.
    pub places: fn(Scale) -> Vec<u64>,
    /// The game of an instance.
    pub game: fn(u64, u64) -> String,
    /// The depth limit.
    pub depth: fn(u64) -> Option<u32>,
    /// The range of values, where the game does not state it.
    pub range: Option<(f64, f64)>,
    /// The epsilons, from 0.
    pub epsilons: &'static [f64],
    /// Where instances are put into bins by ER (Figures 4(c) and 5(c)).
    pub bins: Option<u64>,
    /// What the paper prints.
    pub published: &'static [Published],
    /// An epsilon at which ER should fall from each of `places` to the next.
    pub falls_at: Option<f64>,
    /// Where the paper saw ER rise, an exception: the curve, and from which epsilon to which.
    pub rose: Option<(u64, f64, f64)>,
    /// Why results differ, if they do.
    pub why: &'static str,
}

/// How many instances the paper's means are of.
const PAPERS_INSTANCES: u64 = 50;

/// How far off a ratio may be.
const ER_TOLERANCE: f64 = 0.05;
/// How far off a gap may be, relative to the printed one.
const AMB_TOLERANCE: f64 = 0.08;

fn field(algorithm: &str, what: &str, epsilon: f64) -> String {
    format!("{algorithm} {what} at {epsilon}")
}

impl Experiment for Sweep {
    fn about(&self) -> About {
        self.about
    }

    fn units(&self, scale: Scale) -> Vec<Unit> {
        let instances = |place| scale.pick(3, self.quick, (self.full)(place));
        let unit = |place: u64, i: u64| Unit::new().with(self.place, place).with("instance", i);
        let all = (self.places)(scale);
        let each = all.iter().flat_map(|&place| (0..instances(place)).map(move |i| unit(place, i)));
        each.collect()
    }

    fn run(&self, unit: &Unit, bench: &Bench<'_>) -> Result<Fields, String> {
        let (place, seed) = (unit.whole(self.place), bench.game_seed(0));
        let game = bench.game(&(self.game)(place, seed))?;
        let mut found = Fields::new().with("seed", seed);
        for algorithm in [self.algorithm, BEST_FIRST] {
            for &e in self.epsilons {
                let job = bench.job(algorithm)?.epsilon(epsilon(e));
                let job = job.depth((self.depth)(place)).deepening(false);
                let job = job.range(self.range.and_then(|(low, high)| range(low, high)));
                let report = bench.search(&game, &job)?;
                let counts = report.counts;
                let chance = if self.counts_chance { counts.chance_nodes } else { 0 };
                let expansions = counts.leaves + counts.max_nodes + counts.min_nodes + chance;
                found.set(&field(algorithm, "expansions", e), expansions);
                found.set(&field(algorithm, "leaves", e), counts.leaves);
                found.set(&field(algorithm, "gap", e), report.bounds.width());
            }
        }
        Ok(found)
    }

    fn summarise(&self, rows: &[Row]) -> Section {
        let mut section = Section::default()
            .figure(
                format!(
                    "{}: means over instances with 95 % intervals, by {}.{}",
                    self.algorithm,
                    self.place,
                    match self.algorithm == BAB {
                        true => format!(
                            " {BEST_FIRST} (none of the papers has it): its leaves relative to those of {BAB} at epsilon 0."
                        ),
                        false => String::new(),
                    }
                ),
                self.panels(rows),
            );
        if !self.published.is_empty() {
            section = section.compare("Numbers that the paper prints", self.compared(rows));
        }
        for (claim, holds) in self.trends(rows) {
            section = section.trend(claim, holds);
        }
        section = section.table(self.rises(rows));
        if let Some(place) = self.bins {
            section = self.binned(section, rows, place);
        }
        if let Some((place, from, to)) = self.rose {
            section = section.remark(format!(
                "The paper saw ER rise slightly from epsilon {from} to {to} at {} {place}, and calls it a rare event. Here it changes by {} \
                 over all instances.",
                self.place,
                text_of(self.change(rows, place, (from, to), Measure::Er)),
            ));
        }
        section.because(self.why)
    }
}

impl Sweep {
    /// How much a measure changes from one epsilon to another, by instance.
    fn change(
        &self,
        rows: &[Row],
        place: u64,
        (from, to): (f64, f64),
        what: Measure,
    ) -> Option<Estimate> {
        let before = self.values(rows, place, self.algorithm, from, what);
        let after = self.values(rows, place, self.algorithm, to, what);
        let differences: Vec<f64> = before.iter().zip(&after).map(|(a, b)| b - a).collect();
        Estimate::mean(&differences)
    }

    /// What was measured in each instance.
    fn values(&self, rows: &[Row], place: u64, algorithm: &str, e: f64, what: Measure) -> Vec<f64> {
        let value = |row: &Row| match (what, algorithm) {
            (Measure::Amb, _) => row.get(&field(algorithm, "gap", e)),
            (Measure::Er, name) if name == self.algorithm => {
                row.get(&field(self.algorithm, "expansions", e))
                    / row.get(&field(self.algorithm, "expansions", 0.0))
            }
            // A rollout enters nodes again and again, so that only its leaves can be compared.
            (Measure::Er, _) => {
                row.get(&field(algorithm, "leaves", e))
                    / row.get(&field(self.algorithm, "leaves", 0.0))
            }
        };
        at(rows, self.place, place).map(value).collect()
    }

    fn mean(
        &self,
        rows: &[Row],
        place: u64,
        algorithm: &str,
        e: f64,
        what: Measure,
    ) -> Option<Estimate> {
        Estimate::mean(&self.values(rows, place, algorithm, e, what))
    }

    fn compared(&self, rows: &[Row]) -> Vec<Comparison> {
        let one = |&(place, e, what, number): &Published| {
            let (name, tolerance) = match what {
                Measure::Er => ("ER", ER_TOLERANCE),
                Measure::Amb => ("AMB", AMB_TOLERANCE * number),
            };
            let text = format!("{name}, {} {place}, epsilon {e}", self.place);
            let found = self.mean(rows, place, self.algorithm, e, what);
            Comparison::new(text, number, tolerance, found).of_trials(PAPERS_INSTANCES)
        };
        self.published.iter().map(one).collect()
    }

    fn trends(&self, rows: &[Row]) -> Vec<(String, Option<bool>)> {
        let all = places(rows, self.place);
        let steps = || self.epsilons.windows(2).map(|two| (two[0], two[1]));
        // A step that changes nothing at all is no step in the wrong direction.
        let moves = |what: Measure, sign: f64| {
            let each = all.iter().flat_map(|&place| steps().map(move |step| (place, step)));
            let judged = each.map(|(place, step)| {
                let change = self.change(rows, place, step, what)?.times(sign);
                if change.high == 0.0 && change.low == 0.0 {
                    Some(true)
                } else {
                    change.is_above(0.0)
                }
            });
            // Rare exceptions are possible (the paper's Figure 3), so that one open step is none.
            let judged: Vec<Option<bool>> = judged.collect();
            let open = judged.iter().filter(|step| step.is_none()).count();
            match all_hold(judged.iter().copied().filter(Option::is_some)) {
                Some(true) if 4 * open <= judged.len() => Some(true),
                Some(false) => Some(false),
                _ => None,
            }
        };
        let within = rows.iter().all(|row| {
            let over = |&&e: &&f64| row.get(&field(self.algorithm, "gap", e)) > e + 1e-6;
            !self.epsilons.iter().any(|e| over(&e))
        });
        let mut trends = vec![
            ("on average ER falls as epsilon grows (no step rises, at least three of four fall significantly)".to_string(), moves(Measure::Er, -1.0)),
            ("AMB rises with epsilon (the same)".to_string(), moves(Measure::Amb, 1.0)),
            ("AMB never exceeds epsilon (Theorem 1), in any instance".to_string(), (!rows.is_empty()).then_some(within)),
        ];
        if let Some(e) = self.falls_at {
            let mean = |place| self.mean(rows, place, self.algorithm, e, Measure::Er);
            let falls = all.windows(2).map(|two| mean(two[1])?.is_less(mean(two[0])?));
            let claim = format!("the larger {}, the smaller ER at epsilon {e}", self.larger);
            trends.push((claim, all_hold(falls)));
        }
        trends
    }

    fn panels(&self, rows: &[Row]) -> Vec<Panel> {
        let of = |title: &str, label: &str, what: Measure| {
            let series = places(rows, self.place).into_iter().flat_map(|place| {
                let curve = |algorithm: &str| {
                    let points = self.epsilons.iter().filter_map(|&e| {
                        Some(self.mean(rows, place, algorithm, e, what)?.point(e))
                    });
                    points.collect::<Vec<_>>()
                };
                let name = format!("{} {place}", self.place);
                let ours =
                    Series::formula(format!("{name}, best-first"), curve(BEST_FIRST)).like(&name);
                let here = |known: &&Published| (known.0, known.2) == (place, what);
                let printed = self.published.iter().filter(here);
                let printed: Vec<_> = printed.map(|known| Point::new(known.1, known.3)).collect();
                let published = (!printed.is_empty())
                    .then(|| Series::published(format!("{name}, published"), printed).like(&name));
                let ours = (self.algorithm == BAB).then_some(ours);
                let measured = Series::measured(&name, curve(self.algorithm));
                [measured].into_iter().chain(ours).chain(published)
            });
            Panel {
                title: title.into(),
                x: Axis::linear("epsilon"),
                y: Axis::linear(label),
                series: series.collect(),
            }
        };
        vec![
            of("Expanded ratio", "ER", Measure::Er),
            of("Actual minimax bound", "AMB", Measure::Amb),
        ]
    }

    /// How often a larger epsilon costs more, by instance: means do not show it.
    fn rises(&self, rows: &[Row]) -> Table {
        let title = "How often a larger epsilon takes more expansions";
        let columns = [self.place, "instances with such a step", "of all steps"];
        let mut table = Table::new(title, &columns);
        for place in places(rows, self.place) {
            let found = |row: &Row, e: f64| row.get(&field(self.algorithm, "expansions", e));
            let steps = |row: &Row| -> Vec<bool> {
                let two = self.epsilons.windows(2);
                two.map(|two| found(row, two[1]) > found(row, two[0])).collect()
            };
            let all: Vec<Vec<bool>> = at(rows, self.place, place).map(steps).collect();
            let some = Estimate::share_of(all.iter().map(|steps| steps.contains(&true)));
            let each = Estimate::share_of(all.iter().flatten().copied());
            table.row([place.to_string(), text_of(some), text_of(each)]);
        }
        table
    }

    /// Searches with all epsilons above 0 in five bins by ER. An instance counts once in a bin, by the mean AMB of its
    /// searches there: they are not independent of each other.
    fn bins(&self, rows: &[Row], place: u64, algorithm: &str) -> [Vec<f64>; 5] {
        let epsilons = || self.epsilons.iter().filter(|&&e| e > 0.0);
        let of = |what: Measure| -> Vec<Vec<f64>> {
            epsilons().map(|&e| self.values(rows, place, algorithm, e, what)).collect()
        };
        let (er, amb) = (of(Measure::Er), of(Measure::Amb));
        let mut bins: [Vec<f64>; 5] = Default::default();
        for instance in 0..er.first().map_or(0, Vec::len) {
            let mut own: [Vec<f64>; 5] = Default::default();
            for (er, amb) in er.iter().zip(&amb) {
                own[((er[instance] * 5.0) as usize).min(4)].push(amb[instance]);
            }
            for (bin, own) in bins.iter_mut().zip(own).filter(|(_, own)| !own.is_empty()) {
                bin.push(own.iter().sum::<f64>() / own.len() as f64);
            }
        }
        bins
    }

    fn binned(&self, section: Section, rows: &[Row], place: u64) -> Section {
        let of =
            |algorithm: &str| self.bins(rows, place, algorithm).map(|bin| Estimate::mean(&bin));
        let (means, others) = (of(self.algorithm), of(BEST_FIRST));
        let known: Vec<Estimate> = means.into_iter().flatten().collect();
        let falls = all_hold(known.windows(2).map(|two| two[1].is_less(two[0])));
        let title = format!("AMB by ER, {} {place}", self.place);
        let points = |means: [Option<Estimate>; 5]| {
            let middle = |i: usize| 0.1 + 0.2 * i as f64;
            let each = means.into_iter().enumerate();
            each.filter_map(|(i, mean)| Some(mean?.point(middle(i)))).collect::<Vec<_>>()
        };
        let panel = Panel {
            title: title.clone(),
            x: Axis::linear("ER (middle of the bin)"),
            y: Axis::linear("AMB"),
            series: vec![
                Series::measured("mean AMB", points(means)),
                Series::formula("best-first", points(others)).like("mean AMB"),
            ],
        };
        let mut table = Table::new(title, &["ER", "instances", "AMB", "best-first: AMB"]);
        for (i, (mean, other)) in means.into_iter().zip(others).enumerate() {
            let (from, to) = (0.2 * i as f64, 0.2 * (i + 1) as f64);
            let instances = mean.map_or(0, |mean| mean.trials).to_string();
            table.row([format!("{from:.1} to {to:.1}"), instances, text_of(mean), text_of(other)]);
        }
        section
            .figure("All searches with epsilon above 0, in five bins by their ER.", vec![panel])
            .trend("smaller ER goes with larger AMB (each bin against the next)", falls)
            .table(table)
    }
}
