//! The answer of a search.

use std::any::type_name;
use std::fmt;
use std::ops::Deref;
use std::time::Duration;

use super::Counts;
use crate::model::erased::Erased;
use crate::model::{Bounds, Kind, Value};

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

/// Which compiled code runs a search.
///
/// ```
/// use gametree::Storage;
/// use gametree::job::{AnyGame, Job};
/// use gametree::registry::Spec;
/// use gametree::run::Lane;
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
    /// The lane of a search that is compiled for this type of game.
    pub(crate) fn of<G>() -> Lane {
        // Games of users need not be `'static`, as a `TypeId` demands.
        let erased = type_name::<G>() == type_name::<Erased>();
        if erased { Lane::Erased } else { Lane::Typed }
    }

    /// The word used in reports.
    pub fn name(self) -> &'static str {
        match self {
            Lane::Typed => "typed",
            Lane::Erased => "erased",
        }
    }
}

/// A move in the notation of its game, and its [code](crate::Move::code). It compares to texts.
///
/// ```
/// use gametree::run::MoveText;
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
/// use gametree::mcts::Settings;
/// use gametree::sampler::Sampler;
/// use gametree::{Limits, Search};
/// # use gametree::doc::Subtraction;
/// let game = Subtraction { stones: 10 };
/// let mut mcts = Sampler::Mcts(Settings::default());
/// let outcome = Search::new(&game).limits(Limits::none().nodes(100)).run(&mut mcts)?;
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

impl<M> Outcome<M> {
    /// What an algorithm answers that knows these bounds and nothing else. What it does not say (why it ended, what that
    /// took) [`Search`](super::Search) adds.
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

    /// The answer with what an earlier search of the question has found: no bound is lost, and the variation is that of
    /// the search which assures the most to the player who moves.
    pub(crate) fn after(mut self, earlier: Outcome<M>, turn: Kind) -> Outcome<M> {
        if turn != Kind::Chance {
            let assured = |found: &Outcome<M>| found.bounds.merit(turn).0;
            let (now, before) = (assured(&self), assured(&earlier));
            if before > now || before == now && self.pv.is_empty() {
                self.pv = earlier.pv;
            }
        }
        self.bounds = self.bounds.intersect(earlier.bounds);
        if earlier.basis == Basis::Hash {
            self.basis = Basis::Hash;
        }
        self
    }

    /// The answer with moves of another type.
    ///
    /// ```
    /// use gametree::{Search, exact::AlphaBeta};
    /// # use gametree::doc::Subtraction;
    /// let outcome = Search::new(&Subtraction { stones: 10 }).run(&mut AlphaBeta)?;
    /// assert_eq!(outcome.map_moves(|taken| taken as u8).best_move(), Some(2_u8));
    /// # Ok::<(), gametree::SearchError>(())
    /// ```
    pub fn map_moves<N: Clone>(self, map: impl Fn(M) -> N) -> Outcome<N> {
        self.map_lines(|pv| pv.into_iter().map(&map).collect())
    }

    /// The answer with other variations in place of its own: that of the root, and those of its moves, each of which
    /// begins with its move.
    pub(crate) fn map_lines<N: Clone>(self, line: impl Fn(Vec<M>) -> Vec<N>) -> Outcome<N> {
        let each = |found: RootMove<M>| {
            let pv = line(found.pv);
            let RootMove { bounds, basis, optimal, visits, mean, .. } = found;
            RootMove { mv: pv[0].clone(), bounds, basis, optimal, visits, mean, pv }
        };
        Outcome {
            algorithm: self.algorithm,
            lane: self.lane,
            turn: self.turn,
            bounds: self.bounds,
            basis: self.basis,
            estimate: self.estimate,
            mean: self.mean,
            estimated_by: self.estimated_by,
            depth: self.depth,
            ahead: self.ahead,
            epsilon: self.epsilon,
            allowance: self.allowance,
            moves: self.moves.into_iter().map(each).collect(),
            pv: line(self.pv),
            more_moves: self.more_moves,
            stop: self.stop,
            counts: self.counts,
            elapsed: self.elapsed,
            trace: self.trace,
        }
    }

    /// The answer of a search over a store that identifies positions `by_hashes`, or not.
    pub(crate) fn resting_on(self, by_hashes: bool) -> Outcome<M> {
        let basis = if by_hashes { Basis::Hash } else { self.basis };
        Outcome { basis, ..self }
    }

