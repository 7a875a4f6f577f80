//! Where a search stores what it finds.

use super::Inquiry;
use crate::algorithm::{Algorithm, Memory};
use crate::error::SearchError;
use crate::limits::Limits;
use crate::model::{Bounds, Game, Knowledge};
use crate::outcome::Outcome;
use crate::probe::Probe;
use crate::sealed::Sealed;
#[cfg(doc)]
use crate::store::Tree;
use crate::store::{OptionalTable, Store, Table};

/// Where a search stores what it finds: what [`Search::plain`](crate::Search::plain),
/// [`reusing`](crate::Search::reusing) and [`over`](crate::Search::over) choose. By default that is a workspace of its
/// own.
pub trait Storing<G: Game>: Sealed + Sized {
    /// Whether all algorithms are compiled for it, or only the [lean](crate::Lean) ones.
    #[doc(hidden)]
    const TAKES_ALL: bool = true;

    /// Runs an algorithm there.
    #[doc(hidden)]
    fn run<K: Knowledge<G>, P: Probe<G>, A: Algorithm>(
        self,
        inquiry: Inquiry<'_, G, K, P>,
        algorithm: &mut A,
    ) -> Result<Outcome<G::Move>, SearchError>;
}

/// No table: a tree for the algorithms that need a store, otherwise nothing.
#[derive(Clone, Copy, Debug)]
pub struct Plain;

/// Exactly this store.
#[derive(Debug)]
pub struct Over<'s, S>(pub(super) &'s mut S);

/// The table of a workspace for lean algorithms alone, and for games with position keys only as far as they use a table.
#[derive(Debug)]
pub(crate) struct LeanTable<'w>(pub &'w mut Workspace);

/// Which store a search runs over.
///
/// ```
/// use gametree::exact::Scout;
/// use gametree::{Search, SearchError, Storage, Workspace};
/// # use gametree::doc::Subtraction;
/// let game = Subtraction { stones: 10 };
/// let mut plain = Workspace::new(Storage::Plain);
/// assert!(Search::new(&game).reusing(&mut plain).run(&mut Scout).is_ok());
/// // This game has no position keys, which a table needs.
/// let mut table = Workspace::new(Storage::Table);
/// let error = Search::new(&game).reusing(&mut table).run(&mut Scout).unwrap_err();
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
const DEFAULT_TABLE: usize = 128 << 20;

/// A transposition table that successive searches of one game share.
///
/// It belongs to one game and, for searches to a horizon, to one evaluation. A search with another stated range of values,
/// another use of facts, or an evaluation of another type than the one before clears the table, and so does an error.
///
/// ```
/// use gametree::exact::Scout;
/// use gametree::{Search, Workspace};
/// # use gametree::doc::Subtraction;
/// let game = Subtraction { stones: 10 };
/// let mut workspace = Workspace::default();
/// let first = Search::new(&game).reusing(&mut workspace).run(&mut Scout)?;
/// // In a game with position keys this search would use the table that the first one has filled.
/// let next = Search::new(&game).position((8, false)).reusing(&mut workspace).run(&mut Scout)?;
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
pub(crate) struct Premises {
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

    /// A workspace with this table, of any size.
    pub fn with_table(table: Table) -> Workspace {
        Workspace { table: Some(table), ..Workspace::new(Storage::Table) }
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

impl Sealed for Plain {}
impl<S> Sealed for Over<'_, S> {}
impl Sealed for Workspace {}
impl Sealed for &mut Workspace {}
impl Sealed for LeanTable<'_> {}

impl<G: Game> Storing<G> for Plain {
    #[inline(always)]
    fn run<K: Knowledge<G>, P: Probe<G>, A: Algorithm>(
        self,
        inquiry: Inquiry<'_, G, K, P>,
        algorithm: &mut A,
    ) -> Result<Outcome<G::Move>, SearchError> {
        inquiry.plain(algorithm)
    }
}

impl<G: Game, S: Store<G>> Storing<G> for Over<'_, S> {
    #[inline(always)]
    fn run<K: Knowledge<G>, P: Probe<G>, A: Algorithm>(
        self,
        inquiry: Inquiry<'_, G, K, P>,
        algorithm: &mut A,
    ) -> Result<Outcome<G::Move>, SearchError> {
        inquiry.over(algorithm, self.0)
    }
}

impl<G: Game> Storing<G> for Workspace {
    #[inline(always)]
    fn run<K: Knowledge<G>, P: Probe<G>, A: Algorithm>(
        mut self,
        inquiry: Inquiry<'_, G, K, P>,
        algorithm: &mut A,
    ) -> Result<Outcome<G::Move>, SearchError> {
        self.search::<true, _, _, _, _>(inquiry, algorithm)
    }
}

impl<G: Game> Storing<G> for &mut Workspace {
    #[inline(always)]
    fn run<K: Knowledge<G>, P: Probe<G>, A: Algorithm>(
        self,
        inquiry: Inquiry<'_, G, K, P>,
        algorithm: &mut A,
    ) -> Result<Outcome<G::Move>, SearchError> {
        self.search::<true, _, _, _, _>(inquiry, algorithm)
    }
}

impl<G: Game> Storing<G> for LeanTable<'_> {
    const TAKES_ALL: bool = false;

