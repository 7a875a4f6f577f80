//! Heuristics for Othello.

use std::ops::ControlFlow;

use gametree::{Draws, Game, Knowledge, Moves, Value};

use super::{Board, Othello, PASS};
use crate::grid::{any_of, each};
use crate::odds::{prospect, reward};
use crate::players::from_max;

/// How much a point of the evaluation is worth as an advantage.
const A_POINT: f64 = 0.1;

impl Othello {
    /// The cells beside empty corners: a move there may give the corner to the opponent.
    #[inline]
    fn risky(&self, board: &Board) -> u64 {
        let empty = self.corners & !board.taken();
        let corners = each(self.corners).zip(self.beside);
        corners.fold(
            0,
            |cells, (corner, beside)| {
                if empty >> corner & 1 != 0 { cells | beside } else { cells }
            },
        )
    }
}

impl Knowledge<Self> for Othello {
    /// Mobility, corners, and parity; the discs themselves say little before the end.
    fn evaluate(&self, _: &Self, board: &Board) -> Option<Value> {
        let count = |cells: u64| cells.count_ones() as i32;
        let mobility = count(self.mobility(board.own, board.others))
            - count(self.mobility(board.others, board.own));
        let corners = count(board.own & self.corners) - count(board.others & self.corners);
        let cells = self.grid.cells() as i32;
        let parity = if (cells - count(board.taken())) % 2 == 1 { 1 } else { -1 };
        let score = (mobility + 6 * corners + parity).clamp(-cells, cells);
        Some(from_max(board.mover.into(), score).into())
    }

    /// Winning comes first, and by how much second.
    #[inline]
    fn reward(&self, _: &Self, value: Value) -> f64 {
        reward(value.get(), f64::from(self.grid.cells()))
    }

    #[inline]
    fn prospect(&self, game: &Self, board: &Board) -> Option<f64> {
        Some(prospect(self.evaluate(game, board)?.get() * A_POINT))
    }

    /// The fewer moves it leaves the other the better, now and later: each empty cell beside an own disc may become
    /// one. Corners are worth several, and stable discs one each.
    #[inline]
    fn order_score(&self, _: &Self, child: &Board) -> i32 {
        let count = |cells: u64| cells.count_ones() as i32;
        let discs = child.others;
        let mobility = self.mobility(child.own, discs);
        let beside = self.steps.into_iter().zip(self.through).fold(0, |cells, (step, through)| {
            let inner = discs & through;
            cells | inner << step | inner >> step
        });
        4 * count(discs & self.corners) + 2 * count(self.stable(discs, child.taken()))
            - 2 * count(mobility)
            - 4 * count(mobility & self.corners)
            - count(beside & !child.taken())
    }

    /// Corners first, and last what may give the other a corner.
    #[inline]
    fn rank(&self, _: &Self, board: &Board, cell: u8) -> i32 {
        let is_in = |cells: u64| cell < PASS && cells >> cell & 1 != 0;
        if is_in(self.corners) {
            0
        } else if is_in(self.risky(board)) {
            2
        } else {
            1
        }
    }

    /// One of the moves of the best rank.
    #[inline]
    fn likely_move(
        &self,
        game: &Self,
        board: &Board,
        moves: &mut Moves<u8>,
        draws: &mut Draws,
    ) -> ControlFlow<Value, u8> {
        let all = self.mobility(board.own, board.others);
        if all == 0 {
            return game.random_move(board, moves, draws);
        }
        let sorts = [all & self.corners, all & !self.risky(board)];
        let best = sorts.into_iter().find(|&cells| cells != 0).unwrap_or(all);
        ControlFlow::Continue(any_of(best, draws))
    }
}
