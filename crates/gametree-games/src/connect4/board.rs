//! Positions of Connect Four, and what a move changes.

use std::cell::Cell;

/// A position: bit `column * (height + 1) + row` stands for a cell; the bit above each column is
/// always clear, so that lines do not run from one column into the next.
///
/// Threats are computed on demand, since a search with a horizon may never need them, and then kept: what
/// threatens the mover is what the next mover can win with.
#[derive(Clone, Debug)]
pub struct Board {
    /// The stones of the player who moves next.
    pub(super) own: u64,
    /// All stones.
    pub(super) all: u64,
    /// The cells, empty or not, that complete a line of the mover; or [`UNKNOWN`].
    pub(super) wins: Cell<u64>,
    /// The same for the other player.
    pub(super) dangers: Cell<u64>,
    /// How many stones there are.
    pub(super) played: u8,
    /// Whether the last move has completed a line.
    pub(super) won: bool,
}

/// What a move changed.
#[derive(Clone, Copy, Debug)]
pub struct Before {
    pub(super) own: u64,
    pub(super) all: u64,
    pub(super) wins: u64,
}

/// Threats have not been computed yet. (Threats are cells, and some bits are not cells.)
pub(super) const UNKNOWN: u64 = u64::MAX;

impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        (self.own, self.all) == (other.own, other.all)
    }
}

impl Eq for Board {}
