//! One chart: axes, and the series on them.

use std::ops::Range;

use plotters::coord::ranged1d::Ranged;
use plotters::prelude::*;

use super::axis::{Room, Ruler};
use super::palette::{Palette, arrow, cross};
use super::panel::{Drawn, Height, Panel, Scale, Series};
use super::pen::{Area, FINE, LARGE, Pen, Pixel, SMALL, TO_A_STRING, font, width_of};

/// The distance between arrows that share a place.
const ARROW: i32 = 11;

/// Draws a panel on its part of the sheet.
pub(super) fn draw(panel: &Panel, palette: &Palette, area: &Area, pen: &Pen) {
    let mut frame = Frame::new(panel, area);
    frame.label(panel, area, pen);
    for series in &panel.series {
        frame.draw(series, palette, pen);
    }
}

/// The plotting area on the sheet.
struct Frame {
    x: Ruler,
    y: Ruler,
    across: Range<i32>,
    /// From top to bottom.
    down: Range<i32>,
    /// Where arrows are, and whether they point up: further ones are put beside them.
    arrows: Vec<(i32, bool)>,
}

/// What a series shows at one place.
enum Shown {
    Point { at: Pixel, bar: Option<(i32, i32)> },
    Arrow { x: i32, up: bool },
    Gap,
}

impl Frame {
    fn new(panel: &Panel, area: &Area) -> Frame {
        let (x, y) = rulers(panel);
        let (across, down) = axes(&x, &y, area);
        Frame { x, y, across, down, arrows: Vec::new() }
    }

    fn draw(&mut self, series: &Series, palette: &Palette, pen: &Pen) {
        let look = palette.look(series);
        let shown: Vec<Shown> = series.points.iter().map(|p| self.shown(p.x, p.y)).collect();
        for line in lines(&shown) {
            match series.drawn {
                Drawn::Measured => pen.line(&line, look.colour, 15),
                Drawn::Formula => pen.dashes(&line, look.colour, 12),
                Drawn::Published => {}
            }
        }
        for shown in shown {
            match shown {
                Shown::Point { at, bar } => {
                    bar.into_iter().for_each(|ends| draw_bar(pen, at.0, ends, look.colour));
                    match series.drawn {
                        Drawn::Measured => look.symbol(pen, at),
                        Drawn::Published => cross(pen, at, look.colour),
                        Drawn::Formula => {}
                    }
                }
                Shown::Arrow { x, up } => self.draw_arrow(pen, x, up, look.colour),
                Shown::Gap => {}
            }
        }
    }

    /// Arrows at one place form a stack.
    fn draw_arrow(&mut self, pen: &Pen, x: i32, up: bool, colour: RGBColor) {
        let before = self.arrows.iter().filter(|other| **other == (x, up)).count() as i32;
        let inward = (7 + ARROW * before) * FINE;
        let y = if up { self.down.start + inward } else { self.down.end - inward };
        arrow(pen, (x, y), up, colour);
        self.arrows.push((x, up));
    }

    /// Title and names of the axes.
    fn label(&self, panel: &Panel, area: &Area, pen: &Pen) {
        let (across, down) = area.get_pixel_range();
        let middle = (self.across.start + self.across.end) / 2;
        let (wide, high) = (across.end - across.start, self.down.end - self.down.start);
        let in_title = |text: &str| {
            // Centred above the plot if it fits there, otherwise above the whole panel.
            let fits = width_of(text, LARGE) as i32 * FINE <= self.across.end - self.across.start;
            if fits { middle } else { (across.start + across.end) / 2 }
        };
        let title = (in_title(&panel.title), down.start + 20 * FINE);
        pen.centred(&panel.title, title, LARGE, wide - 20 * FINE);
        let below = (middle, down.end - 14 * FINE);
        pen.centred(&panel.x.label, below, SMALL, self.across.end - self.across.start);
        let left = (across.start + 16 * FINE, (self.down.start + self.down.end) / 2);
        pen.upward(&panel.y.label, left, SMALL, high);
    }

    fn shown(&self, x: f64, y: Height) -> Shown {
        let Some(x) = self.right(x) else { return Shown::Gap };
        match y {
            Height::Missing => Shown::Gap,
            Height::Beyond => Shown::Arrow { x, up: true },
            Height::Known { value, bar } => match self.height(value) {
                Some(y) => Shown::Point { at: (x, y), bar: bar.and_then(|ends| self.bar(ends)) },
                None if self.y.scale == Scale::Log && value <= 0.0 => Shown::Arrow { x, up: false },
                None => Shown::Gap,
            },
        }
    }

