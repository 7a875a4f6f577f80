//! A tree in flat arrays: the children of a node are adjacent, and freed blocks are reused. A node
//! takes at most 32 bytes, and its number 32 bits.

use super::make_room;
use crate::model::{Bounds, Kind};

/// The root's place.
pub(crate) const ROOT: u32 = 0;

/// Each block size up to this many children has a free list; larger blocks share one.
const SMALL: usize = 64;

/// Where a node's children lie, and who chooses among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Link {
    pub first: u32,
    /// Four times the number of children, plus one if MIN moves or two at chance nodes; zero
    /// without children; three if they are [leaves](Link::to_leaves).
    tag: u32,
}

/// The largest number of children.
const WIDEST: usize = (u32::MAX >> 2) as usize;

impl Link {
    pub const NONE: Link = Link { first: 0, tag: 0 };

    #[inline]
    fn new(first: u32, count: usize, kind: Kind) -> Link {
        Link { first, tag: (count as u32) << 2 | kind as u32 }
    }

    /// A link to children that are leaves and have no places; `evaluated` of them have been
    /// evaluated.
    #[inline]
    pub fn to_leaves(evaluated: usize) -> Link {
        Link { first: evaluated as u32, tag: 3 }
    }

    /// How many [leaves](Link::to_leaves) have been evaluated.
    #[inline]
    pub fn evaluated(self) -> usize {
        debug_assert!(self == Link::NONE || self.tag == 3);
        self.first as usize
    }

    /// How many children have places.
    #[inline]
    pub fn count(self) -> usize {
        (self.tag >> 2) as usize
    }

    #[inline]
    pub fn kind(self) -> Kind {
        match self.tag & 3 {
            0 => Kind::Max,
            1 => Kind::Min,
            _ => Kind::Chance,
        }
    }

    #[inline]
    pub fn is_none(self) -> bool {
        self.tag == 0
    }

    #[inline]
    pub fn range(self) -> std::ops::Range<usize> {
        self.first as usize..self.first as usize + self.count()
    }
}

/// The tree: for each node its bounds, the move that leads to it, a policy's data, and a link to its
/// children. 24 bytes per node plus the move, and eight more for a probability if the game has
/// chance nodes.
///
/// Nodes are indices. All arrays grow together, large ones by a sixth, so that the memory held
/// stays close to the memory used and never exceeds the limit. Unused entries have no links, so
/// that a new node has no children.
#[derive(Debug)]
pub(crate) struct Arena<M, D = ()> {
    pub bounds: Vec<Bounds>,
    pub links: Vec<Link>,
    pub moves: Vec<M>,
    pub data: Vec<D>,
    /// How likely each node is, below chance nodes; stale elsewhere, and empty without chance nodes.
    pub weights: Vec<f64>,
    free_small: Vec<u32>,
    free_large: Vec<Link>,
    /// The memory limit in bytes from now on.
    pub limit: usize,
    /// Nodes that were ever in use: all entries behind them are new.
    used: usize,
    freed: usize,
    peak: usize,
    /// Blocks whose children are still to be freed; kept to reuse its memory.
    doomed: Vec<Link>,
}

/// The memory of a finished arena, for the next one. Fresh memory is expensive: a page of it costs as
/// much as a dozen leaves.
#[derive(Debug, Default)]
pub(crate) struct Spare {
    bounds: Vec<Bounds>,
    links: Vec<Link>,
}

impl Clone for Spare {
    /// The contents are unused, so a copy is empty.
    fn clone(&self) -> Spare {
        Spare::default()
    }
}

/// Arenas of fewer nodes double when they grow.
const DOUBLING: usize = 1 << 14;

/// Marks the end of a free list.
const END: u32 = u32::MAX;

impl<M: Copy, D: Default> Arena<M, D> {
    const NODE_BYTES: usize =
        size_of::<Bounds>() + size_of::<Link>() + size_of::<M>() + size_of::<D>();

    /// An arena that holds nothing but the root, reached by the placeholder `no_move`, and grows to
    /// at most `limit` bytes; `weighted` if there are chance nodes.
    pub fn new(no_move: M, weighted: bool, limit: usize) -> Self {
        Arena {
            bounds: vec![Bounds::UNBOUNDED],
            links: vec![Link::NONE],
            moves: vec![no_move],
            data: vec![D::default()],
            weights: if weighted { vec![1.0] } else { Vec::new() },
            free_small: vec![END; SMALL + 1],
            free_large: Vec::new(),
            limit,
            used: 1,
            freed: 0,
            peak: 1,
            doomed: Vec::new(),
        }
    }

