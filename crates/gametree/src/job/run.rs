//! A job over a game, typed or not.

use std::time::Duration;

use super::{Job, JobError, Lane, MoveReport, Report, Watcher, rounded};
use crate::auto::Prover;
use crate::model::{Bounds, Game, Kind, Knowledge, MoreFacts, Move, Moves, Notation, Turn, Value};
use crate::registry::Spec;
use crate::run::{
    AnyProbe, Basis, Counts, Epsilon, Outcome, PerMove, Probe, Search, SearchError, Stop, Workspace,
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

/// Runs a job, but at this position.
///
/// In the typed lane the algorithm must be a lean one.
pub(super) fn run_at<G: Notation + Knowledge<G>, const TYPED: bool>(
    game: &G,
    position: &G::Position,
    job: &Job,
    watcher: &mut dyn Watcher,
    workspace: &mut Workspace,
) -> Result<Report, JobError> {
    let lane = if TYPED { Lane::Typed } else { Lane::Erased };
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
            let each = search.probe(observer);
            let range = each.range_in_force()?;
            let mut writing = Duration::ZERO;
            let outcomes = each.run_all(|child| {
                let limits = child.limits_in_force().less(&Counts::default(), writing);
                writing += WRITING;
                answer::<_, _, _, TYPED>(child.limits(limits), &algorithm, workspace)
            })?;
            let root = Root { game, position, kind, moves: &moves, range };
            root.report(outcomes, algorithm, usize::MAX)
        }
        _ => {
            // A reference to a reference, so that this search has the type of those above, and
            // every algorithm is compiled only once per game.
            let mut observer: &mut dyn AnyProbe<G> = &mut observer;
            let search = search.probe(&mut observer);
            let outcome = answer::<_, _, _, TYPED>(search, &algorithm, workspace)?;
            report(game, position, outcome, algorithm)
        }
    };
    if observer.unnumbered {
        return Err(JobError::NoTrace);
    }
    Ok(Report { lane, trace: observer.numbers, ..found })
}

