//! `gametree-lab run`, `list`, `merge` and `reproduce`: the experiments of the papers, and the report.

mod folder;
mod report;

use std::num::NonZero;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use gametree::job::Catalogue;
use gametree_arena::units::{self, Ended, Run};
use gametree_cli::console::Format;
use gametree_cli::output::{Ending, complain};
use gametree_cli::progress::{Bar, Collector, interrupt_flag};
use gametree_cli::{json, text};
use serde_json::{Value, json};

use crate::command::args::{self, HowToRun};
use crate::command::played;
use crate::experiments::{ALL, About, Experiment, Scale, Setting, Shard, Work, join, select};
use folder::{Folder, this_build};

/// `gametree-lab run`.
pub fn run(catalogue: &Catalogue, arguments: &args::Run) -> Result<(String, Ending), String> {
    let args::Run { what, scale, shard, how } = arguments;
    let shard = shard.as_deref().map_or(Ok(Shard::WHOLE), str::parse)?;
    experiments(catalogue, what, (*scale).into(), shard, how)
}

/// `gametree-lab reproduce`.
pub fn reproduce(catalogue: &Catalogue, how: &HowToRun) -> Result<(String, Ending), String> {
    experiments(catalogue, &["all".into()], Scale::Quick, Shard::WHOLE, how)
}

/// The experiments that several words name, each once.
fn chosen(what: &[String], scale: Scale) -> Result<Vec<&'static dyn Experiment>, String> {
    let mut chosen: Vec<&'static dyn Experiment> = Vec::new();
    for word in what {
        for experiment in select(word, scale)? {
            if chosen.iter().all(|other| other.about().name != experiment.about().name) {
                chosen.push(experiment);
            }
        }
    }
    Ok(chosen)
}

/// Runs experiments, or the rest of them, and writes the report.
fn experiments(
    catalogue: &Catalogue,
    what: &[String],
    scale: Scale,
    shard: Shard,
    how: &HowToRun,
) -> Result<(String, Ending), String> {
    // From the beginning: it takes a moment to list the units of large experiments.
    let interrupt = interrupt_flag();
    let chosen = chosen(what, scale)?;
    let (games, wrong) = how.pgn.as_deref().map_or(Ok(Default::default()), played::read)?;
    wrong.iter().for_each(|reason| complain(reason));
    let setting = Setting::new(how.seed, scale).games(&games);
    if shard != Shard::WHOLE && how.page.is_some() {
        return Err(
            "--page: there is no page about one share: 'gametree-lab merge' writes it".into()
        );
    }
    Folder::check(&how.out, &setting)?;
    let inputs: Vec<PathBuf> = how.pgn.iter().cloned().collect();
    let page = report::alone(how.page.as_deref(), &how.out, &inputs)?;
    let folder = Folder::open(&how.out, &setting)?;
    let open = |name: &str| catalogue.open(name).map_err(|error| error.to_string());
    let work =
        |e: &'static dyn Experiment| Work::new(e, scale, how.seed, shard, &open).games(&games);
    folder.check_rows(&setting)?;
    folder.tidy();
    let mut ended = Ended::Complete;
    let schedule = Schedule::new(&chosen, scale);
    for (i, experiment) in chosen.iter().enumerate() {
        let work = work(*experiment);
        let name = experiment.about().name;
        let file = shard.file(folder.path(), name);
        if (work.recorded(&file)?.len() as u64) < work.units() {
            folder.note_builds(&setting, &[this_build()])?;
        }
        let threads = how.threads.or_else(|| std::thread::available_parallelism().ok());
        let settings = Run {
            units: work.units(),
            threads: threads.unwrap_or(NonZero::<usize>::MIN),
            file: Some(&file),
            interrupt: interrupt.clone(),
        };
        let mut bar = Bar::new(how.quiet, settings.units);
        let left = schedule
            .left(i)
            .map_or(String::new(), |left| format!(", about {} left for all", duration(left)));
        bar.say(&format!("{name} ({} of {}{left})", i + 1, chosen.len()));
        ended = units::run(&work, &settings, &mut Collector::with(bar, "unit"))?;
        if ended != Ended::Complete {
            break;
        }
    }
    let ending = match ended {
        Ended::Complete if wrong.is_empty() => Ending::Answered,
        Ended::Complete => Ending::BadInput,
        _ => Ending::CutShort,
    };
    let mut output = if shard == Shard::WHOLE {
        // What was published before is not replaced by a part.
        let page = page.filter(|_| ended == Ended::Complete);
        report::write(&folder, &setting, &chosen, page, how.format)?
    } else {
        shared_out(&folder, shard, how.format)
    };
    if ending == Ending::CutShort && how.format == Format::Text {
        output += "stopped  the same command goes on\n";
    }
    Ok((output, ending))
}

/// How long several experiments should take, by the times that `lab list` shows and by how those that are done
/// compared with them.
struct Schedule {
    /// Seconds of one core.
    planned: Vec<f64>,
    begun: Instant,
}

