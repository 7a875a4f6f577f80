//! How a position is rewarded that was added to the tree: by playing on.

use std::ops::ControlFlow;

use super::mcts::Mcts;
use super::settings::Playout;
use crate::model::{Game, Kind, Knowledge, Turn};

impl<G: Game, K: Knowledge<G>> Mcts<'_, G, K> {
    /// Plays on from a new position, and says what MAX got.
    pub(super) fn play_on(&mut self, position: G::Position) -> Option<f64> {
        match self.settings.playout {
            Playout::Random => self.play_by_chance(position, u32::MAX),
            Playout::Cut(moves) => self.play_by_chance(position, moves),
            Playout::Informed => Some(self.play_with_knowledge(position)),
        }
    }

    /// At most so many moves by chance, then somebody's opinion.
    fn play_by_chance(&mut self, mut position: G::Position, moves: u32) -> Option<f64> {
        for _ in 0..moves {
            match self.game.random_move(&position, &mut self.moves, &mut self.playouts) {
                ControlFlow::Break(value) => return Some(self.share_of(value)),
                ControlFlow::Continue(mv) => self.game.play(&mut position, mv),
            };
        }
        match self.game.judge(&position) {
            Turn::Terminal(value) => Some(self.share_of(value)),
            Turn::Inner(_) => self.knowledge.prospect(self.game, &position),
        }
    }

    /// To the end by somebody who knows a little.
    fn play_with_knowledge(&mut self, mut position: G::Position) -> f64 {
        loop {
            self.moves.clear();
            let index = match self.game.expand(&position, &mut self.moves) {
                Turn::Terminal(value) => return self.share_of(value),
                Turn::Inner(Kind::Chance) => self.playouts.index_by_weight(self.moves.weights()),
                Turn::Inner(_) => {
                    let (game, moves) = (self.game, &self.moves);
                    self.knowledge.likely_move(game, &position, moves, &mut self.playouts)
                }
            };
            self.game.play(&mut position, self.moves.as_slice()[index]);
        }
    }
}
