//! `random`: any move, each equally likely.

use super::anytime::{AnytimeSearch, Frame};
use crate::model::{Bounds, Draws, Game, Kind, Knowledge, Move, Moves, Turn};
use crate::run::{Answer, Door, Stop};

/// No search at all.
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

impl<G: Game> AnytimeSearch<G> for AnyMove<G::Move> {
    fn run(&mut self, _: &mut dyn Door<G>, _: &mut dyn FnMut(&Answer<G::Move>)) -> Option<Stop> {
        Some(Stop::Stalled)
    }

    fn answer(&self) -> Answer<G::Move> {
        Answer { pv: self.mv.into_iter().collect(), ..Answer::of(self.range) }
    }

    fn advance(&mut self, _: G::Move) -> bool {
        false
    }
}
