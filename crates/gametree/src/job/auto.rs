//! A job that names no algorithm: a proof if the limits allow it, otherwise an estimate in addition to the
//! bounds.

use super::{AnyGame, Job, JobError, Report, Watcher};
use crate::auto::{Estimator, left_for_estimate};
use crate::model::Bounds;
use crate::registry::Spec;
use crate::run::{Counts, Limits, SearchError, Workspace};

/// The share of the limits spent on a proof: a job is meant to find the value.
const PART_FOR_PROOF: f64 = 0.9;

/// One part in this many of the memory is reserved for the estimate.
const PART_FOR_ESTIMATE: usize = 8;

/// Whether an estimate would add anything to the job's own search.
pub(super) fn takes(job: &Job) -> bool {
    job.depth.is_none() && !job.all_moves && !job.trace
}

/// Runs a job by a proof search and, if that is stopped early, by an estimating search.
pub(super) fn run(
    game: &AnyGame,
    job: &Job,
    watcher: &mut dyn Watcher,
    workspace: &mut Workspace,
) -> Result<Report, JobError> {
    let memory = job.limits.memory.map(|bytes| bytes / PART_FOR_ESTIMATE);
    let kept = job.limits.memory.zip(memory).map(|(all, part)| all - part);
    let part = if job.limits.are_set() { PART_FOR_PROOF } else { 1.0 };
    let to_prove = job.clone().limits(job.limits.part(part).memory(kept));
    let proof = match game.run_named(&to_prove, watcher, workspace) {
        // Memory that is too small to be divided goes into the proof.
        Err(JobError::Search(SearchError::NoRoom { .. })) => {
            return game.run_named(job, watcher, workspace);
        }
        // No proof search would end by itself here; an estimate has limits.
        Err(JobError::Search(SearchError::Endless)) if job.limits.are_set() => None,
        proof => Some(proof?),
    };
    if proof.as_ref().is_some_and(|proof| proof.stop.is_answer()) {
        return Ok(proof.expect("it is there"));
    }
    let spent = proof.as_ref().map_or_else(Default::default, |p| (p.counts, p.elapsed));
    let stopped = proof.as_ref().map(|proof| proof.stop);
    let left = left_for_estimate(&job.limits, (&spent.0, spent.1), stopped).memory(memory);
    let mut continued = Continued { watcher, bounds: Bounds::UNBOUNDED, before: spent.0 };
    if let Some(proof) = &proof {
        continued.bounds = proof.bounds;
    }
    match (estimate(game, job, left, &mut continued), proof) {
        (Ok(estimate), Some(proof)) => Ok(beside(proof, estimate)),
        (estimate, None) => estimate,
        (Err(_), Some(proof)) => Ok(proof),
    }
}

fn estimate(
    game: &AnyGame,
    job: &Job,
    limits: Limits,
    watcher: &mut dyn Watcher,
) -> Result<Report, JobError> {
    let (name, depth) = match game.estimator(job.position.as_deref())? {
        Estimator::Deepening(plies) => ("scout", Some(plies)),
        Estimator::Sampling => ("mcts-solver", None),
    };
    let mut spec = Spec::parse(name).expect("the name is in the registry");
    let seed = job.seed.to_string();
    if spec.get("seed").is_some_and(|default| *default != seed) {
        spec.set("seed", &seed).expect("a seed is a number");
    }
    let job = job.clone().algorithm(spec).depth(depth).limits(limits);
    game.run_named(&job, watcher, &mut Workspace::default())
}

/// Combines an estimate with the proven bounds.
fn beside(proof: Report, estimate: Report) -> Report {
    let counts = proof.counts.plus(estimate.counts);
    let elapsed = proof.elapsed + estimate.elapsed;
    if estimate.value().is_some() {
        return Report { counts, elapsed, ..estimate };
    }
    let by_samples = estimate.mean.is_some();
    let bounds = if by_samples { proof.bounds.intersect(estimate.bounds) } else { proof.bounds };
    Report {
        bounds,
        estimate: estimate.estimate.map(|value| value.max(bounds.lower).min(bounds.upper)),
        mean: estimate.mean,
        estimated_by: Some(estimate.algorithm),
        depth: estimate.depth,
        pv: estimate.pv,
        best: estimate.best,
        moves: estimate.moves,
        counts,
        elapsed,
        ..proof
    }
}

/// Shows the second search as a continuation of the first.
struct Continued<'a> {
    watcher: &'a mut dyn Watcher,
    /// The proven bounds.
    bounds: Bounds,
    before: Counts,
}

impl Watcher for Continued<'_> {
    fn root(&mut self, _: Bounds, counts: &Counts) {
        // The bounds of an estimate need not contain the value.
        self.watcher.root(self.bounds, &self.before.plus(*counts));
    }

    fn tick(&mut self, counts: &Counts) {
        self.watcher.tick(&self.before.plus(*counts));
    }
}
