//! `tree:`: explicit trees, read from files.
//!
//! In JSON a leaf is a number, and an inner node an object with exactly one key: `{"max":[child,
//! ...]}`, `{"min":[child, ...]}` or `{"chance":[[probability, child], ...]}`. A probability is a
//! number or a fraction `"p/q"`; those of a node sum to 1. The players need not alternate.
//!
//! Gambit's `.efg` files are read if they describe a game of two players with perfect information
//! and a constant sum, with or without chance. Player 1 is MAX, and values are his payoffs.

mod builder;
mod efg;
mod error;
mod json;
mod lexer;
mod number;
mod text;

use std::fmt;
use std::path::Path;

use gametree::job::AnyGame;
use gametree::model::MoreFacts;
use gametree::{Bounds, Dice, Game, Grain, Kind, Knowledge, Moves, Notation, Turn, Value, Values};

use builder::Built;
pub use error::TreeError;
use error::{Fault, location};

/// An explicit tree, read from text.
///
/// ```
/// use gametree_games::tree::Tree;
///
/// let tree = Tree::from_json(r#"{"max":[3,{"min":[1,5]}]}"#).unwrap();
/// assert_eq!((tree.node_count(), tree.leaf_count()), (5, 3));
/// ```
#[derive(Clone)]
pub struct Tree {
    /// Children lie next to each other, before their parent; the root is last.
    nodes: Box<[Node]>,
    /// The probabilities of all outcomes; those of a node lie next to each other.
    weights: Box<[f64]>,
    leaves: u32,
    smallest: Value,
    largest: Value,
    grain: Grain,
    /// The first leaf that was rounded when it was read, if there is one: its line and column.
    rounded: Option<(usize, usize)>,
    /// Whether a node is evaluated by the leaf that first moves lead to; otherwise there is no evaluation.
    evaluated: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Node {
    /// A leaf and its number.
    Leaf { index: u32, value: Value },
    /// `count` children from `first` on; at chance nodes, their probabilities from `weights` on.
    Inner { kind: Kind, first: u32, count: u32, weights: u32 },
}

// A tree of a million nodes takes 16 MB.
const _: () = assert!(size_of::<Node>() == 16);

/// A node of a tree, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The node's number in its tree, in no particular order.
    pub fn node(self) -> u32 {
        self.0
    }
}

impl Tree {
    /// Reads a file: one of Gambit's if its name ends in `.efg`, otherwise JSON.
    ///
    /// # Errors
    /// If the file cannot be read or is not a tree that can be searched. The message names the
    /// file.
    pub fn read(path: &Path) -> Result<Tree, TreeError> {
        let bytes = gametree_machine::input::read(path)
            .map_err(|error| TreeError::unreadable(path, &error))?;
        let gambit = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("efg"));
        let tree = if gambit { Tree::from_efg(bytes) } else { Tree::from_json(bytes) };
        tree.map_err(|error| error.in_file(path))
    }

    /// Reads a tree in JSON.
    ///
    /// # Errors
    /// If the text is not a tree; the message says where and why.
    pub fn from_json(text: impl AsRef<[u8]>) -> Result<Tree, TreeError> {
        parse(text.as_ref(), json::read)
    }

    /// Reads a game in Gambit's format for extensive games (`.efg`).
    ///
    /// # Errors
    /// If the text is not such a game, or not one of two players with perfect information and a
    /// constant sum; the message says where and why.
    pub fn from_efg(text: impl AsRef<[u8]>) -> Result<Tree, TreeError> {
        parse(text.as_ref(), efg::read)
    }

    /// The same tree with an evaluation: that of a node is the leaf reached by always taking the first move.
    #[must_use]
    pub fn evaluated_by_the_first_line(self) -> Tree {
        Tree { evaluated: true, ..self }
    }

    /// The tree in JSON: [`from_json`](Tree::from_json) reads it as the same tree.
    pub fn to_json(&self) -> String {
        text::json(self)
    }

    /// How many nodes there are, leaves included.
    pub fn node_count(&self) -> u64 {
        self.nodes.len() as u64
    }

    /// How many leaves there are.
    pub fn leaf_count(&self) -> u64 {
        u64::from(self.leaves)
    }

    /// The smallest value of a leaf.
    pub fn smallest_leaf(&self) -> Value {
        self.smallest
    }

    /// The largest value of a leaf.
    pub fn largest_leaf(&self) -> Value {
        self.largest
    }

    /// Where the first leaf is that was rounded when it was read, since floats do not hold it exactly: the line and
    /// the column. Values are those of the rounded tree.
    ///
    /// ```
    /// use gametree_games::tree::Tree;
    ///
    /// let tree = Tree::from_json(r#"{"max":[0.5,9007199254740993]}"#).unwrap();
    /// assert_eq!(tree.rounded(), Some((1, 13)));
    /// ```
    pub fn rounded(&self) -> Option<(usize, usize)> {
        self.rounded
    }

    /// The tree as a game whose type need not be known, with a note if leaves were rounded. With chance nodes there
    /// is none: all averages are rounded, and said to be.
    pub fn into_game(self) -> AnyGame {
        let rounded = self.rounded.filter(|_| !self.has_chance());
        let note = rounded.map(|(line, column)| {
            format!(
                "the tree was rounded: floats do not hold all of its leaves exactly (the first one at line \
                 {line}, column {column}), and exact values are those of the rounded tree"
            )
        });
        AnyGame::new(self).with_note(note)
    }

    /// The number of a leaf, counted from 0 from left to right; `None` at inner nodes.
    pub fn leaf_index(&self, position: &NodeId) -> Option<u64> {
        match self.nodes[position.0 as usize] {
            Node::Leaf { index, .. } => Some(u64::from(index)),
            Node::Inner { .. } => None,
        }
    }

    fn root(&self) -> u32 {
        self.nodes.len() as u32 - 1
    }
}

