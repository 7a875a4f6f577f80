//! A store with one record per node of the game tree.

use super::arena::{Arena, Link};
use super::{ROOT, Store};
use crate::model::{Bounds, Game, Kind};

/// Stores every node that a search has entered, by its place in the tree, until its memory is full;
/// then it adds no more.
///
/// It belongs to one root and one horizon at a time. For another horizon it starts afresh; for
/// another root it has to be [cleared](Tree::clear) first, since it identifies places in a tree and
/// not positions.
///
/// ```
/// use gametree::exact::AlphaBeta;
/// use gametree::store::Tree;
/// use gametree::{Bounds, Search};
/// # use gametree::doc::Subtraction;
/// let mut tree = Tree::new(1 << 20);
/// Search::bare(&Subtraction { stones: 10 }).over(&mut tree).run(&mut AlphaBeta)?;
/// assert_eq!(tree.bounds(&[]), Some(Bounds::point(1.into()))); // the root
/// tree.clear();
/// # Ok::<(), gametree::SearchError>(())
/// ```
#[derive(Debug)]
pub struct Tree {
    arena: Arena<()>,
    limit: usize,
    horizon: Option<u32>,
}

impl Tree {
    /// An empty tree that may grow to `limit` bytes.
    pub fn new(limit: usize) -> Tree {
        Tree { arena: Arena::new((), false, limit), limit, horizon: None }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.arena = Arena::new((), false, self.limit);
    }

    /// The bounds of the node that is reached from the root by these child numbers, if it is
    /// stored.
    pub fn bounds(&self, path: &[usize]) -> Option<Bounds> {
        let mut node = ROOT;
        for &index in path {
            let link = self.arena.links[node as usize];
            if index >= link.count() {
                return None;
            }
            node = link.first + index as u32;
        }
        Some(self.arena.bounds[node as usize])
    }

    fn children(&mut self, parent: u32, count: usize) -> Option<Link> {
        let known = self.arena.links[parent as usize];
        if !known.is_none() {
            return Some(known);
        }
        // The kind of a node does not matter here: the search knows it.
        let link = self.arena.allocate(count, Kind::Max)?;
        self.arena.bounds[link.range()].fill(Bounds::UNBOUNDED);
        self.arena.links[parent as usize] = link;
        Some(link)
    }
}

impl<G: Game> Store<G> for Tree {
    /// The node's number; `None` if there was no room for it.
    type Slot = Option<u32>;

    const PEEKS: bool = true;

    fn clear(&mut self) {
        Tree::clear(self);
    }

    fn root(&mut self, _: &G, _: &G::Position, horizon: Option<u32>) -> Option<u32> {
        if self.horizon != horizon {
            Tree::clear(self);
            self.horizon = horizon;
        }
        Some(ROOT)
    }

    #[inline]
    fn child(
        &mut self,
        parent: Option<u32>,
        index: usize,
        siblings: usize,
        _: &G,
        _: &G::Position,
        _: Option<u32>,
    ) -> Option<u32> {
        let link = self.children(parent?, siblings)?;
        Some(link.first + index as u32)
    }

    #[inline]
    fn retrieve(&self, slot: Option<u32>) -> Bounds {
        slot.map_or(Bounds::UNBOUNDED, |node| self.arena.bounds[node as usize])
    }

    #[inline]
    fn peek(&self, parent: Option<u32>, index: usize) -> Bounds {
        let link = parent.map_or(Link::NONE, |node| self.arena.links[node as usize]);
        if link.is_none() {
            Bounds::UNBOUNDED
        } else {
            self.arena.bounds[link.first as usize + index]
        }
    }

    #[inline]
    fn tighten(&mut self, slot: Option<u32>, bounds: Bounds, _: Option<usize>) {
        if let Some(node) = slot {
            let record = &mut self.arena.bounds[node as usize];
            *record = record.intersect(bounds);
        }
    }

    fn bytes(&self) -> usize {
        self.arena.bytes()
    }

    fn records(&self) -> usize {
        self.arena.peak()
    }
}
