//! The pen: lines, symbols and text, and the shared units and sizes.

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// A place on the sheet.
pub(super) type Pixel = (i32, i32);

/// The sheet or a part of it.
pub(super) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Pixels are integers for the plotting library; with this many per unit of the figure, lines are where
/// they should be.
pub(super) const FINE: i32 = 10;

/// Text in labels, titles and legend, in units of the figure.
pub(super) const SMALL: f64 = 12.0;
pub(super) const LARGE: f64 = 15.0;

/// Width of a letter as a share of the text's size, on the safe side for common fonts.
const LETTER: f64 = 0.58;

/// Writing to a string does not fail.
pub(super) const TO_A_STRING: &str = "a picture that is a string";

/// The approximate width of a text, in units of the figure.
pub(super) fn width_of(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * LETTER * size
}

/// The size, or less if the text would not fit into the room.
fn fitting(text: &str, size: f64, room: f64) -> f64 {
    size * (room / width_of(text, size)).min(1.0)
}

/// A font of some size in units of the figure. (The library's sizes are larger than what it writes.)
pub(super) fn font<'a>(size: f64) -> TextStyle<'a> {
    ("sans-serif", size * 1.24 * f64::from(FINE)).into_font().color(&RGBColor(40, 40, 40))
}

/// Draws on the sheet, in fine units.
pub(super) struct Pen<'a>(Area<'a>);

/// The radius of a symbol.
const RADIUS: i32 = 4 * FINE;

impl<'a> Pen<'a> {
    /// A pen that draws on this area.
    pub fn on(area: Area<'a>) -> Pen<'a> {
        Pen(area)
    }

    /// A symbol, in hundredths of its radius.
    pub fn polygon(&self, shape: &[Pixel], at: Pixel, colour: RGBColor) {
        let points = placed(shape, at);
        self.0.draw(&Polygon::new(points, colour.filled())).expect(TO_A_STRING);
    }

    /// A symbol that is not filled.
    pub fn outline(&self, shape: &[Pixel], at: Pixel, colour: RGBColor) {
        let points = placed(shape, at);
        self.0.draw(&Polygon::new(points.clone(), WHITE.filled())).expect(TO_A_STRING);
        self.line(&points, colour, 15);
    }

    /// A line of this thickness, in tenths of a unit.
    pub fn line(&self, points: &[Pixel], colour: RGBColor, tenths: i32) {
        let style = colour.stroke_width((tenths * FINE / 10) as u32);
        self.0.draw(&PathElement::new(points.to_vec(), style)).expect(TO_A_STRING);
    }

    /// A line of dashes.
    pub fn dashes(&self, points: &[Pixel], colour: RGBColor, tenths: i32) {
        for dash in dashes(points, 6.0 * f64::from(FINE), 4.0 * f64::from(FINE)) {
            self.line(&dash, colour, tenths);
        }
    }

    /// A text that begins here, centred vertically.
    pub fn text(&self, text: &str, at: Pixel, size: f64) {
        self.write(text, at, font(size).pos(Pos::new(HPos::Left, VPos::Center)));
    }

    /// A text centred here, in smaller letters if there is not enough room.
    pub fn centred(&self, text: &str, at: Pixel, size: f64, room: i32) {
        let style = font(fitting(text, size, f64::from(room / FINE)));
        self.write(text, at, style.pos(Pos::new(HPos::Center, VPos::Center)));
    }

    /// The same, written upward.
    pub fn upward(&self, text: &str, at: Pixel, size: f64, room: i32) {
        let style = font(fitting(text, size, f64::from(room / FINE)));
        let style = style.transform(FontTransform::Rotate270);
        self.write(text, at, style.pos(Pos::new(HPos::Center, VPos::Center)));
    }

    fn write(&self, text: &str, at: Pixel, style: TextStyle) {
        // Control characters must not be in an SVG, not even escaped.
        let text = text.replace(char::is_control, " ");
        self.0.draw(&Text::new(text, at, style)).expect(TO_A_STRING);
    }
}

fn placed(shape: &[Pixel], (x, y): Pixel) -> Vec<Pixel> {
    shape.iter().map(|(dx, dy)| (x + dx * RADIUS / 100, y + dy * RADIUS / 100)).collect()
}

/// The parts of a line that are drawn if `on` and `off` take turns.
fn dashes(points: &[Pixel], on: f64, off: f64) -> Vec<Vec<Pixel>> {
    let (mut dashes, mut left, mut drawing) = (Vec::new(), on, true);
    let mut dash: Vec<Pixel> = points.first().copied().into_iter().collect();
    for pair in points.windows(2) {
        let [from, to] = [pair[0], pair[1]].map(|(x, y)| (f64::from(x), f64::from(y)));
        let length = (to.0 - from.0).hypot(to.1 - from.1);
        let mut done = 0.0;
        while length - done > left {
            done += left;
            let share = done / length;
            let at = |a: f64, b: f64| (a + (b - a) * share).round() as i32;
            let here = (at(from.0, to.0), at(from.1, to.1));
            dash.push(here);
            let ended = std::mem::replace(&mut dash, vec![here]);
            if drawing {
                dashes.push(ended);
            }
            drawing = !drawing;
            left = if drawing { on } else { off };
        }
        left -= length - done;
        dash.push(pair[1]);
    }
    if drawing && dash.len() > 1 {
        dashes.push(dash);
    }
    dashes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dashes_go_round_corners() {
        let found = dashes(&[(0, 0), (10, 0), (10, 10)], 6.0, 3.0);
        assert_eq!(
            found,
            [vec![(0, 0), (6, 0)], vec![(9, 0), (10, 0), (10, 5)], vec![(10, 8), (10, 10)]]
        );
        assert!(dashes(&[], 6.0, 3.0).is_empty() && dashes(&[(1, 1)], 6.0, 3.0).is_empty());
    }
}
