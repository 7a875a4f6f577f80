//! Leaves: what they are worth, and the short way to those at the horizon.

use super::Walk;
use crate::model::{Game, Knowledge, Turn, Value};
use crate::run::{Probe, SearchError};

/// Whether copying a position costs less than playing a move on it and taking it back.
const fn is_small<T>() -> bool {
    size_of::<T>() <= 64 && !std::mem::needs_drop::<T>()
}

impl<G: Game, K: Knowledge<G>, P: Probe<G>> Walk<'_, G, K, P> {
    /// The position where the walk stands, which is the horizon.
    pub(super) fn at_horizon(&mut self) -> Value {
        match self.evaluated(&self.position) {
            Some(value) => self.leaf(value),
            None => self.fail(SearchError::NoEvaluation),
        }
    }

    /// What a position at the horizon is worth.
    #[inline(always)]
    fn evaluated(&self, position: &G::Position) -> Option<Value> {
        match self.game.judge(position) {
            Turn::Terminal(value) => Some(value),
            Turn::Inner(_) => self.knowledge.evaluate(self.game, position),
        }
    }

    /// The game is over where the walk stands.
    #[inline]
    pub(super) fn leaf(&mut self, value: Value) -> Value {
        self.counts.leaves += 1;
        self.probe.leaf(self.game, &self.position, value);
        self.checked(value)
    }

    #[inline]
    fn checked(&mut self, value: Value) -> Value {
        if self.range.contains(value) {
            value
        } else {
            self.fail(SearchError::OutsideRange { value, range: self.range })
        }
    }

    /// Whether all children of the current position lie at the horizon.
    #[inline]
    pub(crate) fn is_last_ply(&self) -> bool {
        self.ply + 1 == self.horizon
    }

    /// What the child behind `mv` is worth, if [all of them lie at the horizon](Walk::is_last_ply): as
    /// stepping there, arriving and stepping back. Nothing if the limits do not allow the step.
    ///
    /// A small position is played on a copy, which then need not leave the registers.
    #[inline(always)]
    pub(crate) fn evaluate_child(&mut self, mv: G::Move) -> Option<Value> {
        if !self.may_go_on() {
            return None;
        }
        self.counts.nodes += 1;
        if const { is_small::<G::Position>() } {
            let mut child = self.position.clone();
            self.game.play(&mut child, mv);
            let Some(value) = self.evaluated(&child) else {
                return Some(self.fail(SearchError::NoEvaluation));
            };
            self.counts.leaves += 1;
            self.probe.leaf(self.game, &child, value);
            Some(self.checked(value))
        } else {
            let undo = self.replay(mv);
            let value = self.at_horizon();
            self.back(mv, undo);
            Some(value)
        }
    }
}
