//! What is below a position, found out by expanding it and what follows, one position after the
//! other.

use std::cmp::Reverse;
use std::time::Duration;

use super::Task;
use super::frontier::{MOST_CHILDREN, Order, stake};
use crate::counts::Counts;
use crate::error::SearchError;
use crate::model::{Bounds, Game, Kind, Knowledge, Moves, Window};
use crate::probe::Probe;
use crate::walk::{Arrival, Question, Terms, Walk};

/// A task goes on to further leaves until it has taken this long, since handing out each of them
/// would cost a few microseconds. (Unit tests, which count leaves, hand out each by itself: they
/// must not depend on the clock.)
const LONG_ENOUGH: Duration = Duration::from_micros(if cfg!(test) { 0 } else { 400 });

/// The same where most is at stake: it may soon be elsewhere, but handing out a task takes about as
/// long as two of its nodes.
const ENOUGH_NODES: u64 = 16;

/// What is below a position.
pub(super) enum Expansion<G: Game> {
    /// Nothing: its value is known.
    Leaf(Bounds),
    Inner(Inner<G>),
    /// More children than are kept.
    TooMany,
}

/// A position with its children and what is known of them; what is below some of them, by their
/// numbers; chance decides with these probabilities.
pub(super) struct Inner<G: Game> {
    pub position: G::Position,
    pub kind: Kind,
    pub children: Vec<(G::Move, Bounds)>,
    pub below: Vec<(usize, Expansion<G>)>,
    pub odds: Vec<f64>,
}

impl<G: Game> Expansion<G> {
    /// Expands the position of a task, then the first of its children that matters, and so on, down
    /// to a leaf; and goes on below the position as SSS* would, as long as its upper bound stays
    /// where it is, or where most is at stake, until it has taken long enough. Every expansion
    /// counts as a node.
    pub fn of_task<K: Knowledge<G>, P: Probe<G>>(
        question: &Question<'_, G, K>,
        task: Task<G::Position>,
        order: Order,
    ) -> Result<(Expansion<G>, Counts), SearchError> {
        let Question { game, knowledge, scope, terms, .. } = *question;
        let terms = Terms { horizon: task.horizon, ..terms };
        let question = Question::new(game, knowledge, task.position, scope, terms);
        let mut walk = Walk::<G, K, P>::new(question, None, task.limits);
        walk.count_nodes(1);
        let (expansion, _) = Expansion::here(&mut walk, task.window, order);
        let (counts, ..) = walk.finish()?;
        Ok((expansion, counts))
    }

    /// What is below the current position of a walk, where this window matters, and what that says
    /// of its value.
    fn here<K: Knowledge<G>, P: Probe<G>>(
        walk: &mut Walk<'_, G, K, P>,
        window: Window,
        order: Order,
    ) -> (Expansion<G>, Bounds) {
        let mut moves = Moves::new();
        let kind = match walk.arrive(&mut moves) {
            Arrival::Leaf(value) => {
                let bounds = Bounds::point(value);
                return (Expansion::Leaf(bounds), bounds);
            }
            Arrival::Inner(_) if moves.len() > MOST_CHILDREN => {
                return (Expansion::TooMany, walk.range());
            }
            Arrival::Inner(kind) => kind,
        };
        let known = |(i, mv)| (mv, walk.child_facts(&moves, i));
        let children = moves.iter().enumerate().map(known).collect();
        let odds = (0..moves.len()).filter_map(|i| moves.probability(i)).collect();
        let position = walk.position().clone();
        let mut inner = Inner { position, kind, children, below: Vec::new(), odds };
        let bounds = match order {
            Order::MostAtStake => inner.grow_at_stake(walk, window),
            _ => inner.grow(walk, window, order),
        };
        (Expansion::Inner(inner), bounds)
    }
}

