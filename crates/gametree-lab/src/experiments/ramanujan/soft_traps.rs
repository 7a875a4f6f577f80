//! Section 5: how many games have soft traps.

use super::games::{SHALLOW, origin, played, remark};
use crate::Table;
use crate::experiments::bench::Bench;
use crate::experiments::design::{About, Experiment, Paper, Scale};
use crate::experiments::estimate::Estimate;
use crate::experiments::row::{Fields, Row, Unit};
use crate::experiments::section::{Section, text_of};
use crate::experiments::verdict::Claim;
use crate::plot::{Axis, Panel, Point, Series};

/// The share of games with soft traps.
pub struct SoftTraps;

/// Margins, in pawns.
const MARGINS: [f64; 6] = [0.5, 1.0, 2.0, 3.0, 5.0, 9.0];

/// What the paper prints.
const PUBLISHED: f64 = 0.52;

/// The depths of single positions, and the paper's.
const DEPTHS: [u32; 3] = [4, 6, PAPERS];
const PAPERS: u32 = 8;

fn field(depth: u32) -> String {
    format!("disagreement at {depth}")
}

impl Experiment for SoftTraps {
    fn about(&self) -> About {
        About {
            name: "ramanujan-soft-traps",
            claim: Claim::Printed,
            question: "How many games between grandmasters have a soft trap?",
            doubt: "The margin of a significant disagreement, which the paper does not print.",
            paper: Paper::Ramanujan,
            figure: "Section 5: games with soft traps",
            statement: "Of 50 games of grandmasters, 52 % have at least one position where MM-8 and MM-2 disagree over the value of the best move by a margin \
                        that the paper does not print.",
            reading: "The event is a disagreement over the best move's value. Since the margin is unknown, the claim that can be tested is that some \
                      margin between half a pawn and nine pawns gives that share. All positions of each game are searched to depth 4; one position of \
                      each of other games to 4, 6 and 8 plies, which says what the paper's depth adds.",
            tolerance: "the share for half a pawn is significantly above 52 %, and for nine pawns below; MM-8 disagrees by a pawn in significantly more positions \
                        than MM-4",
            needs: "chess (--pgn FILE)",
            seconds: [70.0, 30_000.0],
            timed: false,
        }
    }

    fn units(&self, scale: Scale) -> Vec<Unit> {
        let nodes = scale.pick(20, 1_000, 10_000);
        let unit = |game: u64| Unit::new().with("game", game).with("nodes", nodes);
        // At the smallest scale only a few positions of each.
        let whole = (0..scale.pick(2, 10, 50)).map(|game| {
            unit(game).with("deep", scale.pick(3, 4, 4)).with("positions", scale.pick(3, 0, 0))
        });
        let single = (0..scale.pick(0, 4, 150)).map(|game| unit(game).with("deep", PAPERS));
        whole.chain(single).collect()
    }

    fn run(&self, unit: &Unit, bench: &Bench<'_>) -> Result<Fields, String> {
        let chess = bench.game("chess")?;
        let found = Fields::new().with("from", origin(bench));
        let Some(game) = played(bench, unit.whole("game"), unit.whole("nodes"))? else {
            return Ok(found);
        };
        let plies = game.moves.len() as u64;
        if plies == 0 {
            return Ok(found);
        }
        let (deep, pawn) = (unit.whole("deep") as u32, chess.margin());
        let values = |ply: u64, depths: &[u32]| -> Result<Vec<f64>, String> {
            let position = || game.position(ply as usize);
            let near = bench.value_to(&chess, position(), SHALLOW)?;
            let far = depths.iter().map(|&depth| bench.value_to(&chess, position(), depth));
            far.map(|value| Ok((value? - near).abs() / pawn)).collect()
        };
        if deep == PAPERS {
            let ply = bench.seed() % plies;
            let mut found = found.with("ply", ply);
            for (depth, value) in DEPTHS.into_iter().zip(values(ply, &DEPTHS)?) {
                found.set(&field(depth), value);
            }
            return Ok(found);
        }
        let step = match unit.whole("positions") {
            0 => 1,
            positions => plies.div_ceil(positions),
        };
        let mut largest: f64 = 0.0;
        for ply in (0..plies).step_by(step as usize) {
            largest = largest.max(values(ply, &[deep])?[0]);
        }
        Ok(found.with("positions", plies.div_ceil(step)).with("largest", largest))
    }

    fn summarise(&self, rows: &[Row]) -> Section {
        let largest = rows.iter().filter_map(|row| row.found.number("largest"));
        let share =
            |margin: f64| Estimate::share_of(largest.clone().map(|found| found >= margin - 1e-9));
        let mut table =
            Table::new("Games with a soft trap at depth 4, by margin", &["margin, pawns", "share"]);
        for margin in MARGINS {
            table.row([margin.to_string(), text_of(share(margin))]);
        }
        let points = MARGINS.into_iter().filter_map(|margin| Some(share(margin)?.point(margin)));
        let ends = [MARGINS[0], MARGINS[5]].map(|margin| Point::new(margin, PUBLISHED));
        let panel = Panel {
            title: "Games with a soft trap".into(),
            x: Axis::linear("margin, pawns"),
            y: Axis::linear("share of games"),
            series: vec![
                Series::measured("measured", points),
                Series::formula("the paper, margin unknown", ends),
            ],
        };
        let at = |depth: u32, margin: f64| {
            let found = rows.iter().filter_map(|row| row.found.number(&field(depth)));
            Estimate::share_of(found.map(|found| found >= margin - 1e-9))
        };
        let mut single = Table::new(
            "Single positions where MM-2 disagrees with a deeper search, by margin",
            &["margin, pawns", "MM-4", "MM-6", "MM-8"],
        );
        for margin in MARGINS {
            let shares = DEPTHS.map(|depth| text_of(at(depth, margin)));
            single.row([margin.to_string()].into_iter().chain(shares));
        }
        // By position: the intervals of the shares take no account of the pairs.
        let pairs = rows.iter().filter_map(|row| {
            let by =
                |depth| Some(f64::from(u8::from(row.found.number(&field(depth))? >= 1.0 - 1e-9)));
            Some(by(PAPERS)? - by(DEPTHS[0])?)
        });
        let more = Estimate::mean(&pairs.collect::<Vec<_>>());
        Section::default()
            .figure("The share of games with a soft trap, over the margin", vec![panel])
            .table(table)
            .table(single)
            .trend(
                "with a margin of half a pawn, more than 52 % of the games have one",
                share(MARGINS[0]).and_then(|share| share.is_above(PUBLISHED)),
            )
            .trend(
                "with a margin of nine pawns, fewer than 52 % have one",
                share(MARGINS[5]).and_then(|share| share.is_below(PUBLISHED)),
            )
            .trend(
                format!(
                    "MM-8 disagrees by a pawn in more positions than MM-4 (difference {})",
                    text_of(more)
                ),
                more.and_then(|more| more.is_above(0.0)),
            )
            .remark(remark(rows))
    }
}
