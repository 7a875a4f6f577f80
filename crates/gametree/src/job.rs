//! A search as a job: names and texts in, names and texts out. The type of the game is erased once
//! a job, so that everything below runs at full speed.

use std::fmt;
use std::time::Duration;

use crate::model::{Bounds, Game, Kind, Knowledge, Moves, Notation, NotationError, Turn, Value};
use crate::registry::Spec;
use crate::run::{Basis, Counts, Limits, Outcome, PerMove, Probe, Search, SearchError, Stop};

/// What to do.
#[derive(Clone, Debug)]
pub struct Job {
    /// Which position, in the game's notation; nothing for the start.
    pub position: Option<String>,
    /// How.
    pub algorithm: Spec,
    /// A range that contains every leaf, if somebody knows better than the game.
    pub range: Option<Bounds>,
    /// What to spend.
    pub limits: Limits,
    /// Whether to find the value of every move.
    pub all_moves: bool,
    /// Whether to record the numbers of the leaves.
    pub trace: bool,
}

impl Job {
    /// The exact value of the game's start by `algorithm`, without limits.
    pub fn new(algorithm: Spec) -> Job {
        let (position, range, limits) = (None, None, Limits::none());
        Job { position, algorithm, range, limits, all_moves: false, trace: false }
    }
}

/// What came out.
#[derive(Clone, Debug)]
pub struct Report {
    /// The value lies in here.
    pub bounds: Bounds,
    /// What that rests on.
    pub basis: Basis,
    /// The best moves known, both sides playing well.
    pub line: Vec<String>,
    /// Every move with what is known of it, if that was asked for.
    pub moves: Option<Vec<MoveReport>>,
    /// Why the search ended.
    pub stop: Stop,
    /// What it did.
    pub counts: Counts,
    /// How long it took.
    pub elapsed: Duration,
    /// The numbers of the leaves in the order of their evaluation, if that was asked for.
    pub trace: Option<Vec<u64>>,
    /// The position, drawn.
    pub drawing: String,
}

/// A move of the root and what is known of it.
#[derive(Clone, Debug)]
pub struct MoveReport {
    /// The move.
    pub text: String,
    /// The value behind it lies in here.
    pub bounds: Bounds,
    /// Whether it is proven to be as good as any.
    pub optimal: bool,
}

/// Why a job cannot be done.
#[derive(Clone, Debug, PartialEq)]
pub enum JobError {
    /// The position is not one.
    Position(NotationError),
    /// The question has no answer.
    Search(SearchError),
    /// The game does not number its leaves.
    NoTrace,
}

impl fmt::Display for JobError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JobError::Position(error) => error.fmt(f),
            JobError::Search(error) => error.fmt(f),
            JobError::NoTrace => f.write_str("the game does not number its leaves"),
        }
    }
}

impl std::error::Error for JobError {}

impl From<SearchError> for JobError {
    fn from(error: SearchError) -> JobError {
        JobError::Search(error)
    }
}

/// Follows a job while it runs.
pub trait Watcher {
    /// The bounds of the root have shrunk.
    fn root(&mut self, bounds: Bounds, counts: &Counts) {
        let _ = (bounds, counts);
    }

    /// The search goes on; called about once a millisecond.
    fn tick(&mut self, counts: &Counts) {
        let _ = counts;
    }
}

/// Nobody.
impl Watcher for () {}

/// A game whose type is erased. Every game with a notation and opinions of its own (or an empty
/// `impl Knowledge`) is one.
pub trait AnyGame: Send + Sync {
    /// Whether there are chance nodes.
    fn has_chance(&self) -> bool;

    /// Does a job.
    ///
    /// # Errors
    /// If the position, or the question, makes no sense.
    fn run(&self, job: &Job, watcher: &mut dyn Watcher) -> Result<Report, JobError>;
}

impl<G: Notation + Knowledge<G> + Send + Sync> AnyGame for G {
    fn has_chance(&self) -> bool {
        Game::has_chance(self)
    }

