//! An experiment as a series of numbered units ([`units`](gametree_arena::units)): its file, its shards.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use gametree_arena::{ledger, units};
use serde::{Deserialize, Serialize};

use super::bench::Bench;
use super::design::{Experiment, Scale};
use super::row::{Row, Unit, fnv};
use crate::converge::Open;
use crate::soft_traps::{Played, digest};

/// The version of the rows' format. It grows when rows change their meaning.
const SCHEMA: u32 = 2;

/// What all rows of a run have in common: the first line of the file that marks its folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setting {
    /// The version of the format.
    pub schema: u32,
    /// Always "lab".
    pub kind: String,
    /// The version of the program.
    pub version: String,
    /// The seed of everything.
    pub seed: u64,
    /// How much is run.
    pub scale: String,
    /// Which games of chess were studied, if they were given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<String>,
}

impl Setting {
    /// A run of this version of the program.
    pub fn new(seed: u64, scale: Scale) -> Setting {
        let version = env!("CARGO_PKG_VERSION").into();
        let (kind, scale) = ("lab".into(), scale.name().into());
        Setting { schema: SCHEMA, kind, version, seed, scale, games: None }
    }

    /// What has to be given on the command line to run it again.
    pub fn options(&self) -> String {
        let games = if self.games.is_some() { " --pgn FILE" } else { "" };
        format!("--seed {}{games}", self.seed)
    }

    /// What makes another run a different one, such as "seed 2, not 1"; empty if nothing does.
    pub fn differences(&self, other: &Setting) -> String {
        let parts = |run: &Setting| {
            let games = run.games.clone().unwrap_or_else(|| "none".into());
            let (version, scale) = (run.version.clone(), run.scale.clone());
            [
                ("format", run.schema.to_string()),
                ("kind", run.kind.clone()),
                ("version", version),
                ("seed", run.seed.to_string()),
                ("scale", scale),
                ("games of chess:", games),
            ]
        };
        let pairs = parts(self).into_iter().zip(parts(other));
        let different = pairs.filter(|(mine, theirs)| mine != theirs);
        let said =
            different.map(|((what, mine), (_, theirs))| format!("{what} {theirs}, not {mine}"));
        said.collect::<Vec<_>>().join("; ")
    }

    /// The same with games of chess to study; with none, the program plays its own.
    #[must_use]
    pub fn games(self, games: &[Played]) -> Setting {
        let identity = || format!("{} games, {}", games.len(), digest(games));
        Setting { games: (!games.is_empty()).then(identity), ..self }
    }
}

/// The first line of an experiment's file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The run.
    #[serde(flatten)]
    pub setting: Setting,
    /// The experiment's name.
    pub experiment: String,
    /// How many units the whole experiment has.
    pub units: u64,
    /// Which share of them is in this file.
    pub shard: String,
}

/// One of several equal shares of the units.
///
/// ```
/// use gametree_lab::experiments::Shard;
///
/// let shard: Shard = "2/3".parse().unwrap();
/// assert_eq!((0..3).map(|i| shard.unit(i)).collect::<Vec<_>>(), [1, 4, 7]);
/// assert_eq!(shard.share_of(8), 3);
/// assert!("4/3".parse::<Shard>().is_err() && "0/3".parse::<Shard>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which share, from 1.
    number: u64,
    /// How many there are.
    of: u64,
}

impl Shard {
    /// Everything.
    pub const WHOLE: Shard = Shard { number: 1, of: 1 };

    /// The number of the whole experiment's unit that is number `index` of this share.
    pub fn unit(self, index: u64) -> u64 {
        self.number - 1 + index * self.of
    }

    /// How many of `units` belong to this share.
    pub fn share_of(self, units: u64) -> u64 {
        (units + self.of - self.number) / self.of
    }

    /// All shares of as many.
    pub(super) fn all(of: u64) -> impl Iterator<Item = Shard> {
        (1..=of).map(move |number| Shard { number, of })
    }

    /// How many shares there are.
    pub(super) fn number_of_all(self) -> u64 {
        self.of
    }

    /// Which share of an experiment a file of this name holds, if any.
    pub fn of_file(file: &str, experiment: &str) -> Option<Shard> {
        let shard = file.strip_prefix(experiment)?.strip_suffix(".jsonl")?;
        if shard.is_empty() {
            return Some(Shard::WHOLE);
        }
        let (number, of) = shard.strip_prefix('.')?.split_once("of")?;
        format!("{number}/{of}").parse().ok()
    }

    /// The file of an experiment's share in the folder of a run.
    pub fn file(self, folder: &Path, experiment: &str) -> PathBuf {
        let name = match self.of {
            1 => format!("{experiment}.jsonl"),
            _ => format!("{experiment}.{}of{}.jsonl", self.number, self.of),
        };
        folder.join("rows").join(name)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// The most shares: more machines than anybody has.
const MOST_SHARDS: u64 = 10_000;

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let wrong = || format!("the shard '{text}' should be I/N with I from 1 to N, such as 1/3");
        let (number, of) = text.split_once('/').ok_or_else(wrong)?;
        let shard = Shard {
            number: number.parse().map_err(|_| wrong())?,
            of: of.parse().map_err(|_| wrong())?,
        };
        let inside =
            (1..=shard.of.min(MOST_SHARDS)).contains(&shard.number) && shard.of <= MOST_SHARDS;
        if inside { Ok(shard) } else { Err(wrong()) }
    }
}

