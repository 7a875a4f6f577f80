//! The moves of an answer, and what is known of each.

use std::fmt;
use std::ops::Deref;

use super::{Basis, Outcome};
use crate::model::{Bounds, Kind};

/// A move in the notation of its game, and its [code](crate::Move::code). It compares to texts.
///
/// ```
/// use gametree::MoveText;
///
/// let mv = MoveText { code: 2, text: "c4".to_string() };
/// assert!(mv == "c4" && mv.to_string() == "c4");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveText {
    /// What [`Board`](crate::job::Board) and [`Player`](crate::job::Player) call it.
    pub code: u32,
    /// How people write it.
    pub text: String,
}

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text.fmt(f)
    }
}

impl Deref for MoveText {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl PartialEq<str> for MoveText {
    fn eq(&self, other: &str) -> bool {
        self.text == other
    }
}

impl PartialEq<&str> for MoveText {
    fn eq(&self, other: &&str) -> bool {
        self.text == *other
    }
}

impl PartialEq<String> for MoveText {
    fn eq(&self, other: &String) -> bool {
        self.text == *other
    }
}

/// A move of the root and what is known of it.
///
/// ```
/// use gametree::registry::Spec;
/// use gametree::{Limits, Search};
/// # use gametree::doc::Subtraction;
/// let game = Subtraction { stones: 10 };
/// let mcts = Spec::parse("mcts").unwrap();
/// let outcome = Search::new(&game).limits(Limits::none().nodes(100)).run_named(&mcts)?;
/// assert_eq!(outcome.moves.len(), 3);
/// for tried in &outcome.moves {
///     let mean = tried.mean.expect("it was sampled");
///     println!("{}: {} visits, mean {mean}", tried.mv, tried.visits);
///     assert!(tried.visits > 0 && (0.0..=1.0).contains(&mean));
/// }
/// # Ok::<(), gametree::SearchError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RootMove<M = MoveText> {
    /// The move.
    pub mv: M,
    /// The value after it lies in here.
    pub bounds: Bounds,
    /// What the bounds are based on.
    pub basis: Basis,
    /// Whether it is proven to be as good as any.
    pub optimal: bool,
    /// How many rollouts went through it; zero unless the search samples.
    pub visits: u32,
    /// MAX's average reward after it, from 0 to 1, in estimating searches.
    pub mean: Option<f64>,
    /// The move itself and the best moves known after it.
    pub pv: Vec<M>,
}

impl<M: Clone> RootMove<M> {
    /// A move of which nothing but these bounds is known.
    pub(crate) fn of(mv: M, bounds: Bounds) -> RootMove<M> {
        let (basis, optimal, visits, mean) = (Basis::Proof, false, 0, None);
        RootMove { pv: vec![mv.clone()], mv, bounds, basis, optimal, visits, mean }
    }
}

/// Every move of a position with the outcome of the search after it.
///
/// ```
/// use gametree::Search;
/// use gametree::exact::AlphaBeta;
/// use gametree::PerMove;
/// # use gametree::doc::Subtraction;
/// let game = Subtraction { stones: 10 };
/// let all: PerMove<u32> = Search::new(&game).run_all(|child| child.run(&mut AlphaBeta))?;
/// let best = all.iter().max_by_key(|(_, found)| found.bounds.lower);
/// assert_eq!(best.map(|(mv, _)| *mv), Some(2));
/// # Ok::<(), gametree::SearchError>(())
/// ```
pub type PerMove<M> = Vec<(M, Outcome<M>)>;

/// Whether a move with these bounds is as good as any: what it assures is all that a position with these bounds can
/// be worth, within the allowance, and nothing proves another one better.
pub(crate) fn is_optimal(kind: Kind, bounds: Bounds, child: Bounds, allowance: f64) -> bool {
    match kind {
        Kind::Max => {
            let assured = Bounds { lower: child.lower, ..bounds }.width() <= allowance;
            assured && child.upper >= bounds.lower
        }
        Kind::Min => {
            let assured = Bounds { upper: child.upper, ..bounds }.width() <= allowance;
            assured && child.lower <= bounds.upper
        }
        Kind::Chance => false,
    }
}
