//! Heuristics for EinStein würfelt nicht!

use std::ops::ControlFlow;

use gametree::{Draws, Game, Kind, Knowledge, Moves, Turn, Value};

use super::{Act, Board, Ewn};
use crate::odds::chance_to_win;
use crate::players::other;

/// How much it is worth as an advantage to be a step nearer to one's goal than the other to his.
const A_STEP: f64 = 0.5;

impl Ewn {
    /// The least number of steps that a player needs to his goal.
    fn distance(&self, board: &Board, player: usize) -> u8 {
        let steps = |cell: u8| self.way(player, cell).into_iter().max().unwrap_or(0);
        self.there(board, player).map(steps).min().unwrap_or(self.side)
    }

    /// How many steps to the goal the mover's stone has left at `cell`.
    #[inline]
    fn left(&self, board: &Board, cell: u8) -> u8 {
        self.way(board.mover.into(), cell).into_iter().max().unwrap_or(0)
    }

    /// The smaller, the better a move looks: wins first, then captures of the opponent's stones, then moves
    /// that end nearest to the goal.
    #[inline]
    fn badness(&self, board: &Board, act: Act) -> (bool, bool, u8) {
        let Act::Step { to, .. } = act else { return (false, false, 0) };
        let captures = self.there(board, other(board.mover.into())).any(|cell| cell == to);
        (!self.wins(board, to), !captures, self.left(board, to))
    }
}

impl Knowledge<Self> for Ewn {
    /// How many steps the players' foremost stones are from their goals, half as far from zero as a
    /// win at most.
    fn evaluate(&self, _: &Self, board: &Board) -> Option<Value> {
        let [max, min] = [0, 1].map(|player| f64::from(self.distance(board, player)));
        Value::new((min - max) / f64::from(2 * self.side))
    }

    fn prospect(&self, game: &Self, board: &Board) -> Option<f64> {
        let steps = self.evaluate(game, board)?.get() * f64::from(2 * self.side);
        Some(chance_to_win(steps * A_STEP))
    }

    /// Steps that end nearest to the goal first.
    #[inline]
    fn rank(&self, _: &Self, board: &Board, act: Act) -> i32 {
        match act {
            Act::Die(_) => 0,
            Act::Step { to, .. } => self.left(board, to).into(),
        }
    }

    /// Wins, or else captures, or else gets as near to the goal as possible; one of several such moves.
    #[inline]
    fn likely_move(
        &self,
        game: &Self,
        board: &Board,
        moves: &mut Moves<Act>,
        draws: &mut Draws,
    ) -> ControlFlow<Value, Act> {
        moves.clear();
        match self.expand(board, moves) {
            Turn::Inner(Kind::Max | Kind::Min) => {
                ControlFlow::Continue(moves.get(self.likely(board, moves, draws)))
            }
            _ => game.random_move(board, moves, draws),
        }
    }
}

impl Ewn {
    /// The number of a likely move.
    fn likely(&self, board: &Board, moves: &Moves<Act>, draws: &mut Draws) -> usize {
        let steps = || moves.iter().map(|act| self.badness(board, act));
        let Some(best) = steps().min() else { return 0 };
        let among = steps().filter(|&badness| badness == best).count();
        let chosen = draws.below(among as u64) as usize;
        let places = steps().enumerate().filter(|(_, badness)| *badness == best);
        places.map(|(place, _)| place).nth(chosen).unwrap_or(0)
    }
}
