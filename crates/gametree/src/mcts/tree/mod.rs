//! The tree that sampling grows: a node a rollout, with statistics and, if somebody proves things,
//! with bounds beside them. One thread may use it, or several together.
//!
//! The children of a node that were tried lie side by side, in a block that is moved to a larger
//! one when it is full; blocks that were left are used again. So next to nothing is stored of moves
//! that were never tried: a node takes 20 bytes, 2 more if codes of moves are larger than 16 bits,
//! 8 more for bounds (16 if they are not whole numbers), 8 more for each further thing that the rule
//! of selection asks for, and 2 more if threads share the tree.
//!
//! Threads that share it read and change nodes without locks, and claim a node to add a child to
//! it. A block whose nodes have moved is *retired*: a rollout of another thread that still holds a
//! number there may read it, and what it writes is lost, which is harmless. Retired blocks are
//! reclaimed when no rollout is under way (`tree/concurrent/`).

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, AtomicUsize};
use std::sync::{Mutex, OnceLock, RwLock};

use crate::model::{Bounds, Kind};
use allocator::{Allocator, allocators};
use bounds::StoredBounds;
use chunk::{CHUNKS, Chunk, FurtherWords, Spot, place};
use node::{BYTES, Fresh, MOST_CHILDREN, Node};
use shared::Shared;
use statistics::Statistic;

pub(crate) use chunk::CLAIMED;
pub(super) use chunk::Family;

/// The number of a node.
pub(super) type Id = u32;

/// The root of the tree.
pub(super) const ROOT: Id = 0;

/// What nodes have besides visits and rewards.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extras {
    /// What is known of a value before anything else is.
    pub range: Bounds,
    /// Whether bounds are kept, and whether those are whole numbers.
    pub bounds: Option<Whole>,
    pub statistic: Statistic,
    /// How many threads use the tree together.
    pub threads: usize,
    pub further: Further,
}

/// What else the rule of selection asks of a node, each a word.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Further {
    /// Proof numbers.
    pub numbers: bool,
    /// The evaluation, backed up by minimax.
    pub ahead: bool,
}

/// Whether bounds are whole numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Whole(pub bool);

/// A tree whose children come one by one.
#[derive(Debug)]
pub(super) struct Tree {
    chunks: [OnceLock<Chunk>; CHUNKS],
    extras: Extras,
    /// Whether codes of moves have higher halves.
    has_high: AtomicBool,
    /// What leads from moves to positions, if those are shared.
    shared: Option<Box<[Mutex<Shared>]>>,
    /// The bytes of that.
    shared_bytes: AtomicUsize,
    /// One for every thread.
    allocators: Box<[Mutex<Allocator>]>,
    end: Mutex<Id>,
    allocator_bytes: usize,
    /// How often there was no room since the last time that some was made.
    refused: AtomicUsize,
    /// Whether there was none when somebody asked the threads to pause.
    is_full: AtomicBool,
    /// Held by all who go through the tree, and by one alone who gives blocks back.
    gate: RwLock<()>,
    /// Whether somebody should do that.
    wants_room: AtomicBool,
    /// The most bytes, and the most nodes.
    limit: usize,
    most: usize,
}

/// Why a child was not added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoPlace {
    /// Memory is full, or there are too many.
    Full,
    /// Another thread is adding to the parent, or has moved it, so that nobody would find the
    /// child; or retired blocks must be reclaimed first.
    Busy,
}

impl Tree {
    /// A tree of a root only.
    pub fn new(extras: Extras, limit: usize) -> Tree {
        let (allocators, allocator_bytes) = allocators(extras.threads, limit);
        let mut tree = Tree {
            chunks: std::array::from_fn(|_| OnceLock::new()),
            extras,
            has_high: AtomicBool::new(false),
            shared: None,
            shared_bytes: AtomicUsize::new(0),
            allocators,
            end: Mutex::new(0),
            allocator_bytes,
            refused: AtomicUsize::new(0),
            is_full: AtomicBool::new(false),
            gate: RwLock::default(),
            wants_room: AtomicBool::new(false),
            limit,
            most: 0,
        };
        tree.most = (limit / tree.bytes_each()).max(16);
        {
            let own = &mut *tree.allocator(0);
            assert_eq!(tree.block(own, 1), Some(ROOT), "there is always room for the root");
            own.nodes = 1;
        }
        tree.spot(ROOT).start(0, Fresh { over: false, bounds: extras.range });
        tree
    }

    /// The size of the block for a number of children: just as many up to sixteen, or where that
    /// takes too long, since threads must agree to move a block, a power of two; and then up to an
    /// eighth more, so that large families do not leave a block of every size behind.
    #[inline]
    fn room_for(&self, children: usize) -> usize {
        match children {
            1..=16 if self.is_concurrent() => children.next_power_of_two(),
            _ => children.next_multiple_of(1 << children.max(1).ilog2().saturating_sub(3)),
        }
    }

