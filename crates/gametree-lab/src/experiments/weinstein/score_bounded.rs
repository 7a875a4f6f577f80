//! Section 6: bounds without windows may look at more than alpha-beta.

use crate::Table;
use crate::experiments::bench::Bench;
use crate::experiments::design::{About, Experiment, Paper, Scale};
use crate::experiments::estimate::Estimate;
use crate::experiments::row::{Fields, Row, Unit, at, places};
use crate::experiments::section::{Section, text_of};
use crate::experiments::verdict::Claim;

/// Score-bounded Monte Carlo tree search and FSSS against alpha-beta.
pub struct ScoreBounded;

const ALPHABETA: &str = "alphabeta";
const SOLVER: &str = "mcts-solver:playout=random,transpositions=no";
const FSSS: &str = "fsss";

impl Experiment for ScoreBounded {
    fn about(&self) -> About {
        About {
            name: "weinstein-score-bounded",
            claim: Claim::Printed,
            question: "Does Monte Carlo search with bounds but without windows look at more than alpha-beta?",
            doubt: "Trees on which it never does.",
            paper: Paper::Weinstein,
            figure: "Section 6: score-bounded Monte Carlo search",
            statement: "FSSS is similar to Score Bounded Monte-Carlo Tree Search (Cazenave and Saffidine 2010), which lacks alpha and beta and so may expand \
                        more states than alpha-beta.",
            reading: "mcts-solver keeps the same bounds beside its averages. Its leaves are the playouts it makes until the value is proven; those of alpha-beta \
                      and FSSS are evaluated leaves. Binary trees, leaves of two values.",
            tolerance: "in some tree it needs more leaves than alpha-beta; FSSS in none",
            needs: "random trees",
            seconds: [3.0, 30.0],
            timed: false,
        }
    }

    fn units(&self, scale: Scale) -> Vec<Unit> {
        let trees = scale.pick(20, 200, 2000);
        let unit = |height: u64, tree: u64| Unit::new().with("height", height).with("tree", tree);
        let heights = [4, 6, 8].into_iter().take(scale.pick(1, 3, 3));
        heights.flat_map(|height| (0..trees).map(move |tree| unit(height, tree))).collect()
    }

    fn run(&self, unit: &Unit, bench: &Bench<'_>) -> Result<Fields, String> {
        let (height, seed) = (unit.whole("height"), bench.game_seed(0));
        let game = bench.game(&format!("random:b=2,d={height},leaves=binary,seed={seed}"))?;
        let mut found = Fields::new().with("seed", seed);
        for algorithm in [ALPHABETA, FSSS, SOLVER] {
            let report = bench.search(&game, &bench.job(algorithm)?)?;
            found.set(algorithm, report.counts.leaves);
        }
        Ok(found)
    }

    fn summarise(&self, rows: &[Row]) -> Section {
        let more = |row: &Row, algorithm: &str| row.get(algorithm) > row.get(ALPHABETA);
        let mut table = Table::new(
            "Trees with more leaves than alpha-beta, and leaves relative to it",
            &["height", "score-bounded", "FSSS", "score-bounded: leaves"],
        );
        for height in places(rows, "height") {
            let share = |algorithm: &str| {
                text_of(Estimate::share_of(
                    at(rows, "height", height).map(|row| more(row, algorithm)),
                ))
            };
            let pairs = at(rows, "height", height).map(|row| (row.get(SOLVER), row.get(ALPHABETA)));
            let leaves = crate::experiments::ratio(&pairs.collect::<Vec<_>>());
            table.row([height.to_string(), share(SOLVER), share(FSSS), text_of(leaves)]);
        }
        let any = |algorithm: &str| {
            (!rows.is_empty()).then(|| rows.iter().any(|row| more(row, algorithm)))
        };
        Section::default()
            .trend(
                "score-bounded search needs more leaves than alpha-beta in some tree",
                any(SOLVER),
            )
            .trend("FSSS does in none", any(FSSS).map(|some| !some))
            .table(table)
    }
}
