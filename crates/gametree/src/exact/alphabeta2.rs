//! `alphabeta2`: alpha-beta that transmits both bounds (Huang 2015, Algorithm 5).
//!
//! Contract: returns bounds that close the window, or leave no more than epsilon of it (Atzmon, Stern,
//! Saffidine 2018, Theorem 1); a spent budget returns the sound bounds reached.
//!
//! Departure from the paper: bounds are updated by intersection. For a store in which each node's
//! bounds follow from its children's (such as an empty one) that changes nothing; for any other,
//! overwriting would lose bounds.

use super::children::Turns;
use super::recursion::{Procedure, Recursion, one_pass};
use crate::algorithm::{Algorithm, Memory, MoveOf, Setup, SlotOf, WalkOf};
use crate::model::{Bounds, Window};
use crate::outcome::Outcome;
use crate::store::Store;

/// Alpha-beta that transmits a pair of bounds and trims its window by what is stored.
///
/// ```
/// # use gametree::{Search, exact::AlphaBeta2, doc::Subtraction};
/// let outcome = Search::new(&Subtraction { stones: 10 }).run(&mut AlphaBeta2)?;
/// assert_eq!(outcome.value(), Some(1.into()));
/// # Ok::<(), gametree::SearchError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct AlphaBeta2;

impl Algorithm for AlphaBeta2 {
    const MEMORY: Memory = Memory::Helpful;
    const SHARES_TABLE: bool = true;
    const TAKES_EPSILON: bool = true;

    fn worker(&self) -> Option<Self> {
        Some(*self)
    }

    fn search<T: Setup>(
        &mut self,
        walk: &mut WalkOf<'_, T>,
        window: Window,
        store: &mut T::Store,
    ) -> Outcome<MoveOf<T>> {
        one_pass::<AlphaBeta2, T>(walk, window, store)
    }
}

impl Procedure for AlphaBeta2 {
    fn search<T: Setup>(
        run: &mut Recursion<'_, '_, T>,
        slot: SlotOf<T>,
        known: Bounds,
        window: Window,
    ) -> Bounds {
        run.trimmed(slot, known, window, |run, moves, kind, window| {
            if T::Store::SHARES {
                run.best_first::<AlphaBeta2>(moves, slot, kind, window, false)
            } else {
                run.choices::<AlphaBeta2>(moves, slot, kind, window, Turns::default())
            }
        })
    }
}
