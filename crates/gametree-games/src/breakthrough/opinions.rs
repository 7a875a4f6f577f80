//! What a player thinks of a position of Breakthrough: Baier, A Rollout-Based Search Algorithm Unifying
//! MCTS and Alpha-Beta (2018), section 5.1.
//!
//! There equally ranked moves are tried in random order. Here they stay in the game's order, since a
//! search should do the same thing twice; who wants chance has the rank itself.

use gametree::{Draws, Knowledge, Moves, Value};

use super::{Board, Breakthrough, Step};
use crate::grid::each;
use crate::odds::chance_to_win;
use crate::players::other;

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

/// The best-ranked moves of a position. All lead to one row, the foremost that a move of the best sort
/// leads to. A set has the columns *from* which its steps come.
struct Best {
    row: u32,
    to_left: u64,
    straight: u64,
    to_right: u64,
}

impl Breakthrough {
    /// White's pieces minus black's.
    #[inline]
    fn lead(&self, board: &Board) -> i32 {
        let [white, black] = board.pieces.map(|pieces| pieces.count_ones() as i32);
        white - black
    }

    #[inline]
    fn best(&self, board: &Board) -> Best {
        let mover = usize::from(board.mover);
        let [own, others] = [board.pieces[mover], board.pieces[other(mover)]];
        let to_left = self.forward(mover, own & !self.left) >> 1 & !own;
        let straight = self.forward(mover, own) & !(own | others);
        let to_right = self.forward(mover, own & !self.right) << 1 & !own;

        // Taking the last piece wins too, but then no other capture competes with it.
        let captures = (to_left | to_right) & others;
        let threats = others & self.brink[other(mover)];
        let all = straight | to_left | to_right;
        let sorts = [all & self.goal[mover], captures & threats, captures, all];
        let sort = sorts.into_iter().find(|&cells| cells != 0).unwrap_or(all);
        let foremost = if mover == 0 { sort.leading_zeros() ^ 63 } else { sort.trailing_zeros() };
        let row = u32::from(self.row_of[foremost as usize]);
        let cells = sort & self.grid.row(row);
        let columns = |cells: u64| cells >> (row * self.grid.width());
        Best {
            row,
            to_left: columns(cells & to_left) << 1,
            straight: columns(cells & straight),
            to_right: columns(cells & to_right) >> 1,
        }
    }

    /// One of the best-ranked moves, each equally likely.
    #[inline]
    fn any_best(&self, board: &Board, draws: &mut Draws) -> Step {
        let Best { row, to_left, straight, to_right } = self.best(board);
        let width = self.grid.width();
        // At least four rows fit on the board, so three fit into a word.
        let all = to_left | straight << width | to_right << (2 * width);
        let mut before = draws.below(all.count_ones().into());
        let start = row * width;
        let back = if board.mover == 0 { start - width } else { start + width };
        for column in each(to_left | straight | to_right).map(u32::from) {
            // As the game lists them.
            for (set, to) in
                [(to_left, column.wrapping_sub(1)), (straight, column), (to_right, column + 1)]
            {
                if set >> column & 1 != 0 {
                    if before == 0 {
                        return Step { from: (back + column) as u8, to: (start + to) as u8 };
                    }
                    before -= 1;
                }
            }
        }
        unreachable!("fewer moves are drawn from than there are")
    }
}

impl Knowledge<Self> for Breakthrough {
    /// The difference of pieces as a share of the most there can be. As long as nobody has won,
    /// everybody has a piece, and it stays between a loss and a win.
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

    /// One of the moves of the best rank.
    #[inline]
    fn likely_move(
        &self,
        _: &Self,
        board: &Board,
        moves: &Moves<Step>,
        draws: &mut Draws,
    ) -> usize {
        let step = self.any_best(board, draws);
        let place = moves.as_slice().iter().position(|&mv| mv == step);
        place.expect("the moves are those of the position")
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
