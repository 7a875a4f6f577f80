//! Algorithms 1, 2, 4 and 5 as the paper states them, over trees and storages that are held in memory.
//!
//! Two corrections: an evaluated leaf stores both bounds (as printed, Algorithm 2 over Algorithm 1 evaluates
//! leaves again), and infinity is a large number (infinity less one would be infinity).

use gametree::Draws;

/// Stored bounds of every node.
pub type Storage = Vec<(f64, f64)>;

/// Larger than all values.
pub const INFINITY: f64 = 1e9;

/// A tree; children come after their parents, and the root is number 0.
#[derive(Clone, Debug, Default)]
pub struct Flat {
    nodes: Vec<Node>,
}

#[derive(Clone, Debug)]
struct Node {
    max: bool,
    value: f64,
    children: Vec<usize>,
}

/// How a rollout chooses among active children.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// Eq. 5.
    Leftmost,
    /// Eq. 6.
    MaxUpper,
    /// Any of them.
    Random,
    /// The leftmost of the children that the null window below the root's upper bound leaves open
    /// (Chen et al. 2014): the window is the same at all nodes of a path.
    NullWindow,
}

impl Flat {
    /// A random tree: up to `height` moves deep, one to three children, leaves from 0 to `most`; either player moves first.
    pub fn random(height: u32, most: u64, draws: &mut Draws) -> Flat {
        let mut tree = Flat::default();
        let max = draws.below(2) == 0;
        tree.grow(height, max, most, draws);
        tree
    }

    fn grow(&mut self, height: u32, max: bool, most: u64, draws: &mut Draws) -> usize {
        let number = self.nodes.len();
        self.nodes.push(Node { max, value: draws.below(most + 1) as f64, children: Vec::new() });
        // One node in eight ends early.
        let ends = height == 0 || (number > 0 && draws.below(8) == 0);
        let children = if ends { 0 } else { 1 + draws.below(3) };
        for _ in 0..children {
            let child = self.grow(height - 1, !max, most, draws);
            self.nodes[number].children.push(child);
        }
        number
    }

    /// A root with leaves.
    pub fn of_leaves(max: bool, leaves: &[f64]) -> Flat {
        let leaf = |&value: &f64| Node { max: !max, value, children: Vec::new() };
        let root = Node { max, value: 0.0, children: (1..=leaves.len()).collect() };
        Flat { nodes: [root].into_iter().chain(leaves.iter().map(leaf)).collect() }
    }

    /// The minimax value of a node.
    pub fn value(&self, s: usize) -> f64 {
        let Node { max, value, children } = &self.nodes[s];
        let values = children.iter().map(|&c| self.value(c));
        values.reduce(|a, b| if *max { a.max(b) } else { a.min(b) }).unwrap_or(*value)
    }

    /// Nothing is known.
    pub fn empty(&self) -> Storage {
        vec![(-INFINITY, INFINITY); self.nodes.len()]
    }

    /// Random bounds of leaves that contain their values, and every inner node's bounds from its children's.
    pub fn consistent(&self, draws: &mut Draws) -> Storage {
        let mut storage = self.empty();
        for s in (0..self.nodes.len()).rev() {
            let value = self.nodes[s].value;
            let mut off = || [INFINITY, 0.0, 1.0, 3.0][draws.below(4) as usize];
            storage[s] = match self.nodes[s].children.is_empty() {
                true => ((value - off()).max(-INFINITY), (value + off()).min(INFINITY)),
                false => self.renewed(&storage, s),
            };
        }
        storage
    }

    /// The same with the bounds of some inner nodes widened: coherent in the sense of Definition 1, but no longer what the
    /// children's bounds say.
    pub fn coherent(&self, draws: &mut Draws) -> Storage {
        let mut storage = self.consistent(draws);
        for (bounds, node) in storage.iter_mut().zip(&self.nodes) {
            if !node.children.is_empty() && draws.below(2) == 0 {
                bounds.0 = (bounds.0 - draws.below(3) as f64).max(-INFINITY);
                bounds.1 = (bounds.1 + draws.below(3) as f64).min(INFINITY);
            }
        }
        storage
    }

    fn renewed(&self, storage: &Storage, s: usize) -> (f64, f64) {
        let better = |a: f64, b: f64| if self.nodes[s].max { a.max(b) } else { a.min(b) };
        let all = self.nodes[s].children.iter().map(|&c| storage[c]);
        all.reduce(|a, b| (better(a.0, b.0), better(a.1, b.1))).expect("an inner node")
    }

