//! State spaces in which several ways lead to a position.

use gametree::Storage;

use crate::Table;
use crate::experiments::bench::Bench;
use crate::experiments::design::{About, Experiment, Paper, Scale};
use crate::experiments::estimate::ratio;
use crate::experiments::leaf_ratios::wander;
use crate::experiments::row::{Fields, Row, Unit};
use crate::experiments::section::{Section, all_hold, text_of};
use crate::experiments::verdict::Claim;

/// One storage for all ways to a position.
pub struct Dag;

const RECURSION: &str = "alphabeta2";
const LEFTMOST: &str = "rollout:leftmost";
const ALGORITHMS: [&str; 5] =
    [RECURSION, LEFTMOST, "mt-sss2", "rollout:max-upper", "rollout:best-first"];

/// Games, and how many plies they are searched.
const GAMES: [(&str, u32); 4] =
    [("connect4:5x4", 8), ("kalah:4,3", 6), ("othello:6", 5), ("dots:2x2", 8)];

fn field(algorithm: &str, shared: bool) -> String {
    format!("{algorithm} {}", if shared { "by position" } else { "by path" })
}

impl Experiment for Dag {
    fn about(&self) -> About {
        About {
            name: "huang-dag",
            claim: Claim::Ours,
            question: "Do the rollouts stay exact, and save leaves, where several ways lead to a position?",
            doubt: "A position in which two of the searches end with different values.",
            paper: Paper::Huang,
            figure: "Future work: directed acyclic graphs",
            statement: "The paper asks how its observations generalise to DAGs. Bounds belong to positions, so one storage serves all ways to them.",
            reading: "Four games to a fixed depth from random positions, without facts: bounds stored by path, and in a table by position (2^20 records \
                      and more, so that none is lost).",
            tolerance: "equal values in every search; fewer leaves by position, significantly, for the three policies (recursions are shown)",
            needs: "connect4, kalah, othello, dots",
            seconds: [10.0, 100.0],
            timed: false,
        }
    }

    fn units(&self, scale: Scale) -> Vec<Unit> {
        let instances = scale.pick(1, 60, 400);
        let unit = |game: &str, i: u64| Unit::new().with("game", game).with("instance", i);
        GAMES.iter().flat_map(|(game, _)| (0..instances).map(move |i| unit(game, i))).collect()
    }

    fn run(&self, unit: &Unit, bench: &Bench<'_>) -> Result<Fields, String> {
        let name = unit.text("game");
        let game = bench.game(name)?;
        let depth = GAMES.iter().find(|(known, _)| *known == name).map(|(_, depth)| *depth);
        let position = wander(&game, bench.seed())?;
        let mut found = Fields::new().with("position", position.clone());
        let (mut value, mut equal) = (None, true);
        for algorithm in ALGORITHMS {
            for shared in [false, true] {
                let job = bench.job(algorithm)?.position(position.clone()).facts(false);
                let job = job.depth(depth).deepening(false);
                let storage = if shared { Storage::Table } else { Storage::Plain };
                let report = bench.search_with(&game, &job, storage)?;
                equal &= *value.get_or_insert(report.bounds) == report.bounds;
                found.set(&field(algorithm, shared), report.counts.leaves);
            }
        }
        Ok(found.with("equal", equal))
    }

    fn summarise(&self, rows: &[Row]) -> Section {
        let relative = |game: &str, algorithm: &str| {
            let of = rows.iter().filter(|row| row.unit.text("game") == game);
            let pair =
                |row: &Row| (row.get(&field(algorithm, true)), row.get(&field(algorithm, false)));
            ratio(&of.map(pair).collect::<Vec<_>>())
        };
        let mut table = Table::new(
            "Leaves with bounds by position, relative to bounds by path (geometric means)",
            &[&["game"][..], &ALGORITHMS].concat(),
        );
        for (game, _) in GAMES {
            let means = ALGORITHMS.map(|algorithm| text_of(relative(game, algorithm)));
            table.row([game.to_string()].into_iter().chain(means));
        }
        let always =
            |holds: &dyn Fn(&Row) -> bool| (!rows.is_empty()).then(|| rows.iter().all(holds));
        let rollouts = ALGORITHMS.iter().filter(|name| name.starts_with("rollout"));
        let fewer = rollouts.flat_map(|algorithm| {
            GAMES
                .iter()
                .map(move |(game, _)| relative(game, algorithm).and_then(|e| e.is_below(1.0)))
        });
        let same = rows
            .iter()
            .filter(|row| row.get(&field(LEFTMOST, true)) == row.get(&field(RECURSION, true)));
        let same = format!(
            "Leftmost rollouts evaluate as many leaves as {RECURSION} by position in {} of {} searches, by path in all.",
            same.count(),
            rows.len()
        );
        Section::default()
            .trend("all searches end with the same value", always(&|row| row.found.holds("equal")))
            .trend(
                "by path, leftmost rollouts evaluate as many leaves as alpha-beta",
                always(&|row| {
                    row.get(&field(LEFTMOST, false)) == row.get(&field(RECURSION, false))
                }),
            )
            .trend(
                "bounds by position save leaves in every game, for every policy",
                all_hold(fewer),
            )
            .table(table)
            .remark(same)
    }
}
