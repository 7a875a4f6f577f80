//! `random:...,order=best` and `order=worst`: uniform trees in which alpha-beta does its best or
//! its worst.
//!
//! They are built from the top down. The root's value is uniform in the range of the leaves. A node
//! knows its own value and an open interval around it; a hash of the path draws the values of its
//! children:
//!
//! - `best`: the first child has the node's value, the others are no better for the mover: uniform
//!   from the end of the range that is bad for him up to the node's value. Alpha-beta then needs the
//!   fewest leaves that are possible, `b^ceil(d/2) + b^floor(d/2) - 1`, if no leaves tie.
//! - `worst`: the last child has the node's value, and each child is better for the mover than the
//!   one before it. All lie strictly inside of the window that alpha-beta has when it comes to them,
//!   so that it never cuts off and evaluates every leaf: child `i` gets a uniform value from the
//!   `i`-th of `b` equal parts of the way from the window's edge to the node's value. The way gets
//!   shorter with every level; where no integer is left in it, children tie and some leaves
//!   are cut off after all.
//!
//! With `noise=N%` that share of the inner nodes of a best ordered tree is shuffled: their best child
//! lies anywhere. (The others lie in no order in any case.)
//!
//! With `leaves=sum` the edges of a best ordered tree have values, and a leaf is the root's value (up
//! to a million, either way) and the sum of the edges on its path. The value of an edge is what the
//! move loses for the mover: nothing if it is the best one, otherwise 1 to a million.

use gametree::{Bounds, Game, Knowledge, Moves, Notation, Turn, Value, Values};

use crate::random::{Leaves, child_hash, root_hash};

/// The order of the children of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The best first.
    Best,
    /// Each better than the one before.
    Worst,
}

/// A uniform tree with ordered children.
///
/// ```
/// use gametree::Search;
/// use gametree::exact::AlphaBeta;
/// use gametree_games::ordered::{Order, OrderedTree};
/// use gametree_games::random::Leaves;
///
/// let leaves = |order| {
///     let tree = OrderedTree::new(3, 4, 1, Leaves::I32, order).unwrap();
///     Search::bare(&tree).over(&mut ()).run(&mut AlphaBeta).unwrap().counts.leaves
/// };
/// assert_eq!(leaves(Order::Best), 9 + 9 - 1);
/// assert_eq!(leaves(Order::Worst), 81);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct OrderedTree {
    branching: u16,
    depth: u32,
    seed: u64,
    leaves: Leaves,
    order: Order,
    /// Of 100 inner nodes, how many are shuffled.
    noise: u32,
    sums: bool,
}

/// What a move other than the best one loses, if leaves are sums.
const LOSSES: (i64, i64) = (1, 1_000_000);

/// A node of the tree, with the values planned for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    hash: u64,
    ply: u32,
    value: i64,
    /// In a worst ordered tree, the window that alpha-beta has here (both ends excluded).
    low: i64,
    high: i64,
}

impl OrderedTree {
    /// A tree with `branching` children a node and leaves `depth` moves deep; `None` if there are
    /// no children to choose from.
    pub fn new(
        branching: u16,
        depth: u32,
        seed: u64,
        leaves: Leaves,
        order: Order,
    ) -> Option<OrderedTree> {
        let (noise, sums) = (0, false);
        (branching > 0).then_some(OrderedTree {
            branching,
            depth,
            seed,
            leaves,
            order,
            noise,
            sums,
        })
    }

    /// The same, best ordered but for `noise` percent of the inner nodes; the leaves are sums along
    /// their paths if `sums` says so.
    #[must_use]
    pub fn best_but_for(self, noise: u32, sums: bool) -> OrderedTree {
        let leaves = if sums { Leaves::EDGES } else { self.leaves };
        OrderedTree { order: Order::Best, noise, sums, leaves, ..self }
    }

    /// Which child of a node of a best ordered tree is the best one.
    fn place_of_best(&self, hash: u64) -> u16 {
        let hundred = Leaves::between(0, 99).expect("a range");
        // Other draws than those of the children's values.
        let (share, place) = (child_hash(!hash, 0), child_hash(!hash, 1));
        if hundred.draw(share) >= i64::from(self.noise) {
            return 0;
        }
        Leaves::between(0, i64::from(self.branching) - 1).expect("a range").draw(place) as u16
    }

