//! A job over a game, typed or not.

use std::cmp::Reverse;
use std::time::Duration;

use super::auto::Prover;
use super::{Job, JobError, Watcher};
use crate::model::erased::{Erased, Position};
use crate::model::{Bounds, Game, Kind, Knowledge, MoreFacts, Move, Moves, Notation, Turn, Value};
use crate::registry::Spec;
use crate::run::{
    AnyProbe, Basis, Counts, Epsilon, Inquiry, LeanTable, MoveText, Outcome, PerMove, Probe,
    RootMove, Search, SearchError, Stop, Workspace, is_optimal, rounded,
};

/// What remains of the time after each move of a search of all moves, for writing it down: there may
/// be a million.
const WRITING: Duration = Duration::from_micros(8);

/// The most moves that the report of a player's search lists: making the texts of more would take
/// time that the search was not given.
pub(super) const MOST_TRIED: usize = 5_000;

/// The algorithm for a job that names none.
pub(super) fn choose<G: Game>(game: &G, job: &Job) -> Spec {
    let range = job.range.unwrap_or(game.values().range);
    let prover = Prover::choose(game, job.depth.is_some(), job.epsilon, range);
    Spec::parse(prover.name()).expect("the name is in the registry")
}

/// A game that jobs can search, by one algorithm each.
pub(super) trait Searched: Send + Sync {
    /// Runs a job at this position.
    fn search(
        &self,
        position: &Position,
        job: &Job,
        watcher: &mut dyn Watcher,
        workspace: &mut Workspace,
    ) -> Result<Outcome<u32>, JobError>;
}

impl Searched for Erased {
    #[inline(always)]
    fn search(
        &self,
        position: &Position,
        job: &Job,
        watcher: &mut dyn Watcher,
        workspace: &mut Workspace,
    ) -> Result<Outcome<u32>, JobError> {
        run_at::<_, false>(self, position, job, watcher, workspace)
    }
}

/// Runs a job at this position, by one algorithm.
///
/// In the typed lane the algorithm must be a lean one.
pub(super) fn run_at<G: Notation + Knowledge<G>, const TYPED: bool>(
    game: &G,
    position: &G::Position,
    job: &Job,
    watcher: &mut dyn Watcher,
    workspace: &mut Workspace,
) -> Result<Outcome<G::Move>, JobError> {
    let algorithm = job.algorithm.clone().unwrap_or_else(|| choose(game, job));
    let mut observer = Observer {
        watcher,
        numbers: job.trace.then(Vec::new),
        watch_root: !job.all_moves,
        unnumbered: false,
    };
    let mut search = question(game, job, position.clone());
    if job.algorithm.is_none() && !algorithm.entry().takes_epsilon {
        search = search.epsilon(Epsilon::NONE);
    }
    let mut moves = Moves::new();
    let found = match (job.all_moves, game.expand(position, &mut moves)) {
        (true, Turn::Inner(kind)) => {
            let observer: &mut dyn AnyProbe<G> = &mut observer;
            let (each, _) = search.probe(observer).into_parts();
            let range = each.known_range()?;
            let mut writing = Duration::ZERO;
            let outcomes = each.with(()).run_all(|child| {
                let (mut child, _) = child.into_parts();
                child.limits = child.limits.less(&Counts::default(), writing);
                writing += WRITING;
                answer::<_, _, _, TYPED>(child, &algorithm, workspace)
            })?;
            Root { game, position, kind, moves: &moves, range }.outcome(outcomes)
        }
        _ => {
            // A reference to a reference, so that this search has the type of those above, and
            // every algorithm is compiled only once per game.
            let mut observer: &mut dyn AnyProbe<G> = &mut observer;
            let (search, _) = search.probe(&mut observer).into_parts();
            answer::<_, _, _, TYPED>(search, &algorithm, workspace)?
        }
    };
    if observer.unnumbered {
        return Err(JobError::NoTrace);
    }
    Ok(Outcome { algorithm: algorithm.to_string(), trace: observer.numbers, ..found })
}

/// Answers a question by the algorithm that a spec names.
#[inline(always)]
pub(super) fn answer<G: Game, K: Knowledge<G>, P: Probe<G>, const TYPED: bool>(
    question: Inquiry<'_, G, K, P>,
    algorithm: &Spec,
    workspace: &mut Workspace,
) -> Result<Outcome<G::Move>, SearchError> {
    if const { TYPED } {
        question.with(LeanTable(workspace)).run_named(algorithm)
    } else {
        question.with(workspace).run_named(algorithm)
    }
}

pub(super) fn position_of<G: Notation>(
    game: &G,
    text: Option<&str>,
) -> Result<G::Position, JobError> {
    match text {
        Some(text) => game.parse_position(text).map_err(JobError::Position),
        None => Ok(game.start()),
    }
}

/// The question that a job asks.
pub(super) fn question<'a, G: Game + Knowledge<G>>(
    game: &'a G,
    job: &Job,
    position: G::Position,
) -> Search<'a, G, G> {
    let left = game.plies_left(&position);
    let mut search = Search::new(game).position(position);
    search = search.limits(job.limits.clone()).epsilon(job.epsilon).threads(job.threads);
    if let Some(range) = job.range {
        search = search.range(range);
    }
    search = match job.depth {
        Some(plies) if job.deepening => search.deepen(plies),
        // A depth at which every game is over is none: the answer is a proof.
        Some(plies) if left.is_none_or(|left| plies < left) => search.horizon(plies),
        _ => search,
    };
    search.facts(job.facts).pv(job.pv)
}

