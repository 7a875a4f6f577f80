//! One chart: axes, and the series on them.

use std::ops::Range;

use super::axis::{Room, Ruler};
use super::palette::{Palette, arrows, crosses};
use super::panel::{Drawn, Height, Panel, Scale, Series};
use super::pen::{Colour, FINE, LARGE, Pen, Pixel, SMALL, Strokes, width_of};

/// The distance between arrows that share a place.
const ARROW: i32 = 11;

/// A part of the sheet, in fine units.
pub(super) struct Area {
    pub across: Range<i32>,
    /// From top to bottom.
    pub down: Range<i32>,
}

/// Draws a panel on its part of the sheet.
pub(super) fn draw(panel: &Panel, palette: &Palette, area: &Area, pen: &mut Pen) {
    let mut frame = Frame::new(panel, area);
    frame.draw_axes(pen);
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
        let widest = y.ticks.iter().map(|&t| width_of(&y.label(t), SMALL)).fold(20.0, f64::max);
        let left = (10 + 32) * FINE + (widest * f64::from(FINE)) as i32;
        let across = area.across.start + left..area.across.end - 16 * FINE;
        let down = area.down.start + 36 * FINE..area.down.end - (10 + 44) * FINE;
        Frame { x, y, across, down, arrows: Vec::new() }
    }

    /// Axes with their ticks and labels, and the grid.
    fn draw_axes(&self, pen: &mut Pen) {
        let (Range { start: left, end: right }, Range { start: top, end: bottom }) =
            (self.across.clone(), self.down.clone());
        let column = |&place: &f64| self.x.pixel(place, (left, right));
        let row = |&place: &f64| self.y.pixel(place, (bottom, top));
        for (xs, ys, grey) in [
            (&self.x.between, &self.y.between, "#f0f0f0"),
            (&self.x.ticks, &self.y.ticks, "#d7d7d7"),
        ] {
            let mut grid = Strokes::default();
            xs.iter().map(column).for_each(|x| grid.line(&[(x, bottom), (x, top)]));
            ys.iter().map(row).for_each(|y| grid.line(&[(left, y), (right, y)]));
            pen.stroke(&grid, grey, 10);
        }
        let mut axes = Strokes::default();
        axes.line(&[(left, top), (left, bottom), (right, bottom)]);
        let (mut names, tick) = (Vec::new(), 4 * FINE);
        for place in &self.y.ticks {
            let y = row(place);
            axes.line(&[(left - tick, y), (left, y)]);
            names.push((self.y.label(*place), (left - 2 * tick, y)));
        }
        pen.texts_to_the_left(&names);
        for place in &self.x.ticks {
            let x = column(place);
            axes.line(&[(x, bottom), (x, bottom + tick)]);
            pen.centred(&self.x.label(*place), (x, bottom + 13 * FINE), SMALL, i32::MAX);
        }
        pen.stroke(&axes, "#5a5a5a", 10);
    }

    fn draw(&mut self, series: &Series, palette: &Palette, pen: &mut Pen) {
        let look = palette.look(series);
        let shown: Vec<Shown> = series.points.iter().map(|p| self.shown(p.x, p.y)).collect();
        let mut strokes = Strokes::default();
        lines(&shown).iter().for_each(|line| strokes.line(line));
        match series.drawn {
            Drawn::Measured => pen.stroke(&strokes, look.colour, 15),
            Drawn::Formula => pen.dashes(&strokes, look.colour, 12),
            Drawn::Published => {}
        }
        draw_bars(pen, &shown, look.colour);
        let places: Vec<Pixel> = shown.iter().filter_map(place).collect();
        match series.drawn {
            Drawn::Measured => look.symbols(pen, &places),
            Drawn::Published => crosses(pen, &places, look.colour),
            Drawn::Formula => {}
        }
        let found: Vec<_> = shown.iter().filter_map(|shown| self.arrow(shown)).collect();
        arrows(pen, &found, look.colour);
    }

    /// Arrows at one place form a stack.
    fn arrow(&mut self, shown: &Shown) -> Option<(Pixel, bool)> {
        let Shown::Arrow { x, up } = *shown else { return None };
        let before = self.arrows.iter().filter(|other| **other == (x, up)).count() as i32;
        let inward = (7 + ARROW * before) * FINE;
        let y = if up { self.down.start + inward } else { self.down.end - inward };
        self.arrows.push((x, up));
        Some(((x, y), up))
    }

    /// Title and names of the axes.
    fn label(&self, panel: &Panel, area: &Area, pen: &mut Pen) {
        let Area { across, down } = area;
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
        self.x.place(number).map(|place| self.x.pixel(place, limits))
    }

    fn height(&self, number: f64) -> Option<i32> {
        let limits = (self.down.end, self.down.start);
        self.y.place(number).map(|place| self.y.pixel(place, limits))
    }
}

fn place(shown: &Shown) -> Option<Pixel> {
    match shown {
        Shown::Point { at, .. } => Some(*at),
        Shown::Arrow { .. } | Shown::Gap => None,
    }
}

/// The lines through points without a gap between them.
fn lines(shown: &[Shown]) -> Vec<Vec<Pixel>> {
    let whole = shown.split(|shown| !matches!(shown, Shown::Point { .. }));
    let lines = whole.map(|part| part.iter().filter_map(place).collect());
    lines.filter(|line: &Vec<_>| line.len() > 1).collect()
}

fn draw_bars(pen: &mut Pen, shown: &[Shown], colour: Colour) {
    let (mut strokes, cap) = (Strokes::default(), 3 * FINE);
    for shown in shown {
        let Shown::Point { at: (x, _), bar: Some((low, high)) } = *shown else { continue };
        strokes.line(&[(x - cap, low), (x + cap, low)]);
        strokes.line(&[(x, low), (x, high)]);
        strokes.line(&[(x - cap, high), (x + cap, high)]);
    }
    pen.stroke(&strokes, colour, 10);
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