    /// Algorithm 4. `None` if an open node has no active child.
    pub fn rollouts(
        &self,
        storage: &mut Storage,
        choice: Choice,
        draws: &mut Draws,
    ) -> Option<Vec<usize>> {
        let mut seen = Vec::new();
        while storage[0].0 < storage[0].1 {
            let (mut path, mut window) = (vec![0], storage[0]);
            if choice == Choice::NullWindow {
                window.0 = window.1 - 1.0;
            }
            loop {
                let s = path[path.len() - 1];
                if self.nodes[s].children.is_empty() {
                    break;
                }
                // Nothing lies in the null window but its upper end: clipped, it is the same or closed.
                let clipped =
                    |&c: &usize| (c, (window.0.max(storage[c].0), window.1.min(storage[c].1)));
                let active: Vec<(usize, (f64, f64))> = self.nodes[s]
                    .children
                    .iter()
                    .map(clipped)
                    .filter(|(_, (a, b))| a < b)
                    .collect();
                let first = *active.first()?;
                let (c, of_child) =
                    match choice {
                        Choice::Leftmost | Choice::NullWindow => first,
                        Choice::Random => active[draws.below(active.len() as u64) as usize],
                        Choice::MaxUpper => active.iter().fold(first, |best, &other| {
                            if other.1.1 > best.1.1 { other } else { best }
                        }),
                    };
                path.push(c);
                window = of_child;
            }
            let leaf = path.pop().expect("a path has an end");
            storage[leaf] = (self.nodes[leaf].value, self.nodes[leaf].value);
            seen.push(leaf);
            for s in path.into_iter().rev() {
                storage[s] = self.renewed(storage, s);
            }
        }
        Some(seen)
    }

    /// Algorithm 5.
    pub fn alphabeta2(
        &self,
        storage: &mut Storage,
        s: usize,
        window: (f64, f64),
        seen: &mut Vec<usize>,
    ) {
        let (mut a, mut b) = (window.0.max(storage[s].0), window.1.min(storage[s].1));
        if a >= b {
            return;
        }
        let Node { max, value, children } = &self.nodes[s];
        if children.is_empty() {
            seen.push(s);
            storage[s] = (*value, *value);
            return;
        }
        for &c in children {
            self.alphabeta2(storage, c, (a, b), seen);
            (a, b) = if *max { (a.max(storage[c].0), b) } else { (a, b.min(storage[c].1)) };
        }
        storage[s] = self.renewed(storage, s);
    }

    /// Algorithm 1. Returns the value, or a bound of it.
    fn alphabeta(
        &self,
        storage: &mut Storage,
        s: usize,
        (alpha, beta): (f64, f64),
        seen: &mut Vec<usize>,
    ) -> f64 {
        let (low, high) = storage[s];
        if low >= beta {
            return low;
        }
        if high <= alpha {
            return high;
        }
        let Node { max, value, children } = &self.nodes[s];
        if children.is_empty() {
            if low < high {
                seen.push(s);
                storage[s] = (*value, *value);
            }
            return *value;
        }
        // MIN sees everything with the sign reversed.
        let turned = |(a, b): (f64, f64)| if *max { (a, b) } else { (-b, -a) };
        let ((own_alpha, own_beta), sign) = (turned((alpha, beta)), if *max { 1.0 } else { -1.0 });
        let mut g = -INFINITY;
        for &c in children {
            if g < own_beta {
                let window = turned((own_alpha.max(g), own_beta));
                g = g.max(sign * self.alphabeta(storage, c, window, seen));
            }
        }
        let g = sign * g;
        if g < beta {
            storage[s].1 = g;
        }
        if g > alpha {
            storage[s].0 = g;
        }
        g
    }

    /// Algorithm 2: null windows just below the root's upper bound, over Algorithm 5 (`both`) or 1.
    pub fn mt_sss(&self, storage: &mut Storage, both: bool) -> Vec<usize> {
        let mut seen = Vec::new();
        while storage[0].0 < storage[0].1 {
            let window = (storage[0].1 - 1.0, storage[0].1);
            if both {
                self.alphabeta2(storage, 0, window, &mut seen);
            } else {
                self.alphabeta(storage, 0, window, &mut seen);
            }
        }
        seen
    }
}
