//! Near the horizon: the children in order, after the one that was best before.
//!
//! Over a store that shares positions it pays to [look at all children first](super::enhanced_cutoff) if much
//! depends on the choice. Near the horizon little does: there a lookup costs as much as a search, unless it
//! saves [expensive](Knowledge::is_costly) evaluations.
//!
//! That begins fewer than five plies before the depth limit; the last ply but one does without the
//! table.

use super::children::Turns;
use super::recursion::{Joined, Procedure, Recursion};
use crate::algorithm::{MoveOf, Setup, SlotOf};
use crate::model::{Bounds, Kind, Knowledge, Moves, Window};
use crate::store::Store;
use crate::walk::Arrival;

/// The fewest plies before the horizon at which it pays to look at all children first.
const WORTH_LOOKING: u32 = 5;

impl<T: Setup> Recursion<'_, '_, T> {
    /// Whether the current node is so near the horizon that its children are better searched [in
    /// turn](Recursion::in_turn).
    #[inline]
    pub fn is_near_horizon(&self) -> bool {
        // Not at the root, whose moves deserve a good ordering: the first of equals is played.
        let below = !self.walk.knowledge().is_costly(self.walk.game()) && self.walk.ply() > 0;
        below && self.walk.horizon().is_some_and(|plies| plies < WORTH_LOOKING)
    }

    /// Searches the children of the current node by procedure `A`. If `scouts`, each but the first is
    /// searched with a null window first.
    #[inline(never)]
    pub fn in_turn<A: Procedure>(
        &mut self,
        moves: &Moves<MoveOf<T>>,
        slot: SlotOf<T>,
        kind: Kind,
        window: Window,
        scouts: bool,
    ) -> Joined {
        // The best move at one horizon is mostly the best at the next.
        let best_before = self.store.best_child(slot).filter(|&best| best < moves.len());
        let turns = Turns { first: None, scouts, best_before, near_horizon: true };
        self.choices::<A>(moves, slot, kind, window, turns)
    }

    /// Searches child `index` with `window` by procedure `A`. `None` if a limit forbids the step.
    #[inline(always)]
    pub fn visit_near_horizon<A: Procedure>(
        &mut self,
        moves: &Moves<MoveOf<T>>,
        index: usize,
        slot: SlotOf<T>,
        window: Window,
    ) -> Option<Bounds> {
        // All grandchildren are leaves: searching the child costs less than a lookup in the store.
        match self.walk.horizon() {
            Some(2) => self.visit_unstored(moves, index, window),
            _ => self.visit_always::<A>(moves, index, slot, window),
        }
    }

    /// Searches child `index`, whose children lie at the horizon, without consulting the store. `None`
    /// if a limit forbids the step.
    #[inline]
    fn visit_unstored(
        &mut self,
        moves: &Moves<MoveOf<T>>,
        index: usize,
        window: Window,
    ) -> Option<Bounds> {
        self.store.note_work();
        self.step_into(moves, index, |run| {
            let mut moves = run.borrow_moves();
            let found = match run.walk.arrive(&mut moves) {
                Arrival::Leaf(value) => Bounds::point(value),
                Arrival::Inner(kind) => run.leaves(&moves, kind, window).bounds,
            };
            run.return_moves(moves);
            found
        })
    }
}
