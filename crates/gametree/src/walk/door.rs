//! How searches that estimate use a [`Walk`]: they keep a tree from move to move, and are passed a [`Door`]
//! each time they run.

use std::sync::Arc;

use super::Walk;
use crate::limits::Limits;
use crate::model::{Bounds, Game, Kind, Knowledge, Value};
use crate::probe::Probe;
use crate::sealed::Sealed;
use crate::threads::Crew;

/// Grants each step of an estimating search and receives each of its leaves. A [`Walk`] is one: it
/// counts the leaves, checks them against the range, charges them to the limits and shows them to the
/// probe, as for any other search.
///
/// Nodes are counted as follows. For a sampling search, a node is one that it adds to its tree (a rollout
/// that adds none is still charged for one); for alpha-beta, a step from a parent to a child. A leaf is an
/// end of the game, an evaluation, or a position whose value is a fact.
///
/// The trait is sealed: every leaf reported through a `Door` has been checked.
pub trait Door<G: Game>: Sealed {
    /// Whether one more step is allowed.
    fn may_go_on(&mut self) -> bool;

    /// Pays for nodes.
    fn add_nodes(&mut self, count: u32);

    /// Charges for listing or comparing this many children, so that the clock is read in time.
    fn charge(&mut self, children: usize);

    /// Reports that the moves of a position are listed for the first time.
    fn enter(&mut self, kind: Kind);

    /// Reports a value given by the game or a fact, and returns it. If it lies outside of the range,
    /// the search is over, and the value returned only serves to unwind.
    fn leaf(&mut self, position: &G::Position, value: Value) -> Value;

    /// Reports the evaluation of an unfinished position: MAX's expected reward, from 0 to 1.
    fn estimate(&mut self, position: &G::Position, share: f64) {
        self.postpone_estimate();
        self.show_estimate(position, share);
    }

    /// Counts an evaluation that is made, and [shown](Door::show_estimate), later.
    fn postpone_estimate(&mut self);

    /// Shows an evaluation that was counted before.
    fn show_estimate(&mut self, position: &G::Position, share: f64);

    /// The bounds that facts give for a position, if facts are used.
    fn facts(&self, position: &G::Position) -> Bounds;

    /// Whether facts are used.
    fn uses_facts(&self) -> bool;

    /// Whether a progress report is due.
    fn news_due(&mut self) -> bool {
        false
    }

    /// From now on this is the door of the leader of several threads, and has only one of `shares` equal parts
    /// of the nodes and leaves that were left. Returns the limits of the others.
    #[doc(hidden)]
    fn lead(&mut self, crew: &Arc<Crew>, shares: u64) -> Limits {
        let _ = (crew, shares);
        Limits::none()
    }

    /// Whether there is time to wait for the others.
    #[doc(hidden)]
    fn may_wait(&mut self) -> bool {
        false
    }
}

impl<G: Game> Sealed for &mut (dyn Door<G> + '_) {}

impl<G: Game> Door<G> for &mut (dyn Door<G> + '_) {
    fn may_go_on(&mut self) -> bool {
        (**self).may_go_on()
    }

    fn add_nodes(&mut self, count: u32) {
        (**self).add_nodes(count);
    }

    fn charge(&mut self, children: usize) {
        (**self).charge(children);
    }

    fn enter(&mut self, kind: Kind) {
        (**self).enter(kind);
    }

    fn leaf(&mut self, position: &G::Position, value: Value) -> Value {
        (**self).leaf(position, value)
    }

    fn postpone_estimate(&mut self) {
        (**self).postpone_estimate();
    }

    fn show_estimate(&mut self, position: &G::Position, share: f64) {
        (**self).show_estimate(position, share);
    }

    fn facts(&self, position: &G::Position) -> Bounds {
        (**self).facts(position)
    }

    fn uses_facts(&self) -> bool {
        (**self).uses_facts()
    }

    fn news_due(&mut self) -> bool {
        (**self).news_due()
    }

    fn lead(&mut self, crew: &Arc<Crew>, shares: u64) -> Limits {
        (**self).lead(crew, shares)
    }

    fn may_wait(&mut self) -> bool {
        (**self).may_wait()
    }
}

impl<G: Game, K: Knowledge<G>, P: Probe<G>> Sealed for Walk<'_, G, K, P> {}

impl<G: Game, K: Knowledge<G>, P: Probe<G>> Door<G> for Walk<'_, G, K, P> {
    fn may_go_on(&mut self) -> bool {
        Walk::may_go_on(self)
    }

    fn add_nodes(&mut self, count: u32) {
        self.count_nodes(count);
    }

    fn charge(&mut self, children: usize) {
        Walk::charge(self, children);
    }

    fn enter(&mut self, kind: Kind) {
        self.count_inner(kind);
    }

    fn leaf(&mut self, position: &G::Position, value: Value) -> Value {
        self.leaf_at(position, value)
    }

    fn postpone_estimate(&mut self) {
        self.count_estimate();
    }

    fn show_estimate(&mut self, position: &G::Position, share: f64) {
        self.show_estimate_at(position, share);
    }

    fn facts(&self, position: &G::Position) -> Bounds {
        self.facts_of(position)
    }

    fn uses_facts(&self) -> bool {
        self.has_facts()
    }

    fn news_due(&mut self) -> bool {
        Walk::news_due(self)
    }

    fn lead(&mut self, crew: &Arc<Crew>, shares: u64) -> Limits {
        self.lead_with_shares(crew, shares)
    }

    fn may_wait(&mut self) -> bool {
        self.may_wait_for_crew()
    }
}
