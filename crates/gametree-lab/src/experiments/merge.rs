//! Joining the shares that several machines have run.

use std::path::PathBuf;

use serde::Deserialize;

use super::ALL;
use super::row::Row;
use super::work::{Header, Shard};
use crate::ledger::{self, Ledger};

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
/// If there are none, they belong to different runs, or one of them is missing or not complete.
pub fn join(folders: &[PathBuf]) -> Result<Vec<Joined>, String> {
    let mut joined = Vec::new();
    let mut setting = None;
    for experiment in ALL {
        let name = experiment.about().name;
        let found = shares(folders, name)?;
        let Some((_, first, _)) = found.first() else { continue };
        let run = setting.get_or_insert_with(|| first.setting.clone());
        for (path, header, _) in &found {
            if header.setting != *run {
                let (there, here) = (described(header), format!("{run:?}"));
                return Err(format!("{} is of another run ({there}, not {here})", path.display()));
            }
        }
        joined.push(whole(name, found)?);
    }
    if joined.is_empty() {
        return Err("there are no shares of experiments in these folders".into());
    }
    Ok(joined)
}

type Share = (PathBuf, Header, Vec<Row>);

fn described(header: &Header) -> String {
    format!("{:?}", header.setting)
}

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
            let contents = ledger::read::<Row>(&path)?;
            let header = Header::deserialize(&contents.header)
                .map_err(|error| format!("{}: {error}", path.display()))?;
            found.push((path, header, contents.rows));
        }
    }
    Ok(found)
}

/// The whole of an experiment from its shares.
fn whole(name: &str, found: Vec<Share>) -> Result<Joined, String> {
    let parse = |header: &Header| header.shard.parse::<Shard>();
    let of = parse(&found[0].1)?.number_of_all();
    let units = found[0].1.units;
    let mut rows: Vec<Option<Row>> = vec![None; usize::try_from(units).unwrap_or(0)];
    for shard in Shard::all(of) {
        let text = shard.to_string();
        let of_shard =
            found.iter().find(|(_, header, _)| header.shard == text && header.units == units);
        let (path, _, share) =
            of_shard.ok_or_else(|| format!("the share {text} of {name} is missing"))?;
        let (have, need) = (share.len() as u64, shard.share_of(units));
        if have < need {
            let path = path.display();
            return Err(format!("{path} has {have} of {need} units: run this share to its end"));
        }
        for (index, row) in (0..need).zip(share) {
            rows[shard.unit(index) as usize] = Some(row.clone());
        }
    }
    let header = Header { shard: Shard::WHOLE.to_string(), ..found[0].1.clone() };
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
        ledger::check(&path, &self.header)?;
        if !path.exists() {
            return Ok(());
        }
        let there = ledger::read::<Row>(&path)?.rows;
        let fits = self.rows.starts_with(&there);
        if fits { Ok(()) } else { Err(format!("{} has other rows already", path.display())) }
    }
}
