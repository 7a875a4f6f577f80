//! The tree that sampling grows: a node a rollout, with statistics and, if somebody proves things, with
//! bounds beside them.
//!
//! The children of a node that were tried lie side by side, in a block that is moved to a larger one
//! when it is full; blocks that were left are used again. So next to nothing is stored of moves that
//! were never tried: a node takes 20 bytes, 2 more if codes of moves are larger than 16 bits, and 8 more for
//! bounds (16 if they are not whole numbers).

use super::kept::{Block, Kept};
use super::node::{MOST_CHILDREN, Node, State};
use super::notes::Notes;
use crate::model::Bounds;
use shared::Shared;

/// The number of a node.
pub(super) type Id = u32;

/// The root of the tree.
pub(super) const ROOT: Id = 0;

/// Nodes in a chunk, of which memory consists: growing moves nothing.
const CHUNK: usize = 1 << 13;

/// What nodes have besides visits and rewards.
#[derive(Debug)]
pub(super) struct Extras {
    /// Whether bounds are kept, and whether those are whole numbers.
    pub bounds: Option<Whole>,
    pub notes: Notes,
}

/// Whether bounds are whole numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Whole(pub bool);

/// A tree whose children come one by one.
#[derive(Debug)]
pub(super) struct Tree {
    chunks: Vec<Vec<Node>>,
    /// The higher halves of codes of moves, in chunks as well; none before there is one.
    high: Option<Vec<Vec<u16>>>,
    /// One a node, in chunks as well; none if nobody asks for bounds.
    bounds: Option<Kept>,
    notes: Notes,
    /// What leads from moves to positions, if those are shared.
    shared: Option<Shared>,
    /// By size: the block that was left last, whose first node says which was left before it; nought if
    /// there is none.
    free: Vec<Id>,
    nodes: usize,
    /// How many there ever were.
    added: u64,
    /// For so many nodes there is memory.
    capacity: usize,
    /// At most so many bytes.
    limit: usize,
    /// What bounds a new node has.
    range: Bounds,
}

/// In which chunk a node is, and where there.
#[inline]
pub(super) fn place(id: Id) -> (usize, usize) {
    (id as usize / CHUNK, id as usize % CHUNK)
}

/// The size of the block of so many children: just so many up to sixteen, and then up to an eighth more,
/// so that large families do not leave a block of every size behind.
#[inline]
fn room_for(children: usize) -> usize {
    let step = 1 << children.max(1).ilog2().saturating_sub(3);
    children.next_multiple_of(step)
}

/// Copies a block in memory that consists of chunks.
pub(super) fn copy<T: Copy>(chunks: &mut [Vec<T>], from: Id, to: Id, size: usize) {
    let ((from, at), (to, there)) = (place(from), place(to));
    if from == to {
        chunks[from].copy_within(at..at + size, there);
    } else {
        let (before, after) = chunks.split_at_mut(from.max(to));
        let (first, second) = (&mut before[from.min(to)], &mut after[0]);
        let (from, to) = if from < to { (first, second) } else { (second, first) };
        to[there..there + size].copy_from_slice(&from[at..at + size]);
    }
}

impl Tree {
    /// A tree of a root only.
    pub fn new(range: Bounds, extras: Extras, limit: usize) -> Tree {
        let mut tree = Tree {
            chunks: Vec::new(),
            high: None,
            bounds: extras.bounds.map(|Whole(whole)| Kept::new(range, whole)),
            notes: extras.notes,
            shared: None,
            free: Vec::new(),
            nodes: 1,
            added: 1,
            capacity: 0,
            limit,
            range,
        };
        tree.block(1).expect("there is always room for the root");
        tree
    }

    /// How many nodes there are.
    pub fn nodes(&self) -> usize {
        self.nodes
    }

    /// How many nodes there ever were.
    pub fn added(&self) -> u64 {
        self.added
    }

