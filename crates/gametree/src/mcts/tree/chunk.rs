//! Memory for nodes and what belongs to them, in chunks that never move. Each is as large as all
//! before it.

use std::sync::OnceLock;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU16, AtomicU64};

use super::bounds::{Block, StoredBounds};
use super::memory::zeroed;
use super::node::{Fresh, Node, Sum, Words, low};
use super::statistics::Statistics;
use super::{Extras, Further, Id, Whole};

/// The first chunk has `2^FIRST` nodes: most searches are small. Every other one has as many as all
/// before it, up to `2^LAST`.
const FIRST: u32 = 10;
const LAST: u32 = 27;

/// The number of a node has the number of its chunk in the bits above these, so that it is found
/// quickly.
pub(super) const CHUNKS: usize = 1 << (Id::BITS - LAST);

/// One thread alone may add to the node. If it was moved elsewhere, nobody may for ever: rollouts
/// that have come here before read and write what was left.
pub(crate) const CLAIMED: u16 = 1 << 15;

/// Nodes side by side.
#[derive(Debug)]
pub(super) struct Chunk {
    nodes: Box<[Words]>,
    /// Their rewards.
    sums: Box<[Sum]>,
    /// The higher halves of codes of moves; none before there is one.
    high: OnceLock<Box<[AtomicU16]>>,
    bounds: StoredBounds,
    statistics: Statistics,
    /// How many rollouts are under way through each node, and [`CLAIMED`]; none if there is never
    /// more than one. (A thin pointer, so that the chunks of a tree are found by a shift.)
    under_way: Option<Box<UnderWay>>,
    /// None unless somebody asks.
    pub(super) further: Option<Box<FurtherWords>>,
}

/// How many rollouts are under way through each node.
type UnderWay = Box<[AtomicU16]>;

/// Proof numbers, packed, and evaluations, as bits of floats, as far as somebody asks for them.
#[derive(Debug)]
pub(super) struct FurtherWords {
    pub(super) numbers: Option<Box<[AtomicU64]>>,
    pub(super) ahead: Option<Box<[AtomicU64]>>,
}

impl FurtherWords {
    /// Room for `count` nodes, if anybody asks. `None` if the system has no memory.
    fn new(further: Further, count: usize) -> Option<Option<Box<FurtherWords>>> {
        let words = |asked: bool| if asked { zeroed(count).map(Some) } else { Some(None) };
        let all = FurtherWords { numbers: words(further.numbers)?, ahead: words(further.ahead)? };
        Some((further.numbers || further.ahead).then(|| Box::new(all)))
    }

    fn each(&self) -> [Option<&[AtomicU64]>; 2] {
        [self.numbers.as_deref(), self.ahead.as_deref()]
    }

    fn forget(&self, at: usize) {
        self.each().into_iter().flatten().for_each(|words| words[at].store(0, Relaxed));
    }

    fn copy(&self, at: usize, other: &FurtherWords, from: usize) {
        for (to, others) in self.each().into_iter().zip(other.each()) {
            if let Some((to, others)) = to.zip(others) {
                to[at].store(others[from].load(Relaxed), Relaxed);
            }
        }
    }
}

/// The chunk of a node, and where it is there.
#[inline(always)]
pub(super) fn place(id: Id) -> (usize, usize) {
    ((id >> LAST) as usize, id as usize & ((1 << LAST) - 1))
}

/// How many nodes a chunk has.
fn size(chunk: usize) -> usize {
    1 << (FIRST + (chunk as u32).saturating_sub(1)).min(LAST)
}

/// How many nodes are before this one.
pub(super) fn before(id: Id) -> usize {
    let (chunk, at) = place(id);
    (0..chunk).map(size).sum::<usize>() + at
}

