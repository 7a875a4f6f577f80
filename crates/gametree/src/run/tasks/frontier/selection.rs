//! Which position is searched next, and which do not matter any more.

use std::cmp::Reverse;
use std::ops::Range;

use super::{Frontier, ROOT, State};
use crate::model::{Bounds, Game, Kind, Value, Window};

/// A position that may be searched next.
#[derive(Clone, Copy)]
struct Pick {
    at: usize,
    /// The values that matter there.
    window: Window,
    /// Whether it may not matter any more when the others have finished: a MAX node has a child with the same upper
    /// bound, where somebody is searching.
    doubtful: bool,
}

impl Pick {
    /// The larger, the better.
    fn rank(&self) -> (bool, Value) {
        (!self.doubtful, self.window.beta)
    }
}

/// What there is at or below a position.
#[derive(Clone, Copy, Default)]
struct Below {
    /// What to search next, if there is anything.
    pick: Option<Pick>,
    /// Whether somebody is searching there.
    is_busy: bool,
}

impl<G: Game> Frontier<G> {
    /// The position to search next, with the window that matters there.
    ///
    /// SSS* would go to the position with the largest upper bound, where all children of a MAX node compete and those of a
    /// MIN node come one after the other. If it is being searched, the next best is as good: positions whose upper bound is
    /// above the root's value are searched sooner or later. Even a smaller upper bound is preferred to a position that the
    /// search under way may make superfluous. Other children of MIN nodes come last. (Trying those
    /// earlier, or having every second thread start from the lower bounds, took more leaves.)
    pub(super) fn pick(&self) -> Option<(usize, Window)> {
        let (root, window) = (ROOT, self.window);
        let found = self.pick_below(root, window, false).pick;
        let found = found.or_else(|| self.pick_below(root, window, true).pick)?;
        Some((found.at, found.window))
    }

    /// The position to search next at or below `at`. `any`: every child of a MIN node comes into question.
    fn pick_below(&self, at: usize, window: Window, any: bool) -> Below {
        let node = &self.nodes[at];
        let window = window.clip(node.bounds);
        if !window.is_wider_than(self.slack) {
            return Below::default();
        }
        let (kind, children) = match &node.state {
            State::Open(_) => {
                let pick = Some(Pick { at, window, doubtful: false });
                return Below { pick, is_busy: false };
            }
            State::Searched(..) => return Below { pick: None, is_busy: true },
            State::Expanded { kind, first, count, .. } => (*kind, *first..first + count),
        };
        let average = self.average(at);
        let pick = |child| self.pick_below(child, self.below(at, child, window, average), any);
        let is_active =
            |&child: &usize| window.clip(self.nodes[child].bounds).is_wider_than(self.slack);
        match kind {
            Kind::Max => self.pick_best(children, window, pick),
            Kind::Min if !any => children.clone().find(is_active).map(pick).unwrap_or_default(),
            Kind::Min | Kind::Chance => {
                let mut all = Below::default();
                for child in children {
                    let found = pick(child);
                    all = Below { pick: found.pick, is_busy: all.is_busy || found.is_busy };
                    if all.pick.is_some() {
                        break;
                    }
                }
                all
            }
        }
    }

    /// The pick below the child of a MAX node that has the largest upper bound, the first of equals, or else below the
    /// next one, and so on.
    fn pick_best(
        &self,
        children: Range<usize>,
        window: Window,
        pick: impl Fn(usize) -> Below,
    ) -> Below {
        let rank = |child: usize| (window.clip(self.nodes[child].bounds).beta, Reverse(child));
        let (mut best, mut is_busy) = (None::<Pick>, false);
        let mut next = children.clone().map(rank).max();
        while let Some(tried) = next {
            if best.is_some_and(|best| best.rank() >= (true, tried.0)) {
                break;
            }
            let below = pick(tried.1.0);
            let doubtful = is_busy && tried.0 >= window.beta;
            let found =
                below.pick.map(|found| Pick { doubtful: doubtful || found.doubtful, ..found });
            let found = found.filter(|found| best.is_none_or(|best| found.rank() > best.rank()));
            best = found.or(best);
            is_busy |= below.is_busy;
            // After a doubtful pick, children with the same upper bound would be no better.
            let is_doubtful = best.is_some_and(|best| best.doubtful);
            let comes_next =
                |other: &(Value, _)| *other < tried && !(is_doubtful && other.0 >= window.beta);
            next = children.clone().map(rank).filter(comes_next).max();
        }
        Below { pick: best, is_busy }
    }

    /// What the outcomes of a chance node say of it: it may know more by facts, or by a task of its own.
    fn average(&self, at: usize) -> Option<Bounds> {
        let State::Expanded { kind: Kind::Chance, first, count, odds, .. } = &self.nodes[at].state
        else {
            return None;
        };
        let children = &self.nodes[*first..first + count];
        let children: Vec<Bounds> = children.iter().map(|child| child.bounds).collect();
        Some(Bounds::average(Bounds::hull(&children), &children, odds))
    }

    /// The window of a child, from that of its parent and the average of its outcomes.
    fn below(&self, at: usize, child: usize, window: Window, average: Option<Bounds>) -> Window {
        match (&self.nodes[at].state, average) {
            (State::Expanded { first, odds, .. }, Some(average)) => {
                window.of_outcome(self.nodes[child].bounds, odds[child - first], average)
            }
            _ => window,
        }
    }

    /// The uppermost position on the way to `at` that does not matter any more, if there is one.
    pub(super) fn first_finished(&self, at: usize) -> Option<usize> {
        let above = |&node: &usize| (node != ROOT).then(|| self.nodes[node].parent);
        let path: Vec<usize> = std::iter::successors(Some(at), above).collect();
        let mut window = self.window;
        for (i, &node) in path.iter().enumerate().rev() {
            window = window.clip(self.nodes[node].bounds);
            if !window.is_wider_than(self.slack) {
                return Some(node);
            }
            if i > 0 {
                window = self.below(node, path[i - 1], window, self.average(node));
            }
        }
        None
    }
}
