//! Section 6: FSSS that is stopped early, and FSSS that knows a range of values.

use gametree::{Bounds, Limits};

use crate::Table;
use crate::experiments::bench::{Bench, range};
use crate::experiments::design::{About, Experiment, Paper, Scale};
use crate::experiments::estimate::{Estimate, ratio};
use crate::experiments::row::{Fields, Row, Unit};
use crate::experiments::section::{Section, text_of};
use crate::experiments::verdict::Claim;
use crate::plot::{Axis, Panel, Series};

/// How wide the interval of the root still is.
pub struct Anytime;

const FSSS: &str = "fsss";
const ALGORITHMS: [&str; 4] = [FSSS, "alphabeta2", "mt-sss2", "rollout:best-first"];
const HEIGHT: u64 = 12;
const BUDGETS: [u64; 9] = [1, 4, 8, 16, 32, 64, 128, 256, 512];

fn width(algorithm: &str, budget: u64) -> String {
    format!("{algorithm} width after {budget}")
}

impl Experiment for Anytime {
    fn about(&self) -> About {
        About {
            name: "weinstein-anytime",
            claim: Claim::Ours,
            question: "What does FSSS know when it is stopped early, and what does an admissible range save?",
            doubt: "A range that lets FSSS evaluate more leaves than it does without.",
            paper: Paper::Weinstein,
            figure: "Section 6: anytime, admissible bounds",
            statement: "Admissible knowledge of values improves pruning, and an anytime FSSS would be useful where a tree cannot be solved. (Neither is \
                        measured.)",
            reading: "Binary trees of height 12, leaves from 0 to 9, and the range 0 to 9 for all searches; the width of the root's interval after so many \
                      leaves. Without a range nothing bounded is known before the end of a whole strategy.",
            tolerance: "with the range FSSS needs fewer leaves significantly, in no tree more; after 128 leaves its interval is narrower than that of \
                        alpha-beta",
            needs: "random trees",
            seconds: [3.0, 30.0],
            timed: false,
        }
    }

    fn units(&self, scale: Scale) -> Vec<Unit> {
        (0..scale.pick(2, 100, 1000)).map(|tree: u64| Unit::new().with("tree", tree)).collect()
    }

    fn run(&self, _: &Unit, bench: &Bench<'_>) -> Result<Fields, String> {
        let seed = bench.game_seed(0);
        let game = bench.game(&format!("random:b=2,d={HEIGHT},leaves=0..9,seed={seed}"))?;
        let mut found = Fields::new().with("seed", seed);
        for algorithm in ALGORITHMS {
            let job = || Ok::<_, String>(bench.job(algorithm)?.range(range(0.0, 9.0)));
            found.set(&format!("{algorithm} leaves"), bench.search(&game, &job()?)?.counts.leaves);
            for budget in BUDGETS {
                let limited = job()?.limits(Limits::none().leaves(budget));
                let Bounds { lower, upper } = bench.search(&game, &limited)?.bounds;
                found.set(&width(algorithm, budget), upper.get() - lower.get());
            }
        }
        let unbounded = bench.job(FSSS)?.range(Some(Bounds::UNBOUNDED));
        found.set("without a range", bench.search(&game, &unbounded)?.counts.leaves);
        Ok(found)
    }

    fn summarise(&self, rows: &[Row]) -> Section {
        let mean = |algorithm: &str, budget: u64| {
            let all: Vec<f64> = rows.iter().map(|row| row.get(&width(algorithm, budget))).collect();
            Estimate::mean(&all)
        };
        let series = ALGORITHMS.map(|algorithm| {
            let points = BUDGETS
                .iter()
                .filter_map(|&leaves| Some(mean(algorithm, leaves)?.point(leaves as f64)));
            Series::measured(algorithm, points.collect::<Vec<_>>())
        });
        let panel = Panel {
            title: "What is known of the root".into(),
            x: Axis::log("leaves evaluated"),
            y: Axis::linear("width of the interval"),
            series: series.to_vec(),
        };
        let mut table =
            Table::new("Width of the root's interval", &[&["leaves"][..], &ALGORITHMS].concat());
        for budget in BUDGETS {
            let means = ALGORITHMS.map(|algorithm| text_of(mean(algorithm, budget)));
            table.row([budget.to_string()].into_iter().chain(means));
        }
        let pairs: Vec<(f64, f64)> =
            rows.iter().map(|row| (row.get("fsss leaves"), row.get("without a range"))).collect();
        let saved = ratio(&pairs);
        let never =
            (!pairs.is_empty()).then(|| pairs.iter().all(|(with, without)| with <= without));
        let narrower = mean(FSSS, 128).zip(mean("alphabeta2", 128));
        Section::default()
            .figure("Mean width of the root's interval, with 95 % intervals.", vec![panel])
            .trend(
                format!("the range saves leaves (ratio {})", text_of(saved)),
                saved.and_then(|saved| saved.is_below(1.0)),
            )
            .trend("it costs leaves in no tree", never)
            .trend(
                "after 128 leaves FSSS knows more than alpha-beta",
                narrower.and_then(|(fsss, alphabeta)| fsss.is_less(alphabeta)),
            )
            .table(table)
    }
}
