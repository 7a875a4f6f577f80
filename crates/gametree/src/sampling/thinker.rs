//! Somebody who thinks about a position, and can be asked at any time what he has come to.

use std::time::{Duration, Instant};

use crate::model::{Bounds, Game, Knowledge, Turn, Value};
use crate::run::{Budget, Counts, Limits, Stop};

/// What a thinker thinks about, and within which rules.
#[derive(Debug)]
pub struct Frame<'g, G, K> {
    /// The rules.
    pub game: &'g G,
    /// Opinions about the game.
    pub knowledge: &'g K,
    /// What contains every value, by which rewards are measured; finite.
    pub range: Bounds,
    /// How far bounds may be apart and still count as closed.
    pub slack: f64,
    /// Whether the game's facts count.
    pub facts: bool,
    /// How many bytes may be stored.
    pub memory: usize,
}

impl<G, K> Clone for Frame<'_, G, K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G, K> Copy for Frame<'_, G, K> {}

impl<'g, G: Game, K> Frame<'g, G, K> {
    /// The whole game, with all it states.
    pub fn new(game: &'g G, knowledge: &'g K, memory: usize) -> Self {
        let range = game.span();
        let slack = if game.has_chance() { range.allowance() } else { 0.0 };
        Frame { game, knowledge, range, slack, facts: true, memory }
    }
}

impl<G: Game, K: Knowledge<G>> Frame<'_, G, K> {
    /// A value of the game as a share of what MAX can get.
    pub(super) fn share_of(&self, value: Value) -> f64 {
        self.knowledge.reward(self.game, value)
    }

    /// What MAX gets of a position whose value is known: the game is over, or a fact says so.
    pub(super) fn share_if_known(&self, position: &G::Position) -> Option<f64> {
        if let Turn::Terminal(value) = self.game.judge(position) {
            return Some(self.share_of(value));
        }
        let fact = if self.facts { self.game.facts(position).exact() } else { None };
        fact.map(|value| self.share_of(value))
    }

    /// What MAX may expect of an unfinished position. Only of games that are evaluated.
    pub(super) fn prospect(&self, position: &G::Position) -> f64 {
        self.knowledge.prospect(self.game, position).unwrap_or(0.5)
    }
}

/// Grants what a thinker may spend.
///
/// What a node is, is defined here once. To a search that samples, a node that it adds to its tree (a
/// rollout that adds none pays for one all the same); to alpha-beta, a step from a parent to a child. A
/// leaf is a reward or an evaluation.
pub trait Meter {
    /// Whether one more step is allowed.
    fn may_go_on(&mut self) -> bool;

    /// Pays for what the step took.
    fn pay(&mut self, nodes: u32, leaves: u32);

    /// Whether somebody waits to hear what is thought so far.
    fn news_due(&mut self) -> bool {
        false
    }
}

/// A move of the root and what is thought of it.
#[derive(Clone, Debug, PartialEq)]
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
    pub line: Vec<M>,
}

/// What somebody has come to.
#[derive(Clone, Debug, PartialEq)]
pub struct Thoughts<M> {
    /// The moves that were tried, in the order in which they were.
    pub moves: Vec<RootMove<M>>,
    /// The best moves known, both sides playing well; the first is the one to play.
    pub line: Vec<M>,
    /// What is proven of the position.
    pub bounds: Bounds,
    /// What it seems to be worth to MAX, from 0 to 1 (all there is to get).
    pub mean: Option<f64>,
    /// How many plies alpha-beta has looked ahead, to those who do.
    pub depth: Option<u32>,
    /// How many nodes and bytes are stored.
    pub nodes: usize,
    /// See `nodes`.
    pub bytes: usize,
}

/// What somebody has come to, in short.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glimpse<M> {
    /// The move to play.
    pub best: Option<M>,
    /// What the position seems to be worth to MAX, from 0 to 1 (all there is to get).
    pub mean: Option<f64>,
    /// What is proven of it.
    pub bounds: Bounds,
    /// Whether there was no room for something that should have been stored.
    pub full: bool,
}

/// Somebody who thinks.
pub trait Thinker<G: Game> {
    /// Thinks until the meter says stop (then nothing is returned), or there is nothing left to find
    /// out. Tells `watch` what is thought whenever news are due.
    fn think(
        &mut self,
        meter: &mut dyn Meter,
        watch: &mut dyn FnMut(&Thoughts<G::Move>),
    ) -> Option<Stop>;

    /// What is thought now.
    fn thoughts(&self) -> Thoughts<G::Move>;

    /// The same in short, for those who look after every step.
    fn glimpse(&self) -> Glimpse<G::Move> {
        let Thoughts { line, mean, bounds, .. } = self.thoughts();
        Glimpse { best: line.first().copied(), mean, bounds, full: false }
    }

    /// A move was made: goes on with what is known of the position after it. False if that is
    /// nothing, or all that can be known: then somebody else must start afresh there.
    fn advance(&mut self, mv: G::Move) -> bool;
}

/// A meter with a budget of its own.
#[derive(Debug)]
pub struct Purse {
    budget: Budget,
    counts: Counts,
    stop: Option<Stop>,
    news: Instant,
}

/// How often somebody who watches hears news.
const NEWS_EVERY: Duration = Duration::from_millis(100);

impl Purse {
    /// A purse with so much in it.
    pub fn new(limits: Limits) -> Purse {
        let budget = Budget::new(limits);
        let news = Instant::now();
        Purse { budget, counts: Counts::default(), stop: None, news }
    }

    /// What was spent.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Which limit was reached, if one was.
    pub fn stop(&self) -> Option<Stop> {
        self.stop
    }

    /// How long ago it was handed out.
    pub fn elapsed(&self) -> Duration {
        self.budget.elapsed()
    }
}

impl Meter for Purse {
    fn may_go_on(&mut self) -> bool {
        if self.budget.burn() {
            return true;
        }
        self.stop = self.stop.or_else(|| self.budget.look(&self.counts));
        if self.stop.is_some() {
            self.budget.burn_out();
        }
        self.stop.is_none()
    }

    fn pay(&mut self, nodes: u32, leaves: u32) {
        self.counts.nodes += u64::from(nodes);
        self.counts.leaves += u64::from(leaves);
        self.budget.burn_more(nodes.max(leaves).saturating_sub(1));
    }

    fn news_due(&mut self) -> bool {
        let now = self.budget.last_look();
        let due = now.saturating_duration_since(self.news) >= NEWS_EVERY;
        if due {
            self.news = now;
        }
        due
    }
}
