//! Who may watch a search.

use super::Counts;
use crate::model::{Bounds, Game, Value};

/// Watches a search without taking part in it. Every method does nothing by default, and the probe
/// `()` costs nothing at all.
pub trait Probe<G: Game> {
    /// Whether [`leaf`](Probe::leaf) may be of any use. If not, searches need not step to every leaf.
    const WATCHES: bool = true;

    /// Whether it is of use in this search.
    fn watches_leaves(&self) -> bool {
        Self::WATCHES
    }

    /// A leaf was evaluated.
    fn leaf(&mut self, game: &G, position: &G::Position, value: Value) {
        let _ = (game, position, value);
    }

    /// The bounds of the root have shrunk.
    fn root(&mut self, bounds: Bounds, counts: &Counts) {
        let _ = (bounds, counts);
    }

    /// The search goes on; called about once a millisecond.
    fn tick(&mut self, counts: &Counts) {
        let _ = counts;
    }
}

impl<G: Game> Probe<G> for () {
    const WATCHES: bool = false;
}

impl<G: Game, P: Probe<G>> Probe<G> for &mut P {
    const WATCHES: bool = P::WATCHES;

    fn watches_leaves(&self) -> bool {
        P::watches_leaves(self)
    }

    fn leaf(&mut self, game: &G, position: &G::Position, value: Value) {
        P::leaf(self, game, position, value);
    }

    fn root(&mut self, bounds: Bounds, counts: &Counts) {
        P::root(self, bounds, counts);
    }

    fn tick(&mut self, counts: &Counts) {
        P::tick(self, counts);
    }
}

/// Records the leaves in the order in which they are evaluated.
#[derive(Clone, Debug)]
pub struct Trace<G: Game> {
    /// Position and value of each leaf, repeats kept.
    pub leaves: Vec<(G::Position, Value)>,
}

impl<G: Game> Default for Trace<G> {
    fn default() -> Self {
        Trace { leaves: Vec::new() }
    }
}

impl<G: Game> Probe<G> for Trace<G> {
    fn leaf(&mut self, _game: &G, position: &G::Position, value: Value) {
        self.leaves.push((position.clone(), value));
    }
}
