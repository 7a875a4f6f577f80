//! What is wrong with a question, and what would be right.

use gametree::Outcome;
use gametree::job::{AnyGame, Job, JobError, PlayerSpec};
use gametree::registry::{ALGORITHMS, Entry, SAMPLERS, Spec};
use gametree::{Game, Knowledge, SearchError};

use crate::output::in_own_name;
use crate::text;

/// The names of the entries that accept something.
fn names<'e>(all: impl Iterator<Item = &'e Entry>, takes: impl Fn(&Entry) -> bool) -> String {
    let each = all.filter(|entry| takes(entry)).map(|entry| entry.name);
    each.collect::<Vec<_>>().join(" ")
}

/// What is wrong with a job, and what would be right.
pub fn job(error: JobError, rules: &AnyGame, job: &Job, game: &str) -> String {
    match error {
        JobError::Search(SearchError::Chance) => {
            let names = names(ALGORITHMS.iter().chain(SAMPLERS), |entry| entry.takes_chance);
            let name = job.algorithm.as_ref().map_or("auto", |spec| spec.entry().name);
            format!("{game} has chance nodes, which {name} does not take (use: {names})")
        }
        JobError::Search(SearchError::Epsilon) => {
            let names = names(ALGORITHMS.iter().chain(SAMPLERS), |entry| entry.takes_epsilon);
            let name = job.algorithm.as_ref().map_or("auto", |spec| spec.entry().name);
            let estimates = SAMPLERS.iter().any(|entry| entry.name == name);
            let why = if estimates { "proves nothing" } else { "is always exact" };
            format!("--epsilon does not apply to {name}, which {why} (use: {names})")
        }
        JobError::Search(SearchError::Endless) => {
            let takes = |entry: &Entry| entry.takes_cycles && rules.has_cycles();
            let names = names(ALGORITHMS.iter(), takes);
            let or = if names.is_empty() { names } else { format!(" (or try: {names})") };
            format!("{game} can go on forever: set --depth{or}")
        }
        JobError::Search(SearchError::Unbounded) => {
            format!(
                "{game} states no range of values, which chance nodes and --epsilon need: give --range LO,HI"
            )
        }
        JobError::Search(SearchError::NoEvaluation) if job.depth.is_some() => {
            format!("--depth needs an evaluation, and {game} has none (leave --depth out)")
        }
        JobError::Search(SearchError::NoEvaluation) => {
            let name = job.algorithm.as_ref().map_or("auto".into(), Spec::to_string);
            format!("{name} needs an evaluation, and {game} has none (use: mcts-solver)")
        }
        JobError::Search(SearchError::NoHorizon) => {
            let name = job.algorithm.as_ref().map_or("auto", |spec| spec.entry().name);
            format!(
                "{name} estimates, and takes no --depth: leave it out, or try mcts:playout=ic:N"
            )
        }
        JobError::Search(SearchError::NoKeys) => {
            format!("--store table needs keys of positions, and {game} has none (use: plain)")
        }
        JobError::NoTrace => {
            format!("--trace needs numbered leaves, and {game} has none (use: tree:)")
        }
        other => other.to_string(),
    }
}

/// What to say of a search that had too little time to see much, and what helps; nothing of others.
pub fn haste(report: &Outcome, rules: &AnyGame, player: &PlayerSpec, game: &str) -> Option<String> {
    let nodes = text::count(report.counts.nodes, "node", "nodes");
    let made = format!("{player} made {nodes} in {}", text::seconds(report.elapsed));
    let advice = || advice_for_haste(rules, player, game);
    report.is_hasty().then(|| format!("{made}, too few to choose well: {}", advice()))
}

/// What helps a player who has too little time to see much.
pub fn advice_for_haste(rules: &AnyGame, player: &PlayerSpec, game: &str) -> String {
    let mut advice = format!(
        "give it more time, or make the rules faster ('gametree check-rules {game}' says what is slow)"
    );
    let rules = rules.erased();
    let plays_out = player.algorithm().get("playout").is_some_and(|playout| playout != "eval");
    if plays_out && !rules.has_chance() && rules.evaluate(rules, &rules.start()).is_some() {
        advice += "; or try 'selective', which looks ahead by the game's evaluation and plays no games \
                   to their ends";
    }
    in_own_name(&advice).into_owned()
}

/// What is wrong with a player for a game, and what would be right.
pub fn player(error: JobError, player: &PlayerSpec, game: &str) -> String {
    let name = player.algorithm().entry().name;
    match error {
        JobError::Search(SearchError::Chance) => {
            let others = names(SAMPLERS.iter().chain(ALGORITHMS), |entry| entry.takes_chance);
            format!("{game} has chance nodes, which {name} does not take (use: {others})")
        }
        JobError::Search(SearchError::NoEvaluation) => {
            format!("{player} needs an evaluation, and {game} has none (use: mcts-solver)")
        }
        JobError::Search(SearchError::Unbounded) => {
            format!(
                "{game} states no range of values, by which {name} measures rewards (use: random)"
            )
        }
        JobError::Search(SearchError::Endless) => {
            format!("{game} can go on forever, and so would {name}: give it a depth=")
        }
        other => other.to_string(),
    }
}
