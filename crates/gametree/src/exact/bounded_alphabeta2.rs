//! `bounded-alphabeta2`: an answer at most epsilon off, where outcomes of chance share epsilon
//! (Atzmon, Stern, Saffidine 2018, Algorithm 1 with Eq. 26).
//!
//! Algorithm 1 allows every outcome of a chance node the node's own epsilon. The proof needs less:
//! that the average of what the outcomes are allowed is not more than epsilon (Eq. 26, which the
//! paper leaves to future work). So here an outcome that is known better than necessary, such as a
//! leaf, leaves the rest of its share to the outcomes after it.
//!
//! Contract: as `bounded-alphabeta`, with which it is identical without chance nodes, and with the
//! parameter `slack=static`. It is not always the better of the two: the more is pruned below, the
//! less is known above.

use super::children::Turns;
use super::outcomes::Sharing;
use super::recursion::{Procedure, Recursion, one_pass_afresh};
use super::star1::Star1;
use crate::algorithm::{Algorithm, Lean, Memory, MoveOf, Setup, SlotOf, WalkOf};
use crate::model::{Bounds, Dice, Game, Kind, Window};
use crate::outcome::Outcome;

/// Alpha-beta that stops at an answer within epsilon, and distributes epsilon among outcomes.
///
/// ```
/// # use gametree::{Epsilon, Search, exact::BoundedAlphaBeta2, doc::Subtraction};
/// let half = Epsilon::units(0.5).unwrap();
/// let search = Search::new(&Subtraction { stones: 10 }).epsilon(half);
/// assert!(search.run(&mut BoundedAlphaBeta2::default())?.bounds.width() <= 0.5);
/// # Ok::<(), gametree::SearchError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct BoundedAlphaBeta2 {
    /// How epsilon is distributed.
    pub sharing: Sharing,
}

impl Algorithm for BoundedAlphaBeta2 {
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
        // Without chance nodes there is nothing to share.
        if const { !matches!(T::Game::DICE, Dice::Never) } && self.sharing == Sharing::Adaptive {
            one_pass_afresh::<Adaptive, T>(walk, window, store)
        } else {
            one_pass_afresh::<Star1, T>(walk, window, store)
        }
    }
}

struct Adaptive;

impl Procedure for Adaptive {
    fn search<T: Setup>(
        run: &mut Recursion<'_, '_, T>,
        slot: SlotOf<T>,
        known: Bounds,
        window: Window,
    ) -> Bounds {
        run.trimmed(slot, known, window, |run, moves, kind, window| match kind {
            Kind::Chance => run.outcomes::<Adaptive>(moves, slot, window, Sharing::Adaptive),
            _ => run.choices::<Adaptive>(moves, slot, kind, window, Turns::default()),
        })
    }
}
