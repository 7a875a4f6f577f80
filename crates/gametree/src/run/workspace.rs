//! Which store a search runs over, kept from one search to the next.

use super::{Algorithm, Memory, Outcome, Probe, Search, SearchError};
use crate::model::{Game, Knowledge};
use crate::store::{Table, Tree};

/// Which store a search runs over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Storage {
    /// A table if the game names its positions and the algorithm has a use for it; otherwise a tree
    /// for the algorithms that need one.
    #[default]
    Auto,
    /// A tree for the algorithms that need one, otherwise nothing: as in the papers.
    Plain,
    /// None, even where an algorithm needs one.
    Nothing,
    /// A [`Tree`]: one record a node.
    Tree,
    /// A [`Table`]: one record a position.
    Table,
}

impl Storage {
    /// The word used in specs and reports.
    pub fn name(self) -> &'static str {
        match self {
            Storage::Auto => "auto",
            Storage::Plain => "plain",
            Storage::Nothing => "none",
            Storage::Tree => "tree",
            Storage::Table => "table",
        }
    }
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

    /// Which store a search of `game` by `A` gets.
    fn store_for<G: Game, A: Algorithm>(&self, game: &G) -> Result<Storage, SearchError> {
        let keyed = game.key(&game.start()).is_some();
        match self.storage {
            Storage::Table if !keyed => Err(SearchError::NoKeys),
            Storage::Auto if keyed && A::MEMORY != Memory::Unused => Ok(Storage::Table),
            Storage::Auto | Storage::Plain if A::MEMORY == Memory::Needed => Ok(Storage::Tree),
            stated => Ok(stated),
        }
    }

    fn table<G: Game>(
        &mut self,
        game: &G,
        bytes: usize,
        horizons: bool,
    ) -> Result<&mut Table, SearchError> {
        if self.table.as_ref().is_some_and(|table| table.takes_horizons() != horizons) {
            self.table = None;
        }
        if self.table.is_none() {
            let table = Table::new(game, bytes, horizons);
            let needed = Table::SMALLEST;
            self.table = Some(table.ok_or(SearchError::NoRoom { bytes, needed })?);
        }
        Ok(self.table.as_mut().expect("it was just made"))
    }
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
        let (game, memory, horizons) = (self.game(), self.memory_limit(), self.has_horizon());
        match workspace.store_for::<G, A>(game)? {
            Storage::Table => {
                let bytes = memory.unwrap_or(DEFAULT_TABLE);
                let share = if A::OWN_MEMORY { bytes / 2 } else { bytes };
                self.run_over(algorithm, workspace.table(game, share, horizons)?)
            }
            Storage::Tree => self.run_over(algorithm, &mut Tree::new(memory.unwrap_or(usize::MAX))),
            _ => self.run_over(algorithm, &mut ()),
        }
    }
}