/// Where `count` nodes may start that lie side by side, from `next` on, and what comes after them;
/// `None` if that would need numbers larger than there are.
pub(super) fn run(next: Id, count: usize) -> Option<(Id, Id)> {
    let (chunk, at) = place(next);
    let number = |(chunk, at): (usize, usize)| (chunk << LAST | at) as Id;
    let (chunk, at) = match at + count <= size(chunk) {
        true => (chunk, at),
        false => ((chunk + 1..CHUNKS).find(|&chunk| count <= size(chunk))?, 0),
    };
    let end = if at + count < size(chunk) { (chunk, at + count) } else { (chunk + 1, 0) };
    (end.0 < CHUNKS).then(|| (number((chunk, at)), number(end)))
}

impl Chunk {
    /// The chunk of this number in a tree of a limited number of nodes. `None` if the system has no
    /// memory.
    pub fn new(number: usize, most: usize, extras: &Extras) -> Option<Chunk> {
        let before: usize = (0..number).map(size).sum();
        let count = size(number).min(most.saturating_sub(before));
        Some(Chunk {
            nodes: zeroed(count)?,
            sums: zeroed(count)?,
            high: OnceLock::new(),
            bounds: match extras.bounds {
                None => StoredBounds::Nothing,
                Some(Whole(whole)) => StoredBounds::new(extras.range, whole, count)?,
            },
            statistics: Statistics::new(extras.statistic, count)?,
            under_way: match extras.threads {
                1 => None,
                _ => Some(Box::new(zeroed(count)?)),
            },
            further: FurtherWords::new(extras.further, count)?,
        })
    }

    /// Makes room for the higher halves of codes. Whether there is some.
    pub fn add_high(&self) -> bool {
        self.high.get().is_some()
            || zeroed(self.nodes.len()).is_some_and(|high| self.high.set(high).is_ok())
    }
}

/// Where a node is.
#[derive(Clone, Copy)]
pub(in super::super) struct Spot<'t> {
    pub(super) chunk: &'t Chunk,
    pub(super) at: usize,
}

impl<'t> Spot<'t> {
    /// The node that lies `more` further on in the same block.
    #[inline(always)]
    pub fn next(self, more: usize) -> Spot<'t> {
        Spot { at: self.at + more, ..self }
    }

    #[inline(always)]
    pub fn node(self) -> Node<'t> {
        Node(&self.chunk.nodes[self.at], &self.chunk.sums[self.at])
    }

    /// The code of the move that leads to the node.
    #[inline]
    pub fn code(self) -> u32 {
        let high = self.chunk.high.get().map_or(0, |high| high[self.at].load(Relaxed));
        u32::from(high) << 16 | u32::from(self.node().low())
    }

    #[inline(always)]
    pub fn stored_bounds(self) -> (&'t StoredBounds, usize) {
        (&self.chunk.bounds, self.at)
    }

    #[inline(always)]
    pub fn statistics(self) -> (&'t Statistics, usize) {
        (&self.chunk.statistics, self.at)
    }

    /// How many rollouts are under way through the node, and whether it is [`CLAIMED`], if several
    /// threads are at work.
    #[inline]
    pub fn under_way(self) -> Option<&'t AtomicU16> {
        self.chunk.under_way.as_ref().map(|all| &all[self.at])
    }

    /// From now on this is a new node.
    pub fn start(self, code: u32, fresh: Fresh) {
        self.node().start(code as u16, fresh.over);
        if let Some(high) = self.chunk.high.get() {
            high[self.at].store((code >> 16) as u16, Relaxed);
        }
        self.chunk.bounds.set(self.at, fresh.bounds);
        self.chunk.statistics.forget(self.at);
        if let Some(words) = &self.chunk.further {
            words.forget(self.at);
        }
        if let Some(count) = self.under_way() {
            count.store(0, Relaxed);
        }
    }

    /// From now on this is a copy of another node.
    pub fn copy_from(self, other: Spot<'_>) {
        self.node().copy_from(other.node());
        if let Some((high, from)) = self.chunk.high.get().zip(other.chunk.high.get()) {
            high[self.at].store(from[other.at].load(Relaxed), Relaxed);
        }
        self.chunk.bounds.copy(self.at, &other.chunk.bounds, other.at);
        self.chunk.statistics.copy(self.at, &other.chunk.statistics, other.at);
        if let (Some(words), Some(others)) = (&self.chunk.further, &other.chunk.further) {
            words.copy(self.at, others, other.at);
        }
        if let Some(count) = self.under_way() {
            count.store(0, Relaxed);
        }
    }
}

