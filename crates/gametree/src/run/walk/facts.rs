//! What the game states beyond its rules, held against what was claimed and against itself.

use super::Walk;
use crate::model::{Bounds, Game, Knowledge, Moves};
use crate::run::Probe;
use crate::store::Contradiction;

impl<G: Game, K: Knowledge<G>, P: Probe<G>> Walk<'_, G, K, P> {
    /// Admissible bounds of the current position, where facts count.
    #[inline]
    pub fn facts(&self) -> Bounds {
        if self.has_facts() {
            self.compared(self.game.facts(&self.position))
        } else {
            Bounds::UNBOUNDED
        }
    }

    /// The same of any position, and always held against the range: who samples keeps bounds for good, and
    /// asks so seldom that this costs nothing.
    pub(in crate::run) fn facts_of(&self, position: &G::Position) -> Bounds {
        if !self.has_facts() {
            return Bounds::UNBOUNDED;
        }
        let fact = self.game.facts(position);
        self.note_contradiction(fact);
        fact
    }

    /// Takes note of a fact that contradicts what somebody has claimed of the range: a position of
    /// which facts know the value is not entered, so that no leaf would tell.
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

    /// Whether [`facts`](Walk::facts) ever says anything.
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

    /// Panics if what was learned of two positions with the same exact key cannot be true of both, unless there is
    /// another fault, or somebody's claim, to explain it. Only builds with debug assertions ask.
    pub(in crate::run) fn object_to(&self, contradiction: Contradiction) {
        if !self.claimed && self.fault().is_none() {
            contradiction.report(self.game);
        }
    }
}
