//! Explicit game trees, their minimax value, and the storage of intervals.

/// The "infinity" of the papers. It has to be finite: the null window just below an upper bound,
/// `(INF - 1, INF)`, must differ from `(INF, INF)`. Leaf values lie strictly inside `(-INF, INF)`.
pub const INF: i64 = 1 << 40;

/// One closed interval `(lower, upper)` per node, indexed by node number.
pub type Storage = Vec<(i64, i64)>;

/// The storage that knows nothing: `(-INF, INF)` at every node.
pub fn empty_storage(tree: &Tree) -> Storage {
    vec![(-INF, INF); tree.nodes.len()]
}

/// Who moves at an inner node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Max,
    Min,
}

/// A tree written as nested lists, from which a [`Tree`] is built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Nest {
    Leaf(i64),
    Max(Vec<Nest>),
    Min(Vec<Nest>),
}

/// A node: a leaf with its reward, or an inner node with its children from left to right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    Leaf(i64),
    Inner(Kind, Vec<usize>),
}

/// A tree whose nodes are numbered in pre-order (depth first, left to right); the root is node 0.
///
/// Any shape is legal: the same player twice in a row, single children, leaves at different
/// depths, a lone leaf as root. An inner node has at least one child.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    pub nodes: Vec<Node>,
    /// The parent of each node; `None` for the root.
    pub parents: Vec<Option<usize>>,
    /// The node numbers of the leaves, from left to right.
    pub leaves: Vec<usize>,
}

impl Tree {
    /// Numbers the nodes of `nest` in pre-order.
    ///
    /// # Panics
    /// If an inner node has no child, or a leaf value is not strictly inside `(-INF, INF)`.
    pub fn new(nest: &Nest) -> Tree {
        let mut tree = Tree { nodes: Vec::new(), parents: Vec::new(), leaves: Vec::new() };
        tree.add(nest, None);
        tree
    }

    fn add(&mut self, nest: &Nest, parent: Option<usize>) -> usize {
        let number = self.nodes.len();
        self.parents.push(parent);
        let (kind, below) = match nest {
            Nest::Leaf(value) => {
                assert!(-INF < *value && *value < INF, "leaf value out of range");
                self.nodes.push(Node::Leaf(*value));
                self.leaves.push(number);
                return number;
            }
            Nest::Max(below) => (Kind::Max, below),
            Nest::Min(below) => (Kind::Min, below),
        };
        assert!(!below.is_empty(), "an inner node needs a child");
        self.nodes.push(Node::Inner(kind, Vec::new())); // holds the place in the numbering
        let children = below.iter().map(|nest| self.add(nest, Some(number))).collect();
        self.nodes[number] = Node::Inner(kind, children);
        number
    }

    /// The number of nodes, leaves included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never true: a tree has a root.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The children of `node` from left to right; none for a leaf.
    pub fn children(&self, node: usize) -> &[usize] {
        match &self.nodes[node] {
            Node::Leaf(_) => &[],
            Node::Inner(_, children) => children,
        }
    }

    /// Who moves at `node`; `None` at a leaf.
    pub fn kind(&self, node: usize) -> Option<Kind> {
        match &self.nodes[node] {
            Node::Leaf(_) => None,
            Node::Inner(kind, _) => Some(*kind),
        }
    }

    /// Numbers the leaves from 0, left to right.
    ///
    /// # Panics
    /// If `node` is not a leaf.
    pub fn leaf_index(&self, node: usize) -> usize {
        self.leaves.iter().position(|&leaf| leaf == node).expect("not a leaf")
    }

    /// Plain minimax (Huang 2015, Equation 1).
    pub fn value(&self, node: usize) -> i64 {
        match &self.nodes[node] {
            Node::Leaf(value) => *value,
            Node::Inner(kind, children) => {
                let values = children.iter().map(|&child| self.value(child));
                match kind {
                    Kind::Max => values.max().unwrap(),
                    Kind::Min => values.min().unwrap(),
                }
            }
        }
    }

    /// Evaluates a leaf: notes its index in `log` and returns its reward. Every search below
    /// reads rewards through this function only.
    ///
    /// # Panics
    /// If `node` is not a leaf.
    pub fn evaluate(&self, node: usize, log: &mut Vec<usize>) -> i64 {
        let Node::Leaf(value) = self.nodes[node] else { panic!("not a leaf") };
        log.push(self.leaf_index(node));
        value
    }
}
