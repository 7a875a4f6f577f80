//! `odds`: the policy for games without dice whose leaves are dear.

mod model;
mod normal;
mod order;
mod question;
mod record;
mod shape;
mod unseen;

use super::best_first::most_at_stake;
use super::{Node, Policy};
use crate::model::{Kind, Value, Window};
use model::Model;
use order::OrderTest;
use question::Odds;
use record::{ROOT, Record, Slot};
use shape::Shape;
use unseen::Unseen;

/// So many leaves are seen before probabilities choose the target.
const FIRST_LEAVES: usize = 24;

/// Chooses by the odds that a leaf helps to settle a question about the root.
#[derive(Clone, Debug)]
pub struct BestOdds {
    record: Record,
    model: Model,
    shape: Shape,
    unseen: Unseen,
    order: OrderTest,
    question: Option<Question>,
    /// The knots of the rollout's path, and the child chosen at each.
    path: Vec<(u32, usize)>,
    /// Whether the last choice may have led to a leaf that was not told yet.
    expects_leaf: bool,
    /// Whether chance has a say, which is beyond this policy.
    dice: bool,
    open: Vec<Odds>,
}

/// "Is the root worth at least `target`?"
#[derive(Clone, Copy, Debug)]
struct Question {
    target: f64,
    /// The score that corresponds to the target.
    threshold: f64,
    /// Whether there was nothing better to ask.
    last_resort: bool,
}

/// What [`BestOdds`] remembers of a node: whether it was entered. The rest it keeps for itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct Entered(bool);

impl Default for BestOdds {
    fn default() -> Self {
        BestOdds::new()
    }
}

impl BestOdds {
    /// A policy that has seen nothing yet. It starts anew with every search.
    pub fn new() -> BestOdds {
        BestOdds {
            record: Record::new(),
            model: Model::new(),
            shape: Shape::default(),
            unseen: Unseen::default(),
            order: OrderTest::default(),
            question: None,
            path: Vec::new(),
            expects_leaf: false,
            dice: false,
            open: Vec::new(),
        }
    }

    /// The knot of `node`, the next of the path.
    fn enter(&mut self, node: &Node<'_, Entered>) -> u32 {
        let (parent, slot) = match self.path.last() {
            None => (ROOT, 0),
            Some(&(parent, index)) => (parent, self.record.child_slot(parent, index)),
        };
        if slot == 0 && !self.record.knots.is_empty() {
            return ROOT;
        }
        if let Some(knot) = self.record.slots[slot as usize].knot() {
            return knot;
        }
        let (level, max) = (node.depth(), node.kind().maximises());
        let knot = self.record.enter(slot, parent, level, max);
        for index in 0..node.child_count() {
            let bounds = node.child(index).bounds;
            self.record.add_child(Slot::new(bounds.lower.get(), bounds.upper.get()));
        }
        self.shape.inner(level, max, node.child_count());
        let of_parent = (knot != ROOT).then(|| self.record.knots[parent as usize].mean);
        self.record.knots[knot as usize].mean = self.model.mean(0, 0.0, of_parent);
        if let Some(question) = self.question {
            self.assess(knot, question);
        }
        knot
    }

    /// Works out the odds of a knot from those of its children.
    fn assess(&mut self, knot: u32, question: Question) {
        let own = self.record.knots[knot as usize];
        let unseen = self.unseen.child(own.level as usize, own.mean - question.threshold);
        let unseen = unseen.turned_if(!own.max);
        self.open.clear();
        let mut left = 0.0;
        let mut settled = false;
        for slot in self.record.children(knot) {
            if slot.is_open(question.target) {
                match slot.knot() {
                    Some(child) => {
                        let odds = self.record.knots[child as usize].odds;
                        self.open.push(odds.turned_if(!own.max));
                    }
                    None => left += 1.0,
                }
            } else {
                settled |= (slot.lower >= question.target) == own.max;
            }
        }
        if left > 0.0 {
            self.open.push(unseen.any_of(left));
        }
        self.open.sort_by(|a, b| b.worth().total_cmp(&a.worth()));
        let odds = match settled {
            true => Odds::YES,
            false => self.open.iter().fold(Odds::NO, |all, &next| all.or(next)),
        };
        let knot = &mut self.record.knots[knot as usize];
        knot.unseen = unseen.turned_if(!own.max);
        knot.odds = odds.turned_if(!own.max);
    }

    /// Works out the odds of every knot that matters to the question. Returns those of the root.
    fn assess_all(&mut self, target: f64) -> f64 {
        let question =
            Question { target, threshold: self.model.threshold(target), last_resort: false };
        self.question = Some(question);
        for i in 0..self.record.knots.len() {
            let knot = self.record.knots[i];
            let open = self.record.own_slot(i as u32).is_open(target);
            let above = i == 0 || self.record.knots[knot.parent as usize].matters;
            self.record.knots[i].matters = open && above;
        }
        for i in (0..self.record.knots.len()).rev() {
            if self.record.knots[i].matters {
                self.assess(i as u32, question);
            }
        }
        self.record.knots[ROOT as usize].odds.yes
    }

