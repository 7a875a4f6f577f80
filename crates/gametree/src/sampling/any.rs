//! `random`: any move, each equally likely.

use super::thinker::{Frame, Thinker, Thoughts};
use crate::model::{Bounds, Draws, Game, Kind, Knowledge, Move, Moves, Turn};
use crate::run::{Door, Stop};

/// Somebody who does not think.
pub(super) struct AnyMove<M> {
    mv: Option<M>,
    range: Bounds,
}

impl<M: Move> AnyMove<M> {
    pub fn new<G: Game<Move = M>, K: Knowledge<G>>(
        frame: Frame<'_, G, K>,
        position: &G::Position,
        seed: u64,
    ) -> Self {
        let mut moves = Moves::new();
        let mv = match frame.game.expand(position, &mut moves) {
            Turn::Inner(Kind::Max | Kind::Min) => {
                let any = Draws::new(seed).below(moves.len() as u64);
                Some(moves.get(any as usize))
            }
            _ => None,
        };
        AnyMove { mv, range: frame.range }
    }
}

impl<G: Game> Thinker<G> for AnyMove<G::Move> {
    fn think(
        &mut self,
        _: &mut dyn Door<G>,
        _: &mut dyn FnMut(&Thoughts<G::Move>),
    ) -> Option<Stop> {
        Some(Stop::Stalled)
    }

    fn thoughts(&self) -> Thoughts<G::Move> {
        let (moves, line) = (Vec::new(), self.mv.into_iter().collect());
        let (bounds, mean, depth) = (self.range, None, None);
        Thoughts { moves, line, bounds, mean, depth, nodes: 0, bytes: 0 }
    }

    fn advance(&mut self, _: G::Move) -> bool {
        false
    }
}
