//! A search as a job: names and texts in, names and texts out, over games whose type nobody needs to know.

mod auto;
mod board;
mod game;
mod player;
mod run;
mod spec;
mod stepper;

use std::fmt;
use std::time::Duration;

pub use board::Board;
pub use game::AnyGame;
pub use player::Player;
pub use spec::{PLAYER_PARAMETERS, PlayerSpec};
pub use stepper::{AnyStepper, Step};

use crate::model::{Bounds, Kind, NotationError, Value};
use crate::proof::ProofError;
use crate::registry::Spec;
#[cfg(doc)]
use crate::run::Outcome;
use crate::run::{Basis, Counts, Epsilon, Limits, SearchError, Stop};

/// What to do.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Job {
    /// Which position, in the game's notation; nothing for the start.
    pub position: Option<String>,
    /// How; nothing if that is left to [`choose`](AnyGame::choose).
    pub algorithm: Option<Spec>,
    /// A range that contains every leaf, if somebody knows better than the game.
    pub range: Option<Bounds>,
    /// How far off the answer may be.
    pub epsilon: Epsilon,
    /// How many moves to look ahead, step by step, before evaluations stand in; nothing to play the
    /// game to its end.
    pub depth: Option<u32>,
    /// Whether the game's facts count.
    pub facts: bool,
    /// What to spend.
    pub limits: Limits,
    /// Whether to find the principal variation, or only the best move.
    pub pv: bool,
    /// Whether to find the value of every move.
    pub all_moves: bool,
    /// Whether to record the numbers of the leaves.
    pub trace: bool,
    /// The random stream of an estimate, if no algorithm is named.
    pub seed: u64,
}

impl Job {
    /// The exact value of the game's start, without limits.
    pub fn new(algorithm: Option<Spec>) -> Job {
        let (position, range, depth, limits) = (None, None, None, Limits::none());
        let (epsilon, facts, pv) = (Epsilon::NONE, true, true);
        let (all_moves, trace, seed) = (false, false, 1);
        Job {
            position,
            algorithm,
            range,
            epsilon,
            depth,
            facts,
            limits,
            pv,
            all_moves,
            trace,
            seed,
        }
    }

    /// The same at another position; nothing is the start.
    #[must_use]
    pub fn position(self, position: impl Into<Option<String>>) -> Job {
        Job { position: position.into(), ..self }
    }

    /// The same by another algorithm.
    #[must_use]
    pub fn algorithm(self, algorithm: impl Into<Option<Spec>>) -> Job {
        Job { algorithm: algorithm.into(), ..self }
    }

    /// The same, but every leaf is known to lie in a range.
    #[must_use]
    pub fn range(self, range: impl Into<Option<Bounds>>) -> Job {
        Job { range: range.into(), ..self }
    }

    /// The same, but the answer may be this far off.
    #[must_use]
    pub fn epsilon(self, epsilon: Epsilon) -> Job {
        Job { epsilon, ..self }
    }

    /// The same, but looking so many moves ahead.
    #[must_use]
    pub fn depth(self, depth: impl Into<Option<u32>>) -> Job {
        Job { depth: depth.into(), ..self }
    }

    /// The same with the game's facts or without.
    #[must_use]
    pub fn facts(self, facts: bool) -> Job {
        Job { facts, ..self }
    }

    /// The same within other limits.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Job {
        Job { limits, ..self }
    }

    /// The same with the principal variation or with the best move alone.
    #[must_use]
    pub fn pv(self, pv: bool) -> Job {
        Job { pv, ..self }
    }

    /// The same, with or without the value of every move.
    #[must_use]
    pub fn all_moves(self, all_moves: bool) -> Job {
        Job { all_moves, ..self }
    }

    /// The same with another random stream for an estimate, if no algorithm is named.
    #[must_use]
    pub fn seed(self, seed: u64) -> Job {
        Job { seed, ..self }
    }

    /// The same with the numbers of the leaves or without.
    #[must_use]
    pub fn trace(self, trace: bool) -> Job {
        Job { trace, ..self }
    }
}

/// For which game a search was compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// For this type of game alone.
    Typed,
    /// For games of every type.
    Erased,
}

