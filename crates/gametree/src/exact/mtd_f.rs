//! `mtd-f`: null windows around a first guess (Plaat, Schaeffer, Pijls, de Bruin 1996), over
//! Algorithm 5 of Huang 2015.
//!
//! Contract: as `alphabeta2`; within epsilon null windows begin that far beyond the bounds. Parameter: the guess, a number or `learned`. The closer it is to the
//! value, the fewer passes.

use super::AlphaBeta2;
use super::recursion::by_tests;
use super::sample::sampled_value;
use crate::algorithm::{Algorithm, Memory, MoveOf, Setup, WalkOf};
use crate::model::{Value, Window};
use crate::outcome::Outcome;

/// The first guess, where null windows start.
///
/// ```
/// # use gametree::{Search, exact::{FirstGuess, MtdF}, doc::Subtraction};
/// let mut mtd = MtdF { guess: FirstGuess::Learned };
/// let outcome = Search::new(&Subtraction { stones: 10 }).run(&mut mtd)?;
/// assert_eq!(outcome.value(), Some(1.into()));
/// # Ok::<(), gametree::SearchError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum FirstGuess {
    /// This value.
    At(Value),
    /// An estimate from a few random leaves.
    Learned,
}

/// MTD(f): starts at a guess and moves towards the value by null windows.
///
/// ```
/// # use gametree::{Search, exact::{FirstGuess, MtdF}, doc::Subtraction};
/// let mut mtd = MtdF { guess: FirstGuess::At(1.into()) };
/// let outcome = Search::new(&Subtraction { stones: 10 }).run(&mut mtd)?;
/// assert_eq!(outcome.value(), Some(1.into()));
/// # Ok::<(), gametree::SearchError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct MtdF {
    /// The first guess; zero by default.
    pub guess: FirstGuess,
}

impl Default for MtdF {
    fn default() -> Self {
        MtdF { guess: FirstGuess::At(Value::ZERO) }
    }
}

impl Algorithm for MtdF {
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
        let grain = walk.grain();
        let mut before = walk.range();
        let mut guess = match self.guess {
            FirstGuess::At(value) => value,
            FirstGuess::Learned => sampled_value::<T>(walk, store).unwrap_or_default(),
        };
        by_tests::<AlphaBeta2, T>(walk, window, store, |root| {
            // The bound that the last pass has moved is the new guess.
            if root.lower > before.lower {
                guess = root.lower;
            } else if root.upper < before.upper {
                guess = root.upper;
            }
            before = root;
            guess.min(root.upper).max(grain.above(root.lower))
        })
    }
}
