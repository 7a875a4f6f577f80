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
use std::time::Duration;

pub use board::Board;
pub use catalogue::{Catalogue, Entry, GameError};
pub use clock::{Allowance, Clock, Pace};
pub use game::AnyGame;
pub use lines::position_lines;
pub use perft::Perft;
pub use player::Player;
pub use spec::{PLAYER_PARAMETERS, PlayerSpec};
pub use stepper::{AnyStepper, Step};

use crate::model::{Bounds, Kind, NotationError, Value};
use crate::proof::ProofError;
use crate::registry::Spec;
#[cfg(doc)]
use crate::run::Outcome;
use crate::run::{Ahead, Basis, Counts, Epsilon, Limits, SearchError, Stop};

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
    /// The depth of iterative deepening, in plies; `None` to play the game to its end.
    pub depth: Option<u32>,
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
        let (epsilon, facts, pv) = (Epsilon::NONE, true, true);
        let (all_moves, trace, seed, threads) = (false, false, 1, NonZero::<usize>::MIN);
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

    /// Sets the depth of iterative deepening, in plies.
    #[must_use]
    pub fn depth(self, depth: impl Into<Option<u32>>) -> Job {
        Job { depth: depth.into(), ..self }
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

/// Which compiled code runs a search.
///
/// ```
/// use gametree::Storage;
/// use gametree::job::{AnyGame, Job, Lane};
/// use gametree::registry::Spec;
/// # use gametree::doc::Subtraction;
/// let job = Job::new(Some(Spec::parse("alphabeta")?));
/// let game = AnyGame::new(Subtraction { stones: 10 });
/// assert_eq!(game.lane_of(&job, Storage::Auto), Lane::Erased);
/// let game = AnyGame::with_typed_lane(Subtraction { stones: 10 });
/// assert_eq!(game.lane_of(&job, Storage::Auto), Lane::Typed);
/// # Ok::<(), gametree::registry::SpecError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// Code compiled for this type of game alone.
    Typed,
    /// Code compiled once for games of every type.
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

/// The result of a job or of a player's search, as text.
///
/// ```
/// use gametree::job::{AnyGame, Job};
/// use gametree::{Basis, Stop};
/// # use gametree::doc::Subtraction;
/// let game = AnyGame::new(Subtraction { stones: 10 });
/// let report = game.run(&Job::new(None), &mut ())?;
/// assert_eq!(report.value(), Some(1.into()));
/// assert_eq!((report.basis, report.stop), (Basis::Proof, Stop::Closed));
/// assert_eq!(report.pv[0], "2");
/// # Ok::<(), gametree::job::JobError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Report {
    /// The algorithm that found it.
    pub algorithm: Spec,
    /// Whether its code was compiled for this game or for all games.
    pub lane: Lane,
    /// Who moves at the root; `None` if the game is over there.
    pub turn: Option<Kind>,
    /// The value lies in here.
    pub bounds: Bounds,
    /// What the bounds are based on.
    pub basis: Basis,
    /// The estimated value, if there is one and it is not proven: by evaluations at a horizon, or by
    /// hash keys that may collide.
    pub estimate: Option<Value>,
    /// MAX's average reward, from 0 to 1, if the value was sampled and is not known.
    pub mean: Option<f64>,
    /// The search that found estimate, mean, moves and depth, if not the one that found the bounds.
    pub estimated_by: Option<Spec>,
    /// How many plies the search looked ahead, if not to the end of the game.
    pub depth: Option<u32>,
    /// How a selective search looked ahead.
    pub ahead: Option<Ahead>,
    /// How far apart the bounds were allowed to be.
    pub epsilon: f64,
    /// How far apart they may be and still count as equal; see [`Outcome::allowance`].
    pub allowance: f64,
    /// The principal variation: the best moves known for both sides.
    pub pv: Vec<String>,
    /// Its first move, as the code that [`Board`] and [`Player`] use.
    pub best: Option<u32>,
    /// Every move that was searched with what is known of it, if requested; for estimating searches and
    /// [`Player::analyse`], the moves tried, the best first, at most 5,000.
    pub moves: Vec<MoveReport>,
    /// How many more moves there are: requested but not searched for want of time or nodes, or tried by an
    /// estimating search after those listed.
    pub more_moves: usize,
    /// Why the search ended.
    pub stop: Stop,
    /// The work it did.
    pub counts: Counts,
    /// How long it took.
    pub elapsed: Duration,
    /// The numbers of the leaves in the order of their evaluation, if requested.
    pub trace: Option<Vec<u64>>,
    /// The position, drawn.
    pub drawing: String,
}

