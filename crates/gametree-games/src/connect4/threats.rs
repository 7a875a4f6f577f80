//! Cells that complete a line, and moves that do not lose to one.

use std::cell::Cell;

use gametree::WholeBounds;

use super::board::UNKNOWN;
use super::lines::{four, fourths};
use super::{Board, Connect4, USUAL_BOTTOMS, USUAL_CELLS};

impl Connect4 {
    /// The cells, empty or not, that complete a line of the mover.
    #[inline]
    pub(super) fn wins(&self, board: &Board) -> u64 {
        self.threats(&board.wins, board.own)
    }

    /// The same for the other player.
    #[inline]
    pub(super) fn dangers(&self, board: &Board) -> u64 {
        self.threats(&board.dangers, board.all ^ board.own)
    }

    /// The cells that complete a line of `stones`: from `kept`, or computed on first use.
    #[inline]
    fn threats(&self, kept: &Cell<u64>, stones: u64) -> u64 {
        if kept.get() == UNKNOWN {
            kept.set(self.look_for_threats(stones));
        }
        kept.get()
    }

    /// Makes `child` the position after a move that does not win, on the usual board. False, if it does win or the
    /// threats of `board` are not known.
    #[inline(always)]
    pub(super) fn play_on_usual_board(&self, board: &Board, column: u8, child: &mut Board) -> bool {
        let (wins, dangers) = (board.wins.get(), board.dangers.get());
        let column = 0x3f << (7 * u32::from(column % 8));
        let cell = (board.all + USUAL_BOTTOMS) & column;
        // An unknown set of wins has all bits.
        if !self.usual || cell & wins != 0 || dangers == UNKNOWN {
            return false;
        }
        let stones = board.own | cell;
        *child = Board {
            own: board.all ^ board.own,
            all: board.all | cell,
            wins: Cell::new(dangers),
            dangers: Cell::new(fourths(stones, 7, 6) & USUAL_CELLS),
            played: board.played + 1,
            won: false,
        };
        true
    }

    #[inline(never)]
    fn look_for_threats(&self, stones: u64) -> u64 {
        let found = if self.usual {
            fourths(stones, 7, 6)
        } else {
            fourths(stones, self.width, self.height)
        };
        found & self.cells
    }

    /// Whether a set of cells holds four in a line.
    #[inline]
    pub(super) fn has_four(&self, cells: u64) -> bool {
        if self.usual { four(cells, 7, 6) } else { self.has_four_of_any_size(cells) }
    }

    // A function of its own, since it would take registers that the usual board needs.
    #[inline(never)]
    fn has_four_of_any_size(&self, cells: u64) -> bool {
        four(cells, self.width, self.height)
    }

    /// What is known of a position's value, as far as it matters for the question whether it is at least `test`.
    // A function of its own, as above.
    #[inline(never)]
    pub(super) fn facts_on_any_board(&self, board: &Board, test: i32) -> WholeBounds {
        self.facts_on::<false>(board, test)
    }

    /// The same; on the usual board with numbers that are known to the compiler.
    #[inline(always)]
    pub(super) fn facts_on<const USUAL: bool>(&self, board: &Board, test: i32) -> WholeBounds {
        let (cells, bottoms) =
            if USUAL { (USUAL_CELLS, USUAL_BOTTOMS) } else { (self.cells, self.bottoms) };
        if board.won {
            return WholeBounds::point(self.winner_after(board, u8::MAX));
        }
        if board.all == cells {
            return WholeBounds::point(0);
        }
        let playable = (board.all + bottoms) & cells;
        if self.wins(board) & playable != 0 {
            return WholeBounds::point(self.winner_after(board, 0));
        }
        if safe_among(playable, self.dangers(board)) == 0 {
            return WholeBounds::point(self.winner_after(board, 1));
        }
        // Neither wins with the next stone: the mover cannot, and can stop the other.
        let (own, other) = (self.winner_after(board, 2), self.winner_after(board, 3));
        let max_moves = board.played % 2 == 0;
        let (lower, upper) = if max_moves { (other, own) } else { (own, other) };
        let bounds = WholeBounds { lower, upper };
        if bounds.answers(test) {
            return bounds;
        }
        self.by_answering::<USUAL>(board, playable, test, bounds)
    }

    /// The cells that the mover can play without losing immediately, if he cannot win immediately: all, or
    /// the one that stops the other, and none that opens the way to a cell with which the other wins.
    #[inline]
    pub(super) fn safe(&self, board: &Board) -> u64 {
        safe_among(self.playable(board), self.dangers(board))
    }
}

#[inline(always)]
fn safe_among(playable: u64, dangers: u64) -> u64 {
    let forced = playable & dangers;
    let stopping = if forced == 0 {
        playable
    } else if forced & (forced - 1) == 0 {
        forced
    } else {
        0
    };
    stopping & !(dangers >> 1)
}
