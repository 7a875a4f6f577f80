//! `mt-sss` and `mt-sss2`: SSS* as a series of null windows (Huang 2015, Algorithm 2; Plaat et al.
//! 1996).
//!
//! Each pass asks "is the root's upper bound its value?", until it is. Over Algorithm 1 with both
//! bounds stored at leaves this is SSS* = MTD(+infinity), called `mt-sss`; over Algorithm 5 it is
//! the augmented `mt-sss2`, which never evaluates more leaves and gains where leaves tie.
//!
//! Contract: as `alphabeta2`. Departure from print: "infinity - 1" is replaced by the largest
//! number below infinity, and with real values the window is just below the bound.

use super::recursion::by_tests;
use super::{AlphaBeta, AlphaBeta2};
use crate::model::{Game, Knowledge, Window};
use crate::run::{Algorithm, Answer, Memory, Probe, Walk};
use crate::store::Store;

/// Algorithm 2 over Algorithm 1: SSS*.
#[derive(Clone, Copy, Debug, Default)]
pub struct MtSss;

/// Algorithm 2 over Algorithm 5: augmented SSS*.
#[derive(Clone, Copy, Debug, Default)]
pub struct MtSss2;

impl Algorithm for MtSss {
    const MEMORY: Memory = Memory::Needed;

    fn search<G: Game, K: Knowledge<G>, P: Probe<G>, S: Store<G>>(
        &mut self,
        walk: &mut Walk<'_, G, K, P>,
        window: Window,
        store: &mut S,
    ) -> Answer<G::Move> {
        by_tests::<AlphaBeta, _, _, _, _>(walk, window, store, |root| root.upper)
    }
}

impl Algorithm for MtSss2 {
    const MEMORY: Memory = Memory::Needed;

    fn search<G: Game, K: Knowledge<G>, P: Probe<G>, S: Store<G>>(
        &mut self,
        walk: &mut Walk<'_, G, K, P>,
        window: Window,
        store: &mut S,
    ) -> Answer<G::Move> {
        by_tests::<AlphaBeta2, _, _, _, _>(walk, window, store, |root| root.upper)
    }
}
