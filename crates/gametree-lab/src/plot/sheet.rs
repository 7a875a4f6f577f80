//! The sheet: where panels and legend are placed.

use super::chart::{self, Area};
use super::legend::Legend;
use super::palette::Palette;
use super::panel::Panel;
use super::pen::{FINE, Pen, Pixel};

const MARGIN: i32 = 10;
const ALONE: Pixel = (700, 430);
const AMONG_OTHERS: Pixel = (460, 360);

/// Draws the panels as SVG, in rows of up to four, above a shared legend.
///
/// ```
/// use gametree_lab::plot::{Axis, Panel, Point, Series, svg};
///
/// let points = [Point::new(1.0, 10.0), Point::new(2.0, 100.0)];
/// let panel = Panel {
///     title: "Leaves".into(),
///     x: Axis::linear("depth"),
///     y: Axis::log("leaves"),
///     series: vec![Series::measured("alphabeta", points)],
/// };
/// let text = svg(&[panel]);
/// assert!(text.starts_with("<svg") && text.contains("alphabeta"));
/// ```
pub fn svg(panels: &[Panel]) -> String {
    sheet(panels, if panels.len() == 1 { ALONE } else { AMONG_OTHERS })
}

/// Draws one panel with its legend in the smaller size, which is legible where there is little room.
pub fn single(panel: &Panel) -> String {
    sheet(std::slice::from_ref(panel), AMONG_OTHERS)
}

fn sheet(panels: &[Panel], (width, height): Pixel) -> String {
    let palette = Palette::of(panels);
    let columns = columns(panels.len());
    let rows = panels.len().div_ceil(columns) as i32;
    let legend = Legend::new(panels, &palette, columns as i32 * width - 2 * MARGIN);
    let size = (columns as i32 * width, rows * height + legend.height() + MARGIN);

    let mut pen = Pen::new(size);
    for (i, panel) in panels.iter().enumerate() {
        let (column, row) = ((i % columns) as i32, (i / columns) as i32);
        let (left, top) = (column * width * FINE, row * height * FINE);
        let area = Area { across: left..left + width * FINE, down: top..top + height * FINE };
        chart::draw(panel, &palette, &area, &mut pen);
    }
    legend.draw(&mut pen, (MARGIN, rows * height));
    pen.finish()
}

fn columns(panels: usize) -> usize {
    match panels {
        4 => 2,
        7.. => 4,
        n => n.clamp(1, 3),
    }
}
