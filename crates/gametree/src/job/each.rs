//! What a proving search can say about every move of a position, within one set of limits.

use std::time::{Duration, Instant};

use super::run::{MOST_TRIED, Root, answer, question, ranked, run_at, written};
use super::{Job, JobError};
use crate::counts::Counts;
use crate::limits::Limits;
use crate::model::{Game, Kind, Knowledge, Moves, Notation, Turn};
use crate::outcome::{Outcome, PerMove, Stop};
use crate::probe::AnyProbe;
use crate::registry::Spec;
use crate::search::Workspace;

/// The time between two reports to the caller while proofs are searched.
const NEWS_EVERY: Duration = Duration::from_millis(100);

/// Searches every move of a position by itself, all within the limits of the job, and lists the best first.
///
/// With a depth, all moves are searched to the same depth before any of them is searched deeper (unless the job goes
/// without iterative deepening), so that their estimates can be compared; a round that is cut short counts for nothing but its proofs. Without
/// one, every move gets an equal share of what is left of the limits. If `only` names moves, those are searched.
pub(super) fn run_each<G: Notation + Knowledge<G>>(
    game: &G,
    position: &G::Position,
    only: &[G::Move],
    job: &Job,
    workspace: &mut Workspace,
    watch: &mut dyn FnMut(&Outcome),
) -> Result<Outcome, JobError> {
    let mut moves = Moves::new();
    let (Turn::Inner(kind), Some(algorithm)) = (game.expand(position, &mut moves), &job.algorithm)
    else {
        let found = run_at::<_, false>(game, position, job, &mut (), workspace)?;
        return Ok(written(game, position, ranked(found)));
    };
    if !only.is_empty() {
        moves.retain(|mv| only.contains(&mv));
    }
    let range = question(game, job, position.clone()).into_parts().0.known_range()?;
    let mut each = Each {
        root: Root { game, position, kind, moves: &moves, range },
        job,
        algorithm,
        found: vec![None; moves.len()],
        spent: Counts::default(),
        begun: Instant::now(),
        stopped: None,
    };
    match job.depth {
        None => each.prove(workspace, watch)?,
        Some(deepest) => {
            let first = if job.deepening { deepest.min(1) } else { deepest };
            for horizon in first..=deepest {
                each.look_ahead(horizon, workspace)?;
                if each.stopped.is_some() || each.open().is_empty() {
                    break;
                }
                watch(&each.report());
            }
        }
    }
    Ok(each.report())
}

/// One of `shares` equal parts of the limits, but at least one node.
fn share(limits: Limits, shares: usize) -> Limits {
    let of = |count: u64| count.div_ceil(shares as u64);
    Limits {
        leaves: limits.leaves.map(of),
        nodes: limits.nodes.map(of),
        time: limits.time.map(|time| time.div_f64(shares as f64)),
        ..limits
    }
}

/// The search of all moves.
struct Each<'a, G: Game> {
    root: Root<'a, G>,
    job: &'a Job,
    algorithm: &'a Spec,
    /// What is known about each move, in the game's order.
    found: Vec<Option<Outcome<G::Move>>>,
    spent: Counts,
    begun: Instant,
    /// Why a search was cut short, if one was.
    stopped: Option<Stop>,
}

