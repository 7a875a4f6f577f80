//! Figure 1(a): leaves by the height of the tree, and how fast they grow.

use crate::Table;
use crate::experiments::bench::Bench;
use crate::experiments::design::{About, Experiment, Paper, Scale};
use crate::experiments::estimate::Estimate;
use crate::experiments::growth::{Growth as Fit, fit};
use crate::experiments::row::{Fields, Row, Unit, places};
use crate::experiments::section::{Section, all_hold, text_of};
use crate::experiments::verdict::Claim;
use crate::experiments::verdict::Comparison;
use crate::plot::{Axis, Panel, Point, Series};

/// Figure 1(a).
pub struct Growth;

const ALGORITHMS: [&str; 4] = ["alphabeta", "fsss", "mt-sss", "rollout:best-first"];

/// The fits that the paper prints: factor and base.
const PUBLISHED: [(&str, f64, f64); 2] = [("alphabeta", 1.74, 1.68), ("fsss", 1.46, 1.65)];

/// How far off the base may be. The paper does not say over which heights it was fitted, and that matters
/// this much; factor and base are anticorrelated, so that the factor has more room.
const BASE: f64 = 0.03;
const FACTOR: f64 = 0.35;

/// Smaller trees are not exponential yet.
const FIRST: u64 = 4;

impl Experiment for Growth {
    fn about(&self) -> About {
        About {
            name: "weinstein-1a",
            claim: Claim::Printed,
            question: "How fast do the leaves of FSSS, MTD(+infinity) and alpha-beta grow with the height of the tree?",
            doubt: "Fits to more heights that exclude the printed curve, or trees in which FSSS evaluates a leaf that alpha-beta does not.",
            paper: Paper::Weinstein,
            figure: "Figure 1(a)",
            statement: "On binary trees with independent uniform leaves, alpha-beta evaluates 1.74 * 1.68^h leaves and FSSS \
                        1.46 * 1.65^h; FSSS and MTD(+infinity) do not differ significantly.",
            reading: "Leaves are uniform integers of about plus or minus 2^31; no range is given. Only even heights are run, and the curves are fitted \
                      from height 4 on; the paper does not say over which heights it fitted. \"Not significantly different\" is read as equal within 5 %: \
                      with enough trees any difference is significant.",
            tolerance: "base within 0.03 of the printed one, factor within 0.35; the mean ratio of FSSS's leaves to \
                        MTD(+infinity)'s within 5 % of 1; FSSS needs fewer leaves than alpha-beta at every height",
            needs: "random trees",
            seconds: [2.0, 200.0],
            timed: false,
        }
    }

    fn units(&self, scale: Scale) -> Vec<Unit> {
        let (most, trees) = (scale.pick(8, 14, 20), scale.pick(3, 400, 1000));
        let heights = (2..=most).step_by(2);
        let unit = |height: u64, tree: u64| Unit::new().with("height", height).with("tree", tree);
        heights.flat_map(|height| (0..trees).map(move |tree| unit(height, tree))).collect()
    }

    fn run(&self, unit: &Unit, bench: &Bench<'_>) -> Result<Fields, String> {
        let seed = bench.game_seed(0);
        let game = bench.game(&format!("random:b=2,d={},seed={seed}", unit.whole("height")))?;
        let mut found = Fields::new().with("seed", seed);
        for algorithm in ALGORITHMS {
            let report = bench.search(&game, &bench.job(algorithm)?)?;
            found.set(algorithm, report.counts.leaves);
        }
        Ok(found)
    }