/// A share of an experiment's units, ready to run.
pub struct Work<'a> {
    experiment: &'a dyn Experiment,
    units: Vec<Unit>,
    setting: Setting,
    shard: Shard,
    open: Open<'a>,
    games: &'a [Played],
}

impl<'a> Work<'a> {
    /// A share of the units of an experiment.
    pub fn new(
        experiment: &'a dyn Experiment,
        scale: Scale,
        seed: u64,
        shard: Shard,
        open: Open<'a>,
    ) -> Work<'a> {
        let (units, setting) = (experiment.units(scale), Setting::new(seed, scale));
        Work { experiment, units, setting, shard, open, games: &[] }
    }

    /// The same with games of chess to study, if there are any.
    #[must_use]
    pub fn games(self, games: &'a [Played]) -> Work<'a> {
        Work { setting: self.setting.games(games), games, ..self }
    }

    /// A share as a run has recorded it: its rows can be checked, but its units cannot be run.
    ///
    /// # Errors
    /// If another program has recorded it.
    pub fn recorded_by(
        setting: &Setting,
        experiment: &'a dyn Experiment,
        shard: Shard,
    ) -> Result<Work<'a>, String> {
        let scale = Scale::named(&setting.scale)
            .ok_or_else(|| format!("there is no scale '{}'", setting.scale))?;
        let ours = Setting { games: setting.games.clone(), ..Setting::new(setting.seed, scale) };
        if setting.version != ours.version {
            let (theirs, ours) = (&setting.version, &ours.version);
            return Err(format!("these rows are of version {theirs}, and this is {ours}"));
        }
        if *setting != ours {
            return Err(format!("these rows are of another kind: {}", ours.differences(setting)));
        }
        const NO_GAMES: Open<'static> = &|_| Err("there are no games here".into());
        Ok(Work { setting: ours, ..Work::new(experiment, scale, setting.seed, shard, NO_GAMES) })
    }

    /// The rows that a file has so far, each checked to be that of its unit.
    ///
    /// # Errors
    /// If the file or a row is of something else.
    pub fn recorded(&self, path: &Path) -> Result<Vec<Row>, String> {
        let rows = ledger::recorded(path, &units::Series::header(self))?;
        units::recognise(self, path, &rows)?;
        Ok(rows)
    }

    /// How many units this share has.
    pub fn units(&self) -> u64 {
        self.shard.share_of(self.units.len() as u64)
    }

    fn unit_of(&self, index: u64) -> Option<&Unit> {
        self.units.get(usize::try_from(self.shard.unit(index)).ok()?)
    }
}

impl units::Series for Work<'_> {
    type Header = Header;
    type Row = Row;

    fn header(&self) -> Header {
        Header {
            setting: self.setting.clone(),
            experiment: self.experiment.about().name.into(),
            units: self.units.len() as u64,
            shard: self.shard.to_string(),
        }
    }

    fn unit(&self, number: u64, abandon: &Arc<AtomicBool>) -> Result<Row, String> {
        let unit = self.unit_of(number).expect("no more units are run than there are");
        let name = self.experiment.about().name;
        let bench =
            Bench::new(self.open, self.setting.seed, fnv(name.as_bytes()), unit.hash(), abandon)
                .games(self.games);
        let found = self.experiment.run(unit, &bench).map_err(|why| format!("{name}: {why}"))?;
        Ok(Row { unit: unit.clone(), found, ran: bench.ran() })
    }

    fn recognise(&self, number: u64, row: &Row) -> Result<(), String> {
        match self.unit_of(number) {
            Some(unit) if row.unit == *unit => Ok(()),
            Some(_) => Err("this is the row of another unit".into()),
            None => Err(format!("there are only {} units", self.units())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_a_partition() {
        for units in 0..20u64 {
            for of in 1..6 {
                let mut all: Vec<u64> = Shard::all(of)
                    .flat_map(|shard| (0..shard.share_of(units)).map(move |i| shard.unit(i)))
                    .collect();
                all.sort_unstable();
                assert!(all.iter().copied().eq(0..units), "{units} in {of}");
            }
        }
    }

    #[test]
    fn shards_are_refused_outside_of_their_range() {
        for text in ["", "1", "0/2", "3/2", "1/0", "-1/2", "1/99999", "a/b", "1/2/3"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
        assert_eq!("1/1".parse(), Ok(Shard::WHOLE));
    }

    #[test]
    fn files_of_shares_are_recognised() {
        for shard in Shard::all(1).chain(Shard::all(3)) {
            let path = shard.file(Path::new("folder"), "a-1");
            let file = path.file_name().and_then(|name| name.to_str()).unwrap();
            assert_eq!(Shard::of_file(file, "a-1"), Some(shard), "{file}");
            assert_eq!(Shard::of_file(file, "a"), None, "{file}");
        }
        for file in ["a.json", "a.jsonl.part-1", "a.4of3.jsonl", "a.of.jsonl", "ab.jsonl"] {
            assert_eq!(Shard::of_file(file, "a"), None, "{file}");
        }
    }

    #[test]
    fn differences_of_runs_are_said_in_words() {
        let mine = Setting::new(1, Scale::Tiny);
        assert_eq!(mine.differences(&mine), "");
        let theirs = Setting::new(2, Scale::Full);
        assert_eq!(mine.differences(&theirs), "seed 2, not 1; scale full, not tiny");
        let theirs = Setting { games: Some("3 games, x".into()), ..mine.clone() };
        assert_eq!(mine.differences(&theirs), "games of chess: 3 games, x, not none");
    }
}
