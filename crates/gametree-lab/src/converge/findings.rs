//! What a study found: tables, remarks, a figure, and a conclusion.

use serde::{Serialize, Serializer};

use super::conclusion::Conclusion;
use super::summary::Summary;
use crate::plot::Panel;

/// The findings of a study.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// The numbers.
    pub tables: Vec<Table>,
    /// Remarks about them.
    pub remarks: Vec<String>,
    /// The panels of the figure, if there is one.
    pub panels: Vec<Panel>,
    /// What it comes down to.
    pub conclusion: Conclusion,
}

/// A table of numbers.
#[derive(Clone, Debug, Serialize)]
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
    pub(super) fn new(title: impl Into<String>, columns: &[&str]) -> Table {
        let columns = columns.iter().map(|&column| column.into()).collect();
        Table { title: title.into(), columns, rows: Vec::new() }
    }
}

/// An entry of a table.
///
/// ```
/// use gametree_lab::converge::study::Figure;
///
/// let row = [Figure::text("uct"), Figure::Count(12.5), Figure::NOTHING];
/// assert_eq!(serde_json::to_string(&row).unwrap(), r#"["uct",12.5,null]"#);
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

impl Summary {
    /// The mean, marked if the event did not happen in all runs.
    pub fn figure(&self) -> Figure {
        match self.mean {
            None => Figure::NOTHING,
            Some(mean) if self.happened < self.runs => Figure::More { at_least: mean.value },
            Some(mean) => Figure::Count(mean.value),
        }
    }

    /// The interval of the true mean; no entry if the event did not happen in all runs, or all are equal.
    pub fn interval(&self) -> Figure {
        match self.mean {
            Some(mean) if self.happened == self.runs && mean.low < mean.high => {
                Figure::Range([mean.low, mean.high])
            }
            _ => Figure::NOTHING,
        }
    }
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
