//! Heuristics for Connect Four.

use std::ops::ControlFlow;

use gametree::model::{Combined, MoreFacts, WholeLook};
use gametree::{Draws, Game, Knowledge, Lead, Moves, Value, WholeBounds};

use super::{Board, Connect4};
use crate::grid::any_of;
use crate::odds::{advantage, prospect, reward};

/// How much a threat more than the other has is worth as an advantage.
const A_THREAT: f64 = 0.6;

impl Knowledge<Self> for Connect4 {
    /// Threats that are not met yet, each worth one; never as much as a win can be worth.
    fn evaluate(&self, _: &Self, board: &Board) -> Option<Value> {
        let empty = self.cells & !board.all;
        let (own, other) = (self.wins(board) & empty, self.dangers(board) & empty);
        let max_moves = board.played % 2 == 0;
        let (max, min) = if max_moves { (own, other) } else { (other, own) };
        let range = self.values().range;
        let threats = Value::from(max.count_ones() as i32 - min.count_ones() as i32);
        Some(threats.max(range.lower).min(range.upper))
    }

    /// Winning comes first, and by how much second.
    #[inline]
    fn reward(&self, _: &Self, value: Value) -> f64 {
        reward(value.get(), self.values().range.upper.get())
    }

    #[inline]
    fn prospect(&self, game: &Self, board: &Board) -> Option<f64> {
        Some(prospect(self.evaluate(game, board)?.get() * A_THREAT))
    }

    fn lead(&self, _: &Self, prospect: f64) -> Option<Lead> {
        Some(Lead::new(advantage(prospect)? / A_THREAT, "threat", "threats"))
    }

    /// Wins if possible, otherwise avoids an immediate loss if possible: stops the opponent's line, and does
    /// not play below a cell with which the opponent wins.
    #[inline]
    fn likely_move(
        &self,
        _: &Self,
        board: &Board,
        _: &mut Moves<u8>,
        draws: &mut Draws,
    ) -> ControlFlow<Value, u8> {
        if let Some(value) = self.result(board) {
            return ControlFlow::Break(value);
        }
        let playable = self.playable(board);
        let sorts = [playable & self.wins(board), self.safe(board), playable];
        let best = sorts.into_iter().find(|&cells| cells != 0).unwrap_or(playable);
        let cell = any_of(best, draws);
        let column = (0..self.width as u8).find(|&mv| self.column(mv) >> cell & 1 != 0);
        ControlFlow::Continue(column.expect("every cell is in a column"))
    }

    /// How many threats the move makes or leaves. Those above a cell with which the opponent wins do not count: nobody can
    /// play there before that cell is taken. Of moves with as many, those come later that leave a threat which the
    /// opponent must block at once, since it is gone after his reply.
    #[inline]
    fn order_score(&self, _: &Self, child: &Board) -> i32 {
        let empty = self.cells & !child.all;
        let (threats, others) = (self.dangers(child) & empty, self.wins(child) & empty);
        // The spare bit above a column minus the column's cells is their two's complement, which differs from them in
        // the bits above the lowest one.
        let above_others = others ^ (self.tops << 1).wrapping_sub(others);
        let is_blocked = threats & self.playable(child) != 0;
        2 * (threats & !above_others).count_ones() as i32 - i32::from(is_blocked)
    }
    fn combined(&self) -> &impl Combined<Self> {
        self
    }
}

impl Combined<Self> for Connect4 {
    #[inline(always)]
    fn look_into(
        &self,
        _: &Self,
        board: &Board,
        column: u8,
        child: &mut Board,
        test: Option<i32>,
    ) -> WholeLook {
        match test {
            Some(test) if self.play_on_usual_board(board, column, child) => WholeLook {
                facts: self.facts_on::<true>(child, test),
                order_score: self.order_score(self, child),
                key: self.canonical_key(self, child),
            },
            _ => self.look_thoroughly(board, column, child, test),
        }
    }
}

impl Connect4 {
    /// [`look_into`](Combined::look_into) on any board, after any move.
    // A function of its own, so that the usual one is short.
    #[inline(never)]
    fn look_thoroughly(
        &self,
        board: &Board,
        column: u8,
        child: &mut Board,
        test: Option<i32>,
    ) -> WholeLook {
        child.clone_from(board);
        self.advance(child, column);
        let facts = match test {
            Some(test) => self.whole_facts(self, child, test),
            None => WholeBounds::UNBOUNDED,
        };
        let order_score = self.order_score(self, child);
        WholeLook { facts, order_score, key: self.canonical_key(self, child) }
    }
}
