//! Tables of numbers, for people and for programs.

use std::fmt;

use gametree_cli::text;
use serde::{Serialize, Serializer};

/// A table.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Table {
    /// What it shows.
    pub title: String,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The entries.
    pub rows: Vec<Vec<Figure>>,
}

impl Table {
    /// A table without rows.
    pub fn new(title: impl Into<String>, columns: &[&str]) -> Table {
        let columns = columns.iter().map(|&column| column.into()).collect();
        Table { title: title.into(), columns, rows: Vec::new() }
    }

    /// Adds a row.
    pub fn row<F: Into<Figure>>(&mut self, entries: impl IntoIterator<Item = F>) {
        self.rows.push(entries.into_iter().map(Into::into).collect());
    }

    /// The table without its title, for people: columns that line up.
    pub fn columns(&self) -> String {
        let header: Vec<&str> = self.columns.iter().map(String::as_str).collect();
        let texts = |row: &Vec<Figure>| row.iter().map(Figure::to_string).collect();
        text::table(&header, &self.rows.iter().map(texts).collect::<Vec<Vec<String>>>())
    }
}

/// An entry of a table.
///
/// ```
/// use gametree_lab::Figure;
///
/// let row = [Figure::text("uct"), Figure::Count(1234.5), Figure::NOTHING];
/// assert_eq!(serde_json::to_string(&row).unwrap(), r#"["uct",1234.5,null]"#);
/// assert_eq!(row.map(|figure| figure.to_string()), ["uct", "1,235", "-"]);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Figure {
    /// A name.
    Text(String),
    /// Leaves or rollouts.
    Count(f64),
    /// A lower bound: the event did not happen within the limit in all runs.
    More {
        /// At least this many.
        at_least: f64,
    },
    /// An interval of counts.
    Range([f64; 2]),
    /// A share of one.
    Share(f64),
    /// A number, and how many of its digits to show.
    #[serde(serialize_with = "number_alone")]
    Number(f64, usize),
    /// No entry.
    Nothing(()),
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn number_alone<S: Serializer>(number: &f64, _: &usize, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(*number)
}

impl Figure {
    /// Nothing known.
    pub const NOTHING: Figure = Figure::Nothing(());

    /// A name.
    pub fn text(text: impl Into<String>) -> Figure {
        Figure::Text(text.into())
    }
}

impl From<String> for Figure {
    fn from(text: String) -> Figure {
        Figure::Text(text)
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Figure::Text(text) => f.write_str(text),
            Figure::Count(number) => f.write_str(&count(*number)),
            Figure::More { at_least } => write!(f, "> {}", count(*at_least)),
            Figure::Range([low, high]) => write!(f, "{} .. {}", count(*low), count(*high)),
            Figure::Share(share) => write!(f, "{:.1} %", 100.0 * share),
            Figure::Number(number, digits) => write!(f, "{:.digits$}", number + 0.0),
            Figure::Nothing(()) => f.write_str("-"),
        }
    }
}

/// A number as a whole one, in groups of three digits.
pub(crate) fn count(number: f64) -> String {
    text::grouped(number.round().max(0.0) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Programs read numbers.
    #[test]
    fn figures_are_numbers_to_programs() {
        let figures = [
            Figure::text("x"),
            Figure::Count(12.5),
            Figure::More { at_least: 3.0 },
            Figure::Range([1.0, 2.0]),
            Figure::Share(0.25),
            Figure::Number(2.37, 2),
            Figure::NOTHING,
        ];
        let json = serde_json::to_string(&figures).unwrap();
        assert_eq!(json, r#"["x",12.5,{"at_least":3.0},[1.0,2.0],0.25,2.37,null]"#);
    }
}
