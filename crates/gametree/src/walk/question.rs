//! What a walk has to know of the search that it serves.

use std::num::NonZero;

use crate::epsilon::Epsilon;
use crate::model::{Bounds, Game};

/// The terms of a question.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms {
    /// The ply at which positions are evaluated.
    pub horizon: Option<u32>,
    /// Whether to use iterative deepening.
    pub deepening: bool,
    /// A range that contains every leaf, if the caller knows better than the game.
    pub range: Option<Bounds>,
    /// How far off the answer may be.
    pub epsilon: Epsilon,
    /// Whether the game's facts are used.
    pub facts: bool,
    /// Whether the principal variation is wanted, not only the best move.
    pub pv: bool,
    /// How many threads may work on the answer.
    pub threads: NonZero<usize>,
}

impl Terms {
    /// The exact value, using everything that the game states.
    pub const PLAIN: Terms = Terms {
        horizon: None,
        deepening: false,
        range: None,
        epsilon: Epsilon::NONE,
        facts: true,
        pv: true,
        threads: NonZero::<usize>::MIN,
    };
}

/// The values that a search can meet, and how exact the answer has to be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scope {
    pub range: Bounds,
    /// What the game knows of its values and [withholds](Game::span) from the search, but not from those who ask.
    pub withheld: Bounds,
    pub epsilon: f64,
}

/// What a walk has to know of the search.
pub(crate) struct Question<'a, G: Game, K> {
    pub game: &'a G,
    pub knowledge: &'a K,
    pub position: G::Position,
    pub scope: Scope,
    pub terms: Terms,
}

impl<'a, G: Game, K> Question<'a, G, K> {
    pub fn new(
        game: &'a G,
        knowledge: &'a K,
        position: G::Position,
        scope: Scope,
        terms: Terms,
    ) -> Self {
        Question { game, knowledge, position, scope, terms }
    }
}
