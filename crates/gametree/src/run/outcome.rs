//! The answer of a search.

use std::fmt;
use std::time::Duration;

use super::Counts;
use crate::model::{Bounds, Value};

/// Why a search ended. Stopping early is an answer, not an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Stop {
    /// The question is answered: the bounds have met, or the value is known to lie outside the
    /// window that was asked about.
    Closed,
    /// The bounds are as near to each other as was asked for.
    Epsilon,
    /// The question is answered as far as the horizon.
    Horizon,
    /// The limit on leaves was reached.
    Leaves,
    /// The limit on nodes was reached.
    Nodes,
    /// The time was up.
    Time,
    /// The memory was full.
    Memory,
    /// Somebody asked to stop.
    Interrupted,
    /// Nothing is left to try, though the bounds have not met.
    Stalled,
    /// It has not ended: this is what was found so far.
    Running,
}

impl Stop {
    /// The word used in reports.
    pub fn name(self) -> &'static str {
        match self {
            Stop::Closed => "closed",
            Stop::Epsilon => "epsilon",
            Stop::Horizon => "horizon",
            Stop::Leaves => "leaves",
            Stop::Nodes => "nodes",
            Stop::Time => "time",
            Stop::Memory => "memory",
            Stop::Interrupted => "interrupted",
            Stop::Stalled => "stalled",
            Stop::Running => "running",
        }
    }

    /// Whether the question was answered before anything ran out.
    pub fn is_answer(self) -> bool {
        matches!(self, Stop::Closed | Stop::Epsilon | Stop::Horizon)
    }
}

/// What the bounds of an outcome rest on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Basis {
    /// The rules alone, down to the ends of the game.
    Proof,
    /// Evaluations at a horizon.
    Horizon,
    /// Keys of positions that may, though hardly ever do, coincide.
    Hash,
    /// Samples.
    Sampling,
}

impl Basis {
    /// The word used in reports.
    pub fn name(self) -> &'static str {
        match self {
            Basis::Proof => "proof",
            Basis::Horizon => "horizon",
            Basis::Hash => "hash",
            Basis::Sampling => "sampling",
        }
    }

    /// How doubtful what rests on it is, as a rank: of several, the most doubtful one is what all of them
    /// together rest on.
    pub(crate) fn doubt(self) -> u8 {
        match self {
            Basis::Proof => 0,
            Basis::Hash => 1,
            Basis::Horizon => 2,
            Basis::Sampling => 3,
        }
    }
}

/// What a search knows of its root, in the end or so far. [`Search`](super::Search) makes an [`Outcome`]
/// of it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Answer<M> {
    /// Sound bounds of the root's value, however the search ended.
    pub bounds: Bounds,
    /// The principal variation: the best moves known, both sides playing well, from the root on.
    pub pv: Vec<M>,
    /// For sampling searches, the average of the rewards: what MAX gets of all there is to get, from 0 to 1.
    pub mean: Option<f64>,
    /// For searches that estimate, the moves tried, in the order in which they were tried.
    pub moves: Vec<RootMove<M>>,
    /// The depth reached in plies, for searches that estimate by looking ahead.
    pub depth: Option<u32>,
    /// Why the algorithm gave up by itself (memory, stalled), if it did.
    pub gave_up: Option<Stop>,
    /// Whether bounds rest on keys that may coincide, which the algorithm keeps by itself.
    pub by_hashes: bool,
}

/// A move of the root and what is known of it.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// How many rollouts went through it; nought to those who do not sample.
    pub visits: u32,
    /// What it seems to be worth to MAX, from 0 to 1 (all there is to get): the average of the rewards.
    pub mean: f64,
    /// What is proven of it.
    pub bounds: Bounds,
    /// It and the best moves known after it, both sides playing well.
    pub pv: Vec<M>,
}

impl<M> Answer<M> {
    /// Bounds and nothing else.
    pub fn of(bounds: Bounds) -> Answer<M> {
        let (pv, moves) = (Vec::new(), Vec::new());
        Answer { bounds, pv, mean: None, moves, depth: None, gave_up: None, by_hashes: false }
    }
}

/// The answer of a search: sound whatever the reason for stopping.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Outcome<M> {
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
    /// After how many plies evaluations stood in; nothing if the game was played to its end.
    pub horizon: Option<u32>,
    /// How far apart the bounds were allowed to be.
    pub epsilon: f64,
    /// How far apart they may be and still count as met: nought, but in games with chance nodes,
    /// where averages are rounded outward.
    pub allowance: f64,
    /// The principal variation: the best moves known, both sides playing well, from the root on. It ends
    /// before an outcome of chance.
    pub pv: Vec<M>,
    /// The moves that a search which estimates has tried, in the order in which it did.
    pub moves: Vec<RootMove<M>>,
    /// How many plies were looked ahead, by those who do not look to the end.
    pub depth: Option<u32>,
    /// Why the search ended.
    pub stop: Stop,
    /// What it did.
    pub counts: Counts,
    /// How long it took.
    pub elapsed: Duration,
}

impl<M: Copy> Outcome<M> {
    /// The value, if it is proven; in games with chance nodes the middle of the bounds, once those
    /// are within the allowance.
    pub fn value(&self) -> Option<Value> {
        let exact = self.basis == Basis::Proof && self.bounds.width() <= self.allowance;
        exact.then(|| self.bounds.middle())
    }

