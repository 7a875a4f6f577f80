//! `random:`: uniform trees with random leaves, made on the fly.
//!
//! Every inner node has `b` children, every leaf lies `d` moves deep, MAX moves first and the
//! players alternate. A node is a hash of the path that leads to it, so a tree of any size takes no
//! memory, and the same seed gives the same tree everywhere. Leaves are independent and uniform; or
//! (`leaves=sum`) every edge has a value, and a leaf is the sum of those on its path, so that leaves
//! with a common part of their paths are correlated, as in real games.

use gametree::{Bounds, Game, Knowledge, Moves, Notation, Turn, Value, Values, splitmix64};

/// A uniform tree with random leaves.
///
/// ```
/// use gametree::{Game, Limits, Turn};
/// use gametree_games::random::{Leaves, RandomTree};
///
/// let tree = RandomTree::new(2, 3, 7, Leaves::BINARY).unwrap();
/// let mut place = tree.start();
/// for mv in [0, 1, 0] {
///     tree.play(&mut place, mv);
/// }
/// assert!(matches!(tree.judge(&place), Turn::Terminal(_)), "leaves are three moves deep");
/// let found = gametree::search(&tree, &tree.start(), Limits::none()).unwrap();
/// assert!([Some(0.into()), Some(1.into())].contains(&found.value()));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct RandomTree {
    branching: u16,
    depth: u32,
    seed: u64,
    leaves: Leaves,
    sums: bool,
}

/// The moves of a tree with at most 16 children per node.
const FEW: [u16; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

// A function of its own, since the loop would take registers that the common case needs.
#[cold]
fn list_many(count: u16, moves: &mut Moves<u16>) {
    moves.extend(0..count);
}

/// How leaves are drawn: an integer from `low` to `low + span - 1`, all equally likely.
///
/// ```
/// use gametree_games::random::Leaves;
///
/// let leaves = Leaves::between(-3, 9).unwrap();
/// assert_eq!((leaves.low(), leaves.high()), (-3, 9));
/// assert!((-3..=9).contains(&leaves.draw(12_345)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaves {
    low: i64,
    span: u64,
}

impl Leaves {
    /// The 2^32 integers of 32 bits.
    pub const I32: Leaves = Leaves { low: i32::MIN as i64, span: 1 << 32 };
    /// Zero and one.
    pub const BINARY: Leaves = Leaves { low: 0, span: 2 };
    /// What the edges of `leaves=sum` are worth: integers up to a million, either way.
    pub const EDGES: Leaves = Leaves { low: -1_000_000, span: 2_000_001 };
    /// Lost, drawn and won: -1, 0 and +1.
    pub const SIGNS: Leaves = Leaves { low: -1, span: 3 };
    /// Integers are exact up to here.
    pub const LARGEST: i64 = 1 << 53;

    /// Integers from `low` to `high`, both included; `None` if there are none or one of them
    /// is not exact as a value.
    pub fn between(low: i64, high: i64) -> Option<Leaves> {
        let exact = -Self::LARGEST..=Self::LARGEST;
        (low <= high && exact.contains(&low) && exact.contains(&high))
            .then(|| Leaves { low, span: (high - low) as u64 + 1 })
    }

    /// The smallest leaf.
    pub fn low(self) -> i64 {
        self.low
    }

    /// The largest leaf.
    pub fn high(self) -> i64 {
        self.low + (self.span - 1) as i64
    }

    /// The leaf that `hash` draws: its leading bits, scaled to the span.
    #[inline]
    pub fn draw(self, hash: u64) -> i64 {
        self.low + ((u128::from(hash) * u128::from(self.span)) >> 64) as i64
    }
}

/// A node of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    hash: u64,
    ply: u32,
    /// Of the edges on the way here; zero unless leaves are sums.
    sum: i64,
}

/// What a move changed.
#[derive(Clone, Copy, Debug)]
pub struct Before {
    hash: u64,
    ply: u32,
}

impl Node {
    /// The hash of the path that leads here.
    pub fn hash(self) -> u64 {
        self.hash
    }

    /// How many moves lead here.
    pub fn ply(self) -> u32 {
        self.ply
    }
}

/// The hash of the root for a seed; neighbouring seeds give unrelated hashes.
#[inline]
pub(crate) fn root_hash(seed: u64) -> u64 {
    splitmix64(seed, 0)
}