    /// What a running search has found so far.
    pub(crate) fn so_far(self, allowance: f64) -> Outcome<M> {
        let basis = match self.basis {
            Basis::Hash => Basis::Hash,
            _ if self.ahead.is_some() => Basis::Selective,
            _ if self.mean.is_some() => Basis::Sampling,
            _ => Basis::Proof,
        };
        Outcome { basis, allowance, stop: Stop::Running, ..self }
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

/// The value or its estimate: `1 (proven)`, `about 3 (8 plies ahead), [-36, 36]`.
impl<M> fmt::Display for Outcome<M> {
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

/// Answers as data: the one form of them, for the command, for Python, and for whoever stores them.
#[cfg(feature = "serde")]
mod data {
    use serde::ser::{Serialize, SerializeMap, Serializer};

    use super::{MoveText, Outcome, RootMove};
    use crate::model::{Bounds, Kind, Value};

    /// A number: whole ones without a decimal point, infinite ones as nothing.
    struct Number(Value);

    impl Serialize for Number {
        fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
            let number = self.0.get();
            let whole = number as i64;
            match () {
                () if !number.is_finite() => to.serialize_none(),
                () if whole as f64 == number && whole.unsigned_abs() <= 1 << 53 => {
                    to.serialize_i64(whole)
                }
                () => to.serialize_f64(number),
            }
        }
    }

    impl Serialize for MoveText {
        fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
            to.serialize_str(&self.text)
        }
    }

    fn mover(kind: Kind) -> &'static str {
        match kind {
            Kind::Max => "max",
            Kind::Min => "min",
            Kind::Chance => "chance",
        }
    }

    fn ends<M: SerializeMap>(map: &mut M, Bounds { lower, upper }: Bounds) -> Result<(), M::Error> {
        map.serialize_entry("lower", &Number(lower))?;
        map.serialize_entry("upper", &Number(upper))
    }

    impl<M: Serialize> Serialize for Outcome<M> {
        fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
            let mut map = to.serialize_map(None)?;
            map.serialize_entry("algorithm", &self.algorithm)?;
            map.serialize_entry("lane", self.lane.name())?;
            map.serialize_entry("turn", &self.turn.map(mover))?;
            ends(&mut map, self.bounds)?;
            map.serialize_entry("basis", self.basis.name())?;
            map.serialize_entry("epsilon", &self.epsilon)?;
            let gap = self.bounds.width();
            map.serialize_entry("gap", &gap.is_finite().then_some(gap))?;
            map.serialize_entry("allowance", &self.allowance)?;
            map.serialize_entry("exact", &self.value().is_some())?;
            map.serialize_entry("value", &self.value().map(Number))?;
            map.serialize_entry("estimate", &self.estimate.map(Number))?;
            map.serialize_entry("mean", &self.mean)?;
            if let Some(by) = &self.estimated_by {
                map.serialize_entry("estimated_by", by)?;
            }
            map.serialize_entry("depth", &self.depth)?;
            map.serialize_entry("move", &self.pv.first())?;
            map.serialize_entry("pv", &self.pv)?;
            let moves: Vec<Listed<'_, M>> =
                self.moves.iter().map(|found| Listed { all: self, found }).collect();
            map.serialize_entry("moves", &moves)?;
            if self.more_moves > 0 {
                map.serialize_entry("more_moves", &self.more_moves)?;
            }
            let counts = &self.counts;
            map.serialize_entry("leaves", &counts.leaves)?;
            map.serialize_entry("nodes", &counts.nodes)?;
            map.serialize_entry("settled", &counts.settled)?;
            map.serialize_entry("max_nodes", &counts.max_nodes)?;
            map.serialize_entry("min_nodes", &counts.min_nodes)?;
            map.serialize_entry("chance_nodes", &counts.chance_nodes)?;
            map.serialize_entry("seconds", &self.elapsed.as_secs_f64())?;
            map.serialize_entry("stop", self.stop.name())?;
            map.serialize_entry("threads", &(1 + counts.helpers))?;
            map.serialize_entry("peak_bytes", &counts.peak_bytes)?;
            map.serialize_entry("peak_nodes", &counts.peak_nodes)?;
            if let Some(trace) = &self.trace {
                map.serialize_entry("trace", trace)?;
            }
            map.end()
        }
    }

    /// A move of the root, whose value depends on what the whole answer rests on.
    struct Listed<'a, M> {
        all: &'a Outcome<M>,
        found: &'a RootMove<M>,
    }

    impl<M: Serialize> Serialize for Listed<'_, M> {
        fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
            let Listed { all, found } = self;
            let mut map = to.serialize_map(None)?;
            map.serialize_entry("move", &found.mv)?;
            ends(&mut map, found.bounds)?;
            map.serialize_entry("value", &all.value_of(found).map(Number))?;
            map.serialize_entry("basis", found.basis.name())?;
            map.serialize_entry("optimal", &found.optimal)?;
            map.serialize_entry("visits", &found.visits)?;
            map.serialize_entry("mean", &found.mean)?;
            map.serialize_entry("pv", &found.pv)?;
            map.end()
        }
    }
}

/// Every move of a position with the outcome of the search after it.
///
/// ```
/// use gametree::Search;
/// use gametree::exact::AlphaBeta;
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
        let found = |lower: f64, upper: f64, mv: Option<u8>| Outcome {
            pv: mv.into_iter().collect(),
            ..Outcome::of(Bounds::between(lower, upper))
        };
        let joined = |now: Outcome<u8>, before: Outcome<u8>, turn| {
            let Outcome { bounds, pv, .. } = now.after(before, turn);
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
        let outcome = crate::Search::bare(&game).plain().run(&mut crate::exact::AlphaBeta).unwrap();
        let data = serde_json::to_value(&outcome).unwrap();
        assert_eq!((&data["lower"], &data["upper"]), (&1.into(), &1.into()));
        assert_eq!(data["stop"], "closed");
    }
}
