//! A tree as a game.

use gametree::model::MoreFacts;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use gametree::{Bounds, Game, Kind, Knowledge, Moves, Notation, Turn, Value, Values};

use crate::reference::{Node, Tree};

/// An explicit tree as a game: a position is a node, a move the place of a child among its siblings.
/// Probabilities are the nearest floats.
#[derive(Clone, Debug)]
pub struct Explicit {
    pub tree: Arc<Tree>,
    /// What the rules state about each position; nothing about those beyond the list.
    facts: Vec<Bounds>,
    /// Who is asked.
    name: String,
    /// How many more moves a search may play before it is taken for hung.
    patience: Arc<AtomicU64>,
}

impl Explicit {
    pub fn new(tree: Tree, name: String) -> Explicit {
        let patience = Arc::new(AtomicU64::new(200_000));
        Explicit { tree: Arc::new(tree), facts: Vec::new(), name, patience }
    }

    /// The same game with facts, which must be true.
    pub fn with_facts(self, facts: Vec<Bounds>) -> Explicit {
        Explicit { facts, ..self }
    }
}

impl Game for Explicit {
    type Position = usize;
    type Move = usize;
    type Undo = usize;

    const DICE: gametree::Dice = gametree::Dice::Sometimes;

    fn start(&self) -> usize {
        0
    }

    fn values(&self) -> Values {
        Values::UNBOUNDED_REALS
    }

    fn has_chance(&self) -> bool {
        self.tree.has_chance()
    }

    fn expand(&self, &node: &usize, moves: &mut Moves<usize>) -> Turn {
        assert!(moves.is_empty(), "the list of moves is empty when a position is expanded");
        let (kind, children) = match &self.tree.nodes[node] {
            Node::Leaf(reward) => return Turn::Terminal(Value::new(*reward).expect("no NaN")),
            Node::Inner(kind, children) => (*kind, children),
        };
        for (place, &child) in children.iter().enumerate() {
            match (kind, self.facts.get(child)) {
                (Kind::Chance, _) => moves.push_outcome(place, self.tree.rounded[child]),
                // Every other child is known to its parent already.
                (_, Some(&fact)) if child % 2 == 1 => moves.push_with(place, fact),
                _ => moves.push(place),
            }
        }
        Turn::Inner(kind)
    }

    fn play(&self, node: &mut usize, mv: usize) -> usize {
        let left = self.patience.load(Ordering::Relaxed).checked_sub(1);
        self.patience
            .store(left.unwrap_or_else(|| panic!("{} hangs", self.name)), Ordering::Relaxed);
        std::mem::replace(node, self.tree.children(*node)[mv])
    }

    fn undo(&self, node: &mut usize, mv: usize, parent: usize) {
        assert_eq!(self.tree.children(parent)[mv], *node, "the move taken back is the last one");
        *node = parent;
    }

    fn facts(&self, &node: &usize) -> Bounds {
        self.facts.get(node).copied().unwrap_or(Bounds::UNBOUNDED)
    }

    fn more_facts(&self) -> &impl MoreFacts<Self> {
        self
    }
}

impl Knowledge<Self> for Explicit {}

impl Notation for Explicit {
    fn move_text(&self, _: &usize, mv: usize) -> String {
        mv.to_string()
    }
}

impl MoreFacts<Self> for Explicit {
    fn leaf_number(&self, _: &Self, &node: &usize) -> Option<u64> {
        Some(self.tree.leaf_index(node) as u64)
    }
}
