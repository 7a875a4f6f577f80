//! What a picture shows: panels, their axes, and series of points. Nothing here knows how they are drawn.

/// One chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// What stands above it.
    pub title: String,
    /// The axis below.
    pub x: Axis,
    /// The axis on the left.
    pub y: Axis,
    /// What it shows. A name has the same colour and symbol in all panels of a picture.
    pub series: Vec<Series>,
}

/// What an axis measures.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// What stands beside it.
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
    /// In proportion to their logarithms. Nought and less have no place on such an axis: a height of nought
    /// or less is shown as an open symbol at the lower edge, that points down.
    Log,
}

/// Points that belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    /// How it is drawn.
    pub drawn: Drawn,
    /// In the order in which the line goes through them.
    pub points: Vec<Point>,
    /// The name of a series that has the same colour: a formula is drawn in that of what it explains.
    pub like: Option<String>,
}

/// How a series is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// Symbols, their bars and a line.
    Measured,
    /// A thin dashed line without symbols.
    Formula,
}

impl Series {
    /// What was measured: symbols, their bars and a line.
    pub fn measured(name: impl Into<String>, points: impl IntoIterator<Item = Point>) -> Series {
        let points = points.into_iter().collect();
        Series { name: name.into(), drawn: Drawn::Measured, points, like: None }
    }

    /// What a formula says: a thin dashed line.
    pub fn formula(name: impl Into<String>, points: impl IntoIterator<Item = Point>) -> Series {
        Series { drawn: Drawn::Formula, ..Series::measured(name, points) }
    }

    /// The same in the colour of the series `name`.
    pub fn like(self, name: impl Into<String>) -> Series {
        Series { like: Some(name.into()), ..self }
    }
}

/// What there is at one place of the axis below. Numbers that are not finite are missing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The place.
    pub x: f64,
    /// What is there.
    pub y: Height,
}

/// How high a point is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Height {
    /// A number, and from where to where its bar goes.
    Known {
        /// The number.
        value: f64,
        /// The ends of the bar, if there is one.
        bar: Option<(f64, f64)>,
    },
    /// More than was allowed, so nobody knows: an open symbol at the upper edge, that points up.
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
