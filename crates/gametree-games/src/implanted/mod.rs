//! `implanted:`: trees with winning strategies hidden in them (Ramanujan, Sabharwal, Selman 2011,
//! section 6.1).
//!
//! A uniform tree in which MAX moves first and the players alternate. Some depths are *critical*: at
//! every node there exactly one move is right. If MAX makes the right move at each of his critical
//! depths, the leaf is +1 whatever else happens; otherwise it is -1, 0 or +1, each equally likely. So a
//! search finds the win if it looks deep enough, and nothing on the way hints at it.
//!
//! MIN may have a strategy too, in the subtrees that a wrong first move of MAX leads to: then MAX's
//! first critical move is at the root, the subtree of the right move is A, and in the others, B, the
//! leaf is -1 if MIN makes all his right moves. With a *bias* the leaves that no strategy decides are -1
//! or +1, such that the average of all leaves of A, and of B, is what was asked for: a trap that looks
//! inviting. (The paper's averages are taken as those of all leaves; this reproduces its tables.)
//!
//! The right move is a hash of the node, and so is a leaf: nothing is stored, no move order gives a strategy
//! away, and the same seed gives the same tree everywhere.

mod plan;

use std::ops::ControlFlow;

use gametree::{Bounds, Draws, Game, Grain, Knowledge, Moves, Notation, Turn, Value, Values};

use crate::random::{Leaves, child_hash, root_hash};

/// The parameters of a tree with implanted strategies.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Moves at a node, 2 or more.
    pub branching: u16,
    /// Moves from the root to a leaf, at most [`Implanted::DEEPEST`].
    pub depth: u32,
    /// MAX's critical depths, in increasing order.
    pub max: Vec<u32>,
    /// MIN's.
    pub min: Vec<u32>,
    /// The averages of the leaves of A and of B; if `None`, undecided leaves are -1, 0 or 1.
    pub bias: Option<[f64; 2]>,
    /// Whether MIN has only one move everywhere: a game for MAX alone.
    pub single: bool,
    /// The seed: selects one tree of this kind.
    pub seed: u64,
}

/// A tree with implanted strategies.
///
/// ```
/// use gametree::{Game, Limits};
/// use gametree_games::implanted::{Implanted, Plan};
///
/// let (max, min) = (vec![0, 2], Vec::new());
/// let plan = Plan { branching: 2, depth: 6, max, min, bias: None, single: false, seed: 1 };
/// let tree = Implanted::new(&plan).unwrap();
/// assert!(tree.right_move(&tree.start()).is_some());
/// let found = gametree::search(&tree, &tree.start(), Limits::none()).unwrap();
/// assert_eq!(found.value(), Some(1.into()));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Implanted {
    branching: u16,
    depth: u32,
    /// The critical depths of both, as bits.
    critical: u64,
    max_wins: bool,
    min_wins: bool,
    undecided: Undecided,
    single: bool,
    seed: u64,
}

/// How leaves are drawn that no strategy decides.
#[derive(Clone, Copy, Debug)]
enum Undecided {
    /// -1, 0 or +1, each equally likely.
    Even,
    /// +1 with these probabilities in A and in B, otherwise -1.
    Biased([f64; 2]),
}

/// A node of the tree, and who has made the right moves so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    hash: u64,
    ply: u32,
    /// Whether MAX has made all his right moves.
    max_is_right: bool,
    min_is_right: bool,
    /// Whether the path began with a wrong move.
    in_b: bool,
}

impl Implanted {
    /// The largest depth.
    pub const DEEPEST: u32 = 64;

    /// The tree of a plan.
    ///
    /// # Errors
    /// If there is no such tree; says what would be right.
    pub fn new(plan: &Plan) -> Result<Implanted, String> {
        plan::check(plan)?;
        let bits = |depths: &[u32]| depths.iter().fold(0, |bits, depth| bits | 1 << depth);
        let undecided = match plan.bias {
            None => Undecided::Even,
            Some(averages) => Undecided::Biased(plan::shares(plan, averages)?),
        };
        Ok(Implanted {
            branching: plan.branching,
            depth: plan.depth,
            critical: bits(&plan.max) | bits(&plan.min),
            max_wins: !plan.max.is_empty(),
            min_wins: !plan.min.is_empty(),
            undecided,
            single: plan.single,
            seed: plan.seed,
        })
    }

    /// The right move, if the node is critical.
    pub fn right_move(&self, spot: &Spot) -> Option<u16> {
        let critical = spot.ply < self.depth && self.critical >> spot.ply & 1 == 1;
        critical.then(|| self.one_of(spot.hash))
    }

