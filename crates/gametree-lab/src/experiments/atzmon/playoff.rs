//! The play-off: a player with epsilon above 0 against one with epsilon 0, at equal numbers of expansions.

use std::sync::Arc;

use gametree::job::{AnyGame, Board};
use gametree::{Kind, Limits, Turn};

use super::sweep::{BAB, OWN};
use crate::Table;
use crate::experiments::bench::{Bench, epsilon};
use crate::experiments::design::{About, Experiment, Paper, Scale};
use crate::experiments::estimate::Estimate;
use crate::experiments::row::{Fields, Row, Unit, at, places};
use crate::experiments::section::{Section, text_of};
use crate::experiments::verdict::Claim;
use crate::experiments::verdict::Comparison;

/// The play-off, between players with this search.
pub struct PlayOff {
    name: &'static str,
    figure: &'static str,
    algorithm: &'static str,
}

/// By Algorithm 1 as printed.
pub const PRINTED: PlayOff = PlayOff {
    name: "atzmon-playoff",
    figure: "Discussion: playing with epsilon, Algorithm 1",
    algorithm: BAB,
};

/// By the search that gives the numbers of Figure 4.
pub const BY_OWN_BOUNDS: PlayOff = PlayOff {
    name: "atzmon-playoff-own",
    figure: "Discussion: playing with epsilon, own bounds",
    algorithm: OWN,
};

/// Won, lost, drawn, of 50, by epsilon.
const PUBLISHED: [(u64, f64, f64); 2] = [(1, 11.0, 6.0), (2, 6.0, 12.0)];

/// How far off a share of 50 games may be.
const TOLERANCE: f64 = 0.08;

/// A robber who is not caught after this many plies gets no more points.
const MOST_PLIES: u64 = 60;

/// The depth at which iterative deepening ends if nothing else ends it.
const DEEPEST: u32 = 24;

/// The expansions of each move that the paper allows.
const PAPERS: u64 = 200_000;

impl Experiment for PlayOff {
    fn about(&self) -> About {
        About {
            name: self.name,
            claim: Claim::Printed,
            question: "Does a player who accepts an error of epsilon win against one who does not, at equal expansions?",
            doubt: "A rule for the end of a game: none is printed, and it decides how many games are drawn.",
            paper: Paper::Atzmon,
            figure: self.figure,
            statement: "On the 6x6 grid with three cops, at 200,000 expansions a move, epsilon 1 beats epsilon 0 by 11 wins to 6 losses (33 \
                        draws), and epsilon 2 loses by 6 to 12 (32 draws). Of epsilon 4 and 8 no numbers are printed.",
            reading: "Both players deepen iteratively without a table and take the move of the last finished iteration; each instance is \
                      played twice with roles exchanged, and whose robber survives longer wins. No end of a game is printed: here a robber who is \
                      free after 60 plies is caught then, and the table says how many games that ended. A capture is worth the plies since the \
                      position that is searched: counted from the start of the game, it soon exceeds every distance, and the cops hover.",
            tolerance: "the shares of wins and of losses within 0.08 of the printed ones",
            needs: "cops and robber",
            seconds: [110.0, 12_000.0],
            timed: false,
        }
    }

    fn units(&self, scale: Scale) -> Vec<Unit> {
        let instances = scale.pick(1, 12, 100);
        let expansions = scale.pick(100, PAPERS, PAPERS);
        let epsilons = scale.pick(&[1][..], &[1, 2], &[1, 2, 4, 8]);
        let unit = |e: u64, i: u64| {
            Unit::new().with("epsilon", e).with("instance", i).with("expansions", expansions)
        };
        epsilons.iter().flat_map(|&e| (0..instances).map(move |i| unit(e, i))).collect()
    }

    fn run(&self, unit: &Unit, bench: &Bench<'_>) -> Result<Fields, String> {
        let seed = bench.game_seed(0);
        let game = bench.game(&format!("cops:6x6,cops=3,obstacles=0%,seed={seed}"))?;
        let expansions = unit.whole("expansions");
        let bounded = unit.whole("epsilon") as f64;
        let survived = |robber: f64, cops: f64| self.play(bench, &game, [robber, cops], expansions);
        let (ours, theirs) = (survived(bounded, 0.0)?, survived(0.0, bounded)?);
        Ok(Fields::new().with("seed", seed).with("ours", ours).with("theirs", theirs))
    }