impl Lane {
    /// The word used in reports.
    pub fn name(self) -> &'static str {
        match self {
            Lane::Typed => "typed",
            Lane::Erased => "erased",
        }
    }
}

/// What a search has found, of a job or of a player who moves, in texts.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Report {
    /// How it was found.
    pub algorithm: Spec,
    /// Whether that was code compiled for this game or for all games.
    pub lane: Lane,
    /// Who moves at the root; nobody if the game is over there.
    pub turn: Option<Kind>,
    /// The value lies in here.
    pub bounds: Bounds,
    /// What that rests on.
    pub basis: Basis,
    /// What the position seems to be worth, if that was worked out and is not proven: by evaluations at
    /// a horizon, or by keys that may coincide.
    pub estimate: Option<Value>,
    /// If the value was sampled and is not known, the average of the rewards: what MAX gets of all there
    /// is to get, from 0 to 1.
    pub mean: Option<f64>,
    /// How estimate, mean, moves and depth were found, if by another search than the bounds.
    pub estimated_by: Option<Spec>,
    /// How many plies were looked ahead, by those who do not look to the end.
    pub depth: Option<u32>,
    /// How far apart the bounds were allowed to be.
    pub epsilon: f64,
    /// How far apart they may be and still count as met; see [`Outcome::allowance`].
    pub allowance: f64,
    /// The principal variation: the best moves known, both sides playing well.
    pub pv: Vec<String>,
    /// The first of them, as boards and players know it.
    pub best: Option<u32>,
    /// Every move with what is known of it, if that was asked for; the moves that a search which estimates
    /// has looked at, the best first.
    pub moves: Vec<MoveReport>,
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

impl Report {
    /// The one value that bounds of this report hold, as exactly as it can be known.
    pub fn settled(&self, bounds: Bounds) -> Option<Value> {
        (bounds.width() <= self.allowance).then(|| rounded(bounds, self.allowance))
    }

    /// What [`settled`](Report::settled) says, if it is proven. (What is known for certain to a search that
    /// samples is proven, though its answer as a whole is not.)
    pub fn proven(&self, bounds: Bounds) -> Option<Value> {
        self.settled(bounds).filter(|_| matches!(self.basis, Basis::Proof | Basis::Sampling))
    }

    /// The value, if it is proven.
    pub fn value(&self) -> Option<Value> {
        self.proven(self.bounds)
    }
}

/// A move of the root and what is known of it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct MoveReport {
    /// The move.
    pub text: String,
    /// The value behind it lies in here.
    pub bounds: Bounds,
    /// Whether it is proven to be as good as any.
    pub optimal: bool,
    /// How many rollouts went through it; nought to those who do not sample.
    pub visits: u32,
    /// What it seems to be worth to MAX, from 0 to 1 (all there is to get), to those who estimate.
    pub mean: Option<f64>,
    /// It and the best moves known after it, both sides playing well.
    pub pv: Vec<String>,
}

/// Why a job cannot be done.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum JobError {
    /// The position is not one.
    Position(NotationError),
    /// The question has no answer.
    Search(SearchError),
    /// The game does not number its leaves.
    NoTrace,
    /// The answer cannot be proven to others.
    Proof(ProofError),
}

impl fmt::Display for JobError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JobError::Position(error) => error.fmt(f),
            JobError::Search(error) => error.fmt(f),
            JobError::NoTrace => f.write_str("the game does not number its leaves"),
            JobError::Proof(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for JobError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            // They speak for themselves.
            JobError::Position(error) => error.source(),
            JobError::Search(error) => error.source(),
            JobError::Proof(error) => error.source(),
            JobError::NoTrace => None,
        }
    }
}

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

/// The middle of bounds that have met up to an allowance, to the digits that are known: so that nought is
/// nought, and not what was lost in rounding.
fn rounded(bounds: Bounds, allowance: f64) -> Value {
    let middle = bounds.middle();
    if allowance <= 0.0 {
        return middle;
    }
    let scale = 10f64.powi((-allowance.log10()).floor().clamp(0.0, 15.0) as i32);
    let rounded = (middle.get() * scale).round() / scale;
    Value::new(rounded + 0.0).filter(|&value| bounds.contains(value)).unwrap_or(middle)
}
