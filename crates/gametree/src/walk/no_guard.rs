//! No checks: builds without debug assertions trust the rules. See `guard.rs`.

use std::marker::PhantomData;

use super::NO_MOVES;
use crate::model::Game;

pub(super) struct Guard<G>(PhantomData<fn(G)>);

pub(super) type Before = ();

impl<G: Game> Guard<G> {
    #[inline(always)]
    pub fn new(_: &G::Position) -> Self {
        Guard(PhantomData)
    }

    #[inline(always)]
    pub fn before(&mut self, _: &G, _: &G::Position) -> Before {}

    #[inline(always)]
    pub fn stepped(&mut self, _: G::Move, (): Before) {}

    #[inline(always)]
    pub fn stepped_back(&mut self, _: &G, _: &G::Position) {}

    #[inline(always)]
    pub fn undone(&mut self, _: &G, _: &G::Position, _: G::Move, (): Before) {}

    #[cold]
    #[inline(never)]
    pub fn no_moves(&self, _: &G, _: Option<G::Move>) -> ! {
        panic!("{NO_MOVES}")
    }

    pub fn path(&self, _: &G, _: Option<G::Move>) -> Option<Vec<String>> {
        None
    }
}
