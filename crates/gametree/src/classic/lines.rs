//! The lines of play below the nodes of a recursion's path.

/// For each node of the path the best line found so far from there on, last move first. They lie one
/// above the other, so that a parent whose first child is the best so far takes over its line by
/// adding a move.
pub(super) struct Lines<M> {
    moves: Vec<M>,
    /// Where the line of each ply starts. It ends where that of the next ply starts.
    starts: Vec<u32>,
}

impl<M: Copy> Lines<M> {
    pub fn new() -> Self {
        Lines { moves: Vec::new(), starts: vec![0; 2] }
    }

    /// The node at `ply` has no line yet. Lines of siblings before it are gone.
    #[inline]
    pub fn begin(&mut self, ply: usize) {
        if self.starts.len() < ply + 2 {
            self.starts.resize(2 * (ply + 2), 0);
        }
        let start = self.starts[ply];
        self.moves.truncate(start as usize);
        self.starts[ply + 1] = start;
    }

    /// The child just visited from `ply` by `mv` is the best so far.
    #[inline]
    pub fn promote(&mut self, ply: usize, mv: M) {
        let (to, from) = (self.starts[ply] as usize, self.starts[ply + 1] as usize);
        // Above lies what was no better further down.
        self.moves.truncate(self.starts[ply + 2] as usize);
        if to < from {
            let length = self.moves.len() - from;
            self.moves.copy_within(from.., to);
            self.moves.truncate(to + length);
        }
        self.moves.push(mv);
        self.starts[ply + 1] = self.moves.len() as u32;
    }

    /// The child of the node at `ply` that comes next is known without a line.
    #[inline]
    pub fn forget(&mut self, ply: usize) {
        self.begin(ply + 1);
    }

    /// The line of the root, first move first.
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
    fn a_parent_takes_over_the_line_of_its_best_child() {
        let mut lines = Lines::new();
        lines.begin(0);
        lines.begin(1);
        lines.begin(2);
        lines.promote(1, 'x');
        lines.promote(0, 'a');
        // Another child, whose second child is better than its first.
        lines.begin(1);
        lines.begin(2);
        lines.promote(1, 'y');
        lines.begin(2);
        lines.begin(3);
        lines.promote(2, 'w');
        lines.promote(1, 'z');
        // One that is no better, but has a line.
        lines.begin(2);
        lines.begin(3);
        lines.promote(2, 'v');
        lines.promote(0, 'b');
        lines.begin(1);
        lines.begin(2);
        lines.promote(1, 'u');
        assert_eq!(lines.take(), ['b', 'z', 'w']);
    }

    #[test]
    fn a_child_without_a_line_adds_its_move_alone() {
        let mut lines = Lines::new();
        lines.begin(0);
        lines.begin(1);
        lines.promote(0, 'a');
        lines.begin(1);
        lines.begin(2);
        lines.promote(1, 'x');
        lines.forget(0);
        lines.promote(0, 'c');
        assert_eq!(lines.take(), ['c']);
    }
}
