//! Searches as jobs: names and text in, names and text out, for games whose type need not be known.

mod auto;
mod board;
mod catalogue;
mod clock;
mod each;
mod game;
mod lines;
mod perft;
mod player;
mod run;
mod spec;
mod stepper;

use std::fmt;
use std::num::NonZero;

pub use auto::search;
pub use board::Board;
pub use catalogue::{Catalogue, Entry, GameError};
pub use clock::{Allowance, Clock, Pace};
pub use game::AnyGame;
pub use lines::position_lines;
pub use perft::Perft;
pub use player::Player;
pub use spec::{PLAYER_PARAMETERS, PlayerSpec};
pub use stepper::{AnyStepper, Step};

use crate::model::{Bounds, NotationError};
use crate::proof::ProofError;
use crate::registry::Spec;
use crate::run::{Counts, Epsilon, Limits, SearchError};

/// A search to run: which position, by which algorithm, within which limits.
///
/// ```
/// use gametree::job::{AnyGame, Job};
/// use gametree::registry::Spec;
/// use gametree::{Kind, Limits};
/// # use gametree::doc::Subtraction;
/// let game = AnyGame::new(Subtraction { stones: 10 });
/// let job = Job::new(Some(Spec::parse("alphabeta")?))
///     .position("2".to_string()) // after two stones were taken
///     .limits(Limits::none().nodes(10_000));
/// let report = game.run(&job, &mut ())?;
/// assert_eq!(report.turn, Some(Kind::Min));
/// assert_eq!(report.value(), Some(1.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Job {
    /// The position in the game's notation; `None` for the start.
    pub position: Option<String>,
    /// The algorithm; `None` to leave it to [`choose`](AnyGame::choose).
    pub algorithm: Option<Spec>,
    /// A range that contains every leaf, if the caller knows better than the game.
    pub range: Option<Bounds>,
    /// How far off the answer may be.
    pub epsilon: Epsilon,
    /// How many plies to look ahead; `None` to play the game to its end.
    pub depth: Option<u32>,
    /// Whether that depth is reached by iterative deepening.
    pub deepening: bool,
    /// Whether the game's facts are used.
    pub facts: bool,
    /// The limits of the search.
    pub limits: Limits,
    /// Whether to find the principal variation or only the best move.
    pub pv: bool,
    /// Whether to find the value of every move.
    pub all_moves: bool,
    /// Whether to record the numbers of the leaves.
    pub trace: bool,
    /// The seed of an estimate, if no algorithm is named.
    pub seed: u64,
    /// How many threads may work on it.
    pub threads: NonZero<usize>,
}

impl Job {
    /// A job that asks for the exact value of the game's start, without limits.
    pub fn new(algorithm: Option<Spec>) -> Job {
        let (position, range, depth, limits) = (None, None, None, Limits::none());
        let (epsilon, deepening, facts, pv) = (Epsilon::NONE, true, true, true);
        let (all_moves, trace, seed, threads) = (false, false, 1, NonZero::<usize>::MIN);
        Job {
            position,
            algorithm,
            range,
            epsilon,
            depth,
            deepening,
            facts,
            limits,
            pv,
            all_moves,
            trace,
            seed,
            threads,
        }
    }

    /// Sets the position; `None` is the start.
    #[must_use]
    pub fn position(self, position: impl Into<Option<String>>) -> Job {
        Job { position: position.into(), ..self }
    }

    /// Sets the algorithm.
    #[must_use]
    pub fn algorithm(self, algorithm: impl Into<Option<Spec>>) -> Job {
        Job { algorithm: algorithm.into(), ..self }
    }

    /// Sets a range that contains every leaf.
    #[must_use]
    pub fn range(self, range: impl Into<Option<Bounds>>) -> Job {
        Job { range: range.into(), ..self }
    }

    /// Sets how far off the answer may be.
    #[must_use]
    pub fn epsilon(self, epsilon: Epsilon) -> Job {
        Job { epsilon, ..self }
    }

    /// Sets how many plies to look ahead, by iterative deepening unless
    /// [`deepening`](Job::deepening) says otherwise.
    #[must_use]
    pub fn depth(self, depth: impl Into<Option<u32>>) -> Job {
        Job { depth: depth.into(), ..self }
    }

    /// Sets whether a depth is reached by iterative deepening, which is the default, or searched at
    /// once.
    #[must_use]
    pub fn deepening(self, deepening: bool) -> Job {
        Job { deepening, ..self }
    }

    /// Sets whether the game's facts are used.
    #[must_use]
    pub fn facts(self, facts: bool) -> Job {
        Job { facts, ..self }
    }

    /// Sets the limits.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Job {
        Job { limits, ..self }
    }

    /// Sets whether to find the principal variation or only the best move.
    #[must_use]
    pub fn pv(self, pv: bool) -> Job {
        Job { pv, ..self }
    }

    /// Sets whether to find the value of every move.
    #[must_use]
    pub fn all_moves(self, all_moves: bool) -> Job {
        Job { all_moves, ..self }
    }

    /// Sets the seed of an estimate, if no algorithm is named.
    #[must_use]
    pub fn seed(self, seed: u64) -> Job {
        Job { seed, ..self }
    }

    /// Sets how many threads may work on it; see [`Search::threads`](crate::Search::threads).
    #[must_use]
    pub fn threads(self, threads: NonZero<usize>) -> Job {
        Job { threads, ..self }
    }

    /// Sets whether to record the numbers of the leaves.
    #[must_use]
    pub fn trace(self, trace: bool) -> Job {
        Job { trace, ..self }
    }
}

/// Why a job cannot be run.
///
/// ```
/// use gametree::job::{AnyGame, Job, JobError};
/// # use gametree::doc::Subtraction;
/// let game = AnyGame::new(Subtraction { stones: 10 });
/// let job = Job::new(None).position("9".to_string()); // taking nine stones is not allowed
/// assert!(matches!(game.run(&job, &mut ()), Err(JobError::Position(_))));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum JobError {
    /// The text is not a position.
    Position(NotationError),
    /// The question has no answer.
    Search(SearchError),
    /// The game does not number its leaves.
    NoTrace,
    /// No certificate can be made.
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
            // These errors display themselves, so their own sources follow.
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

/// Observes a job while it runs. Every method does nothing by default.
///
/// ```
/// use gametree::job::{AnyGame, Job, Watcher};
/// use gametree::{Bounds, Counts};
/// # use gametree::doc::Subtraction;
///
/// /// Keeps the latest bounds of the root.
/// struct Latest(Bounds);
///
/// impl Watcher for Latest {
///     fn root(&mut self, bounds: Bounds, _: &Counts) {
///         self.0 = bounds;
///     }
/// }
///
/// let mut latest = Latest(Bounds::UNBOUNDED);
/// AnyGame::new(Subtraction { stones: 10 }).run(&Job::new(None), &mut latest)?;
/// assert_eq!(latest.0, Bounds::point(1.into()));
/// # Ok::<(), gametree::job::JobError>(())
/// ```
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

/// Observes nothing.
impl Watcher for () {}
