//! Where the nodes of a tree are: blocks of memory, used again when they are left, within a limit.
//!
//! Every thread has a room of its own, so that threads do not wait for each other: a span of nodes that were never used, and
//! blocks to use again.

use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use super::chunk::{Chunk, before, place, run};
use super::{Id, Tree};

/// The lists of blocks that were left take this part of the memory at most.
const LISTS: usize = 64;

/// A room gets so many new nodes at once, and at most this part of all.
const SPAN: usize = 256;
const SPANS: usize = 1024;

/// Blocks of up to so many nodes have all sizes.
const SMALL: usize = 16;

/// So many sizes of blocks there are (`Tree::room_for`).
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

/// What a thread has to add nodes.
#[derive(Debug)]
pub(super) struct Room {
    /// How many nodes it has added, less those that it has forgotten.
    pub nodes: isize,
    /// The first node of the span, and how many there are.
    next: Id,
    fresh: usize,
    /// By [class](class): the block that was left last, whose first node says which was left before it; nought if
    /// there is none.
    pub free: [Id; CLASSES],
    /// Blocks of these sizes that were left, and that rollouts of other threads may still be in.
    pub left: Vec<(Id, usize)>,
}

/// The memory of all.
#[derive(Debug)]
pub(super) struct Ground {
    /// The first node that nobody ever had.
    pub next: Id,
}

/// So many rooms, in a tree of so many bytes; and the bytes of their lists.
pub(super) fn rooms(count: usize, limit: usize) -> (Box<[Mutex<Room>]>, usize) {
    let left = match count {
        1 => 0,
        _ => (limit / LISTS / count / size_of::<(Id, usize)>()).clamp(16, 1 << 15),
    };
    let room =
        || Room { nodes: 0, next: 0, fresh: 0, free: [0; CLASSES], left: Vec::with_capacity(left) };
    let bytes = size_of::<Room>() + left * size_of::<(Id, usize)>();
    ((0..count).map(|_| Mutex::new(room())).collect(), count * bytes)
}

impl Tree {
    /// The room of a thread. Whoever needs several of these locks at a time, has the positions first, then a room, then the
    /// ground.
    pub(super) fn room(&self, thread: usize) -> MutexGuard<'_, Room> {
        self.rooms[thread].lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn ground(&self) -> MutexGuard<'_, Ground> {
        self.ground.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many nodes there are.
    pub fn nodes(&self) -> usize {
        let all: isize = (0..self.rooms.len()).map(|thread| self.room(thread).nodes).sum();
        all.unsigned_abs()
    }

    /// How many bytes are held.
    pub fn bytes(&self) -> usize {
        self.bytes_of(before(self.ground().next))
    }

    /// How many bytes there would be with so many nodes.
    pub(super) fn bytes_of(&self, nodes: usize) -> usize {
        nodes * self.bytes_each() + self.rooms_bytes + self.shared_bytes.load(Relaxed)
    }

    /// Keeps the higher halves of codes from now on, if this one has one. False if there is no room for
    /// them.
    pub(super) fn has_room_for_code(&self, code: u32) -> bool {
        if code >> 16 == 0 || self.has_high.load(Acquire) {
            return true;
        }
        let ground = self.ground();
        if self.has_high.load(Relaxed) {
            // Another thread was faster.
            return true;
        }
        let nodes = before(ground.next);
        if self.bytes_of(nodes) + nodes * size_of::<u16>() > self.limit {
            return false;
        }
        let added = self.chunks.iter().filter_map(OnceLock::get).all(Chunk::add_high);
        self.has_high.store(added, Release);
        added
    }

    /// Whether a block can be left now. Where rollouts of other threads may be in it, it is only noted, and the list of
    /// such blocks has an end: then somebody must [tidy up](Tree::tidy) first.
    pub(super) fn may_leave(&self, room: &Room) -> bool {
        // In good time, so that nobody is turned away.
        if self.is_together() && 4 * room.left.len() >= 3 * room.left.capacity() {
            self.wants_room.store(true, Relaxed);
        }
        !self.is_together() || room.left.len() < room.left.capacity()
    }

