//! `bounded-alphabeta`: an answer at most epsilon off (Atzmon, Stern, Saffidine 2018, Algorithm 1).
//!
//! It is `star1` in which a node no longer matters as soon as its window is not wider than epsilon:
//! the procedure is the same, with that width as its slack. With epsilon zero it is `star1`, leaf
//! for leaf.
//!
//! Contract: returns bounds of the root at most epsilon apart (Theorem 1); a window is closed up to
//! epsilon; a spent budget returns the sound bounds reached. The move is the one with the highest
//! lower bound for MAX, with the lowest upper bound for MIN: it loses no more than epsilon. One
//! with the highest *upper* bound may lose more.
//!
//! How the paper is read: conditions C5 and C6 include the root; the text swaps the first values
//! of best_L and best_U, the code is right; lines 9-10 use the running L and U of the parent and the
//! range of values of the child. What lines 22-23 add to alpha and beta makes no difference to the
//! windows of outcomes, since an outcome's own bounds are tighter.
//!
//! Departures from the paper: a node whose window is narrow enough is not entered. Without facts
//! and store that can only be the root, when the range itself is not wider than epsilon; the paper
//! searches one line there. Chance nodes pass down epsilon minus what rounding their averages may
//! cost.
//!
//! Without chance nodes it evaluates the leaves of `rollout:leftmost` with the same epsilon, in its
//! order. With chance nodes and epsilon above zero, `rollout:leftmost` sometimes needs fewer: it
//! notices that a chance node is known well enough while it is still below an outcome.

use super::recursion::one_pass_afresh;
use super::star1::Star1;
use crate::algorithm::{Algorithm, Lean, Memory, MoveOf, Setup, WalkOf};
use crate::model::Window;
use crate::outcome::Outcome;

/// Alpha-beta that stops at an answer within epsilon.
///
/// ```
/// # use gametree::{Epsilon, Search, exact::BoundedAlphaBeta, doc::Subtraction};
/// let half = Epsilon::units(0.5).unwrap();
/// let outcome = Search::new(&Subtraction { stones: 10 }).epsilon(half).run(&mut BoundedAlphaBeta)?;
/// assert!(outcome.bounds.width() <= 0.5);
/// # Ok::<(), gametree::SearchError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct BoundedAlphaBeta;

impl Algorithm for BoundedAlphaBeta {
    const MEMORY: Memory = Memory::Helpful;

    const TAKES_CHANCE: bool = true;
    const LEAN: Lean = Lean::Never;

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
        one_pass_afresh::<Star1, T>(walk, window, store)
    }
}
