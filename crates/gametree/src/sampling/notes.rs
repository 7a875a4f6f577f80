//! What a rule of selection notes of every node, besides visits and rewards.

use super::settings::Selection;
use super::tree::{Id, copy, place};

/// One note a node, in chunks; nothing if the rule needs none.
#[derive(Debug)]
pub(super) enum Notes {
    /// Visits and rewards will do.
    Nothing,
    /// The sums of squared rewards.
    Squares(Vec<Vec<f64>>),
    /// Whether the ties of the node's children were broken.
    Decided(Vec<Vec<bool>>),
}

impl Notes {
    /// What the rule needs.
    pub fn of(selection: Selection) -> Notes {
        match selection {
            Selection::Ucb1 => Notes::Nothing,
            Selection::Ucb1Tuned => Notes::Squares(Vec::new()),
            Selection::Greedy(_) | Selection::Decaying(_) => Notes::Decided(Vec::new()),
        }
    }

    /// How many bytes one takes.
    pub fn bytes_each(&self) -> usize {
        match self {
            Notes::Nothing => 0,
            Notes::Squares(_) => size_of::<f64>(),
            Notes::Decided(_) => size_of::<bool>(),
        }
    }

    /// The node is another one from now on.
    pub fn forget(&mut self, id: Id) {
        let (chunk, at) = place(id);
        match self {
            Notes::Nothing => (),
            Notes::Squares(chunks) => chunks[chunk][at] = 0.0,
            Notes::Decided(chunks) => chunks[chunk][at] = false,
        }
    }

    /// Copies a block to another.
    pub fn copy(&mut self, from: Id, to: Id, size: usize) {
        match self {
            Notes::Nothing => (),
            Notes::Squares(chunks) => copy(chunks, from, to, size),
            Notes::Decided(chunks) => copy(chunks, from, to, size),
        }
    }

    pub fn open_chunk(&mut self) {
        match self {
            Notes::Nothing => (),
            Notes::Squares(chunks) => chunks.push(Vec::new()),
            Notes::Decided(chunks) => chunks.push(Vec::new()),
        }
    }

    pub fn reserve(&mut self, chunk: usize, more: usize) {
        match self {
            Notes::Nothing => (),
            Notes::Squares(chunks) => chunks[chunk].reserve_exact(more),
            Notes::Decided(chunks) => chunks[chunk].reserve_exact(more),
        }
    }

    pub fn resize(&mut self, chunk: usize, size: usize) {
        match self {
            Notes::Nothing => (),
            Notes::Squares(chunks) => chunks[chunk].resize(size, 0.0),
            Notes::Decided(chunks) => chunks[chunk].resize(size, false),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Bounds;
    use crate::sampling::tree::{Extras, ROOT, Tree};

    #[test]
    fn decisions_move_with_their_nodes() {
        let notes = Notes::of(Selection::Greedy(0.1));
        let extras = Extras { bounds: None, notes };
        let range = Bounds::new(0.into(), 1.into()).unwrap();
        let mut tree = Tree::new(range, extras, usize::MAX);
        tree.decide(ROOT);
        for mv in 0..40 {
            let child = tree.add_child(ROOT, mv).unwrap();
            if mv % 3 == 0 {
                tree.decide(child);
            }
            // Families of two generations move, and what they leave is used again.
            for grandchild in 0..mv % 7 {
                let grandchild = tree.add_child(child, grandchild).unwrap();
                assert!(!tree.has_decided(grandchild));
                tree.decide(grandchild);
            }
        }
        for child in tree.children(ROOT) {
            assert_eq!(tree.has_decided(child), tree.code(child) % 3 == 0);
            assert!(tree.children(child).all(|id| tree.has_decided(id)));
        }
        assert!(tree.has_decided(ROOT));
        tree.reroot(tree.children(ROOT).start + 13);
        assert!(!tree.has_decided(ROOT) && tree.children(ROOT).len() == 6);
        assert!(tree.children(ROOT).all(|id| tree.has_decided(id)));
    }
}
