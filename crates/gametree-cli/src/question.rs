//! The question that a command line asks: a game, a job, and how to run it.

use gametree::Outcome;
use gametree::job::Catalogue;
use gametree::job::{AnyGame, Job, PlayerSpec};
use gametree::registry::{ALGORITHMS, Spec};
use gametree::{Epsilon, Limits, Stop, Workspace};

use crate::args::Question;
use crate::explain;
use crate::output::complain;
use crate::progress::{Live, interrupt_flag};

/// A search that never proves anything needs to be told when to stop.
pub fn refuse_endless(algorithm: &Spec, limits: &Limits) -> Result<(), String> {
    let name = algorithm.entry().name;
    let limited = limits.time.is_some() || limits.leaves.is_some() || limits.nodes.is_some();
    if !algorithm.ends_by_itself() && !limited {
        return Err(format!("{name} never stops by itself: give --time, --nodes or --leaves"));
    }
    Ok(())
}

/// The game that a spec names. What users should know about its answers is said once.
pub fn open(games: &Catalogue, spec: &str) -> Result<AnyGame, String> {
    let game = games.open(spec).map_err(|error| error.to_string())?;
    if let Some(note) = game.note() {
        complain(&format!("{spec}: {note}"));
    }
    Ok(game)
}

/// The job of a question.
pub fn job(question: &Question, algorithm: Option<Spec>) -> Job {
    let Question { leaves, nodes, time, memory, .. } = question;
    let limits = Limits::none().leaves(*leaves).nodes(*nodes).time(*time).memory(*memory);
    let limits = limits.ceiling(gametree_machine::ceiling());
    let (position, range, depth) = (question.position.clone(), question.range, question.depth);
    let epsilon = question.epsilon.unwrap_or(Epsilon::NONE);
    Job::new(algorithm)
        .position(position)
        .range(range)
        .epsilon(epsilon)
        .depth(depth)
        .deepening(!question.no_deepening)
        .facts(!question.no_facts)
        .seed(question.seed)
        .limits(limits)
}

/// What to say of searches most of which have evaluated no leaf: that facts settled all of their
/// positions. A stated range may have closed them as well; then nothing is said.
pub fn note_on_leaves(question: &Question, reports: &[Outcome]) -> Option<&'static str> {
    let by_facts = |report: &&Outcome| report.stop == Stop::Closed && report.counts.leaves == 0;
    let without = reports.iter().filter(by_facts).count();
    let facts = !question.no_facts && question.range.is_none();
    (facts && 2 * without > reports.len()).then_some(
        "facts of the game settle positions before a leaf is evaluated (--no-facts: by the rules alone)",
    )
}

/// The algorithm that `--algorithm` names.
pub fn algorithm(text: &str) -> Result<Spec, String> {
    Spec::parse(text).map_err(|error| {
        // The limits of a player are part of its name; for a search they are options.
        let pairs = text.split([':', ',']).filter_map(|part| part.split_once('='));
        let mut options = pairs.filter_map(|(key, value)| match key {
            "nodes" | "leaves" | "time" | "memory" | "depth" => Some(format!("--{key} {value}")),
            "facts" if value == "no" => Some("--no-facts".into()),
            _ => None,
        });
        match options.next() {
            Some(option) if PlayerSpec::parse(text).is_ok() => {
                format!("'{text}' is how a player is written; here it is an option: {option}")
            }
            _ => error.to_string(),
        }
    })
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
            return Err(format!("--guess does not apply to {name} (use it with: {names})"));
        }
    }
    // A seed in the spec itself takes precedence over the option.
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
) -> Result<Outcome, String> {
    let limits = job.limits.clone().stop(interrupt_flag());
    let job = job.clone().limits(limits);
    game.run_in(&job, live, workspace)
        .map_err(|error| explain::job(error, game, &job, &question.game))
}