    /// Chooses what to ask about a root that is worth more than `low` and at most `high`, or on the
    /// edge.
    fn ask(&mut self, low: f64, high: f64) {
        if self.record.leaves.is_empty() {
            return;
        }
        let few = self.record.leaves.len() <= FIRST_LEAVES;
        if self.model.is_outdated() || few {
            let spreads = self.model.learn(&mut self.record);
            self.unseen = Unseen::new(self.shape.clone(), spreads);
            if let Some(question) = self.question {
                self.assess_all(question.target);
            }
        }
        let open = |target: f64| low < target && target <= high;
        let likely = self.record.knots[ROOT as usize].odds.yes;
        if let Some(Question { target, last_resort, .. }) = self.question {
            let undecided = (0.1..=0.9).contains(&likely) || last_resort;
            if open(target) && !few && (self.order.is_good() || undecided) {
                return;
            }
        }
        let values = self.model.values();
        let from = values.partition_point(|&v| v <= low);
        let to = values.partition_point(|&v| v <= high);
        let target = if self.order.is_good() && !few {
            let target = self.question.map_or(high, |question| question.target);
            if target <= low { low.next_up() } else { high }
        } else if from >= to {
            if low.is_finite() { low.next_up() } else { high }
        } else if few {
            values[(values.len() / 2).clamp(from, to - 1)]
        } else {
            self.most_open(from, to)
        };
        let likely = self.assess_all(target);
        if let Some(q) = &mut self.question {
            q.last_resort = !(0.1..=0.9).contains(&likely);
        }
    }

    /// Of the values seen, from number `from` up to `to`, the one of which it is least clear whether
    /// the root is worth as much.
    fn most_open(&mut self, mut from: usize, to: usize) -> f64 {
        let value = |odds: &BestOdds, i: usize| odds.model.values()[i];
        let mut to = to - 1;
        // The odds fall from left to right.
        let (mut left, mut right) = (None, None);
        while to - from > 1 {
            let middle = (from + to) / 2;
            let likely = self.assess_all(value(self, middle));
            if likely >= 0.5 {
                (from, left) = (middle, Some(likely));
            } else {
                (to, right) = (middle, Some(likely));
            }
        }
        let left = left.unwrap_or_else(|| self.assess_all(value(self, from)));
        let right = right.unwrap_or_else(|| self.assess_all(value(self, to)));
        value(self, if (left - 0.5).abs() <= (right - 0.5).abs() { from } else { to })
    }

    fn choose(&self, node: &Node<'_, Entered>, knot: u32) -> usize {
        let first = || node.active().next().expect("a child is active").index;
        let Some(Question { target, .. }) = self.question else { return first() };
        let own = &self.record.knots[knot as usize];
        let open = node.active().filter(|child| {
            let bounds = child.bounds;
            bounds.lower.get() < target && target <= bounds.upper.get()
        });
        let slots = self.record.children(knot);
        let mut best: Option<(f64, usize)> = None;
        for child in open {
            if self.order.is_good() && self.record.leaves.len() > FIRST_LEAVES {
                return child.index;
            }
            let odds = match slots[child.index].knot() {
                Some(child) => self.record.knots[child as usize].odds,
                None => own.unseen,
            };
            let worth = odds.turned_if(!own.max).worth();
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, child.index));
            }
        }
        best.map_or_else(first, |(_, index)| index)
    }
}

impl Policy for BestOdds {
    type Data = Entered;

    fn select(&mut self, node: &Node<'_, Entered>) -> usize {
        let root = node.depth() == 0;
        if root && !node.data().0 {
            *self = BestOdds::new();
        }
        self.dice |= node.kind() == Kind::Chance;
        if self.dice {
            return most_at_stake(node);
        }
        if root {
            let Window { alpha, beta } = node.window();
            self.record.slots[0] = self.record.slots[0].with_bounds(alpha.get(), beta.get());
            self.path.clear();
            self.ask(alpha.get(), beta.get());
        }
        let knot = self.enter(node);
        let index = self.choose(node, knot);
        self.path.push((knot, index));
        self.expects_leaf = true;
        index
    }

    fn learn(&mut self, _: &mut Entered, value: Value) {
        // Only the leaf itself is news; the nodes above it gather.
        if self.dice || !std::mem::take(&mut self.expects_leaf) {
            return;
        }
        let &(parent, index) = self.path.last().expect("a leaf has a parent");
        let score = self.model.see(value.get());
        let slot = self.record.child_slot(parent, index);
        self.record.see(slot, parent, value.get(), score);
        let knot = &self.record.knots[parent as usize];
        self.shape.leaf(knot.level as usize + 1);
        let sign = if knot.max { 1.0 } else { -1.0 };
        let children = self.record.children(parent);
        if index > 0 {
            if children[0].is_leaf() {
                self.order.compare(sign * children[0].lower, sign * value.get());
            }
        } else {
            for later in children[1..].iter().filter(|slot| slot.is_leaf()) {
                self.order.compare(sign * value.get(), sign * later.lower);
            }
        }
        let mut mean = None;
        for &(knot, _) in &self.path {
            let knot = &mut self.record.knots[knot as usize];
            knot.leaves += 1;
            knot.sum += score;
            knot.mean = self.model.mean(knot.leaves, knot.sum, mean);
            mean = Some(knot.mean);
        }
    }

    fn gather(&mut self, node: &Node<'_, Entered>) -> Option<Entered> {
        if !self.dice {
            let (knot, index) = self.path[node.depth()];
            let bounds = node.child(index).bounds;
            let slot = self.record.child_slot(knot, index) as usize;
            self.record.slots[slot] =
                self.record.slots[slot].with_bounds(bounds.lower.get(), bounds.upper.get());
            if let Some(question) = self.question {
                self.assess(knot, question);
            }
        }
        Some(Entered(true))
    }
}
