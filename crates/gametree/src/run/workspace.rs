//! Which store a search runs over, kept from one search to the next.

use super::{Algorithm, Limits, Memory, Outcome, Probe, Search, SearchError};
use crate::model::{Game, Knowledge};
#[cfg(doc)]
use crate::store::Tree;
use crate::store::{Perhaps, Table};

/// Which store a search runs over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Storage {
    /// A table if the game names its positions and the algorithm has a use for it, otherwise plain.
    #[default]
    Auto,
    /// A [`Tree`] for the algorithms that need a store, otherwise nothing: as in the papers.
    Plain,
    /// A [`Table`]: one record a position, in a fixed amount of memory.
    Table,
}

/// The table's size if no limit on memory is given.
pub const DEFAULT_TABLE: usize = 128 << 20;

/// What searches of one game, one after the other, run over: a table that they share.
///
/// It belongs to one game, with one statement of its range and one choice of facts.
#[derive(Debug, Default)]
pub struct Workspace {
    storage: Storage,
    table: Option<Table>,
}

impl Workspace {
    /// A workspace with this kind of store.
    pub fn new(storage: Storage) -> Workspace {
        Workspace { storage, table: None }
    }

    /// Forgets what was learned.
    pub fn clear(&mut self) {
        if let Some(table) = &mut self.table {
            table.clear();
        }
    }

    /// Whether a search of `game` to which a store is `memory` runs over the table.
    fn uses_table<G: Game>(&self, game: &G, memory: Memory) -> Result<bool, SearchError> {
        let keyed = game.names_positions();
        match self.storage {
            Storage::Table if !keyed && memory != Memory::Unused => Err(SearchError::NoKeys),
            Storage::Plain => Ok(false),
            Storage::Auto | Storage::Table => Ok(keyed && memory != Memory::Unused),
        }
    }

    /// The table that searches to the end of the game have filled, or a new one; none if the game does
    /// not name its positions or there is no room.
    pub(crate) fn table_if_any<G: Game>(
        &mut self,
        game: &G,
        limits: &Limits,
    ) -> Option<&mut Table> {
        if !game.names_positions() {
            return None;
        }
        self.table(game, table_bytes(limits), 1, false).ok()
    }

    /// A table that gets one of some equal `shares` of the memory.
    fn table<G: Game>(
        &mut self,
        game: &G,
        bytes: usize,
        shares: usize,
        horizons: bool,
    ) -> Result<&mut Table, SearchError> {
        if self.table.as_ref().is_some_and(|table| table.takes_horizons() != horizons) {
            self.table = None;
        }
        if self.table.is_none() {
            let table = Table::new(game, bytes / shares, horizons);
            let needed = Table::SMALLEST * shares;
            self.table = Some(table.ok_or(SearchError::NoRoom { bytes, needed })?);
        }
        Ok(self.table.as_mut().expect("it was just made"))
    }
}

/// How large a table is that is made within `limits`.
fn table_bytes(limits: &Limits) -> usize {
    limits.memory.unwrap_or_else(|| DEFAULT_TABLE.min(limits.most_memory()))
}

impl<G: Game, K: Knowledge<G>, P: Probe<G>> Search<'_, G, K, P> {
    /// Answers the question over the store that `workspace` has for it.
    ///
    /// # Errors
    /// As [`run`](Search::run); also if the store cannot be made.
    pub fn run_in<A: Algorithm>(
        self,
        algorithm: &mut A,
        workspace: &mut Workspace,
    ) -> Result<Outcome<G::Move>, SearchError> {
        let (game, horizons) = (self.game(), self.has_horizon());
        let over_table = workspace.uses_table(game, A::MEMORY)?;
        let bytes = table_bytes(self.limits_in_force());
        let shares = if A::OWN_MEMORY { 2 } else { 1 };
        // What can never run over a table is not compiled for one, and what may or may not is compiled
        // once.
        if const { !G::KEYS || matches!(A::MEMORY, Memory::Unused) } {
            self.run_plain(algorithm)
        } else if const { A::STORE_ASIDE } {
            let table = match over_table {
                true => Some(workspace.table(game, bytes, shares, horizons)?),
                false => None,
            };
            self.run_over(algorithm, &mut Perhaps(table))
        } else if over_table {
            self.run_over(algorithm, workspace.table(game, bytes, shares, horizons)?)
        } else {
            self.run_plain(algorithm)
        }
    }
}
