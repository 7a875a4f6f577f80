//! The types that a search is compiled for, as one type parameter.

use crate::model::{Game, Knowledge};
use crate::probe::Probe;
use crate::sealed::Sealed;
use crate::store::Store;
use crate::walk::Walk;

/// The types that a search is compiled for: a game, heuristics, a probe and a store. Only tuples of
/// these four types implement it.
pub trait Setup: Sealed {
    /// The rules.
    type Game: Game;
    /// The heuristics.
    type Knowledge: Knowledge<Self::Game>;
    /// The observer.
    type Probe: Probe<Self::Game>;
    /// Where bounds are stored.
    type Store: Store<Self::Game>;
}

impl<G: Game, K: Knowledge<G>, P: Probe<G>, S: Store<G>> Sealed for (G, K, P, S) {}

impl<G: Game, K: Knowledge<G>, P: Probe<G>, S: Store<G>> Setup for (G, K, P, S) {
    type Game = G;
    type Knowledge = K;
    type Probe = P;
    type Store = S;
}

/// The walk of such a search.
pub type WalkOf<'a, T> = Walk<'a, <T as Setup>::Game, <T as Setup>::Knowledge, <T as Setup>::Probe>;
/// Its moves.
pub type MoveOf<T> = <<T as Setup>::Game as Game>::Move;
/// Its positions.
pub(crate) type PositionOf<T> = <<T as Setup>::Game as Game>::Position;
/// What it needs to undo a move.
pub(crate) type UndoOf<T> = <<T as Setup>::Game as Game>::Undo;
/// How its store refers to a position.
pub(crate) type SlotOf<T> = <<T as Setup>::Store as Store<<T as Setup>::Game>>::Slot;
