//! `gametree solve`.

use gametree::job::{AnyGame, Job, JobError, Report};
use gametree::registry::{ALGORITHMS, SAMPLERS, Spec};
use gametree::sampling::{Sampler, Settings};
use gametree::{Basis, Epsilon, Limits, SearchError, Stop, Workspace};

use crate::args::{Format, Question, Solve};
use crate::certificate::Written;
use crate::json::{self, Solved};
use crate::progress::{Live, interrupt_flag};
use crate::{Ending, certificate, complain, positions, text};

/// Solves one position, or those of a file.
pub fn run(arguments: &Solve) -> Result<(String, Ending), String> {
    let question = &arguments.question;
    let game = open(question)?;
    let mut job = job(question, None);
    let mut algorithm = match arguments.algorithm.as_str() {
        "auto" => game.choose(&job),
        text => Spec::parse(text).map_err(|error| error.to_string())?,
    };
    set_parameters(&mut algorithm, question, true)?;
    refuse_endless(&algorithm, &job.limits)?;
    job.algorithm = Some(algorithm);
    job.all_moves = arguments.all_moves;
    job.trace = arguments.trace;
    if let Some(file) = &arguments.positions {
        return positions::run(arguments, file, &game, &job);
    }
    certificate::prepare(arguments, &game, &mut job)?;
    let destination = match &arguments.certificate {
        Some(path) => Some(certificate::Destination::open(path)?),
        None => None,
    };
    let mut live = Live::new(question.quiet, "", &job.limits);
    let mut workspace = Workspace::new(arguments.store.into());
    let report = run_job(&game, &job, question, &mut live, &mut workspace)?;
    drop(live);
    let mut ending = if report.stop.is_answer() { Ending::Answered } else { Ending::CutShort };
    let mut written = None;
    if let Some(destination) = destination {
        match certificate::write(arguments, &game, &job, &report, &mut workspace, destination) {
            Ok(done) => written = Some(done),
            // What was found is printed all the same.
            Err((reason, how)) => {
                complain(&reason);
                ending = how;
            }
        }
    }
    let output = match question.format {
        Format::Json | Format::Jsonl => {
            let (name, position) = (&question.game, question.position.as_deref());
            json::line(&Solved::new(name, position, question.seed, &report, written))
        }
        Format::Text => for_people(question, &report, written.as_ref()),
    };
    Ok((output, ending))
}

/// A search that never proves anything needs to be told when to stop.
pub fn refuse_endless(algorithm: &Spec, limits: &Limits) -> Result<(), String> {
    let name = algorithm.entry().name;
    let limited = limits.time.is_some() || limits.leaves.is_some() || limits.nodes.is_some();
    let never_proves =
        matches!(algorithm.sampler(), Some(Sampler::Mcts(Settings { proves: false, .. })));
    if never_proves && !limited {
        return Err(format!("{name} goes on for ever: give --time, --nodes or --leaves"));
    }
    Ok(())
}

/// The game that a question is about.
pub fn open(question: &Question) -> Result<AnyGame, String> {
    gametree_games::open(&question.game).map_err(|error| error.to_string())
}

/// The job of a question.
pub fn job(question: &Question, algorithm: Option<Spec>) -> Job {
    let limits = Limits {
        leaves: question.leaves,
        nodes: question.nodes,
        time: question.time,
        memory: question.memory,
        stop: None,
    };
    let (position, range, depth) = (question.position.clone(), question.range, question.depth);
    let epsilon = question.epsilon.unwrap_or(Epsilon::NONE);
    Job {
        position,
        range,
        epsilon,
        depth,
        facts: !question.no_facts,
        limits,
        ..Job::new(algorithm)
    }
}

