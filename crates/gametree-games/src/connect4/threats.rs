//! Cells that complete a line, and moves that do not lose to one.

use std::cell::Cell;

use super::board::UNKNOWN;
use super::lines::{four, fourths};
use super::{Board, Connect4};

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

    /// The cells that the mover can play without losing immediately, if he cannot win immediately: all, or
    /// the one that stops the other, and none that opens the way to a cell with which the other wins.
    #[inline]
    pub(super) fn safe(&self, board: &Board) -> u64 {
        let playable = self.playable(board);
        let dangers = self.dangers(board);
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
}