    fn bytes_each(&self) -> usize {
        let Extras { range, bounds, statistic, threads, further } = self.extras;
        let bounds = bounds.map_or(0, |Whole(whole)| StoredBounds::bytes_each(range, whole));
        let halves = usize::from(self.has_high.load(Relaxed)) + usize::from(threads > 1);
        let further = usize::from(further.numbers) + usize::from(further.ahead);
        let further = further * size_of::<AtomicU64>();
        BYTES + halves * size_of::<AtomicU16>() + bounds + statistic.bytes_each() + further
    }

    #[inline(always)]
    fn spot(&self, id: Id) -> Spot<'_> {
        let (chunk, at) = place(id);
        Spot { chunk: self.chunks[chunk].get().expect("there is memory for it"), at }
    }

    /// A node.
    #[inline(always)]
    pub fn node(&self, id: Id) -> Node<'_> {
        self.spot(id).node()
    }

    /// The code of the move that leads to a node.
    #[inline]
    pub fn code(&self, id: Id) -> u32 {
        self.spot(id).code()
    }

    /// The child behind the move of this code, if it was tried.
    pub fn child(&self, parent: Id, code: u32) -> Option<Id> {
        let children = self.children(parent);
        self.family(&children).find(code).map(|place| children.start + place as Id)
    }

    /// Adds rollouts that have come through, with this mean reward and this variance.
    #[inline]
    pub fn add(&self, id: Id, rollouts: u32, reward: f64, variance: f64) {
        let (spot, alone) = (self.spot(id), !self.is_concurrent());
        spot.node().add(rollouts, f64::from(rollouts) * reward, alone);
        let more = f64::from(rollouts) * (reward * reward + variance);
        let (statistics, at) = spot.statistics();
        statistics.change_squares(at, alone, |squares| squares + more);
    }

    /// Adds rollouts with this mean reward, or takes them away.
    pub fn give(&self, id: Id, visits: i64, reward: f64) {
        let (spot, alone) = (self.spot(id), !self.is_concurrent());
        spot.node().give(visits, reward, alone);
        let more = visits as f64 * reward * reward;
        let (statistics, at) = spot.statistics();
        statistics.change_squares(at, alone, |squares| (squares + more).max(0.0));
    }

    /// Corrects the mean of a node's rewards; their variance stays.
    pub fn set_mean(&self, id: Id, mean: f64) {
        let (spot, alone) = (self.spot(id), !self.is_concurrent());
        let node = spot.node();
        let before = node.sum();
        let visits = f64::from(node.visits().max(1));
        node.change_sum(alone, |_| f64::from(node.visits()) * mean);
        let (statistics, at) = spot.statistics();
        statistics.change_squares(at, alone, |squares| {
            let variance = squares / visits - (before / visits).powi(2);
            visits * (variance.max(0.0) + mean * mean)
        });
    }

    /// It is known now who moves at a new node.
    pub fn enter(&self, id: Id, kind: Kind) {
        self.node(id).enter(kind, !self.is_concurrent());
    }

    /// All moves of a node were tried.
    pub fn set_complete(&self, id: Id) {
        self.node(id).set_complete(!self.is_concurrent());
    }

    /// The children that were tried.
    #[inline]
    pub fn children(&self, id: Id) -> std::ops::Range<Id> {
        self.node(id).children()
    }

    /// All about the nodes of [`children`](Tree::children).
    #[inline(always)]
    pub fn family(&self, children: &std::ops::Range<Id>) -> Family<'_> {
        Family { first: self.spot(children.start), count: children.len() }
    }

    /// Whether somebody asks which nodes have decided.
    #[inline]
    pub fn notes_decisions(&self) -> bool {
        self.extras.statistic == Statistic::Decisions
    }

    /// Whether the ties of a node's children were broken, as far as anybody has noted that.
    pub fn has_decided(&self, id: Id) -> bool {
        let (statistics, at) = self.spot(id).statistics();
        statistics.has_decided(at)
    }

    /// Statistics that they were.
    pub fn decide(&self, id: Id) {
        let (statistics, at) = self.spot(id).statistics();
        statistics.decide(at);
    }

    /// What is known of a node's value; the whole range if nobody asks for bounds.
    #[inline]
    pub fn bounds(&self, id: Id) -> Bounds {
        let (bounds, at) = self.spot(id).stored_bounds();
        bounds.get(at).unwrap_or(self.extras.range)
    }

    /// The value of a node is within these bounds, too.
    pub fn tighten(&self, id: Id, known: Bounds) {
        let (bounds, at) = self.spot(id).stored_bounds();
        bounds.tighten(at, known);
    }

    /// The proof numbers of a node, packed; nought if nothing is known or nobody asks.
    pub fn numbers(&self, id: Id) -> u64 {
        self.further(id, |words| &words.numbers).map_or(0, |word| word.load(Relaxed))
    }

    /// These are the proof numbers from now on.
    pub fn set_numbers(&self, id: Id, packed: u64) {
        if let Some(word) = self.further(id, |words| &words.numbers) {
            word.store(packed, Relaxed);
        }
    }

    /// The evaluation of a node, backed up by minimax; nought if nothing is known or nobody asks.
    pub fn ahead(&self, id: Id) -> f64 {
        let word = self.further(id, |words| &words.ahead);
        word.map_or(0.0, |word| f64::from_bits(word.load(Relaxed)))
    }

    /// This is the evaluation from now on.
    pub fn set_ahead(&self, id: Id, share: f64) {
        if let Some(word) = self.further(id, |words| &words.ahead) {
            word.store(share.to_bits(), Relaxed);
        }
    }

    /// A further word of a node, if anybody asks for it.
    fn further(
        &self,
        id: Id,
        which: fn(&FurtherWords) -> &Option<Box<[AtomicU64]>>,
    ) -> Option<&AtomicU64> {
        let Spot { chunk, at } = self.spot(id);
        Some(&which(chunk.further.as_ref()?).as_ref()?[at])
    }

    /// Adds a child, by this thread, unless another one has done so. The others of the family may
    /// move, so that their numbers change.
    ///
    /// # Errors
    /// If there is no place for it.
    pub fn add_child(
        &self,
        thread: usize,
        parent: Id,
        code: u32,
        fresh: Fresh,
    ) -> Result<Id, NoPlace> {
        let _claim = self.claim(parent).ok_or(NoPlace::Busy)?;
        if self.is_concurrent() {
            if let Some(known) = self.child(parent, code) {
                return Ok(known);
            }
        }
        let own = &mut *self.allocator(thread);
        let children = self.children(parent);
        let (first, tried) = (children.start, children.len());
        if tried == MOST_CHILDREN || !self.has_room_for_code(code) {
            return Err(NoPlace::Full);
        }
        let held = self.room_for(tried);
        let to = match tried < held {
            true => first,
            false => {
                if !self.may_retire(own) {
                    return Err(NoPlace::Busy);
                }
                let to = self.block(own, self.room_for(tried + 1)).ok_or(NoPlace::Full)?;
                if !self.shift(first, to, tried) {
                    self.free(own, to, self.room_for(tried + 1));
                    return Err(NoPlace::Busy);
                }
                if tried > 0 {
                    self.retire(own, first, held);
                }
                to
            }
        };
        let child = to + tried as Id;
        self.spot(child).start(code, fresh);
        // Last of all, so that no thread sees it sooner.
        self.node(parent).add_child(to, !self.is_concurrent());
        own.nodes += 1;
        Ok(child)
    }

    /// Makes a child of the root the root, and forgets all that is not below it. Nobody else may be
    /// at work.
    pub fn reroot(&self, child: Id) {
        if self.shared.is_some() {
            return self.reroot_shared(child);
        }
        {
            let own = &mut *self.allocator(0);
            let family = self.children(ROOT);
            for other in family.clone().filter(|&other| other != child) {
                self.forget_below(own, other);
            }
            self.spot(ROOT).copy_from(self.spot(child));
            own.nodes -= family.len() as isize;
            self.free(own, family.start, self.room_for(family.len()));
        }
        self.reuse_retired();
    }

    /// Forgets everything below a node where nobody will go again, unless other threads may be
    /// there.
    pub fn clear_below(&self, id: Id) {
        if self.is_concurrent() {
            return;
        }
        let own = &mut *self.allocator(0);
        match self.shared.is_some() {
            // There may be other ways to what is below.
            true => self.clear_moves(own, id),
            false => self.forget_below(own, id),
        }
    }

    /// Forgets everything below a node.
    fn forget_below(&self, own: &mut Allocator, id: Id) {
        let (mut open, mut blocks) = (vec![id], Vec::new());
        while let Some(id) = open.pop() {
            let children = self.children(id);
            if children.is_empty() {
                continue;
            }
            open.extend(children.clone());
            own.nodes -= children.len() as isize;
            blocks.push((children.start, self.room_for(children.len())));
            self.node(id).disown();
        }
        for (first, size) in blocks {
            self.free(own, first, size);
        }
    }
}

/// Nothing is known of a node but this range.
#[cfg(test)]
pub(super) fn plain(range: Bounds) -> Fresh {
    Fresh { over: false, bounds: range }
}

mod allocator;
mod bounds;
mod chunk;
mod concurrent;
mod memory;
pub(super) mod node;
mod shared;
pub(super) mod statistics;
#[cfg(test)]
mod tests;