impl Schedule {
    fn new(chosen: &[&dyn Experiment], scale: Scale) -> Schedule {
        let planned = chosen.iter().map(|experiment| {
            let [quick, full] = experiment.about().seconds;
            scale.pick(0.0, quick, full)
        });
        Schedule { planned: planned.collect(), begun: Instant::now() }
    }

    /// How long those from number `next` on will take. Nothing if it is only one, or not worth saying.
    fn left(&self, next: usize) -> Option<Duration> {
        let (done, left) = self.planned.split_at(next);
        let (done, left): (f64, f64) = (done.iter().sum(), left.iter().sum());
        let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
        // Until there is something to compare with, as on the machine where it was measured.
        let pace = match done {
            _ if done < 5.0 => 1.0 / threads as f64,
            _ => self.begun.elapsed().as_secs_f64() / done,
        };
        let seconds = left * pace;
        (self.planned.len() > 1 && seconds >= 1.0).then(|| Duration::from_secs_f64(seconds))
    }
}

fn shared_out(folder: &Folder, shard: Shard, format: Format) -> String {
    let rows = folder.path().join("rows");
    match format {
        Format::Json => json::line(&json!({ "shard": shard.to_string(), "rows": rows })),
        Format::Text => {
            format!(
                "shard    {shard}: rows in {}\nnext     'gametree-lab merge' joins them\n",
                rows.display()
            )
        }
    }
}

/// Joins shares, and writes the report.
pub fn merge(arguments: &args::Merge) -> Result<(String, Ending), String> {
    let joined = join(&arguments.folders)?;
    let setting = joined[0].header.setting.clone();
    Folder::check(&arguments.out, &setting)?;
    joined.iter().try_for_each(|experiment| experiment.check(&arguments.out))?;
    let page = report::alone(arguments.page.as_deref(), &arguments.out, &[])?;
    let folder = Folder::open(&arguments.out, &setting)?;
    folder.check_rows(&setting)?;
    folder.tidy();
    joined.iter().try_for_each(|experiment| experiment.write(folder.path()))?;
    for share in &arguments.folders {
        folder.note_builds(&setting, &Folder::builds(share, &setting)?)?;
    }
    let output = report::write(&folder, &setting, &[], page, arguments.format)?;
    Ok((output, Ending::Answered))
}

/// Lists the experiments.
pub fn list(arguments: &args::List) -> Result<(String, Ending), String> {
    let output = match arguments.format {
        Format::Json => {
            let all: Vec<Value> = ALL.iter().map(|e| data(&e.about())).collect();
            json::line(&json!({ "schema": json::SCHEMA, "experiments": all }))
        }
        Format::Text => by_paper() + NOTE,
    };
    Ok((output, Ending::Answered))
}

/// The table of experiments, with a line above those of each paper: the word that runs them all, and who wrote it.
fn by_paper() -> String {
    let header = ["experiment", "what", "needs", "quick", "full"];
    let all: Vec<About> = ALL.iter().map(|experiment| experiment.about()).collect();
    let table = text::table(&header, &all.iter().map(line).collect::<Vec<_>>());
    let mut lines = table.lines();
    let mut shown = format!("{}\n", lines.next().unwrap_or(""));
    let mut paper = None;
    for (about, line) in all.iter().zip(lines) {
        if paper.replace(about.paper) != Some(about.paper) {
            let heading = format!("{}: {}", about.paper.name(), about.paper.citation());
            shown += &format!("\n{}\n", text::bold(&heading));
        }
        shown += &format!("{line}\n");
    }
    shown
}

const NOTE: &str = "\nnote     times are for one run on as many threads as this machine has processors, by measurements on another\n\
                    note     'gametree-lab run NAME' runs one, or all of a paper, 'gametree-lab reproduce' all of them at the quick scale\n";

fn data(about: &About) -> Value {
    let [quick, full] = about.seconds;
    json!({
        "name": about.name,
        "paper": about.paper.name(),
        "citation": about.paper.citation(),
        "figure": about.figure,
        "statement": about.statement,
        "reading": about.reading,
        "tolerance": about.tolerance,
        "needs": about.needs,
        "core_seconds": { "quick": quick, "full": full },
        "depends_on_time": about.timed,
    })
}

fn line(about: &About) -> Vec<String> {
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
    let time = |seconds: f64| duration(Duration::from_secs_f64(seconds / threads as f64));
    let [quick, full] = about.seconds.map(time);
    vec![about.name.into(), about.figure.into(), about.needs.into(), quick, full]
}

/// A duration in one unit.
fn duration(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        _ if seconds < 90.0 => format!("{seconds:.0} s"),
        _ if seconds < 5400.0 => format!("{:.0} min", seconds / 60.0),
        _ if seconds < 48.0 * 3600.0 => format!("{:.0} h", seconds / 3600.0),
        _ => format!("{:.0} days", seconds / 86_400.0),
    }
}
