//! What a study is: a set of cells, and what their rows mean, as tables of figures and panels to
//! draw. Studies are independent of each other, so that adding one does not touch the rest.

use super::findings::Findings;
use super::row::{Cell, Row, Rules};
use super::survey::Survey;

/// The paper's UCT: its exploration constant .7 for values from -1 to 1 is .35 for rewards from 0 to 1.
pub const PAPERS_UCT: &str = "mcts:selection=ucb1,c=0.35";

/// Which cells to run, and what their rows show.
pub trait Study: Sync {
    /// The algorithms and games to run.
    fn cells(&self, rules: &Rules) -> Vec<Cell>;

    /// Whether the findings have a figure.
    fn is_drawn(&self) -> bool {
        false
    }

    /// What all rows of those cells show.
    fn findings(&self, survey: &Survey<'_>, rows: &[Row]) -> Findings;
}

/// The options of a study besides its rules.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Its parameters, as they are written.
    pub parameters: Vec<(String, String)>,
    /// The algorithms, if the caller names any.
    pub algorithms: Vec<String>,
}

impl Options {
    /// A parameter, or its default.
    ///
    /// # Errors
    /// If `accepts` refuses it.
    pub(super) fn get<T: std::str::FromStr>(
        &self,
        key: &str,
        default: T,
        accepts: impl Fn(&T) -> bool,
        expects: &str,
    ) -> Result<T, String> {
        let Some((_, text)) = self.parameters.iter().find(|(name, _)| name == key) else {
            return Ok(default);
        };
        let value = text.parse().ok().filter(accepts);
        value.ok_or_else(|| format!("{key}={text} should be {expects}"))
    }

    /// Refuses parameters that are not among `known`.
    pub(super) fn only(&self, known: &[&str]) -> Result<(), String> {
        match self.parameters.iter().find(|(key, _)| !known.contains(&key.as_str())) {
            Some((key, _)) => Err(format!("unknown parameter '{key}'; known: {}", known.join(" "))),
            None => Ok(()),
        }
    }

    /// The one algorithm that was named, or the paper's.
    pub(super) fn one_algorithm(&self) -> Result<String, String> {
        match self.algorithms.as_slice() {
            [] => Ok(PAPERS_UCT.into()),
            [one] => Ok(one.clone()),
            _ => Err("there should be one --algorithm".into()),
        }
    }
}
