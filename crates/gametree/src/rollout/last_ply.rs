//! The last ply of a best-first search: leaves at the horizon take no memory.
//!
//! Children of which nothing is known have the same bounds, so they are evaluated from first to last,
//! and an evaluated child is done. Their values are in the node's bounds; only their number must be
//! stored. When the search returns, which is rare, the moves are listed again.

use super::best_first::{BestFirstSearch, Entry, assured};
use super::guide::Guide;
use super::no_chance;
use crate::algorithm::Setup;
use crate::model::{Bounds, Kind};
use crate::store::Link;
use crate::walk::Arrival;

impl<T: Setup, A: Guide> BestFirstSearch<'_, '_, T, A> {
    /// Searches the current node, if [all its children lie at the
    /// horizon](crate::Walk::is_last_ply), until its bounds no longer reach into `entry.stay`.
    /// Returns its bounds.
    #[inline(never)]
    pub(super) fn last_ply(&mut self, node: u32, known: Bounds, entry: Entry) -> Bounds {
        let link = self.tree.arena.links[node as usize];
        let moves = &mut self.tree.moves;
        let kind = if link.is_none() {
            match self.walk.arrive(moves) {
                Arrival::Leaf(value) => return Bounds::point(value),
                Arrival::Inner(kind) => kind,
            }
        } else {
            self.walk
                .look_around(moves)
                .expect("a game that has not ended here before does not now")
        };
        let (found, evaluated) = match kind {
            Kind::Max => self.evaluate::<true>(link.evaluated(), known, entry),
            Kind::Min => self.evaluate::<false>(link.evaluated(), known, entry),
            Kind::Chance => no_chance(),
        };
        self.tree.moves.clear();
        // A node that does not matter never will.
        let matters = entry.window.admits(found);
        let link = if matters { Link::to_leaves(evaluated) } else { Link::NONE };
        self.tree.arena.links[node as usize] = link;
        found
    }

    /// Evaluates children; `evaluated` of them have been evaluated before. Returns the node's bounds
    /// and the new number of evaluated children.
    #[inline(always)]
    fn evaluate<const MAX: bool>(
        &mut self,
        mut evaluated: usize,
        known: Bounds,
        Entry { stay, .. }: Entry,
    ) -> (Bounds, usize) {
        let mut own = known;
        while evaluated < self.tree.moves.len() {
            let mv = self.tree.moves.get(evaluated);
            let Some(value) = self.walk.evaluate_child(mv) else { break };
            evaluated += 1;
            own = assured::<MAX>(own, Bounds::point(value));
            if evaluated == self.tree.moves.len() {
                // No child is left that might be worth more than that.
                own = Bounds::point(if MAX { own.lower } else { own.upper });
            }
            if self.walk.is_called_back() || !stay.keeps(own) {
                break;
            }
        }
        (own, evaluated)
    }
}
