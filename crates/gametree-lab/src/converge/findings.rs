//! What a study found: tables, remarks, a figure, and a conclusion.

use super::conclusion::Conclusion;
use super::summary::Summary;
use crate::plot::Panel;
use crate::{Figure, Table};

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
