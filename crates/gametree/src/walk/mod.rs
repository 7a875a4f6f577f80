//! The only interface between an algorithm and the game: it plays moves, counts, charges the limits
//! and calls the probe.

mod budget;
mod crew;
mod door;
mod facts;
#[cfg(debug_assertions)]
mod guard;
#[cfg(not(debug_assertions))]
#[path = "no_guard.rs"]
mod guard;
mod leaf;
mod one_step;
mod question;
mod step;
mod whole;

use std::cell::Cell;
use std::time::{Duration, Instant};

use self::budget::Budget;
use self::crew::Membership;
pub use self::door::Door;
use self::guard::Guard;
pub(crate) use self::one_step::OneStep;
pub(crate) use self::question::{Question, Scope, Terms};
use crate::counts::Counts;
use crate::error::SearchError;
use crate::limits::Limits;
use crate::model::{
    Bounds, Combined, Dice, Game, Grain, Key, Kind, Knowledge, Moves, Turn, Value, allowance,
};
use crate::outcome::Stop;
use crate::probe::Probe;
use crate::threads::Solo;

/// What a walk finds at its current position.
///
/// ```
/// use gametree::Arrival;
/// use gametree::{Moves, Search};
/// # use gametree::doc::Subtraction;
/// let game = Subtraction { stones: 1 };
/// let mut search = Search::new(&game);
/// let mut walk = search.walk()?;
/// walk.step(1).expect("no limit is set"); // takes the last stone
/// assert_eq!(walk.arrive(&mut Moves::new()), Arrival::Leaf(1.into()));
/// # Ok::<(), gametree::SearchError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Arrival {
    /// A leaf with this value: the end of the game, or the horizon.
    Leaf(Value),
    /// An inner node; its moves are in the list passed in.
    Inner(Kind),
}

#[cold]
#[inline(never)]
fn no_chance() -> ! {
    panic!("a game with chance nodes must say so in DICE")
}

/// The message for a position that is not over and has no moves.
pub(crate) const NO_MOVES: &str =
    "an inner node has at least one move: `expand` says that somebody moves, and lists none";

/// A walk through a game: the current position, and how to step on from it.
///
/// An algorithm sees the game only through this. So every leaf is counted, charged to the limits,
/// checked against the range and shown to the probe exactly once, and a horizon means the same in
/// all algorithms.
///
/// ```
/// use gametree::Arrival;
/// use gametree::{Kind, Moves, Search};
/// # use gametree::doc::Subtraction;
/// let game = Subtraction { stones: 10 };
/// let mut search = Search::new(&game);
/// let mut walk = search.walk()?;
/// let mut moves = Moves::new();
/// assert_eq!(walk.arrive(&mut moves), Arrival::Inner(Kind::Max));
/// let undo = walk.step(2).expect("no limit is set");
/// assert_eq!((walk.position(), walk.ply()), (&(8, false), 1));
/// walk.back(2, undo);
/// assert_eq!(walk.counts().nodes, 1);
/// # Ok::<(), gametree::SearchError>(())
/// ```
pub struct Walk<'a, G: Game, K = (), P = ()> {
    game: &'a G,
    knowledge: &'a K,
    /// None in helpers.
    probe: Option<&'a mut P>,
    position: G::Position,
    /// How many plies below the root the walk is.
    ply: u32,
    /// The ply at which positions are evaluated.
    horizon: u32,
    range: Bounds,
    /// See [`Scope`].
    withheld: Bounds,
    /// See [`slack`](Walk::slack) and [`allowance`](Walk::allowance).
    slack: f64,
    allowance: f64,
    /// Whether the caller stated the range, and a fact that contradicts it, if any.
    claimed: bool,
    contradiction: Cell<Option<Value>>,
    facts: bool,
    terms: Terms,
    /// Whether the probe wants to see leaves.
    watched: bool,
    counts: Counts,
    budget: Budget,
    /// The other threads of the search.
    crew: Option<Membership>,
    /// See [`begin_alone`](Walk::begin_alone).
    solo: Option<Solo>,
    stop: Option<Stop>,
    fault: Option<SearchError>,
    /// See [`is_called_back`](Walk::is_called_back).
    called_back: bool,
    /// The node count when the search last started from the root.
    set_out_at: u64,
    /// See [`news_due`](Walk::news_due).
    last_news: Instant,
    /// All that was reported of the root.
    reported: Bounds,
    guard: Guard<G>,
}

/// The interval between progress reports.
const NEWS_EVERY: Duration = Duration::from_millis(100);

