//! Colours and symbols that can be told apart, also with colour blindness.

use super::panel::{Panel, Series};
use super::pen::{Colour, FINE, Pen, Pixel, Strokes};

/// The colours of Okabe and Ito (2008), with grey in place of yellow, which is hard to see on white.
const COLOURS: [Colour; 8] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000", "#828282"];

/// Six of them, so that with eight colours a combination repeats only after 24 series.
const SYMBOLS: [Symbol; 6] = [
    Symbol::Dot,
    Symbol::Shape(&SQUARE),
    Symbol::Shape(&TRIANGLE),
    Symbol::Shape(&DIAMOND),
    Symbol::Shape(&CROSS),
    Symbol::Shape(&HOURGLASS),
];

/// A disc, or a polygon around the origin, in hundredths of its radius.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Symbol {
    Dot,
    Shape(&'static [Pixel]),
}

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
const ARROW_UP: [Pixel; 3] = [(0, -140), (120, 60), (-120, 60)];
const ARROW_DOWN: [Pixel; 3] = [(0, 140), (120, -60), (-120, -60)];

/// What a series looks like.
#[derive(Clone, Copy)]
pub(super) struct Look {
    pub colour: Colour,
    symbol: Symbol,
}

impl Look {
    /// Its symbol at all these places.
    pub fn symbols(self, pen: &mut Pen, places: &[Pixel]) {
        let mut strokes = Strokes::default();
        match self.symbol {
            Symbol::Dot => {
                places.iter().for_each(|&at| strokes.dot(at));
                pen.dots(&strokes, self.colour);
            }
            Symbol::Shape(shape) => {
                places.iter().for_each(|&at| strokes.shape(shape, at));
                pen.fill(&strokes, self.colour);
            }
        }
    }
}

/// The open arrows, each with its place, up or down.
pub(super) fn arrows(pen: &mut Pen, arrows: &[(Pixel, bool)], colour: Colour) {
    let mut strokes = Strokes::default();
    for &(at, up) in arrows {
        strokes.shape(if up { &ARROW_UP } else { &ARROW_DOWN }, at);
    }
    pen.outline(&strokes, colour);
}

/// The marks of printed numbers: larger than symbols, so that they are seen behind them.
pub(super) fn crosses(pen: &mut Pen, places: &[Pixel], colour: Colour) {
    let arm = 6 * FINE;
    let mut strokes = Strokes::default();
    for &(x, y) in places {
        strokes.line(&[(x - arm, y - arm), (x + arm, y + arm)]);
        strokes.line(&[(x - arm, y + arm), (x + arm, y - arm)]);
    }
    pen.stroke(&strokes, colour, 18);
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
