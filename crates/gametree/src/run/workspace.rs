//! Which store a search runs over, kept from one search to the next.

use super::{Algorithm, Limits, Memory, Outcome, Probe, Search, SearchError};
use crate::model::{Bounds, Game, Knowledge};
#[cfg(doc)]
use crate::store::Tree;
use crate::store::{Perhaps, Table};

/// Which store a search runs over.
///
/// ```
/// use gametree::classic::Scout;
/// use gametree::{Search, SearchError, Storage, Workspace};
/// # use gametree::doc::Subtraction;
/// let game = Subtraction { stones: 10 };
/// let mut plain = Workspace::new(Storage::Plain);
/// assert!(Search::new(&game).run_in(&mut Scout, &mut plain).is_ok());
/// // This game has no position keys, which a table needs.
/// let mut table = Workspace::new(Storage::Table);
/// let error = Search::new(&game).run_in(&mut Scout, &mut table).unwrap_err();
/// assert_eq!(error, SearchError::NoKeys);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Storage {
    /// A table if the game has position keys and the algorithm can use one, otherwise plain.
    #[default]
    Auto,
    /// A [`Tree`] for the algorithms that need a store, otherwise nothing: as in the papers.
    Plain,
    /// A [`Table`]: one record per position, in a fixed amount of memory.
    Table,
}

/// The table's size in bytes if no memory limit is set.
pub const DEFAULT_TABLE: usize = 128 << 20;

/// A transposition table that successive searches of one game share.
///
/// It belongs to one game and, for searches to a horizon, to one evaluation. A search with another stated range of values,
/// another use of facts, or an evaluation of another type than the one before clears the table, and so does an error.
///
/// ```
/// use gametree::classic::Scout;
/// use gametree::{Search, Workspace};
/// # use gametree::doc::Subtraction;
/// let game = Subtraction { stones: 10 };
/// let mut workspace = Workspace::default();
/// let first = Search::new(&game).run_in(&mut Scout, &mut workspace)?;
/// // In a game with position keys this search would use the table that the first one has filled.
/// let next = Search::new(&game).position((8, false)).run_in(&mut Scout, &mut workspace)?;
/// assert_eq!(first.value(), next.value());
/// # Ok::<(), gametree::SearchError>(())
/// ```
#[derive(Debug, Default)]
pub struct Workspace {
    storage: Storage,
    table: Option<Table>,
    premises: Option<Premises>,
}

/// What bounds in a table rest on, beside the rules.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Premises {
    /// A stated range, if there is one.
    pub range: Option<Bounds>,
    /// Whether facts are used.
    pub facts: bool,
    /// The type of the evaluation at a horizon, if there is one. (Two of one type are not told apart.)
    pub evaluation: Option<&'static str>,
}

impl Workspace {
    /// A workspace with this kind of store.
    pub fn new(storage: Storage) -> Workspace {
        Workspace { storage, ..Workspace::default() }
    }

    /// Which kind of store it has.
    pub fn storage(&self) -> Storage {
        self.storage
    }

    /// Clears the table.
    pub fn clear(&mut self) {
        if let Some(table) = &mut self.table {
            table.clear();
        }
    }

    /// Clears the table if what it holds rests on other premises.
    fn rest_on(&mut self, premises: Premises) {
        if self.premises.replace(premises).is_some_and(|before| before != premises) {
            self.clear();
        }
    }

    /// Whether a search of `game` with this need of memory runs over the table.
    fn uses_table<G: Game>(&self, game: &G, memory: Memory) -> Result<bool, SearchError> {
        let keyed = game.names_positions();
        match self.storage {
            Storage::Table if !keyed && memory != Memory::Unused => Err(SearchError::NoKeys),
            Storage::Plain => Ok(false),
            Storage::Auto | Storage::Table => Ok(keyed && memory != Memory::Unused),
        }
    }

    /// The table filled by searches to the end of the game, or a new one; none if the game has no
    /// position keys or there is no room.
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