impl<'a, G: Game, K: Knowledge<G>> Walk<'a, G, K> {
    /// A walk without a probe, whose leaves are within `range`.
    pub(crate) fn unwatched(
        game: &'a G,
        knowledge: &'a K,
        position: &G::Position,
        range: Bounds,
        limits: Limits,
    ) -> Self {
        let scope = Scope { range, withheld: Bounds::UNBOUNDED, epsilon: 0.0 };
        let question = Question::new(game, knowledge, position.clone(), scope, Terms::PLAIN);
        Walk::new(question, None, limits)
    }
}

impl<'a, G: Game, K: Knowledge<G>, P: Probe<G>> Walk<'a, G, K, P> {
    pub(crate) fn new(
        question: Question<'a, G, K>,
        probe: Option<&'a mut P>,
        limits: Limits,
    ) -> Self {
        let Question { game, knowledge, position, scope, terms } = question;
        let Scope { range, withheld, epsilon } = scope;
        let watched = probe.as_ref().is_some_and(|probe| probe.watches_leaves());
        let (allowance, guard) = (allowance(game, range), Guard::new(&position));
        Walk {
            game,
            knowledge,
            probe,
            position,
            ply: 0,
            horizon: terms.horizon.unwrap_or(u32::MAX),
            range,
            withheld,
            slack: allowance + epsilon,
            allowance,
            claimed: terms.range.is_some(),
            contradiction: Cell::new(None),
            // With a finite horizon the question is not about the game's true values, so facts
            // about those do not apply.
            facts: terms.facts && terms.horizon.is_none() && game.states_facts(),
            terms,
            watched,
            counts: Counts::default(),
            budget: Budget::new(limits),
            crew: None,
            solo: None,
            stop: None,
            fault: None,
            called_back: false,
            set_out_at: 0,
            last_news: Instant::now(),
            reported: Bounds::UNBOUNDED,
            guard,
        }
    }

    /// The error that was found, if any.
    pub(crate) fn fault(&self) -> Option<SearchError> {
        let outside = |value| SearchError::OutsideRange { value, range: self.range, path: None };
        self.fault.clone().or_else(|| self.contradiction.get().map(outside))
    }

