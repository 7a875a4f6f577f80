//! Positions of Connect Four as numbers, and back.

use super::{Board, Connect4};

impl Connect4 {
    #[inline]
    pub(super) fn code(board: &Board) -> u64 {
        // Adding all stones to one player's sets, in each column, the bit above the topmost stone
        // or carries up to it: no two positions of a board have the same sum.
        board.own + board.all
    }

    /// Whether the mirror image of the position with this code has a smaller one. The first columns in
    /// which the two differ tell, and mostly these are the outermost.
    pub(super) fn is_smaller_mirrored(&self, code: u64) -> bool {
        let bits = self.height + 1;
        let column = |number: u32| code >> (number * bits) & ((1 << bits) - 1);
        let pairs = (0..self.width / 2).map(|c| (column(c), column(self.width - 1 - c)));
        pairs
            .into_iter()
            .find(|(left, right)| left != right)
            .is_some_and(|(left, right)| left < right)
    }

    /// The code of the canonical position.
    #[inline(never)]
    pub(super) fn canonical_code(&self, code: u64) -> u64 {
        let bits = self.height + 1;
        let column = |number: u32| code >> (number * bits) & ((1 << bits) - 1);
        let mirrored = (0..self.width).fold(0, |all, c| all << bits | column(c));
        code.min(mirrored)
    }

    /// The position with this [`code`](Connect4::code); `None` if there is none, or the players cannot
    /// have come there in turn, or the mover has won already.
    pub(super) fn decode(&self, code: u64) -> Option<Board> {
        let bits = self.height + 1;
        let (mut own, mut all, mut rest) = (0, 0u64, code);
        for column in 0..self.width {
            // A column with n stones adds 2^n - 1 to the mover's: one more is his, with bit n set above.
            let marked = (rest & ((1 << bits) - 1)) + 1;
            let stones = marked.ilog2();
            if stones > self.height {
                return None;
            }
            own |= (marked ^ 1 << stones) << (column * bits);
            all |= ((1 << stones) - 1) << (column * bits);
            rest >>= bits;
        }
        let in_turns = own.count_ones() == all.count_ones() / 2;
        (rest == 0 && in_turns && !self.has_four(own)).then(|| self.board(own, all))
    }
}
