//! Which child a rollout goes on to, where all were tried.
//!
//! This is the innermost loop of a search, so those with and without proofs have one of their own.

use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;

use super::outcomes::Outcomes;
use super::search::{Mcts, NEW};
use super::settings::Weighing;
use super::tree::node::Node;
use super::tree::{CLAIMED, Family, Id};
use crate::model::{Bounds, Game, Kind, Knowledge, Move, Window};

impl<G: Game, K: Knowledge<G>> Mcts<'_, G, K> {
    /// The child that the rule of selection says, and the move that leads there.
    #[inline]
    pub(super) fn choose(&mut self, node: Id, kind: Kind, window: Window) -> Option<(Id, G::Move)> {
        loop {
            let chosen = match self.tree.notes_decisions() {
                true => self.select_greedily(node, kind, window),
                false if self.is_advised => self.select_advised(node, kind, window),
                false => self.select(node, kind, window),
            };
            // What another way has found out may leave nothing to look for there.
            let (child, _) = chosen?;
            let news = self.settings.proves && self.tree.shares_positions() && self.learn(child);
            if !news || window.admits_beyond(self.tree.bounds(child), self.slack) {
                return chosen;
            }
        }
    }

    /// The most attractive child that can still matter to the root, and the move that leads there.
    #[inline]
    fn select(&self, node: Id, kind: Kind, window: Window) -> Option<(Id, G::Move)> {
        let node = self.tree.node(node);
        // Once for all: another thread may be adding to the family, or moving it.
        let children = node.children();
        if self.settings.proves {
            self.select_open(node, children, kind, window)
        } else {
            let family = self.tree.family(&children);
            self.weigh(node, children.start, family, kind, |_| true, |_, score| score)
        }
    }

    /// The same where more than rewards and visits counts.
    #[inline(never)]
    fn select_advised(&mut self, id: Id, kind: Kind, window: Window) -> Option<(Id, G::Move)> {
        let children = self.tree.node(id).children();
        self.advice.clear();
        self.advise_by_evaluation(children.clone(), kind);
        self.advise_by_proof_numbers(children.clone(), kind);
        let (family, advice) = (self.tree.family(&children), &self.advice);
        let known = family.bounds();
        self.weigh(
            self.tree.node(id),
            children.start,
            family,
            kind,
            |i| known.is_none_or(|known| window.admits_beyond(known.get(i), self.slack)),
            |i, score| score + advice[i],
        )
    }

    /// The most attractive child whose bounds do not show that it cannot matter to the root, in a
    /// search that proves.
    fn select_open(
        &self,
        node: Node<'_>,
        children: Range<Id>,
        kind: Kind,
        window: Window,
    ) -> Option<(Id, G::Move)> {
        let family = self.tree.family(&children);
        let known = family.bounds().expect("who proves keeps bounds");
        let open = |i| window.admits_beyond(known.get(i), self.slack);
        self.weigh(node, children.start, family, kind, open, |_, score| score)
    }

    /// The most attractive child of those that are open, by scores that somebody may change.
    #[inline]
    fn weigh(
        &self,
        node: Node<'_>,
        first: Id,
        family: Family<'_>,
        kind: Kind,
        open: impl Fn(usize) -> bool,
        advised: impl Fn(usize, f64) -> f64,
    ) -> Option<(Id, G::Move)> {
        let (nodes, sums) = (family.nodes(), family.sums());
        let count = nodes.len();
        let sums = &sums[..count];
        let node_at = |i: usize| Node(&nodes[i], &sums[i]);
        let root = self.roots.of_logarithm(node.visits());
        let sign = if kind.maximises() { 1.0 } else { -1.0 };
        let weighing = Weighing { sign, root, explore: self.settings.c * root };
        let squares = family.squares().map(|all| &all[..count]);
        let under_way = family.under_way().map(|all| &all[..count]);
        // A loop of its own for each case.
        let best = match (squares, under_way) {
            (None, None) => highest(count, open, |i| {
                let child = node_at(i);
                advised(i, weighing.ucb1(self.roots.inverse(child.visits()), child.sum()))
            }),
            (Some(squares), None) => highest(count, open, |i| {
                let (child, squares) = (node_at(i), f64::from_bits(squares[i].load(Relaxed)));
                let inverse = self.roots.inverse(child.visits());
                advised(i, weighing.ucb1_tuned(inverse, child.sum(), squares))
            }),
            (squares, Some(under_way)) => highest(count, open, |i| {
                // Rollouts that other threads have under way count as lost until they come back
                // (virtual loss).
                let (child, lost) = (node_at(i), u32::from(under_way[i].load(Relaxed) & !CLAIMED));
                let inverse = self.roots.inverse(child.visits().saturating_add(lost));
                let rewards = if kind.maximises() { 0.0 } else { f64::from(lost) };
                let sum = child.sum() + rewards;
                let score = match squares {
                    None => weighing.ucb1(inverse, sum),
                    Some(squares) => {
                        let squares = f64::from_bits(squares[i].load(Relaxed)) + rewards;
                        weighing.ucb1_tuned(inverse, sum, squares)
                    }
                };
                advised(i, score)
            }),
        };
        best.map(|i| self.to_child(first + i as Id))
    }
}

