//! Studies: which cells to run, and what their rows say. A study is one file and one line of [`STUDIES`].

use gametree::registry::nearest;
use serde::{Serialize, Serializer};

use super::{
    Cell, LEAST, Open, PATIENCE, Row, Rules, Survey, depths, escape, game, scenarios, traps,
};
use crate::plot::Panel;

/// A study as people know it.
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// How it is written, with its parameters.
    pub syntax: &'static str,
    /// What it is, in one line.
    pub summary: &'static str,
    build: fn(&Options) -> Result<Box<dyn Study>, String>,
}

/// Every study; any other name is that of a game, which is a study of its own.
pub const STUDIES: &[Entry] = &[
    Entry {
        name: "traps",
        syntax: "traps[:seed=S]",
        summary: "strategies of MAX and MIN at three depths each, beside the paper's Tables 2 and 3",
        build: traps::build,
    },
    Entry {
        name: "depths",
        syntax: "depths[:d=24][,k=2][,single=no]",
        summary: "two or three critical depths, beside the paper's Eq. 1 and 2, fitted",
        build: depths::build,
    },
    Entry {
        name: "scenarios",
        syntax: "scenarios[:p=P][,q=Q]",
        summary: "the epsilon-greedy UCT of section 6.2, beside the formulas for it",
        build: scenarios::build,
    },
    Entry {
        name: "escape",
        syntax: "escape[:d=20]",
        summary: "who recovers from early poor choices: leaves until the right move is preferred, and proven",
        build: escape::build,
    },
];

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
            [] => Ok(super::PAPERS_UCT.into()),
            [one] => Ok(one.clone()),
            _ => Err("there should be one --algorithm".into()),
        }
    }
}

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

/// The study that a text names: `NAME[:key=value,...]`, or one of `games`.
///
/// # Errors
/// If a parameter is not right.
pub fn open(
    text: &str,
    algorithms: Vec<String>,
    games: Open<'_>,
) -> Result<Box<dyn Study>, String> {
    let (name, parameters) = text.split_once(':').unwrap_or((text, ""));
    let Some(entry) = STUDIES.iter().find(|entry| entry.name == name) else {
        let names = || STUDIES.iter().map(|entry| entry.name);
        let near = nearest(name, names());
        if let (Some(near), Err(_)) = (near, games(&Cell::new(text, "").game_of(0))) {
            return Err(format!("unknown game or study '{name}'; did you mean '{near}'?"));
        }
        return game::build(text, &Options { parameters: Vec::new(), algorithms });
    };
    let pair = |part: &str| {
        let (key, value) = part
            .split_once('=')
            .ok_or_else(|| format!("{name}: '{part}' should be of the form key=value"))?;
        Ok((key.to_string(), value.to_string()))
    };
    let parts = parameters.split(',').filter(|part| !part.is_empty());
    let parameters = parts.map(pair).collect::<Result<Vec<_>, String>>()?;
    let mut keys: Vec<&str> = parameters.iter().map(|(key, _)| key.as_str()).collect();
    keys.sort_unstable();
    if let Some(twice) = keys.windows(2).find(|two| two[0] == two[1]) {
        return Err(format!("{name}: '{}' is given twice", twice[0]));
    }
    let options = Options { parameters, algorithms };
    (entry.build)(&options).map_err(|reason| format!("{name}: {reason}"))
}

/// What the rows of a study say, and what must be said about any of them.
pub fn findings(study: &dyn Study, survey: &Survey<'_>, rows: &[Row]) -> Findings {
    let mut findings = study.findings(survey, rows);
    let hasty = |row: &&Row| {
        let since = row.converged.max(row.preferred).unwrap_or(0);
        row.proven.is_none() && row.leaves < PATIENCE.saturating_mul(since)
    };
    let (hasty, full) =
        (rows.iter().filter(hasty).count(), rows.iter().filter(|row| row.full).count());
    findings.remarks.push(format!(
        "for good: those who may prove are followed to their proof, others for {PATIENCE} times as many leaves \
         as they took and at least {LEAST}; nobody beyond the limit"
    ));
    if hasty > 0 {
        findings.remarks.push(format!(
            "runs that the limit ended before {PATIENCE} times as many leaves as they took: {hasty}; for good is \
             not very long there"
        ));
    }
    if full > 0 {
        findings.remarks.push(format!("runs that ended because their memory was full: {full}"));
    }
    findings
}

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// The numbers.
    pub tables: Vec<Table>,
    /// What should be said about them.
    pub remarks: Vec<String>,
    /// The picture, if there is one.
    pub panels: Vec<Panel>,
}

/// A table of figures.
#[derive(Clone, Debug, Serialize)]
pub struct Table {
    /// What it shows.
    pub title: String,
    /// What the columns are.
    pub columns: Vec<String>,
    /// The figures.
    pub rows: Vec<Vec<Figure>>,
}

impl Table {
    /// A table without rows.
    pub(super) fn new(title: impl Into<String>, columns: &[&str]) -> Table {
        let columns = columns.iter().map(|&column| column.into()).collect();
        Table { title: title.into(), columns, rows: Vec::new() }
    }
}

/// A figure of a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Figure {
    /// A name.
    Text(String),
    /// Leaves or rollouts.
    Count(f64),
    /// The same, but more: it did not happen within the limit in all runs.
    More {
        /// So many at least.
        at_least: f64,
    },
    /// An interval of counts.
    Range([f64; 2]),
    /// A share of one.
    Share(f64),
    /// A number, and how many digits of it people want to see.
    #[serde(serialize_with = "number_alone")]
    Number(f64, usize),
    /// There is none.
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

impl super::Summary {
    /// The mean, marked if it did not happen in all runs.
    pub fn figure(&self) -> Figure {
        match self.mean {
            None => Figure::NOTHING,
            Some(mean) if self.happened < self.runs => Figure::More { at_least: mean.value },
            Some(mean) => Figure::Count(mean.value),
        }
    }

    /// Where the true mean lies; nothing if it did not happen in all runs, or they are all the same.
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

    /// Programs read numbers where there are any.
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

    #[test]
    fn every_study_is_described_and_its_defaults_are_accepted() {
        for Entry { name, syntax, summary, build } in STUDIES {
            assert!(syntax.starts_with(name) && !summary.is_empty());
            let study = build(&Options::default()).unwrap();
            let rules = super::super::Rules { tau: 0.7, runs: 1, limit: 1, seed: 1 };
            assert!(study.cells(&rules).len() > 1, "{name}");
        }
    }
}
