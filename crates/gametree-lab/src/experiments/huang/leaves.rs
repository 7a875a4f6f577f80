//! How many leaves each policy evaluates, relative to alpha-beta and to the smallest certificate.

use crate::Table;
use crate::experiments::bench::Bench;
use crate::experiments::design::{About, Experiment, Paper, Scale};
use crate::experiments::estimate::{Estimate, ratio};
use crate::experiments::row::{Fields, Row, Unit, places};
use crate::experiments::section::{Section, text_of};
use crate::experiments::verdict::Claim;
use crate::plot::{Axis, Panel, Series};

/// Leaves of all policies.
pub struct Leaves;

const ALPHABETA: &str = "alphabeta2";
const ALGORITHMS: [&str; 11] = [
    ALPHABETA,
    "rollout:leftmost",
    "mt-sss",
    "rollout:max-upper",
    "fsss",
    "rollout:best-first",
    "rollout:expected",
    "rollout:odds",
    "rollout:uct",
    "rollout:max-upper-uct",
    "rollout:random",
];
/// Those that are drawn: `rollout:leftmost` is alpha-beta, and `fsss` lies on top of `rollout:max-upper`.
const DRAWN: [&str; 9] = [
    ALPHABETA,
    "mt-sss",
    "rollout:max-upper",
    "rollout:best-first",
    "rollout:expected",
    "rollout:odds",
    "rollout:uct",
    "rollout:max-upper-uct",
    "rollout:random",
];
const ORDERS: [&str; 3] = ["random", "best", "worst"];
const PROOF: &str = "smallest certificate";

/// The largest tree whose certificate is computed, in nodes.
const MOST: u64 = 2_000_000;

impl Experiment for Leaves {
    fn about(&self) -> About {
        About {
            name: "huang-leaves",
            claim: Claim::Ours,
            question: "How many leaves do the policies of the family evaluate, and how near are they to the least that any proof needs?",
            doubt: "A tree in which leftmost is not alpha-beta leaf for leaf, or the largest upper bound evaluates more than MT-SSS*.",
            paper: Paper::Huang,
            figure: "The family: leaves of all policies",
            statement: "Leftmost is alpha-beta; the largest upper bound never evaluates more leaves than MT-SSS*; other policies may evaluate leaves \
                        that alpha-beta prunes. (The paper has no experiments.)",
            reading: "Uniform trees with three children, independent leaves; in the order of their hash, best first, and worst first. The smallest \
                      certificate is the fewest leaves that prove the value.",
            tolerance: "the first two statements without exception; random rollouts need significantly more leaves than alpha-beta",
            needs: "random trees",
            seconds: [2.0, 400.0],
            timed: false,
        }
    }

    fn units(&self, scale: Scale) -> Vec<Unit> {
        let (most, trees) = (scale.pick(3, 7, 9), scale.pick(2, 20, 200));
        let unit = |order: &str, height: u64, tree: u64| {
            Unit::new().with("order", order).with("height", height).with("tree", tree)
        };
        let places =
            ORDERS.into_iter().flat_map(move |order| (2..=most).map(move |height| (order, height)));
        places
            .flat_map(|(order, height)| (0..trees).map(move |tree| unit(order, height, tree)))
            .collect()
    }

    fn run(&self, unit: &Unit, bench: &Bench<'_>) -> Result<Fields, String> {
        let (order, height, seed) = (unit.text("order"), unit.whole("height"), bench.game_seed(0));
        let game = bench.game(&format!("random:b=3,d={height},order={order},seed={seed}"))?;
        let mut found = Fields::new().with("seed", seed);
        let mut value = None;
        for algorithm in ALGORITHMS {
            let report = bench.search(&game, &bench.job(algorithm)?)?;
            let lower = report.bounds.lower;
            if *value.get_or_insert(lower) != lower {
                return Err(format!(
                    "{algorithm} finds another value than {ALPHABETA}, seed {seed}"
                ));
            }
            found.set(algorithm, report.counts.leaves);
        }
        let proof =
            value.and_then(|value| game.smallest_proof(&bench.job(ALPHABETA).ok()?, value, MOST));
        found.set(PROOF, proof);
        Ok(found)
    }

    fn summarise(&self, rows: &[Row]) -> Section {
        let relative = |order: &str, height: Option<u64>, a: &str, b: &str| {
            let fits = |row: &&Row| {
                row.unit.text("order") == order
                    && height.is_none_or(|h| row.unit.whole("height") == h)
            };
            ratio(&rows.iter().filter(fits).map(|row| (row.get(a), row.get(b))).collect::<Vec<_>>())
        };
        let heights = places(rows, "height");
        let panels = ORDERS.iter().map(|order| {
            let series = DRAWN.iter().map(|name| {
                let points = heights
                    .iter()
                    .filter_map(|&h| Some(relative(order, Some(h), name, PROOF)?.point(h as f64)));
                Series::measured(*name, points.collect::<Vec<_>>())
            });
            Panel {
                title: format!("{order} order"),
                x: Axis::linear("height"),
                y: Axis::log("leaves / smallest certificate"),
                series: series.collect(),
            }
        });
        let mut table = Table::new(
            "Leaves at the greatest height, relative to alpha-beta and to the smallest certificate (geometric means)",
            &["algorithm", "order", "to alpha-beta", "to the certificate"],
        );
        for algorithm in ALGORITHMS {
            for order in ORDERS {
                let of = |other: &str| {
                    text_of(relative(order, heights.last().copied(), algorithm, other))
                };
                table.row([algorithm.to_string(), order.to_string(), of(ALPHABETA), of(PROOF)]);
            }
        }
        let always =
            |holds: &dyn Fn(&Row) -> bool| (!rows.is_empty()).then(|| rows.iter().all(holds));
        let more = relative("random", heights.last().copied(), "rollout:random", ALPHABETA);
        Section::default()
            .figure(
                "Leaves divided by those of the smallest certificate, by height.",
                panels.collect(),
            )
            .trend(
                "leftmost rollouts evaluate as many leaves as alpha-beta, in every tree",
                always(&|row| row.get("rollout:leftmost") == row.get(ALPHABETA)),
            )
            .trend(
                "the largest upper bound evaluates no more leaves than MT-SSS*, in any tree",
                always(&|row| row.get("rollout:max-upper") <= row.get("mt-sss")),
            )
            .trend(
                "random rollouts evaluate more leaves than alpha-beta",
                more.and_then(|more: Estimate| more.is_above(1.0)),
            )
            .table(table)
    }
}
