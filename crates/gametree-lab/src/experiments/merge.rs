//! Joining the shares that several machines have run.

use std::path::PathBuf;

use gametree_arena::ledger::{self, Ledger};
use gametree_arena::units::Series as _;
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::ALL;
use super::design::Experiment;
use super::row::Row;
use super::work::{Header, Setting, Shard, Work};

/// An experiment whose shares are all there.
#[derive(Clone, Debug)]
pub struct Joined {
    /// The header of the whole.
    pub header: Header,
    /// All rows, in order.
    pub rows: Vec<Row>,
}

/// Reads all shares in the folders of several runs, and joins those of each experiment.
///
/// # Errors
/// If there are none, they belong to different runs, one of them is missing or not complete, or a row is not
/// that of its unit.
pub fn join(folders: &[PathBuf]) -> Result<Vec<Joined>, String> {
    let mut joined = Vec::new();
    let mut first: Option<(PathBuf, Setting)> = None;
    for experiment in ALL {
        let found = shares(folders, experiment.about().name)?;
        for (path, header) in &found {
            let (place, run) = first.get_or_insert_with(|| (path.clone(), header.setting.clone()));
            if header.setting != *run {
                let (path, place) = (path.display(), place.display());
                let differences = run.differences(&header.setting);
                return Err(format!("{path} is of another run than {place}: {differences}"));
            }
        }
        if !found.is_empty() {
            joined.push(whole(*experiment, &found)?);
        }
    }
    if joined.is_empty() {
        return Err("there are no shares of experiments in these folders".into());
    }
    Ok(joined)
}

type Share = (PathBuf, Header);

/// The shares of an experiment in all folders.
fn shares(folders: &[PathBuf], name: &str) -> Result<Vec<Share>, String> {
    let mut found = Vec::new();
    for folder in folders {
        let rows = folder.join("rows");
        let Ok(entries) = std::fs::read_dir(&rows) else {
            return Err(format!("{} is not the folder of a run of the lab", folder.display()));
        };
        let mut paths: Vec<PathBuf> =
            entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        paths.sort();
        let is_share = |path: &PathBuf| {
            let file = path.file_name().and_then(|file| file.to_str()).unwrap_or("");
            let rest = file.strip_prefix(name).and_then(|rest| rest.strip_suffix(".jsonl"));
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        for path in paths.into_iter().filter(is_share) {
            let contents = ledger::read::<IgnoredAny>(&path)?;
            let header = Header::deserialize(&contents.header)
                .map_err(|error| format!("{}: {error}", path.display()))?;
            found.push((path, header));
        }
    }
    Ok(found)
}

/// The whole of an experiment from its shares.
fn whole(experiment: &dyn Experiment, found: &[Share]) -> Result<Joined, String> {
    let name = experiment.about().name;
    let setting = &found[0].1.setting;
    let of = found[0].1.shard.parse::<Shard>()?.number_of_all();
    let all = Work::recorded_by(setting, experiment, Shard::WHOLE)?;
    let mut rows: Vec<Option<Row>> = vec![None; usize::try_from(all.units()).unwrap_or(0)];
    for shard in Shard::all(of) {
        let text = shard.to_string();
        let (path, _) = found
            .iter()
            .find(|(_, header)| header.shard == text)
            .ok_or_else(|| format!("the share {text} of {name} is missing"))?;
        // Rows are checked as those of a run are: a page about wrong ones would look like any other.
        let work = Work::recorded_by(setting, experiment, shard)?;
        let share = work.recorded(path)?;
        let (have, need) = (share.len() as u64, work.units());
        if have < need {
            let path = path.display();
            return Err(format!("{path} has {have} of {need} units: run this share to its end"));
        }
        for (index, row) in (0..need).zip(share) {
            rows[shard.unit(index) as usize] = Some(row);
        }
    }
    let header = all.header();
    Ok(Joined { header, rows: rows.into_iter().flatten().collect() })
}

impl Joined {
    /// Adds the rows to the experiment's file in a folder that has none of them, or the first of them.
    ///
    /// # Errors
    /// If there are other rows already, or it cannot be written.
    pub fn write(&self, folder: &std::path::Path) -> Result<(), String> {
        let path = Shard::WHOLE.file(folder, &self.header.experiment);
        let (mut file, there) = Ledger::open::<Row>(&path, &self.header)?;
        if !self.rows.starts_with(&there) {
            return Err(format!("{} has other rows already", path.display()));
        }
        self.rows[there.len()..].iter().try_for_each(|row| file.append(row))
    }

    /// Checks that [`write`](Joined::write) will replace nothing.
    ///
    /// # Errors
    /// If it would.
    pub fn check(&self, folder: &std::path::Path) -> Result<(), String> {
        let path = Shard::WHOLE.file(folder, &self.header.experiment);
        let there = ledger::recorded::<Row>(&path, &self.header)?;
        let fits = self.rows.starts_with(&there);
        if fits { Ok(()) } else { Err(format!("{} has other rows already", path.display())) }
    }
}
