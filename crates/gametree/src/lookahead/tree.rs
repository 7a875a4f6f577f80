//! What alpha-beta searches, and by which values.

use crate::model::{Key, Kind, Move, Moves, next_down, next_up};

/// What is searched: a game from the current position on. It counts, pays for and shows every step
/// and leaf.
pub(crate) trait Tree {
    type Move: Move;
    /// What [`back`](Tree::back) needs.
    type Undo;

    /// Values outside of this window do not exist, and its ends are not exceeded.
    const RANGE: FloatWindow;

    /// Finds out what the current position is, `plies` before the horizon; lists the moves of an
    /// inner node. `None` if a limit was reached.
    fn arrive(&mut self, plies: u32, moves: &mut Moves<Self::Move>) -> Option<Arrival>;

    /// Makes a move, after which `plies` are left. `None`, without a step, if a limit was reached.
    fn step(&mut self, mv: Self::Move, plies: u32) -> Option<Self::Undo>;

    /// Takes it back.
    fn back(&mut self, mv: Self::Move, undo: Self::Undo);

    /// What the position after a move is worth, which lies at the horizon. `None` if a limit was
    /// reached.
    fn value_at_horizon(&mut self, mv: Self::Move) -> Option<f64>;

    /// How early the game would try a move: the smallest first.
    fn rank(&self, mv: Self::Move) -> i32;

    /// A key that determines the value of the current position `plies` plies ahead.
    fn key(&self, plies: u32) -> Option<Key>;
}

/// What a position turns out to be.
pub(crate) enum Arrival {
    /// It is worth this.
    Leaf(f64),
    /// Somebody moves.
    Inner(Kind),
}

/// Which values matter, for MAX.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct FloatWindow {
    pub low: f64,
    pub high: f64,
}

impl FloatWindow {
    pub const FULL: FloatWindow = FloatWindow { low: f64::NEG_INFINITY, high: f64::INFINITY };

    /// The window that is left once the mover has a move worth `value`.
    pub fn after(self, kind: Kind, value: f64) -> FloatWindow {
        match kind {
            Kind::Min => FloatWindow { high: self.high.min(value), ..self },
            _ => FloatWindow { low: self.low.max(value), ..self },
        }
    }

    /// The null window that asks whether a move is better for the mover than those before.
    pub fn test(self, kind: Kind) -> FloatWindow {
        match kind {
            Kind::Min => FloatWindow { low: next_down(self.high), high: self.high },
            _ => FloatWindow { low: self.low, high: next_up(self.low) },
        }
    }

    /// Whether its ends are apart.
    pub fn is_open(self) -> bool {
        self.low < self.high
    }

    pub fn contains(self, value: f64) -> bool {
        self.low < value && value < self.high
    }
}

/// Whether a value is better for the mover.
pub(super) fn is_better(kind: Kind, value: f64, than: f64) -> bool {
    if kind == Kind::Min { value < than } else { value > than }
}
