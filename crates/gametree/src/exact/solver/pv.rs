//! The principal variation of a solved position.

use super::Recursion;
use super::in_turn::Trial;
use crate::algorithm::{MoveOf, Setup};
use crate::model::{Moves, WholeBounds};

impl<T: Setup> Recursion<'_, '_, T> {
    /// The principal variation from the root, whose bounds are `bounds` and whose best move is `best`, if known.
    /// If the value is not known exactly, this is only the best move.
    ///
    /// At each node some child is proven to be worth the root's value; proofs that the table has forgotten are
    /// repeated.
    pub(super) fn proven_pv(
        &mut self,
        bounds: WholeBounds,
        mut best: Option<MoveOf<T>>,
    ) -> Vec<MoveOf<T>> {
        let (mut pv, mut places) = (Vec::new(), vec![0]);
        let mut moves = Moves::new();
        while let Some(mv) = best.take().or_else(|| {
            let closed = bounds.lower >= bounds.upper;
            closed.then(|| self.worth(*places.last()?, bounds.lower, &mut moves)).flatten()
        }) {
            let place = places[places.len() - 1];
            self.walk.replay_from(&self.stack[place].position, mv);
            self.make_room(1);
            self.look_at(place, mv, self.range, bounds.lower);
            places.push(self.top);
            self.top += 1;
            pv.push(mv);
            if !self.walk.wants_pv() {
                break;
            }
        }
        places.pop();
        for &place in places.iter().rev() {
            self.walk.back_to(&self.stack[place].position);
        }
        pv
    }

    /// A move of the node at a place that is worth the node's `value`; `None` if the game is over, or if the search
    /// is stopped before one is found.
    fn worth(
        &mut self,
        place: usize,
        value: i32,
        moves: &mut Moves<MoveOf<T>>,
    ) -> Option<MoveOf<T>> {
        let kind = self.walk.look_around_at(&self.stack[place].position, moves)?;
        // "At least the value" for MAX, "at most the value" for MIN.
        let beta = if kind.maximises() { value } else { value + 1 };
        let (found, best) = self.in_turn(&Trial { place, kind, moves, rest: None }, beta);
        let proven = if kind.maximises() { found.lower >= value } else { found.upper <= value };
        best.filter(|_| proven)
    }
}
