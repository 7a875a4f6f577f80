//! The principal variations below the nodes of a path.

/// Records the principal variation found so far below each node of a path; or does not.
pub(super) trait PvRecord<M>: Default {
    const KEPT: bool;

    /// What a node of the path knows of its principal variation.
    type Pv: Copy;

    /// Opens a node at the end of the path.
    fn open(&self) -> Self::Pv;

    /// Notes a leaf behind `mv`, a child of the last node. If it is `better` than the node's other
    /// children, it becomes the node's principal variation.
    fn leaf(pv: &mut Self::Pv, better: bool, mv: M);

    /// Closes the last node; its principal variation is left where [`child`](PvRecord::child) finds
    /// it.
    fn close(&mut self, pv: Self::Pv);

    /// Notes that the node just closed is the child behind `mv` of the node with `pv`. If it is `better`
    /// than the node's other children, `mv` and its principal variation become the node's principal
    /// variation.
    fn child(&mut self, pv: &mut Self::Pv, better: bool, mv: M);

    /// The best move of the last node is `best`, by all that is known of its children: another principal variation is
    /// dropped.
    fn agree(&mut self, pv: &mut Self::Pv, best: Option<M>);

    /// Memory held.
    fn bytes(&self) -> usize;

    /// The principal variation of the root, which is closed and whose best move is `best`.
    fn finish(self, best: Option<M>) -> Vec<M>;
}

/// Records only the best move of the root.
#[derive(Default)]
pub(super) struct BestMove;

impl<M> PvRecord<M> for BestMove {
    const KEPT: bool = false;
    type Pv = ();

    #[inline]
    fn open(&self) {}

    #[inline]
    fn leaf(_: &mut (), _: bool, _: M) {}

    #[inline]
    fn close(&mut self, (): ()) {}

    #[inline]
    fn child(&mut self, (): &mut (), _: bool, _: M) {}

    #[inline]
    fn agree(&mut self, (): &mut (), _: Option<M>) {}

    fn bytes(&self) -> usize {
        0
    }

    fn finish(self, best: Option<M>) -> Vec<M> {
        best.into_iter().collect()
    }
}

/// A principal variation per node, last move first, stacked.
pub(super) struct PvStack<M>(Vec<M>);

#[derive(Clone, Copy)]
pub(super) struct Pv<M> {
    /// Where it starts, and where it ends as long as the node is on the path: behind it is that of the
    /// child just closed.
    start: u32,
    end: u32,
    /// If the best child is a leaf, the move to it; then the stack is out of date.
    leaf: Option<M>,
}

impl<M> Default for PvStack<M> {
    fn default() -> Self {
        PvStack(Vec::new())
    }
}

impl<M: Copy + PartialEq> PvRecord<M> for PvStack<M> {
    const KEPT: bool = true;
    type Pv = Pv<M>;

    #[inline]
    fn open(&self) -> Pv<M> {
        let top = self.0.len() as u32;
        Pv { start: top, end: top, leaf: None }
    }

    #[inline]
    fn leaf(pv: &mut Pv<M>, better: bool, mv: M) {
        pv.leaf = if better { Some(mv) } else { pv.leaf };
    }

    #[inline]
    fn close(&mut self, Pv { start, leaf, .. }: Pv<M>) {
        if let Some(mv) = leaf {
            self.0.truncate(start as usize);
            self.0.push(mv);
        }
    }

    #[inline]
    fn child(&mut self, pv: &mut Pv<M>, better: bool, mv: M) {
        let (to, from) = (pv.start as usize, pv.end as usize);
        if !better {
            self.0.truncate(from);
            return;
        }
        // Mostly the node has no principal variation yet.
        if to < from {
            let length = self.0.len() - from;
            self.0.copy_within(from.., to);
            self.0.truncate(to + length);
        }
        self.0.push(mv);
        pv.end = self.0.len() as u32;
        pv.leaf = None;
    }

    fn agree(&mut self, pv: &mut Pv<M>, best: Option<M>) {
        let stacked = self.0[pv.start as usize..pv.end as usize].last().copied();
        if pv.leaf.or(stacked) != best {
            self.0.truncate(pv.start as usize);
            (pv.end, pv.leaf) = (pv.start, best);
        }
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