/// The hash of child `index`: one cheap mix per move.
#[inline]
pub(crate) fn child_hash(hash: u64, index: u16) -> u64 {
    let h = hash.wrapping_add((u64::from(index) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let h = (h ^ (h >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    h ^ (h >> 29)
}

impl RandomTree {
    /// A tree with `branching` children per node and leaves `depth` moves deep; `None` if `branching`
    /// is zero.
    pub fn new(branching: u16, depth: u32, seed: u64, leaves: Leaves) -> Option<RandomTree> {
        (branching > 0).then_some(RandomTree { branching, depth, seed, leaves, sums: false })
    }

    /// The same with leaves that are sums of [`Leaves::EDGES`] along their paths.
    #[must_use]
    pub fn with_sums(self) -> RandomTree {
        RandomTree { leaves: Leaves::EDGES, sums: true, ..self }
    }

    /// Children of an inner node.
    pub fn branching(&self) -> u16 {
        self.branching
    }

    /// Moves from the root to a leaf.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// The smallest and the largest number that a leaf may be.
    pub fn leaf_range(&self) -> (i64, i64) {
        let times = if self.sums { i64::from(self.depth) } else { 1 };
        (times * self.leaves.low(), times * self.leaves.high())
    }

    #[inline]
    fn leaf(&self, place: &Node) -> Value {
        let number = if self.sums { place.sum } else { self.leaves.draw(place.hash) };
        Value::new(number as f64).expect("a whole number is a number")
    }
}

impl Game for RandomTree {
    type Position = Node;
    type Move = u16;
    type Undo = Before;

    const KEYS: bool = false;

    fn start(&self) -> Node {
        Node { hash: root_hash(self.seed), ply: 0, sum: 0 }
    }

    fn states_facts(&self) -> bool {
        false
    }

    fn values(&self) -> Values {
        Values::UNBOUNDED_INTEGERS
    }

    fn span(&self) -> Bounds {
        let (low, high) = self.leaf_range();
        let [lower, upper] = [low, high].map(Value::integer);
        Bounds { lower, upper }
    }

    #[inline]
    fn expand(&self, place: &Node, moves: &mut Moves<u16>) -> Turn {
        if place.ply == self.depth {
            return Turn::over(self.leaf(place));
        }
        if usize::from(self.branching) <= FEW.len() {
            moves.extend_first(&FEW, self.branching.into());
        } else {
            list_many(self.branching, moves);
        }
        if place.ply % 2 == 0 { Turn::MAX } else { Turn::MIN }
    }

    /// Without listing the children, which may be very many.
    #[inline]
    fn judge(&self, place: &Node) -> Turn {
        match place.ply {
            ply if ply == self.depth => Turn::over(self.leaf(place)),
            ply if ply % 2 == 0 => Turn::MAX,
            _ => Turn::MIN,
        }
    }

    #[inline]
    fn play(&self, place: &mut Node, mv: u16) -> Before {
        let Node { hash, ply, .. } = *place;
        place.hash = child_hash(hash, mv);
        place.ply = ply + 1;
        if self.sums {
            cold_path();
            place.sum += self.leaves.draw(place.hash);
        }
        Before { hash, ply }
    }

    #[inline]
    fn undo(&self, place: &mut Node, _mv: u16, before: Before) {
        if self.sums {
            cold_path();
            place.sum -= self.leaves.draw(place.hash);
        }
        place.hash = before.hash;
        place.ply = before.ply;
    }
}

impl Knowledge<Self> for RandomTree {}

impl Notation for RandomTree {
    fn move_text(&self, _: &Node, mv: u16) -> String {
        mv.to_string()
    }
}

/// Marks a branch that is seldom taken.
#[cold]
fn cold_path() {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaves_are_uniform_and_reach_both_ends() {
        let leaves = Leaves::between(-1, 3).unwrap();
        let mut seen = [0u32; 5];
        let mut hash = root_hash(1);
        for i in 0..50_000 {
            hash = child_hash(hash, i % 3);
            seen[(leaves.draw(hash) + 1) as usize] += 1;
        }
        assert!(seen.iter().all(|n| n.abs_diff(10_000) < 400), "{seen:?}");
        assert_eq!((leaves.draw(0), leaves.draw(u64::MAX)), (-1, 3));
        assert_eq!((Leaves::I32.low(), Leaves::I32.high()), (-(1 << 31), (1 << 31) - 1));
    }

    /// The leaf at the end of a path.
    fn leaf(tree: &RandomTree, path: &[u16]) -> f64 {
        let mut place = tree.start();
        for &mv in path {
            tree.play(&mut place, mv);
        }
        match tree.expand(&place, &mut Moves::new()) {
            Turn::Terminal(value) => value.get(),
            Turn::Inner(_) => panic!("{path:?} ends at an inner node"),
        }
    }

    #[test]
    fn sums_are_those_of_the_edges() {
        let tree = RandomTree::new(3, 3, 5, Leaves::I32).unwrap().with_sums();
        let mut place = tree.start();
        let edge = |hash: u64| Leaves::EDGES.draw(hash) as f64;
        let mut sum = 0.0;
        for mv in [2, 0, 1] {
            tree.play(&mut place, mv);
            sum += edge(place.hash());
        }
        assert_eq!(leaf(&tree, &[2, 0, 1]), sum);
        assert_eq!(tree.leaf_range(), (-3_000_000, 3_000_000));
    }

    #[test]
    fn taking_moves_back_restores_the_sum() {
        let tree = RandomTree::new(3, 3, 5, Leaves::I32).unwrap().with_sums();
        let mut place = tree.start();
        let undos = [1, 2, 0].map(|mv| (mv, tree.play(&mut place, mv)));
        for (mv, undo) in undos.into_iter().rev() {
            tree.undo(&mut place, mv, undo);
        }
        assert_eq!(place, tree.start());
    }

    #[test]
    fn impossible_leaves_are_refused() {
        assert_eq!(Leaves::between(3, 2), None);
        assert_eq!(Leaves::between(0, Leaves::LARGEST + 1), None);
    }
}
