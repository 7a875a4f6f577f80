//! Somebody who thinks about a position, and can be asked at any time what he has come to.

use crate::model::{Bounds, Game, Knowledge, Turn, Value};
use crate::run::{Door, Stop};

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

    /// What a position is worth if that is known: the game is over, or a fact says so.
    pub(super) fn value_if_known(&self, position: &G::Position) -> Option<Value> {
        match self.game.judge(position) {
            Turn::Terminal(value) => Some(value),
            Turn::Inner(_) if self.facts => self.game.facts(position).exact(),
            Turn::Inner(_) => None,
        }
    }

    /// What MAX gets if a position is a leaf to a search that looks so many plies further ahead: its value
    /// is known, or it lies at the horizon.
    pub(super) fn share_of_leaf(
        &self,
        position: &G::Position,
        plies: u32,
        door: &mut dyn Door<G>,
    ) -> Option<f64> {
        match self.value_if_known(position) {
            Some(value) => Some(self.share_of(door.leaf(position, value))),
            None if plies == 0 => {
                let share = self.knowledge.prospect(self.game, position).unwrap_or(0.5);
                door.estimate(position, share);
                Some(share)
            }
            None => None,
        }
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
    /// Thinks until the door is closed (then nothing is returned), or there is nothing left to find
    /// out. Tells `watch` what is thought whenever news are due.
    fn think(
        &mut self,
        door: &mut dyn Door<G>,
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