/// Nodes side by side: the children of a node.
#[derive(Clone, Copy)]
pub(in super::super) struct Family<'t> {
    pub(super) first: Spot<'t>,
    pub(super) count: usize,
}

impl<'t> Family<'t> {
    #[inline(always)]
    pub fn nodes(self) -> &'t [Words] {
        &self.first.chunk.nodes[self.first.at..][..self.count]
    }

    /// The sums of their rewards.
    #[inline(always)]
    pub fn sums(self) -> &'t [Sum] {
        &self.first.chunk.sums[self.first.at..][..self.count]
    }

    /// What is known of them; nothing if nobody asks for bounds.
    #[inline(always)]
    pub fn bounds(self) -> Option<Block<'t>> {
        self.first.chunk.bounds.block(self.first.at, self.count)
    }

    /// The sums of their squared rewards, as bits; nothing if nobody asks for them.
    #[inline(always)]
    pub fn squares(self) -> Option<&'t [AtomicU64]> {
        match &self.first.chunk.statistics {
            Statistics::Squares(squares) => Some(&squares[self.first.at..][..self.count]),
            _ => None,
        }
    }

    /// How many rollouts are under way through each of them, and whether it is [`CLAIMED`]; nothing
    /// if there is only one at a time.
    #[inline(always)]
    pub fn under_way(self) -> Option<&'t [AtomicU16]> {
        let all = self.first.chunk.under_way.as_ref()?;
        Some(&all[self.first.at..][..self.count])
    }

    /// The place in the family of the child behind the move of this code.
    pub fn find(self, code: u32) -> Option<usize> {
        let low = |words: &Words| low(words) == code as u16;
        match self.first.chunk.high.get() {
            None => self.nodes().iter().position(low).filter(|_| code >> 16 == 0),
            Some(high) => {
                let high = &high[self.first.at..][..self.count];
                let mut pairs = self.nodes().iter().zip(high);
                let is_high = |half: &AtomicU16| half.load(Relaxed) == (code >> 16) as u16;
                pairs.position(|(words, half)| low(words) && is_high(half))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every step of every rollout looks for a chunk.
    #[test]
    #[cfg(target_pointer_width = "64")]
    fn chunks_are_found_by_a_shift() {
        assert!(size_of::<OnceLock<Chunk>>().is_power_of_two());
    }

    #[test]
    fn nodes_have_places_of_their_own() {
        let (mut next, mut expected) = (0, (0, 0));
        for count in 0..200_000 {
            let (first, end) = run(next, 1).unwrap();
            assert_eq!((place(first), before(first)), (expected, count));
            expected.1 += 1;
            if expected.1 == size(expected.0) {
                expected = (expected.0 + 1, 0);
            }
            next = end;
        }
        let all: usize = (0..CHUNKS).map(size).sum();
        assert!(all > 2_000_000_000);
    }

    #[test]
    fn a_run_lies_in_one_chunk() {
        let mut next = 0;
        for count in [3, 1000, 20, 2, 1, 500, 90, 7000, 1, 100_000, 5] {
            let (first, end) = run(next, count).unwrap();
            assert!(before(first) >= before(next) && before(end) >= before(first) + count);
            assert_eq!(place(first).0, place(first + count as Id - 1).0);
            next = end;
        }
        let last = ((CHUNKS - 1) << LAST) as Id;
        assert_eq!(run(last, 1 << LAST), None);
    }
}