impl Report {
    /// A search of fewer nodes is [hasty](Report::is_hasty): it has seen less than two plies of a game with fourteen
    /// moves.
    pub const FEW_NODES: u64 = 200;

    /// Whether the time was over before the search had seen enough to choose well: it made fewer than
    /// [`FEW_NODES`](Report::FEW_NODES), or rollouts, and proved nothing. Then the rules are slow, or there was very little time.
    ///
    /// ```
    /// use gametree::job::{AnyGame, PlayerSpec};
    /// # use gametree::doc::Subtraction;
    /// let is_hasty = |stones, player| {
    ///     let game = AnyGame::new(Subtraction { stones });
    ///     let mut player = game.player(&PlayerSpec::parse(player).unwrap(), None, 1).unwrap();
    ///     player.think(None, &mut |_| ()).unwrap().is_hasty()
    /// };
    /// // Playouts of half a million moves take longer than that.
    /// assert!(is_hasty(1_000_000, "mcts:time=1ms"));
    /// assert!(!is_hasty(10, "mcts:nodes=20"));
    /// ```
    pub fn is_hasty(&self) -> bool {
        let Counts { nodes, leaves, .. } = self.counts;
        let rollouts = self.moves.iter().map(|mv| u64::from(mv.visits)).sum();
        self.stop == Stop::Time
            && nodes.max(leaves).max(rollouts) < Report::FEW_NODES
            && self.value().is_none()
    }

    /// The single value in `bounds`, if they have closed, rounded to the digits that are known.
    pub fn settled(&self, bounds: Bounds) -> Option<Value> {
        (bounds.width() <= self.allowance).then(|| rounded(bounds, self.allowance))
    }

    /// The value of [`settled`](Report::settled), if it is proven. (Bounds kept by a sampling search are
    /// proven, though its answer as a whole is not.)
    pub fn proven(&self, bounds: Bounds) -> Option<Value> {
        self.settled(bounds).filter(|_| self.basis.has_proven_bounds())
    }

    /// The value of one of the moves, if it is proven. That of a single move may be, though those of others
    /// are estimates.
    pub fn proven_value(&self, mv: &MoveReport) -> Option<Value> {
        self.settled(mv.bounds).filter(|_| mv.basis.has_proven_bounds())
    }

    /// The value, if it is proven.
    pub fn value(&self) -> Option<Value> {
        self.proven(self.bounds)
    }
}

/// A move of the root and what is known of it.
///
/// ```
/// use gametree::job::{AnyGame, Job};
/// # use gametree::doc::Subtraction;
/// let game = AnyGame::new(Subtraction { stones: 10 });
/// let report = game.run(&Job::new(None).all_moves(true), &mut ())?;
/// let optimal = report.moves.iter().filter(|found| found.optimal);
/// assert_eq!(optimal.map(|found| found.text.as_str()).collect::<Vec<_>>(), ["2"]);
/// # Ok::<(), gametree::job::JobError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct MoveReport {
    /// The move.
    pub text: String,
    /// The value after it lies in here.
    pub bounds: Bounds,
    /// What the bounds are based on.
    pub basis: Basis,
    /// Whether it is proven to be optimal.
    pub optimal: bool,
    /// How many rollouts went through it; zero unless the search samples.
    pub visits: u32,
    /// MAX's average reward after it, from 0 to 1, in estimating searches.
    pub mean: Option<f64>,
    /// The move itself and the best moves known after it.
    pub pv: Vec<String>,
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

/// The midpoint of bounds that have met up to an allowance, rounded to the digits that are known: so that
/// zero is zero, and not a rounding error.
fn rounded(bounds: Bounds, allowance: f64) -> Value {
    let middle = bounds.middle();
    if allowance <= 0.0 {
        return middle;
    }
    let scale = 10f64.powi((-allowance.log10()).floor().clamp(0.0, 15.0) as i32);
    let rounded = (middle.get() * scale).round() / scale;
    Value::new(rounded + 0.0).filter(|&value| bounds.contains(value)).unwrap_or(middle)
}