    /// The smallest and the largest number that a leaf may be.
    fn leaf_range(&self) -> (i64, i64) {
        let further = if self.sums { i64::from(self.depth) * LOSSES.1 } else { 0 };
        (self.leaves.low() - further, self.leaves.high() + further)
    }

    /// The value of child `index`, from the mover's point of view: larger is better, `value` is the node's
    /// and `edge` what the mover already has (or the worst value). In a best ordered tree, child `best` is
    /// the best.
    fn child_value(&self, index: u16, best: u16, hash: u64, value: i64, edge: i64) -> i64 {
        let draw = |low: i64, high: i64| Leaves::between(low, high).map_or(high, |l| l.draw(hash));
        match self.order {
            Order::Best if index == best => value,
            Order::Best if self.sums => value - draw(LOSSES.0, LOSSES.1),
            Order::Best => draw(edge, value),
            Order::Worst if index + 1 == self.branching => value,
            Order::Worst => {
                // The integers strictly between edge and value, in b - 1 parts.
                let room = i128::from(value) - i128::from(edge) - 1;
                let parts = i128::from(self.branching) - 1;
                let from = |i: i128| edge + 1 + (room * i / parts) as i64;
                let index = i128::from(index);
                draw(from(index), from(index + 1) - 1).max(edge).min(value)
            }
        }
    }

    fn child(&self, plan: &Plan, mv: u16) -> Plan {
        let hash = child_hash(plan.hash, mv);
        // MIN's case is MAX's with all signs turned.
        let sign = if plan.ply % 2 == 0 { 1 } else { -1 };
        let (near, far) = if sign == 1 { (plan.low, plan.high) } else { (-plan.high, -plan.low) };
        let value = sign * plan.value;
        let worst = if sign == 1 { self.leaves.low() } else { -self.leaves.high() };
        let (edge, of_child) = match self.order {
            Order::Best => {
                (worst, self.child_value(mv, self.place_of_best(plan.hash), hash, value, worst))
            }
            Order::Worst => {
                // Where there is no number left in the window, the edge is outside of the range.
                let child = |i: u16| {
                    self.child_value(i, 0, child_hash(plan.hash, i), value, near).max(worst)
                };
                let edge = if mv == 0 { near } else { child(mv - 1) };
                (edge, child(mv))
            }
        };
        let (low, high) = if sign == 1 { (edge, far) } else { (-far, -edge) };
        Plan { hash, ply: plan.ply + 1, value: sign * of_child, low, high }
    }
}

impl Game for OrderedTree {
    type Position = Plan;
    type Move = u16;
    type Undo = Plan;

    const KEYS: bool = false;

    fn start(&self) -> Plan {
        let hash = root_hash(self.seed);
        let (low, high) = (self.leaves.low() - 1, self.leaves.high() + 1);
        Plan { hash, ply: 0, value: self.leaves.draw(hash), low, high }
    }

    fn values(&self) -> Values {
        Values::UNBOUNDED_INTEGERS
    }

    fn span(&self) -> Bounds {
        let (low, high) = self.leaf_range();
        let [lower, upper] = [low, high].map(Value::integer);
        Bounds { lower, upper }
    }

    fn expand(&self, plan: &Plan, moves: &mut Moves<u16>) -> Turn {
        if plan.ply == self.depth {
            return Turn::over(Value::integer(plan.value));
        }
        moves.extend(0..self.branching);
        if plan.ply % 2 == 0 { Turn::MAX } else { Turn::MIN }
    }

    fn judge(&self, plan: &Plan) -> Turn {
        match plan.ply {
            ply if ply == self.depth => Turn::over(Value::integer(plan.value)),
            ply if ply % 2 == 0 => Turn::MAX,
            _ => Turn::MIN,
        }
    }

    fn play(&self, plan: &mut Plan, mv: u16) -> Plan {
        let before = *plan;
        *plan = self.child(&before, mv);
        before
    }

