//! Figure 1: whose ranking of moves is that of a deep search.

use gametree_arena::units::Series as _;

use super::games::{SHALLOW, TIE, TIE_OF_REWARDS, origin, remark, survey};
use crate::Table;
use crate::experiments::bench::Bench;
use crate::experiments::design::{About, Experiment, Paper, Scale};
use crate::experiments::estimate::Estimate;
use crate::experiments::row::{Fields, Row, Unit};
use crate::experiments::section::{Section, text_of};
use crate::experiments::verdict::Claim;
use crate::soft_traps::{
    self, Estimator, Reading, Summary, Terms, agreement_panels, ranks_by, scatter_panels, spearman,
};

/// Figure 1.
pub struct Figure1;

impl Experiment for Figure1 {
    fn about(&self) -> About {
        About {
            name: "ramanujan-fig1",
            claim: Claim::Printed,
            question: "Do playouts between shallow minimax players rank moves better than random playouts do?",
            doubt: "An estimator that follows the deep search more closely than these playouts, on the same positions.",
            paper: Paper::Ramanujan,
            figure: "Figure 1: playouts and search",
            statement: "Ranked by playouts between MM-2 players, the moves of a position come in nearly the order of MM-8; random playouts, playouts \
                        between greedy players and the bare evaluation follow it loosely.",
            reading: "One position of a game; every ranking is compared with MM-deep by Spearman's correlation. The paper shows one position and prints no \
                      number. Our evaluation in place of that of GNU Chess; MM-4 at the quick scale and MM-8 at the full one.",
            tolerance: "over all positions, the mean correlation of MM-2 playouts is significantly above that of each of the others",
            needs: "chess (--pgn FILE)",
            seconds: [60.0, 45_000.0],
            timed: false,
        }
    }

    fn units(&self, scale: Scale) -> Vec<Unit> {
        let (nodes, deep) = (scale.pick(20, 1_000, 10_000), scale.pick(3, 4, 8));
        let unit = |game: u64| {
            let unit = Unit::new().with("game", game).with("nodes", nodes).with("deep", deep);
            unit.with("playouts", scale.pick(1, 4, 40))
        };
        (0..scale.pick(1, 24, 300)).map(unit).collect()
    }

    fn run(&self, unit: &Unit, bench: &Bench<'_>) -> Result<Fields, String> {
        let chess = bench.game("chess")?;
        let found = Fields::new().with("pawn", chess.margin()).with("from", origin(bench));
        let Some(survey) = survey(&chess, unit, bench, Some(1))? else { return Ok(found) };
        let row = survey.unit(0, bench.abandon())?;
        let row = serde_json::to_value(&row).map_err(|error| error.to_string())?;
        Ok(found.with("row", row))
    }

    fn summarise(&self, rows: &[Row]) -> Section {
        let found: Vec<soft_traps::Row> =
            rows.iter().filter_map(|row| row.found.get("row")).collect();
        let Some(first) = rows.first() else { return Section::default() };
        let whole = |field: &str| first.unit.whole(field) as u32;
        let (deep, playouts) = (whole("deep"), whole("playouts"));
        let terms = Terms { shallow: SHALLOW, deep, playouts, tie: TIE, from_ply: 0, seed: 0 };
        let unit = first.get("pawn");
        let reading = Reading { tie: TIE, tie_of_rewards: TIE_OF_REWARDS, unit, terms };
        let summary = Summary::new(&found, &[], reading);
        let title = format!("Agreement with MM-{deep}");
        let mut table = Table::new(&*title, &["ranked by", "Spearman", "positions"]);
        let mut section = Section::default().figure(title, agreement_panels(&summary, deep));
        let weak = Estimator::Weak(SHALLOW);
        for by in Estimator::compared(SHALLOW) {
            let correlations = found.iter().filter_map(|row| correlation(row, by, reading));
            let all: Vec<f64> = correlations.collect();
            table.row([by.to_string(), text_of(Estimate::mean(&all)), all.len().to_string()]);
            // The paper compares the playouts with all but the shallow search itself.
            if by != weak && by != Estimator::Minimax(SHALLOW) {
                let difference =
                    |row| Some(correlation(row, weak, reading)? - correlation(row, by, reading)?);
                let differences: Vec<f64> = found.iter().filter_map(difference).collect();
                section = section.trend(
                    format!("{weak} follow MM-{deep} more closely than the ranking by {by}"),
                    Estimate::mean(&differences).and_then(|mean| mean.is_above(0.0)),
                );
            }
        }
        let most = found.iter().max_by_key(|row| row.moves.len());
        if let Some(row) = most {
            let caption = format!("The moves of one position, as in the paper: {}", row.name);
            section = section.figure(caption, scatter_panels(row, reading));
        }
        section
            .table(table)
            .remark(remark(rows))
            .remark(format!("{playouts} playouts per move; of random ones, ten times as many."))
            .because("A few playouts per move are noisy, and many moves tie; the evaluation is not that of GNU Chess.")
    }
}

/// Spearman's correlation of a ranking with that of the deep search, for one position.
fn correlation(row: &soft_traps::Row, by: Estimator, reading: Reading) -> Option<f64> {
    let deep = Estimator::Minimax(reading.terms.deep);
    spearman(&ranks_by(row, by, reading)?, &ranks_by(row, deep, reading)?)
}
