//! `scout`: minimal-window search (Pearl 1980; Reinefeld 1983).
//!
//! The first child is searched with the full window, the others with a null window that tests
//! whether they beat it; those that do are searched again.
//!
//! Contract: as `alphabeta2`. Within epsilon the test is whether a child beats those before by more than
//! epsilon; otherwise it does not matter. Without a store a second search of a child evaluates leaves again.
//!
//! Departure from the paper: the second search gets the whole window and not only the part above
//! the test's bound. Otherwise it fails low if that bound is already the value, and the principal
//! variation is lost.

use super::children::Turns;
use super::recursion::{Procedure, Recursion, one_pass};
use crate::algorithm::{Algorithm, Memory, MoveOf, Setup, SlotOf, WalkOf};
use crate::model::{Bounds, Window};
use crate::outcome::Outcome;
use crate::store::Store;

/// Minimal-window search.
///
/// ```
/// # use gametree::{Search, exact::Scout, doc::Subtraction};
/// let outcome = Search::new(&Subtraction { stones: 10 }).run(&mut Scout)?;
/// assert_eq!(outcome.value(), Some(1.into()));
/// # Ok::<(), gametree::SearchError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Scout;

impl Algorithm for Scout {
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
        one_pass::<Scout, T>(walk, window, store)
    }
}

impl Procedure for Scout {
    fn search<T: Setup>(
        run: &mut Recursion<'_, '_, T>,
        slot: SlotOf<T>,
        known: Bounds,
        window: Window,
    ) -> Bounds {
        run.trimmed(slot, known, window, |run, moves, kind, window| {
            if T::Store::SHARES {
                run.best_first::<Scout>(moves, slot, kind, window, true)
            } else {
                let turns = Turns { scouts: true, ..Turns::default() };
                run.choices::<Scout>(moves, slot, kind, window, turns)
            }
        })
    }
}