    /// A move that depends on the hash alone.
    #[inline]
    fn one_of(&self, hash: u64) -> u16 {
        ((u128::from(root_hash(hash)) * u128::from(self.branching)) >> 64) as u16
    }

    /// How many moves there are at an inner node.
    #[inline]
    fn choices(&self, spot: &Spot) -> u16 {
        if self.single && spot.ply % 2 != 0 { 1 } else { self.branching }
    }

    fn leaf(&self, spot: &Spot) -> Value {
        Value::integer(if self.max_wins && spot.max_is_right {
            1
        } else if self.min_wins && spot.min_is_right && (spot.in_b || !self.max_wins) {
            -1
        } else {
            match self.undecided {
                Undecided::Even => Leaves::SIGNS.draw(spot.hash),
                Undecided::Biased(shares) => {
                    let below = (spot.hash >> 11) as f64 / (1u64 << 53) as f64;
                    if below < shares[usize::from(spot.in_b)] { 1 } else { -1 }
                }
            }
        })
    }

    #[inline]
    fn turn(&self, spot: &Spot) -> Turn {
        match spot.ply {
            ply if ply == self.depth => Turn::over(self.leaf(spot)),
            ply if ply % 2 == 0 => Turn::MAX,
            _ => Turn::MIN,
        }
    }
}

impl Game for Implanted {
    type Position = Spot;
    type Move = u16;
    type Undo = Spot;

    const KEYS: bool = false;

    fn start(&self) -> Spot {
        let hash = root_hash(self.seed);
        Spot { hash, ply: 0, max_is_right: true, min_is_right: true, in_b: false }
    }

    fn states_facts(&self) -> bool {
        false
    }

    fn values(&self) -> Values {
        let [lower, upper] = [-1, 1].map(Value::integer);
        Values { range: Bounds { lower, upper }, grain: Grain::Integer }
    }

    #[inline]
    fn expand(&self, spot: &Spot, moves: &mut Moves<u16>) -> Turn {
        let turn = self.turn(spot);
        if let Turn::Inner(_) = turn {
            moves.extend(0..self.choices(spot));
        }
        turn
    }

    #[inline]
    fn judge(&self, spot: &Spot) -> Turn {
        self.turn(spot)
    }

    #[inline]
    fn random_move(
        &self,
        spot: &Spot,
        _: &mut Moves<u16>,
        draws: &mut Draws,
    ) -> ControlFlow<Value, u16> {
        match self.turn(spot) {
            Turn::Terminal(value) => ControlFlow::Break(value),
            Turn::Inner(_) => ControlFlow::Continue(draws.below(self.choices(spot).into()) as u16),
        }
    }

    #[inline]
    fn play(&self, spot: &mut Spot, mv: u16) -> Spot {
        let before = *spot;
        if self.critical >> spot.ply & 1 == 1 && mv != self.one_of(spot.hash) {
            if spot.ply % 2 == 0 {
                spot.max_is_right = false;
                spot.in_b |= spot.ply == 0;
            } else {
                spot.min_is_right = false;
            }
        }
        spot.hash = child_hash(spot.hash, mv);
        spot.ply += 1;
        before
    }

    #[inline]
    fn undo(&self, spot: &mut Spot, _mv: u16, before: Spot) {
        *spot = before;
    }

    fn plies_left(&self, spot: &Spot) -> Option<u32> {
        Some(self.depth - spot.ply)
    }
}

impl Knowledge<Self> for Implanted {
    /// The result of one random playout, always the same from the same position. (The players MM-k-R of the
    /// paper's section 3 evaluate like this.)
    fn evaluate(&self, _: &Self, spot: &Spot) -> Option<Value> {
        let mut end = *spot;
        while end.ply < self.depth {
            // Not the hash that decides which move is right.
            let mv = self.one_of(!end.hash) % self.choices(&end);
            self.play(&mut end, mv);
        }
        Some(self.leaf(&end))
    }
}

impl Notation for Implanted {
    fn move_text(&self, _: &Spot, mv: u16) -> String {
        mv.to_string()
    }

    fn draw(&self, spot: &Spot) -> String {
        let who = match self.turn(spot) {
            Turn::Terminal(value) => return format!("a leaf: {}\n", value.get()),
            turn if turn == Turn::MAX => "MAX",
            _ => "MIN",
        };
        let right = match self.right_move(spot) {
            Some(mv) => format!("; the right move is {mv}"),
            None => String::new(),
        };
        format!("depth {} of {}, {who} moves{right}\n", spot.ply, self.depth)
    }
}

#[cfg(test)]
mod tests;