    /// The table, made with one of `shares` equal shares of the memory.
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

/// The size of a table made within `limits`.
fn table_bytes(limits: &Limits) -> usize {
    limits.memory.unwrap_or_else(|| DEFAULT_TABLE.min(limits.most_memory()))
}

impl<G: Game, K: Knowledge<G>, P: Probe<G>> Search<'_, G, K, P> {
    /// Runs the algorithm over the store of `workspace`.
    ///
    /// # Errors
    /// As [`run`](Search::run); also if the store cannot be created.
    pub fn run_in<A: Algorithm>(
        self,
        algorithm: &mut A,
        workspace: &mut Workspace,
    ) -> Result<Outcome<G::Move>, SearchError> {
        self.run_stored::<A, true>(algorithm, workspace)
    }

    /// The same; unless `PLAIN`, a game with position keys must be searched over a table if the algorithm can use one.
    pub(crate) fn run_stored<A: Algorithm, const PLAIN: bool>(
        self,
        algorithm: &mut A,
        workspace: &mut Workspace,
    ) -> Result<Outcome<G::Move>, SearchError> {
        workspace.rest_on(self.premises());
        let found = self.run_in_store::<A, PLAIN>(algorithm, workspace);
        if found.is_err() {
            workspace.clear();
        }
        found
    }

    fn run_in_store<A: Algorithm, const PLAIN: bool>(
        self,
        algorithm: &mut A,
        workspace: &mut Workspace,
    ) -> Result<Outcome<G::Move>, SearchError> {
        let (game, horizons) = (self.game(), self.has_horizon());
        let over_table = workspace.uses_table(game, A::MEMORY)?;
        let bytes = table_bytes(self.limits_in_force());
        let shares = if A::OWN_MEMORY { 2 } else { 1 };
        // Searches that can never use a table are not compiled for one, and those for which it is
        // optional are compiled once.
        if const { !G::KEYS || matches!(A::MEMORY, Memory::Unused) } {
            self.run_plain(algorithm)
        } else if const { A::STORE_ASIDE } {
            let table = match over_table {
                true => Some(workspace.table(game, bytes, shares, horizons)?),
                false => None,
            };
            self.run_aside(algorithm, table)
        } else if over_table {
            self.run_over_table(algorithm, workspace.table(game, bytes, shares, horizons)?)
        } else if const { PLAIN } {
            self.run_plain(algorithm)
        } else {
            panic!("the search is compiled for a table only")
        }
    }

    /// Runs the algorithm over the given table, as it would over that of a workspace.
    pub(crate) fn run_given<A: Algorithm>(
        self,
        algorithm: &mut A,
        table: &mut Table,
    ) -> Result<Outcome<G::Move>, SearchError> {
        if const { matches!(A::MEMORY, Memory::Unused) } {
            self.run_plain(algorithm)
        } else {
            let found = match const { A::STORE_ASIDE } {
                true => self.run_aside(algorithm, Some(&mut *table)),
                false => self.run_over_table(algorithm, table),
            };
            if found.is_err() {
                table.clear();
            }
            found
        }
    }

    /// Runs an algorithm with memory of its own, beside a table or not.
    fn run_aside<A: Algorithm>(
        self,
        algorithm: &mut A,
        mut table: Option<&mut Table>,
    ) -> Result<Outcome<G::Move>, SearchError> {
        if !self.is_divided(algorithm) {
            return self.run_over(algorithm, &mut Perhaps(table));
        }
        let threads = self.number_of_threads();
        let mut tables: Vec<Option<Table>> =
            (0..threads).map(|_| table.as_mut().map(|table| table.share())).collect();
        let mut stores: Vec<_> = tables.iter_mut().map(|table| Perhaps(table.as_mut())).collect();
        self.run_divided(algorithm, &mut Perhaps(table), &mut stores, |_| ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Value;
    use crate::model::doc::Subtraction;

    #[test]
    fn what_bounds_rest_on_includes_the_evaluation_at_a_horizon() {
        struct Another;
        impl Knowledge<Subtraction> for Another {
            fn evaluate(&self, _: &Subtraction, _: &(u32, bool)) -> Option<Value> {
                Some(Value::ZERO)
            }
        }
        let game = Subtraction { stones: 10 };
        let search = || Search::new(&game);
        assert_eq!(search().premises(), search().knowledge(&Another).premises());
        let ahead = search().horizon(3).premises();
        assert_eq!(ahead, search().horizon(4).premises());
        assert_ne!(ahead, search().knowledge(&Another).horizon(3).premises());
        assert_ne!(ahead, search().premises());
    }
}
