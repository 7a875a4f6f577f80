//! Section 5: how many games have soft traps.

use gametree_arena::units::Series as _;

use super::games::{SHALLOW, origin, remark, survey};
use crate::Table;
use crate::experiments::bench::Bench;
use crate::experiments::design::{About, Experiment, Paper, Scale};
use crate::experiments::estimate::Estimate;
use crate::experiments::row::{Fields, Row, Unit};
use crate::experiments::section::{Section, text_of};
use crate::experiments::verdict::Claim;
use crate::plot::{Axis, Panel, Point, Series};
use crate::soft_traps::Events;

/// The share of games with soft traps.
pub struct SoftTraps;

/// Margins, in pawns.
const MARGINS: [f64; 6] = [0.5, 1.0, 2.0, 3.0, 5.0, 9.0];

/// What the paper prints.
const PUBLISHED: f64 = 0.52;

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
            reading: "All positions of a game; the event is a disagreement over the best move's value. Since the margin is unknown, the claim that can be tested \
                      is that some margin between half a pawn and nine pawns gives that share. MM-4 at the quick scale, MM-6 at the full one.",
            tolerance: "the share for half a pawn is significantly above 52 %, and for nine pawns below",
            needs: "chess (--pgn FILE)",
            seconds: [70.0, 30_000.0],
            timed: false,
        }
    }

    fn units(&self, scale: Scale) -> Vec<Unit> {
        let (nodes, deep) = (scale.pick(20, 1_000, 10_000), scale.pick(3, 4, 6));
        let unit = |game: u64| {
            let unit = Unit::new().with("game", game).with("nodes", nodes).with("deep", deep);
            // At the smallest scale only a few positions of each.
            unit.with("positions", scale.pick(3, 0, 0)).with("playouts", 0)
        };
        (0..scale.pick(2, 10, 50)).map(unit).collect()
    }

    fn run(&self, unit: &Unit, bench: &Bench<'_>) -> Result<Fields, String> {
        let chess = bench.game("chess")?;
        let each = Some(unit.whole("positions")).filter(|&positions| positions > 0);
        let found = Fields::new().with("from", origin(bench));
        let Some(survey) = survey(&chess, unit, bench, each)? else { return Ok(found) };
        let (deep, pawn) = (unit.whole("deep") as u32, chess.margin());
        let mut largest: f64 = 0.0;
        for number in 0..survey.positions() {
            let row = survey.unit(number, bench.abandon())?;
            largest = largest.max(Events::of(&row, SHALLOW, deep).disagreement);
        }
        Ok(found.with("positions", survey.positions()).with("largest", largest / pawn))
    }

    fn summarise(&self, rows: &[Row]) -> Section {
        let largest = rows.iter().filter_map(|row| row.found.number("largest"));
        let share =
            |margin: f64| Estimate::share_of(largest.clone().map(|found| found >= margin - 1e-9));
        let mut table =
            Table::new("Games with a soft trap, by margin", &["margin, pawns", "share"]);
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
        Section::default()
            .figure("The share of games with a soft trap, over the margin", vec![panel])
            .table(table)
            .trend(
                "with a margin of half a pawn, more than 52 % of the games have one",
                share(MARGINS[0]).and_then(|share| share.is_above(PUBLISHED)),
            )
            .trend(
                "with a margin of nine pawns, fewer than 52 % have one",
                share(MARGINS[5]).and_then(|share| share.is_below(PUBLISHED)),
            )
            .remark(remark(rows))
    }
}
