//! UCT written for Connect Four alone: the baseline.
//!
//! Nodes of 16 bytes in one flat list; the children of a node are adjacent, memory for all of them is
//! reserved when the first is tried, and each rollout tries one more. UCB1, random playouts.

use crate::board::{Board, WIDTH};
use crate::{EXPLORE, Found};

/// A node, from the point of view of the player who moved there.
#[derive(Clone, Copy)]
struct Node {
    visits: u32,
    /// Two for a win, one for a draw.
    points: u32,
    /// Where the children start; zero before the first is tried.
    first: u32,
    column: u8,
    tried: u8,
    /// The number of moves; zero if the game is over.
    moves: u8,
}

/// The tree and its random numbers.
struct Uct {
    nodes: Vec<Node>,
    path: Vec<u32>,
    explore: f32,
    /// The state of xorshift64*.
    chance: u64,
}

impl Node {
    fn new(column: u8) -> Node {
        Node { visits: 0, points: 0, first: 0, column, tried: 0, moves: 0 }
    }
}

/// Runs this many rollouts from the start.
pub fn run(rollouts: u32) -> Found<u8> {
    let mut search = Uct::new(EXPLORE);
    for _ in 0..rollouts {
        search.rollout();
    }
    assert_eq!(search.nodes[0].visits, rollouts);
    search.found()
}

impl Uct {
    fn new(explore: f32) -> Uct {
        let root = Node { moves: WIDTH as u8, ..Node::new(0) };
        Uct { nodes: vec![root], path: Vec::new(), explore, chance: 0x9e37_79b9_7f4a_7c15 }
    }

    fn found(&self) -> Found<u8> {
        let nodes = 1 + self.nodes.iter().map(|node| usize::from(node.tried)).sum::<usize>();
        let Node { first, tried, .. } = self.nodes[0];
        let children = &self.nodes[first as usize..][..usize::from(tried)];
        let mean = |child: &Node| f64::from(child.points) / 2.0 / f64::from(child.visits);
        Found { nodes, moves: children.iter().map(|child| (child.column, mean(child))).collect() }
    }

    #[inline]
    fn below(&mut self, bound: u32) -> u32 {
        self.chance ^= self.chance >> 12;
        self.chance ^= self.chance << 25;
        self.chance ^= self.chance >> 27;
        let bits = self.chance.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32;
        ((bits * u64::from(bound)) >> 32) as u32
    }

    fn rollout(&mut self) {
        let mut board = Board::<false>::after("");
        let mut at = 0;
        self.path.clear();
        self.path.push(at);
        loop {
            let Node { first, tried, moves, points, visits, .. } = self.nodes[at as usize];
            if moves == 0 {
                // Over: always the same points.
                return self.back_up(points / visits);
            }
            if tried < moves {
                return self.try_another(at, board);
            }
            at = first + self.select(first, moves, visits);
            board = board.play(self.nodes[at as usize].column);
            self.path.push(at);
        }
    }

    #[inline]
    fn select(&self, first: u32, moves: u8, visits: u32) -> u32 {
        let explore = self.explore * (visits as f32).ln().sqrt();
        let (mut best, mut top) = (0, f32::NEG_INFINITY);
        let family = &self.nodes[first as usize..][..usize::from(moves)];
        for (i, child) in family.iter().enumerate() {
            let n = child.visits as f32;
            let score = 0.5 * child.points as f32 / n + explore / n.sqrt();
            if score > top {
                (best, top) = (i, score);
            }
        }
        best as u32
    }

    fn try_another(&mut self, parent: u32, board: Board<false>) {
        let Node { mut first, tried, moves, .. } = self.nodes[parent as usize];
        if tried == 0 {
            first = self.nodes.len() as u32;
            self.nodes.extend(board.moves().map(Node::new));
        }
        let chosen = u32::from(tried) + self.below(u32::from(moves - tried));
        let at = first + u32::from(tried);
        self.nodes.swap(at as usize, (first + chosen) as usize);
        let board = board.play(self.nodes[at as usize].column);
        let lost = board.is_lost();
        let moves = if lost { 0 } else { board.moves().count() as u8 };
        self.nodes[at as usize].moves = moves;
        let node = &mut self.nodes[parent as usize];
        (node.first, node.tried) = (first, tried + 1);
        self.path.push(at);
        let points = match (lost, moves) {
            (true, _) => 2,
            (false, 0) => 1,
            _ => self.play_on(board),
        };
        self.back_up(points);
    }

    /// The points of the player who moved last, after a random game.
    fn play_on(&mut self, mut board: Board<false>) -> u32 {
        let mut points = 2;
        while !board.is_full() {
            let mut column = self.below(WIDTH) as u8;
            while !board.is_open(column) {
                column = self.below(WIDTH) as u8;
            }
            board = board.play(column);
            points = 2 - points;
            if board.is_lost() {
                return points;
            }
        }
        1
    }

    fn back_up(&mut self, mut points: u32) {
        while let Some(at) = self.path.pop() {
            let node = &mut self.nodes[at as usize];
            node.visits += 1;
            node.points += points;
            points = 2 - points;
        }
    }
}
