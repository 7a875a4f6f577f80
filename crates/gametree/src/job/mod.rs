//! A search as a job: names and texts in, names and texts out. The type of the game is erased once
//! a job, so that everything below runs at full speed.

mod erased;
mod player;
mod seat;
mod trail;

use std::fmt;
use std::io::BufRead;
use std::time::Duration;

pub use player::{AnyBoard, AnyPlayer, MoveOpinion, Opinion, PLAYER_PARAMETERS, PlayerSpec};
pub use trail::{AnyTrail, Footprint};

use crate::model::{Bounds, Kind, NotationError, Value};
use crate::proof::check::{CheckError, Checked};
use crate::proof::format::Reader;
use crate::proof::{Proof, ProofError};
use crate::registry::Spec;
#[cfg(doc)]
use crate::run::Outcome;
use crate::run::{Basis, Counts, Epsilon, Limits, SearchError, Stop, Workspace};

/// What to do.
#[derive(Clone, Debug)]
pub struct Job {
    /// Which position, in the game's notation; nothing for the start.
    pub position: Option<String>,
    /// How; nothing if the game may [choose](AnyGame::choose).
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
    /// Whether to find the line of play, or only the best move.
    pub line: bool,
    /// Whether to find the value of every move.
    pub all_moves: bool,
    /// Whether to record the numbers of the leaves.
    pub trace: bool,
}

impl Job {
    /// The exact value of the game's start, without limits.
    pub fn new(algorithm: Option<Spec>) -> Job {
        let (position, range, depth, limits) = (None, None, None, Limits::none());
        let (epsilon, facts, line) = (Epsilon::NONE, true, true);
        let (all_moves, trace) = (false, false);
        Job { position, algorithm, range, epsilon, depth, facts, limits, line, all_moves, trace }
    }
}

/// What came out.
#[derive(Clone, Debug)]
pub struct Report {
    /// How it was found.
    pub algorithm: Spec,
    /// Who moves at the root; nobody if the game is over there.
    pub turn: Option<Kind>,
    /// The value lies in here.
    pub bounds: Bounds,
    /// What that rests on.
    pub basis: Basis,
    /// If the value was sampled and is not known, the average of the rewards: what MAX gets of all there
    /// is to get, from 0 to 1.
    pub mean: Option<f64>,
    /// After how many plies evaluations stood in; nothing if the game was played to its end.
    pub horizon: Option<u32>,
    /// How far apart the bounds were allowed to be.
    pub epsilon: f64,
    /// How far apart they may be and still count as met; see [`Outcome::allowance`].
    pub allowance: f64,
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

impl Report {
    /// The one value that bounds of this report hold, as exactly as it can be known.
    pub fn settled(&self, bounds: Bounds) -> Option<Value> {
        (bounds.width() <= self.allowance).then(|| bounds.middle())
    }

    /// What [`settled`](Report::settled) says, if it is proven.
    pub fn proven(&self, bounds: Bounds) -> Option<Value> {
        self.settled(bounds).filter(|_| self.basis == Basis::Proof)
    }
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

    /// Whether play can go on for ever, in circles that some algorithms can close.
    fn has_circles(&self) -> bool;

    /// A range that contains every value, finite if the game knows one.
    fn value_range(&self) -> Bounds;

    /// Whether a text is a position of the game.
    ///
    /// # Errors
    /// If it is not; the message says why.
    fn check_position(&self, text: &str) -> Result<(), NotationError>;

    /// The algorithm for a job that names none.
    fn choose(&self, job: &Job) -> Spec;

    /// Does a job over the store that `workspace` has for it. A workspace may serve any number of
    /// jobs of one game that agree on range and facts.
    ///
    /// # Errors
    /// If the position, or the question, makes no sense.
    fn run_in(
        &self,
        job: &Job,
        watcher: &mut dyn Watcher,
        workspace: &mut Workspace,
    ) -> Result<Report, JobError>;

    /// Whether what the job finds can be proven to others.
    ///
    /// # Errors
    /// If it cannot be; the message says why.
    fn can_prove(&self, job: &Job) -> Result<(), JobError>;

    /// Proves what a job has found of its position, `bounds`, with the help of what it left in
    /// `workspace`. The proof trusts facts if the job did. Tells `tick` now and then how many positions
    /// it has been to.
    ///
    /// # Errors
    /// If the position is none, or there is no proof.
    fn prove(
        &self,
        job: &Job,
        bounds: Bounds,
        workspace: &mut Workspace,
        tick: &mut dyn FnMut(u64),
    ) -> Result<Proof, JobError>;

    /// The leaves of the smallest proof that the position of a job is worth `value`, for games whose
    /// positions have no names: trees. Nothing for others, where there are chance nodes, and for trees
    /// of more than `most` nodes.
    fn smallest_proof(&self, job: &Job, value: Value, most: u64) -> Option<u64>;

    /// Checks a certificate about this game, and what it says of the position `asked` for.
    ///
    /// # Errors
    /// If the certificate is refused, or is none.
    fn check(
        &self,
        certificate: &mut Reader<Box<dyn BufRead>>,
        asked: Option<&str>,
    ) -> Result<Checked, CheckError>;

    /// A player who sits down at a position, the start if none is given. The same player with the same
    /// seed makes the same moves, unless it depends on the clock.
    ///
    /// # Errors
    /// If the position is none, or the player cannot play this game.
    fn player(
        &self,
        spec: &PlayerSpec,
        position: Option<&str>,
        seed: u64,
    ) -> Result<Box<dyn AnyPlayer + '_>, JobError>;

    /// A search that estimates, to be followed step by step; nothing if `algorithm` is one that proves. It
    /// stores at most `memory` bytes.
    ///
    /// # Errors
    /// If the position is none or the end of the game, or the algorithm cannot play this game.
    fn trail(
        &self,
        algorithm: &Spec,
        position: Option<&str>,
        seed: u64,
        memory: usize,
    ) -> Result<Option<Box<dyn AnyTrail + '_>>, JobError>;

    /// The game in progress at a position, the start if none is given.
    ///
    /// # Errors
    /// If the position is none.
    fn board(&self, position: Option<&str>) -> Result<Box<dyn AnyBoard + '_>, JobError>;

    /// Does a job by itself.
    ///
    /// # Errors
    /// As [`run_in`](AnyGame::run_in).
    fn run(&self, job: &Job, watcher: &mut dyn Watcher) -> Result<Report, JobError> {
        self.run_in(job, watcher, &mut Workspace::default())
    }
}
