//! A thread of this process that does tasks by an algorithm.

use std::marker::PhantomData;

use super::{Contractor, Task, Tightened};
use crate::model::{Game, Knowledge};
use crate::run::{Algorithm, Basis, Memory, Probe, Search, SearchError, Terms};
use crate::store::{Perhaps, Table};

/// Does tasks by an algorithm, over a table that others share, if there is one.
pub(in crate::run) struct Local<'a, G, K, P, A> {
    pub game: &'a G,
    pub knowledge: &'a K,
    pub terms: Terms,
    pub algorithm: A,
    pub table: Option<Table>,
    /// The type of a probe that is not there, so that nothing is compiled twice.
    pub probe: PhantomData<fn(P)>,
}

impl<G: Game, K: Knowledge<G>, P: Probe<G>, A: Algorithm> Contractor<G> for Local<'_, G, K, P, A> {
    fn tighten(&mut self, task: Task<G::Position>) -> Result<Tightened<G::Move>, SearchError> {
        let search = Search::<G, K, P>::of_task(self.game, self.knowledge, self.terms, task);
        let algorithm = &mut self.algorithm;
        let found = if const { A::STORE_ASIDE } {
            search.run_over(algorithm, &mut Perhaps(self.table.as_mut()))
        } else if const { !G::KEYS || matches!(A::MEMORY, Memory::Unused) } {
            search.run_plain(algorithm)
        } else {
            match &mut self.table {
                Some(table) => search.run_over(algorithm, table),
                None => search.run_plain(algorithm),
            }
        }?;
        let by_hashes = found.basis == Basis::Hash;
        Ok(Tightened { bounds: found.bounds, pv: found.pv, by_hashes, counts: found.counts })
    }
}