    /// How many bytes are held.
    pub fn bytes(&self) -> usize {
        let shared = self.shared.as_ref().map_or(0, Shared::bytes);
        self.capacity * self.bytes_each() + self.free.capacity() * size_of::<Id>() + shared
    }

    fn bytes_each(&self) -> usize {
        let bounds = self.bounds.as_ref().map_or(0, Kept::bytes_each);
        let high = self.high.as_ref().map_or(0, |_| size_of::<u16>());
        size_of::<Node>() + high + bounds + self.notes.bytes_each()
    }

    /// A node.
    #[inline]
    pub fn node(&self, id: Id) -> &Node {
        let (chunk, at) = place(id);
        &self.chunks[chunk][at]
    }

    #[inline]
    fn node_mut(&mut self, id: Id) -> &mut Node {
        let (chunk, at) = place(id);
        &mut self.chunks[chunk][at]
    }

    /// The code of the move that leads to a node.
    #[inline]
    pub fn code(&self, id: Id) -> u32 {
        let (chunk, at) = place(id);
        let high = self.high.as_ref().map_or(0, |high| high[chunk][at]);
        u32::from(high) << 16 | u32::from(self.chunks[chunk][at].low())
    }

    /// The child behind the move of this code, if it was tried.
    pub fn child(&self, parent: Id, code: u32) -> Option<Id> {
        self.children(parent).find(|&child| self.code(child) == code)
    }

    /// Notes the higher half of a code of a move.
    fn set_high(&mut self, id: Id, high: u16) {
        if let Some(all) = &mut self.high {
            let (chunk, at) = place(id);
            all[chunk][at] = high;
        }
    }

    /// One more rollout has come through.
    #[inline]
    pub fn add(&mut self, id: Id, reward: f64) {
        self.node_mut(id).add(reward);
        let (chunk, at) = place(id);
        if let Notes::Squares(squares) = &mut self.notes {
            squares[chunk][at] += reward * reward;
        }
    }

    /// Adds so many rollouts with this reward, or takes them away.
    pub fn give(&mut self, id: Id, visits: i64, reward: f64) {
        let node = self.node_mut(id);
        node.give(visits, reward);
        let (chunk, at) = place(id);
        if let Notes::Squares(squares) = &mut self.notes {
            squares[chunk][at] = (squares[chunk][at] + visits as f64 * reward * reward).max(0.0);
        }
    }

    /// Corrects the mean of a node's rewards; their variance stays.
    pub fn set_mean(&mut self, id: Id, mean: f64) {
        let node = self.node_mut(id);
        let (visits, before) = (f64::from(node.visits().max(1)), node.sum());
        node.count(node.visits(), visits * mean);
        let (chunk, at) = place(id);
        if let Notes::Squares(squares) = &mut self.notes {
            let variance = squares[chunk][at] / visits - (before / visits).powi(2);
            squares[chunk][at] = visits * (variance.max(0.0) + mean * mean);
        }
    }

    /// Makes a child of the root the root, and forgets all that is not below it.
    pub fn reroot(&mut self, child: Id) {
        if self.shared.is_some() {
            return self.reroot_shared(child);
        }
        let family = self.children(ROOT);
        for other in family.clone().filter(|&other| other != child) {
            self.clear_below(other);
        }
        self.copy(child, ROOT, 1);
        self.nodes -= family.len();
        self.leave(family.start, room_for(family.len()));
    }

    pub fn set_state(&mut self, id: Id, state: State) {
        let node = self.node_mut(id);
        node.pack(node.tried(), state);
    }

    /// The children that were tried.
    #[inline]
    pub fn children(&self, id: Id) -> std::ops::Range<Id> {
        let node = self.node(id);
        node.first()..node.first() + node.tried() as Id
    }

    /// The children of a node, side by side.
    #[inline]
    pub fn family(&self, parent: &Node) -> &[Node] {
        let (chunk, at) = place(parent.first());
        &self.chunks[chunk][at..][..parent.tried()]
    }

