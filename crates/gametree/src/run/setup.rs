//! The types that a search is compiled for, as one parameter.

use super::sealed::Sealed;
use super::{Probe, Walk};
use crate::model::{Game, Knowledge};
use crate::store::Store;

/// What a search is compiled for: a game, opinions about it, a probe that follows it and a store that
/// remembers bounds. A tuple of the four types is one, and nothing else is.
pub trait Setup: Sealed {
    /// The rules.
    type Game: Game;
    /// Opinions.
    type Knowledge: Knowledge<Self::Game>;
    /// Who watches.
    type Probe: Probe<Self::Game>;
    /// Where bounds are remembered.
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
/// What it needs to take a move back.
pub(crate) type UndoOf<T> = <<T as Setup>::Game as Game>::Undo;
/// What its store knows a position by.
pub(crate) type SlotOf<T> = <<T as Setup>::Store as Store<<T as Setup>::Game>>::Slot;
