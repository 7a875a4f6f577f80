//! Stores for bounds.

mod arena;
mod buckets;
mod chunks;
mod contradiction;
mod end_table;
mod graph;
mod layout;
mod optional;
mod packed;
mod record;
mod room;
mod table;
mod tree;
mod whole;
mod wide;

pub(crate) use arena::{Arena, Link, ROOT, Spare};
#[doc(hidden)]
pub use contradiction::Contradiction;
pub(crate) use graph::{Branches, Graph, Scratch, Successor};
pub(crate) use optional::OptionalTable;
pub(crate) use room::{is_memory_left, make_room};
pub use table::{Slot, Table};
pub use tree::Tree;
pub(crate) use whole::Spot;

use crate::model::{Bounds, Game, Key};

/// A store for bounds. It may forget anything at any time, but must never return wrong bounds.
///
/// Searches own what they need in order to finish; a store is one more source of bounds, which they
/// intersect with their own. So a store affects how fast an answer is found, not whether it is
/// found nor what it is.
///
/// A record belongs to a *question*: a position together with a horizon, the number of plies after
/// which positions are evaluated (`None`: the game is played to its end). Bounds for one horizon
/// say nothing about another.
///
/// ```
/// use gametree::exact::AlphaBeta;
/// use gametree::store::{Store, Tree};
/// use gametree::{Bounds, Game, Search};
/// # use gametree::doc::Subtraction;
/// let game = Subtraction { stones: 10 };
/// let mut tree = Tree::new(1 << 20);
/// Search::bare(&game).over(&mut tree).run(&mut AlphaBeta)?;
///
/// let root = tree.root(&game, &game.start(), None);
/// let stored = Store::<Subtraction>::retrieve(&tree, root);
/// assert_eq!(stored, Bounds::point(1.into()));
/// # Ok::<(), gametree::SearchError>(())
/// ```
pub trait Store<G: Game> {
    /// The place of a record.
    type Slot: Copy;

    /// Whether [`peek`](Store::peek) ever returns finite bounds.
    const PEEKS: bool = false;

    /// Whether positions are found again by whichever path they are reached (transpositions): then
    /// it pays to look up all children of a node before one of them is entered.
    const SHARES: bool = false;

    /// Whether anything is ever found again.
    const KEEPS: bool = true;

    /// Whether nothing is ever found again in this instance.
    #[inline]
    fn is_void(&self) -> bool {
        !Self::KEEPS
    }

    /// Whether bounds learned on one path may be found on another.
    #[inline]
    fn joins_paths(&self) -> bool {
        Self::SHARES
    }

    /// The slot of the position at which a search starts.
    fn root(&mut self, game: &G, position: &G::Position, horizon: Option<u32>) -> Self::Slot;

    /// The slot of child number `index` of `siblings`; `position` and `horizon` are the child's.
    fn child(
        &mut self,
        parent: Self::Slot,
        index: usize,
        siblings: usize,
        game: &G,
        position: &G::Position,
        horizon: Option<u32>,
    ) -> Self::Slot;

    /// Whether the slot of a child depends on its key alone: then [`keyed`](Store::keyed) is called if
    /// the key is known.
    const KEYED: bool = false;

    /// The slot of the child that has this key.
    fn keyed(&mut self, key: Option<Key>, horizon: Option<u32>) -> Self::Slot {
        let _ = (key, horizon);
        unreachable!("only asked of stores that go by keys")
    }

    /// The same slot, as if it were returned now: the work on it begins.
    fn renew(&mut self, slot: Self::Slot) -> Self::Slot {
        slot
    }

    /// Counts a position that was looked at without a slot.
    fn note_work(&mut self) {}

    /// The stored bounds; [`Bounds::UNBOUNDED`] if there are none.
    fn retrieve(&self, slot: Self::Slot) -> Bounds;

    /// Prefetches the memory that [`retrieve`](Store::retrieve) will read.
    fn prefetch(&self, slot: Self::Slot) {
        let _ = slot;
    }

    /// The bounds of child number `index`, without stepping there.
    fn peek(&self, parent: Self::Slot, index: usize) -> Bounds {
        let _ = (parent, index);
        Bounds::UNBOUNDED
    }

    /// The number of the child that was best when the position was last searched. It is only a
    /// hint.
    fn best_child(&self, slot: Self::Slot) -> Option<usize> {
        let _ = slot;
        None
    }

    /// Intersects the record with `bounds`, and sets its best child to `best` if that is known.
    fn tighten(&mut self, slot: Self::Slot, bounds: Bounds, best: Option<usize>);

    /// A name of the position at a slot, by which threads that share the store recognise it; zero if there is
    /// none.
    #[doc(hidden)]
    fn name(&self, slot: Self::Slot) -> u64 {
        let _ = slot;
        0
    }

    /// The table behind this store, for searches that use nothing else.
    #[doc(hidden)]
    fn table(&mut self) -> Option<&mut Table> {
        None
    }

    /// Checks bounds learned elsewhere against the record.
    #[doc(hidden)]
    #[inline(always)]
    fn compare(&mut self, slot: Self::Slot, bounds: Bounds) {
        let _ = (slot, bounds);
    }

    /// A contradiction among the bounds learned, if there was one; called in builds with debug
    /// assertions.
    #[doc(hidden)]
    fn contradiction(&mut self) -> Option<Contradiction> {
        None
    }

    /// Forgets everything. A search does that when it ends with an error, since what it has stored may be wrong then; a store
    /// that does nothing here must not be used again after one.
    fn clear(&mut self) {}

    /// Whether positions may have been confused by hash collisions.
    fn rests_on_hashes(&self) -> bool {
        false
    }

    /// The peak memory in bytes.
    fn bytes(&self) -> usize {
        0
    }

    /// The peak number of records.
    fn records(&self) -> usize {
        0
    }
}

/// Stores nothing, at no cost.
impl<G: Game> Store<G> for () {
    type Slot = ();

    const KEEPS: bool = false;

    #[inline]
    fn root(&mut self, _: &G, _: &G::Position, _: Option<u32>) {}

    #[inline]
    fn child(&mut self, (): (), _: usize, _: usize, _: &G, _: &G::Position, _: Option<u32>) {}

    #[inline]
    fn retrieve(&self, (): ()) -> Bounds {
        Bounds::UNBOUNDED
    }

    #[inline]
    fn tighten(&mut self, (): (), _: Bounds, _: Option<usize>) {}
}