    /// A block is not used any more, but rollouts of other threads may be in it.
    pub(super) fn leave(&self, room: &mut Room, first: Id, size: usize) {
        match self.is_together() {
            true => room.left.push((first, size)),
            false => self.free(room, first, size),
        }
    }

    /// A block may be used again: nobody is there.
    pub(super) fn free(&self, room: &mut Room, first: Id, size: usize) {
        let before = std::mem::replace(&mut room.free[class(size)], first);
        self.node(first).set_first(before);
    }

    /// Blocks that were left may be used again: nobody is there.
    pub(super) fn use_again(&self) {
        for thread in 0..self.rooms.len() {
            let room = &mut *self.room(thread);
            let mut left = std::mem::take(&mut room.left);
            for (first, size) in left.drain(..) {
                self.free(room, first, size);
            }
            room.left = left;
        }
    }

    /// A block of so many nodes, side by side; nothing if memory is full.
    pub(super) fn block(&self, room: &mut Room, size: usize) -> Option<Id> {
        if let free @ Some(_) = self.pop(room, size) {
            return free;
        }
        if room.fresh < size && !self.take_span(room, size) {
            return self.take_from_others(size);
        }
        let first = room.next;
        (room.next, room.fresh) = (first + size as Id, room.fresh - size);
        Some(first)
    }

    /// A block that was left, of just this size.
    fn pop(&self, room: &mut Room, size: usize) -> Option<Id> {
        let free = &mut room.free[class(size)];
        let first = Some(*free).filter(|&first| first != 0)?;
        *free = self.node(first).first();
        Some(first)
    }

    /// The same of another thread that is not adding anything at this moment.
    fn take_from_others(&self, size: usize) -> Option<Id> {
        self.rooms.iter().find_map(|other| self.pop(&mut *other.try_lock().ok()?, size))
    }

    /// Makes sure that a block of this size fits into the span of new nodes. False if memory is full.
    fn take_span(&self, room: &mut Room, size: usize) -> bool {
        let ground = &mut *self.ground();
        if self.extend_span(room, ground, size) {
            return true;
        }
        let wanted = size.max(SPAN.min(self.most / SPANS));
        let Some((first, count)) = [wanted, size].into_iter().find_map(|count| {
            let first = run(ground.next, count)?.0;
            let fits = self.bytes_of(before(first) + count) <= self.limit;
            // The root, and a child of it, there are always.
            (fits || before(ground.next) < 3).then_some((first, count))
        }) else {
            return false;
        };
        let number = place(first).0;
        if self.chunks[number].get().is_none() && self.add_chunk(number).is_none() {
            return false;
        }
        ground.next = run(first, count).map_or(first, |(_, end)| end);
        // What is left of the span before serves for small blocks.
        while room.fresh > 0 {
            // Where threads share the tree there are no other sizes.
            let part = match self.is_together() {
                true => 1 << room.fresh.min(SMALL).ilog2(),
                false => room.fresh.min(SMALL),
            };
            self.free(room, room.next, part);
            (room.next, room.fresh) = (room.next + part as Id, room.fresh - part);
        }
        (room.next, room.fresh) = (first, count);
        true
    }

    /// Makes the span longer, if nobody has a later one. False if that is not possible.
    fn extend_span(&self, room: &mut Room, ground: &mut Ground, size: usize) -> bool {
        let more = size - room.fresh;
        let Some((first, end)) = run(ground.next, more) else { return false };
        let is_next = room.fresh > 0 && place(first).1 > 0 && first == room.next + room.fresh as Id;
        if !is_next || self.bytes_of(before(first) + more) > self.limit {
            return false;
        }
        (ground.next, room.fresh) = (end, size);
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