    #[inline(always)]
    fn run<K: Knowledge<G>, P: Probe<G>, A: Algorithm>(
        self,
        inquiry: Inquiry<'_, G, K, P>,
        algorithm: &mut A,
    ) -> Result<Outcome<G::Move>, SearchError> {
        self.0.search::<false, _, _, _, _>(inquiry, algorithm)
    }
}

impl Workspace {
    /// Runs an algorithm over the table, if the game has keys and the algorithm can use one. Unless `PLAIN`, it is
    /// compiled for the table alone then.
    fn search<const PLAIN: bool, G: Game, K: Knowledge<G>, P: Probe<G>, A: Algorithm>(
        &mut self,
        inquiry: Inquiry<'_, G, K, P>,
        algorithm: &mut A,
    ) -> Result<Outcome<G::Move>, SearchError> {
        self.rest_on(inquiry.premises());
        let over_table = self.uses_table(inquiry.game, A::MEMORY)?;
        // Searches that can never use a table are not compiled for one, and those for which it is
        // optional are compiled once.
        if const { !G::KEYS || matches!(A::MEMORY, Memory::Unused) } {
            return inquiry.plain(algorithm);
        }
        let mut table = match over_table {
            true => Some(self.table_for::<G, K, P, A>(&inquiry)?),
            false => None,
        };
        let found = if const { A::STORE_ASIDE } {
            inquiry.beside(algorithm, table.as_deref_mut())
        } else if let Some(table) = &mut table {
            inquiry.over_table(algorithm, table)
        } else if const { PLAIN } {
            inquiry.plain(algorithm)
        } else {
            panic!("the search is compiled for a table only")
        };
        if let (Err(_), Some(table)) = (&found, table) {
            table.clear();
        }
        found
    }

    /// The table for an algorithm, which leaves it half of the memory if it has memory of its own.
    fn table_for<G: Game, K: Knowledge<G>, P: Probe<G>, A: Algorithm>(
        &mut self,
        inquiry: &Inquiry<'_, G, K, P>,
    ) -> Result<&mut Table, SearchError> {
        let shares = if A::OWN_MEMORY { 2 } else { 1 };
        let (bytes, horizons) = (table_bytes(&inquiry.limits), inquiry.terms.horizon.is_some());
        self.table(inquiry.game, bytes, shares, horizons)
    }
}

impl<G: Game, K: Knowledge<G>, P: Probe<G>> Inquiry<'_, G, K, P> {
    /// Runs an algorithm with memory of its own, beside a table or not.
    #[inline(always)]
    fn beside<A: Algorithm>(
        self,
        algorithm: &mut A,
        mut table: Option<&mut Table>,
    ) -> Result<Outcome<G::Move>, SearchError> {
        if !self.is_divided(algorithm) {
            return self.over(algorithm, &mut OptionalTable(table));
        }
        let threads = self.terms.threads.get();
        let mut tables: Vec<Option<Table>> =
            (0..threads).map(|_| table.as_mut().map(|table| table.share())).collect();
        let mut stores: Vec<_> =
            tables.iter_mut().map(|table| OptionalTable(table.as_mut())).collect();
        self.divide(algorithm, &mut OptionalTable(table), &mut stores, |_| ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Search;
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
        let premises = || search().into_parts().0.premises();
        let ahead = |plies| search().horizon(plies).into_parts().0.premises();
        assert_eq!(premises(), search().knowledge(&Another).into_parts().0.premises());
        assert_eq!(ahead(3), ahead(4));
        assert_ne!(ahead(3), search().knowledge(&Another).horizon(3).into_parts().0.premises());
        assert_ne!(ahead(3), premises());
    }
}
