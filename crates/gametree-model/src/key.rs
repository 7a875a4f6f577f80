//! Keys of positions, for stores that hold positions rather than nodes.

/// A position's key of up to 128 bits, for transposition tables and certificates.
///
/// [`Game::key`](crate::Game::key) returns it:
///
/// ```
/// use gametree_model::Key;
///
/// /// Stones left, and whether MAX is to move: this is all that the value depends on.
/// fn key(stones: u32, max: bool) -> Key {
///     Key::Exact(u128::from(stones) << 1 | u128::from(max))
/// }
///
/// assert_eq!(key(10, true), Key::Exact(21));
/// assert_ne!(key(10, true), key(10, false));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// Positions with equal keys have equal values: answers that rely on them are proofs.
    Exact(u128),
    /// Positions with equal keys are probably the same: answers that rely on them are not proofs.
    Hash(u128),
}

/// Which of a game's symmetries maps a position to its canonical one; the numbering is the game's.
///
/// ```
/// use gametree_model::Symmetry;
///
/// const MIRROR: Symmetry = Symmetry(1);
///
/// /// As [`Game::map_move`](gametree_model::Game::map_move), on a board of seven columns.
/// fn map_move(symmetry: Symmetry, column: u8) -> u8 {
///     if symmetry == MIRROR { 6 - column } else { column }
/// }
///
/// assert_eq!(map_move(MIRROR, 0), 6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry(pub u32);