    fn run(&self, job: &Job, watcher: &mut dyn Watcher) -> Result<Report, JobError> {
        let position = match &job.position {
            Some(text) => self.parse_position(text).map_err(JobError::Position)?,
            None => self.start(),
        };
        let mut observer = Observer {
            watcher,
            numbers: job.trace.then(Vec::new),
            watch_root: !job.all_moves,
            unnumbered: false,
        };
        let mut search =
            Search::new(self).knowledge(self).position(position.clone()).limits(job.limits.clone());
        if let Some(range) = job.range {
            search = search.range(range);
        }
        let mut moves = Moves::new();
        let mut report = match (job.all_moves, self.expand(&position, &mut moves)) {
            (true, Turn::Inner(kind)) => {
                let each = search.probe(&mut observer);
                let outcomes = each.run_all(|child| child.run_spec(&job.algorithm))?;
                all_moves(self, &position, kind, outcomes)
            }
            (all, _) => {
                // One reference more than needed: so this search has the type of those above, and
                // every algorithm is compiled only once a game.
                let mut observer = &mut observer;
                let outcome = search.probe(&mut observer).run_spec(&job.algorithm)?;
                Report { moves: all.then(Vec::new), ..one(self, &position, outcome) }
            }
        };
        if observer.unnumbered {
            return Err(JobError::NoTrace);
        }
        report.trace = observer.numbers;
        Ok(report)
    }
}

/// The report of one search.
fn one<G: Notation>(game: &G, position: &G::Position, outcome: Outcome<G::Move>) -> Report {
    let Outcome { bounds, basis, line, stop, counts, elapsed } = outcome;
    let line = line_text(game, position, &line);
    let drawing = game.draw(position);
    Report { bounds, basis, line, moves: None, stop, counts, elapsed, trace: None, drawing }
}

/// The report of a search of every move.
fn all_moves<G: Notation>(
    game: &G,
    position: &G::Position,
    kind: Kind,
    outcomes: PerMove<G::Move>,
) -> Report {
    let children: Vec<Bounds> = outcomes.iter().map(|(_, outcome)| outcome.bounds).collect();
    let bounds = match kind {
        Kind::Chance => {
            let mut moves = Moves::new();
            game.expand(position, &mut moves);
            average(&children, &moves)
        }
        _ => Bounds::of_children(kind, &children),
    };
    let optimal = |child: Bounds| match kind {
        Kind::Max => child.lower >= bounds.upper,
        Kind::Min => child.upper <= bounds.lower,
        Kind::Chance => false,
    };
    let moves = outcomes
        .iter()
        .map(|(mv, outcome)| MoveReport {
            text: game.move_text(position, *mv),
            bounds: outcome.bounds,
            optimal: optimal(outcome.bounds),
        })
        .collect();
    let mut line = Vec::new();
    if kind != Kind::Chance {
        let best = bounds.best_child(kind, children.len(), |i| children[i]);
        let best = best.expect("the bounds are those of the children");
        line.push(outcomes[best].0);
        line.extend(&outcomes[best].1.line);
    }
    let counts =
        outcomes.iter().fold(Counts::default(), |all, (_, outcome)| all.plus(outcome.counts));
    let cut_short = outcomes.iter().map(|(_, outcome)| outcome.stop).find(|s| !s.is_answer());
    let first = &outcomes[0].1;
    Report {
        bounds,
        basis: first.basis,
        line: line_text(game, position, &line),
        moves: Some(moves),
        stop: cut_short.unwrap_or(first.stop),
        counts,
        elapsed: outcomes.iter().map(|(_, outcome)| outcome.elapsed).sum(),
        trace: None,
        drawing: game.draw(position),
    }
}

fn average<M: Copy>(children: &[Bounds], moves: &Moves<M>) -> Bounds {
    let sum = |side: fn(&Bounds) -> Value| {
        let weighted = children.iter().enumerate().map(|(i, child)| {
            moves.probability(i).expect("outcomes of chance have probabilities") * side(child).get()
        });
        Value::new(weighted.sum()).expect("no infinities of both signs")
    };
    Bounds { lower: sum(|b| b.lower), upper: sum(|b| b.upper) }
}

fn line_text<G: Notation>(game: &G, position: &G::Position, line: &[G::Move]) -> Vec<String> {
    let mut position = position.clone();
    line.iter()
        .map(|&mv| {
            let text = game.move_text(&position, mv);
            game.play(&mut position, mv);
            text
        })
        .collect()
}

/// Passes on to the watcher, and notes the numbers of leaves if they are wanted.
struct Observer<'a> {
    watcher: &'a mut dyn Watcher,
    numbers: Option<Vec<u64>>,
    /// Whether the searched root is the job's: not when every move is searched by itself.
    watch_root: bool,
    unnumbered: bool,
}

impl<G: Notation> Probe<G> for Observer<'_> {
    #[inline]
    fn leaf(&mut self, game: &G, position: &G::Position, _value: Value) {
        if let Some(numbers) = &mut self.numbers {
            match game.leaf_number(position) {
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
