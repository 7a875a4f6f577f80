//! What a figure shows: panels, their axes, and series of points. Nothing here knows how they are drawn.

/// One chart; [`svg`](super::svg) draws it, and has an example.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// The text above it.
    pub title: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// What it shows. A name has the same colour and symbol in all panels of a figure.
    pub series: Vec<Series>,
}

/// An axis of a [`Panel`].
///
/// ```
/// use gametree_lab::plot::{Axis, Scale};
///
/// assert_eq!(Axis::linear("depth").scale, Scale::Linear);
/// assert_eq!(Axis::log("leaves").scale, Scale::Log);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// The text beside it.
    pub label: String,
    /// How numbers become distances.
    pub scale: Scale,
}

impl Axis {
    /// Equal differences are equal distances.
    pub fn linear(label: impl Into<String>) -> Axis {
        Axis { label: label.into(), scale: Scale::Linear }
    }

    /// Equal ratios are equal distances.
    pub fn log(label: impl Into<String>) -> Axis {
        Axis { label: label.into(), scale: Scale::Log }
    }
}

/// How numbers become distances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// In proportion.
    Linear,
    /// In proportion to their logarithms. Zero and less have no place on such an axis: such a height is
    /// shown as an open symbol at the lower edge that points down.
    Log,
}

/// Points that belong together.
///
/// ```
/// use gametree_lab::plot::{Drawn, Point, Series};
///
/// let measured = Series::measured("uct", [Point::new(2.0, 30.0)]);
/// let formula = Series::formula("15 d", [Point::new(2.0, 30.0)]).like("uct");
/// assert!(matches!(measured.drawn, Drawn::Measured));
/// assert_eq!(formula.like.as_deref(), Some("uct"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    /// How it is drawn.
    pub drawn: Drawn,
    /// In the order in which the line goes through them.
    pub points: Vec<Point>,
    /// The name of a series with the same colour: a formula is drawn in the colour of the data it explains.
    pub like: Option<String>,
}

/// How a series is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// Symbols, their bars and a line.
    Measured,
    /// A thin dashed line without symbols, with the bars of its points.
    Formula,
    /// Crosses without a line: numbers that somebody else has printed.
    Published,
}

impl Series {
    /// Measurements: symbols, their bars and a line.
    pub fn measured(name: impl Into<String>, points: impl IntoIterator<Item = Point>) -> Series {
        let points = points.into_iter().collect();
        Series { name: name.into(), drawn: Drawn::Measured, points, like: None }
    }

    /// A formula: a thin dashed line.
    pub fn formula(name: impl Into<String>, points: impl IntoIterator<Item = Point>) -> Series {
        Series { drawn: Drawn::Formula, ..Series::measured(name, points) }
    }

    /// Printed numbers: crosses without a line.
    pub fn published(name: impl Into<String>, points: impl IntoIterator<Item = Point>) -> Series {
        Series { drawn: Drawn::Published, ..Series::measured(name, points) }
    }

    /// The same in the colour of the series `name`.
    pub fn like(self, name: impl Into<String>) -> Series {
        Series { like: Some(name.into()), ..self }
    }
}

/// A point of a [`Series`]. Numbers that are not finite count as missing.
///
/// ```
/// use gametree_lab::plot::{Height, Point};
///
/// let known = Point::new(2.0, 30.0).with_bar(27.0, 33.0);
/// assert!(matches!(known.y, Height::Known { value: 30.0, bar: Some((27.0, 33.0)) }));
/// assert!(matches!(Point::beyond(8.0).y, Height::Beyond));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The place on the horizontal axis.
    pub x: f64,
    /// The place on the vertical axis.
    pub y: Height,
}

/// How high a point is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Height {
    /// A number, and the ends of its bar.
    Known {
        /// The number.
        value: f64,
        /// The ends of the bar, if there is one.
        bar: Option<(f64, f64)>,
    },
    /// More than a limit, and otherwise unknown: an open symbol at the upper edge that points up.
    Beyond,
    /// Nothing: a gap in the line.
    Missing,
}

impl Point {
    /// A number without a bar.
    pub fn new(x: f64, y: f64) -> Point {
        Point { x, y: Height::Known { value: y, bar: None } }
    }

    /// The same with a bar, if there is a number.
    pub fn with_bar(self, low: f64, high: f64) -> Point {
        match self.y {
            Height::Known { value, .. } => {
                Point { y: Height::Known { value, bar: Some((low, high)) }, ..self }
            }
            Height::Beyond | Height::Missing => self,
        }
    }

    /// Not within the limit.
    pub fn beyond(x: f64) -> Point {
        Point { x, y: Height::Beyond }
    }

    /// A gap.
    pub fn missing(x: f64) -> Point {
        Point { x, y: Height::Missing }
    }
}
