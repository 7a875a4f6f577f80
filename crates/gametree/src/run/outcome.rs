//! The answer of a search.

use std::fmt;
use std::time::Duration;

use super::Counts;
use crate::model::{Bounds, Kind, Value};

/// Why a search ended. Stopping early is an answer, not an error.
///
/// ```
/// use gametree::classic::AlphaBeta;
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
/// use gametree::classic::AlphaBeta;
/// use gametree::mcts::Settings;
/// use gametree::sampler::Sampler;
/// use gametree::{Basis, Limits, Search};
/// # use gametree::doc::Subtraction;
/// let game = Subtraction { stones: 10 };
/// let outcome = Search::new(&game).run(&mut AlphaBeta)?;
/// assert_eq!(outcome.basis, Basis::Proof);
///
/// let mut mcts = Sampler::Mcts(Settings::default());
/// let outcome = Search::new(&game).limits(Limits::none().nodes(100)).run(&mut mcts)?;
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

/// What a search knows of its root, at the end or so far. [`Search`](super::Search) turns it into an
/// [`Outcome`].
///
/// ```
/// use gametree::Bounds;
/// use gametree::run::Answer;
///
/// let answer: Answer<u32> = Answer::of(Bounds::point(1.into()));
/// assert!(answer.bounds.is_closed() && answer.pv.is_empty());
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Answer<M> {
    /// Sound bounds of the root's value, however the search ended.
    pub bounds: Bounds,
    /// The principal variation: the best moves known for both sides, from the root on.
    pub pv: Vec<M>,
    /// For sampling searches, MAX's average reward, from 0 to 1.
    pub mean: Option<f64>,
    /// For estimating searches, the moves tried, in the order in which they were tried.
    pub moves: Vec<RootMove<M>>,
    /// The depth reached in plies, for searches that estimate by looking ahead.
    pub depth: Option<u32>,
    /// How a selective search looked ahead.
    pub ahead: Option<Ahead>,
    /// Why the algorithm gave up by itself (memory, stalled), if it did.
    pub gave_up: Option<Stop>,
    /// Whether bounds rest on keys that may coincide, which the algorithm keeps by itself.
    pub by_hashes: bool,
}

/// How a selective search looked ahead.
///
/// ```
/// use gametree::run::Ahead;
///
/// let ahead = Ahead::default();
/// assert!(ahead.ends_in.is_empty());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Ahead {
    /// The deepest ply that it looked at.
    pub deepest: u32,
    /// How much of its table this search uses, in thousandths.
    pub table_used: u32,
    /// For each move of the answer, after how many plies the best or the worst end of the game is expected,
    /// if one is.
    pub ends_in: Vec<Option<u32>>,
}

/// A move of the root and what is known of it.
///
/// ```
/// use gametree::mcts::Settings;
/// use gametree::sampler::Sampler;
/// use gametree::{Limits, Search};
/// # use gametree::doc::Subtraction;
/// let game = Subtraction { stones: 10 };
/// let mut mcts = Sampler::Mcts(Settings::default());
/// let outcome = Search::new(&game).limits(Limits::none().nodes(100)).run(&mut mcts)?;
/// assert_eq!(outcome.moves.len(), 3);
/// for tried in &outcome.moves {
///     println!("{}: {} visits, mean {}", tried.mv, tried.visits, tried.mean);
///     assert!(tried.visits > 0 && (0.0..=1.0).contains(&tried.mean));
/// }
/// # Ok::<(), gametree::SearchError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// How many rollouts went through it; zero unless the search samples.
    pub visits: u32,
    /// MAX's average reward after it, from 0 to 1.
    pub mean: f64,
    /// The proven bounds of its value.
    pub bounds: Bounds,
    /// The move itself and the best moves known after it.
    pub pv: Vec<M>,
}

impl<M> Answer<M> {
    /// An answer with bounds and nothing else.
    pub fn of(bounds: Bounds) -> Answer<M> {
        let (pv, moves) = (Vec::new(), Vec::new());
        let (ahead, gave_up) = (None, None);
        Answer { bounds, pv, mean: None, moves, depth: None, ahead, gave_up, by_hashes: false }
    }

