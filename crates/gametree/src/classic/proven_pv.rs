//! The principal variation of a solved position, over a store that may have forgotten some of it.

use super::recursion::{Procedure, Recursion};
use crate::model::{Bounds, Kind, Moves, Value, Window};
use crate::run::{MoveOf, Setup, SlotOf};
use crate::store::Store;

impl<T: Setup> Recursion<'_, '_, T> {
    /// The principal variation from the root, whose bounds are `bounds` and whose best child is `best`,
    /// if known. If the value is not known exactly, this is only the best move.
    ///
    /// At each node some child is proven to be worth the root's value; proofs that the store has
    /// forgotten are repeated by procedure `A`.
    pub fn proven_pv<A: Procedure>(
        &mut self,
        bounds: Bounds,
        mut best: Option<usize>,
    ) -> Vec<MoveOf<T>> {
        let mut way = Vec::new();
        let mut moves = Moves::new();
        let mut slot = self.root();
        while let Some(kind) = self.walk.look_around(&mut moves)
            && kind != Kind::Chance
        {
            let better = match (best.take(), bounds.exact()) {
                (Some(best), _) => Some(best),
                (None, Some(value)) => self.worth::<A>(&moves, slot, kind, value),
                (None, None) => None,
            };
            let Some(index) = better else { break };
            let mv = moves.get(index);
            way.push((mv, self.walk.replay(mv)));
            slot = self.slot_of_child(slot, index, moves.len());
            // If bounds need not close, no further move could be proven.
            if !self.walk.wants_pv() || self.slack > 0.0 {
                break;
            }
        }
        self.walk_back(way)
    }

    /// A child that is worth the node's `value` to the mover; `None` if the search is stopped before
    /// one is found.
    fn worth<A: Procedure>(
        &mut self,
        moves: &Moves<MoveOf<T>>,
        slot: SlotOf<T>,
        kind: Kind,
        value: Value,
    ) -> Option<usize> {
        let enough = |found: Bounds| {
            if kind.maximises() { found.lower >= value } else { found.upper <= value }
        };
        let hint = self.store.best_child(slot).filter(|&hint| hint < moves.len());
        let order = || hint.into_iter().chain((0..moves.len()).filter(move |&i| Some(i) != hint));
        if let Some(known) = order().find(|&index| {
            let mv = moves.get(index);
            let undo = self.walk.replay(mv);
            let slot = self.slot_of_child(slot, index, moves.len());
            let known = self.known(slot);
            self.walk.back(mv, undo);
            enough(known.intersect(self.walk.child_facts(moves, index)))
        }) {
            return Some(known);
        }
        let grain = self.walk.grain();
        // "At least the value" for MAX, "at most the value" for MIN.
        let test = if kind.maximises() { value } else { grain.above(value) };
        let window = Window::at_least(test, grain);
        order().find(|&index| {
            let found = self.visit_always::<A>(moves, index, slot, window);
            found.is_some_and(enough)
        })
    }
}
