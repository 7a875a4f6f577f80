//! What chance nodes of the path need to know on the way back.

use super::tree::{Id, Tree};
use crate::model::{Bounds, Move, Moves};

/// The outcomes of the chance nodes of a path, one node above the other.
#[derive(Clone, Debug)]
pub(super) struct Outcomes<M> {
    list: Vec<(M, f64)>,
    /// Where each node's outcomes start.
    starts: Vec<usize>,
}

impl<M> Default for Outcomes<M> {
    fn default() -> Self {
        Outcomes { list: Vec::new(), starts: Vec::new() }
    }
}

/// The outcomes of one node: their probabilities, what is known of them, and where they are in the
/// tree, if they are.
pub(super) struct Entered {
    pub weights: Vec<f64>,
    pub bounds: Vec<Bounds>,
    pub children: Vec<Option<Id>>,
}

impl<M: Move> Outcomes<M> {
    pub fn clear(&mut self) {
        self.list.clear();
        self.starts.clear();
    }

    /// The path goes through a chance node with these outcomes.
    pub fn enter(&mut self, moves: &Moves<M>, tree: &Tree, node: Id, range: Bounds) -> Entered {
        self.starts.push(self.list.len());
        let weight = |i: usize| moves.probability(i).unwrap_or(0.0);
        self.list.extend(moves.iter().enumerate().map(|(i, mv)| (mv, weight(i))));
        self.look(tree, node, range)
    }

    /// The path comes back through the chance node: what all its outcomes together say.
    pub fn leave(&mut self, tree: &Tree, node: Id, range: Bounds) -> Bounds {
        // A node that was not passed through on this path has nothing new to say.
        if self.starts.is_empty() {
            return tree.bounds(node);
        }
        let Entered { weights, bounds, .. } = self.look(tree, node, range);
        if let Some(start) = self.starts.pop() {
            self.list.truncate(start);
        }
        Bounds::average(range, &bounds, &weights)
    }

    fn look(&self, tree: &Tree, node: Id, range: Bounds) -> Entered {
        let start = self.starts.last().copied().unwrap_or(0);
        let own = &self.list[start..];
        let child = |mv: M| tree.child(node, mv.code());
        let children: Vec<Option<Id>> = own.iter().map(|&(mv, _)| child(mv)).collect();
        Entered {
            weights: own.iter().map(|&(_, weight)| weight).collect(),
            bounds: children.iter().map(|id| id.map_or(range, |id| tree.bounds(id))).collect(),
            children,
        }
    }
}
