//! `gametree-lab accuracy`: how good players are.

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use gametree::job::Catalogue;
use gametree::job::{AnyGame, PlayerSpec};
use gametree_arena::Openings;
use gametree_arena::ledger;
use gametree_arena::units::{self, Ended, Run, Series};
use gametree_cli::console::Format;
use gametree_cli::console::open;
use gametree_cli::files;
use gametree_cli::output::{Ending, complain};
use gametree_cli::progress::{Bar, Collector, interrupt_flag};
use gametree_machine::input;

use crate::accuracy::{Drawn, Problem, Rules, Scores, Source, Suite, Trials};
use crate::command::args::Accuracy;
use report::Report;

mod report;

/// Finds test positions, asks the players for their moves, and reports how good those are.
pub fn run(catalogue: &Catalogue, arguments: &Accuracy) -> Result<(String, Ending), String> {
    if arguments.positions.is_none() && arguments.sample == 0 {
        return Err("--sample 0 should be at least 1".into());
    }
    if arguments.nodes.contains(&0) {
        return Err("--nodes 0 should be at least 1".into());
    }
    let name = &arguments.game;
    let game = open(catalogue, name)?;
    let player = |text: &String| PlayerSpec::parse(text).map_err(|error| error.to_string());
    let players: Vec<PlayerSpec> =
        arguments.players.iter().map(player).collect::<Result<_, _>>()?;
    let (source, asked) = source(arguments, &game)?;
    let Accuracy { seed, solve_nodes: most_nodes, memory, .. } = *arguments;
    let suite = Suite::new(&game, name, source, Rules { seed, most_nodes, memory });
    // What cannot work is refused before anything long begins.
    let trials = Trials::new(&suite, &[], players.clone(), arguments.nodes.clone())?;
    if let Some(file) = &arguments.solved {
        ledger::check(file, &suite.header())?;
    }
    if let Some(file) = &arguments.out {
        if arguments.solved.as_ref() == Some(file) {
            return Err(format!("--out and --solved are the same file, {}", file.display()));
        }
        ledger::check(file, &trials.header())?;
    }
    let inputs = [&arguments.solved, &arguments.out, &arguments.positions];
    let inputs: Vec<PathBuf> =
        inputs.into_iter().flatten().cloned().chain(files::of_game(name)).collect();
    let svg = arguments.svg.as_deref();
    let picture = svg.map(|path| files::picture("--svg", path, &inputs)).transpose()?;

    let work = Work { arguments, interrupt: interrupt_flag() };
    let (problems, ended) = work.rows(&suite, asked, "position", arguments.solved.as_deref())?;
    if ended == Ended::Interrupted {
        let [done, asked] = [problems.len() as u64, asked].map(gametree_cli::text::grouped);
        complain(&format!("interrupted after {done} of {asked} positions were solved"));
        return Ok((String::new(), Ending::CutShort));
    }
    let trials = Trials::new(&suite, &problems, players, arguments.nodes.clone())?;
    if trials.problems().is_empty() {
        return Err("the choice matters in none of these positions".into());
    }
    let (rows, ended) = work.rows(&trials, trials.units(), "move", arguments.out.as_deref())?;
    let scores = Scores::new(&trials, &rows);
    let mut ending = if ended == Ended::Complete { Ending::Answered } else { Ending::CutShort };
    let left_out = problems.len() - trials.problems().len();
    let made = rows.len() as u64;
    let report = Report { arguments, trials: &trials, scores: &scores, left_out, made };
    let drawn = picture.map(|mut picture| picture.write_text(&report.picture()));
    if let Some(Err(reason)) = drawn {
        complain(&reason);
        ending = Ending::BadInput;
    }
    let output = match arguments.format {
        Format::Json => gametree_cli::json::line(&report.data()),
        Format::Text => report.for_people(),
    };
    Ok((output, ending))
}

/// Where test positions come from, and how many there are.
fn source(arguments: &Accuracy, game: &AnyGame) -> Result<(Source, u64), String> {
    let Some(file) = &arguments.positions else {
        let by = PlayerSpec::parse(&arguments.drawn_by);
        let by = by.map_err(|error| format!("--drawn-by: {error}"))?;
        let refused = |error| format!("--drawn-by: '{by}' cannot play: {error}");
        game.player(&by, None, 0).map_err(refused)?;
        let drawn = Drawn { plies: arguments.plies.clone(), by };
        return Ok((Source::Drawn(drawn), arguments.sample));
    };
    let shown = file.display();
    let lines = input::read_text(file).map_err(|error| format!("cannot read {shown}: {error}"))?;
    let read =
        Openings::parse_lines(&lines, game).map_err(|reason| format!("{shown}, {reason}"))?;
    match read {
        Openings::Positions(positions) => {
            let number = positions.len() as u64;
            Ok((Source::Listed(positions), number))
        }
        _ => unreachable!("lines are positions"),
    }
}

/// How the experiments are run.
struct Work<'a> {
    arguments: &'a Accuracy,
    interrupt: Arc<AtomicBool>,
}

impl Work<'_> {
    /// All rows of an experiment.
    fn rows<E: Series<Row: Clone>>(
        &self,
        experiment: &E,
        units: u64,
        unit: &'static str,
        file: Option<&Path>,
    ) -> Result<(Vec<E::Row>, Ended), String> {
        let threads = self.arguments.threads.or_else(|| std::thread::available_parallelism().ok());
        let threads = threads.unwrap_or(NonZero::<usize>::MIN);
        let how = Run { units, threads, file, interrupt: Arc::clone(&self.interrupt) };
        let mut collector = Collector::new(Bar::new(self.arguments.quiet, units), unit);
        let ended = units::run(experiment, &how, &mut collector)?;
        Ok((collector.rows, ended))
    }
}

/// The position of a problem, for people.
fn shown(problem: &Problem) -> &str {
    if problem.position.is_empty() { "start" } else { &problem.position }
}
