//! The principal variations below the nodes of a recursion's path.

/// For each node of the path the principal variation found so far from there on, last move first. They are
/// stacked, so that a parent whose first child is the best so far takes over its principal variation by adding
/// a move.
///
/// One that must be copied is cut off after [`LONGEST`] moves: in a very deep tree, copying all of it at every ply would
/// take longer than the search.
pub(super) struct PvTable<M> {
    moves: Vec<M>,
    /// Where the principal variation of each ply starts. It ends where that of the next ply starts.
    starts: Vec<u32>,
}

/// The most moves of a principal variation that was copied.
const LONGEST: usize = 1 << 10;

impl<M: Copy> PvTable<M> {
    pub fn new() -> Self {
        PvTable { moves: Vec::new(), starts: vec![0; 2] }
    }

    /// Starts an empty principal variation at `ply`. Those of earlier siblings are dropped.
    #[inline]
    pub fn begin(&mut self, ply: usize) {
        if self.starts.len() < ply + 2 {
            self.starts.resize(2 * (ply + 2), 0);
        }
        let start = self.starts[ply];
        self.moves.truncate(start as usize);
        self.starts[ply + 1] = start;
    }

    /// Makes the child just visited from `ply` by `mv` the best so far.
    #[inline]
    pub fn promote(&mut self, ply: usize, mv: M) {
        let (to, from) = (self.starts[ply] as usize, self.starts[ply + 1] as usize);
        // Above are variations of deeper nodes that were no better.
        self.moves.truncate(self.starts[ply + 2] as usize);
        if to < from {
            let length = (self.moves.len() - from).min(LONGEST - 1);
            let kept = self.moves.len() - length;
            self.moves.copy_within(kept.., to);
            self.moves.truncate(to + length);
        }
        self.moves.push(mv);
        self.starts[ply + 1] = self.moves.len() as u32;
    }

    /// Marks that the next child of the node at `ply` has no principal variation.
    #[inline]
    pub fn forget(&mut self, ply: usize) {
        self.begin(ply + 1);
    }

    /// The principal variation of the root, first move first.
    pub fn take(&mut self) -> Vec<M> {
        self.moves.truncate(self.starts[1] as usize);
        self.moves.reverse();
        self.starts.fill(0);
        std::mem::take(&mut self.moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parent_takes_over_the_pv_of_its_best_child() {
        let mut pvs = PvTable::new();
        pvs.begin(0);
        pvs.begin(1);
        pvs.begin(2);
        pvs.promote(1, 'x');
        pvs.promote(0, 'a');
        // Another child, whose second child is better than its first.
        pvs.begin(1);
        pvs.begin(2);
        pvs.promote(1, 'y');
        pvs.begin(2);
        pvs.begin(3);
        pvs.promote(2, 'w');
        pvs.promote(1, 'z');
        // One that is no better, but has a principal variation.
        pvs.begin(2);
        pvs.begin(3);
        pvs.promote(2, 'v');
        pvs.promote(0, 'b');
        pvs.begin(1);
        pvs.begin(2);
        pvs.promote(1, 'u');
        assert_eq!(pvs.take(), ['b', 'z', 'w']);
    }

    #[test]
    fn long_copies_are_cut_off() {
        let mut pvs = PvTable::new();
        let deep = 3 * LONGEST;
        (0..=deep).for_each(|ply| pvs.begin(ply));
        for ply in (0..deep).rev() {
            pvs.promote(ply, ply);
        }
        // All first children: nothing is copied.
        assert_eq!(pvs.moves.len(), deep);
        (1..=deep).for_each(|ply| pvs.begin(ply));
        for ply in (1..deep).rev() {
            pvs.promote(ply, ply);
        }
        pvs.promote(0, 0);
        assert_eq!(pvs.take(), (0..LONGEST).collect::<Vec<_>>());
    }

    #[test]
    fn a_child_without_a_pv_adds_its_move_alone() {
        let mut pvs = PvTable::new();
        pvs.begin(0);
        pvs.begin(1);
        pvs.promote(0, 'a');
        pvs.begin(1);
        pvs.begin(2);
        pvs.promote(1, 'x');
        pvs.forget(0);
        pvs.promote(0, 'c');
        assert_eq!(pvs.take(), ['c']);
    }
}
