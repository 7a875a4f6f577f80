//! `own-bounds`: an answer at most epsilon off, where a node is left as soon as its own bounds are
//! that close together (Atzmon, Stern, Saffidine 2018).
//!
//! Algorithm 1 of the paper is [`bounded-alphabeta`](super::BoundedAlphaBeta): it leaves a node when
//! the window that is handed down to it is narrow, and so prunes at epsilon 0 what alpha-beta prunes.
//! The figures for games without chance do not fit that. They fit a reading in which no node is told
//! anything by those above it: a node is left once `U(n) <= L(n) + epsilon`, where `L` and `U` are
//! those of lines 3-21, with v_min and v_max for what was not looked at. A MAX node is then left
//! only when it has nearly v_max, a MIN node when it has nearly v_min.
//!
//! Contract: as `bounded-alphabeta`; and every node that is left has bounds at most epsilon apart,
//! not only the root. With epsilon zero all leaves are evaluated but those behind a move that is
//! worth an end of the range. So it is no way to search: it shows what the paper measured.
//!
//! Departures from the paper: the window of the question holds for the root; facts and store narrow
//! the bounds of a node; a child that they close is not entered, nor is one that cannot move the
//! bounds of its parent. Each outcome of a chance node is allowed epsilon, minus what rounding the
//! average may cost.

use super::children::Turns;
use super::outcomes::Sharing;
use super::recursion::{Procedure, Recursion, one_pass_afresh};
use crate::algorithm::{Algorithm, Lean, Memory, MoveOf, Setup, SlotOf, WalkOf};
use crate::model::{Bounds, Kind, Window};
use crate::outcome::Outcome;

/// Minimax that leaves a node once its own bounds are within epsilon.
///
/// ```
/// # use gametree::{Epsilon, Search, exact::OwnBounds, doc::Subtraction};
/// let half = Epsilon::units(0.5).unwrap();
/// let outcome = Search::new(&Subtraction { stones: 10 }).epsilon(half).run(&mut OwnBounds)?;
/// assert!(outcome.bounds.width() <= 0.5);
/// # Ok::<(), gametree::SearchError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct OwnBounds;

impl Algorithm for OwnBounds {
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
        one_pass_afresh::<OwnBounds, T>(walk, window, store)
    }
}

impl Procedure for OwnBounds {
    fn search<T: Setup>(
        run: &mut Recursion<'_, '_, T>,
        slot: SlotOf<T>,
        known: Bounds,
        window: Window,
    ) -> Bounds {
        // What a node above it has makes no difference to a node.
        let own = if run.walk.ply() == 0 { window } else { Window::FULL };
        run.trimmed(slot, known, own, |run, moves, kind, own| match kind {
            Kind::Chance => run.outcomes::<OwnBounds>(moves, slot, own, Sharing::Static),
            _ => run.choices::<OwnBounds>(moves, slot, kind, own, Turns::default()),
        })
    }
}
