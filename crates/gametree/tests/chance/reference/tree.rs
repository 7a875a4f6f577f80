//! Explicit game trees with chance nodes, and their exact value: the oracle.

use std::fmt;

use gametree::Kind;

use super::number::{Exact, Span};

/// A tree written as nested lists, from which a [`Tree`] is built. The outcomes of a chance node
/// have weights; their probabilities are in proportion.
#[derive(Clone, PartialEq)]
pub enum Nest {
    Leaf(f64),
    Max(Vec<Nest>),
    Min(Vec<Nest>),
    Chance(Vec<(u32, Nest)>),
}

/// As people write it, and as the command reads it: `{"chance":[["1/3",9],["2/3",{"max":[0,1]}]]}`.
impl fmt::Debug for Nest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, word: &str, texts: Vec<String>| {
            write!(f, "{{\"{word}\":[{}]}}", texts.join(","))
        };
        let plain = |below: &[Nest]| below.iter().map(|nest| format!("{nest:?}")).collect();
        match self {
            Nest::Leaf(value) => write!(f, "{value}"),
            Nest::Max(below) => list(f, "max", plain(below)),
            Nest::Min(below) => list(f, "min", plain(below)),
            Nest::Chance(below) => {
                let total: u32 = below.iter().map(|(weight, _)| weight).sum();
                let outcome =
                    |(weight, nest): &(u32, Nest)| format!("[\"{weight}/{total}\",{nest:?}]");
                list(f, "chance", below.iter().map(outcome).collect())
            }
        }
    }
}

/// A node: a leaf with its value, or an inner node with its children from left to right.
#[derive(Clone, Debug)]
pub enum Node {
    Leaf(f64),
    Inner(Kind, Vec<usize>),
}

/// A tree whose nodes are numbered in pre-order (depth first, left to right); the root is node 0.
///
/// Any shape is legal: the same player twice in a row, chance below chance, single children, leaves
/// at different depths, a lone leaf as root. An inner node has at least one child.
#[derive(Clone, Debug)]
pub struct Tree {
    pub nodes: Vec<Node>,
    /// How likely each node is once its parent is reached; one below players.
    pub probabilities: Vec<Exact>,
    /// The same as the nearest float, which is what a game can tell.
    pub rounded: Vec<f64>,
    /// The node numbers of the leaves, from left to right.
    pub leaves: Vec<usize>,
}

impl Tree {
    /// Numbers the nodes of `nest` in pre-order.
    ///
    /// # Panics
    /// If an inner node has no child, or an outcome no weight.
    pub fn new(nest: &Nest) -> Tree {
        let mut tree = Tree {
            nodes: Vec::new(),
            probabilities: Vec::new(),
            rounded: Vec::new(),
            leaves: Vec::new(),
        };
        tree.add(nest, 1, 1);
        tree
    }

    /// Adds a subtree whose root has the probability `weight / total`.
    fn add(&mut self, nest: &Nest, weight: u32, total: u32) -> usize {
        assert!(weight > 0, "an outcome that cannot be is none");
        let number = self.nodes.len();
        self.probabilities.push(Exact::fraction(weight.into(), total.into()));
        // Both are exact as floats, so their quotient is the nearest float.
        self.rounded.push(f64::from(weight) / f64::from(total));
        let (kind, below): (Kind, Vec<(u32, &Nest)>) = match nest {
            Nest::Leaf(value) => {
                self.nodes.push(Node::Leaf(*value));
                self.leaves.push(number);
                return number;
            }
            Nest::Max(below) => (Kind::Max, below.iter().map(|nest| (1, nest)).collect()),
            Nest::Min(below) => (Kind::Min, below.iter().map(|nest| (1, nest)).collect()),
            Nest::Chance(below) => (Kind::Chance, below.iter().map(|(w, n)| (*w, n)).collect()),
        };
        assert!(!below.is_empty(), "an inner node needs a child");
        let total = if kind == Kind::Chance { below.iter().map(|(w, _)| w).sum() } else { 1 };
        self.nodes.push(Node::Inner(kind, Vec::new())); // holds the place in the numbering
        let children = below.into_iter().map(|(w, nest)| self.add(nest, w, total)).collect();
        self.nodes[number] = Node::Inner(kind, children);
        number
    }

    /// The children of `node` from left to right; none for a leaf.
    pub fn children(&self, node: usize) -> &[usize] {
        match &self.nodes[node] {
            Node::Leaf(_) => &[],
            Node::Inner(_, children) => children,
        }
    }

    /// Who decides at `node`; nobody at a leaf.
    pub fn kind(&self, node: usize) -> Option<Kind> {
        match &self.nodes[node] {
            Node::Leaf(_) => None,
            Node::Inner(kind, _) => Some(*kind),
        }
    }

    pub fn has_chance(&self) -> bool {
        (0..self.nodes.len()).any(|node| self.kind(node) == Some(Kind::Chance))
    }

    /// Numbers the leaves from 0, left to right.
    ///
    /// # Panics
    /// If `node` is not a leaf.
    pub fn leaf_index(&self, node: usize) -> usize {
        self.leaves.binary_search(&node).expect("a leaf")
    }

    /// What a leaf is worth, as a float.
    ///
    /// # Panics
    /// If `node` is not a leaf.
    pub fn reward(&self, node: usize) -> f64 {
        let Node::Leaf(reward) = self.nodes[node] else { panic!("node {node} is not a leaf") };
        reward
    }

    /// Evaluates a leaf: notes its index in `log` and returns its value. Every search of the
    /// reference reads leaves through this function only.
    pub fn evaluate(&self, node: usize, log: &mut Vec<usize>) -> Exact {
        log.push(self.leaf_index(node));
        Exact::of(self.reward(node))
    }

    /// The oracle: the exact value of a node (Atzmon et al. 2018, Eq. 1).
    pub fn value(&self, node: usize) -> Exact {
        let below = || self.children(node).iter().map(|&child| self.value(child));
        match self.kind(node) {
            None => Exact::of(self.reward(node)),
            Some(Kind::Max) => below().max().unwrap(),
            Some(Kind::Min) => below().min().unwrap(),
            Some(Kind::Chance) => {
                self.children(node).iter().map(|&c| &self.probabilities[c] * &self.value(c)).sum()
            }
        }
    }

    /// The bounds that a node gets from its children's, whose order is the tree's (C1 to C3, with
    /// the whole range for children of which nothing is known).
    pub fn bounds_by_children(&self, node: usize, children: &[Span]) -> Span {
        let kind = self.kind(node).expect("an inner node");
        let side = |end: fn(&Span) -> &Exact| match kind {
            Kind::Max => children.iter().map(end).max().unwrap().clone(),
            Kind::Min => children.iter().map(end).min().unwrap().clone(),
            Kind::Chance => {
                let ways = self.children(node).iter().zip(children);
                ways.map(|(&child, span)| &self.probabilities[child] * end(span)).sum()
            }
        };
        Span::new(side(|span| &span.lower), side(|span| &span.upper))
    }
}
