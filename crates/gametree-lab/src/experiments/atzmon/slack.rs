//! Eq. 26: epsilon distributed among the outcomes of chance as they need it.

use super::sweep::{BAB, BEST_FIRST};
use crate::Table;
use crate::experiments::bench::{Bench, epsilon};
use crate::experiments::design::{About, Experiment, Paper, Scale};
use crate::experiments::estimate::{Estimate, ratio};
use crate::experiments::row::{Fields, Row, Unit, at, places};
use crate::experiments::section::{Section, text_of};
use crate::experiments::verdict::Claim;
use crate::plot::{Axis, Panel, Series};

/// Eq. 26.
pub struct Slack;

const ADAPTIVE: &str = "bounded-alphabeta2";
const EPSILONS: [f64; 5] = [4.0, 8.0, 16.0, 24.0, 40.0];

fn field(algorithm: &str, what: &str, e: f64) -> String {
    format!("{algorithm} {what} at {e}")
}

impl Experiment for Slack {
    fn about(&self) -> About {
        About {
            name: "atzmon-eq26",
            claim: Claim::Ours,
            question: "Does it save leaves to hand unused epsilon on to later outcomes?",
            doubt: "A search whose bounds end more than epsilon apart or exclude the value, or a ratio of 1 or more.",
            paper: Paper::Atzmon,
            figure: "Eq. 26: distributing epsilon",
            statement: "It is enough that the outcomes' epsilons, weighted by their probabilities, do not exceed the node's; the paper leaves to \
                        future work how to use that to prune more.",
            reading: "bounded-alphabeta2 passes on to the outcomes after it what an outcome did not need. Random trees with chance, two \
                      moves, leaves from 0 to 100.",
            tolerance: "no gap above epsilon, no value outside the bounds, in any search; fewer leaves than Algorithm 1 on average, \
                        significantly, for three children or more at epsilon 8",
            needs: "random trees",
            seconds: [1.0, 3.0],
            timed: false,
        }
    }

    fn units(&self, scale: Scale) -> Vec<Unit> {
        let instances = scale.pick(3, 100, 1000);
        let unit =
            |children: u64, i: u64| Unit::new().with("children", children).with("instance", i);
        (2..=5).flat_map(|children| (0..instances).map(move |i| unit(children, i))).collect()
    }

    fn run(&self, unit: &Unit, bench: &Bench<'_>) -> Result<Fields, String> {
        let (children, seed) = (unit.whole("children"), bench.game_seed(0));
        let name = format!("random:b={children},d=2,leaves=0..100,chance=0.8,seed={seed}");
        let game = bench.game(&name)?;
        let truth = bench.search(&game, &bench.job("expectimax")?)?.bounds;
        let mut found = Fields::new().with("seed", seed);
        for algorithm in [BAB, ADAPTIVE, BEST_FIRST] {
            for e in EPSILONS {
                let report = bench.search(&game, &bench.job(algorithm)?.epsilon(epsilon(e)))?;
                let holds = report.bounds.width() <= e + 1e-6
                    && report.bounds.lower.get() <= truth.upper.get() + 1e-6
                    && report.bounds.upper.get() >= truth.lower.get() - 1e-6;
                found.set(&field(algorithm, "leaves", e), report.counts.leaves);
                found.set(&field(algorithm, "holds", e), holds);
            }
        }
        Ok(found)
    }

    fn summarise(&self, rows: &[Row]) -> Section {
        let relative = |algorithm: &str, children: u64, e: f64| {
            let pair = |row: &Row| {
                (row.get(&field(algorithm, "leaves", e)), row.get(&field(BAB, "leaves", e)))
            };
            ratio(&at(rows, "children", children).map(pair).collect::<Vec<_>>())
        };
        let saved = |children: u64, e: f64| relative(ADAPTIVE, children, e);
        let broken =
            |row: &&Row| EPSILONS.iter().any(|&e| !row.found.holds(&field(ADAPTIVE, "holds", e)));
        let wrong = rows.iter().filter(broken).count();
        let mut table = Table::new(
            "Leaves relative to Algorithm 1 (geometric mean)",
            &["children", "epsilon", ADAPTIVE, BEST_FIRST],
        );
        let mut series = Vec::new();
        for children in places(rows, "children") {
            let means: Vec<(f64, Option<Estimate>)> =
                EPSILONS.iter().map(|&e| (e, saved(children, e))).collect();
            for (e, mean) in &means {
                let other = relative(BEST_FIRST, children, *e);
                table.row([children.to_string(), e.to_string(), text_of(*mean), text_of(other)]);
            }
            let name = format!("{children} children");
            let points = means.iter().filter_map(|(e, mean)| Some(mean.as_ref()?.point(*e)));
            series.push(Series::measured(&name, points.collect::<Vec<_>>()));
            let others =
                EPSILONS.iter().filter_map(|&e| Some(relative(BEST_FIRST, children, e)?.point(e)));
            let others = others.collect::<Vec<_>>();
            series.push(Series::formula(format!("{name}, best-first"), others).like(&name));
        }
        let panel = Panel {
            title: "Leaves with distributed epsilon".into(),
            x: Axis::linear("epsilon"),
            y: Axis::linear("ratio to Algorithm 1"),
            series,
        };
        let mut section = Section::default()
            .figure(
                "Leaves of bounded-alphabeta2, and dashed of rollout:best-first, divided by those of bounded-alphabeta.",
                vec![panel],
            )
            .trend(
                format!("the guarantee holds: {wrong} of {} instances break it", rows.len()),
                (!rows.is_empty()).then_some(wrong == 0),
            );
        for children in 3..=5 {
            let fewer = saved(children, 8.0).and_then(|mean| mean.is_below(1.0));
            section =
                section.trend(format!("fewer leaves at epsilon 8 with {children} children"), fewer);
        }
        section.table(table)
    }
}
