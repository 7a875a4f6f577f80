//! Writing the report: the page, its figures as files, and the rows as CSV.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use gametree_cli::console::Format;
use gametree_cli::files::{self, Destination};
use gametree_cli::{json, text};
use serde_json::json;

use super::folder::Folder;
use crate::experiments::{ALL, Experiment, Paper, Scale, Setting, Shard, Work, select};
use crate::plot::svg;
use crate::report::{Chapter, OPENING, Page, csv, html, machine, merged};

/// Where the page is to be written by itself, if it is, checked before the work is done.
pub fn alone(
    page: Option<&Path>,
    folder: &Path,
    inputs: &[PathBuf],
) -> Result<Option<Destination>, String> {
    let Some(page) = page else { return Ok(None) };
    if files::is_same(page, &Folder::page_in(folder)) {
        let page = page.display();
        return Err(format!("--page: {page} is the page of the folder: choose another file"));
    }
    files::own_text("--page", page, OPENING, inputs).map(Some)
}

/// Writes the page about all rows in the folder, once more by itself if that is wanted, and returns what the command
/// prints.
pub fn write(
    folder: &Folder,
    setting: &Setting,
    chosen: &[&dyn Experiment],
    alone: Option<Destination>,
    format: Format,
) -> Result<String, String> {
    let mut chapters = Vec::new();
    for experiment in ALL {
        chapters.extend(chapter(folder, setting, *experiment)?);
    }
    // Also those that an interrupted run did not come to, so that its command goes on.
    let about = chapters.iter().map(|chapter| chapter.about.name);
    let names: BTreeSet<&str> = about.chain(chosen.iter().map(|e| e.about().name)).collect();
    let command = command(setting, names);
    let mut page = Page {
        setting: setting.clone(),
        machine: machine(),
        builds: Folder::builds(folder.path(), setting)?.len(),
        command,
        missing: missing(&chapters),
        chapters,
        links: true,
    };
    let path = folder.page();
    Destination::open("--out", &path, &[])?.write_text(&html(&page))?;
    let mut published = None;
    if let Some(mut alone) = alone {
        page.links = false;
        alone.write_text(&html(&page))?;
        published = Some(alone.path().to_path_buf());
    }
    Ok(match format {
        Format::Text => for_people(&page, &path, published.as_deref()),
        Format::Json => {
            let all: Vec<_> = page.chapters.iter().map(data).collect();
            let Setting { version, seed, scale, .. } = setting;
            let mut data = json!({
                "schema": json::SCHEMA,
                "version": version,
                "seed": seed,
                "scale": scale,
                "builds": page.builds,
                "page": path,
                "experiments": all,
            });
            if let Some(published) = published {
                data["page_alone"] = json!(published);
            }
            json::line(&data)
        }
    })
}

/// Experiments without rows, for a page that has most of them.
fn missing(chapters: &[Chapter]) -> Vec<&'static str> {
    let names = ALL.iter().map(|experiment| experiment.about().name);
    let has = |name: &str| chapters.iter().any(|chapter| chapter.about.name == name);
    let most = 2 * chapters.len() > ALL.len();
    names.filter(|name| most && !has(name)).collect()
}

/// The command that makes the page about these experiments: in one word where there is one for several of them.
fn command(setting: &Setting, mut names: BTreeSet<&str>) -> String {
    let members = |word: &str| -> Vec<&str> {
        let scale = Scale::named(&setting.scale);
        let all = scale.and_then(|scale| select(word, scale).ok()).unwrap_or_default();
        all.iter().map(|experiment| experiment.about().name).collect()
    };
    let mut words = Vec::new();
    for word in ["all"].into_iter().chain(Paper::ALL.map(Paper::name)) {
        let members = members(word);
        if members.len() > 1 && members.iter().all(|name| names.contains(name)) {
            words.push(word);
            names.retain(|name| !members.contains(name));
        }
        let of_paper = |e: &&&dyn Experiment| e.about().paper.name() == word;
        let single = ALL.iter().filter(of_paper).map(|experiment| experiment.about().name);
        words.extend(single.filter(|name| names.contains(name)));
    }
    match (&words[..], setting.scale.as_str()) {
        (["all"], "quick") => format!("gametree-lab reproduce {}", setting.options()),
        (words, scale) => {
            format!("gametree-lab run {} --scale {scale} {}", words.join(" "), setting.options())
        }
    }
}

/// What an experiment's rows show, with its CSV file and its figures; nothing if it has no rows yet.
fn chapter(
    folder: &Folder,
    setting: &Setting,
    experiment: &dyn Experiment,
) -> Result<Option<Chapter>, String> {
    let about = experiment.about();
    let path = Shard::WHOLE.file(folder.path(), about.name);
    if !path.exists() {
        return Ok(None);
    }
    let work = Work::recorded_by(setting, experiment, Shard::WHOLE)?;
    let rows = work.recorded(&path)?;
    let table = folder.path().join("csv").join(format!("{}.csv", about.name));
    Destination::open("--out", &table, &[])?.write_text(&csv(&rows))?;
    let section = experiment.summarise(&rows);
    for (i, (_, panels)) in section.figures.iter().enumerate() {
        let figure = folder.path().join("figures").join(format!("{}-{}.svg", about.name, i + 1));
        Destination::open("--out", &figure, &[])?.write_text(&svg(panels))?;
    }
    let ran = merged(rows.iter().flat_map(|row| &row.ran));
    Ok(Some(Chapter { about, done: rows.len() as u64, units: work.units(), ran, section }))
}

fn data(chapter: &Chapter) -> serde_json::Value {
    json!({
        "name": chapter.about.name,
        "units": chapter.units,
        "finished": chapter.done,
        "verdict": chapter.verdict_name(),
    })
}

fn for_people(page: &Page, path: &Path, alone: Option<&Path>) -> String {
    let rows: Vec<Vec<String>> = page
        .chapters
        .iter()
        .map(|chapter| {
            let units = match (chapter.done, chapter.units) {
                (done, all) if done == all => text::grouped(all),
                (done, all) => format!("{} of {}", text::grouped(done), text::grouped(all)),
            };
            let about = &chapter.about;
            vec![about.name.into(), about.figure.into(), units, chapter.verdict_name().into()]
        })
        .collect();
    let table = text::table(&["experiment", "what", "units", "verdict"], &rows);
    let alone = alone.map_or(String::new(), |path| format!("alone    {}\n", path.display()));
    let builds = match page.builds {
        0 | 1 => String::new(),
        several => format!(
            "note     {several} builds of this version have made these rows: where searches were changed between them, rows do not match\n"
        ),
    };
    format!("{table}\npage     {}\n{alone}{builds}", path.display())
}
