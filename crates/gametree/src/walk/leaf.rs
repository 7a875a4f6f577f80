//! Leaves: their values, and a fast path to those at the horizon.
//!
//! Where all children lie at the depth limit and no store needs them, a search asks for their
//! values and steps nowhere. A small position is played on a copy that mostly stays in registers.
//! The results are those of steps, and a test compares them.

use super::Walk;
use crate::error::SearchError;
use crate::model::{Combined, Game, Knowledge, Value};
use crate::probe::Probe;

impl<G: Game, K: Knowledge<G>, P: Probe<G>> Walk<'_, G, K, P> {
    /// Evaluates the current position, which lies at the horizon.
    pub(super) fn at_horizon(&mut self) -> Value {
        match self.knowledge.combined().value_at_horizon(self.game, &self.position) {
            Some(value) => self.leaf(value),
            None => self.fail(SearchError::NoEvaluation),
        }
    }

    /// Counts the current position as a leaf with this value.
    #[inline]
    pub(super) fn leaf(&mut self, value: Value) -> Value {
        self.counts.leaves += 1;
        if const { P::WATCHES } && self.watched {
            if let Some(probe) = &mut self.probe {
                probe.leaf(self.game, &self.position, value);
            }
        }
        self.checked(value, None)
    }

    /// Counts any position as a leaf with this value, for searches that keep positions of their own.
    #[inline]
    pub(crate) fn leaf_at(&mut self, position: &G::Position, value: Value) -> Value {
        self.counts.leaves += 1;
        self.budget.burn_more(1);
        if let (true, Some(probe)) = (self.watched, &mut self.probe) {
            probe.leaf(self.game, position, value);
        }
        if self.range.contains(value) {
            return value;
        }
        self.fail(SearchError::OutsideRange { value, range: self.range, path: None })
    }

    /// Counts an evaluation.
    pub(crate) fn count_estimate(&mut self) {
        self.counts.leaves += 1;
        self.budget.burn_more(1);
    }

    /// Shows an evaluation: `share` is MAX's expected reward, from 0 to 1.
    pub(crate) fn show_estimate_at(&mut self, position: &G::Position, share: f64) {
        if let (true, Some(probe)) = (self.watched, &mut self.probe) {
            let value = self.range.lower.get() + share * self.range.width();
            probe.leaf(self.game, position, Value::new(value).unwrap_or(Value::ZERO));
        }
    }

    /// Checks the value of the current leaf, or of the leaf behind the move `by`.
    #[inline]
    pub(super) fn checked(&mut self, value: Value, by: Option<G::Move>) -> Value {
        if self.range.contains(value) { value } else { self.fail_outside(value, by) }
    }

    #[cold]
    fn fail_outside(&mut self, value: Value, by: Option<G::Move>) -> Value {
        let path = self.guard.path(self.game, by);
        self.fail(SearchError::OutsideRange { value, range: self.range, path })
    }

    /// Whether all children of the current position lie at the horizon.
    #[inline]
    pub(crate) fn is_last_ply(&self) -> bool {
        self.ply + 1 == self.horizon
    }

    /// The value of the child behind `mv`, if [all children lie at the horizon](Walk::is_last_ply):
    /// the same as stepping there, arriving and stepping back. `None` if the limits do not allow the
    /// step.
    #[inline(always)]
    pub(crate) fn evaluate_child(&mut self, mv: G::Move) -> Option<Value> {
        if !self.may_go_on() {
            return None;
        }
        self.counts.nodes += 1;
        if const { P::WATCHES } && self.watched {
            // The probe wants to see the leaf itself.
            let undo = self.replay(mv);
            let value = self.at_horizon();
            self.back(mv, undo);
            return Some(value);
        }
        let before = self.guard.before(self.game, &self.position);
        let value = self.knowledge.combined().child_at_horizon(self.game, &mut self.position, mv);
        self.guard.undone(self.game, &self.position, mv, before);
        let Some(value) = value else { return Some(self.fail(SearchError::NoEvaluation)) };
        self.counts.leaves += 1;
        Some(self.checked(value, Some(mv)))
    }
}