    fn summarise(&self, rows: &[Row]) -> Section {
        let fits = ALGORITHMS.map(|algorithm| (algorithm, fit(rows, "height", algorithm, FIRST)));
        let mut numbers = Vec::new();
        for (algorithm, factor, base) in PUBLISHED {
            let fitted =
                fits.iter().find(|(name, _)| *name == algorithm).and_then(|(_, fit)| fit.as_ref());
            let of = |which: fn(&Fit) -> Estimate| fitted.map(which);
            numbers.push(Comparison::new(
                format!("{algorithm}: base"),
                base,
                BASE,
                of(|fit| fit.base),
            ));
            let what = format!("{algorithm}: factor");
            numbers.push(Comparison::new(what, factor, FACTOR, of(|fit| fit.factor)));
        }
        let pairs = |a: &str, b: &str, height: Option<u64>| {
            let chosen =
                rows.iter().filter(|row| height.is_none_or(|h| row.unit.whole("height") == h));
            chosen.map(|row| (row.get(a), row.get(b))).collect::<Vec<_>>()
        };
        let same = crate::experiments::ratio(&pairs("fsss", "mt-sss", None));
        let within = |e: Estimate| match (e.is_above(0.95), e.is_below(1.05)) {
            (Some(true), Some(true)) => Some(true),
            (Some(false), _) | (_, Some(false)) => Some(false),
            _ => None,
        };
        let fewer: Vec<Option<bool>> = places(rows, "height")
            .into_iter()
            .filter(|&height| height >= FIRST)
            .map(|height| {
                crate::experiments::ratio(&pairs("fsss", "alphabeta", Some(height)))?.is_below(1.0)
            })
            .collect();
        let mut table =
            Table::new("Mean leaves", &[&["height", "trees"][..], &ALGORITHMS].concat());
        for height in places(rows, "height").into_iter() {
            let of = |name: &str| Estimate::mean(&leaves(rows, name, height));
            let trees = leaves(rows, ALGORITHMS[0], height).len();
            let means = ALGORITHMS.map(|name| text_of(of(name)));
            table.row([height.to_string(), trees.to_string()].into_iter().chain(means));
        }
        let mut fitted = Table::new("Fits factor * base^h", &["algorithm", "factor", "base"]);
        for (algorithm, fit) in &fits {
            let [factor, base] =
                [fit.as_ref().map(|f| f.factor), fit.as_ref().map(|f| f.base)].map(text_of);
            fitted.row([(*algorithm).to_string(), factor, base]);
        }
        let ratio = text_of(same);
        let differ = match same.map(|same| same.is_below(1.0)) {
            Some(Some(true)) => format!(
                "FSSS and MTD(+infinity) do differ significantly, by little: {ratio} of the leaves over all trees."
            ),
            _ => format!(
                "FSSS evaluates {ratio} of MTD(+infinity)'s leaves: these trees do not tell them apart."
            ),
        };
        Section::default()
            .figure("Leaves by height, with 95 % intervals; dashed: the fits that the paper prints.", vec![panel(rows)])
            .compare("Fits", numbers)
            .trend("FSSS evaluates fewer leaves than alpha-beta at every height from 4 on", all_hold(fewer))
            .trend(
                "FSSS and MTD(+infinity) need equally many leaves, within 5 %",
                same.and_then(within),
            )
            .remark(differ)
            .table(fitted)
            .table(table)
            .because("The paper does not state the heights over which it fitted; a fit from 8 on has a smaller base and a larger factor.")
    }
}

fn leaves(rows: &[Row], algorithm: &str, height: u64) -> Vec<f64> {
    let of_height = rows.iter().filter(|row| row.unit.whole("height") == height);
    of_height.map(|row| row.get(algorithm)).collect()
}

fn panel(rows: &[Row]) -> Panel {
    let measured = ALGORITHMS.map(|name| {
        let points = places(rows, "height").into_iter().filter_map(|height| {
            Some(Estimate::mean(&leaves(rows, name, height))?.point(height as f64))
        });
        Series::measured(name, points.collect::<Vec<_>>())
    });
    let printed = PUBLISHED.map(|(name, factor, base)| {
        let points = places(rows, "height")
            .into_iter()
            .map(|h| Point::new(h as f64, factor * base.powf(h as f64)));
        Series::formula(format!("{factor} * {base}^h (paper)"), points.collect::<Vec<_>>())
            .like(name)
    });
    Panel {
        title: "Leaves until the value is known".into(),
        x: Axis::linear("height h (2^h leaves)"),
        y: Axis::log("leaves evaluated"),
        series: measured.into_iter().chain(printed).collect(),
    }
}