    /// The same in the memory of a finished arena.
    pub fn in_memory(spare: Spare, no_move: M, weighted: bool, limit: usize) -> Self {
        let Spare { mut bounds, mut links } = spare;
        let arena = Arena::new(no_move, weighted, limit);
        if bounds.capacity().saturating_mul(arena.node_bytes()) > limit {
            return arena;
        }
        bounds.clear();
        bounds.push(Bounds::UNBOUNDED);
        links.clear();
        links.push(Link::NONE);
        Arena { bounds, links, ..arena }
    }

    /// Returns its memory for another arena.
    pub fn retire(self) -> Spare {
        Spare { bounds: self.bounds, links: self.links }
    }

    /// Nodes in use.
    #[inline]
    fn live(&self) -> usize {
        self.used - self.freed
    }

    /// The most nodes that were in use at one time.
    pub fn peak(&self) -> usize {
        self.peak
    }

    fn node_bytes(&self) -> usize {
        Self::NODE_BYTES + if self.weights.is_empty() { 0 } else { size_of::<f64>() }
    }

    /// Memory held.
    pub fn bytes(&self) -> usize {
        self.bounds.capacity() * self.node_bytes()
            + (self.free_large.capacity() + self.doomed.capacity()) * size_of::<Link>()
            + self.free_small.capacity() * size_of::<u32>()
    }

    /// Allocates the `count` children of a node of `kind`, without links but with stale contents;
    /// `None` if the memory is full.
    #[inline(always)]
    pub fn allocate(&mut self, count: usize, kind: Kind) -> Option<Link> {
        let head = if count <= SMALL { self.free_small[count] } else { self.take_large(count) };
        let first = if head != END {
            let links = &mut self.links[head as usize];
            if count <= SMALL {
                self.free_small[count] = links.first;
            }
            *links = Link::NONE;
            self.freed -= count;
            head
        } else {
            self.grow(count)?
        };
        self.peak = self.peak.max(self.live());
        Some(Link::new(first, count, kind))
    }

    #[cold]
    fn take_large(&mut self, count: usize) -> u32 {
        let place = self.free_large.iter().rposition(|link| link.count() == count);
        place.map_or(END, |place| self.free_large.swap_remove(place).first)
    }

    #[inline]
    fn grow(&mut self, count: usize) -> Option<u32> {
        let first = self.used;
        let len = first.checked_add(count)?;
        if len >= END as usize || count > WIDEST {
            return None;
        }
        if len > self.bounds.len() {
            self.reserve(len)?;
        }
        self.used = len;
        Some(first as u32)
    }

    #[cold]
    fn reserve(&mut self, len: usize) -> Option<()> {
        let most = self.limit.saturating_sub(self.bytes()) / self.node_bytes();
        let most = self.bounds.capacity().saturating_add(most);
        // Small arenas double; growing by a sixth would copy too often.
        let spare = if len < DOUBLING { len } else { len / 6 };
        let wanted = (len + spare + 64).min(most);
        if wanted < len {
            return None;
        }
        let more = wanted - self.bounds.len();
        make_room(&mut self.bounds, more)?;
        make_room(&mut self.links, more)?;
        make_room(&mut self.moves, more)?;
        make_room(&mut self.data, more)?;
        let spare = self.moves[0];
        self.bounds.resize(wanted, Bounds::UNBOUNDED);
        self.links.resize(wanted, Link::NONE);
        self.moves.resize(wanted, spare);
        self.data.resize_with(wanted, D::default);
        if !self.weights.is_empty() {
            make_room(&mut self.weights, more)?;
            self.weights.resize(wanted, 1.0);
        }
        Some(())
    }

    /// Frees everything below `node`; the node itself stays, with its bounds.
    #[inline]
    pub fn free_below(&mut self, node: u32) {
        let link = std::mem::replace(&mut self.links[node as usize], Link::NONE);
        if link.count() > 0 {
            self.free_block(link);
        }
    }

    fn free_block(&mut self, link: Link) {
        debug_assert!(self.doomed.is_empty());
        let mut next = Some(link);
        while let Some(link) = next {
            for below in &mut self.links[link.range()] {
                let link = std::mem::replace(below, Link::NONE);
                if link.count() > 0 {
                    self.doomed.push(link);
                }
            }
            self.release(link);
            next = self.doomed.pop();
        }
    }

