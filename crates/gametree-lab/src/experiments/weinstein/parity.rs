//! Figure 1(b): how often FSSS and MTD(+infinity) prune more than alpha-beta, on binary leaves.

use crate::Table;
use crate::experiments::bench::Bench;
use crate::experiments::design::{About, Experiment, Paper, Scale};
use crate::experiments::estimate::Estimate;
use crate::experiments::row::{Fields, Row, Unit, at, places};
use crate::experiments::section::{Section, text_of};
use crate::experiments::verdict::Claim;
use crate::plot::{Axis, Panel, Series};

/// Figure 1(b).
pub struct Parity;

const ALPHABETA: &str = "alphabeta";
/// `mt-sss2` is MTD(+infinity) that transmits both bounds, as FSSS does.
const OTHERS: [&str; 4] = ["fsss", "mt-sss", "mt-sss2", "rollout:best-first"];

impl Experiment for Parity {
    fn about(&self) -> About {
        About {
            name: "weinstein-1b",
            claim: Claim::Printed,
            question: "How often do FSSS and MTD(+infinity) prune more than alpha-beta where leaves are wins and losses?",
            doubt: "One tree in which either evaluates more leaves than alpha-beta.",
            paper: Paper::Weinstein,
            figure: "Figure 1(b)",
            statement: "On binary trees with leaves of two values, neither FSSS nor MTD(+infinity) ever expands more leaves than alpha-beta; larger \
                        trees more often show an advantage, FSSS's being larger than MTD's, though often by a handful of leaves; even and odd \
                        heights differ greatly. (The paper prints no numbers.)",
            reading: "Leaves are 0 or 1 with equal probability; searches start without a range, as in the paper. MTD(+infinity) as Huang prints it keeps \
                      one bound of each node; mt-sss2, with both, is not in the paper.",
            tolerance: "the first statement without exception, the others significantly",
            needs: "random trees",
            seconds: [1.0, 20.0],
            timed: false,
        }
    }

    fn units(&self, scale: Scale) -> Vec<Unit> {
        let (most, trees) = (scale.pick(6, 11, 14), scale.pick(3, 600, 2000));
        let unit = |height: u64, tree: u64| Unit::new().with("height", height).with("tree", tree);
        (2..=most).flat_map(|height| (0..trees).map(move |tree| unit(height, tree))).collect()
    }

    fn run(&self, unit: &Unit, bench: &Bench<'_>) -> Result<Fields, String> {
        let (height, seed) = (unit.whole("height"), bench.game_seed(0));
        let game = bench.game(&format!("random:b=2,d={height},leaves=binary,seed={seed}"))?;
        let mut found = Fields::new().with("seed", seed);
        for algorithm in [ALPHABETA].into_iter().chain(OTHERS) {
            let job = bench.job(algorithm)?.range(Some(gametree::Bounds::UNBOUNDED));
            found.set(algorithm, bench.search(&game, &job)?.counts.leaves);
        }
        Ok(found)
    }

    fn summarise(&self, rows: &[Row]) -> Section {
        let fewer = |algorithm: &str, height: u64| {
            let beats = |row: &Row| row.get(algorithm) < row.get(ALPHABETA);
            Estimate::share_of(at(rows, "height", height).map(beats))
        };
        let heights = places(rows, "height");
        let panel = |title: &str, parity: u64| {
            let series = OTHERS.map(|algorithm| {
                let chosen = heights.iter().filter(|&&h| h % 2 == parity);
                let points = chosen.filter_map(|&h| Some(fewer(algorithm, h)?.point(h as f64)));
                Series::measured(algorithm, points.collect::<Vec<_>>())
            });
            Panel {
                title: title.into(),
                x: Axis::linear("height"),
                y: Axis::linear("share of trees"),
                series: series.to_vec(),
            }
        };
        let mut table = Table::new(
            "Share of trees with strictly fewer leaves than alpha-beta",
            &[&["height"][..], &OTHERS].concat(),
        );
        for &height in &heights {
            let shares = OTHERS.map(|algorithm| text_of(fewer(algorithm, height)));
            table.row([height.to_string()].into_iter().chain(shares));
        }
        let columns = [
            "height",
            "trees",
            "mean difference",
            "median",
            "trees with a difference of at most 5",
        ];
        let mut handful =
            Table::new("How many leaves MTD(+infinity) evaluates more than FSSS", &columns);
        for &height in &heights {
            let mut all: Vec<f64> =
                at(rows, "height", height).map(|row| row.get("mt-sss") - row.get("fsss")).collect();
            all.sort_by(f64::total_cmp);
            handful.row([
                height.to_string(),
                all.len().to_string(),
                text_of(Estimate::mean(&all)),
                all.get(all.len() / 2).map_or("-".into(), f64::to_string),
                text_of(Estimate::share_of(all.iter().map(|more| more.abs() <= 5.0))),
            ]);
        }
        let never = |row: &Row| OTHERS[..2].iter().all(|name| row.get(name) <= row.get(ALPHABETA));
        let even = heights.iter().copied().filter(|h| h % 2 == 0).max();
        let odd = heights
            .iter()
            .copied()
            .filter(|h| h % 2 == 1 && even.is_some_and(|even| *h < even))
            .max();
        let less =
            |a: Option<Estimate>, b: Option<Estimate>| a.zip(b).and_then(|(a, b)| a.is_less(b));
        let at_even = |algorithm: &str| even.and_then(|h| fewer(algorithm, h));
        Section::default()
            .figure(
                "Share of trees in which each evaluates strictly fewer leaves than alpha-beta.",
                vec![panel("even heights", 0), panel("odd heights", 1)],
            )
            .trend(
                "neither FSSS nor MTD(+infinity) evaluates more leaves than alpha-beta in any tree",
                (!rows.is_empty()).then(|| rows.iter().all(never)),
            )
            .trend(
                "larger trees show it more often: height 4 against the largest even height",
                less(fewer("fsss", 4), at_even("fsss")),
            )
            .trend(
                "FSSS's share is larger than MTD's at the largest even height",
                less(at_even("mt-sss"), at_even("fsss")),
            )
            .trend(
                "most of FSSS's lead is both bounds against one: with both, MTD's share is larger than with one (largest even height)",
                less(at_even("mt-sss"), at_even("mt-sss2")),
            )
            .trend(
                "parity matters: MTD's share is larger at the odd height before it",
                less(at_even("mt-sss"), odd.and_then(|h| fewer("mt-sss", h))),
            )
            .table(table)
            .table(handful)
    }
}
