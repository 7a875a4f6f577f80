//! Chance nodes: what all outcomes together say of the node.

use super::tree::{Id, Tree};
use crate::model::{Bounds, Move, Moves};

/// The outcomes of the chance nodes of a path, one node above the other.
#[derive(Clone, Debug)]
pub(super) struct Outcomes<M> {
    list: Vec<(M, f64)>,
    /// Where each node's outcomes start.
    starts: Vec<usize>,
    /// Of the node last looked at: how likely its outcomes are, what is known of them, and where
    /// they are in the tree, if they are.
    pub weights: Vec<f64>,
    pub bounds: Vec<Bounds>,
    pub children: Vec<Option<Id>>,
}

impl<M> Default for Outcomes<M> {
    fn default() -> Self {
        let (list, starts, weights) = (Vec::new(), Vec::new(), Vec::new());
        Outcomes { list, starts, weights, bounds: Vec::new(), children: Vec::new() }
    }
}

impl<M: Move> Outcomes<M> {
    pub fn clear(&mut self) {
        self.list.clear();
        self.starts.clear();
    }

    /// The path goes through a chance node with these outcomes.
    pub fn enter(&mut self, moves: &Moves<M>, tree: &Tree, node: Id, range: Bounds) {
        self.starts.push(self.list.len());
        self.list.extend(moves.iter().zip(moves.weights().iter().copied()));
        self.look(tree, node, range);
    }

    /// The path comes back through the chance node: what all its outcomes together say.
    pub fn leave(&mut self, tree: &Tree, node: Id, range: Bounds) -> Bounds {
        self.look(tree, node, range);
        self.pass();
        Bounds::average(range, &self.bounds, &self.weights)
    }

    /// The path comes back through the chance node, with nothing new.
    pub fn pass(&mut self) {
        if let Some(start) = self.starts.pop() {
            self.list.truncate(start);
        }
    }

    fn look(&mut self, tree: &Tree, node: Id, range: Bounds) {
        let start = self.starts.last().copied().unwrap_or(0);
        let own = &self.list[start..];
        self.weights.clear();
        self.weights.extend(own.iter().map(|&(_, weight)| weight));
        // By code, so that not everybody is looked for among all.
        let mut tried: Vec<(u32, Id)> =
            tree.children(node).map(|child| (tree.code(child), child)).collect();
        tried.sort_unstable();
        let child = |code: u32| {
            let at = tried.binary_search_by_key(&code, |&(code, _)| code).ok()?;
            Some(tried[at].1)
        };
        self.children.clear();
        self.children.extend(own.iter().map(|&(mv, _)| child(mv.code())));
        self.bounds.clear();
        self.bounds.extend(
            self.children.iter().map(|child| child.map_or(range, |child| tree.bounds(child))),
        );
    }
}
