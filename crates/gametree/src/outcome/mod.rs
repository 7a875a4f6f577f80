//! The answer of a search.

#[cfg(feature = "serde")]
mod data;
mod lane;
mod merge;
mod moves;
mod stop;
mod text;

use std::time::Duration;

pub use self::lane::Lane;
pub(crate) use self::moves::is_optimal;
pub use self::moves::{MoveText, PerMove, RootMove};
pub use self::stop::{Basis, Stop};
use crate::counts::Counts;
use crate::model::{Bounds, Kind, Value};

/// What a search has found out about a position, at its end or so far; sound whatever the reason for stopping.
///
/// Every search has this answer. Its moves are those of the game or, if it was asked for by names and text, a
/// [`MoveText`] each.
///
/// ```
/// use gametree::exact::AlphaBeta;
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
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Outcome<M = MoveText> {
    /// The algorithm that found the bounds, if it was asked for by name.
    pub algorithm: String,
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
    pub estimated_by: Option<String>,
    /// How many plies the search looked ahead, if not to the end of the game.
    pub depth: Option<u32>,
    /// How a selective search looked ahead.
    pub ahead: Option<Ahead>,
    /// How far apart the bounds were allowed to be.
    pub epsilon: f64,
    /// How far apart they may be and still count as equal: zero, except in games with chance nodes,
    /// where averages are rounded outward.
    pub allowance: f64,
    /// The principal variation: the best moves known, both sides playing well, from the root on. It ends
    /// at the first chance node.
    pub pv: Vec<M>,
    /// Every move with what is known of it, if that was asked for; of an estimating search the moves that it has tried.
    /// In text form the best comes first, and a list that was not asked for ends after 5,000.
    pub moves: Vec<RootMove<M>>,
    /// How many more moves there are: asked for but not searched for want of time or nodes, or tried by an
    /// estimating search after those listed.
    pub more_moves: usize,
    /// Why the search ended.
    pub stop: Stop,
    /// The work it did.
    pub counts: Counts,
    /// How long it took.
    pub elapsed: Duration,
    /// The numbers of the leaves in the order of their evaluation, if that was asked for.
    pub trace: Option<Vec<u64>>,
}

/// How a selective search looked ahead.
///
/// ```
/// use gametree::Ahead;
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

impl<M> Outcome<M> {
    /// What an algorithm answers that knows these bounds and nothing else. What it does not say (why it ended, what that
    /// took) [`Search`](crate::Search) adds.
    ///
    /// ```
    /// use gametree::{Bounds, Outcome};
    ///
    /// let answer: Outcome<u32> = Outcome::of(Bounds::point(1.into()));
    /// assert!(answer.bounds.is_closed() && answer.pv.is_empty());
    /// ```
    pub fn of(bounds: Bounds) -> Outcome<M> {
        Outcome {
            algorithm: String::new(),
            lane: Lane::Erased,
            turn: None,
            bounds,
            basis: Basis::Proof,
            estimate: None,
            mean: None,
            estimated_by: None,
            depth: None,
            ahead: None,
            epsilon: 0.0,
            allowance: 0.0,
            pv: Vec::new(),
            moves: Vec::new(),
            more_moves: 0,
            stop: Stop::Running,
            counts: Counts::default(),
            elapsed: Duration::ZERO,
            trace: None,
        }
    }

    /// A search of fewer nodes is [hasty](Outcome::is_hasty): it has seen less than two plies of a game with fourteen
    /// moves.
    pub const FEW_NODES: u64 = 200;

    /// Whether the time was over before the search had seen enough to choose well: it made fewer than
    /// [`FEW_NODES`](Outcome::FEW_NODES), or rollouts, and proved nothing. Then the rules are slow, or there was very
    /// little time.
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
            && nodes.max(leaves).max(rollouts) < Self::FEW_NODES
            && self.value().is_none()
    }

    /// The single value in `bounds`, if they have closed, rounded to the digits that are known.
    pub fn settled(&self, bounds: Bounds) -> Option<Value> {
        (bounds.width() <= self.allowance).then(|| rounded(bounds, self.allowance))
    }

    /// The single value in `bounds`, of the root or of a move, if they have closed and are proven.
    pub fn proven(&self, bounds: Bounds) -> Option<Value> {
        self.settled(bounds).filter(|_| self.basis.has_proven_bounds())
    }

    /// The value, if it is proven. In games with chance nodes this is the midpoint of the bounds, once they are within
    /// the allowance, rounded to the digits that are known. (Bounds kept by a sampling search are proven, though its
    /// answer as a whole is not.)
    pub fn value(&self) -> Option<Value> {
        self.proven(self.bounds)
    }

    /// The value of one of the moves, if it is proven. That of a single move may be, though those of others
    /// are estimates.
    pub fn value_of(&self, mv: &RootMove<M>) -> Option<Value> {
        self.settled(mv.bounds).filter(|_| mv.basis.has_proven_bounds())
    }
}

impl<M: Clone> Outcome<M> {
    /// The best move known at the root.
    pub fn best_move(&self) -> Option<M> {
        self.pv.first().cloned()
    }
}

/// The midpoint of bounds that have met up to an allowance, rounded to the digits that are known: so that
/// zero is zero, and not a rounding error.
pub(crate) fn rounded(bounds: Bounds, allowance: f64) -> Value {
    let middle = bounds.middle();
    if allowance <= 0.0 {
        return middle;
    }
    let scale = 10f64.powi((-allowance.log10()).floor().clamp(0.0, 15.0) as i32);
    let rounded = (middle.get() * scale).round() / scale;
    Value::new(rounded + 0.0).filter(|&value| bounds.contains(value)).unwrap_or(middle)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Types that cross threads: limits, answers, stores, specs of algorithms.
    #[test]
    fn public_types_are_send() {
        fn send<T: Send>() {}
        send::<Outcome<u8>>();
        send::<crate::SearchError>();
        send::<crate::Limits>();
        send::<crate::store::Tree>();
        send::<crate::registry::Spec>();
        send::<crate::Search<'static, crate::doc::Subtraction>>();
        send::<crate::Rollout<crate::policy::Random>>();
    }

    #[cfg(feature = "serde")]
    #[test]
    fn outcomes_are_data() {
        let game = crate::doc::Subtraction { stones: 5 };
        let outcome = crate::Search::bare(&game).plain().run(&mut crate::exact::AlphaBeta).unwrap();
        let data = serde_json::to_value(&outcome).unwrap();
        assert_eq!((&data["lower"], &data["upper"]), (&1.into(), &1.into()));
        assert_eq!(data["stop"], "closed");
    }
}