/// Trees are equal if they are now, however they were written.
impl PartialEq for Tree {
    fn eq(&self, other: &Tree) -> bool {
        let parts = |tree: &Tree| (tree.root(), tree.evaluated);
        parts(self) == parts(other) && self.nodes == other.nodes && self.weights == other.weights
    }
}

impl fmt::Debug for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tree({} nodes, {} leaves)", self.nodes.len(), self.leaves)
    }
}

/// Reads a text, and says where in it the mistake is if there is one.
fn parse(bytes: &[u8], read: fn(&str) -> Result<Built, Fault>) -> Result<Tree, TreeError> {
    // Some editors begin a text with a byte order mark.
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let wrong = "the text is not valid UTF-8 from here on: save it in that encoding";
        Fault::new(error.valid_up_to(), wrong).locate(bytes)
    })?;
    read(text)
        .map(|(tree, rounded)| Tree { rounded: rounded.map(|at| location(bytes, at)), ..tree })
        .map_err(|fault| fault.locate(bytes))
}

impl Game for Tree {
    type Position = NodeId;
    /// Which child, counted from 0.
    type Move = u32;
    /// The parent.
    type Undo = NodeId;

    const DICE: Dice = Dice::Sometimes;
    const KEYS: bool = false;

    fn start(&self) -> NodeId {
        NodeId(self.root())
    }

    fn states_facts(&self) -> bool {
        false
    }

    fn values(&self) -> Values {
        Values { range: Bounds::UNBOUNDED, grain: self.grain }
    }

    fn span(&self) -> Bounds {
        Bounds { lower: self.smallest, upper: self.largest }
    }

    fn has_chance(&self) -> bool {
        !self.weights.is_empty()
    }

    #[inline]
    fn expand(&self, place: &NodeId, moves: &mut Moves<u32>) -> Turn {
        match self.nodes[place.0 as usize] {
            Node::Leaf { value, .. } => Turn::Terminal(value),
            Node::Inner { kind: Kind::Chance, count, weights, .. } => {
                let weights = &self.weights[weights as usize..][..count as usize];
                (0..count).zip(weights).for_each(|(mv, &weight)| moves.push_outcome(mv, weight));
                Turn::CHANCE
            }
            Node::Inner { kind, count, .. } => {
                moves.extend(0..count);
                Turn::Inner(kind)
            }
        }
    }

    #[inline]
    fn judge(&self, place: &NodeId) -> Turn {
        match self.nodes[place.0 as usize] {
            Node::Leaf { value, .. } => Turn::Terminal(value),
            Node::Inner { kind, .. } => Turn::Inner(kind),
        }
    }

    #[inline]
    fn play(&self, place: &mut NodeId, mv: u32) -> NodeId {
        match self.nodes[place.0 as usize] {
            Node::Inner { first, count, .. } => {
                debug_assert!(mv < count, "child {mv} of {count}");
                std::mem::replace(place, NodeId(first + mv))
            }
            Node::Leaf { .. } => panic!("a leaf has no moves"),
        }
    }

    #[inline]
    fn undo(&self, place: &mut NodeId, _mv: u32, before: NodeId) {
        *place = before;
    }
    fn more_facts(&self) -> &impl MoreFacts<Self> {
        self
    }
}

impl MoreFacts<Self> for Tree {
    fn leaves_below(&self, _: &Self, place: &NodeId) -> Option<Bounds> {
        if place.0 == self.root() {
            return Some(self.span());
        }
        let (mut lower, mut upper) = (Value::INFINITY, Value::NEG_INFINITY);
        let mut open = Vec::from_iter([place.0].map(|node| node..node + 1));
        while let Some(nodes) = open.pop() {
            for node in nodes {
                match self.nodes[node as usize] {
                    Node::Leaf { value, .. } => {
                        (lower, upper) = (lower.min(value), upper.max(value))
                    }
                    Node::Inner { first, count, .. } => open.push(first..first + count),
                }
            }
        }
        Some(Bounds { lower, upper })
    }

    fn leaf_number(&self, _: &Self, place: &NodeId) -> Option<u64> {
        self.leaf_index(place)
    }
}

impl Knowledge<Self> for Tree {
    fn evaluate(&self, _: &Self, place: &NodeId) -> Option<Value> {
        if !self.evaluated {
            return None;
        }
        let mut node = place.0;
        loop {
            match self.nodes[node as usize] {
                Node::Leaf { value, .. } => return Some(value),
                Node::Inner { first, .. } => node = first,
            }
        }
    }
}

impl Notation for Tree {
    fn move_text(&self, _: &NodeId, mv: u32) -> String {
        mv.to_string()
    }

    fn draw(&self, place: &NodeId) -> String {
        text::picture(self, *place)
    }
}

#[cfg(test)]
mod tests;
