//! Connect Four on the usual board, written by hand: the rules for all crates but ours, and the recursion
//! that is the baseline for all.

use std::cell::Cell;

thread_local! {
    /// Moves played on boards that count.
    static PLAYED: Cell<u64> = const { Cell::new(0) };
}

/// One more move was played.
pub fn count_move() {
    PLAYED.set(PLAYED.get() + 1);
}

/// The number of moves that `work` plays on boards that count.
pub fn moves_played(work: impl FnOnce()) -> u64 {
    PLAYED.set(0);
    work();
    PLAYED.get()
}

pub const WIDTH: u32 = 7;
pub const HEIGHT: u32 = 6;
/// Columns from the middle outward, the order of `gametree_games::connect4`.
pub const ORDER: [u8; 7] = [3, 2, 4, 1, 5, 0, 6];

/// From one cell to the next in a column, a row and the two diagonals.
const STEPS: [u32; 4] = [1, HEIGHT + 1, HEIGHT, HEIGHT + 2];
/// The lowest cell of every column.
const BOTTOMS: u64 = {
    let (mut set, mut column) = (0, 0);
    while column < WIDTH {
        set |= 1 << (column * (HEIGHT + 1));
        column += 1;
    }
    set
};
/// Every cell.
const CELLS: u64 = BOTTOMS * ((1 << HEIGHT) - 1);

/// A position. Bit `column * 7 + row` is a cell; the bit above each column is always clear. Only a
/// board that is `COUNTED` counts the moves played, so that a timed run does not pay for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board<const COUNTED: bool> {
    /// The stones of the player who moves next.
    own: u64,
    /// All stones.
    all: u64,
}

impl<const COUNTED: bool> Board<COUNTED> {
    /// The position after these moves: columns from 1 to 7.
    pub fn after(moves: &str) -> Self {
        let start = Board { own: 0, all: 0 };
        moves.bytes().fold(start, |board: Self, digit| {
            let column = digit.wrapping_sub(b'1');
            let legal = column < 7 && board.is_open(column) && !board.is_lost();
            assert!(legal, "'{moves}' is not a list of moves");
            board.play(column)
        })
    }

    /// Whether there is room in a column.
    #[inline]
    pub fn is_open(self, column: u8) -> bool {
        self.all & 1 << (u32::from(column) * (HEIGHT + 1) + HEIGHT - 1) == 0
    }

    /// The columns with room, from the middle outward.
    #[inline]
    pub fn moves(self) -> impl Iterator<Item = u8> {
        ORDER.into_iter().filter(move |&column| self.is_open(column))
    }

    #[inline]
    #[must_use]
    pub fn play(self, column: u8) -> Self {
        if COUNTED {
            count_move();
        }
        let bottom = 1 << (u32::from(column) * (HEIGHT + 1));
        Board { own: self.own ^ self.all, all: self.all | (self.all + bottom) }
    }

    /// How many stones there are.
    #[inline]
    pub fn played(self) -> u32 {
        self.all.count_ones()
    }

    /// Whether the move just made has completed a line.
    #[inline]
    pub fn is_lost(self) -> bool {
        let stones = self.own ^ self.all;
        STEPS.iter().any(|step| {
            let pairs = stones & stones >> step;
            pairs & pairs >> (2 * step) != 0
        })
    }

    #[inline]
    pub fn is_full(self) -> bool {
        self.all == CELLS
    }

    /// The value to the mover if the game is over: a loss costs 22 less the winner's stones.
    #[inline]
    pub fn result(self) -> Option<i32> {
        if self.is_lost() {
            Some(self.played().div_ceil(2) as i32 - 22)
        } else {
            self.is_full().then_some(0)
        }
    }

    /// An evaluation: empty cells that would complete a line of the mover, less the other's.
    pub fn threats(self) -> i32 {
        let empty = CELLS & !self.all;
        let count = |stones: u64| (fourths(stones) & empty).count_ones() as i32;
        count(self.own) - count(self.own ^ self.all)
    }

    /// A unique key of 64 bits, never zero and well mixed.
    #[inline]
    pub fn name(self) -> u64 {
        let mixed = ((self.own + self.all) | 1 << 63).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ mixed >> 32
    }
}

/// The cells that would complete four in a line.
fn fourths(stones: u64) -> u64 {
    STEPS.iter().fold(0, |found, step| {
        let (up, down) = (stones << step, stones >> step);
        let (two_up, two_down) = (up & up << step, down & down >> step);
        found
            | two_up & up << (2 * step)
            | two_up & down
            | two_down & up
            | two_down & down >> (2 * step)
    })
}

/// Alpha-beta written for this game alone: the baseline.
pub fn by_hand<const C: bool>(board: Board<C>, plies: u32, mut alpha: i32, beta: i32) -> i32 {
    if let Some(value) = board.result() {
        return value;
    }
    if plies == 0 {
        return 0;
    }
    let mut best = i32::MIN;
    for column in board.moves() {
        let value = -by_hand(board.play(column), plies - 1, -beta, -alpha);
        best = best.max(value);
        alpha = alpha.max(value);
        if alpha >= beta {
            break;
        }
    }
    best
}
