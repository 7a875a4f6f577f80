//! `bounded-alphabeta`: an answer at most epsilon off (Atzmon, Stern, Saffidine 2018, Algorithm 1).
//!
//! It is `star1` in which a node no longer matters as soon as its window is not wider than epsilon:
//! the procedure is the same, and reads how wide that is from the run. With epsilon nought it is
//! `star1`, leaf for leaf.
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
//! Departures from print: a node whose window is narrow enough is not entered. Without facts and
//! store that can only be the root, when the range itself is not wider than epsilon; the paper
//! walks one line there. Chance nodes hand on epsilon less what rounding their averages may cost.
//!
//! Without chance nodes it evaluates the leaves of `rollout:leftmost` with the same epsilon, in its
//! order. With chance nodes, unless epsilon is nought, that needs fewer now and then: it notices
//! that a chance node is known well enough while it is still somewhere below an outcome.

use super::recursion::one_pass_afresh;
use super::star1::Star1;
use crate::model::Window;
use crate::run::{Algorithm, Answer, Memory, MoveOf, Setup, WalkOf};

/// Alpha-beta that is content with an answer within epsilon.
#[derive(Clone, Copy, Debug, Default)]
pub struct BoundedAlphaBeta;

impl Algorithm for BoundedAlphaBeta {
    const MEMORY: Memory = Memory::Helpful;

    const TAKES_CHANCE: bool = true;
    const LEAN: bool = false;

    const TAKES_EPSILON: bool = true;

    fn search<T: Setup>(
        &mut self,
        walk: &mut WalkOf<'_, T>,
        window: Window,
        store: &mut T::Store,
    ) -> Answer<MoveOf<T>> {
        one_pass_afresh::<Star1, T>(walk, window, store)
    }
}
