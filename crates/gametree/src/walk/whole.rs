//! Steps of searches over whole numbers, which keep the positions of their path themselves.

use super::{Arrival, Walk};
use crate::model::{
    Combined, Game, Grain, Kind, Knowledge, Moves, Turn, Undecided, WholeBounds, WholeLook,
};
use crate::probe::Probe;

impl<G: Game, K: Knowledge<G>, P: Probe<G>> Walk<'_, G, K, P> {
    /// The range of all values, if the question is one for whole numbers: about the end of a game
    /// without chance and cycles whose values are whole numbers, within the game's own finite
    /// range.
    pub(crate) fn whole_range(&self) -> Option<WholeBounds> {
        let plain = self.horizon == u32::MAX && self.slack == 0.0 && !self.claimed;
        let whole = plain && self.grain() == Grain::Integer && !self.has_cycles();
        let range = WholeBounds::within(self.range);
        (whole && range.are_finite()).then_some(range)
    }

    /// Steps from a position to its child behind `mv`, which counts as a node. False, without a
    /// step, if the limits do not allow it.
    #[inline(always)]
    pub(crate) fn step_from(&mut self, from: &G::Position, mv: G::Move) -> bool {
        let goes_on = self.may_go_on();
        if goes_on {
            self.counts.nodes += 1;
            self.replay_from(from, mv);
        }
        goes_on
    }

    /// Steps to a child along a path that the search has stored: not counted.
    #[inline(always)]
    pub(crate) fn replay_from(&mut self, from: &G::Position, mv: G::Move) {
        self.ply += 1;
        let before = self.guard.before(self.game, from);
        self.guard.stepped(mv, before);
    }

    /// Steps back to a position.
    #[inline(always)]
    pub(crate) fn back_to(&mut self, to: &G::Position) {
        self.ply -= 1;
        self.guard.stepped_back(self.game, to);
    }

    /// As [`arrive`](Walk::arrive), at a position that the last step led to. If not `all` moves are
    /// wanted, those that facts decide may be left out; what the best of them is worth is returned
    /// beside the arrival.
    #[inline(always)]
    pub(crate) fn arrive_at(
        &mut self,
        position: &G::Position,
        moves: &mut Moves<G::Move>,
        all: bool,
    ) -> (Arrival, Option<i32>) {
        moves.clear();
        moves.want_facts(self.facts);
        let Undecided { turn, rest } = if self.facts && !all {
            self.knowledge.combined().undecided_in_order(self.game, position, moves)
        } else {
            let turn = self.knowledge.combined().expand_in_order(self.game, position, moves);
            Undecided { turn, rest: None }
        };
        match turn {
            Turn::Inner(kind) => {
                if moves.is_empty() && rest.is_none() {
                    self.guard.no_moves(self.game, None);
                }
                self.charge(moves.len());
                self.count_inner(kind);
                (Arrival::Inner(kind), rest)
            }
            Turn::Terminal(value) => {
                self.counts.leaves += 1;
                if const { P::WATCHES } && self.watched {
                    if let Some(probe) = &mut self.probe {
                        probe.leaf(self.game, position, value);
                    }
                }
                (Arrival::Leaf(self.checked(value, None)), None)
            }
        }
    }

    /// The moves of a position in order, without counting a visit; `None` if the game is over.
    pub(crate) fn look_around_at(
        &self,
        position: &G::Position,
        moves: &mut Moves<G::Move>,
    ) -> Option<Kind> {
        moves.clear();
        moves.want_facts(self.facts);
        match self.knowledge.combined().expand_in_order(self.game, position, moves) {
            Turn::Inner(kind) => Some(kind),
            Turn::Terminal(_) => None,
        }
    }

    /// Makes `child` the child of `position` behind `mv`, and finds out what is known of it without
    /// searching: is it worth at least `test`?
    #[inline(always)]
    pub(crate) fn look_into(
        &self,
        position: &G::Position,
        mv: G::Move,
        child: &mut G::Position,
        test: i32,
    ) -> WholeLook {
        let test = self.facts.then_some(test);
        self.knowledge.combined().look_into(self.game, position, mv, child, test)
    }
}
