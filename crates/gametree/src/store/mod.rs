//! Where bounds are remembered.

mod arena;
mod contradiction;
mod graph;
mod layout;
mod packed;
mod perhaps;
mod record;
mod table;
mod tree;
mod wide;

pub(crate) use arena::{Arena, Link, ROOT, Spare};
#[doc(hidden)]
pub use contradiction::Contradiction;
pub(crate) use graph::{Edge, Graph};
pub(crate) use perhaps::Perhaps;
pub use table::{Slot, Table};
pub use tree::Tree;

use crate::model::{Bounds, Game, Key};

/// A memory for bounds. It may forget anything at any time, and must never lie.
///
/// Searches own what they need in order to finish; a store is one more source of knowledge, which
/// they intersect with their own. So a store decides how fast an answer comes, not whether it comes
/// nor what it is.
///
/// A record belongs to a *question*: a position together with a horizon, the number of plies after
/// which evaluations stand in (nothing: the game is played to its end). Bounds for one horizon say
/// nothing about another.
pub trait Store<G: Game> {
    /// Where a record is kept.
    type Slot: Copy;

    /// Whether [`peek`](Store::peek) ever knows anything.
    const PEEKS: bool = false;

    /// Whether positions are found again however they are reached: then it pays to look up all
    /// children of a node before one of them is entered.
    const SHARES: bool = false;

    /// Whether anything is ever found again.
    const KEEPS: bool = true;

    /// Whether nothing is ever found again in this one.
    #[inline]
    fn is_void(&self) -> bool {
        !Self::KEEPS
    }

    /// Whether what is learned of a position on one path may be news on another.
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

    /// Whether the slot of a child depends on its key alone: then [`keyed`](Store::keyed) is asked where
    /// the key is known.
    const KEYED: bool = false;

    /// The slot of the child that has this key.
    fn keyed(&mut self, key: Option<Key>, horizon: Option<u32>) -> Self::Slot {
        let _ = (key, horizon);
        unreachable!("only asked of stores that go by keys")
    }

    /// The same slot, as if it were handed out now: the work on it begins.
    fn renew(&mut self, slot: Self::Slot) -> Self::Slot {
        slot
    }

    /// A position was looked at that got no slot.
    fn note_work(&mut self) {}

    /// What is known; [`Bounds::UNBOUNDED`] if nothing is.
    fn retrieve(&self, slot: Self::Slot) -> Bounds;

    /// Lets the processor fetch what [`retrieve`](Store::retrieve) is about to look at.
    fn prefetch(&self, slot: Self::Slot) {
        let _ = slot;
    }

    /// What is known of child number `index` without going there.
    fn peek(&self, parent: Self::Slot, index: usize) -> Bounds {
        let _ = (parent, index);
        Bounds::UNBOUNDED
    }

    /// The number of the child that was best when the position was last searched. A hint: nothing
    /// is promised.
    fn best_child(&self, slot: Self::Slot) -> Option<usize> {
        let _ = slot;
        None
    }

    /// Something was learned: the record becomes its intersection with `bounds`, and `best` its best
    /// child, if that is known.
    fn tighten(&mut self, slot: Self::Slot, bounds: Bounds, best: Option<usize>);

    /// Something was learned elsewhere, which must agree with the record.
    #[doc(hidden)]
    #[inline(always)]
    fn compare(&mut self, slot: Self::Slot, bounds: Bounds) {
        let _ = (slot, bounds);
    }

    /// What was learned and cannot be true, if anything was; asked in builds with debug assertions.
    #[doc(hidden)]
    fn contradiction(&mut self) -> Option<Contradiction> {
        None
    }

    /// Whether positions may have been mistaken for others.
    fn rests_on_hashes(&self) -> bool {
        false
    }

    /// The most memory, in bytes, that was held at one time.
    fn bytes(&self) -> usize {
        0
    }

    /// The most records that were held at one time.
    fn records(&self) -> usize {
        0
    }
}

/// Remembers nothing, at no cost.
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
