//! Figures of a survey.

use gametree_arena::proportion::{Mean, Proportion};

use super::estimators::Estimator;
use super::row::Row;
use super::summary::{Agreement, Reading, Sighting, Summary, Swept, ranks_by};
use crate::plot::{Axis, Panel, Point, Series};

/// How common soft traps are over the margins: in positions, and in games.
pub fn sweep_panels(summary: &Summary, unit: &str) -> Vec<Panel> {
    let of = [
        ("Positions", (|seen| seen.positions) as fn(Sighting) -> Proportion),
        ("Games with at least one", |seen| seen.games),
    ];
    let panel = |(title, part): (&str, fn(Sighting) -> Proportion)| {
        let series = |name: &str, event: fn(&Swept) -> Sighting| {
            let points = summary.sweep.iter().filter_map(|swept| {
                let found = part(event(swept));
                let (low, high) = found.interval();
                let point = Point::new(swept.delta, 100.0 * found.share()?);
                Some(point.with_bar(100.0 * low, 100.0 * high))
            });
            Series::measured(name, points)
        };
        Panel {
            title: title.into(),
            x: Axis::linear(format!("margin, {unit}")),
            y: Axis::linear("share, %"),
            series: vec![
                series("Definition 1", |swept| swept.at_risk),
                series("disagreement", |swept| swept.disagreement),
                series("mistake", |swept| swept.mistake),
            ],
        }
    };
    of.map(panel).into()
}

/// How well rankings agree with that of the deep search, with intervals: one panel for each measure.
pub fn agreement_panels(summary: &Summary, deep: u32) -> Vec<Panel> {
    let measures = [
        ("Spearman", (|found| found.spearman) as fn(&Agreement) -> Mean),
        ("Kendall", |found| found.kendall),
        ("Best three", |found| found.top_three),
    ];
    let panel = |(name, measure): (&str, fn(&Agreement) -> Mean)| {
        let series = (1..).zip(&summary.agreement).map(|(place, found)| {
            let Mean { mean, half } = measure(found);
            let point = mean.map_or(Point::missing(f64::from(place)), |mean| {
                let point = Point::new(f64::from(place), mean);
                if half.is_finite() { point.with_bar(mean - half, mean + half) } else { point }
            });
            Series::measured(&found.estimator, [point])
        });
        Panel {
            title: name.into(),
            x: Axis::linear("in the order of the legend"),
            y: Axis::linear(format!("agreement with MM-{deep}")),
            series: series.collect(),
        }
    };
    measures.map(panel).into()
}

/// The rank of each move of a position by each estimator against that by the deep search, as in Figure 1.
pub fn scatter_panels(row: &Row, reading: Reading) -> Vec<Panel> {
    let standard = Estimator::Minimax(reading.terms.deep);
    let Some(right) = ranks_by(row, standard, reading) else { return Vec::new() };
    let panel = |by: Estimator| {
        let ranks = ranks_by(row, by, reading)?;
        let points = ranks.iter().zip(&right);
        // A gap after each point, since they are not connected.
        let points = points.flat_map(|(&x, &y)| [Point::new(x, y), Point::missing(x)]);
        let last = row.moves.len() as f64;
        let diagonal = [Point::new(1.0, 1.0), Point::new(last, last)];
        Some(Panel {
            title: by.to_string(),
            x: Axis::linear(format!("rank by {by}")),
            y: Axis::linear(format!("rank by {standard}")),
            series: vec![
                Series::measured("moves", points),
                Series::formula("the same rank", diagonal),
            ],
        })
    };
    let compared = Estimator::compared(reading.terms.shallow);
    compared.into_iter().filter_map(panel).collect()
}
