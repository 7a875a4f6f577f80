//! Which child a rollout goes on to, where all were tried.
//!
//! This is the innermost loop of a search, so those with and without proofs have one of their own.

use super::mcts::Mcts;
use super::node::Node;
use super::settings::Weighing;
use super::tree::Id;
use crate::model::{Game, Kind, Knowledge, Window};

impl<G: Game, K: Knowledge<G>> Mcts<'_, G, K> {
    /// The child that the rule of selection says, and the move that leads there.
    #[inline]
    pub(super) fn choose(&mut self, node: Id, kind: Kind, window: Window) -> Option<(Id, G::Move)> {
        loop {
            let chosen = match self.tree.notes_decisions() {
                true => self.select_greedily(node, kind, window),
                false => self.select(self.tree.node(node), kind, window),
            };
            // What another way has found out may leave nothing to look for there.
            let (child, _) = chosen?;
            let news = self.settings.proves && self.tree.shares_positions() && self.learn(child);
            if !news || window.admits_beyond(self.tree.bounds(child), self.slack) {
                return chosen;
            }
        }
    }

    /// The most attractive child that can still matter to the root, and the move that leads there.
    #[inline]
    fn select(&self, node: &Node, kind: Kind, window: Window) -> Option<(Id, G::Move)> {
        if self.settings.proves {
            self.select_open(node, kind, window)
        } else {
            self.weigh(node, kind, |_| true)
        }
    }

    /// The same for a search that proves things.
    fn select_open(&self, node: &Node, kind: Kind, window: Window) -> Option<(Id, G::Move)> {
        let known = self.tree.bounds_of_family(node).expect("who proves keeps bounds");
        self.weigh(node, kind, |i| window.admits_beyond(known.get(i), self.slack))
    }

    /// The most attractive child of those that are open.
    #[inline]
    fn weigh(
        &self,
        node: &Node,
        kind: Kind,
        open: impl Fn(usize) -> bool,
    ) -> Option<(Id, G::Move)> {
        let family = self.tree.family(node);
        let inverse = |i: usize| self.roots.inverse(family[i].visits());
        let root = self.roots.of_logarithm(node.visits());
        let sign = if kind.maximises() { 1.0 } else { -1.0 };
        let weighing = Weighing { sign, root, explore: self.settings.c * root };
        let best = match self.tree.squares_of_family(node) {
            None => highest(family.len(), open, |i| weighing.ucb1(inverse(i), family[i].sum())),
            Some(squares) => highest(family.len(), open, |i| {
                weighing.ucb1_tuned(inverse(i), family[i].sum(), squares[i])
            }),
        };
        best.map(|i| self.to_child(node.first() + i as Id))
    }
}

/// The number of the child with the highest score, of those that are open; the first of equals.
#[inline]
fn highest(
    children: usize,
    open: impl Fn(usize) -> bool,
    score: impl Fn(usize) -> f64,
) -> Option<usize> {
    let (mut best, mut top) = (children, f64::NEG_INFINITY);
    for i in (0..children).filter(|&i| open(i)) {
        let score = score(i);
        if score > top {
            (best, top) = (i, score);
        }
    }
    (best < children).then_some(best)
}
