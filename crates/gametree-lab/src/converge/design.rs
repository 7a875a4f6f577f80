//! What a study is. It knows of no other, so that one can be added without a look at the rest.

use super::findings::Findings;
use super::row::{Cell, Row, Rules};
use super::survey::Survey;

/// The paper's UCT: its constant .7 for values from -1 to 1 is .35 for rewards from 0 to 1.
pub const PAPERS_UCT: &str = "mcts:selection=ucb1,c=0.35";

/// Which cells to run, and what their rows say.
pub trait Study: Sync {
    /// Who runs where.
    fn cells(&self, rules: &Rules) -> Vec<Cell>;

    /// Whether there is a picture of what they say.
    fn is_drawn(&self) -> bool {
        false
    }

    /// What all rows of those cells say.
    fn findings(&self, survey: &Survey<'_>, rows: &[Row]) -> Findings;
}

/// What can be said about a study besides its rules.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Its parameters, as they are written.
    pub parameters: Vec<(String, String)>,
    /// Which algorithms, if somebody says.
    pub algorithms: Vec<String>,
}

impl Options {
    /// A parameter, or its default.
    ///
    /// # Errors
    /// If it is not one of those that `accepts` takes.
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