    /// The rules.
    pub fn game(&self) -> &'a G {
        self.game
    }

    /// The current position.
    pub fn position(&self) -> &G::Position {
        &self.position
    }

    /// The key of the current position.
    pub fn key(&self) -> Option<Key> {
        self.game.key(&self.position)
    }

    /// How many plies below the root the walk is.
    #[inline]
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// The plies left to the horizon; `None` if the game is played to its end.
    #[inline]
    pub fn horizon(&self) -> Option<u32> {
        (self.horizon != u32::MAX).then(|| self.horizon - self.ply)
    }

    /// Whether a position may repeat on a path.
    pub fn has_cycles(&self) -> bool {
        self.horizon == u32::MAX && self.game.has_cycles() && self.game.endless()
    }

    /// The range that contains every leaf.
    #[inline]
    pub fn range(&self) -> Bounds {
        self.range
    }

    /// How wide a window must be to matter: a node is *active* iff its window is wider than this. It
    /// is the error that the answer may have: epsilon plus the [`allowance`](Walk::allowance), so
    /// that bounds that are more than epsilon apart only by rounding are accepted.
    #[inline]
    pub fn slack(&self) -> f64 {
        self.slack
    }

    /// How far bounds may be apart and still count as closed: zero, except in games with chance
    /// nodes, where sums are rounded outward: there about 1e-12 of the range.
    #[inline]
    pub fn allowance(&self) -> f64 {
        self.allowance
    }

    /// Whether the principal variation is wanted, not only the best move.
    pub fn wants_pv(&self) -> bool {
        self.terms.pv
    }

    /// How many threads may work on the answer: one if somebody wants to see the leaves in order.
    pub(crate) fn threads(&self) -> usize {
        if self.watched { 1 } else { self.terms.threads.get() }
    }

    /// Who moves in the current position; `Kind::Chance` if the game is over.
    pub fn turn(&self) -> Kind {
        match self.game.judge(&self.position) {
            Turn::Inner(kind) => kind,
            Turn::Terminal(_) => Kind::Chance,
        }
    }

    /// Whether values are whole numbers.
    pub fn grain(&self) -> Grain {
        // Evaluations and averages need not have the grain of the game's own values.
        if self.horizon == u32::MAX && !self.game.has_chance() {
            self.game.values().grain
        } else {
            Grain::Real
        }
    }

    /// The work done so far.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// How long the search has taken so far.
    pub fn elapsed(&self) -> Duration {
        self.budget.elapsed()
    }

    /// How many bytes may be stored.
    pub fn memory_limit(&self) -> usize {
        self.budget.memory()
    }

    /// The nodes and leaves that are left, if they are limited.
    pub(crate) fn limits_left(&self) -> Limits {
        self.budget.limits_left(&self.counts)
    }

    /// Records the bytes and nodes stored; the peaks count.
    pub fn note_memory(&mut self, bytes: usize, nodes: usize) {
        self.counts.peak_bytes = self.counts.peak_bytes.max(bytes as u64);
        self.counts.peak_nodes = self.counts.peak_nodes.max(nodes as u64);
    }

    /// Why the search must end now, if it must.
    #[inline]
    pub fn stopped(&self) -> Option<Stop> {
        self.stop
    }

    /// Finds out what the current position is. An inner node's moves are put into `moves`; a leaf
    /// is evaluated, counted and shown to the probe. `moves` must be empty.
    #[inline(always)]
    pub fn arrive(&mut self, moves: &mut Moves<G::Move>) -> Arrival {
        moves.want_facts(self.facts);
        self.arrive_again(moves)
    }

    /// [`arrive`](Walk::arrive) with a list that was passed to it before, and so knows whether facts
    /// are used.
    #[inline(always)]
    pub(crate) fn arrive_again(&mut self, moves: &mut Moves<G::Move>) -> Arrival {
        debug_assert!(moves.is_empty() && moves.wants_facts() == self.facts);
        if self.ply >= self.horizon {
            return Arrival::Leaf(self.at_horizon());
        }
        match self.knowledge.combined().expand_in_order(self.game, &self.position, moves) {
            Turn::Terminal(value) => Arrival::Leaf(self.leaf(value)),
            Turn::Inner(kind) => {
                if moves.is_empty() {
                    self.guard.no_moves(self.game, None);
                }
                self.charge(moves.len());
                self.count_inner(kind);
                Arrival::Inner(kind)
            }
        }
    }

    /// Counts an inner node.
    #[inline(always)]
    pub(super) fn count_inner(&mut self, kind: Kind) {
        match kind {
            Kind::Max => self.counts.max_nodes += 1,
            Kind::Min => self.counts.min_nodes += 1,
            Kind::Chance if const { matches!(G::DICE, Dice::Never) } => no_chance(),
            Kind::Chance => self.counts.chance_nodes += 1,
        }
    }

    /// The moves of the current position in the order that [`arrive`](Walk::arrive) gives, without
    /// counting a visit; `None` at a leaf.
    pub fn look_around(&self, moves: &mut Moves<G::Move>) -> Option<Kind> {
        moves.clear();
        if self.ply >= self.horizon {
            return None;
        }
        match self.knowledge.combined().expand_in_order(self.game, &self.position, moves) {
            Turn::Terminal(_) => None,
            Turn::Inner(kind) => Some(kind),
        }
    }

    /// Ends the search with an error; the value returned only serves to unwind.
    #[cold]
    pub(crate) fn fail(&mut self, fault: SearchError) -> Value {
        self.fault = Some(fault);
        self.stop = Some(Stop::Stalled);
        self.budget.burn_out();
        self.range.lower
    }

    /// Counts children that were decided by what is known of them, without a step.
    #[inline]
    pub(crate) fn note_settled(&mut self, children: u64) {
        self.counts.settled += children;
    }

    /// The heuristics.
    pub(crate) fn knowledge(&self) -> &'a K {
        self.knowledge
    }

    /// Counts nodes that a search has added in a step.
    pub(crate) fn count_nodes(&mut self, nodes: u32) {
        self.counts.nodes += u64::from(nodes);
        self.budget.burn_more(nodes.saturating_sub(1));
    }

    /// Uses a range of values that need not be the stated one: rewards need a finite one.
    pub(crate) fn keep_to(&mut self, range: Bounds) {
        self.range = range;
    }

    /// Whether a progress report is due.
    pub(super) fn news_due(&mut self) -> bool {
        let now = self.budget.last_look();
        let due = now.saturating_duration_since(self.last_news) >= NEWS_EVERY;
        if due {
            self.last_news = now;
        }
        due
    }

    /// Tells the probe the bounds of the root, together with those that were reported before: a search that begins
    /// again, with helpers, need not know them yet.
    #[inline]
    pub fn report(&mut self, bounds: Bounds) {
        let counts = self.all_counts();
        if let Some(probe) = &mut self.probe {
            self.reported = self.reported.intersect(bounds).intersect(self.withheld);
            probe.root(self.reported, &counts);
        }
    }

    /// The work done, the time it took, and the limit that stopped it, if one did.
    ///
    /// # Errors
    /// If a leaf or a fact contradicts the range, or a position at the horizon has no evaluation.
    pub fn finish(self) -> Result<(Counts, Duration, Option<Stop>), SearchError> {
        match self.fault() {
            Some(fault) => Err(fault),
            None => Ok((self.final_counts()?, self.budget.elapsed(), self.stop)),
        }
    }
}