    /// The sums of their squared rewards; nothing if nobody asks for them.
    #[inline]
    pub fn squares_of_family(&self, parent: &Node) -> Option<&[f64]> {
        let (chunk, at) = place(parent.first());
        match &self.notes {
            Notes::Squares(squares) => Some(&squares[chunk][at..][..parent.tried()]),
            _ => None,
        }
    }

    /// Whether somebody asks which nodes have decided.
    #[inline]
    pub fn notes_decisions(&self) -> bool {
        matches!(self.notes, Notes::Decided(_))
    }

    /// Whether the ties of a node's children were broken, as far as anybody has noted that.
    pub fn has_decided(&self, id: Id) -> bool {
        let (chunk, at) = place(id);
        matches!(&self.notes, Notes::Decided(decided) if decided[chunk][at])
    }

    /// Notes that they were.
    pub fn decide(&mut self, id: Id) {
        let (chunk, at) = place(id);
        if let Notes::Decided(decided) = &mut self.notes {
            decided[chunk][at] = true;
        }
    }

    /// What is known of a node's value; the whole range if nobody asks for bounds.
    #[inline]
    pub fn bounds(&self, id: Id) -> Bounds {
        match &self.bounds {
            Some(bounds) => bounds.get(id),
            None => self.range,
        }
    }

    /// What is known of the children of a node; nothing if nobody asks for bounds.
    #[inline]
    pub fn bounds_of_family(&self, parent: &Node) -> Option<Block<'_>> {
        self.bounds.as_ref().map(|bounds| bounds.block(parent.first(), parent.tried()))
    }

    pub fn set_bounds(&mut self, id: Id, known: Bounds) {
        if let Some(bounds) = &mut self.bounds {
            bounds.set(id, known);
        }
    }

    /// Adds a child. The others of the family may move, so that their numbers change. Nothing if memory is
    /// full.
    pub fn add_child(&mut self, parent: Id, code: u32) -> Option<Id> {
        let node = self.node(parent);
        let (first, tried) = (node.first(), node.tried());
        if tried == MOST_CHILDREN || !self.has_room_for_code(code) {
            return None;
        }
        let room = room_for(tried);
        let to = if tried < room { first } else { self.block(room_for(tried + 1))? };
        if to != first && tried > 0 {
            self.copy(first, to, tried);
            self.leave(first, room);
        }
        let child = to + tried as Id;
        let (chunk, at) = place(child);
        self.chunks[chunk][at] = Node::new(code as u16);
        self.set_high(child, (code >> 16) as u16);
        if let Some(bounds) = &mut self.bounds {
            bounds.set(child, self.range);
        }
        self.notes.forget(child);
        let family = self.node_mut(parent);
        family.set_first(to);
        family.pack(tried + 1, family.state());
        self.nodes += 1;
        self.added += 1;
        Some(child)
    }

    /// Copies a block to another.
    fn copy(&mut self, from: Id, to: Id, size: usize) {
        copy(&mut self.chunks, from, to, size);
        if let Some(high) = &mut self.high {
            copy(high, from, to, size);
        }
        if let Some(bounds) = &mut self.bounds {
            bounds.copy(from, to, size);
        }
        self.notes.copy(from, to, size);
    }

    /// Forgets everything below a node.
    pub fn clear_below(&mut self, id: Id) {
        if self.shared.is_some() {
            // There may be other ways to what is below.
            return self.clear_moves(id);
        }
        let (mut open, mut blocks) = (vec![id], Vec::new());
        while let Some(id) = open.pop() {
            let children = self.children(id);
            if children.is_empty() {
                continue;
            }
            open.extend(children.clone());
            self.nodes -= children.len();
            blocks.push((children.start, room_for(children.len())));
            let node = self.node_mut(id);
            node.set_first(0);
            node.pack(0, node.state());
        }
        for (first, size) in blocks {
            self.leave(first, size);
        }
    }
}

mod room;
mod shared;
#[cfg(test)]
mod tests;
