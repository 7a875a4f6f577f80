//! `mtd-bi`: null windows that divide the root's interval (Plaat, Schaeffer, Pijls, de Bruin 1996,
//! "MTD(bi)"), over Algorithm 5 of Huang 2015.
//!
//! Contract: as `alphabeta2`; within epsilon it ends as soon as the interval is that narrow.
//!
//! Departure from the paper: the test is not at the middle of the interval, but at a point two
//! thirds of the way from zero to the end that is further away. Most games are balanced around
//! zero, and large values are easily refuted; on Connect Four this takes far fewer nodes than
//! halving.

use super::AlphaBeta2;
use super::recursion::by_tests;
use crate::algorithm::{Algorithm, Lean, Memory, MoveOf, Setup, WalkOf};
use crate::model::{Bounds, Grain, Value, Window};
use crate::outcome::Outcome;

/// Divides the root's interval by null windows until one value is left.
///
/// ```
/// # use gametree::{Search, exact::MtdBi, doc::Subtraction};
/// let outcome = Search::new(&Subtraction { stones: 10 }).run(&mut MtdBi)?;
/// assert_eq!(outcome.value(), Some(1.into()));
/// # Ok::<(), gametree::SearchError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct MtdBi;

/// The position of the next test, from zero to the far end.
const SHARE: f64 = 2.0 / 3.0;

impl Algorithm for MtdBi {
    const MEMORY: Memory = Memory::Needed;
    const TAKES_EPSILON: bool = true;
    const SHARES_TABLE: bool = true;
    const LEAN: Lean = Lean::OnBoards;

    fn worker(&self) -> Option<Self> {
        Some(*self)
    }

    fn search<T: Setup>(
        &mut self,
        walk: &mut WalkOf<'_, T>,
        window: Window,
        store: &mut T::Store,
    ) -> Outcome<MoveOf<T>> {
        let grain = walk.grain();
        by_tests::<AlphaBeta2, T>(walk, window, store, |root| division(root, grain))
    }
}

/// A value above the lower bound, up to the upper one.
pub(super) fn division(root: Bounds, grain: Grain) -> Value {
    let (lower, upper) = (root.lower.get(), root.upper.get());
    let point = match (lower.is_finite(), upper.is_finite()) {
        (false, false) => 0.0,
        // Further and further out, until it is bounded.
        (true, false) => (2.0 * lower).max(1.0),
        (false, true) => (2.0 * upper).min(-1.0),
        (true, true) if upper > -lower => SHARE * upper,
        (true, true) => SHARE * lower,
    };
    let point = if grain == Grain::Integer { point.ceil() } else { point };
    let point = Value::new(point).expect("finite times finite");
    point.max(grain.above(root.lower)).min(root.upper)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_question_divides() {
        for (lower, upper) in [(-18, 18), (0, 1), (-1, 0), (17, 18), (-18, -17), (3, 9), (-9, 2)] {
            let root = Bounds::new(lower.into(), upper.into()).unwrap();
            let point = division(root, Grain::Integer);
            assert!(root.lower < point && point <= root.upper, "{root}: {point}");
        }
        for root in [Bounds::UNBOUNDED, Bounds::at_least(5.into()), Bounds::at_most((-5).into())] {
            let point = division(root, Grain::Real);
            assert!(root.lower < point && point <= root.upper, "{root}: {point}");
        }
    }
}
