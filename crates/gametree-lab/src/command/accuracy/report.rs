//! What `gametree-lab accuracy` prints and draws.

use gametree_arena::proportion::Proportion;
use gametree_cli::console::letter;
use gametree_cli::{json, text};
use serde_json::{Value, json};

use super::shown;
use crate::accuracy::{Problem, Score, Scores, Trials};
use crate::command::args::Accuracy;
use crate::plot::{Axis, Panel, Point, Series, svg};

/// What there is to say of a test.
pub struct Report<'a> {
    pub arguments: &'a Accuracy,
    pub trials: &'a Trials<'a>,
    pub scores: &'a Scores,
    /// Positions in which the choice does not matter, or which could not be solved.
    pub left_out: usize,
    /// Moves that were made.
    pub made: u64,
}

impl Report<'_> {
    pub fn data(&self) -> Value {
        let Accuracy { game, seed, nodes, solve_nodes, .. } = self.arguments;
        let players: Vec<String> = self.trials.players().iter().map(ToString::to_string).collect();
        let row = |score: &Score| {
            json!({
                "player": score.seat.player,
                "nodes": score.seat.nodes,
                "keeps": score.kept,
                "best": score.best,
                "given_away": score.given_away,
                "against_first": score.against_first,
                "worst": self.worst(score).map(|(problem, mv)| json!({
                    "position": shown(problem),
                    "move": mv,
                    "best": problem.best_moves(),
                    "given_away": problem.given_away(mv),
                    "keeps": problem.keeps(mv),
                })).collect::<Vec<_>>(),
            })
        };
        json!({
            "schema": json::SCHEMA,
            "game": game,
            "players": players,
            "nodes": nodes,
            "seed": seed,
            "solve_nodes": solve_nodes,
            "positions": self.trials.problems().len(),
            "left_out": self.left_out,
            "drawn": self.drawn(),
            "plies": self.drawn().map(|_| [self.arguments.plies.start(), self.arguments.plies.end()]),
            "drawn_by": self.drawn().map(|_| &self.arguments.drawn_by),
            "file": self.arguments.positions.as_ref().map(|file| file.display().to_string()),
            "repeated": self.repeated(),
            "moves": self.trials.units(),
            "finished": self.made,
            "timed": self.trials.depend_on_time(),
            "scores": self.scores.rows.iter().map(row).collect::<Vec<_>>(),
        })
    }

    pub fn for_people(&self) -> String {
        let Accuracy { game, seed, .. } = self.arguments;
        let positions = self.positions();
        let mut out = format!("{}, {positions}, seed {seed}\n", text::bold(game));
        out += &format!("{}\n\n", self.source());
        for (i, player) in self.trials.players().iter().enumerate() {
            out += &format!("{}  {player}\n", letter(i));
        }
        out += &format!("\n{}", self.table());
        out += &self.worst_moves();
        let remarks = self.remarks();
        if !remarks.is_empty() {
            out += "\n";
        }
        for (name, remark) in remarks {
            out += &format!("{name:<9} {remark}\n");
        }
        out
    }

    fn positions(&self) -> String {
        text::count(self.trials.problems().len() as u64, "position", "positions")
    }

    /// How many positions were drawn until enough of them were of use; `None` if a file lists them.
    fn drawn(&self) -> Option<u64> {
        let drawn = self.trials.problems().iter().map(|problem| problem.drawn).sum();
        self.arguments.positions.is_none().then_some(drawn)
    }

    /// Where the positions come from.
    fn source(&self) -> String {
        let Accuracy { plies, drawn_by, positions, solve_nodes, .. } = self.arguments;
        match (positions, self.drawn()) {
            (None, Some(drawn)) => format!(
                "of {} drawn, after {} to {} moves of games of {drawn_by}: those that {} nodes solve, and whose \
                 moves do not all keep the result",
                text::count(drawn, "position", "positions"),
                plies.start(),
                plies.end(),
                text::grouped(*solve_nodes),
            ),
            (file, _) => {
                let file = file.as_ref().map(|file| file.display().to_string());
                format!("from {}", file.unwrap_or_default())
            }
        }
    }

    fn table(&self) -> String {
        let header =
            ["player", "nodes", "keeps", "95 %", "best", "95 %", "given away", "against A", "95 %"];
        let header = if self.trials.players().len() > 1 { &header[..] } else { &header[..7] };
        let row = |score: &Score| {
            let Score { seat, kept, best, given_away, against_first, .. } = score;
            let loss = given_away.mean.map_or("-".into(), |mean| {
                format!("{} ± {}", digits(mean), digits(given_away.half))
            });
            let mut row = vec![
                letter(seat.player),
                seat.nodes.map_or("own".into(), text::grouped),
                share(*kept),
                range(kept.interval()),
                share(*best),
                range(best.interval()),
                loss,
            ];
            if header.len() > row.len() {
                let share = against_first.as_ref().and_then(|difference| difference.share());
                row.push(share.map_or("-".into(), signed));
                row.push(against_first.as_ref().map_or("-".into(), |difference| {
                    let (low, high) = difference.interval();
                    format!("{} .. {}", signed(low), signed(high))
                }));
            }
            row
        };
        text::table(header, &self.scores.rows.iter().map(row).collect::<Vec<_>>())
    }

    /// The worst moves of a player: position and move.
    fn worst<'s>(&'s self, score: &'s Score) -> impl Iterator<Item = (&'s Problem, &'s str)> {
        let problems = self.trials.problems();
        let each = score.worst.iter().take(self.arguments.worst);
        each.filter_map(|(number, mv)| {
            let found = problems.iter().find(|problem| problem.number == *number)?;
            Some((*found, mv.as_str()))
        })
    }

    fn worst_moves(&self) -> String {
        let mut rows = Vec::new();
        for (player, _) in self.trials.players().iter().enumerate() {
            let of_player = self.scores.rows.iter().filter(|score| score.seat.player == player);
            let Some(score) = of_player.max_by_key(|score| score.seat.nodes) else { continue };
            for (problem, mv) in self.worst(score) {
                rows.push(vec![
                    letter(player),
                    text::shortened(mv, LONGEST_MOVE),
                    problem.given_away(mv).map_or("-".into(), digits),
                    text::shortened(&problem.best_moves().join(" "), LONGEST_MOVE),
                    text::shortened(shown(problem), LONGEST_POSITION),
                ]);
            }
        }
        if rows.is_empty() {
            return String::new();
        }
        let header = ["worst", "played", "given away", "best", "position"];
        format!("\n{}", text::table(&header, &rows))
    }

    fn repeated(&self) -> usize {
        let mut positions: Vec<&str> = self.trials.problems().iter().map(|p| shown(p)).collect();
        let all = positions.len();
        positions.sort_unstable();
        positions.dedup();
        all - positions.len()
    }

    fn remarks(&self) -> Vec<(&'static str, String)> {
        let mut remarks = Vec::new();
        if self.left_out > 0 {
            let most = text::grouped(self.arguments.solve_nodes);
            let count = text::count(self.left_out as u64, "position", "positions");
            remarks.push((
                "left out",
                format!(
                    "{count}: every move gives the same result, or {most} nodes do not solve it"
                ),
            ));
        }
        if self.repeated() > 0 {
            let all = self.positions();
            let count = text::grouped(self.repeated() as u64);
            remarks.push((
                "repeated",
                format!("{count} of {all} duplicates, so the intervals are too narrow: more --plies help"),
            ));
        }
        if self.trials.depend_on_time() {
            let text = "a player's budget is time: another run may come out differently";
            remarks.push(("time", text.into()));
        }
        let files = [("solved", &self.arguments.solved), ("file", &self.arguments.out)];
        for (name, file) in files.into_iter().chain([("picture", &self.arguments.svg)]) {
            if let Some(file) = file {
                remarks.push((name, file.display().to_string()));
            }
        }
        if self.made < self.trials.units() {
            let [made, all] = [self.made, self.trials.units()].map(text::grouped);
            let how = if self.arguments.out.is_some() { "; the same command goes on" } else { "" };
            remarks.push(("stopped", format!("after {made} of {all} moves{how}")));
        }
        remarks
    }

    /// The share of moves that keep the result, over the budgets.
    pub fn picture(&self) -> String {
        let series = self.trials.players().iter().enumerate().map(|(i, player)| {
            let own = self.scores.rows.iter().filter(|score| score.seat.player == i);
            let points = own.filter_map(|score| {
                let (low, high) = score.kept.interval();
                let share = score.kept.share()?;
                Some(
                    Point::new(score.seat.nodes? as f64, 100.0 * share)
                        .with_bar(100.0 * low, 100.0 * high),
                )
            });
            Series::measured(player.to_string(), points)
        });
        let series: Vec<Series> = series.filter(|series| !series.points.is_empty()).collect();
        let title = format!("{}, {}", self.arguments.game, self.positions());
        let (x, y) = (Axis::log("nodes per move"), Axis::linear("moves that keep the result, %"));
        svg(&[Panel { title, x, y, series }])
    }
}

/// How much of a move, or a list of moves, is shown.
const LONGEST_MOVE: usize = 20;

/// How much of a position is shown.
const LONGEST_POSITION: usize = 120;

fn share(proportion: Proportion) -> String {
    proportion.share().map_or("-".into(), percent)
}

fn percent(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

fn range((low, high): (f64, f64)) -> String {
    format!("{} .. {}", percent(low), percent(high))
}

fn signed(difference: f64) -> String {
    format!("{:+.1}", 100.0 * difference + 0.0)
}

/// A number to three digits or so.
fn digits(number: f64) -> String {
    match number.abs() {
        x if !x.is_finite() => "-".into(),
        x if x >= 100.0 => format!("{number:.0}"),
        x if x >= 1.0 || x == 0.0 => format!("{number:.2}"),
        _ => format!("{number:.4}"),
    }
}