    /// The same, with what an earlier search of the question has found: no bound is lost, and the variation is that of
    /// the search which assures the most to the player who moves.
    pub(crate) fn after(mut self, earlier: Answer<M>, turn: Kind) -> Answer<M> {
        if turn != Kind::Chance {
            let assured = |found: &Answer<M>| found.bounds.merit(turn).0;
            let (now, before) = (assured(&self), assured(&earlier));
            if before > now || before == now && self.pv.is_empty() {
                self.pv = earlier.pv;
            }
        }
        self.bounds = self.bounds.intersect(earlier.bounds);
        self.by_hashes |= earlier.by_hashes;
        self
    }
}

/// The answer of a search, sound whatever the reason for stopping.
///
/// ```
/// use gametree::classic::AlphaBeta;
/// use gametree::{Search, Stop};
/// # use gametree::doc::Subtraction;
/// let outcome = Search::new(&Subtraction { stones: 10 }).run(&mut AlphaBeta)?;
/// assert_eq!(outcome.value(), Some(1.into()));
/// assert_eq!(outcome.best_move(), Some(2)); // leaves a multiple of four
/// assert_eq!(outcome.pv.first(), Some(&2));
/// assert_eq!(outcome.stop, Stop::Closed);
/// assert_eq!(outcome.to_string(), "1 (proven)");
/// # Ok::<(), gametree::SearchError>(())
/// ```
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Outcome<M> {
    /// The value lies in here.
    pub bounds: Bounds,
    /// What the bounds are based on.
    pub basis: Basis,
    /// The estimated value, if there is one and it is not proven: by evaluations at a horizon, or by
    /// hash keys that may collide.
    pub estimate: Option<Value>,
    /// MAX's average reward, from 0 to 1, if the value was sampled and is not known.
    pub mean: Option<f64>,
    /// The horizon in plies, where positions were evaluated; `None` if the game was played to its
    /// end.
    pub horizon: Option<u32>,
    /// How far apart the bounds were allowed to be.
    pub epsilon: f64,
    /// How far apart they may be and still count as equal: zero, except in games with chance nodes,
    /// where averages are rounded outward.
    pub allowance: f64,
    /// The principal variation: the best moves known, both sides playing well, from the root on. It ends
    /// at the first chance node.
    pub pv: Vec<M>,
    /// The moves that an estimating search has tried, in that order.
    pub moves: Vec<RootMove<M>>,
    /// How many plies the search looked ahead, if not to the end of the game.
    pub depth: Option<u32>,
    /// How a selective search looked ahead.
    pub ahead: Option<Ahead>,
    /// Why the search ended.
    pub stop: Stop,
    /// The work it did.
    pub counts: Counts,
    /// How long it took.
    pub elapsed: Duration,
}

impl<M: Copy> Outcome<M> {
    /// The value, if it is proven. In games with chance nodes this is the midpoint of the bounds,
    /// once they are within the allowance.
    pub fn value(&self) -> Option<Value> {
        let exact = self.basis == Basis::Proof && self.bounds.width() <= self.allowance;
        exact.then(|| self.bounds.middle())
    }

    /// The best move known at the root.
    pub fn best_move(&self) -> Option<M> {
        self.pv.first().copied()
    }
}

