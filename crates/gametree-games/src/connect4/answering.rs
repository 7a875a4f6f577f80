//! What a player can be sure of who always has an answer (Allis 1988: "claimeven", "baseinverse", odd and even threats).
//!
//! If an even number of cells is empty, the player who does not move can answer every move. In a column the empty
//! cells, counted from the top, are pairs of a lower and an upper cell; in columns with an odd number of them the lowest
//! one is left over, and as there is an even number of such columns, these cells make pairs, too. Whenever the mover
//! takes a cell of a pair, the answer is the other one. So the mover gets no cells but lower ones and some of those left
//! over. If these and his stones contain no line,
//! - he cannot win;
//! - if the upper cells that were not left over complete a line of the one who answers, that one wins, with the last
//!   stone at the latest.
//!
//! A *threat* is an empty cell that completes a line. Let the one who answers have a threat above an empty cell. If the
//! mover takes the cell below, the answer wins. If nobody does, that cell and all above it are as good as outside of the
//! board; and if an even number of cells is empty on what is left of it, there is an answer to every move there. So the
//! mover gets the same cells as above, and has to take the cell below the threat when all others are full. If neither
//! these cells nor that one complete a line of his, he loses, with the next stone at the latest.

use gametree::WholeBounds;

use super::lines::four;
use super::{Board, Connect4, USUAL_BOTTOMS, USUAL_CELLS};

impl Connect4 {
    /// Narrows the bounds of a position in which nobody wins with the next stone, as far as it matters for the question
    /// whether the value is at least `test`: whether MAX wins, or whether MIN does.
    #[inline(always)]
    pub(super) fn by_answering<const USUAL: bool>(
        &self,
        board: &Board,
        playable: u64,
        test: i32,
        mut bounds: WholeBounds,
    ) -> WholeBounds {
        let (cells, lower_of_pairs) = if USUAL {
            (USUAL_CELLS, USUAL_BOTTOMS * 0b01_0101)
        } else {
            (self.cells, self.lower_of_pairs)
        };
        let (width, height) = if USUAL { (7, 6) } else { (self.width, self.height) };
        let four = |cells| four(cells, width, height);
        let max_moves = board.played % 2 == 0;
        let asks_mover = (test > 0) == max_moves;
        let (empty, others_stones) = (cells & !board.all, board.all & !board.own);
        // At least so much for the one who does not move.
        let mut secure = |value: i32| {
            if max_moves {
                bounds.upper = bounds.upper.min(value);
            } else {
                bounds.lower = bounds.lower.max(value);
            }
        };
        let even = if USUAL { max_moves } else { empty.count_ones() % 2 == 0 };
        let within_reach = if even { empty & (lower_of_pairs | playable) } else { empty };
        if asks_mover {
            if !four(board.own | within_reach) {
                secure(0);
                return bounds;
            }
        } else if !four(others_stones | empty) {
            // Then the mover is sure of a draw.
            return match max_moves {
                true => WholeBounds { lower: bounds.lower.max(0), ..bounds },
                false => WholeBounds { upper: bounds.upper.min(0), ..bounds },
            };
        } else if even
            && !four(board.own | within_reach)
            && four(others_stones | empty & !lower_of_pairs & !playable)
        {
            secure(self.winner_with_last_stone(cells));
        }
        // Without the cell below such a threat and those above, an even number of cells must be left.
        let parity = if even { !lower_of_pairs } else { lower_of_pairs };
        let mut threats = self.dangers(board) & empty & !playable & parity;
        while threats != 0 {
            let below = (threats & threats.wrapping_neg()) >> 1;
            threats &= threats - 1;
            // The bit above the column less the lowest of these cells is all of them; those above other columns stay.
            let inside = empty & !(self.tops << 1).wrapping_sub(below);
            // What is left of this column has another top.
            let column = self.column((below.trailing_zeros() / (height + 1)) as u8);
            let lower = if even { lower_of_pairs } else { lower_of_pairs ^ column };
            if !four(board.own | inside & (lower | playable) | below) {
                secure(self.winner_after(board, inside.count_ones() as u8 + 1));
            }
        }
        bounds
    }
}
