//! Why a search ended, and what its answer rests on.

/// Why a search ended. Stopping early is an answer, not an error.
///
/// ```
/// use gametree::exact::AlphaBeta;
/// use gametree::{Limits, Search, Stop};
/// # use gametree::doc::Subtraction;
/// let game = Subtraction { stones: 10 };
/// let outcome = Search::new(&game).run(&mut AlphaBeta)?;
/// assert_eq!(outcome.stop, Stop::Closed);
///
/// let outcome = Search::new(&game).limits(Limits::none().leaves(1)).run(&mut AlphaBeta)?;
/// assert_eq!(outcome.stop, Stop::Leaves);
/// assert!(!outcome.stop.is_answer());
/// # Ok::<(), gametree::SearchError>(())
/// ```
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
    /// The stop flag was set.
    Interrupted,
    /// Nothing is left to try, though the bounds have not met.
    Stalled,
    /// The search has not ended: this is what it has found so far.
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

    /// Whether the question was answered before any limit was reached.
    pub fn is_answer(self) -> bool {
        matches!(self, Stop::Closed | Stop::Epsilon | Stop::Horizon)
    }
}

/// What the bounds of an outcome are based on.
///
/// ```
/// use gametree::exact::AlphaBeta;
/// use gametree::registry::Spec;
/// use gametree::{Basis, Limits, Search};
/// # use gametree::doc::Subtraction;
/// let game = Subtraction { stones: 10 };
/// let outcome = Search::new(&game).run(&mut AlphaBeta)?;
/// assert_eq!(outcome.basis, Basis::Proof);
///
/// let mcts = Spec::parse("mcts").unwrap();
/// let outcome = Search::new(&game).limits(Limits::none().nodes(100)).run_named(&mcts)?;
/// assert_eq!(outcome.basis, Basis::Sampling);
/// # Ok::<(), gametree::SearchError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Basis {
    /// The rules alone, down to the ends of the game.
    Proof,
    /// Evaluations at a horizon.
    Horizon,
    /// Hash keys, which may collide, though they hardly ever do.
    Hash,
    /// A selective search, which leaves moves out that it thinks do not matter.
    Selective,
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
            Basis::Selective => "selective",
            Basis::Sampling => "sampling",
        }
    }

    /// Whether the bounds of such an outcome are proven, however its estimate was made.
    pub(crate) fn has_proven_bounds(self) -> bool {
        matches!(self, Basis::Proof | Basis::Sampling)
    }

    /// How doubtful it is, as a rank: several results together are only as reliable as the most doubtful
    /// one.
    pub(crate) fn doubt(self) -> u8 {
        match self {
            Basis::Proof => 0,
            Basis::Hash => 1,
            Basis::Horizon => 2,
            Basis::Selective => 3,
            Basis::Sampling => 4,
        }
    }
}
