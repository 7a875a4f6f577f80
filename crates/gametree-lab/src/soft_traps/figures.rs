//! Figures of a survey.

use super::estimators::Estimator;
use super::row::Row;
use super::summary::{Reading, Sighting, Summary, Swept, ranks_by};
use crate::plot::{Axis, Panel, Point, Series};
use crate::proportion::Proportion;

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

/// How well rankings agree with that of the deep search, with intervals.
pub fn agreement_panel(summary: &Summary, deep: u32) -> Panel {
    let series = summary.agreement.iter().enumerate().map(|(i, found)| {
        let means = [found.spearman, found.kendall, found.top_three];
        // Beside each other, and not connected.
        let points = means.into_iter().enumerate().flat_map(|(place, mean)| {
            let x = (place + 1) as f64 + 0.12 * (i as f64 - 2.0);
            let point = mean.mean.map_or(Point::missing(x), |value| {
                let point = Point::new(x, value);
                if mean.half.is_finite() {
                    point.with_bar(value - mean.half, value + mean.half)
                } else {
                    point
                }
            });
            [point, Point::missing(x)]
        });
        Series::measured(&found.estimator, points)
    });
    Panel {
        title: format!("Agreement with MM-{deep}"),
        x: Axis::linear("1: Spearman, 2: Kendall, 3: best three"),
        y: Axis::linear("agreement"),
        series: series.collect(),
    }
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