pub(super) fn answer<G: Game, K: Knowledge<G>, P: Probe<G>, const TYPED: bool>(
    search: Search<'_, G, K, P>,
    algorithm: &Spec,
    workspace: &mut Workspace,
) -> Result<Outcome<G::Move>, SearchError> {
    if const { TYPED } {
        search.run_lean_in(algorithm, workspace)
    } else {
        search.run_spec_in(algorithm, workspace)
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
    let mut search = Search::new(game).position(position);
    search = search.limits(job.limits.clone()).epsilon(job.epsilon).threads(job.threads);
    if let Some(range) = job.range {
        search = search.range(range);
    }
    if let Some(plies) = job.depth {
        search = search.deepen(plies);
    }
    if !job.facts {
        search = search.without_facts();
    }
    if !job.pv {
        search = search.without_pv();
    }
    search
}

/// Who moves, if the game is not over.
fn mover<G: Game>(game: &G, position: &G::Position) -> Option<Kind> {
    match game.judge(position) {
        Turn::Inner(kind) => Some(kind),
        Turn::Terminal(_) => None,
    }
}

/// The report of one search.
pub(super) fn report<G: Notation>(
    game: &G,
    position: &G::Position,
    outcome: Outcome<G::Move>,
    algorithm: Spec,
) -> Report {
    let best = outcome.best_move();
    let (turn, mut moves) = (mover(game, position), outcome.moves);
    let Outcome { bounds, allowance, .. } = outcome;
    let optimal = |child| turn.is_some_and(|kind| is_optimal(kind, bounds, child, allowance));
    moves.sort_by_key(|tried| (Some(tried.mv) != best, std::cmp::Reverse(tried.visits)));
    let more_moves = moves.len().saturating_sub(MOST_TRIED);
    let each = moves.iter().take(MOST_TRIED).map(|tried| MoveReport {
        text: game.move_text(position, tried.mv),
        bounds: tried.bounds,
        basis: outcome.basis,
        optimal: optimal(tried.bounds),
        visits: tried.visits,
        mean: Some(tried.mean),
        pv: pv_text(game, position, &tried.pv),
    });
    Report {
        algorithm,
        lane: Lane::Erased,
        turn,
        bounds: outcome.bounds,
        basis: outcome.basis,
        estimate: outcome.estimate.map(|_| rounded(outcome.bounds, outcome.allowance)),
        mean: outcome.mean,
        estimated_by: None,
        depth: outcome.depth,
        ahead: outcome.ahead,
        epsilon: outcome.epsilon,
        allowance: outcome.allowance,
        pv: pv_text(game, position, &outcome.pv),
        best: best.map(Move::code),
        moves: each.collect(),
        more_moves,
        stop: outcome.stop,
        counts: outcome.counts,
        elapsed: outcome.elapsed,
        trace: None,
        drawing: game.draw(position),
    }
}

/// Whether a move with these bounds is as good as any: what it assures is all that a position with these bounds can
/// be worth, within the allowance, and nothing proves another one better.
fn is_optimal(kind: Kind, bounds: Bounds, child: Bounds, allowance: f64) -> bool {
    match kind {
        Kind::Max => {
            let assured = Bounds { lower: child.lower, ..bounds }.width() <= allowance;
            assured && child.upper >= bounds.lower
        }
        Kind::Min => {
            let assured = Bounds { upper: child.upper, ..bounds }.width() <= allowance;
            assured && child.lower <= bounds.upper
        }
        Kind::Chance => false,
    }
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

impl<G: Notation> Root<'_, G> {
    /// The report about all moves, in the order of their outcomes. Those of chance must be in the game's order.
    pub fn report(&self, outcomes: PerMove<G::Move>, algorithm: Spec, most: usize) -> Report {
        let Root { game, position, kind, .. } = *self;
        let searched: Vec<Bounds> = outcomes.iter().map(|(_, outcome)| outcome.bounds).collect();
        let bounds = self.bounds(&searched);
        let Outcome { epsilon, allowance, .. } = outcomes[0].1;
        let optimal = |child: Bounds| is_optimal(kind, bounds, child, allowance);
        let listed = outcomes.iter().take(most).map(|(mv, outcome)| {
            let text = game.move_text(position, *mv);
            let pv = match &outcome.pv[..] {
                // There may be very many moves of which nothing is known.
                [] => vec![text.clone()],
                rest => pv_text(game, position, &[&[*mv], rest].concat()),
            };
            let Outcome { bounds, basis, mean, .. } = *outcome;
            MoveReport { text, bounds, basis, optimal: optimal(bounds), visits: 0, mean, pv }
        });
        let listed: Vec<MoveReport> = listed.collect();
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
        Report {
            algorithm,
            lane: Lane::Erased,
            turn: Some(kind),
            bounds,
            basis,
            estimate: settled.then(|| rounded(bounds, allowance)),
            mean: None,
            estimated_by: None,
            depth: all().filter_map(|outcome| outcome.depth).max().map(|plies| plies + 1),
            ahead: None,
            epsilon,
            allowance,
            pv: pv_text(game, position, &pv),
            best: pv.first().map(|mv| mv.code()),
            more_moves: self.moves.len() - listed.len(),
            moves: listed,
            stop: cut_short.or(least).unwrap_or(Stop::Closed),
            counts,
            elapsed: outcomes.iter().map(|(_, outcome)| outcome.elapsed).sum(),
            trace: None,
            drawing: game.draw(position),
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

pub(super) fn pv_text<G: Notation>(
    game: &G,
    position: &G::Position,
    pv: &[G::Move],
) -> Vec<String> {
    let mut position = position.clone();
    pv.iter()
        .map(|&mv| {
            let text = game.move_text(&position, mv);
            game.advance(&mut position, mv);
            text
        })
        .collect()
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
