//! Where the nodes of a tree are: blocks of memory, used again when they are left, within a limit.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::{MutexGuard, OnceLock, PoisonError};

use super::chunk::{Chunk, before, place, run};
use super::{Id, Tree};

/// The list of blocks that were left takes this part of the memory at most.
const LIST: usize = 64;

/// What changes when nodes are added or forgotten.
#[derive(Debug)]
pub(super) struct Room {
    /// How many nodes there are.
    pub nodes: usize,
    /// The first number that no node ever had.
    pub next: Id,
    /// By size: the block that was left last, whose first node says which was left before it; nought if
    /// there is none.
    pub free: Vec<Id>,
    /// Blocks of these sizes that were left, and that rollouts of other threads may still be in.
    pub left: Vec<(Id, usize)>,
    /// How often there was no room since the last time that some was made.
    pub refused: usize,
    /// Whether there was none the last time that somebody asked threads to pause.
    pub is_full: bool,
}

impl Default for Room {
    fn default() -> Room {
        // Blocks of up to sixteen are common.
        let (free, left) = (Vec::with_capacity(17), Vec::new());
        Room { nodes: 1, next: 0, free, left, refused: 0, is_full: false }
    }
}

impl Tree {
    pub(super) fn lock(&self) -> MutexGuard<'_, Room> {
        self.room.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many bytes are held.
    pub fn bytes(&self) -> usize {
        let room = self.lock();
        self.bytes_of(&room, before(room.next))
    }

    /// How many bytes there would be with so many nodes.
    pub(super) fn bytes_of(&self, room: &Room, nodes: usize) -> usize {
        let lists = room.free.capacity() * size_of::<Id>()
            + room.left.capacity() * size_of::<(Id, usize)>();
        nodes * self.bytes_each() + lists + self.shared_bytes.load(Relaxed)
    }

    /// Keeps the higher halves of codes from now on, if this one has one. False if there is no room for
    /// them.
    pub(super) fn has_room_for_code(&self, room: &Room, code: u32) -> bool {
        if code >> 16 == 0 || self.has_high.load(Relaxed) {
            return true;
        }
        let nodes = before(room.next);
        if self.bytes_of(room, nodes) + nodes * size_of::<u16>() > self.limit {
            return false;
        }
        let added = self.chunks.iter().filter_map(OnceLock::get).all(Chunk::add_high);
        self.has_high.store(added, Relaxed);
        added
    }

    /// Whether a block can be left now. Where rollouts of other threads may be in it, it is only noted, and the list of
    /// such blocks has an end: then somebody must [tidy up](Tree::tidy) first.
    pub(super) fn may_leave(&self, room: &mut Room) -> bool {
        if !self.is_together() {
            return true;
        }
        if room.left.capacity() == 0 {
            room.left
                .reserve_exact((self.limit / LIST / size_of::<(Id, usize)>()).clamp(16, 1 << 15));
        }
        // In good time, so that nobody is turned away.
        if 4 * room.left.len() >= 3 * room.left.capacity() {
            self.wants_room.store(true, Relaxed);
        }
        room.left.len() < room.left.capacity()
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
        if room.free.len() <= size {
            room.free.resize(size + 1, 0);
        }
        let before = std::mem::replace(&mut room.free[size], first);
        self.node(first).set_first(before);
    }

    /// Blocks that were left may be used again: nobody is there.
    pub(super) fn use_again(&self, room: &mut Room) {
        let mut left = std::mem::take(&mut room.left);
        for (first, size) in left.drain(..) {
            self.free(room, first, size);
        }
        room.left = left;
    }

    /// A block of so many nodes, side by side; nothing if memory is full.
    pub(super) fn block(&self, room: &mut Room, size: usize) -> Option<Id> {
        if let Some(&first) = room.free.get(size).filter(|&&first| first != 0) {
            room.free[size] = self.node(first).first();
            return Some(first);
        }
        let (first, end) = run(room.next, size)?;
        if self.bytes_of(room, before(first) + size) > self.limit && room.nodes > 1 {
            return None;
        }
        let number = place(first).0;
        if self.chunks[number].get().is_none() {
            let chunk = Chunk::new(number, self.most, &self.extras)?;
            if self.has_high.load(Relaxed) && !chunk.add_high() {
                return None;
            }
            self.chunks[number].set(chunk).ok()?;
        }
        room.next = end;
        Some(first)
    }
}