impl<G: Game> Inner<G> {
    /// Goes on below the current position of a walk as SSS* would. Returns what that says of its
    /// value.
    fn grow<K: Knowledge<G>, P: Probe<G>>(
        &mut self,
        walk: &mut Walk<'_, G, K, P>,
        mut window: Window,
        order: Order,
    ) -> Bounds {
        if self.kind == Kind::Chance {
            // What matters below is a matter of the other children, too.
            window = Window::FULL;
        }
        let mut bounds = walk.range();
        while let Some(next) = self.first_child(window.clip(bounds), walk.slack()) {
            let (mv, before) = self.children[next];
            let Some(undo) = walk.step(mv) else { break };
            let within = window.clip(bounds).clip(before);
            let (expansion, found) = Expansion::here(walk, within, order);
            walk.back(mv, undo);
            self.children[next].1 = before.intersect(found);
            self.below.push((next, expansion));
            if self.kind == Kind::Chance || walk.elapsed() >= LONG_ENOUGH {
                break;
            }
            bounds = bounds.intersect(self.bounds(walk.range()));
            // Now another part of the tree may come first; and what is not finished below has taken
            // long enough.
            let is_open = window.clip(self.children[next].1).is_wider_than(walk.slack());
            if bounds.upper < window.beta || is_open && self.children[next].1.upper >= window.beta {
                break;
            }
        }
        bounds
    }

    /// Goes on below the current position of a walk where most is at stake, until the position's
    /// bounds change: then another part of the tree may come first. (Not at the root of a task,
    /// before it has taken enough nodes.) Returns what is known of its value.
    fn grow_at_stake<K: Knowledge<G>, P: Probe<G>>(
        &mut self,
        walk: &mut Walk<'_, G, K, P>,
        window: Window,
    ) -> Bounds {
        let range = walk.range();
        let before = self.bounds(range);
        let mut bounds = before;
        while let Some((next, within)) =
            self.child_at_stake(window.clip(bounds), bounds, walk.slack())
        {
            let (mv, known) = self.children[next];
            let below = self.below.iter_mut().find(|(child, _)| *child == next);
            let found = if let Some((_, Expansion::Inner(below))) = below {
                let undo = walk.replay(mv);
                let found = below.grow_at_stake(walk, within);
                walk.back(mv, undo);
                found
            } else {
                let Some(undo) = walk.step(mv) else { break };
                let (expansion, found) = Expansion::here(walk, within, Order::MostAtStake);
                walk.back(mv, undo);
                self.below.push((next, expansion));
                found
            };
            self.children[next].1 = known.intersect(found);
            bounds = bounds.intersect(self.bounds(range));
            let stays = bounds == before || walk.ply() == 0 && walk.counts().nodes < ENOUGH_NODES;
            // Rounding may leave a child open of which nothing more is to be known.
            let stuck = self.children[next].1 == known;
            if !stays || stuck || walk.elapsed() >= LONG_ENOUGH {
                break;
            }
        }
        bounds
    }

    /// What the children say of the position, whose value is in `range`.
    fn bounds(&self, range: Bounds) -> Bounds {
        let children: Vec<Bounds> = self.children.iter().map(|child| child.1).collect();
        match self.kind {
            Kind::Chance => Bounds::average(range, &children, &self.odds),
            kind => Bounds::of_children(kind, &children),
        }
    }

    /// The child that SSS* would go to: the first one that matters, below a MAX node of those with
    /// the largest upper bound.
    fn first_child(&self, window: Window, slack: f64) -> Option<usize> {
        let within = |child: usize| window.clip(self.children[child].1);
        let mut matter =
            (0..self.children.len()).filter(|&child| within(child).is_wider_than(slack));
        match self.kind {
            Kind::Max => matter.rev().max_by_key(|&child| within(child).beta),
            Kind::Min | Kind::Chance => matter.next(),
        }
    }

    /// The child where most is at stake, with what matters there; `bounds` are those of the
    /// position.
    fn child_at_stake(
        &self,
        window: Window,
        bounds: Bounds,
        slack: f64,
    ) -> Option<(usize, Window)> {
        let open = |child: usize| {
            let (known, odds) = (self.children[child].1, self.odds.get(child).copied());
            let within =
                odds.map_or(window, |odds| window.of_outcome(known, odds, bounds)).clip(known);
            let rank = (stake(self.kind, within, known, odds), Reverse(child));
            within.is_wider_than(slack).then_some((rank, within))
        };
        let best = (0..self.children.len()).filter_map(open).max_by_key(|(rank, _)| *rank)?;
        Some((best.0.1.0, best.1))
    }
}
