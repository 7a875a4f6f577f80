//! An optional table: for searches with memory of their own, which a table only helps.

use super::{Contradiction, Slot, Store, Table};
use crate::model::{Bounds, Game};

/// A table that may be missing, so that a search is compiled once for both cases.
pub(crate) struct OptionalTable<'t>(pub Option<&'t mut Table>);

impl<G: Game> Store<G> for OptionalTable<'_> {
    type Slot = Option<Slot>;

    #[inline]
    fn is_void(&self) -> bool {
        self.0.is_none()
    }

    #[inline]
    fn joins_paths(&self) -> bool {
        self.0.is_some()
    }

    #[inline]
    fn root(&mut self, game: &G, position: &G::Position, horizon: Option<u32>) -> Option<Slot> {
        self.0.as_mut().map(|table| table.root(game, position, horizon))
    }

    #[inline]
    fn child(
        &mut self,
        parent: Option<Slot>,
        index: usize,
        siblings: usize,
        game: &G,
        position: &G::Position,
        horizon: Option<u32>,
    ) -> Option<Slot> {
        let (table, parent) = self.0.as_mut().zip(parent)?;
        Some(table.child(parent, index, siblings, game, position, horizon))
    }

    #[inline]
    fn retrieve(&self, slot: Option<Slot>) -> Bounds {
        self.0
            .as_deref()
            .zip(slot)
            .map_or(Bounds::UNBOUNDED, |(table, slot)| Store::<G>::retrieve(table, slot))
    }

    #[inline]
    fn best_child(&self, slot: Option<Slot>) -> Option<usize> {
        self.0.as_deref().zip(slot).and_then(|(table, slot)| Store::<G>::best_child(table, slot))
    }

    #[inline]
    fn tighten(&mut self, slot: Option<Slot>, bounds: Bounds, best: Option<usize>) {
        if let Some((table, slot)) = self.0.as_mut().zip(slot) {
            Store::<G>::tighten(*table, slot, bounds, best);
        }
    }

    #[inline(always)]
    fn compare(&mut self, slot: Option<Slot>, bounds: Bounds) {
        if let Some((table, slot)) = self.0.as_mut().zip(slot) {
            Store::<G>::compare(*table, slot, bounds);
        }
    }

    fn contradiction(&mut self) -> Option<Contradiction> {
        self.0.as_mut().and_then(|table| Store::<G>::contradiction(*table))
    }

    fn clear(&mut self) {
        if let Some(table) = &mut self.0 {
            table.clear();
        }
    }

    fn rests_on_hashes(&self) -> bool {
        self.0.as_deref().is_some_and(Store::<G>::rests_on_hashes)
    }

    fn bytes(&self) -> usize {
        self.0.as_deref().map_or(0, Store::<G>::bytes)
    }

    fn records(&self) -> usize {
        self.0.as_deref().map_or(0, Store::<G>::records)
    }
}