/// The moves that an estimating search has tried with the best first, and no more than a report lists.
pub(super) fn ranked<M: Copy + PartialEq>(mut found: Outcome<M>) -> Outcome<M> {
    let best = found.best_move();
    found.moves.sort_by_key(|tried| (Some(tried.mv) != best, Reverse(tried.visits)));
    found.more_moves += found.moves.len().saturating_sub(MOST_TRIED);
    found.moves.truncate(MOST_TRIED);
    found
}

/// The answer in text form.
pub(super) fn written<G: Notation>(
    game: &G,
    position: &G::Position,
    found: Outcome<G::Move>,
) -> Outcome {
    found.map_lines(|line| line_text(game, position, &line))
}

/// The root of a search of every move.
pub(super) struct Root<'a, G: Game> {
    pub game: &'a G,
    pub position: &'a G::Position,
    pub kind: Kind,
    pub moves: &'a Moves<G::Move>,
    /// It contains the value of every move, also of those that were not searched.
    pub range: Bounds,
}

impl<G: Game> Root<'_, G> {
    /// What is known of the root by the outcomes of its moves, which are listed in their order. Those of chance must be in
    /// the game's order.
    pub fn outcome(&self, outcomes: PerMove<G::Move>) -> Outcome<G::Move> {
        let kind = self.kind;
        let searched: Vec<Bounds> = outcomes.iter().map(|(_, outcome)| outcome.bounds).collect();
        let bounds = self.bounds(&searched);
        let Outcome { epsilon, allowance, lane, .. } = outcomes[0].1;
        let mut pv = Vec::new();
        if kind != Kind::Chance {
            // A move that was not searched has the least merit.
            let best = bounds.best_child(kind, &searched, epsilon + allowance);
            let best = best.expect("some child has the bounds of the node");
            pv.push(outcomes[best].0);
            pv.extend(&outcomes[best].1.pv);
        }
        let counts =
            outcomes.iter().fold(Counts::default(), |all, (_, outcome)| all.plus(outcome.counts));
        // All moves together are known only as well as the one known least.
        let all = || outcomes.iter().map(|(_, outcome)| outcome);
        let basis = all().map(|outcome| outcome.basis).max_by_key(|basis| basis.doubt());
        let basis = basis.expect("there is a move");
        let cut_short = all().map(|outcome| outcome.stop).find(|stop| !stop.is_answer());
        let ended_by = |stop: &Stop| all().any(|outcome| outcome.stop == *stop);
        let least = [Stop::Horizon, Stop::Epsilon].into_iter().find(ended_by);
        let is_estimate = matches!(basis, Basis::Horizon | Basis::Hash);
        let settled = is_estimate && bounds.width() <= epsilon + allowance;
        let depth = all().filter_map(|outcome| outcome.depth).max().map(|plies| plies + 1);
        let elapsed = all().map(|outcome| outcome.elapsed).sum();
        let more_moves = self.moves.len() - outcomes.len();
        let each = outcomes.into_iter().map(|(mv, mut found)| {
            found.pv.insert(0, mv);
            RootMove {
                basis: found.basis,
                optimal: is_optimal(kind, bounds, found.bounds, allowance),
                mean: found.mean,
                pv: found.pv,
                ..RootMove::of(mv, found.bounds)
            }
        });
        let found = Outcome { lane, basis, epsilon, allowance, ..Outcome::of(bounds) };
        Outcome {
            turn: Some(kind),
            estimate: settled.then(|| rounded(bounds, allowance)),
            depth,
            pv,
            moves: each.collect(),
            more_moves,
            stop: cut_short.or(least).unwrap_or(Stop::Closed),
            counts,
            elapsed,
            ..found
        }
    }

    /// The bounds of the root, by those of the moves that were searched.
    fn bounds(&self, searched: &[Bounds]) -> Bounds {
        let moves = self.moves;
        let mut children = searched.to_vec();
        children.resize(moves.len(), self.range);
        match self.kind {
            Kind::Chance => {
                let weights: Vec<f64> =
                    (0..moves.len()).filter_map(|i| moves.probability(i)).collect();
                Bounds::average(Bounds::hull(&children), &children, &weights)
            }
            kind => Bounds::of_children(kind, &children),
        }
    }
}

/// A variation in text form.
fn line_text<G: Notation>(game: &G, position: &G::Position, line: &[G::Move]) -> Vec<MoveText> {
    let (mut texts, mut reached) = (Vec::with_capacity(line.len()), None);
    for (i, &mv) in line.iter().enumerate() {
        let before = reached.as_ref().unwrap_or(position);
        texts.push(MoveText { code: mv.code(), text: game.move_text(before, mv) });
        // There may be very many moves with nothing known after them.
        if i + 1 < line.len() {
            game.advance(reached.get_or_insert_with(|| position.clone()), mv);
        }
    }
    texts
}

/// Forwards to the watcher, and records the numbers of leaves if they are wanted.
struct Observer<'a> {
    watcher: &'a mut dyn Watcher,
    numbers: Option<Vec<u64>>,
    /// Whether the root of the search is that of the job: not when every move is searched by
    /// itself.
    watch_root: bool,
    unnumbered: bool,
}

impl<G: Notation> Probe<G> for Observer<'_> {
    #[inline]
    fn watches_leaves(&self) -> bool {
        self.numbers.is_some()
    }

    #[inline]
    fn leaf(&mut self, game: &G, position: &G::Position, _value: Value) {
        if let Some(numbers) = &mut self.numbers {
            match game.more_facts().leaf_number(game, position) {
                Some(number) => numbers.push(number),
                None => self.unnumbered = true,
            }
        }
    }

    fn root(&mut self, bounds: Bounds, counts: &Counts) {
        if self.watch_root {
            self.watcher.root(bounds, counts);
        }
    }

    fn tick(&mut self, counts: &Counts) {
        self.watcher.tick(counts);
    }
}
