//! `alphabeta2`: alpha-beta that transmits both bounds (Huang 2015, Algorithm 5).
//!
//! Contract: returns bounds that close the window; a spent budget returns the sound bounds reached.
//!
//! Departure from print: bounds are updated by intersection. From storage in which each node's
//! bounds follow from its children's (the empty one, for instance) that changes nothing; from any
//! other, overwriting would lose knowledge.

use super::recursion::{Procedure, Recursion, one_pass};
use crate::model::{Bounds, Game, Knowledge, Window};
use crate::run::{Algorithm, Answer, Memory, Probe, Walk};
use crate::store::Store;

/// Alpha-beta that transmits a pair of bounds and trims its window by what is stored.
#[derive(Clone, Copy, Debug, Default)]
pub struct AlphaBeta2;

impl Algorithm for AlphaBeta2 {
    const MEMORY: Memory = Memory::Helpful;

    fn search<G: Game, K: Knowledge<G>, P: Probe<G>, S: Store<G>>(
        &mut self,
        walk: &mut Walk<'_, G, K, P>,
        window: Window,
        store: &mut S,
    ) -> Answer<G::Move> {
        one_pass::<AlphaBeta2, _, _, _, _>(walk, window, store)
    }
}

impl Procedure for AlphaBeta2 {
    fn search<G: Game, K: Knowledge<G>, P: Probe<G>, S: Store<G>>(
        run: &mut Recursion<'_, '_, G, K, P, S>,
        slot: S::Slot,
        known: Bounds,
        window: Window,
    ) -> Bounds {
        run.trimmed(slot, known, window, |run, moves, kind, window| {
            if S::SHARES {
                run.best_first::<AlphaBeta2>(moves, slot, kind, window, false)
            } else {
                run.choices::<AlphaBeta2>(moves, slot, kind, window, None)
            }
        })
    }
}
