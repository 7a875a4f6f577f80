//! `star1`: alpha-beta for games with chance nodes (Ballard 1983; the windows as in Atzmon, Stern,
//! Saffidine 2018, conditions C5 and C6).
//!
//! An outcome matters only as far as the average can still fall into the window of its chance node,
//! whatever the outcomes not searched yet are worth within the range of values.
//!
//! Contract: returns bounds that close the window, up to the rounding of averages; fail-low and
//! fail-high are bounds on the far side of it; a spent budget returns the sound bounds reached.
//! Evaluates the leaves of `rollout:leftmost`, in its order. Within epsilon it is `bounded-alphabeta`.
//!
//! Departures from the paper: both bounds are transmitted, and facts and store narrow the range of
//! a node, for which the paper has one pair of numbers.

use super::children::Turns;
use super::outcomes::Sharing;
use super::recursion::{Procedure, Recursion, one_pass_afresh};
use crate::algorithm::{Algorithm, Lean, Memory, MoveOf, Setup, SlotOf, WalkOf};
use crate::model::{Bounds, Kind, Window};
use crate::outcome::Outcome;

/// Alpha-beta with windows for the outcomes of chance.
///
/// ```
/// # use gametree::{Search, exact::Star1, doc::Subtraction};
/// let outcome = Search::new(&Subtraction { stones: 10 }).run(&mut Star1)?;
/// assert_eq!(outcome.value(), Some(1.into())); // without dice it is alpha-beta
/// # Ok::<(), gametree::SearchError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Star1;

impl Algorithm for Star1 {
    const MEMORY: Memory = Memory::Helpful;

    const TAKES_CHANCE: bool = true;
    const LEAN: Lean = Lean::Never;

    fn worker(&self) -> Option<Self> {
        Some(*self)
    }

    fn search<T: Setup>(
        &mut self,
        walk: &mut WalkOf<'_, T>,
        window: Window,
        store: &mut T::Store,
    ) -> Outcome<MoveOf<T>> {
        one_pass_afresh::<Star1, T>(walk, window, store)
    }
}

impl Procedure for Star1 {
    fn search<T: Setup>(
        run: &mut Recursion<'_, '_, T>,
        slot: SlotOf<T>,
        known: Bounds,
        window: Window,
    ) -> Bounds {
        run.trimmed(slot, known, window, |run, moves, kind, window| match kind {
            Kind::Chance => run.outcomes::<Star1>(moves, slot, window, Sharing::Static),
            _ => run.choices::<Star1>(moves, slot, kind, window, Turns::default()),
        })
    }
}
