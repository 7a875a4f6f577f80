//! What the game states beyond its rules, checked against the stated range.

use super::Walk;
use crate::model::{Bounds, Game, Knowledge, Moves};
use crate::probe::Probe;
use crate::store::Store;

impl<G: Game, K: Knowledge<G>, P: Probe<G>> Walk<'_, G, K, P> {
    /// Admissible bounds of the current position, if facts are used.
    #[inline]
    pub fn facts(&self) -> Bounds {
        if self.has_facts() {
            self.compared(self.game.facts(&self.position))
        } else {
            Bounds::UNBOUNDED
        }
    }

    /// Admissible bounds of any position, always checked against the range: sampling searches keep bounds for
    /// good, and ask so seldom that this costs nothing.
    pub(crate) fn facts_of(&self, position: &G::Position) -> Bounds {
        if !self.has_facts() {
            return Bounds::UNBOUNDED;
        }
        let fact = self.game.facts(position);
        self.note_contradiction(fact);
        fact
    }

    /// Notes a fact that contradicts a range stated by the caller: a position whose value is a fact
    /// is not entered, so no leaf would reveal the error.
    #[inline]
    pub(super) fn compared(&self, fact: Bounds) -> Bounds {
        if self.claimed {
            self.note_contradiction(fact);
        }
        fact
    }

    #[inline]
    fn note_contradiction(&self, fact: Bounds) {
        let above = fact.lower > self.range.upper;
        if above || fact.upper < self.range.lower {
            self.contradiction.set(Some(if above { fact.lower } else { fact.upper }));
        }
    }

    /// Whether [`facts`](Walk::facts) ever returns finite bounds.
    #[inline]
    pub fn has_facts(&self) -> bool {
        self.facts
    }

    /// Admissible bounds of the child behind move `index` of a list filled by
    /// [`arrive`](Walk::arrive).
    #[inline]
    pub fn child_facts(&self, moves: &Moves<G::Move>, index: usize) -> Bounds {
        if moves.has_facts() && self.has_facts() {
            self.range.intersect(self.compared(moves.fact(index)))
        } else {
            self.range
        }
    }

    /// Panics if bounds learned for the same exact key contradict each other, unless another error or a range
    /// stated by the caller may explain it. Only in builds with debug assertions.
    pub(crate) fn object_to_contradictions<S: Store<G>>(&self, store: &mut S) {
        if !cfg!(debug_assertions) {
            return;
        }
        let Some(contradiction) = store.contradiction() else { return };
        if !self.claimed && self.fault().is_none() {
            contradiction.report(self.game);
        }
    }
}
