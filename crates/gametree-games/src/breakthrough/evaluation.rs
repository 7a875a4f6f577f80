//! Heuristics for Breakthrough: Baier, A Rollout-Based Search Algorithm Unifying
//! MCTS and Alpha-Beta (2018), section 5.1.
//!
//! There equally ranked moves are tried in random order. Here they stay in the game's order, so that a
//! search is deterministic; a caller that wants to shuffle them has the rank itself.

use std::ops::ControlFlow;

use gametree::{Draws, Knowledge, Lead, Moves, Value};

use super::{Board, Breakthrough, Step};
use crate::grid::any_of;
use crate::odds::{advantage_of_chance, chance_to_win};
use crate::players::{other, won_by};

/// A player has two full rows at most, of sixteen cells at most.
const MOST_PIECES: usize = 32;
pub(super) const DIFFERENCES: usize = 2 * MOST_PIECES + 1;

/// White's chances with as many pieces more than black as the place says, less [`MOST_PIECES`].
pub(super) fn prospects() -> [f64; DIFFERENCES] {
    std::array::from_fn(|place| chance_to_win(place as f64 - MOST_PIECES as f64))
}

/// Kinds of moves, the best first.
#[derive(Clone, Copy)]
enum Sort {
    Wins,
    /// Captures a piece that would win with its next move.
    Saves,
    Captures,
    Other,
}

/// More than there are rows.
const ROWS: i32 = 32;

impl Breakthrough {
    /// White's pieces minus black's.
    #[inline]
    fn lead(&self, board: &Board) -> i32 {
        let [white, black] = board.pieces.map(|pieces| pieces.count_ones() as i32);
        white - black
    }

    /// One of the best-ranked moves, each equally likely. All of them lead to one row: the foremost to
    /// which a move of the best sort leads.
    #[inline]
    fn any_best(&self, board: &Board, draws: &mut Draws) -> Step {
        let mover = usize::from(board.mover);
        let [own, others] = [board.pieces[mover], board.pieces[other(mover)]];
        let to_left = self.forward(mover, own & !self.left) >> 1 & !own;
        let straight = self.forward(mover, own) & !(own | others);
        let to_right = self.forward(mover, own & !self.right) << 1 & !own;

        // Taking the last piece wins too, but then no other capture competes with it.
        let captures = (to_left | to_right) & others;
        let threats = others & self.brink[other(mover)];
        let all = to_left | straight | to_right;
        let sorts = [all & self.goal[mover], captures & threats, captures, all];
        let best = sorts.into_iter().find(|&cells| cells != 0).unwrap_or(all);
        let foremost = if mover == 0 { best.leading_zeros() ^ 63 } else { best.trailing_zeros() };

        // The cells of that row, once for each side to which a step leads: a board has at least four
        // rows, so that three fit into a word.
        let width = self.grid.width();
        let start = u32::from(self.row_of[foremost as usize]) * width;
        let row = |cells: u64| (cells & best) >> start & self.grid.row(0);
        let steps = row(to_left) | row(straight) << width | row(to_right) << (2 * width);
        let chosen = u32::from(any_of(steps, draws));
        let side = u32::from(chosen >= width) + u32::from(chosen >= 2 * width);
        let to = start + chosen - side * width;
        let below = if mover == 0 { to - width } else { to + width };
        Step { from: (below + 1 - side) as u8, to: to as u8 }
    }
}

impl Knowledge<Self> for Breakthrough {
    /// The difference of pieces as a share of the largest possible. Until the game is won both players have a
    /// piece, so it stays between a loss and a win.
    #[inline]
    fn evaluate(&self, _: &Self, board: &Board) -> Option<Value> {
        Value::new(f64::from(self.lead(board)) / f64::from(2 * self.grid.width()))
    }

    /// A piece more or less counts for much more than its share of all pieces: one is worth 0.73, two
    /// are worth 0.88.
    #[inline]
    fn prospect(&self, _: &Self, board: &Board) -> Option<f64> {
        Some(self.prospects[(self.lead(board) + MOST_PIECES as i32) as usize])
    }

    fn lead(&self, _: &Self, prospect: f64) -> Option<Lead> {
        Some(Lead::new(advantage_of_chance(prospect)?, "piece", "pieces"))
    }

    /// One of the moves of the best rank: the policy that the paper calls informed.
    #[inline]
    fn likely_move(
        &self,
        _: &Self,
        board: &Board,
        _: &mut Moves<Step>,
        draws: &mut Draws,
    ) -> ControlFlow<Value, Step> {
        match self.winner(board) {
            Some(winner) => ControlFlow::Break(won_by(winner)),
            None => ControlFlow::Continue(self.any_best(board, draws)),
        }
    }

    /// What wins comes first, and what loses at once last. Otherwise material counts, less the pieces that can be captured
    /// for nothing; then threats to capture; then not to rush: a piece far ahead of the others is mostly lost.
    #[inline]
    fn order_score(&self, _: &Self, child: &Board) -> i32 {
        let mover = usize::from(child.mover);
        let maker = other(mover);
        let [own, others] = [child.pieces[maker], child.pieces[mover]];
        if own & self.goal[maker] != 0 || others == 0 {
            return 1000;
        }
        if others & self.brink[mover] != 0 || own == 0 {
            return -1000;
        }
        let (ours, theirs) = (self.attacked(maker, own), self.attacked(mover, others));
        let count = |cells: u64| cells.count_ones() as i32;
        let ahead = self.distance(child, mover) as i32 - self.distance(child, maker) as i32;
        let material = 20 * (count(own) - count(others)) - 14 * count(own & theirs & !ours);
        material - count(own & theirs) + 3 * count(others & ours & !theirs) - ahead
    }

    /// By sort, and then those first that lead nearest to the other's home row.
    #[inline]
    fn rank(&self, _: &Self, board: &Board, mv: Step) -> i32 {
        let mover = usize::from(board.mover);
        let others = board.pieces[other(mover)];
        let to = 1 << mv.to;
        let sort = if to & self.goal[mover] != 0 || others == to {
            Sort::Wins
        } else if to & others & self.brink[other(mover)] != 0 {
            Sort::Saves
        } else if to & others != 0 {
            Sort::Captures
        } else {
            Sort::Other
        };
        let row = i32::from(self.row_of[usize::from(mv.to)]);
        let left = if mover == 0 { self.grid.height() as i32 - 1 - row } else { row };
        sort as i32 * ROWS + left
    }
}
