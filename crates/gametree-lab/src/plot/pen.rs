//! The pen: strokes, symbols and text as SVG, in few bytes. What looks alike is one path of relative
//! steps, so that a page of figures stays small.

use std::fmt::Write;

/// A place on the sheet, or a step.
pub(super) type Pixel = (i32, i32);

/// A colour as SVG names it.
pub(super) type Colour = &'static str;

/// Places are integers, which take the fewest bytes; with this many per unit of the figure, lines are
/// where they should be.
pub(super) const FINE: i32 = 5;

/// Text in labels, titles and legend, in units of the figure.
pub(super) const SMALL: f64 = 12.0;
pub(super) const LARGE: f64 = 15.0;

/// Width of a letter as a share of the text's size, on the safe side for common fonts.
const LETTER: f64 = 0.58;

/// Half the height of a capital letter, likewise.
const HALF_HEIGHT: f64 = 0.35;

/// The radius of a symbol.
pub(super) const RADIUS: i32 = 4 * FINE;

/// The approximate width of a text, in units of the figure.
pub(super) fn width_of(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * LETTER * size
}

/// The size, or less if the text would not fit into the room.
fn fitting(text: &str, size: f64, room: i32) -> f64 {
    size * (f64::from(room / FINE) / width_of(text, size)).min(1.0)
}

/// Lines and polygons of one path.
#[derive(Default)]
pub(super) struct Strokes {
    steps: String,
    last: Pixel,
}

impl Strokes {
    /// A line through these points.
    pub fn line(&mut self, points: &[Pixel]) {
        let Some((&first, rest)) = points.split_first() else { return };
        self.step('m', first);
        rest.iter().for_each(|&point| self.step('l', point));
    }

    /// A closed line: a shape around `at`, in hundredths of a symbol's radius.
    pub fn shape(&mut self, shape: &[Pixel], (x, y): Pixel) {
        let place = |(dx, dy): &Pixel| (x + dx * RADIUS / 100, y + dy * RADIUS / 100);
        let corners: Vec<Pixel> = shape.iter().map(place).collect();
        self.line(&corners);
        self.steps.push('z');
        self.last = corners[0];
    }

    /// A line without length: a dot, if lines end in half a circle.
    pub fn dot(&mut self, at: Pixel) {
        self.line(&[at, at]);
    }

    fn step(&mut self, letter: char, to: Pixel) {
        let (dx, dy) = (to.0 - self.last.0, to.1 - self.last.1);
        let written = match (letter, dx, dy) {
            ('l', _, 0) => write!(self.steps, "h{dx}"),
            ('l', 0, _) => write!(self.steps, "v{dy}"),
            (_, _, ..0) => write!(self.steps, "{letter}{dx}{dy}"),
            _ => write!(self.steps, "{letter}{dx} {dy}"),
        };
        written.expect("a string takes everything");
        self.last = to;
    }
}

/// Draws on the sheet, in fine units.
pub(super) struct Pen(String);

impl Pen {
    /// An empty sheet of this size, in units of the figure.
    pub fn new((width, height): Pixel) -> Pen {
        let (wide, high, size) = (width * FINE, height * FINE, SMALL * f64::from(FINE));
        Pen(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {wide} {high}\" fill=\"#282828\" font-family=\"sans-serif\" \
             font-size=\"{size}\" text-anchor=\"middle\">\n\
             <rect width=\"{wide}\" height=\"{high}\" fill=\"#fff\"/>\n"
        ))
    }

    /// The sheet as SVG.
    pub fn finish(self) -> String {
        self.0 + "</svg>\n"
    }

    /// Lines of this thickness, in tenths of a unit.
    pub fn stroke(&mut self, strokes: &Strokes, colour: Colour, tenths: i32) {
        self.lines(strokes, colour, fine(tenths), "");
    }

    /// Lines of dashes.
    pub fn dashes(&mut self, strokes: &Strokes, colour: Colour, tenths: i32) {
        let pattern = format!(" stroke-dasharray=\"{} {}\"", 6 * FINE, 4 * FINE);
        self.lines(strokes, colour, fine(tenths), &pattern);
    }

    /// Filled shapes.
    pub fn fill(&mut self, strokes: &Strokes, colour: Colour) {
        self.path(strokes, &format!("fill=\"{colour}\""));
    }

    /// Shapes that are white within.
    pub fn outline(&mut self, strokes: &Strokes, colour: Colour) {
        let width = fine(15);
        self.path(strokes, &format!("fill=\"#fff\" stroke=\"{colour}\" stroke-width=\"{width}\""));
    }

    /// Dots as large as symbols.
    pub fn dots(&mut self, strokes: &Strokes, colour: Colour) {
        self.lines(strokes, colour, 2 * RADIUS, " stroke-linecap=\"round\"");
    }

    fn lines(&mut self, strokes: &Strokes, colour: Colour, width: i32, more: &str) {
        let look = format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"{more}");
        self.path(strokes, &look);
    }

    fn path(&mut self, strokes: &Strokes, look: &str) {
        if !strokes.steps.is_empty() {
            self.0 += &format!("<path {look} d=\"{}\"/>\n", strokes.steps);
        }
    }

    /// Small texts that end here, centred vertically.
    pub fn texts_to_the_left(&mut self, texts: &[(String, Pixel)]) {
        self.group("end", texts);
    }

    /// Small texts that begin here, centred vertically.
    pub fn texts_to_the_right(&mut self, texts: &[(String, Pixel)]) {
        self.group("start", texts);
    }

    fn group(&mut self, anchor: &str, texts: &[(String, Pixel)]) {
        self.0 += &format!("<g text-anchor=\"{anchor}\">\n");
        texts.iter().for_each(|(text, at)| self.centred(text, *at, SMALL, i32::MAX));
        self.0 += "</g>\n";
    }

    /// A text centred here, in smaller letters if there is not enough room.
    pub fn centred(&mut self, text: &str, (x, y): Pixel, size: f64, room: i32) {
        let size = fitting(text, size, room);
        self.write(text, (x, y + half_height(size)), size, "");
    }

    /// The same, written upward.
    pub fn upward(&mut self, text: &str, (x, y): Pixel, size: f64, room: i32) {
        let size = fitting(text, size, room);
        let x = x + half_height(size);
        self.write(text, (x, y), size, &format!(" transform=\"rotate(-90 {x} {y})\""));
    }

    fn write(&mut self, text: &str, (x, y): Pixel, size: f64, turned: &str) {
        // Control characters must not be in an SVG, not even escaped.
        let text = text.replace(char::is_control, " ");
        let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let text = text.replace('"', "&quot;");
        let size = match (size * f64::from(FINE)).round() {
            size if size == SMALL * f64::from(FINE) => String::new(),
            size => format!(" font-size=\"{size}\""),
        };
        self.0 += &format!("<text x=\"{x}\" y=\"{y}\"{size}{turned}>{text}</text>\n");
    }
}

/// Tenths of a unit in fine ones.
fn fine(tenths: i32) -> i32 {
    tenths * FINE / 10
}

fn half_height(size: f64) -> i32 {
    (size * HALF_HEIGHT * f64::from(FINE)).round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_relative_and_begin_again_where_a_shape_did() {
        let mut strokes = Strokes::default();
        strokes.line(&[(10, 20), (15, 20), (15, 12), (14, 16)]);
        strokes.shape(&[(0, -100), (100, 100), (-100, 100)], (100, 100));
        strokes.dot((101, 82));
        assert_eq!(strokes.steps, "m10 20h5v-8l-1 4m86 64l20 40h-40zm1 2h0");
    }
}