/// Passes on what the command line says about parameters of algorithms.
pub fn set_parameters(spec: &mut Spec, question: &Question, strict: bool) -> Result<(), String> {
    if let Some(guess) = &question.guess {
        if spec.has_parameter("guess") {
            spec.set("guess", guess).map_err(|error| error.to_string())?;
        } else if strict {
            let takes = |p: &gametree::registry::Parameter| p.name == "guess";
            let having = ALGORITHMS.iter().filter(|entry| entry.parameters.iter().any(takes));
            let names = having.map(|entry| entry.name).collect::<Vec<_>>().join(" ");
            let name = spec.entry().name;
            return Err(format!("--guess makes no sense for {name} (it is for: {names})"));
        }
    }
    // A seed in the spec itself counts more than the option.
    if spec.has_parameter("seed") && !spec.is_set("seed") {
        spec.set("seed", &question.seed.to_string()).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// Runs a job, with Ctrl-C as a limit.
pub fn run_job(
    game: &AnyGame,
    job: &Job,
    question: &Question,
    live: &mut Live,
    workspace: &mut Workspace,
) -> Result<Report, String> {
    let limits = Limits { stop: Some(interrupt_flag()), ..job.limits.clone() };
    let job = Job { limits, ..job.clone() };
    game.run_in(&job, live, workspace).map_err(|error| explain(error, game, &job, &question.game))
}

/// What is wrong with a job, and what would be right.
pub fn explain(error: JobError, rules: &AnyGame, job: &Job, game: &str) -> String {
    match error {
        JobError::Search(SearchError::Chance) => {
            let all = ALGORITHMS.iter().chain(SAMPLERS);
            let takes = all.filter(|entry| entry.takes_chance);
            let names = takes.map(|entry| entry.name).collect::<Vec<_>>().join(" ");
            let name = job.algorithm.as_ref().map_or("auto", |spec| spec.entry().name);
            format!("{game} has chance nodes, which {name} does not take (use: {names})")
        }
        JobError::Search(SearchError::Epsilon) => {
            let takes = ALGORITHMS.iter().filter(|entry| entry.takes_epsilon);
            let names = takes.map(|entry| entry.name).collect::<Vec<_>>().join(" ");
            let name = job.algorithm.as_ref().map_or("auto", |spec| spec.entry().name);
            format!("--epsilon makes no sense for {name}, which is always exact (use: {names})")
        }
        JobError::Search(SearchError::Endless) => {
            let takes =
                ALGORITHMS.iter().filter(|entry| entry.takes_circles && rules.has_circles());
            let names = takes.map(|entry| entry.name).collect::<Vec<_>>().join(" ");
            let or = if names.is_empty() { names } else { format!(" (or try: {names})") };
            format!("{game} can go on for ever: set --depth{or}")
        }
        JobError::Search(SearchError::Unbounded) => {
            format!(
                "{game} states no range of values, which chance nodes and --epsilon need: give --range LO,HI"
            )
        }
        JobError::Search(SearchError::NoEvaluation) if job.depth.is_some() => {
            format!("--depth needs an evaluation, which {game} has not (leave it out)")
        }
        JobError::Search(SearchError::NoEvaluation) => {
            let name = job.algorithm.as_ref().map_or("auto".into(), Spec::to_string);
            format!("{name} needs an evaluation, which {game} has not (use: mcts-solver)")
        }
        JobError::Search(SearchError::NoHorizon) => {
            let name = job.algorithm.as_ref().map_or("auto", |spec| spec.entry().name);
            format!(
                "{name} samples games to their end: leave --depth out, or try mcts:playout=ic:N"
            )
        }
        JobError::Search(SearchError::NoKeys) => {
            format!(
                "--store table needs names of positions, of which {game} gives none (use: plain)"
            )
        }
        JobError::NoTrace => {
            format!("--trace needs numbered leaves, which {game} has not (use: tree:)")
        }
        other => other.to_string(),
    }
}

fn for_people(question: &Question, report: &Report, written: Option<&Written>) -> String {
    let mut out = String::new();
    let mut row = |name: &str, text: String| {
        if !text.is_empty() {
            out += &format!("{name:<9} {text}\n");
        }
    };
    let at = question.position.as_ref().map_or(String::new(), |p| format!(" at {p}"));
    row("game", format!("{}{at}", question.game));
    let about = match report.basis {
        Basis::Horizon => "about ",
        Basis::Hash => "almost certainly ",
        _ => "",
    };
    let sampled = report.mean.map_or(String::new(), |mean| format!("; {}", text::share(mean)));
    let value = text::bold(&text::answer(report, report.bounds));
    row("value", format!("{about}{value}{sampled}"));
    row("move", report.line.first().cloned().unwrap_or_default());
    row("line", shortened(&report.line));
    let counts = &report.counts;
    let (leaves, nodes) = (text::grouped(counts.leaves), text::grouped(counts.nodes));
    row("work", format!("{leaves} leaves, {nodes} nodes, {}", text::seconds(report.elapsed)));
    row("by", format!("{}, {}", report.algorithm, explained(report)));
    row("proof", written.map_or(String::new(), Written::for_people));
    if let Some(moves) = &report.moves {
        let rows: Vec<Vec<String>> = moves
            .iter()
            .map(|mv| {
                let mark = if mv.optimal { "best" } else { "" };
                vec![mv.text.clone(), text::answer(report, mv.bounds), mark.to_string()]
            })
            .collect();
        out += &format!("\n{}", text::table(&["move", "value", ""], &rows));
    }
    if let Some(trace) = &report.trace {
        let numbers: Vec<String> = trace.iter().map(u64::to_string).collect();
        out += &format!("\nleaves    {}\n", numbers.join(" "));
    }
    if !report.drawing.is_empty() {
        out += &format!("\n{}\n", report.drawing.trim_end());
    }
    out
}

/// The first moves of a line that may be very long.
fn shortened(line: &[String]) -> String {
    const MOST: usize = 60;
    let shown = line.iter().take(MOST).map(String::as_str).collect::<Vec<_>>().join(" ");
    if line.len() > MOST { format!("{shown} ... ({} moves)", line.len()) } else { shown }
}

fn explained(report: &Report) -> String {
    let ahead = report.horizon.map_or(String::new(), |plies| format!("{plies} moves ahead, "));
    let how = match report.stop {
        Stop::Closed if report.basis == Basis::Hash => "by hashes of positions",
        Stop::Closed => "proven",
        Stop::Epsilon => "near enough",
        Stop::Horizon => "an estimate",
        Stop::Leaves => "stopped by --leaves",
        Stop::Nodes => "stopped by --nodes",
        Stop::Time => "stopped by --time",
        Stop::Memory => "stopped by --memory",
        Stop::Interrupted => "interrupted",
        Stop::Stalled => "stalled: nothing was left to try",
    };
    format!("{ahead}{how}")
}
