//! Positions of Connect Four, and what a move changes.

use std::cell::Cell;

/// A position: bit `column * (height + 1) + row` stands for a cell; the bit above each column is
/// always clear, so that lines do not run from one column into the next.
///
/// Threats are looked for when somebody asks, since a search to a horizon may never do so, and then
/// kept: what threatens the mover is what the next mover can win with.
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

/// Nobody has looked for threats yet. (Threats are cells, and there are bits that stand for none.)
pub(super) const UNKNOWN: u64 = u64::MAX;

impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        (self.own, self.all) == (other.own, other.all)
    }
}

impl Eq for Board {}
