//! Writing the report: the page, its figures as files, and the rows as CSV.

use gametree_lab::experiments::{ALL, Experiment, Setting, Shard, Work};
use gametree_lab::plot::svg;
use gametree_lab::report::{Chapter, Page, csv, html, machine};
use serde_json::json;

use super::folder::Folder;
use crate::args::Format;
use crate::files::Destination;
use crate::{json, text};

/// Writes the page about all rows in the folder, and returns what the command prints.
pub fn write(
    folder: &Folder,
    setting: &Setting,
    what: &str,
    format: Format,
) -> Result<String, String> {
    let mut chapters = Vec::new();
    for experiment in ALL {
        chapters.extend(chapter(folder, setting, *experiment)?);
    }
    // A folder that was filled by one command after the other.
    let is_one = ALL.iter().any(|experiment| experiment.about().name == what);
    let what = if is_one && chapters.len() > 1 { "NAME" } else { what };
    let command = match (what, setting.scale.as_str()) {
        ("all", "quick") => format!("gametree reproduce {}", setting.options()),
        (what, scale) => {
            format!("gametree lab run {what} --scale {scale} {}", setting.options())
        }
    };
    let page = Page { setting: setting.clone(), machine: machine(), command, chapters };
    let path = folder.page();
    Destination::open("--out", &path, &[])?.write_text(&html(&page))?;
    Ok(match format {
        Format::Text => for_people(&page, &path),
        Format::Json => {
            let all: Vec<_> = page.chapters.iter().map(data).collect();
            let Setting { version, seed, scale, .. } = setting;
            json::line(&json!({
                "schema": json::SCHEMA,
                "version": version,
                "seed": seed,
                "scale": scale,
                "page": path,
                "experiments": all,
            }))
        }
    })
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
    Ok(Some(Chapter { about, done: rows.len() as u64, units: work.units(), section }))
}

fn data(chapter: &Chapter) -> serde_json::Value {
    json!({
        "name": chapter.about.name,
        "units": chapter.units,
        "finished": chapter.done,
        "verdict": chapter.verdict_name(),
    })
}

fn for_people(page: &Page, path: &std::path::Path) -> String {
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
    format!("{table}\npage     {}\n", path.display())
}
