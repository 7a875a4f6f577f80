//! `scout`: minimal-window search (Pearl 1980; Reinefeld 1983).
//!
//! The first child is searched in full; the others are only asked whether they beat it, by a null
//! window, and searched again if they do.
//!
//! Contract: as `alphabeta2`. Without a store a second search of a child evaluates leaves again.
//!
//! Departure from print: the second search gets the whole window and not only the part above what
//! the test has shown. Otherwise it fails low where the test's bound is the value already, and the
//! principal variation is lost.

use super::recursion::{Joined, Procedure, Recursion, one_pass};
use crate::model::{Bounds, Kind, Moves, Window};
use crate::run::{Algorithm, Answer, Memory, MoveOf, Setup, SlotOf, WalkOf};
use crate::store::Store;

/// Minimal-window search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scout;

impl Algorithm for Scout {
    const MEMORY: Memory = Memory::Helpful;

    fn search<T: Setup>(
        &mut self,
        walk: &mut WalkOf<'_, T>,
        window: Window,
        store: &mut T::Store,
    ) -> Answer<MoveOf<T>> {
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
            children(run, slot, moves, kind, window)
        })
    }
}

fn children<T: Setup>(
    run: &mut Recursion<'_, '_, T>,
    slot: SlotOf<T>,
    moves: &Moves<MoveOf<T>>,
    kind: Kind,
    mut window: Window,
) -> Joined {
    if T::Store::SHARES {
        return run.best_first::<Scout>(moves, slot, kind, window, true);
    }
    let grain = run.walk.grain();
    let mut joined = Joined::nothing(kind);
    for (i, mv) in moves.iter().enumerate() {
        if !window.is_open() && !run.foresees(moves) {
            joined.bounds = joined.bounds.choice(run.walk.range(), kind.maximises());
            break;
        }
        let test = if i == 0 { window } else { window.beaten(kind, grain) };
        let mut found = run.visit::<Scout>(moves, i, slot, test);
        if let Some(tested) = found
            && run.walk.stopped().is_none()
            && window.clip(tested).is_open()
        {
            found = run.visit::<Scout>(moves, i, slot, window);
            found = Some(found.map_or(tested, |again| again.intersect(tested)));
        }
        let child = found.unwrap_or_else(|| run.unvisited(moves, i, slot));
        if joined.improves(child, kind) {
            run.promote(mv);
            joined.best = Some(i);
        }
        joined.bounds = joined.bounds.choice(child, kind.maximises());
        window = window.clip(child.assured(kind));
    }
    joined
}