    /// Puts one block onto a free list.
    #[inline]
    fn release(&mut self, link: Link) {
        let count = link.count();
        self.freed += count;
        if count <= SMALL {
            self.links[link.first as usize].first = self.free_small[count];
            self.free_small[count] = link.first;
        } else {
            self.free_large.push(link);
        }
    }

    /// Frees everything below `node` except its child number `index` and what is below that: a finished
    /// subtree shrinks to its principal variation. If there is no room for that one node, only the
    /// variation is lost.
    pub fn shrink_to(&mut self, node: u32, index: usize) {
        let link = self.links[node as usize];
        if link.count() <= 1 {
            return;
        }
        let kept = link.first as usize + index;
        let alone = self.allocate(1, link.kind()).unwrap_or(Link::NONE);
        if !alone.is_none() {
            let place = alone.first as usize;
            self.bounds[place] = self.bounds[kept];
            self.moves[place] = self.moves[kept];
            self.data[place] = std::mem::take(&mut self.data[kept]);
            self.links[place] = std::mem::replace(&mut self.links[kept], Link::NONE);
        }
        self.free_block(link);
        self.links[node as usize] = alone;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn freed_blocks_are_used_again() {
        let mut arena: Arena<u8> = Arena::new(0, false, usize::MAX);
        let top = arena.allocate(3, Kind::Max).unwrap();
        arena.links[ROOT as usize] = top;
        let below = arena.allocate(2, Kind::Min).unwrap();
        arena.links[top.first as usize + 1] = below;
        assert_eq!(arena.live(), 6);
        arena.free_below(ROOT);
        assert_eq!(arena.live(), 1);
        assert_eq!(arena.allocate(2, Kind::Min).unwrap(), below);
        assert_eq!(arena.allocate(3, Kind::Max).unwrap(), top);
        assert_eq!(arena.live(), 6);
        assert_eq!(arena.used, 6);
    }

    #[test]
    fn large_blocks_are_used_again() {
        let mut arena: Arena<u8> = Arena::new(0, false, usize::MAX);
        let large = arena.allocate(1000, Kind::Max).unwrap();
        arena.links[ROOT as usize] = large;
        arena.free_below(ROOT);
        assert_eq!(arena.allocate(1000, Kind::Max), Some(large));
        assert_eq!(arena.used, 1001);
    }

    #[test]
    fn shrinking_keeps_one_pv() {
        let mut arena: Arena<char> = Arena::new('-', false, usize::MAX);
        let top = arena.allocate(2, Kind::Min).unwrap();
        arena.links[ROOT as usize] = top;
        let below = arena.allocate(2, Kind::Min).unwrap();
        arena.links[top.first as usize + 1] = below;
        arena.moves[top.first as usize + 1] = 'b';
        arena.moves[below.first as usize] = 'x';
        arena.shrink_to(top.first + 1, 0);
        arena.shrink_to(ROOT, 1);
        assert_eq!(arena.live(), 3);
        let one = arena.links[ROOT as usize];
        assert_eq!((one.count(), arena.moves[one.first as usize]), (1, 'b'));
        let two = arena.links[one.first as usize];
        assert_eq!((two.count(), arena.moves[two.first as usize]), (1, 'x'));
    }

    #[test]
    fn memory_is_used_again() {
        let mut arena: Arena<u8> = Arena::new(0, false, usize::MAX);
        let top = arena.allocate(1000, Kind::Min).unwrap();
        arena.links[ROOT as usize] = top;
        arena.links[top.first as usize + 7] = arena.allocate(3, Kind::Max).unwrap();
        let place = arena.bounds.as_ptr();
        let mut next: Arena<u32> = Arena::in_memory(arena.retire(), 0, false, 100_000);
        assert_eq!((next.bounds.as_ptr(), next.live()), (place, 1));
        let block = next.allocate(900, Kind::Max).unwrap();
        assert_eq!(next.bounds.as_ptr(), place);
        // The old contents are gone.
        assert!(next.links[block.range()].iter().all(|link| link.is_none()));
        // Memory above the limit is not reused.
        let small: Arena<u32> = Arena::in_memory(next.retire(), 0, false, 10_000);
        assert!(small.bytes() < 10_000, "{}", small.bytes());
    }

    #[test]
    fn the_limit_holds() {
        let mut arena: Arena<u8> = Arena::new(0, true, 100_000);
        let mut blocks = 0;
        while arena.allocate(4, Kind::Max).is_some() {
            blocks += 1;
        }
        assert!(arena.bytes() <= 100_000, "{}", arena.bytes());
        assert!(arena.bytes() > 95_000 && blocks > 700, "{blocks}");
    }
}
