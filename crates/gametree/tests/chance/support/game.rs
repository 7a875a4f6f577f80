//! A tree as a game.

use std::cell::Cell;

use gametree::{Game, Moves, Turn, Value, Values};

use crate::reference::{Node, Tree};

/// An explicit tree as a game: a position is a node, a move the place of a child among its siblings.
/// It states nothing but the rules; probabilities are the nearest floats.
#[derive(Clone, Debug)]
pub struct Explicit {
    pub tree: Tree,
    /// Who is asked.
    name: String,
    /// How many more moves a search may play before it is taken for hung.
    patience: Cell<u64>,
}

impl Explicit {
    pub fn new(tree: Tree, name: String) -> Explicit {
        Explicit { tree, name, patience: Cell::new(200_000) }
    }
}

impl Game for Explicit {
    type Position = usize;
    type Move = usize;
    type Undo = usize;

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
            if kind == gametree::Kind::Chance {
                moves.push_outcome(place, self.tree.rounded[child]);
            } else {
                moves.push(place);
            }
        }
        Turn::Inner(kind)
    }

    fn play(&self, node: &mut usize, mv: usize) -> usize {
        let left = self.patience.get().checked_sub(1);
        self.patience.set(left.unwrap_or_else(|| panic!("{} hangs", self.name)));
        std::mem::replace(node, self.tree.children(*node)[mv])
    }

    fn undo(&self, node: &mut usize, mv: usize, parent: usize) {
        assert_eq!(self.tree.children(parent)[mv], *node, "the move taken back is the last one");
        *node = parent;
    }
}
