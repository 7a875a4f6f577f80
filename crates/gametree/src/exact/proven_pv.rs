//! The principal variation of a solved position, over a store that may have forgotten some of it.
//!
//! Where a record decides a node, there is no variation below it. So when the value is known, a
//! child with that value is looked up, or proven once more, at each node down to the end.

use super::recursion::{Procedure, Recursion};
use crate::algorithm::{MoveOf, Setup, SlotOf};
use crate::model::{Bounds, Kind, Moves, Window};
use crate::store::Store;

impl<T: Setup> Recursion<'_, '_, T> {
    /// The principal variation from the root, whose bounds are `bounds` and whose best child is `best`,
    /// if known. The bounds are an answer if they are no more than `slack` apart; if that is not zero, this
    /// is only the best move.
    ///
    /// At each node some child is proven to be worth the root's value; proofs that the store has
    /// forgotten are repeated by procedure `A`.
    pub fn proven_pv<A: Procedure>(
        &mut self,
        bounds: Bounds,
        mut best: Option<usize>,
        slack: f64,
    ) -> Vec<MoveOf<T>> {
        let mut way = Vec::new();
        let mut moves = Moves::new();
        let mut slot = self.root();
        let is_choice = |kind: &Kind| *kind != Kind::Chance;
        while let Some(kind) = self.walk.look_around(&mut moves).filter(is_choice) {
            let better = best.take().or_else(|| {
                let answered = bounds.width() <= slack;
                answered.then(|| self.worth::<A>(&moves, slot, kind, bounds, slack)).flatten()
            });
            let Some(index) = better else { break };
            let mv = moves.get(index);
            way.push((mv, self.walk.replay(mv)));
            slot = self.slot_of_child(slot, index, moves.len());
            // If bounds need not close, no further move could be proven.
            if !self.walk.wants_pv() || slack > 0.0 {
                break;
            }
        }
        self.walk_back(way)
    }

    /// A child that loses at most the slack to the mover of a node whose bounds are `bounds`; `None` if
    /// the search is stopped before one is found.
    fn worth<A: Procedure>(
        &mut self,
        moves: &Moves<MoveOf<T>>,
        slot: SlotOf<T>,
        kind: Kind,
        bounds: Bounds,
        slack: f64,
    ) -> Option<usize> {
        let (assured, possible) = bounds.merit(kind);
        let enough = |child: Bounds| possible.get() - child.merit(kind).0.get() <= slack;
        let hint = self.store.best_child(slot).filter(|&hint| hint < moves.len());
        let order = || hint.into_iter().chain((0..moves.len()).filter(move |&i| Some(i) != hint));
        let mut children = vec![Bounds::UNBOUNDED; moves.len()];
        for index in order() {
            let mv = moves.get(index);
            let undo = self.walk.replay(mv);
            let slot = self.slot_of_child(slot, index, moves.len());
            let known = self.known(slot);
            self.walk.back(mv, undo);
            children[index] = known.intersect(self.walk.child_facts(moves, index));
            if enough(children[index]) {
                return Some(index);
            }
        }
        // "At least what is assured" for MAX, "at most" for MIN; for a procedure with slack a window as
        // narrow as that would be closed at once.
        let grain = self.walk.grain();
        let window = if self.slack > 0.0 {
            Window::FULL
        } else {
            let test = if kind.maximises() { assured } else { grain.above(-assured) };
            Window::at_least(test, grain)
        };
        for index in order() {
            let found = self.visit_always::<A>(moves, index, slot, window)?;
            children[index] = children[index].intersect(found);
            if enough(children[index]) {
                return Some(index);
            }
        }
        // Each of them is known up to the slack, and so the one that is assured most loses at most that.
        (slack > 0.0 && self.walk.stopped().is_none())
            .then(|| (0..moves.len()).max_by_key(|&index| (children[index].merit(kind), !index)))
            .flatten()
    }
}