    /// The ends of a bar; an end at zero or less goes to the edge of a logarithmic axis.
    fn bar(&self, (low, high): (f64, f64)) -> Option<(i32, i32)> {
        let edge = (self.y.scale == Scale::Log && low <= 0.0).then_some(self.down.end);
        Some((self.height(low).or(edge)?, self.height(high)?))
    }

    fn right(&self, number: f64) -> Option<i32> {
        let limits = (self.across.start, self.across.end);
        self.x.place(number).map(|place| self.x.map(&place, limits))
    }

    fn height(&self, number: f64) -> Option<i32> {
        let limits = (self.down.end, self.down.start);
        self.y.place(number).map(|place| self.y.map(&place, limits))
    }
}

/// The lines through points without a gap between them.
fn lines(shown: &[Shown]) -> Vec<Vec<Pixel>> {
    let whole = shown.split(|shown| !matches!(shown, Shown::Point { .. }));
    let place = |shown: &Shown| match shown {
        Shown::Point { at, .. } => Some(*at),
        Shown::Arrow { .. } | Shown::Gap => None,
    };
    whole
        .map(|part| part.iter().filter_map(place).collect())
        .filter(|l: &Vec<_>| l.len() > 1)
        .collect()
}

fn draw_bar(pen: &Pen, x: i32, (low, high): (i32, i32), colour: RGBColor) {
    let cap = 3 * FINE;
    pen.line(&[(x, low), (x, high)], colour, 10);
    for end in [low, high] {
        pen.line(&[(x - cap, end), (x + cap, end)], colour, 10);
    }
}

/// The axes for everything that the panel shows.
fn rulers(panel: &Panel) -> (Ruler, Ruler) {
    let points = || panel.series.iter().flat_map(|series| &series.points);
    let heights = points().filter(|p| p.x.is_finite()).flat_map(|point| match point.y {
        Height::Known { value, bar } => {
            let (low, high) = bar.unwrap_or((value, value));
            [value, low, high]
        }
        Height::Beyond | Height::Missing => [f64::NAN; 3],
    });
    let at_nought = |y: &Height| matches!(y, Height::Known { value, .. } if *value <= 0.0);
    let beyond = most_at_one_place(panel, |y| *y == Height::Beyond);
    let nought = most_at_one_place(panel, |y| panel.y.scale == Scale::Log && at_nought(y));
    // Arrows have a strip of their own, so that they hide no point.
    let room = |arrows: usize| 0.05 * (1 + arrows.min(6)) as f64;
    let up = Room { below: room(nought), above: room(beyond), from_nought: true };
    let right = Room { below: 0.04, above: 0.04, from_nought: false };
    let x = Ruler::new(&panel.x, points().map(|point| point.x), right);
    (x, Ruler::new(&panel.y, heights, up))
}

/// The largest number of points of a kind at one place.
fn most_at_one_place(panel: &Panel, kind: impl Fn(&Height) -> bool) -> usize {
    let points = panel.series.iter().flat_map(|series| &series.points);
    let mut places: Vec<f64> = points.filter(|p| kind(&p.y)).map(|p| p.x).collect();
    places.sort_by(f64::total_cmp);
    places.chunk_by(|x, y| x == y).map(<[f64]>::len).max().unwrap_or(0)
}

/// Draws axes and grid; returns the plotting area.
fn axes(x: &Ruler, y: &Ruler, area: &Area) -> (Range<i32>, Range<i32>) {
    let fine = |n: f64| n * f64::from(FINE);
    let widest = y.ticks.iter().map(|&t| width_of(&y.label(t), SMALL)).fold(20.0, f64::max);
    let mut chart = ChartBuilder::on(area)
        .margin(fine(10.0) as i32)
        .margin_right(fine(16.0) as i32)
        .margin_top(fine(36.0) as i32)
        .x_label_area_size(fine(44.0) as i32)
        .y_label_area_size(fine(widest + 32.0) as i32)
        .build_cartesian_2d(x.clone(), y.clone())
        .expect(TO_A_STRING);
    let thin = |grey: u8| RGBColor(grey, grey, grey).stroke_width(FINE as u32);
    chart
        .configure_mesh()
        .bold_line_style(thin(215))
        .light_line_style(thin(240))
        .axis_style(thin(90))
        .set_all_tick_mark_size(fine(4.0) as i32)
        .label_style(font(SMALL))
        .draw()
        .expect(TO_A_STRING);
    chart.plotting_area().get_pixel_range()
}
