//! `odds`: the policy for games without dice and with expensive leaves.
//!
//! Not from a paper. It asks a question about the root, "is it worth at least t?", as null-window
//! searches do, and walks to the child where a leaf contributes most to the answer: at MAX the one
//! with the largest p/c, at MIN the one with the largest (1 - p)/c, where p is the probability that
//! the child is worth at least t, and c the expected number of leaves to find out. Any policy is
//! exact, so errors in this model only cost leaves.
//!
//! | node | p | c |
//! |---|---|---|
//! | known to be worth t or more | 1 | 0 |
//! | known to be worth less | 0 | 0 |
//! | MAX, children in the order of p/c | `1 - product of (1 - p_i)` | `sum of c_i product of (1 - p_j), j before i` |
//! | MIN | the same with 1 - p for p | |
//! | not entered | by the same rules, from a leaf's p up to the node's level, in a tree of the average shape seen so far ([`shape`]) | the same, from c = 1 |
//!
//! The p of a leaf depends on its place: leaves below the same nodes may be similar. How similar is
//! learned during the search ([`model`]). [`target`] chooses t. If the move ordering turns out to be
//! good ([`order`]), the policy follows it and takes the leftmost child.
//!
//! Nothing about the game is known beforehand. In games with chance the policy does what
//! `best-first` does.

mod beliefs;
mod model;
mod normal;
mod order;
mod question;
mod record;
#[cfg(test)]
mod reference;
mod shape;
mod target;
mod unseen;

use super::best_first::most_at_stake;
use super::{Node, Policy};
use crate::model::{Bounds, Kind, Value, Window};
use beliefs::Beliefs;
use order::OrderTest;
use record::{ROOT, Slot};
pub(crate) use shape::Shape;
use target::Target;

/// Chooses by the odds that a leaf helps to answer a question about the root.
///
/// ```
/// use gametree::policy::BestOdds;
/// use gametree::{Rollout, Search};
/// # use gametree::doc::Subtraction;
/// let game = Subtraction { stones: 10 };
/// let outcome = Search::new(&game).run(&mut Rollout::new(BestOdds::new()))?;
/// assert_eq!(outcome.value(), Some(1.into()));
/// # Ok::<(), gametree::SearchError>(())
/// ```
#[derive(Clone, Debug)]
pub struct BestOdds {
    beliefs: Beliefs,
    target: Target,
    order: OrderTest,
    /// The knots of the rollout's path, and the child chosen at each.
    path: Vec<(u32, usize)>,
    /// Whether the last choice may have led to a leaf whose value was not reported yet.
    expects_leaf: bool,
    /// Whether the game has chance nodes.
    dice: bool,
}

/// What [`BestOdds`] stores at a node: whether it was entered. It keeps the rest itself, since it
/// also learns from nodes that the search has finished and freed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Entered(bool);

impl Default for BestOdds {
    fn default() -> Self {
        BestOdds::new()
    }
}

impl BestOdds {
    /// A policy that has seen nothing yet. It starts afresh with every search.
    pub fn new() -> BestOdds {
        BestOdds {
            beliefs: Beliefs::new(),
            target: Target::default(),
            order: OrderTest::default(),
            path: Vec::new(),
            expects_leaf: false,
            dice: false,
        }
    }

    /// A rollout starts.
    fn start(&mut self, root: Window) {
        let Window { alpha, beta } = root;
        self.path.clear();
        self.beliefs.record.narrow(0, alpha.get(), beta.get());
        let ordered = self.order.is_good();
        self.target.choose(&mut self.beliefs, (alpha.get(), beta.get()), ordered);
    }

    /// The knot of `node`, the next of the path.
    fn enter(&mut self, node: &Node<'_, Entered>) -> u32 {
        let record = &self.beliefs.record;
        let (slot, parent) = match self.path.last() {
            None => (0, ROOT),
            Some(&(parent, index)) => (record.child_slot(parent, index), parent),
        };
        if let Some(knot) = record.knot_of(slot) {
            return knot;
        }
        let (level, max) = (node.depth(), node.kind().maximises());
        let children = (0..node.child_count()).map(|index| {
            let Bounds { lower, upper } = node.child(index).bounds;
            Slot::new(lower.get(), upper.get())
        });
        self.beliefs.enter((slot, parent), level, max, children)
    }

    /// The child of `node` where a leaf contributes most; the leftmost of equals, or if the move
    /// ordering is good.
    fn choose(&self, node: &Node<'_, Entered>, knot: u32) -> usize {
        let first = || node.active().next().expect("a child is active").index;
        let Some(question) = self.beliefs.question else { return first() };
        // For other children the question is answered. There is such a child unless the bounds of
        // the node do not follow from those of its children.
        let mut open = node.active().filter(|child| question.is_open(child.bounds));
        if self.order.is_good() {
            return open.next().map_or_else(first, |child| child.index);
        }
        let turn = !node.kind().maximises();
        let worths = open.map(|child| {
            let odds = self.beliefs.odds_of(knot, child.index);
            (odds.turned_if(turn).worth(), child.index)
        });
        let best = worths.reduce(|best, next| if next.0 > best.0 { next } else { best });
        best.map_or_else(first, |(_, index)| index)
    }
}

impl Policy for BestOdds {
    const BEST_FIRST: bool = true;
    type Data = Entered;

    fn worker(&self) -> Option<Self> {
        // Every search starts afresh, and what this one has seen may take much memory.
        Some(BestOdds::new())
    }

    fn select(&mut self, node: &Node<'_, Entered>) -> usize {
        let is_root = node.depth() == 0;
        if is_root && !node.data().0 {
            *self = BestOdds::new();
        }
        self.dice |= node.kind() == Kind::Chance;
        if self.dice {
            return most_at_stake(node);
        }
        if is_root {
            self.start(node.window());
        }
        let knot = self.enter(node);
        let index = self.choose(node, knot);
        self.path.push((knot, index));
        self.expects_leaf = true;
        index
    }

    fn learn(&mut self, _: &mut Entered, value: Value) {
        // The leaf itself comes first, and only it is new; the nodes above it gather.
        if std::mem::take(&mut self.expects_leaf) && !self.dice {
            self.beliefs.see(&self.path, value.get());
            let &(parent, index) = self.path.last().expect("a leaf has a parent");
            let max = self.beliefs.record.knots[parent as usize].max;
            self.order.see(self.beliefs.record.children(parent), index, max);
        }
    }

    fn gather(&mut self, node: &Node<'_, Entered>) -> Option<Entered> {
        if !self.dice {
            let (knot, index) = self.path[node.depth()];
            let Bounds { lower, upper } = node.child(index).bounds;
            let record = &mut self.beliefs.record;
            record.narrow(record.child_slot(knot, index), lower.get(), upper.get());
            self.beliefs.assess(knot);
        }
        Some(Entered(true))
    }

    fn reserve(&mut self, children: usize) -> bool {
        self.dice || self.beliefs.reserve(children)
    }

    fn bytes(&self) -> usize {
        self.beliefs.record.bytes() + self.beliefs.model.bytes()
    }
}
