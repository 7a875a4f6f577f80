//! All studies, by name. A study is one file and one line of [`STUDIES`].

use gametree::registry::nearest;

pub use super::conclusion::{Conclusion, Factor, Rank, Ranking};
pub use super::design::{Options, Study};
pub use super::findings::Findings;
use super::follow::{LEAST, PATIENCE};
use super::row::{Cell, Row};
use super::survey::{Open, Survey};
use super::{depths, escape, game, scenarios, traps};

/// A study in the list of [`STUDIES`].
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// How it is written, with its parameters.
    pub syntax: &'static str,
    /// What it is, in one line.
    pub summary: &'static str,
    build: fn(&Options) -> Result<Box<dyn Study>, String>,
}

/// All studies. Any other name is that of a game, which is a study of its own.
///
/// ```
/// use gametree_lab::converge::study::STUDIES;
///
/// let names: Vec<&str> = STUDIES.iter().map(|entry| entry.name).collect();
/// assert_eq!(names, ["traps", "depths", "scenarios", "escape"]);
/// ```
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

/// The study that a text names: `NAME[:key=value,...]`, or one of `games`.
///
/// ```
/// use gametree_lab::converge::{Rules, study};
///
/// let games = |name: &str| gametree_games::open(name).map_err(|error| error.to_string());
/// let traps = study::open("traps", Vec::new(), &games).unwrap();
/// let rules = Rules { tau: 0.7, runs: 1, limit: 1000, seed: 1 };
/// assert_eq!(traps.cells(&rules).len(), 9, "three depths for each player");
/// assert!(study::open("depths:d=odd", Vec::new(), &games).is_err());
/// ```
///
/// # Errors
/// If a parameter is wrong.
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

/// The findings of a study, with the remarks that apply to every study.
pub fn findings(study: &dyn Study, survey: &Survey<'_>, rows: &[Row]) -> Findings {
    let mut findings = study.findings(survey, rows);
    let hasty = |row: &&Row| {
        let since = row.converged.max(row.preferred).unwrap_or(0);
        row.proven.is_none() && row.leaves < PATIENCE.saturating_mul(since)
    };
    let (hasty, full) =
        (rows.iter().filter(hasty).count(), rows.iter().filter(|row| row.full).count());
    findings.remarks.push(format!(
        "for good: searches that can prove run until they have, the others for {PATIENCE} times as many leaves \
         as they took and at least {LEAST}; none runs beyond the limit"
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::converge::row::Rules;

    #[test]
    fn every_study_is_described_and_its_defaults_are_accepted() {
        for Entry { name, syntax, summary, build } in STUDIES {
            assert!(syntax.starts_with(name) && !summary.is_empty());
            let study = build(&Options::default()).unwrap();
            let rules = Rules { tau: 0.7, runs: 1, limit: 1, seed: 1 };
            assert!(study.cells(&rules).len() > 1, "{name}");
        }
    }
}
