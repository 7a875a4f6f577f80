//! What all searches that estimate are: they can be asked at any time what they have found.

use crate::model::{Bounds, Game, Knowledge, Turn, Value};
use crate::run::{Answer, Door, Stop};

/// What a search that estimates is about, and within which rules.
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
        let slack = game.allowance(range);
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

/// A search that can be asked at any time what it has found, and goes on after a move.
pub trait AnytimeSearch<G: Game> {
    /// Searches until `door` refuses a step (returns `None`) or nothing is left to find out. Passes the
    /// answer so far to `watch` whenever a progress report is due.
    fn run(
        &mut self,
        door: &mut dyn Door<G>,
        watch: &mut dyn FnMut(&Answer<G::Move>),
    ) -> Option<Stop>;

    /// What is known now.
    fn answer(&self) -> Answer<G::Move>;

    /// The same in short, for those who ask after every step: no list of moves, and of the principal
    /// variation the first move.
    fn brief(&self) -> Answer<G::Move> {
        let mut answer = self.answer();
        answer.moves.clear();
        answer.pv.truncate(1);
        answer
    }

    /// How many bytes and nodes are stored.
    fn memory(&self) -> (usize, usize) {
        (0, 0)
    }

    /// Whether there was no room for something that should have been stored.
    fn is_full(&self) -> bool {
        false
    }

    /// A move was made: goes on with what is known of the position after it. False if that is
    /// nothing, or all that can be known: then somebody else must start afresh there.
    fn advance(&mut self, mv: G::Move) -> bool;
}
