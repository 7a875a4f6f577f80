//! The legend, below all panels.

use super::palette::{Look, Palette, arrows, crosses};
use super::panel::{Drawn, Height, Panel, Scale};
use super::pen::{Colour, FINE, Pen, Pixel, SMALL, Strokes, width_of};

const LINE: i32 = 22;
const SAMPLE: i32 = 34;
const GAP: i32 = 18;
const GREY: Colour = "#5a5a5a";

#[derive(Clone, Copy)]
enum Sample {
    Series(Drawn, Look),
    Arrow { up: bool },
}

/// Samples with their names, each with its place.
pub(super) struct Legend<'a> {
    entries: Vec<(&'a str, Sample, Pixel)>,
    lines: i32,
}

impl<'a> Legend<'a> {
    /// As many per line as fit into `room`.
    pub fn new(panels: &'a [Panel], palette: &Palette, room: i32) -> Legend<'a> {
        let (mut x, mut line, mut placed) = (0, 0, Vec::new());
        for (name, sample) in entries(panels, palette) {
            let width = SAMPLE + width_of(name, SMALL).ceil() as i32;
            if x > 0 && x + width > room {
                (x, line) = (0, line + 1);
            }
            placed.push((name, sample, (x, line * LINE)));
            x += width + GAP;
        }
        Legend { lines: if placed.is_empty() { 0 } else { line + 1 }, entries: placed }
    }

    pub fn height(&self) -> i32 {
        self.lines * LINE
    }

    /// Draws it below and to the right of a corner.
    pub fn draw(&self, pen: &mut Pen, corner: Pixel) {
        let mut names = Vec::new();
        for (name, sample, (x, y)) in &self.entries {
            let (x, y) = (corner.0 + x, corner.1 + y + LINE / 2);
            let at = |dx: i32| ((x + dx) * FINE, y * FINE);
            let mut line = Strokes::default();
            line.line(&[at(0), at(SAMPLE - 8)]);
            let middle = at((SAMPLE - 8) / 2);
            match sample {
                Sample::Series(Drawn::Measured, look) => {
                    pen.stroke(&line, look.colour, 15);
                    look.symbols(pen, &[middle]);
                }
                Sample::Series(Drawn::Formula, look) => pen.dashes(&line, look.colour, 12),
                Sample::Series(Drawn::Published, look) => crosses(pen, &[middle], look.colour),
                Sample::Arrow { up } => arrows(pen, &[(middle, *up)], GREY),
            }
            names.push((name.to_string(), at(SAMPLE)));
        }
        if !names.is_empty() {
            pen.texts_to_the_right(&names);
        }
    }
}

/// Each name once, then the arrows that occur.
fn entries<'a>(panels: &'a [Panel], palette: &Palette) -> Vec<(&'a str, Sample)> {
    let mut entries: Vec<(&str, Drawn)> = Vec::new();
    let all = || panels.iter().flat_map(|panel| panel.series.iter().map(move |s| (panel, s)));
    let mut found = Vec::new();
    for (_, series) in all() {
        let entry = (&series.name[..], series.drawn);
        if !entries.contains(&entry) {
            entries.push(entry);
            found.push((entry.0, Sample::Series(series.drawn, palette.look(series))));
        }
    }
    let beyond = |height: &Height| *height == Height::Beyond;
    let nought = |height: &Height| matches!(height, Height::Known { value, .. } if *value <= 0.0);
    let points = || all().flat_map(|(panel, s)| s.points.iter().map(move |p| (panel, &p.y)));
    if points().any(|(_, y)| beyond(y)) {
        found.push(("not within the limit", Sample::Arrow { up: true }));
    }
    if points().any(|(panel, y)| panel.y.scale == Scale::Log && nought(y)) {
        found.push(("0 or less", Sample::Arrow { up: false }));
    }
    found
}
