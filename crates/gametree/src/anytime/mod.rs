//! Anytime searches: they can be asked at any time what they have found. All searches that estimate
//! are. By several threads: see `threads/team.rs`.

mod random;
#[cfg(test)]
pub(crate) mod toy;

pub(crate) use random::RandomMove;

use crate::model::{Bounds, Game, Knowledge, Turn, Value, allowance};
use crate::outcome::{Outcome, Stop};
use crate::walk::{Door, Question, Scope, Terms};

/// What an estimating search is about: game, heuristics, range, memory.
#[derive(Debug)]
pub struct Frame<'g, G, K> {
    /// The rules.
    pub game: &'g G,
    /// The heuristics.
    pub knowledge: &'g K,
    /// A finite range that contains every value; rewards are measured by it.
    pub range: Bounds,
    /// How far bounds may be apart and still count as closed.
    pub slack: f64,
    /// Whether the game's facts are used.
    pub facts: bool,
    /// The memory limit in bytes.
    pub memory: usize,
}

impl<G, K> Clone for Frame<'_, G, K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G, K> Copy for Frame<'_, G, K> {}

impl<'g, G: Game, K> Frame<'g, G, K> {
    /// A frame with the game's own range and facts.
    pub fn new(game: &'g G, knowledge: &'g K, memory: usize) -> Self {
        let range = game.span();
        let slack = allowance(game, range);
        Frame { game, knowledge, range, slack, facts: true, memory }
    }
}

impl<'g, G: Game, K: Knowledge<G>> Frame<'g, G, K> {
    /// The question that a helper answers within this frame.
    pub(crate) fn question(&self, position: &G::Position) -> Question<'g, G, K> {
        let epsilon = self.slack - allowance(self.game, self.range);
        let withheld = Bounds::UNBOUNDED;
        let scope = Scope { range: self.range, withheld, epsilon: epsilon.max(0.0) };
        let terms = Terms { facts: self.facts, ..Terms::PLAIN };
        Question::new(self.game, self.knowledge, position.clone(), scope, terms)
    }

    /// MAX's reward for a value of the game, from 0 to 1.
    pub(crate) fn share_of(&self, value: Value) -> f64 {
        self.knowledge.reward(self.game, value)
    }

    /// The reward nearest to this one that these bounds allow.
    pub(crate) fn possible(&self, bounds: Bounds, reward: f64) -> f64 {
        // Rewards are from 0 to 1; the game is asked only where a bound says more than that.
        let Bounds { lower, upper } = bounds;
        let least = if lower > self.range.lower { self.share_of(lower) } else { 0.0 };
        let most = if upper < self.range.upper { self.share_of(upper) } else { 1.0 };
        reward.max(least).min(most)
    }

    /// The value of a position, if it is known: the game is over, or a fact gives it.
    pub(crate) fn value_if_known(&self, position: &G::Position) -> Option<Value> {
        match self.game.judge(position) {
            Turn::Terminal(value) => Some(value),
            Turn::Inner(_) if self.facts => self.game.facts(position).exact(),
            Turn::Inner(_) => None,
        }
    }

    /// MAX's reward if the position is a leaf of a search with `plies` plies left: its value is
    /// known, or it lies at the horizon.
    pub(crate) fn share_of_leaf(
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

/// A search that can be asked at any time what it has found, and that can continue after a move.
pub trait AnytimeSearch<G: Game> {
    /// Searches until `door` refuses a step (returns `None`) or nothing is left to find out. Passes
    /// the answer so far to `watch` whenever a progress report is due.
    fn run(
        &mut self,
        door: &mut dyn Door<G>,
        watch: &mut dyn FnMut(&Outcome<G::Move>),
    ) -> Option<Stop>;

    /// The answer so far.
    fn answer(&self) -> Outcome<G::Move>;

    /// A short answer, for callers that ask after every step: without the list of moves, and with
    /// only the first move of the principal variation.
    fn brief(&self) -> Outcome<G::Move> {
        let mut answer = self.answer();
        answer.moves.clear();
        answer.pv.truncate(1);
        answer
    }

    /// Compares only these moves of the root, of which there must be one, until the root is another
    /// position. The search must not have run before.
    fn restrict(&mut self, moves: &[G::Move]);

    /// The bytes and nodes stored.
    fn memory(&self) -> (usize, usize) {
        (0, 0)
    }

    /// Whether the memory limit was reached.
    fn is_full(&self) -> bool {
        false
    }

    /// Plays a move and keeps what is known of the position after it. False if nothing is known of
    /// it, or everything: then the caller must start a new search there.
    fn advance(&mut self, mv: G::Move) -> bool {
        let _ = mv;
        false
    }
}

/// A search that a thread can take along.
pub type BoxedSearch<'g, G> = Box<dyn AnytimeSearch<G> + Send + 'g>;
