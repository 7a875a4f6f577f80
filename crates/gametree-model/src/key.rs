//! Names of positions, for stores that remember positions rather than nodes.

/// A position's name of up to 128 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// Positions with equal keys have equal values: answers that rest on it are proofs.
    Exact(u128),
    /// Positions with equal keys are probably the same: answers that rest on it are not proofs.
    Hash(u128),
}

/// Which of a game's symmetries maps a position to its canonical one; the numbering is the game's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry(pub u8);
