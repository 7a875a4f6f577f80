//! `random`: any move, each equally likely.

use super::{AnytimeSearch, Frame};
use crate::model::{Bounds, Draws, Game, Kind, Knowledge, Move, Moves, Turn};
use crate::outcome::{Outcome, Stop};
use crate::walk::Door;

/// No search at all.
pub(crate) struct RandomMove<M> {
    mv: Option<M>,
    draws: Draws,
    range: Bounds,
}

impl<M: Move> RandomMove<M> {
    pub fn new<G: Game<Move = M>, K: Knowledge<G>>(
        frame: Frame<'_, G, K>,
        position: &G::Position,
        seed: u64,
    ) -> Self {
        let (mut moves, mut draws) = (Moves::new(), Draws::new(seed));
        let mv = match frame.game.expand(position, &mut moves) {
            Turn::Inner(Kind::Max | Kind::Min) => {
                let any = draws.below(moves.len() as u64);
                Some(moves.get(any as usize))
            }
            _ => None,
        };
        RandomMove { mv, draws, range: frame.range }
    }
}

impl<G: Game> AnytimeSearch<G> for RandomMove<G::Move> {
    fn run(&mut self, _: &mut dyn Door<G>, _: &mut dyn FnMut(&Outcome<G::Move>)) -> Option<Stop> {
        Some(Stop::Stalled)
    }

    fn answer(&self) -> Outcome<G::Move> {
        Outcome { pv: self.mv.into_iter().collect(), ..Outcome::of(self.range) }
    }

    fn restrict(&mut self, moves: &[G::Move]) {
        if self.mv.is_some() {
            self.mv = Some(moves[self.draws.below(moves.len() as u64) as usize]);
        }
    }
}
