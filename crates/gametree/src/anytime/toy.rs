//! A game for the tests of anytime searches: a random tree that nobody stores, with random
//! opinions.

use super::Frame;
use crate::model::{Bounds, Draws, Game, Kind, Knowledge, Moves, Turn, Value, Values};

/// One to four moves, the same player sometimes twice in a row, some ends before the last ply,
/// ties.
pub struct Toy {
    pub seed: u64,
    pub plies: u32,
}

/// How deep it is, and which way led there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Node {
    ply: u32,
    path: u64,
}

impl Toy {
    fn draws(&self, node: &Node) -> Draws {
        Draws::new(self.seed ^ node.path)
    }

    /// Whether chance moves there, in a game with dice.
    pub fn is_thrown(&self, node: &Node) -> bool {
        self.draws(node).bits() % 3 == 0
    }

    fn look(&self, node: &Node) -> (Turn, u8) {
        let mut draws = self.draws(node);
        let early = node.ply > 0 && draws.below(8) == 0;
        if node.ply == self.plies || early {
            return (Turn::over(draws.below(5) as i32 - 2), 0);
        }
        let odd = draws.below(6) == 0;
        let kind = if (node.ply % 2 == 0) != odd { Kind::Max } else { Kind::Min };
        (Turn::Inner(kind), 1 + draws.below(4) as u8)
    }
}

impl Game for Toy {
    type Position = Node;
    type Move = u8;
    type Undo = Node;

    fn start(&self) -> Node {
        Node { ply: 0, path: 1 }
    }

    fn values(&self) -> Values {
        Values::integers(-2, 2)
    }

    fn expand(&self, node: &Node, moves: &mut Moves<u8>) -> Turn {
        let (turn, count) = self.look(node);
        moves.extend(0..count);
        turn
    }

    fn play(&self, node: &mut Node, mv: u8) -> Node {
        let before = *node;
        let step = (node.path ^ u64::from(mv + 1)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        *node = Node { ply: node.ply + 1, path: step ^ step >> 29 };
        before
    }

    fn undo(&self, node: &mut Node, _: u8, before: Node) {
        *node = before;
    }

    /// Now and then the end is known two plies before.
    fn facts(&self, node: &Node) -> Bounds {
        if self.plies - node.ply < 3 && self.draws(node).bits() % 4 == 0 {
            Bounds::point(self.value(node))
        } else {
            Bounds::UNBOUNDED
        }
    }
}

impl Toy {
    /// The value, by looking at everything.
    pub fn value(&self, node: &Node) -> Value {
        let mut moves = Moves::new();
        let kind = match self.expand(node, &mut moves) {
            Turn::Terminal(value) => return value,
            Turn::Inner(kind) => kind,
        };
        let values = moves.iter().map(|mv| {
            let mut child = *node;
            self.play(&mut child, mv);
            self.value(&child)
        });
        let best = if kind == Kind::Max { values.max() } else { values.min() };
        best.expect("there is a move")
    }
}

impl Knowledge<Toy> for Toy {
    fn evaluate(&self, _: &Toy, node: &Node) -> Option<Value> {
        Some((self.draws(node).below(3) as i32 - 1).into())
    }

    fn rank(&self, _: &Toy, node: &Node, mv: u8) -> i32 {
        (node.path >> (2 * mv) & 1) as i32
    }
}

/// What minimax to a depth of `plies` expects MAX to get, written plainly.
pub fn plain(frame: Frame<'_, Toy, Toy>, node: &Node, plies: u32) -> f64 {
    let mut moves = Moves::new();
    let kind = match frame.game.expand(node, &mut moves) {
        Turn::Terminal(value) => return frame.share_of(value),
        Turn::Inner(kind) => kind,
    };
    if plies == 0 {
        return frame.knowledge.prospect(frame.game, node).unwrap();
    }
    let shares = moves.iter().map(|mv| {
        let mut child = *node;
        frame.game.play(&mut child, mv);
        plain(frame, &child, plies - 1)
    });
    let best = if kind == Kind::Min { f64::min } else { f64::max };
    shares.reduce(best).expect("there is a move")
}
