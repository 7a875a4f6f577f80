//! Figures as SVG: charts with series of points, side by side if there are several.
//!
//! Drawing is a pure function from panels to text: the same panels give the same text. It needs no fonts
//! and nothing else from the system: the viewer renders the letters.
//!
//! ```
//! use gametree_lab::plot::{Axis, Panel, Point, Series, svg};
//! let measured = [(2, 30.0), (4, 75.0), (6, 170.0)];
//! let points = measured.map(|(d, t)| Point::new(d.into(), t).with_bar(0.9 * t, 1.1 * t));
//! let formula = (2..=8).map(|d| Point::new(d.into(), 13.0 * 1.54f64.powi(d)));
//! let panel = Panel {
//!     title: "Convergence".into(),
//!     x: Axis::linear("depth"),
//!     y: Axis::log("rollouts"),
//!     series: vec![
//!         Series::measured("uct", points.into_iter().chain([Point::beyond(8.0)])),
//!         Series::formula("13 C^(d/2)", formula).like("uct"),
//!     ],
//! };
//! assert!(svg(&[panel]).starts_with("<svg"));
//! ```

mod axis;
mod chart;
mod legend;
mod palette;
mod panel;
mod pen;
mod sheet;

pub use panel::{Axis, Drawn, Height, Panel, Point, Scale, Series};
pub use sheet::{single, svg};
