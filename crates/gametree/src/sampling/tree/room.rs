//! Where the nodes of a tree are: blocks in chunks of memory, used again when they are left, within a limit.

use super::{CHUNK, Id, Node, Tree};

impl Tree {
    /// Keeps the higher halves of codes from now on, if this one has one. False if there is no room for
    /// them.
    pub(super) fn has_room_for_code(&mut self, code: u32) -> bool {
        if self.high.is_none() && code >> 16 != 0 {
            if self.bytes() + self.capacity * size_of::<u16>() > self.limit {
                return false;
            }
            let each = |chunk: &Vec<Node>| {
                let mut beside = Vec::with_capacity(chunk.capacity());
                beside.resize(chunk.len(), 0);
                beside
            };
            self.high = Some(self.chunks.iter().map(each).collect());
        }
        true
    }

    /// A block is not used any more.
    pub(super) fn leave(&mut self, first: Id, size: usize) {
        if self.free.len() <= size {
            self.free.resize(size + 1, 0);
        }
        let before = std::mem::replace(&mut self.free[size], first);
        self.node_mut(first).set_first(before);
    }

    /// A block of so many nodes, in one chunk; nothing if memory is full.
    pub(super) fn block(&mut self, size: usize) -> Option<Id> {
        if let Some(&first) = self.free.get(size).filter(|&&first| first != 0) {
            self.free[size] = self.node(first).first();
            return Some(first);
        }
        let fits = self.chunks.last().is_some_and(|chunk| chunk.len() + size <= CHUNK);
        if !fits {
            self.open_chunk()?;
        }
        let number = self.chunks.len() - 1;
        let first = self.chunks[number].len();
        self.grow_chunk(number, first + size)?;
        self.chunks[number].resize(first + size, Node::new(0));
        if let Some(high) = &mut self.high {
            high[number].resize(first + size, 0);
        }
        if let Some(bounds) = &mut self.bounds {
            bounds.resize(number, first + size, self.range);
        }
        self.notes.resize(number, first + size);
        Some((number * CHUNK + first) as Id)
    }

    /// A new chunk. The first one grows as it is needed, since most searches are small; the others are
    /// had at once.
    fn open_chunk(&mut self) -> Option<()> {
        if self.chunks.len() == Id::MAX as usize / CHUNK {
            return None;
        }
        self.chunks.push(Vec::new());
        if let Some(high) = &mut self.high {
            high.push(Vec::new());
        }
        if let Some(bounds) = &mut self.bounds {
            bounds.open_chunk();
        }
        self.notes.open_chunk();
        let number = self.chunks.len() - 1;
        self.grow_chunk(number, if number == 0 { 1 } else { CHUNK })
    }

    /// Makes sure that a chunk has room for so many nodes, if that may be.
    fn grow_chunk(&mut self, number: usize, nodes: usize) -> Option<()> {
        let room = self.chunks[number].capacity();
        if nodes <= room {
            return Some(());
        }
        let more = nodes.next_power_of_two().clamp(16, CHUNK) - self.chunks[number].len();
        let held = self.bytes() + (more + self.chunks[number].len() - room) * self.bytes_each();
        if held > self.limit && self.nodes > 1 {
            return None;
        }
        self.chunks[number].reserve_exact(more);
        self.capacity += self.chunks[number].capacity() - room;
        if let Some(high) = &mut self.high {
            high[number].reserve_exact(more);
        }
        if let Some(bounds) = &mut self.bounds {
            bounds.reserve(number, more);
        }
        self.notes.reserve(number, more);
        Some(())
    }
}
