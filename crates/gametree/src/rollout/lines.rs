//! The lines of play below the nodes of a path.

/// Takes note of the best line found so far below each node of a path; or does not.
pub(super) trait Lines<M>: Default {
    const KEPT: bool;

    /// What a node of the path knows of its line.
    type Line: Copy;

    /// A node comes on top of the path.
    fn open(&self) -> Self::Line;

    /// A child of the topmost node is a leaf, behind `mv`. If it is `better` than the node's other
    /// children, it is the node's line now.
    fn leaf(line: &mut Self::Line, better: bool, mv: M);

    /// The topmost node is done; its line is where [`child`](Lines::child) finds it.
    fn close(&mut self, line: Self::Line);

    /// The node just closed is the child behind `mv` of the one that has `line`. If it is `better` than
    /// the node's other children, `mv` and its line are the node's line now.
    fn child(&mut self, line: &mut Self::Line, better: bool, mv: M);

    /// Memory held.
    fn bytes(&self) -> usize;

    /// The line of the root, which was closed and whose best move is known.
    fn finish(self, best: Option<M>) -> Vec<M>;
}

/// Nothing but the best move of the root.
#[derive(Default)]
pub(super) struct BestMove;

impl<M> Lines<M> for BestMove {
    const KEPT: bool = false;
    type Line = ();

    #[inline]
    fn open(&self) {}

    #[inline]
    fn leaf(_: &mut (), _: bool, _: M) {}

    #[inline]
    fn close(&mut self, (): ()) {}

    #[inline]
    fn child(&mut self, (): &mut (), _: bool, _: M) {}

    fn bytes(&self) -> usize {
        0
    }

    fn finish(self, best: Option<M>) -> Vec<M> {
        best.into_iter().collect()
    }
}

/// One line a node, last move first, one above the other.
pub(super) struct Stacked<M>(Vec<M>);

#[derive(Clone, Copy)]
pub(super) struct Line<M> {
    /// Where it starts, and where it ends as long as the node is on the path: from there on is the line
    /// of the child just closed.
    start: u32,
    end: u32,
    /// If the best child is a leaf, the move to it; what is on the stack is out of date then.
    leaf: Option<M>,
}

impl<M> Default for Stacked<M> {
    fn default() -> Self {
        Stacked(Vec::new())
    }
}

impl<M: Copy + PartialEq> Lines<M> for Stacked<M> {
    const KEPT: bool = true;
    type Line = Line<M>;

    #[inline]
    fn open(&self) -> Line<M> {
        let top = self.0.len() as u32;
        Line { start: top, end: top, leaf: None }
    }

    #[inline]
    fn leaf(line: &mut Line<M>, better: bool, mv: M) {
        line.leaf = if better { Some(mv) } else { line.leaf };
    }

    #[inline]
    fn close(&mut self, Line { start, leaf, .. }: Line<M>) {
        if let Some(mv) = leaf {
            self.0.truncate(start as usize);
            self.0.push(mv);
        }
    }

    #[inline]
    fn child(&mut self, line: &mut Line<M>, better: bool, mv: M) {
        let (to, from) = (line.start as usize, line.end as usize);
        if !better {
            self.0.truncate(from);
            return;
        }
        // Mostly the node has no line yet.
        if to < from {
            let length = self.0.len() - from;
            self.0.copy_within(from.., to);
            self.0.truncate(to + length);
        }
        self.0.push(mv);
        line.end = self.0.len() as u32;
        line.leaf = None;
    }

    fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<M>()
    }

    fn finish(mut self, best: Option<M>) -> Vec<M> {
        if self.0.last().copied() != best {
            self.0.clear();
            self.0.extend(best);
        }
        self.0.reverse();
        self.0
    }
}
