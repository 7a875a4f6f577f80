//! The single-player case: the number of critical choices matters, and not their depth.

use crate::Table;
use crate::converge::{PAPERS_UCT, Rules};
use crate::experiments::bench::Bench;
use crate::experiments::convergence::run_cell;
use crate::experiments::design::{About, Experiment, Paper, Scale};
use crate::experiments::estimate::{Estimate, ratio};
use crate::experiments::growth::{self, Growth};
use crate::experiments::row::{Fields, Row, Unit};
use crate::experiments::section::Section;
use crate::experiments::verdict::Claim;
use crate::plot::{Axis, Panel, Series};

/// Time against depth, for one player and for two.
pub struct Single;

/// The trees are this deep.
const DEPTH: u64 = 20;
/// The depths of the second critical choice.
const SECOND: [u64; 5] = [2, 6, 10, 14, 18];
/// The critical depths of one player, by how many there are.
const CHOICES: [&str; 4] = ["0", "0/4", "0/4/8", "0/4/8/12"];
/// By how much a ply more may multiply the time, if depth does not matter: less than one and a half
/// over sixteen plies.
const FLAT: f64 = 1.025;

impl Experiment for Single {
    fn about(&self) -> About {
        About {
            name: "ramanujan-single",
            claim: Claim::Printed,
            question: "Does the depth of critical choices matter where one player has all the choices?",
            doubt: "Trees in which the single player's other choices mislead.",
            paper: Paper::Ramanujan,
            figure: "Section 6.2: single-player settings",
            statement: "UCT in two-player settings scales exponentially with the depth of the critical choices; in single-player settings all that matters is the \
                        number of critical choices, not their depth.",
            reading: "Trees of depth 20 with a critical choice at the root and another at depth 2 to 18; and for one player one to four choices, four plies apart. The \
                      single player is MAX; MIN has one move everywhere. Exploration constant .7, tau = .7.",
            tolerance: "two players: a ply more multiplies the time by significantly more than 1.025 (one and a half times over 16 plies); one player: by significantly \
                        less; a ply more costs one player significantly less than two; four choices take one player significantly longer than one",
            needs: "implanted trees",
            seconds: [20.0, 200.0],
            timed: false,
        }
    }

    fn units(&self, scale: Scale) -> Vec<Unit> {
        let runs = scale.pick(2, 60, 400);
        let deep = SECOND.map(|second| (second, format!("0/{second}")));
        let deep =
            |players: u64| deep.clone().map(|(second, max)| (players, second, max)).into_iter();
        let many = CHOICES.map(|max| (1, 0, max.to_string()));
        let cells: Vec<_> = deep(1).chain(deep(2)).chain(many).collect();
        let unit = |run: u64, (players, second, max): &(u64, u64, String)| {
            Unit::new()
                .with("players", *players)
                .with("second", *second)
                .with("max", max.clone())
                .with("run", run)
        };
        (0..runs).flat_map(|run| cells.iter().map(move |cell| unit(run, cell))).collect()
    }

    fn run(&self, unit: &Unit, bench: &Bench<'_>) -> Result<Fields, String> {
        let single = if unit.whole("players") == 1 { ",single" } else { "" };
        let max = unit.text("max");
        let game = format!("implanted:d={DEPTH},max={max}{single},seed={{run}}");
        let rules = Rules { tau: 0.7, runs: u64::MAX, limit: 1_000_000, seed: bench.lab_seed() };
        let row = run_cell(bench, &game, PAPERS_UCT, rules, unit.whole("run"))?;
        let rollouts = row.converged.unwrap_or(row.leaves);
        Ok(Fields::new().with("rollouts", rollouts).with("converged", row.converged.is_some()))
    }

    fn summarise(&self, rows: &[Row]) -> Section {
        let by_depth = |players: u64| -> Vec<Row> {
            let fits =
                |row: &&Row| row.unit.whole("players") == players && row.unit.whole("second") > 0;
            rows.iter().filter(fits).cloned().collect()
        };
        let [one, two] = [1, 2].map(by_depth);
        let times = |rows: &[Row], second: u64| {
            let of = rows.iter().filter(|row| row.unit.whole("second") == second);
            Estimate::resampled_mean(&of.map(|row| row.get("rollouts")).collect::<Vec<_>>())
        };
        let line = |name: &str, rows: &[Row]| {
            let points = SECOND.iter().filter_map(|&at| Some(times(rows, at)?.point(at as f64)));
            Series::measured(name, points.collect::<Vec<_>>())
        };
        let series = vec![line("one player", &one), line("two players", &two)];
        let (x, y) = (Axis::linear("depth of the second choice"), Axis::log("rollouts"));
        let panel = Panel { title: "Rollouts until convergence".into(), x, y, series };
        let mut table = Table::new(
            "Rollouts until convergence",
            &["critical depths", "one player", "two players"],
        );
        let text = |time: Option<Estimate>| time.map_or("-".into(), Estimate::text);
        for at in SECOND {
            table.row([format!("0/{at}"), text(times(&one, at)), text(times(&two, at))]);
        }
        let by_number = |max: &str| -> Vec<&Row> {
            let fits = |row: &&Row| row.unit.whole("second") == 0 && row.unit.text("max") == max;
            rows.iter().filter(fits).collect()
        };
        for max in CHOICES {
            let all: Vec<f64> = by_number(max).iter().map(|row| row.get("rollouts")).collect();
            table.row([max.to_string(), text(Estimate::resampled_mean(&all)), "-".into()]);
        }
        let growth = |rows: &[Row]| growth::fit(rows, "second", "rollouts", SECOND[0]);
        let [one, two] = [growth(&one), growth(&two)];
        let base = |it: Option<Growth>| it.map(|it| it.base);
        let few = by_number(CHOICES[0]);
        let many = by_number(CHOICES[3]);
        let pairs: Vec<(f64, f64)> =
            many.iter().zip(few).map(|(a, b)| (a.get("rollouts"), b.get("rollouts"))).collect();
        let number = ratio(&pairs);
        Section::default()
            .figure("Means with 95 % intervals.", vec![panel])
            .trend(
                format!("two players: time grows with depth (by a ply: {})", text(base(two))),
                base(two).and_then(|base| base.is_above(FLAT)),
            )
            .trend(
                format!("one player: depth does not matter (by a ply: {})", text(base(one))),
                base(one).and_then(|base| base.is_below(FLAT)),
            )
            .trend(
                "a ply more costs one player less than two",
                base(one).zip(base(two)).and_then(|(one, two)| one.is_less(two)),
            )
            .trend(
                format!("one player: four choices take longer than one (ratio {})", text(number)),
                number.and_then(|number| number.is_above(1.0)),
            )
            .table(table)
            .because(
                "Where one player has all the choices the time does not grow exponentially, but it does grow: about in proportion to the depth of the second choice. \
                 UCT that keeps whole paths (uct:lambda=0.35) does the same.",
            )
    }
}
