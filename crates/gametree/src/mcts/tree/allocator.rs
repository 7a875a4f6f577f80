//! Where the nodes of a tree are: blocks of memory, used again when they are left, within a limit.
//!
//! Every thread has an allocator of its own, so that threads do not wait for each other: a span of
//! nodes that were never used, and blocks to use again.

use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use super::chunk::{Chunk, before, place, run};
use super::{Id, Tree};

/// The lists of retired blocks take this part of the memory at most.
const LISTS: usize = 64;

/// How many new nodes an allocator gets at once, and at most which part of all.
const SPAN: usize = 256;
const SPANS: usize = 1024;

/// Blocks of up to this many nodes have all sizes.
const SMALL: usize = 16;

/// The number of sizes of blocks (`Tree::room_for`).
pub(super) const CLASSES: usize = 89;

/// The number of a size: all up to sixteen, and then eight for every power of two.
pub(super) fn class(size: usize) -> usize {
    match size.max(1).ilog2() {
        0..4 => size,
        log => SMALL + 8 * (log as usize - 4) + (size >> (log - 3)) - 8,
    }
}

/// The size of a number.
#[cfg(test)]
pub(super) fn size_of_class(class: usize) -> usize {
    match class {
        0..=SMALL => class,
        _ => (8 + (class - SMALL) % 8) << (1 + (class - SMALL) / 8),
    }
}

/// What a thread needs to add nodes.
#[derive(Debug)]
pub(super) struct Allocator {
    /// How many nodes it has added, less those that it has forgotten.
    pub nodes: isize,
    /// The first node of the span, and how many there are.
    next: Id,
    fresh: usize,
    /// By [class](class): the block that was left last, whose first node says which was left before
    /// it; nought if there is none.
    pub free: [Id; CLASSES],
    /// Retired blocks and their sizes: rollouts of other threads may still be in them.
    pub retired: Vec<(Id, usize)>,
}

/// One allocator for each thread, in a tree of at most `limit` bytes; and how many bytes they take
/// themselves.
pub(super) fn allocators(count: usize, limit: usize) -> (Box<[Mutex<Allocator>]>, usize) {
    let left = match count {
        1 => 0,
        _ => (limit / LISTS / count / size_of::<(Id, usize)>()).clamp(16, 1 << 15),
    };
    let own = || Allocator {
        nodes: 0,
        next: 0,
        fresh: 0,
        free: [0; CLASSES],
        retired: Vec::with_capacity(left),
    };
    let bytes = size_of::<Allocator>() + left * size_of::<(Id, usize)>();
    ((0..count).map(|_| Mutex::new(own())).collect(), count * bytes)
}

impl Tree {
    /// The allocator of a thread. Locks are taken in this order: positions, an allocator, the
    /// [end](Tree::end).
    pub(super) fn allocator(&self, thread: usize) -> MutexGuard<'_, Allocator> {
        self.allocators[thread].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The first node that nobody ever had.
    pub(super) fn end(&self) -> MutexGuard<'_, Id> {
        self.end.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many nodes there are.
    pub fn nodes(&self) -> usize {
        let all: isize =
            (0..self.allocators.len()).map(|thread| self.allocator(thread).nodes).sum();
        all.unsigned_abs()
    }

    /// How many bytes are held.
    pub fn bytes(&self) -> usize {
        self.bytes_of(before(*self.end()))
    }

    /// How many bytes there would be with `nodes` nodes.
    pub(super) fn bytes_of(&self, nodes: usize) -> usize {
        nodes * self.bytes_each() + self.allocator_bytes + self.shared_bytes.load(Relaxed)
    }

    /// Keeps the higher halves of codes from now on, if this one has one. False if there is no room
    /// for them.
    pub(super) fn has_room_for_code(&self, code: u32) -> bool {
        if code >> 16 == 0 || self.has_high.load(Acquire) {
            return true;
        }
        let end = self.end();
        if self.has_high.load(Relaxed) {
            // Another thread was faster.
            return true;
        }
        let nodes = before(*end);
        if self.bytes_of(nodes) + nodes * size_of::<u16>() > self.limit {
            return false;
        }
        let added = self.chunks.iter().filter_map(OnceLock::get).all(Chunk::add_high);
        self.has_high.store(added, Release);
        added
    }

