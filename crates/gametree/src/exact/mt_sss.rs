//! `mt-sss` and `mt-sss2`: SSS* as a series of null windows (Huang 2015, Algorithm 2; Plaat et al.
//! 1996).
//!
//! Each pass asks "is the root's upper bound its value?", until it is. Over Algorithm 1 with both
//! bounds stored at leaves this is SSS* = MTD(+infinity), called `mt-sss`; over Algorithm 5 it is
//! the augmented `mt-sss2`, which never evaluates more leaves and gains where leaves tie.
//!
//! Contract: as `alphabeta2`. Within epsilon a pass asks "is the value at most epsilon less?": if so,
//! that is the answer. It is asked exactly, so that it can be asked of Algorithm 1 as well. On random
//! trees that takes fewer leaves than windows which every node may leave within epsilon.
//!
//! Departure from the paper: "infinity - 1" is replaced by the largest
//! number below infinity, and with real values the window is just below the bound.

use super::recursion::by_tests;
use super::{AlphaBeta, AlphaBeta2};
use crate::algorithm::{Algorithm, Memory, MoveOf, Setup, WalkOf};
use crate::model::Window;
use crate::outcome::Outcome;

/// Algorithm 2 over Algorithm 1: SSS*.
///
/// ```
/// # use gametree::{Search, exact::MtSss, doc::Subtraction};
/// let outcome = Search::new(&Subtraction { stones: 10 }).run(&mut MtSss)?;
/// assert_eq!(outcome.value(), Some(1.into()));
/// # Ok::<(), gametree::SearchError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct MtSss;

/// Algorithm 2 over Algorithm 5: augmented SSS*.
///
/// ```
/// # use gametree::{Search, exact::MtSss2, doc::Subtraction};
/// let outcome = Search::new(&Subtraction { stones: 10 }).run(&mut MtSss2)?;
/// assert_eq!(outcome.value(), Some(1.into()));
/// # Ok::<(), gametree::SearchError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct MtSss2;

impl Algorithm for MtSss {
    const MEMORY: Memory = Memory::Needed;
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
        by_tests::<AlphaBeta, T>(walk, window, store, |root| root.upper)
    }
}

impl Algorithm for MtSss2 {
    const MEMORY: Memory = Memory::Needed;
    const TAKES_EPSILON: bool = true;
    const SHARES_TABLE: bool = true;

    fn worker(&self) -> Option<Self> {
        Some(*self)
    }

    fn search<T: Setup>(
        &mut self,
        walk: &mut WalkOf<'_, T>,
        window: Window,
        store: &mut T::Store,
    ) -> Outcome<MoveOf<T>> {
        by_tests::<AlphaBeta2, T>(walk, window, store, |root| root.upper)
    }
}
