//! How a position is rewarded that was added to the tree: by playing on.

use std::ops::ControlFlow;

use super::mcts::Mcts;
use super::settings::Playout;
use crate::model::{Game, Kind, Knowledge, Moves, Turn, Value};

impl<G: Game, K: Knowledge<G>> Mcts<'_, G, K> {
    /// Plays on from a new position, and says what MAX got.
    pub(super) fn play_on(&mut self, position: &G::Position) -> Option<f64> {
        let most = match self.settings.playout {
            // A path ends in the tree, unless there is no room left.
            Playout::Random | Playout::Path => u32::MAX,
            Playout::Cut(moves) => moves,
            Playout::LookAhead(plies) => return self.look_ahead(position, plies, (0.0, 1.0)),
            Playout::Informed => return Some(self.play_with_knowledge(position.clone())),
        };
        match self.play_by_chance(position, most) {
            ControlFlow::Break(value) => Some(self.share_of(value)),
            ControlFlow::Continue(position) => self.knowledge.prospect(self.game, &position),
        }
    }

    /// Where at most so many moves by chance lead, or what the game was worth if it is over then.
    fn play_by_chance(
        &mut self,
        position: &G::Position,
        most: u32,
    ) -> ControlFlow<Value, G::Position> {
        // Both are copied so that the loop can hold them in registers.
        let (mut position, mut draws) = (position.clone(), self.playouts.clone());
        let mut over = None;
        for _ in 0..most {
            match self.game.random_move(&position, &mut self.moves, &mut draws) {
                ControlFlow::Continue(mv) => self.game.play(&mut position, mv),
                ControlFlow::Break(value) => {
                    over = Some(value);
                    break;
                }
            };
        }
        self.playouts = draws;
        match over.map_or_else(|| self.game.judge(&position), Turn::Terminal) {
            Turn::Terminal(value) => ControlFlow::Break(value),
            Turn::Inner(_) => ControlFlow::Continue(position),
        }
    }

    /// To the end by somebody who knows a little.
    fn play_with_knowledge(&mut self, mut position: G::Position) -> f64 {
        loop {
            let (game, draws) = (self.game, &mut self.playouts);
            match self.knowledge.likely_move(game, &position, &mut self.moves, draws) {
                ControlFlow::Break(value) => return self.share_of(value),
                ControlFlow::Continue(mv) => game.play(&mut position, mv),
            };
        }
    }

    /// What MAX gets if both sides look so many plies ahead, as far as that lies inside of (`low`,
    /// `high`): alpha-beta. The outcomes of chance are averaged.
    fn look_ahead(
        &mut self,
        position: &G::Position,
        plies: u32,
        (mut low, mut high): (f64, f64),
    ) -> Option<f64> {
        let mut moves = Moves::new();
        let kind = match self.game.expand(position, &mut moves) {
            Turn::Terminal(value) => return Some(self.share_of(value)),
            Turn::Inner(_) if plies == 0 => return self.knowledge.prospect(self.game, position),
            Turn::Inner(kind) => kind,
        };
        let mut average = 0.0;
        for (i, mv) in moves.iter().enumerate() {
            let mut child = position.clone();
            self.game.play(&mut child, mv);
            let window = if kind == Kind::Chance { (0.0, 1.0) } else { (low, high) };
            let share = self.look_ahead(&child, plies - 1, window)?;
            match kind {
                Kind::Max => low = low.max(share),
                Kind::Min => high = high.min(share),
                Kind::Chance => average += moves.probability(i).unwrap_or(0.0) * share,
            }
            if low >= high {
                break;
            }
        }
        match kind {
            Kind::Max => Some(low),
            Kind::Min => Some(high),
            Kind::Chance => Some(average),
        }
    }
}