    /// The best move known at the root.
    pub fn best_move(&self) -> Option<M> {
        self.pv.first().copied()
    }
}

/// What the position is worth, or seems to be: `1 (proven)`, `about 3 (8 plies ahead), [-36, 36]`.
impl<M: Copy> fmt::Display for Outcome<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.value(), self.estimate, self.mean) {
            (Some(value), ..) => return write!(f, "{value} (proven)"),
            (_, Some(value), _) => write!(f, "about {value}")?,
            (_, _, Some(mean)) => write!(f, "about {:.0} % for MAX", 100.0 * mean)?,
            _ => return write!(f, "{}", self.bounds),
        }
        if let Some(plies) = self.depth {
            write!(f, " ({plies} plies ahead)")?;
        }
        match self.basis {
            Basis::Horizon | Basis::Hash => Ok(()),
            _ => write!(f, ", {}", self.bounds),
        }
    }
}

impl<M> Outcome<M> {
    /// What a search that goes on has found so far.
    pub(crate) fn so_far(answer: Answer<M>, allowance: f64) -> Outcome<M> {
        let Answer { bounds, pv, mean, moves, depth, by_hashes, .. } = answer;
        Outcome {
            bounds,
            basis: match by_hashes {
                _ if mean.is_some() => Basis::Sampling,
                true => Basis::Hash,
                false => Basis::Proof,
            },
            estimate: None,
            mean,
            horizon: None,
            epsilon: 0.0,
            allowance,
            pv,
            moves,
            depth,
            stop: Stop::Running,
            counts: Counts::default(),
            elapsed: Duration::ZERO,
        }
    }
}

/// Every move of a position with the answer about what comes after it.
pub type PerMove<M> = Vec<(M, Outcome<M>)>;

/// Why a question cannot be answered at all.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum SearchError {
    /// A leaf contradicts the range of values that was stated.
    OutsideRange {
        /// The leaf's value.
        value: Value,
        /// The stated range.
        range: Bounds,
        /// The moves from the root to the leaf, as far as they are known: in builds with debug assertions, unless
        /// a fact or a sample told.
        path: Option<Vec<String>>,
    },
    /// A horizon was asked for, but nothing evaluates unfinished positions.
    NoEvaluation,
    /// The game has chance nodes, which this algorithm does not take.
    Chance,
    /// An answer within epsilon was asked for, which this algorithm cannot be content with.
    Epsilon,
    /// Play can go on for ever, and this algorithm would follow it.
    Endless,
    /// Chance nodes and epsilon need a range of values, and none is known.
    Unbounded,
    /// A horizon was asked for, which an algorithm that estimates does not take.
    NoHorizon,
    /// A table was asked for, but the game does not name its positions.
    NoKeys,
    /// There is no room for the smallest table, or the memory is not to be had.
    NoRoom {
        /// How much was asked for.
        bytes: usize,
        /// How much the smallest table takes.
        needed: usize,
    },
}

impl fmt::Display for SearchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SearchError::OutsideRange { value, range, path } => {
                write!(f, "a leaf is worth {value}, outside of the stated range {range}")?;
                path.as_ref().map_or(Ok(()), |path| write!(f, " (after the moves {})", path.join(" ")))
            }
            SearchError::NoEvaluation => {
                f.write_str("a horizon needs an evaluation, and this game has none")
            }
            SearchError::Chance => f.write_str("the game has chance nodes"),
            SearchError::Epsilon => f.write_str("the algorithm does not take an epsilon"),
            SearchError::Endless => f.write_str(
                "this game can go on forever, and so would the algorithm: set a depth",
            ),
            SearchError::Unbounded => f.write_str(
                "chance nodes and epsilon need a finite range of values, and none is known: state one",
            ),
            SearchError::NoHorizon => {
                f.write_str("the algorithm estimates, and takes no horizon")
            }
            SearchError::NoKeys => {
                f.write_str("a table needs keys of positions, and this game has none")
            }
            SearchError::NoRoom { bytes, needed } if bytes < needed => {
                write!(f, "{bytes} bytes are too few for a table: it needs at least {needed}")
            }
            SearchError::NoRoom { bytes, .. } => {
                write!(f, "there are not {bytes} bytes of memory left for a table")
            }
        }
    }
}

impl std::error::Error for SearchError {}

#[cfg(test)]
mod tests {
    use super::*;

    /// What crosses threads: questions' limits, answers, stores, names of algorithms.
    #[test]
    fn public_types_are_send() {
        fn send<T: Send>() {}
        send::<Outcome<u8>>();
        send::<SearchError>();
        send::<crate::run::Limits>();
        send::<crate::store::Tree>();
        send::<crate::registry::Spec>();
        send::<crate::run::Search<'static, crate::doc::Subtraction>>();
        send::<crate::Rollout<crate::policy::Random>>();
    }

    #[cfg(feature = "serde")]
    #[test]
    fn outcomes_are_data() {
        let game = crate::doc::Subtraction { stones: 5 };
        let outcome = crate::Search::bare(&game).run_plain(&mut crate::classic::AlphaBeta).unwrap();
        let data = serde_json::to_value(&outcome).unwrap();
        assert_eq!(data["bounds"], serde_json::json!([1.0, 1.0]));
        assert_eq!(data["stop"], "closed");
    }
}