impl<G: Notation + Knowledge<G>> Each<'_, G> {
    /// The moves whose values are not proven, the best first.
    fn open(&self) -> Vec<usize> {
        let closed =
            |i: &usize| matches!(&self.found[*i], Some(found) if found.stop == Stop::Closed);
        let mut open: Vec<usize> = (0..self.found.len()).filter(|i| !closed(i)).collect();
        let bounds = |i: usize| self.found[i].as_ref().map_or(self.root.range, |it| it.bounds);
        // Of the outcomes of chance none is better than another.
        if self.root.kind != Kind::Chance {
            open.sort_by_key(|&i| std::cmp::Reverse(bounds(i).merit(self.root.kind)));
        }
        open
    }

    fn limits_left(&self) -> Limits {
        self.job.limits.less(&self.spent, self.begun.elapsed())
    }

    /// Searches all open moves up to a horizon.
    fn look_ahead(&mut self, horizon: u32, workspace: &mut Workspace) -> Result<(), JobError> {
        let mut round = Vec::new();
        for i in self.open() {
            let outcome = self.search(i, Some(horizon), self.limits_left(), workspace)?;
            let complete = outcome.stop.is_answer();
            round.push((i, outcome));
            if !complete {
                break;
            }
        }
        for (i, outcome) in round {
            let proven = outcome.stop == Stop::Closed;
            if self.stopped.is_none() || proven || self.found[i].is_none() {
                self.found[i] = Some(outcome);
            }
        }
        Ok(())
    }

    /// Searches all moves to the end of the game.
    fn prove(
        &mut self,
        workspace: &mut Workspace,
        watch: &mut dyn FnMut(&Outcome),
    ) -> Result<(), JobError> {
        let (open, mut told) = (self.open(), self.begun);
        for (done, &i) in open.iter().enumerate() {
            let left = self.limits_left();
            let spent = left.nodes == Some(0)
                || left.leaves == Some(0)
                || left.time == Some(Duration::ZERO)
                || self.stopped == Some(Stop::Interrupted);
            if spent && done > 0 {
                break;
            }
            let outcome = self.search(i, None, share(left, open.len() - done), workspace)?;
            self.found[i] = Some(outcome);
            if told.elapsed() >= NEWS_EVERY {
                watch(&self.report());
                told = Instant::now();
            }
        }
        Ok(())
    }

    /// Searches the position after a move, up to a horizon that is counted from the root.
    fn search(
        &mut self,
        i: usize,
        horizon: Option<u32>,
        limits: Limits,
        workspace: &mut Workspace,
    ) -> Result<Outcome<G::Move>, JobError> {
        let Root { game, position, moves, .. } = self.root;
        let mut child = position.clone();
        game.advance(&mut child, moves.get(i));
        // What is known at the end of the game is a proof, however far the search would look ahead.
        let left = match game.judge(&child) {
            Turn::Terminal(_) => Some(0),
            Turn::Inner(_) => game.plies_left(&child),
        };
        let horizon = horizon.map(|plies| plies.saturating_sub(1));
        let horizon = horizon.filter(|&plies| left.is_none_or(|left| plies < left));
        let job = self.job.clone().depth(None).limits(limits);
        let mut search = question(game, &job, child);
        if let Some(plies) = horizon {
            search = search.horizon(plies);
        }
        // The type of probe that other jobs have, so that no algorithm is compiled once more.
        let mut nobody: &mut dyn AnyProbe<G> = &mut ();
        let (search, _) = search.probe(&mut nobody).into_parts();
        let outcome = answer::<_, _, _, false>(search, self.algorithm, workspace)?;
        self.spent = self.spent.plus(outcome.counts);
        if !outcome.stop.is_answer() {
            self.stopped = Some(outcome.stop);
        }
        Ok(outcome)
    }

    /// What is known so far.
    fn report(&self) -> Outcome {
        let moves = self.root.moves.iter().zip(&self.found);
        let known = moves.filter_map(|(mv, found)| Some((mv, found.clone()?)));
        let mut outcomes: PerMove<G::Move> = known.collect();
        // The outcomes of chance are in the order of their probabilities.
        if self.root.kind != Kind::Chance {
            let merit = |outcome: &Outcome<_>| outcome.bounds.merit(self.root.kind);
            outcomes.sort_by_key(|(_, outcome)| std::cmp::Reverse(merit(outcome)));
        }
        let mut found = self.root.outcome(outcomes);
        found.more_moves += found.moves.len().saturating_sub(MOST_TRIED);
        found.moves.truncate(MOST_TRIED);
        let (algorithm, stop) = (self.algorithm.to_string(), self.stopped.unwrap_or(found.stop));
        let found = Outcome { algorithm, stop, ..found };
        let found = Outcome { counts: self.spent, elapsed: self.begun.elapsed(), ..found };
        written(self.root.game, self.root.position, found)
    }
}