    fn undo(&self, plan: &mut Plan, _mv: u16, before: Plan) {
        *plan = before;
    }
}

impl Knowledge<Self> for OrderedTree {}

impl Notation for OrderedTree {
    fn move_text(&self, _: &Plan, mv: u16) -> String {
        mv.to_string()
    }
}

#[cfg(test)]
mod tests {
    use gametree::exact::{AlphaBeta, Minimax};
    use gametree::{Outcome, Search};

    use super::*;

    fn solve(b: u16, d: u32, seed: u64, leaves: Leaves, order: Order) -> (i64, Outcome<u16>) {
        let game = OrderedTree::new(b, d, seed, leaves, order).unwrap();
        let outcome = Search::bare(&game).over(&mut ()).run(&mut AlphaBeta).unwrap();
        let value = Search::bare(&game).over(&mut ()).run(&mut Minimax).unwrap().value();
        assert_eq!(value, outcome.value());
        (game.start().value, outcome)
    }

    #[test]
    fn the_planned_value_is_the_value() {
        for (b, d) in [(1, 3), (2, 1), (2, 7), (3, 5), (5, 4), (4, 0)] {
            for seed in 0..50 {
                for leaves in [Leaves::I32, Leaves::BINARY, Leaves::between(-3, 9).unwrap()] {
                    for order in [Order::Best, Order::Worst] {
                        let (planned, outcome) = solve(b, d, seed, leaves, order);
                        let found = outcome.value().unwrap().get();
                        assert_eq!(found, planned as f64, "{b} {d} {seed} {order:?} {leaves:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn alpha_beta_does_its_best_and_its_worst() {
        for seed in 0..20 {
            for (b, d) in [(2u16, 8u32), (3, 5), (4, 4)] {
                let b64 = u64::from(b);
                let fewest = b64.pow(d.div_ceil(2)) + b64.pow(d / 2) - 1;
                let best = solve(b, d, seed, Leaves::I32, Order::Best).1.counts.leaves;
                let worst = solve(b, d, seed, Leaves::I32, Order::Worst).1.counts.leaves;
                assert_eq!(best, fewest, "b={b} d={d} seed={seed}");
                assert_eq!(worst, b64.pow(d), "b={b} d={d} seed={seed}");
            }
        }
    }

    fn shuffled(b: u16, d: u32, seed: u64, noise: u32, sums: bool) -> OrderedTree {
        let tree = OrderedTree::new(b, d, seed, Leaves::I32, Order::Best).unwrap();
        tree.best_but_for(noise, sums)
    }

    #[test]
    fn noise_and_sums_leave_the_planned_value() {
        for (b, d) in [(1, 3), (2, 7), (3, 5)] {
            for seed in 0..20 {
                for (noise, sums) in [(0, true), (30, true), (30, false), (100, true)] {
                    let game = shuffled(b, d, seed, noise, sums);
                    let value = Search::bare(&game)
                        .over(&mut ())
                        .run(&mut Minimax)
                        .unwrap()
                        .value()
                        .unwrap();
                    assert_eq!(
                        value.get(),
                        game.start().value as f64,
                        "{b} {d} {seed} {noise} {sums}"
                    );
                }
            }
        }
    }

    #[test]
    fn noise_is_the_share_of_shuffled_nodes() {
        let places = |noise: u32, sums: bool| {
            let game = shuffled(2, 1, 1, noise, sums);
            (0..20_000).filter(|&seed| game.place_of_best(root_hash(seed)) != 0).count()
        };
        assert_eq!(places(0, true), 0);
        // Half of the shuffled pairs are in order nevertheless.
        assert!(places(30, true).abs_diff(3_000) < 200, "{}", places(30, true));
        assert!(places(100, false).abs_diff(10_000) < 300, "{}", places(100, false));
    }

    #[test]
    fn a_best_ordered_tree_of_sums_is_one() {
        for seed in 0..10 {
            let game = shuffled(3, 6, seed, 0, true);
            let leaves =
                Search::bare(&game).over(&mut ()).run(&mut AlphaBeta).unwrap().counts.leaves;
            assert_eq!(leaves, 27 + 27 - 1, "seed={seed}");
        }
    }
}
