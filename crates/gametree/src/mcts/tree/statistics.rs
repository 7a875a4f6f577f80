//! Statistics of nodes besides visits and rewards, as far as the rule of selection needs them.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU8, AtomicU64};

use super::super::settings::Selection;
use super::memory::zeroed;
use super::node::change_float;

/// Which further statistic every node has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::mcts) enum Statistic {
    /// Visits and rewards will do.
    Nothing,
    /// The sums of squared rewards.
    Squares,
    /// Whether the ties of the node's children were broken.
    Decisions,
}

/// One statistic a node; nothing if the rule needs none.
#[derive(Debug)]
pub(in crate::mcts) enum Statistics {
    Nothing,
    /// Floats, as bits.
    Squares(Box<[AtomicU64]>),
    /// 1 if the ties were broken.
    Decisions(Box<[AtomicU8]>),
}

impl Statistic {
    /// What the rule needs.
    pub fn for_rule(selection: Selection) -> Statistic {
        match selection {
            Selection::Ucb1 => Statistic::Nothing,
            Selection::Ucb1Tuned => Statistic::Squares,
            Selection::Greedy(_) | Selection::Decaying(_) => Statistic::Decisions,
        }
    }

    /// How many bytes one takes.
    pub fn bytes_each(self) -> usize {
        match self {
            Statistic::Nothing => 0,
            Statistic::Squares => size_of::<AtomicU64>(),
            Statistic::Decisions => size_of::<AtomicU8>(),
        }
    }
}

impl Statistics {
    /// Room for `count` nodes. `None` if the system has no memory.
    pub fn new(noted: Statistic, count: usize) -> Option<Statistics> {
        Some(match noted {
            Statistic::Nothing => Statistics::Nothing,
            Statistic::Squares => Statistics::Squares(zeroed(count)?),
            Statistic::Decisions => Statistics::Decisions(zeroed(count)?),
        })
    }

    /// The node is another one from now on.
    pub fn forget(&self, at: usize) {
        match self {
            Statistics::Nothing => (),
            Statistics::Squares(all) => all[at].store(0, Relaxed),
            Statistics::Decisions(all) => all[at].store(0, Relaxed),
        }
    }

    /// Takes over the statistic of another node, in the same tree.
    #[inline]
    pub fn copy(&self, at: usize, other: &Statistics, from: usize) {
        match (self, other) {
            (Statistics::Squares(all), Statistics::Squares(others)) => {
                all[at].store(others[from].load(Relaxed), Relaxed);
            }
            (Statistics::Decisions(all), Statistics::Decisions(others)) => {
                all[at].store(others[from].load(Relaxed), Relaxed);
            }
            _ => (),
        }
    }

    /// Changes a node's sum of squared rewards, if those are noted: as a whole, unless this thread
    /// is `alone` with it anyway.
    #[inline(always)]
    pub fn change_squares(&self, at: usize, alone: bool, change: impl Fn(f64) -> f64) {
        if let Statistics::Squares(all) = self {
            change_float(&all[at], alone, change);
        }
    }

    /// A node's sum of squared rewards; nought if those are not noted.
    #[inline(always)]
    pub fn squares(&self, at: usize) -> f64 {
        match self {
            Statistics::Squares(all) => f64::from_bits(all[at].load(Relaxed)),
            _ => 0.0,
        }
    }

    /// Statistics that a node has decided.
    pub fn decide(&self, at: usize) {
        if let Statistics::Decisions(all) = self {
            all[at].store(1, Relaxed);
        }
    }

    /// Whether it has, as far as that is noted.
    pub fn has_decided(&self, at: usize) -> bool {
        matches!(self, Statistics::Decisions(all) if all[at].load(Relaxed) != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcts::tree::{Extras, Further, ROOT, Tree, plain};
    use crate::model::Bounds;

    #[test]
    fn decisions_move_with_their_nodes() {
        let statistic = Statistic::for_rule(Selection::Greedy(0.1));
        let range = Bounds::new(0.into(), 1.into()).unwrap();
        let extras =
            Extras { range, bounds: None, statistic, threads: 1, further: Further::default() };
        let tree = Tree::new(extras, usize::MAX);
        tree.decide(ROOT);
        for mv in 0..40 {
            let child = tree.add_child(0, ROOT, mv, plain(range)).unwrap();
            if mv % 3 == 0 {
                tree.decide(child);
            }
            // Families of two generations move, and what they leave is used again.
            for grandchild in 0..mv % 7 {
                let grandchild = tree.add_child(0, child, grandchild, plain(range)).unwrap();
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
