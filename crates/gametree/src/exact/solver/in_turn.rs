//! Nodes whose children are tried one after the other: those whose best move is wanted (the root, and the nodes
//! of the principal variation), and those with very many children.

use std::cmp::Reverse;

use super::Recursion;
use super::node::{TOO_MANY, WORST};
use crate::algorithm::{MoveOf, Setup};
use crate::model::{Bounds, Kind, Moves, WholeBounds};
use crate::walk::Arrival;

/// A node, and the moves to try there.
pub(super) struct Trial<'m, M> {
    /// Where the node is in the stack.
    pub place: usize,
    pub kind: Kind,
    pub moves: &'m Moves<M>,
    /// What the best of the moves that are not listed is worth.
    pub rest: Option<i32>,
}

impl<T: Setup> Recursion<'_, '_, T> {
    /// Searches the root: is it worth at least `beta`? Returns bounds that say so or say the opposite, unless
    /// the walk was stopped; and the best move, if it is known.
    pub(super) fn root(&mut self, beta: i32) -> (WholeBounds, Option<MoveOf<T>>) {
        let mut moves = Moves::new();
        let (arrival, rest) = self.walk.arrive_at(&self.stack[0].position, &mut moves, true);
        let since = self.clock;
        let (found, best) = match arrival {
            Arrival::Leaf(value) => (WholeBounds::within(Bounds::point(value)), None),
            Arrival::Inner(kind) => {
                self.in_turn(&Trial { place: 0, kind, moves: &moves, rest }, beta)
            }
        };
        let found = self.stack[0].bounds.intersect(found);
        self.table.tighten_whole(self.stack[0].spot, found, self.clock - since);
        (found, best)
    }

    /// Searches the children of a node that has very many; their moves are listed.
    #[cold]
    #[inline(never)]
    pub(super) fn many_children(
        &mut self,
        place: usize,
        kind: Kind,
        rest: Option<i32>,
        beta: i32,
    ) -> WholeBounds {
        let moves = std::mem::take(&mut self.moves);
        let (found, _) = self.in_turn(&Trial { place, kind, moves: &moves, rest }, beta);
        self.moves = moves;
        found
    }

    /// Searches children until one proves that the node is worth `beta` to the mover, or none is left.
    pub(super) fn in_turn(
        &mut self,
        trial: &Trial<'_, MoveOf<T>>,
        beta: i32,
    ) -> (WholeBounds, Option<MoveOf<T>>) {
        let &Trial { place, kind, moves, rest } = trial;
        let max = kind.maximises();
        let (want, range) = (if max { beta } else { 1 - beta }, self.range.seen_by(max));
        let mut best = rest.map_or(WORST, |rest| WholeBounds::point(rest).seen_by(max));
        let mut best_move = None;
        let child = self.top;
        self.make_room(1);
        for index in self.order(trial, beta) {
            if best.lower >= want || moves.len() > TOO_MANY && !self.walk.has_time() {
                best.upper = range.upper;
                break;
            }
            let mv = moves.get(index);
            let known = self.know(trial, index, beta);
            self.top = child + 1;
            let found = match known.lower >= beta || known.upper < beta {
                true => known,
                false => self.enter(place, child, beta, true),
            };
            self.top = child;
            let found = found.seen_by(max);
            if best_move.is_none() || found.lower > best.lower {
                best_move = Some(mv);
            }
            best = best.better(found);
        }
        (best.seen_by(max), best_move)
    }

    /// The children in the order in which they are tried: those that are decided first, then the promising ones.
    /// Very many stay as they are.
    fn order(&mut self, trial: &Trial<'_, MoveOf<T>>, beta: i32) -> Vec<usize> {
        let count = trial.moves.len();
        let mut order: Vec<usize> = (0..count).collect();
        if count <= TOO_MANY {
            let looked: Vec<(bool, Reverse<i32>)> = (0..count)
                .map(|index| {
                    let score =
                        self.look_at(trial.place, trial.moves.get(index), self.range, beta).1;
                    let known = self.know(trial, index, beta);
                    (known.lower < beta && beta <= known.upper, Reverse(score))
                })
                .collect();
            order.sort_by_key(|&index| looked[index]);
        }
        order
    }

    /// Puts a child on top of the stack, and returns all that is known of it.
    fn know(&mut self, trial: &Trial<'_, MoveOf<T>>, index: usize, beta: i32) -> WholeBounds {
        let stated = WholeBounds::within(trial.moves.fact(index)).intersect(self.range);
        self.look_at(trial.place, trial.moves.get(index), stated, beta);
        self.look_up(self.top)
    }
}
