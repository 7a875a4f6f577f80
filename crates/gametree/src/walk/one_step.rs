//! An estimating search, one step at a time.

use super::Door;
use crate::model::{Bounds, Game, Kind, Value};
use crate::sealed::Sealed;

/// A [`Door`] that stops the search after one step, at the point where progress would be reported.
pub(crate) struct OneStep<D> {
    door: D,
    over: bool,
}

impl<D> OneStep<D> {
    pub fn new(door: D) -> OneStep<D> {
        OneStep { door, over: false }
    }

    /// Opens the door for one more step.
    pub fn open(&mut self) -> &mut OneStep<D> {
        self.over = false;
        self
    }

    /// Whether the step was completed.
    pub fn is_over(&self) -> bool {
        self.over
    }

    pub fn door(&self) -> &D {
        &self.door
    }
}

impl<D: Sealed> Sealed for OneStep<D> {}

impl<G: Game, D: Door<G>> Door<G> for OneStep<D> {
    fn may_go_on(&mut self) -> bool {
        !self.over && self.door.may_go_on()
    }

    fn add_nodes(&mut self, count: u32) {
        self.door.add_nodes(count);
    }

    fn charge(&mut self, children: usize) {
        self.door.charge(children);
    }

    fn enter(&mut self, kind: Kind) {
        self.door.enter(kind);
    }

    fn leaf(&mut self, position: &G::Position, value: Value) -> Value {
        self.door.leaf(position, value)
    }

    fn postpone_estimate(&mut self) {
        self.door.postpone_estimate();
    }

    fn show_estimate(&mut self, position: &G::Position, share: f64) {
        self.door.show_estimate(position, share);
    }

    fn facts(&self, position: &G::Position) -> Bounds {
        self.door.facts(position)
    }

    fn uses_facts(&self) -> bool {
        self.door.uses_facts()
    }

    fn news_due(&mut self) -> bool {
        self.over = true;
        false
    }
}
