//! A node of the path of [`TreeSearch`](super::tree::TreeSearch).

use crate::model::{Bounds, Kind};
use crate::policy::{Block, Node, Opening};
use crate::store::Arena;

/// A node of the current path.
pub(super) struct Frame<W, U, T> {
    pub window: W,
    /// How to undo the move to it; none for the root.
    pub undo: Option<U>,
    /// Its own place in the arena.
    pub node: u32,
    /// Where its children lie.
    pub first: u32,
    pub count: u32,
    /// No child before this one is active: windows only shrink (Huang 2015, Lemma 2).
    pub cursor: u32,
    /// The child last chosen, and its bounds at that time.
    pub current: u32,
    pub before: Bounds,
    pub kind: Kind,
    pub slot: T,
}

impl<W: Opening, U, T> Frame<W, U, T> {
    /// Where its children lie.
    #[inline]
    pub fn range(&self) -> std::ops::Range<usize> {
        self.first as usize..self.first as usize + self.count as usize
    }

    /// The node as a policy sees it.
    #[inline(always)]
    pub fn view<'a, M: Copy, D: Default>(
        &self,
        arena: &'a Arena<M, D>,
        no_data: &'a D,
        depth: usize,
        range: Bounds,
        slack: f64,
    ) -> Node<'a, D, W> {
        let bounds = &arena.bounds[self.range()];
        // Zero-sized data need not be read.
        let (own, data): (_, &[_]) = if size_of::<D>() == 0 {
            (no_data, &[])
        } else {
            (&arena.data[self.node as usize], &arena.data[self.range()])
        };
        let (weights, average): (&[f64], _) = if self.kind == Kind::Chance {
            let weights = &arena.weights[self.range()];
            (weights, Bounds::average(range, bounds, weights))
        } else {
            (&[], range)
        };
        let (count, cursor) = (bounds.len(), self.cursor as usize);
        let children = Block { bounds, count, fresh: 0, range, cursor, slack, average };
        Node { kind: self.kind, depth, window: self.window, own, data, weights, children }
    }
}
