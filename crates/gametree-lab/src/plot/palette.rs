//! Colours and symbols that can be told apart, also with colour blindness.

use plotters::prelude::*;

use super::panel::{Panel, Series};
use super::pen::{FINE, Pen, Pixel};

/// The colours of Okabe and Ito (2008), with grey in place of yellow, which is hard to see on white.
const COLOURS: [RGBColor; 8] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(0, 0, 0),
    RGBColor(130, 130, 130),
];

/// Symbols as polygons around the origin, in hundredths of their radius. Six of them, so that with eight
/// colours a combination repeats only after 24 series.
const SYMBOLS: [&[Pixel]; 6] = [&CIRCLE, &SQUARE, &TRIANGLE, &DIAMOND, &CROSS, &HOURGLASS];

const CIRCLE: [Pixel; 16] = [
    (100, 0),
    (92, 38),
    (71, 71),
    (38, 92),
    (0, 100),
    (-38, 92),
    (-71, 71),
    (-92, 38),
    (-100, 0),
    (-92, -38),
    (-71, -71),
    (-38, -92),
    (0, -100),
    (38, -92),
    (71, -71),
    (92, -38),
];
const SQUARE: [Pixel; 4] = [(-88, -88), (88, -88), (88, 88), (-88, 88)];
const TRIANGLE: [Pixel; 3] = [(0, -120), (110, 80), (-110, 80)];
const DIAMOND: [Pixel; 4] = [(0, -130), (110, 0), (0, 130), (-110, 0)];
const CROSS: [Pixel; 12] = [
    (-110, -70),
    (-70, -110),
    (0, -40),
    (70, -110),
    (110, -70),
    (40, 0),
    (110, 70),
    (70, 110),
    (0, 40),
    (-70, 110),
    (-110, 70),
    (-40, 0),
];
const HOURGLASS: [Pixel; 6] =
    [(-110, -110), (110, -110), (35, 0), (110, 110), (-110, 110), (-35, 0)];

/// Points to where a number outside the axis would be. Not filled.
const ARROW_UP: [Pixel; 4] = [(0, -140), (120, 60), (-120, 60), (0, -140)];
const ARROW_DOWN: [Pixel; 4] = [(0, 140), (120, -60), (-120, -60), (0, 140)];

/// What a series looks like.
#[derive(Clone, Copy)]
pub(super) struct Look {
    pub colour: RGBColor,
    symbol: &'static [Pixel],
}

impl Look {
    pub fn symbol(self, pen: &Pen, at: Pixel) {
        pen.polygon(self.symbol, at, self.colour);
    }
}

/// The open arrows, up or down.
pub(super) fn arrow(pen: &Pen, at: Pixel, up: bool, colour: RGBColor) {
    pen.outline(if up { &ARROW_UP } else { &ARROW_DOWN }, at, colour);
}

/// The mark of a printed number: larger than a symbol, so that it is seen behind one.
pub(super) fn cross(pen: &Pen, (x, y): Pixel, colour: RGBColor) {
    let arm = 6 * FINE;
    pen.line(&[(x - arm, y - arm), (x + arm, y + arm)], colour, 18);
    pen.line(&[(x - arm, y + arm), (x + arm, y - arm)], colour, 18);
}

/// The looks of all series of a figure: one per name, in the order of first appearance.
pub(super) struct Palette<'a>(Vec<&'a str>);

impl<'a> Palette<'a> {
    pub fn of(panels: &'a [Panel]) -> Palette<'a> {
        let mut names: Vec<&str> = Vec::new();
        for series in panels.iter().flat_map(|panel| &panel.series) {
            let name = series.like.as_deref().unwrap_or(&series.name);
            if !names.contains(&name) {
                names.push(name);
            }
        }
        Palette(names)
    }

    pub fn look(&self, series: &Series) -> Look {
        let name = series.like.as_deref().unwrap_or(&series.name);
        let number =
            self.0.iter().position(|known| *known == name).expect("a series of the picture");
        Look { colour: COLOURS[number % COLOURS.len()], symbol: SYMBOLS[number % SYMBOLS.len()] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::panel::Axis;

    #[test]
    fn a_name_looks_the_same_everywhere_and_like_no_other() {
        let names: Vec<String> = (0..24).map(|i| format!("s{i}")).collect();
        let series = || names.iter().map(|name| Series::measured(name, []));
        let panel = |series| Panel { title: "".into(), x: Axis::log(""), y: Axis::log(""), series };
        let panels = [panel(series().collect()), panel(series().rev().collect())];
        let palette = Palette::of(&panels);
        let looks: Vec<_> =
            series().map(|s| (palette.look(&s).colour, palette.look(&s).symbol)).collect();
        for (i, look) in looks.iter().enumerate() {
            assert!(!looks[..i].contains(look), "{i}");
        }
        let formula = Series::formula("f", []).like("s7");
        assert_eq!(palette.look(&formula).colour, looks[7].0);
    }
}