/// The number of the child with the highest score, of those that are open; the first of equals.
#[inline]
fn highest(
    children: usize,
    open: impl Fn(usize) -> bool,
    score: impl Fn(usize) -> f64,
) -> Option<usize> {
    let (mut best, mut top) = (children, f64::NEG_INFINITY);
    for i in (0..children).filter(|&i| open(i)) {
        let score = score(i);
        if score > top {
            (best, top) = (i, score);
        }
    }
    (best < children).then_some(best)
}

impl<G: Game, K: Knowledge<G>> Mcts<'_, G, K> {
    /// An outcome by its probability, of those that can still matter; those that cannot are known
    /// well enough, and count by what they are worth.
    pub(super) fn let_chance_decide(
        &mut self,
        node: Id,
        window: &mut Window,
    ) -> Option<(Id, G::Move)> {
        self.learn_of_all(node);
        self.outcomes.enter(&self.moves, &self.tree, node, self.range);
        let Outcomes { weights, bounds, children, .. } = &self.outcomes;
        let average = Bounds::average(self.range, bounds, weights);
        let of = |i: usize| window.of_outcome(bounds[i], weights[i], average);
        let is_open = |i: usize| of(i).admits_beyond(bounds[i], self.slack);
        let (mut sampled, mut known, mut last) = (0.0, 0.0, None);
        for i in 0..weights.len() {
            if is_open(i) {
                sampled += weights[i];
                last = Some(i);
            } else {
                known += weights[i] * self.share_of(bounds[i].middle());
            }
        }
        self.shares.push((self.path.len(), sampled, known));
        let mut left = self.choices.share() * sampled;
        let chosen = (0..last? + 1).find(|&i| {
            if is_open(i) {
                left -= weights[i];
            }
            left < 0.0
        });
        let chosen = chosen.or(last)?;
        *window = of(chosen);
        Some((children[chosen].unwrap_or(NEW), self.moves.get(chosen)))
    }

    /// An outcome by its probability, for those who prove nothing: all of them can still matter.
    pub(super) fn draw_outcome(&mut self, node: Id) -> Option<(Id, G::Move)> {
        let sampled: f64 = self.moves.weights().iter().sum();
        self.shares.push((self.path.len(), sampled, 0.0));
        let mut left = self.choices.share() * sampled;
        let chosen = self.moves.weights().iter().position(|weight| {
            left -= weight;
            left < 0.0
        });
        let mv = self.moves.get(chosen.unwrap_or(self.moves.len() - 1));
        Some((self.tree.child(node, mv.code()).unwrap_or(NEW), mv))
    }
}