/// The value or its estimate: `1 (proven)`, `about 3 (8 plies ahead), [-36, 36]`.
impl<M: Copy> fmt::Display for Outcome<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.value(), self.estimate, self.mean) {
            (Some(value), ..) => return write!(f, "{value} (proven)"),
            (_, Some(value), _) => {
                write!(f, "about {}", (1000.0 * value.get()).round() / 1000.0)?;
            }
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
    /// The same outcome with moves of another type.
    ///
    /// ```
    /// use gametree::{Search, classic::AlphaBeta};
    /// # use gametree::doc::Subtraction;
    /// let outcome = Search::new(&Subtraction { stones: 10 }).run(&mut AlphaBeta)?;
    /// assert_eq!(outcome.map_moves(|taken| taken as u8).best_move(), Some(2_u8));
    /// # Ok::<(), gametree::SearchError>(())
    /// ```
    pub fn map_moves<N>(self, map: impl Fn(M) -> N) -> Outcome<N> {
        let line = |pv: Vec<M>| pv.into_iter().map(&map).collect();
        let tried = |RootMove { mv, visits, mean, bounds, pv }| RootMove {
            mv: map(mv),
            visits,
            mean,
            bounds,
            pv: line(pv),
        };
        Outcome {
            bounds: self.bounds,
            basis: self.basis,
            estimate: self.estimate,
            mean: self.mean,
            horizon: self.horizon,
            epsilon: self.epsilon,
            allowance: self.allowance,
            moves: self.moves.into_iter().map(tried).collect(),
            pv: line(self.pv),
            depth: self.depth,
            ahead: self.ahead,
            stop: self.stop,
            counts: self.counts,
            elapsed: self.elapsed,
        }
    }

    /// What a running search has found so far.
    pub(crate) fn so_far(answer: Answer<M>, allowance: f64) -> Outcome<M> {
        let Answer { bounds, pv, mean, moves, depth, ahead, by_hashes, .. } = answer;
        Outcome {
            bounds,
            basis: match by_hashes {
                true => Basis::Hash,
                false if ahead.is_some() => Basis::Selective,
                false if mean.is_some() => Basis::Sampling,
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
            ahead,
            stop: Stop::Running,
            counts: Counts::default(),
            elapsed: Duration::ZERO,
        }
    }
}

/// Every move of a position with the outcome of the search after it.
///
/// ```
/// use gametree::Search;
/// use gametree::classic::AlphaBeta;
/// use gametree::run::PerMove;
/// # use gametree::doc::Subtraction;
/// let game = Subtraction { stones: 10 };
/// let all: PerMove<u32> = Search::new(&game).run_all(|child| child.run(&mut AlphaBeta))?;
/// let best = all.iter().max_by_key(|(_, found)| found.bounds.lower);
/// assert_eq!(best.map(|(mv, _)| *mv), Some(2));
/// # Ok::<(), gametree::SearchError>(())
/// ```
pub type PerMove<M> = Vec<(M, Outcome<M>)>;

#[cfg(test)]
mod tests {
    use super::*;

    /// Types that cross threads: limits, answers, stores, specs of algorithms.
    #[test]
    fn public_types_are_send() {
        fn send<T: Send>() {}
        send::<Outcome<u8>>();
        send::<crate::SearchError>();
        send::<crate::run::Limits>();
        send::<crate::store::Tree>();
        send::<crate::registry::Spec>();
        send::<crate::run::Search<'static, crate::doc::Subtraction>>();
        send::<crate::Rollout<crate::policy::Random>>();
    }

    #[test]
    fn a_search_that_begins_again_loses_neither_bounds_nor_the_move_that_assures_them() {
        let found = |lower: f64, upper: f64, mv: Option<u8>| Answer {
            pv: mv.into_iter().collect(),
            ..Answer::of(Bounds::between(lower, upper))
        };
        let joined = |now: Answer<u8>, before: Answer<u8>, turn| {
            let Answer { bounds, pv, .. } = now.after(before, turn);
            (bounds.lower.get(), bounds.upper.get(), pv)
        };
        let before = || found(3.0, 8.0, Some(1));
        assert_eq!(joined(found(2.0, 6.0, Some(2)), before(), Kind::Max), (3.0, 6.0, vec![1]));
        assert_eq!(joined(found(4.0, 9.0, Some(2)), before(), Kind::Max), (4.0, 8.0, vec![2]));
        assert_eq!(joined(found(2.0, 6.0, Some(2)), before(), Kind::Min), (3.0, 6.0, vec![2]));
        assert_eq!(joined(found(3.0, 9.0, None), before(), Kind::Max), (3.0, 8.0, vec![1]));
        assert_eq!(joined(found(4.0, 4.0, None), before(), Kind::Max), (4.0, 4.0, vec![]));
        assert_eq!(joined(found(2.0, 6.0, None), before(), Kind::Chance), (3.0, 6.0, vec![]));
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