    fn summarise(&self, rows: &[Row]) -> Section {
        let mut table = Table::new(
            "The player with epsilon against the one with 0",
            &[
                "epsilon",
                "instances",
                "won",
                "lost",
                "drawn",
                "plies gained",
                "games that never end",
            ],
        );
        let share = |e: u64, wins: bool| {
            let won = |row: &Row| {
                let (ours, theirs) = (row.get("ours"), row.get("theirs"));
                if wins { ours > theirs } else { ours < theirs }
            };
            Estimate::share_of(at(rows, "epsilon", e).map(won))
        };
        for e in places(rows, "epsilon") {
            let of = at(rows, "epsilon", e);
            let gained: Vec<f64> =
                of.clone().map(|row| row.get("ours") - row.get("theirs")).collect();
            let count = |order| {
                of.clone()
                    .filter(|row| row.get("ours").total_cmp(&row.get("theirs")) == order)
                    .count()
            };
            let ends = of.clone().flat_map(|row| [row.get("ours"), row.get("theirs")]);
            let capped = ends.filter(|&plies| plies >= MOST_PLIES as f64).count();
            use std::cmp::Ordering::{Equal, Greater, Less};
            table.row([
                e.to_string(),
                gained.len().to_string(),
                count(Greater).to_string(),
                count(Less).to_string(),
                count(Equal).to_string(),
                text_of(Estimate::mean(&gained)),
                format!("{capped} of {}", 2 * gained.len()),
            ]);
        }
        let papers = rows.iter().any(|row| row.unit.whole("expansions") == PAPERS);
        let numbers = PUBLISHED.into_iter().flat_map(|(e, won, lost)| {
            [("wins", won, true), ("losses", lost, false)].map(|(what, number, wins)| {
                let measured = share(e, wins).filter(|_| papers);
                Comparison::new(
                    format!("epsilon {e}: share of {what}"),
                    number / 50.0,
                    TOLERANCE,
                    measured,
                )
            })
        });
        let section = Section::default()
            .compare("Shares of the 50 instances", numbers.collect())
            .table(table);
        if papers || rows.is_empty() {
            return section
                .because("How long a game lasts, and how instances are drawn, is not stated.");
        }
        let allowed = rows[0].unit.whole("expansions");
        section.remark(format!(
            "Played with {allowed} expansions a move; the printed numbers are for {PAPERS}."
        ))
    }
}

impl PlayOff {
    /// Plays a game between players with these epsilons, of the robber and of the cops, and returns how many plies
    /// the robber survives.
    fn play(
        &self,
        bench: &Bench<'_>,
        game: &AnyGame,
        epsilons: [f64; 2],
        expansions: u64,
    ) -> Result<u64, String> {
        let mut board = game.board(None).map_err(|error| error.to_string())?;
        for ply in 0..MOST_PLIES {
            let mover = match board.turn() {
                Turn::Terminal(_) => return Ok(ply),
                Turn::Inner(Kind::Max) => 0,
                Turn::Inner(_) => 1,
            };
            let limits = Limits::none().nodes(expansions).stop(Some(Arc::clone(bench.abandon())));
            let job = bench.job(self.algorithm)?.position(from_now(&board)).limits(limits);
            let report =
                bench.search(game, &job.depth(DEEPEST).epsilon(epsilon(epsilons[mover])))?;
            let first = board.moves().first().copied();
            let mv = report.best_move().map(|mv| mv.code).or(first).ok_or("there is no move")?;
            board.play(mv);
        }
        Ok(MOST_PLIES)
    }
}

/// The position with plies counted from now on; whose turn it is stays. A drawing says how many there
/// were, in its last row.
fn from_now(board: &Board<'_>) -> String {
    let drawing = board.drawing();
    let (rows, plies) = drawing.trim_end().rsplit_once(", ply ").expect("the last row says it");
    let plies: u64 = plies.parse().expect("a number");
    format!("{}, ply {}", rows.replace('\n', "/"), plies % 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plies_are_counted_from_now() {
        let game = gametree_games::open("cops:6x6,cops=1,obstacles=0%").unwrap();
        let mut board = game.board(None).unwrap();
        for plies in 1..=3 {
            board.play(board.moves()[0]);
            let now = from_now(&board);
            assert!(now.ends_with(&format!(", ply {}", plies % 2)), "{now}");
            let again = game.board(Some(&now)).unwrap();
            assert_eq!((again.moves(), again.turn()), (board.moves(), board.turn()));
            assert_eq!(from_now(&again), now);
        }
    }
}
