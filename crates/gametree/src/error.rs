//! Why a question has no answer.

use std::fmt;

use crate::model::{Bounds, Value};

/// Why a question cannot be answered at all.
///
/// ```
/// use gametree::exact::AlphaBeta;
/// use gametree::{Search, SearchError};
/// # use gametree::doc::Subtraction;
/// // The game has no evaluation for positions at the horizon.
/// let error = Search::new(&Subtraction { stones: 10 }).horizon(2).run(&mut AlphaBeta).unwrap_err();
/// assert_eq!(error, SearchError::NoEvaluation);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum SearchError {
    /// A leaf contradicts the stated range of values.
    OutsideRange {
        /// The leaf's value.
        value: Value,
        /// The stated range.
        range: Bounds,
        /// The moves from the root to the leaf, if known: only in builds with debug assertions, and not for
        /// values that came from facts or samples.
        path: Option<Vec<String>>,
    },
    /// A horizon was set, but the game has no evaluation.
    NoEvaluation,
    /// The game has chance nodes, which this algorithm does not support.
    Chance,
    /// An epsilon was set, which this algorithm does not support.
    Epsilon,
    /// Play can go on forever, and this algorithm would follow it.
    Endless,
    /// Chance nodes and epsilon need a range of values, and none is known.
    Unbounded,
    /// A horizon was set, which estimating algorithms do not support.
    NoHorizon,
    /// A table was requested, but the game has no position keys.
    NoKeys,
    /// The memory limit is too small for any table, or the memory could not be allocated.
    NoRoom {
        /// The bytes requested.
        bytes: usize,
        /// The bytes of the smallest table.
        needed: usize,
    },
    /// The value was proven to be at least the first and at most the second, smaller one.
    Contradiction {
        /// At least this much.
        lower: Value,
        /// At most this much.
        upper: Value,
    },
    /// A thread of the search panicked.
    Panicked {
        /// What it said.
        message: String,
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
                f.write_str(
                    "the search needs an evaluation of every unfinished position, and this game has none \
                     (Knowledge::evaluate returned None); mcts-solver does without",
                )
            }
            SearchError::Chance => f.write_str("the game has chance nodes"),
            SearchError::Epsilon => f.write_str("the algorithm does not take an epsilon"),
            SearchError::Endless => f.write_str(
                "this game can go on forever, and so would the algorithm: set a depth (algorithms that only \
                 estimate do not take one)",
            ),
            SearchError::Unbounded => f.write_str(
                "chance nodes, epsilon and sampling need a finite range of values, and none is known: state one",
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
            SearchError::Contradiction { lower, upper } => write!(
                f,
                "the rules contradict themselves: the value is at least {lower} and at most {upper} \
                 (gametree_conformance::check finds such mistakes)"
            ),
            SearchError::Panicked { message } => write!(f, "a thread has panicked: {message}"),
        }
    }
}

impl std::error::Error for SearchError {}
