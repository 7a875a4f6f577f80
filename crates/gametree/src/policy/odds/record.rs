//! The part of the tree that was seen: the nodes entered and the leaves, finished ones included.

use super::question::Odds;
use crate::store;

/// The slot of a child that was not entered.
const UNSEEN: u32 = 0;
/// The slot of a child that is a leaf and was seen.
const LEAF: u32 = u32::MAX;

/// The number of the root, in either list.
pub(super) const ROOT: u32 = 0;

/// A child, entered or not.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    pub lower: f64,
    pub upper: f64,
    /// Its knot, or one of the marks above.
    knot: u32,
}

impl Slot {
    pub fn new(lower: f64, upper: f64) -> Slot {
        Slot { lower, upper, knot: UNSEEN }
    }

    /// Whether it is unknown if the value is at least `target`.
    pub fn is_open(&self, target: f64) -> bool {
        self.lower < target && target <= self.upper
    }

    /// The child as an inner node, if it was entered.
    pub fn knot(&self) -> Option<u32> {
        (self.knot != UNSEEN && self.knot != LEAF).then_some(self.knot)
    }

    pub fn is_leaf(&self) -> bool {
        self.knot == LEAF
    }
}

/// An inner node that was entered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Knot {
    pub parent: u32,
    /// Where its own bounds are.
    pub slot: u32,
    first: u32,
    count: u32,
    pub level: u32,
    pub max: bool,
    /// Whether the question is open here and all the way up.
    pub matters: bool,
    /// Leaves seen below, and the sum of their scores.
    pub leaves: u32,
    pub sum: f64,
    /// The expected score of a leaf below.
    pub mean: f64,
    pub odds: Odds,
    /// The odds of each child that was not entered.
    pub unseen: Odds,
}

/// A leaf that was seen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaf {
    pub value: f64,
    /// The normal score of its rank among all leaves.
    pub score: f64,
    pub parent: u32,
}

/// Everything that was seen. A parent comes before its children, a leaf before later ones.
#[derive(Clone, Debug)]
pub(super) struct Record {
    pub slots: Vec<Slot>,
    pub knots: Vec<Knot>,
    pub leaves: Vec<Leaf>,
}

impl Record {
    pub fn new() -> Record {
        let root = Slot::new(f64::NEG_INFINITY, f64::INFINITY);
        Record { slots: vec![root], knots: Vec::new(), leaves: Vec::new() }
    }

    /// Makes room for a node with so many children and for a leaf. False if the system has no more
    /// memory.
    pub fn reserve(&mut self, children: usize) -> bool {
        make_room(&mut self.knots, 1)
            && make_room(&mut self.slots, children)
            && make_room(&mut self.leaves, 1)
    }

    /// Enters the node of `slot`, a child of `parent`, for the first time.
    pub fn enter(
        &mut self,
        slot: u32,
        parent: u32,
        level: usize,
        max: bool,
        children: impl ExactSizeIterator<Item = Slot>,
    ) -> u32 {
        let (knot, first, count) = (self.knots.len(), self.slots.len(), children.len());
        self.slots[slot as usize].knot = knot as u32;
        self.knots.push(Knot {
            parent,
            slot,
            first: first as u32,
            count: count as u32,
            level: level as u32,
            max,
            matters: true,
            leaves: 0,
            sum: 0.0,
            mean: 0.0,
            odds: Odds::NO,
            unseen: Odds::NO,
        });
        self.slots.extend(children);
        knot as u32
    }

    /// The knot of the node at `slot`, if it was entered.
    pub fn knot_of(&self, slot: u32) -> Option<u32> {
        // The root's number is the mark of a child that was not entered.
        let root = (slot == 0 && !self.knots.is_empty()).then_some(ROOT);
        root.or(self.slots[slot as usize].knot())
    }

    /// Narrows the bounds of the node at `slot`.
    pub fn narrow(&mut self, slot: u32, lower: f64, upper: f64) {
        let slot = &mut self.slots[slot as usize];
        (slot.lower, slot.upper) = (lower, upper);
    }

    pub fn children(&self, knot: u32) -> &[Slot] {
        let Knot { first, count, .. } = self.knots[knot as usize];
        &self.slots[first as usize..(first + count) as usize]
    }

    pub fn child_slot(&self, knot: u32, index: usize) -> u32 {
        self.knots[knot as usize].first + index as u32
    }

    pub fn own_slot(&self, knot: u32) -> &Slot {
        &self.slots[self.knots[knot as usize].slot as usize]
    }

    /// Adds a leaf at `slot`, below `parent`.
    pub fn see(&mut self, slot: u32, parent: u32, value: f64, score: f64) {
        self.slots[slot as usize] = Slot { lower: value, upper: value, knot: LEAF };
        self.leaves.push(Leaf { value, score, parent });
    }

    /// The memory in bytes.
    pub fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<Slot>()
            + self.knots.capacity() * size_of::<Knot>()
            + self.leaves.capacity() * size_of::<Leaf>()
    }
}

/// Makes room for `more` entries; grows by an eighth, so that little memory is unused. False if the
/// system has no more.
pub(super) fn make_room<T>(list: &mut Vec<T>, more: usize) -> bool {
    list.capacity() - list.len() >= more
        || store::make_room(list, more + list.capacity() / 8).is_some()
}
