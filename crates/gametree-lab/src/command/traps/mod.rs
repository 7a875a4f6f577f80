//! `gametree-lab traps`: where shallow search and playouts go wrong.

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use gametree::job::Catalogue;
use gametree::job::PlayerSpec;
use gametree_arena::ledger;
use gametree_arena::units::{self, Ended, Run, Series};
use gametree_cli::console::Format;
use gametree_cli::files::{self, Destination};
use gametree_cli::output::{Ending, complain};
use gametree_cli::progress::{Bar, Collector, interrupt_flag};

use crate::command::args::Traps;
use crate::command::played;
use crate::soft_traps::{Reading, Row, Source, Summary, Survey, Terms};
use report::Report;

mod page;
mod report;

/// Looks at all positions, and reports which traps there are.
pub fn run(catalogue: &Catalogue, arguments: &Traps) -> Result<(String, Ending), String> {
    check(arguments)?;
    let name = arguments.game.as_deref().unwrap_or("chess");
    let game = catalogue.open(name).map_err(|error| error.to_string())?;
    let (source, wrong) = source(arguments)?;
    let titles = match &source {
        Source::Games(games) => {
            games.iter().map(|game| (game.number, game.title.clone())).collect()
        }
        Source::SelfPlay(_) => Vec::new(),
    };
    let (tie, tie_of_rewards) = arguments.ties;
    let Traps { shallow, deep, playouts, from_ply, seed, .. } = *arguments;
    let terms = Terms { shallow, deep, playouts, tie, from_ply, seed };
    let survey = Survey::new(&game, name, source, arguments.sample.0, terms)?;
    let asked = if arguments.game.is_some() { arguments.positions } else { survey.positions() };
    if asked == 0 {
        return Err(format!(
            "no game has a position after {from_ply} moves: choose a smaller --from-ply"
        ));
    }
    let unknown =
        arguments.scatter.as_deref().and_then(number).filter(|row| *row == 0 || *row > asked);
    if let Some(row) = unknown {
        return Err(format!("--scatter {row} should be a row from 1 to {asked}, or a position"));
    }
    let folder = arguments.out.as_deref().map(|path| Folder::open(path, arguments, &survey));
    let mut folder = folder.transpose()?;
    wrong.iter().for_each(|reason| complain(reason));

    let interrupt = interrupt_flag();
    let scattered = match &arguments.scatter {
        // A wrong position is found before anything long begins.
        Some(text) if number(text).is_none() => match survey.examine(text, &interrupt) {
            Err(_) if interrupt.load(Ordering::Relaxed) => {
                complain("interrupted before any position was done");
                return Ok((String::new(), Ending::CutShort));
            }
            found => Some(found?),
        },
        _ => None,
    };
    let file = folder.as_ref().map(|folder| folder.rows.as_path());
    let (rows, ended) = collect(arguments, &survey, asked, file, &interrupt)?;
    let reading = Reading { tie, tie_of_rewards, unit: game.margin(), terms };
    let summary = Summary::new(&rows, &arguments.delta, reading);
    let scattered =
        scattered.or_else(|| rows.get(number(arguments.scatter.as_ref()?)? as usize - 1).cloned());
    let (header, wrong_games) = (survey.header(), wrong.len());
    let report = Report { arguments, name, summary: &summary, reading, asked, titles, rows: &rows };
    let mut ending = match ended {
        Ended::Interrupted => Ending::CutShort,
        _ if wrong_games > 0 => Ending::BadInput,
        _ => Ending::Answered,
    };
    let written = folder.as_mut().map(|folder| folder.write(&report, scattered.as_ref()));
    if let Some(Err(reason)) = written {
        complain(&reason);
        ending = Ending::BadInput;
    }
    let output = match arguments.format {
        Format::Json => gametree_cli::json::line(&report.data(&header, &wrong)),
        Format::Text => report.for_people(),
    };
    Ok((output, ending))
}

/// The number of a row, if it is one.
fn number(text: &(impl AsRef<str> + ?Sized)) -> Option<u64> {
    text.as_ref().parse().ok()
}

fn check(arguments: &Traps) -> Result<(), String> {
    let Traps { shallow, deep, .. } = *arguments;
    if shallow >= deep {
        return Err(format!("--shallow {shallow} should be less than --deep {deep}"));
    }
    if arguments.game.is_some() && arguments.positions == 0 {
        return Err("--positions 0 should be at least 1".into());
    }
    Ok(())
}

/// Where positions come from, and games that could not be read.
fn source(arguments: &Traps) -> Result<(Source, Vec<String>), String> {
    match &arguments.file {
        Some(file) => {
            let (games, wrong) = played::read(file)?;
            Ok((Source::Games(games), wrong))
        }
        None => {
            let by = PlayerSpec::parse(&arguments.by).map_err(|error| format!("--by: {error}"))?;
            Ok((Source::SelfPlay(by), Vec::new()))
        }
    }
}

/// All rows, from the file or new.
fn collect(
    arguments: &Traps,
    survey: &Survey<'_>,
    asked: u64,
    file: Option<&Path>,
    interrupt: &Arc<AtomicBool>,
) -> Result<(Vec<Row>, Ended), String> {
    let threads = arguments.threads.or_else(|| std::thread::available_parallelism().ok());
    let threads = threads.unwrap_or(NonZero::<usize>::MIN);
    let how = Run { units: asked, threads, file, interrupt: Arc::clone(interrupt) };
    let mut collector = Collector::new(Bar::new(arguments.quiet, asked), "position");
    let ended = units::run(survey, &how, &mut collector)?;
    Ok((collector.rows, ended))
}

/// The directory of `--out`.
struct Folder {
    rows: PathBuf,
    table: Destination,
    page: Destination,
}

impl Folder {
    /// Checks, before anything is searched, that all files can be written and are ours.
    fn open(path: &Path, arguments: &Traps, survey: &Survey<'_>) -> Result<Folder, String> {
        let refused =
            |error| format!("--out: cannot make the directory {}: {error}", path.display());
        std::fs::create_dir_all(path).map_err(refused)?;
        let rows = path.join("rows.jsonl");
        ledger::check(&rows, &survey.header())?;
        let game = arguments.game.as_deref().and_then(files::of_game);
        let inputs: Vec<PathBuf> =
            arguments.file.iter().cloned().chain(game).chain([rows.clone()]).collect();
        let own =
            |name: &str, start: &str| files::own_text("--out", &path.join(name), start, &inputs);
        let table = own("rows.csv", page::TABLE_START)?;
        let page = own("index.html", page::START)?;
        Ok(Folder { rows, table, page })
    }

    fn write(&mut self, report: &Report<'_>, scattered: Option<&Row>) -> Result<(), String> {
        self.table.write_text(&page::table(report))?;
        self.page.write_text(&page::page(report, scattered))?;
        Ok(())
    }
}
