//! Knowledge and beliefs about every node that was entered.

use super::model::Model;
use super::question::{Odds, Question};
use super::record::{ROOT, Record, Slot};
use super::shape::Shape;
use super::unseen::Unseen;

/// Everything that was seen, and what follows from it for the current question.
#[derive(Clone, Debug)]
pub(super) struct Beliefs {
    pub record: Record,
    pub model: Model,
    pub question: Option<Question>,
    shape: Shape,
    unseen: Unseen,
    /// The odds of the open children of a node; kept to reuse its memory.
    open: Vec<Odds>,
}

impl Beliefs {
    pub fn new() -> Beliefs {
        Beliefs {
            record: Record::new(),
            model: Model::new(),
            question: None,
            shape: Shape::default(),
            unseen: Unseen::default(),
            open: Vec::new(),
        }
    }

    /// Makes room for a node with so many children and for a leaf. False if the system has no more
    /// memory.
    pub fn reserve(&mut self, children: usize) -> bool {
        self.record.reserve(children) && self.model.reserve(self.record.leaves.len() + 1)
    }

    /// Enters a node for the first time. Returns its knot.
    pub fn enter(
        &mut self,
        (slot, parent): (u32, u32),
        level: usize,
        max: bool,
        children: impl ExactSizeIterator<Item = Slot>,
    ) -> u32 {
        self.shape.inner(level, max, children.len());
        let of_parent = (level > 0).then(|| self.record.knots[parent as usize].mean);
        let knot = self.record.enter(slot, parent, level, max, children);
        self.record.knots[knot as usize].mean = self.model.mean(0, 0.0, of_parent);
        self.assess(knot);
        knot
    }

    /// Adds the leaf at the end of `path`: child `index` of the last knot.
    pub fn see(&mut self, path: &[(u32, usize)], value: f64) {
        let &(parent, index) = path.last().expect("a leaf has a parent");
        let score = self.model.see(value);
        self.record.see(self.record.child_slot(parent, index), parent, value, score);
        self.shape.leaf(path.len());
        let mut of_parent = None;
        for &(knot, _) in path {
            let knot = &mut self.record.knots[knot as usize];
            knot.leaves += 1;
            knot.sum += score;
            knot.mean = self.model.mean(knot.leaves, knot.sum, of_parent);
            of_parent = Some(knot.mean);
        }
    }

    /// The odds of child `index` of `knot`.
    pub fn odds_of(&self, knot: u32, index: usize) -> Odds {
        match self.record.children(knot)[index].knot() {
            Some(child) => self.record.knots[child as usize].odds,
            None => self.record.knots[knot as usize].unseen,
        }
    }

    /// Learns from everything that was seen.
    pub fn learn(&mut self) {
        let spreads = self.model.learn(&mut self.record);
        self.unseen.learn(&self.shape, spreads);
    }

    /// Computes the odds of a knot from those of its children: they are asked in the order of their
    /// worth per leaf, until one decides the question. MIN's case is MAX's with the odds turned.
    pub fn assess(&mut self, knot: u32) {
        let Some(Question { target, threshold }) = self.question else { return };
        let own = self.record.knots[knot as usize];
        self.open.clear();
        let (mut unseen, mut settled) = (0u32, false);
        for slot in self.record.children(knot) {
            match slot.knot() {
                _ if !slot.is_open(target) => settled |= (slot.lower >= target) == own.max,
                None => unseen += 1,
                Some(child) => {
                    let odds = self.record.knots[child as usize].odds;
                    self.open.push(odds.turned_if(!own.max));
                }
            }
        }
        let mut one = Odds::NO;
        if unseen > 0 {
            one = self.unseen.child(own.level as usize, own.mean - threshold).turned_if(!own.max);
            self.open.push(if unseen > 1 { one.any_of(unseen.into()) } else { one });
        }
        self.open.sort_unstable_by(|a, b| b.worth().total_cmp(&a.worth()));
        let open = self.open.iter().fold(Odds::NO, |all, &next| all.or(next));
        let knot = &mut self.record.knots[knot as usize];
        knot.odds = if settled { Odds::YES } else { open }.turned_if(!own.max);
        knot.unseen = one.turned_if(!own.max);
    }

    /// Asks whether the root is worth at least `target`, and computes the odds of every knot that
    /// matters for it. Returns the probability.
    pub fn assess_all(&mut self, target: f64) -> f64 {
        self.question = Some(Question { target, threshold: self.model.threshold(target) });
        for i in 0..self.record.knots.len() {
            let above = i == 0 || self.record.knots[self.record.knots[i].parent as usize].matters;
            let open = above && self.record.own_slot(i as u32).is_open(target);
            self.record.knots[i].matters = open;
        }
        for i in (0..self.record.knots.len()).rev() {
            if self.record.knots[i].matters {
                self.assess(i as u32);
            }
        }
        self.root().yes
    }

    /// What the odds of unseen nodes are based on.
    #[cfg(test)]
    pub fn learned(&self) -> (&Shape, &[super::model::Spread]) {
        self.unseen.learned()
    }

    /// The odds of the root.
    pub fn root(&self) -> Odds {
        self.record.knots[ROOT as usize].odds
    }
}
