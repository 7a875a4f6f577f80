//! Algorithm 12: MT-SSS* with ties broken by UCT, over its exploration constant.

use crate::Table;
use crate::experiments::bench::Bench;
use crate::experiments::design::{About, Experiment, Paper, Scale};
use crate::experiments::estimate::ratio;
use crate::experiments::leaf_ratios::wander;
use crate::experiments::row::{Fields, Row, Unit};
use crate::experiments::section::{Section, text_of};
use crate::experiments::verdict::Claim;
use crate::plot::{Axis, Panel, Series};

/// Algorithm 12.
pub struct Ties;

const MAX_UPPER: &str = "rollout:max-upper";
const LAMBDAS: [f64; 6] = [0.0, 0.1, 0.25, 0.5, 1.0, 2.0];
/// Names and games; the seed is put in place of S.
const GAMES: [(&str, &str, Option<u32>); 5] = [
    ("independent leaves", "random:b=3,d=7,seed=S", None),
    ("leaves of two values", "random:b=3,d=7,leaves=binary,seed=S", None),
    ("leaves that are sums", "random:b=3,d=7,leaves=sum,seed=S", None),
    ("connect4 5x4", "connect4:5x4", Some(6)),
    ("kalah 4,3", "kalah:4,3", Some(6)),
];

/// Three of five.
const MOST_GAMES: usize = 3;

fn algorithm(lambda: f64) -> String {
    format!("rollout:max-upper-uct,lambda={lambda}")
}

impl Experiment for Ties {
    fn about(&self) -> About {
        About {
            name: "huang-alg12",
            claim: Claim::Ours,
            question: "Does it save leaves to break the ties of MT-SSS* by UCT scores?",
            doubt: "A lambda, fixed before the run, that saves leaves on most kinds of games.",
            paper: Paper::Huang,
            figure: "Algorithm 12: ties broken by UCT",
            statement: "The paper proposes to break MT-SSS*'s ties by UCT scores, expecting better guidance where values are correlated; it measures \
                        nothing.",
            reading: "The score is seen from the player to move (as printed, MIN would take the largest too); unvisited children come first, from \
                      left to right; exploration is scaled by the spread of the leaves seen. Real games are searched six plies deep from random \
                      positions, without facts and tables.",
            tolerance: "one lambda, the same for all games, saves leaves significantly in three of the five",
            needs: "random trees, connect4, kalah",
            seconds: [2.0, 20.0],
            timed: false,
        }
    }

    fn units(&self, scale: Scale) -> Vec<Unit> {
        let unit = |game: &str, i: u64| Unit::new().with("game", game).with("instance", i);
        let instances = scale.pick(2, 40, 400);
        GAMES.iter().flat_map(|(name, ..)| (0..instances).map(move |i| unit(name, i))).collect()
    }

    fn run(&self, unit: &Unit, bench: &Bench<'_>) -> Result<Fields, String> {
        let known = GAMES.iter().find(|(name, ..)| *name == unit.text("game"));
        let (_, text, depth) = known.ok_or("an unknown game")?;
        let seed = bench.game_seed(0);
        let game = bench.game(&text.replace('S', &seed.to_string()))?;
        let position = match depth {
            None => None,
            Some(_) => Some(wander(&game, bench.seed())?),
        };
        let mut found = Fields::new().with("seed", seed).with("position", position.clone());
        let mut leaves = |name: &str, field: &str| -> Result<(), String> {
            let job = bench.job(name)?.position(position.clone()).depth(*depth).facts(false);
            found.set(field, bench.search(&game, &job)?.counts.leaves);
            Ok(())
        };
        leaves(MAX_UPPER, MAX_UPPER)?;
        LAMBDAS.iter().try_for_each(|&lambda| leaves(&algorithm(lambda), &algorithm(lambda)))?;
        Ok(found)
    }

    fn summarise(&self, rows: &[Row]) -> Section {
        let of = |game: &str, lambda: f64| {
            let pair = |row: &Row| (row.get(&algorithm(lambda)), row.get(MAX_UPPER));
            let rows = rows.iter().filter(|row| row.unit.text("game") == game);
            ratio(&rows.map(pair).collect::<Vec<_>>())
        };
        let mut table = Table::new(
            "Leaves relative to leftmost ties (geometric means)",
            &["game", "lambda", "ratio"],
        );
        let series = GAMES.iter().map(|(game, ..)| {
            let points = LAMBDAS.iter().filter_map(|&lambda| Some(of(game, lambda)?.point(lambda)));
            Series::measured(*game, points.collect::<Vec<_>>())
        });
        let panel = Panel {
            title: "Algorithm 12".into(),
            x: Axis::linear("lambda"),
            y: Axis::linear("leaves / leaves with leftmost ties"),
            series: series.collect(),
        };
        for (game, ..) in GAMES {
            for lambda in LAMBDAS {
                table.row([game.to_string(), lambda.to_string(), text_of(of(game, lambda))]);
            }
        }
        // A lambda that is chosen afterwards, for each game, saves leaves somewhere by chance alone.
        let judged =
            |lambda: f64| GAMES.map(|(game, ..)| of(game, lambda).and_then(|e| e.is_below(1.0)));
        let count = |lambda: f64, which: &[Option<bool>]| {
            judged(lambda).iter().filter(|judged| which.contains(judged)).count()
        };
        let saves = LAMBDAS.iter().any(|&lambda| count(lambda, &[Some(true)]) >= MOST_GAMES);
        let may_save =
            LAMBDAS.iter().any(|&lambda| count(lambda, &[Some(true), None]) >= MOST_GAMES);
        let one_saves = match (saves, may_save) {
            (true, _) => Some(true),
            (false, false) => Some(false),
            (false, true) => None,
        };
        Section::default()
            .figure(
                "Leaves relative to the same policy with ties broken from left to right.",
                vec![panel],
            )
            .trend("one lambda saves leaves in most of the games (three of five)", one_saves)
            .table(table)
    }
}