    /// Whether a block can be retired now. The list of retired blocks is limited: when it is full,
    /// somebody must [reclaim memory](Tree::reclaim) first.
    pub(super) fn may_retire(&self, own: &Allocator) -> bool {
        // In good time, so that nobody is turned away.
        if self.is_concurrent() && 4 * own.retired.len() >= 3 * own.retired.capacity() {
            self.wants_room.store(true, Relaxed);
        }
        !self.is_concurrent() || own.retired.len() < own.retired.capacity()
    }

    /// A block is not used any more. Where rollouts of other threads may be in it, it is only put
    /// on a list.
    pub(super) fn retire(&self, own: &mut Allocator, first: Id, size: usize) {
        match self.is_concurrent() {
            true => own.retired.push((first, size)),
            false => self.free(own, first, size),
        }
    }

    /// A block may be used again: nobody is there.
    pub(super) fn free(&self, own: &mut Allocator, first: Id, size: usize) {
        let before = std::mem::replace(&mut own.free[class(size)], first);
        self.node(first).set_first(before);
    }

    /// Retired blocks may be used again: no rollout is under way.
    pub(super) fn reuse_retired(&self) {
        for thread in 0..self.allocators.len() {
            let own = &mut *self.allocator(thread);
            let mut left = std::mem::take(&mut own.retired);
            for (first, size) in left.drain(..) {
                self.free(own, first, size);
            }
            own.retired = left;
        }
    }

    /// A block of `size` nodes, side by side; `None` if memory is full.
    pub(super) fn block(&self, own: &mut Allocator, size: usize) -> Option<Id> {
        if let free @ Some(_) = self.pop(own, size) {
            return free;
        }
        if own.fresh < size && !self.take_span(own, size) {
            return self.take_from_others(size);
        }
        let first = own.next;
        (own.next, own.fresh) = (first + size as Id, own.fresh - size);
        Some(first)
    }

    /// A block that was left, of just this size.
    fn pop(&self, own: &mut Allocator, size: usize) -> Option<Id> {
        let free = &mut own.free[class(size)];
        let first = Some(*free).filter(|&first| first != 0)?;
        *free = self.node(first).first();
        Some(first)
    }

    /// A block of this size that another thread has left, which is not adding anything at this
    /// moment.
    fn take_from_others(&self, size: usize) -> Option<Id> {
        self.allocators.iter().find_map(|other| self.pop(&mut *other.try_lock().ok()?, size))
    }

    /// Makes sure that a block of this size fits into the span of new nodes. False if memory is
    /// full.
    fn take_span(&self, own: &mut Allocator, size: usize) -> bool {
        let end = &mut *self.end();
        if self.extend_span(own, end, size) {
            return true;
        }
        let wanted = size.max(SPAN.min(self.most / SPANS));
        let Some((first, count)) = [wanted, size].into_iter().find_map(|count| {
            let first = run(*end, count)?.0;
            let fits = self.bytes_of(before(first) + count) <= self.limit;
            // The root, and a child of it, there are always.
            (fits || before(*end) < 3).then_some((first, count))
        }) else {
            return false;
        };
        let number = place(first).0;
        if self.chunks[number].get().is_none() && self.add_chunk(number).is_none() {
            return false;
        }
        *end = run(first, count).map_or(first, |(_, end)| end);
        // What is left of the span before serves for small blocks.
        while own.fresh > 0 {
            // Where threads share the tree there are no other sizes.
            let part = match self.is_concurrent() {
                true => 1 << own.fresh.min(SMALL).ilog2(),
                false => own.fresh.min(SMALL),
            };
            self.free(own, own.next, part);
            (own.next, own.fresh) = (own.next + part as Id, own.fresh - part);
        }
        (own.next, own.fresh) = (first, count);
        true
    }

    /// Makes the span longer, if nobody has a later one. False if that is not possible.
    fn extend_span(&self, own: &mut Allocator, end: &mut Id, size: usize) -> bool {
        let more = size - own.fresh;
        let Some((first, new_end)) = run(*end, more) else { return false };
        let is_next = own.fresh > 0 && place(first).1 > 0 && first == own.next + own.fresh as Id;
        if !is_next || self.bytes_of(before(first) + more) > self.limit {
            return false;
        }
        (*end, own.fresh) = (new_end, size);
        true
    }

    fn add_chunk(&self, number: usize) -> Option<()> {
        let chunk = Chunk::new(number, self.most, &self.extras)?;
        if self.has_high.load(Acquire) && !chunk.add_high() {
            return None;
        }
        self.chunks[number].set(chunk).ok()
    }
}
