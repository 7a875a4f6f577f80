//! `star2`: Star1 that probes before it searches (Ballard 1983; Hauk, Buro, Schaeffer 2004).
//!
//! At a chance node one successor of every outcome is searched first: its value is a bound for the
//! player who moves there. That narrows the range of the outcome on one side, and often the average
//! of those bounds closes the window before any outcome has been searched in full. The successor is
//! the first in the move ordering; an outcome that is a leaf is known immediately, and one that is a
//! chance node itself is not probed.
//!
//! Contract: as `star1`, or within epsilon as `bounded-alphabeta`: each outcome is allowed epsilon when it
//! is probed and when it is searched. The bounds that a probe finds for a successor are kept until its outcome
//! is searched, and windows only shrink: so the successor is not searched again, and no leaf is
//! evaluated twice even without a store. But an outcome that is probed and then searched is entered
//! twice, and counts as two nodes.
//!
//! Departures from the paper: those of `star1`; and trees need not be regular: the outcomes of a
//! chance node may be of any kind.

use super::children::Turns;
use super::outcomes::Sharing;
use super::recursion::{Joined, Procedure, Recursion, one_pass_afresh};
use super::star1::Star1;
use crate::algorithm::{Algorithm, Lean, Memory, MoveOf, Setup, SlotOf, WalkOf};
use crate::model::{Bounds, Dice, Game, Kind, Moves, Window};
use crate::outcome::Outcome;
use crate::store::Store;
use crate::walk::Arrival;

/// Star1 with a probing phase.
///
/// ```
/// # use gametree::{Search, exact::Star2, doc::Subtraction};
/// let outcome = Search::new(&Subtraction { stones: 10 }).run(&mut Star2)?;
/// assert_eq!(outcome.value(), Some(1.into())); // without dice it is alpha-beta
/// # Ok::<(), gametree::SearchError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Star2;

impl Algorithm for Star2 {
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
        // Without chance nodes there is nothing to probe.
        if const { !matches!(T::Game::DICE, Dice::Never) } {
            one_pass_afresh::<Star2, T>(walk, window, store)
        } else {
            one_pass_afresh::<Star1, T>(walk, window, store)
        }
    }
}

impl Procedure for Star2 {
    fn search<T: Setup>(
        run: &mut Recursion<'_, '_, T>,
        slot: SlotOf<T>,
        known: Bounds,
        window: Window,
    ) -> Bounds {
        resume(run, slot, known, window, None)
    }
}

/// Searches a node; `probed` has the bounds of its first child, if it was probed.
fn resume<T: Setup>(
    run: &mut Recursion<'_, '_, T>,
    slot: SlotOf<T>,
    known: Bounds,
    window: Window,
    probed: Option<Bounds>,
) -> Bounds {
    run.trimmed(slot, known, window, |run, moves, kind, window| match kind {
        Kind::Chance => outcomes(run, moves, slot, window),
        _ => run.choices::<Star2>(
            moves,
            slot,
            kind,
            window,
            Turns { first: probed, ..Turns::default() },
        ),
    })
}

/// The probing phase and the search phase of a chance node.
fn outcomes<T: Setup>(
    run: &mut Recursion<'_, '_, T>,
    moves: &Moves<MoveOf<T>>,
    slot: SlotOf<T>,
    window: Window,
) -> Joined {
    let mut known = run.all_foreseen(moves, slot);
    let mut probed = vec![None; moves.len()];
    run.try_outcomes(moves, window, Sharing::Static, &mut known, |run, i, asked| {
        run.at_child(moves, i, slot, |run, slot, known| {
            probe(run, slot, known, asked, &mut probed[i])
        })
    });
    run.try_outcomes(moves, window, Sharing::Static, &mut known, |run, i, asked| {
        run.at_child(moves, i, slot, |run, slot, known| resume(run, slot, known, asked, probed[i]))
    })
}

/// Searches the first child of an outcome, if a player moves there, and stores its bounds in
/// `probed`. Returns the bounds that follow for the outcome.
fn probe<T: Setup>(
    run: &mut Recursion<'_, '_, T>,
    slot: SlotOf<T>,
    known: Bounds,
    window: Window,
    probed: &mut Option<Bounds>,
) -> Bounds {
    if !window.admits_beyond(known, run.slack) {
        return known;
    }
    run.begin_pv();
    let mut moves = run.borrow_moves();
    let found = match run.walk.arrive(&mut moves) {
        Arrival::Leaf(value) => Bounds::point(value),
        Arrival::Inner(Kind::Chance) => known,
        Arrival::Inner(kind) => {
            *probed = run.visit::<Star2>(&moves, 0, slot, window.clip(known));
            let all = moves.len() == 1;
            let told = |child: Bounds| if all { child } else { child.assured(kind) };
            probed.map_or(known, |child| known.intersect(told(child)))
        }
    };
    run.return_moves(moves);
    run.store.tighten(slot, found, None);
    found
}
