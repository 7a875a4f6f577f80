//! Heuristics for Dots and Boxes.

use std::ops::ControlFlow;

use gametree::{Draws, Game, Knowledge, Lead, Moves, Value};

use super::{Board, Dots, Line, Lines, any_line, count};
use crate::odds::{advantage, prospect, reward};
use crate::players::from_max;

/// How much it is worth as an advantage to have all boxes of the board more than the other.
const ALL_BOXES: f64 = 6.0;

/// The place of the sort to which a line belongs.
#[inline]
fn rank(sorts: &[Lines; 3], line: Line) -> i32 {
    2 - 2 * i32::from(line.is_in(sorts[0])) - i32::from(line.is_in(sorts[1]))
}

impl Knowledge<Self> for Dots {
    /// Boxes won so far, with those that the mover can take immediately, or without those that he must give.
    fn evaluate(&self, _: &Self, board: &Board) -> Option<Value> {
        let (takes, gives) = self.takes_or_gives(board);
        let gain = takes as i32 - gives as i32;
        Some((board.lead() + from_max(board.mover.into(), gain)).into())
    }

    /// Winning comes first, and by how much second.
    #[inline]
    fn reward(&self, _: &Self, value: Value) -> f64 {
        reward(value.get(), f64::from(self.total()))
    }

    fn prospect(&self, game: &Self, board: &Board) -> Option<f64> {
        let share = self.evaluate(game, board)?.get() / f64::from(self.total());
        Some(prospect(share * ALL_BOXES))
    }

    fn lead(&self, _: &Self, prospect: f64) -> Option<Lead> {
        let boxes = advantage(prospect)? / ALL_BOXES * f64::from(self.total());
        Some(Lead::new(boxes, "box", "boxes"))
    }

    /// Lines that complete a box first, and last those that give one away.
    #[inline]
    fn rank(&self, _: &Self, board: &Board, line: Line) -> i32 {
        rank(&self.sorts(board), line)
    }

    #[inline]
    fn order(&self, _: &Self, board: &Board, moves: &mut Moves<Line>) {
        let sorts = self.sorts(board);
        moves.sort_by_key(|line| rank(&sorts, line));
    }

    /// One of the moves of the best rank.
    #[inline]
    fn likely_move(
        &self,
        game: &Self,
        board: &Board,
        moves: &mut Moves<Line>,
        draws: &mut Draws,
    ) -> ControlFlow<Value, Line> {
        match self.sorts(board).into_iter().find(|&lines| count(lines) > 0) {
            Some(best) => ControlFlow::Continue(any_line(best, draws)),
            None => game.random_move(board, moves, draws),
        }
    }
}
