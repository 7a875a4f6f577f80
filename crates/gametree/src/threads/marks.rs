//! Which positions are being searched: so threads that search the same question go different ways.
//!
//! Each thread marks the position that it is searching, and leaves a child that another one has
//! marked for later, in the hope that it is done by then (the idea of ABDADA: Weill 1996). Marks
//! are advice: one that is overwritten or overlooked costs time, never truth.

use std::sync::atomic::{AtomicU64, Ordering};

/// The children of nodes that are at most this many plies below the root are divided among the
/// threads: those of others are searched too fast. (From 8 to 14 plies are equally good on Connect
/// Four.)
pub(crate) const SHARED_PLIES: u32 = 12;

/// How many positions may be marked at a time: a power of two.
const MOST: usize = 1 << 14;

/// The names of positions that are being searched; 0 is no name.
#[derive(Debug)]
pub(crate) struct Marks(Box<[AtomicU64]>);

impl Marks {
    pub fn new() -> Marks {
        Marks((0..MOST).map(|_| AtomicU64::new(0)).collect())
    }

    /// Marks a position as being searched.
    #[inline]
    pub fn mark(&self, name: u64) {
        self.entry(name).store(name, Ordering::Relaxed);
    }

    /// Takes the mark away.
    #[inline]
    pub fn unmark(&self, name: u64) {
        let entry = self.entry(name);
        if entry.load(Ordering::Relaxed) == name {
            entry.store(0, Ordering::Relaxed);
        }
    }

    /// Whether somebody is searching a position.
    #[inline]
    pub fn is_marked(&self, name: u64) -> bool {
        name != 0 && self.entry(name).load(Ordering::Relaxed) == name
    }

    /// Those of the children, in their order, that nobody is searching.
    pub fn free<T>(
        &self,
        children: impl Iterator<Item = T>,
        name: impl Fn(&T) -> u64,
    ) -> impl Iterator<Item = T> {
        children.filter(move |child| !self.is_marked(name(child)))
    }

    /// Moves the first child that nobody is searching, if there is one, to the front; the others
    /// keep their order.
    pub fn bring_forward<T>(&self, children: &mut [T], name: impl Fn(&T) -> u64) {
        let first = self.free(0..children.len(), |&at| name(&children[at])).next();
        if let Some(first) = first {
            children[..=first].rotate_right(1);
        }
    }

    #[inline]
    fn entry(&self, name: u64) -> &AtomicU64 {
        let mixed = name.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        &self.0[mixed as usize & (MOST - 1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_that_others_search_come_later() {
        let marks = Marks::new();
        let after = |mut children: Vec<u64>| {
            marks.bring_forward(&mut children, |&name| name);
            children
        };
        marks.mark(3);
        marks.mark(5);
        // Children without a name cannot be marked.
        marks.mark(0);
        assert_eq!(after(vec![3, 5, 7, 9]), [7, 3, 5, 9]);
        assert_eq!(after(vec![3, 0, 7]), [0, 3, 7]);
        assert_eq!(after(vec![5, 3]), [5, 3]);
        marks.unmark(5);
        assert_eq!(after(vec![3, 5]), [5, 3]);
    }
}
