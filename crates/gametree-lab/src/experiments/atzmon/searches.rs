//! "Theorem 1 applies directly to any other game tree search algorithm": epsilon in all of them.

use crate::Table;
use crate::experiments::bench::{Bench, epsilon, range};
use crate::experiments::design::{About, Experiment, Paper, Scale};
use crate::experiments::estimate::{Estimate, ratio};
use crate::experiments::row::{Fields, Row, Unit};
use crate::experiments::section::{Section, all_hold, text_of};
use crate::experiments::verdict::Claim;

/// Other searches within epsilon.
pub struct Searches;

const EPSILONS: [f64; 3] = [8.0, 16.0, 32.0];
const MINIMAX: &str = "minimax";
const ALGORITHMS: [&str; 10] = [
    "bounded-alphabeta",
    "own-bounds",
    "alphabeta2",
    "scout",
    "mtd-f",
    "mt-sss",
    "mt-sss2",
    "df-pn",
    "mcts-solver",
    "rollout:best-first",
];
/// The same for trees with chance nodes.
const WITH_CHANCE: [&str; 5] =
    ["bounded-alphabeta", "own-bounds", "star2", "mcts-solver", "rollout:best-first"];

fn field(algorithm: &str, e: f64, what: &str) -> String {
    format!("{algorithm} at {e} {what}")
}

fn algorithms(chance: bool) -> &'static [&'static str] {
    if chance { &WITH_CHANCE } else { &ALGORITHMS }
}

impl Experiment for Searches {
    fn about(&self) -> About {
        About {
            name: "atzmon-searches",
            claim: Claim::Ours,
            question: "What does epsilon save in other searches, proof-number search and the Monte Carlo solver among them?",
            doubt: "One search whose bounds end more than epsilon apart, or exclude the value.",
            paper: Paper::Atzmon,
            figure: "Future work: other search strategies",
            statement: "Theorem 1 applies to any search; the paper names Monte Carlo solvers and proof-number search, and measures none.",
            reading: "Random trees with four children and 5 plies, leaves from 0 to 100; and with chance nodes, 2 moves. Leaves are relative to those of the \
                      same search without epsilon.",
            tolerance: "the guarantee without exception; every search saves leaves significantly at epsilon 32 without chance",
            needs: "random trees",
            seconds: [10.0, 100.0],
            timed: false,
        }
    }

    fn units(&self, scale: Scale) -> Vec<Unit> {
        let trees = scale.pick(2, 60, 600);
        let unit = |chance: bool, tree: u64| Unit::new().with("chance", chance).with("tree", tree);
        [false, true]
            .into_iter()
            .flat_map(|chance| (0..trees).map(move |tree| unit(chance, tree)))
            .collect()
    }

    fn run(&self, unit: &Unit, bench: &Bench<'_>) -> Result<Fields, String> {
        let (chance, seed) = (unit.holds("chance"), bench.game_seed(0));
        let kind = if chance { "d=2,leaves=0..100,chance=0.8" } else { "d=5,leaves=0..100" };
        let game = bench.game(&format!("random:b=4,{kind},seed={seed}"))?;
        let known = range(0.0, 100.0);
        let truth = bench.search(&game, &bench.job(MINIMAX)?.range(known))?.bounds;
        let mut found = Fields::new().with("seed", seed);
        for algorithm in algorithms(chance) {
            for e in [0.0].into_iter().chain(EPSILONS) {
                let job = bench.job(algorithm)?.epsilon(epsilon(e)).range(known);
                let report = bench.search(&game, &job)?;
                // Averages are rounded outward.
                let holds = report.bounds.width() <= e + 1e-6
                    && report.bounds.lower.get() <= truth.upper.get() + 1e-6
                    && report.bounds.upper.get() >= truth.lower.get() - 1e-6;
                found.set(&field(algorithm, e, "leaves"), report.counts.leaves);
                found.set(&field(algorithm, e, "holds"), holds);
            }
        }
        Ok(found)
    }

    fn summarise(&self, rows: &[Row]) -> Section {
        let of = |chance: bool| rows.iter().filter(move |row| row.unit.holds("chance") == chance);
        let saved = |chance: bool, algorithm: &str, e: f64| {
            let pair = |row: &Row| {
                (row.get(&field(algorithm, e, "leaves")), row.get(&field(algorithm, 0.0, "leaves")))
            };
            ratio(&of(chance).map(pair).collect::<Vec<_>>())
        };
        let mut section = Section::default();
        let mut broken = 0;
        for chance in [false, true] {
            let title = match chance {
                true => "With chance nodes: leaves relative to epsilon 0 (geometric means)",
                false => "Without chance: leaves relative to epsilon 0 (geometric means)",
            };
            let mut table = Table::new(title, &["search", "epsilon 8", "epsilon 16", "epsilon 32"]);
            for algorithm in algorithms(chance) {
                let means = EPSILONS.map(|e| text_of(saved(chance, algorithm, e)));
                table.row([algorithm.to_string()].into_iter().chain(means));
                broken += of(chance)
                    .filter(|row| {
                        let all = [0.0].into_iter().chain(EPSILONS);
                        !all.into_iter().all(|e| row.found.holds(&field(algorithm, e, "holds")))
                    })
                    .count();
            }
            section = section.table(table);
        }
        let all_save = ALGORITHMS.iter().map(|algorithm| {
            saved(false, algorithm, EPSILONS[2]).and_then(|mean: Estimate| mean.is_below(1.0))
        });
        section
            .trend(
                format!("the guarantee holds in all searches: {broken} break it"),
                (!rows.is_empty()).then_some(broken == 0),
            )
            .trend("at epsilon 32 every search saves leaves", all_hold(all_save))
    }
}
