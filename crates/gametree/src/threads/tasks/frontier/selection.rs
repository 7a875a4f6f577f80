//! Which position is searched next, and which do not matter any more.

use std::cmp::Reverse;
use std::ops::Range;

use super::estimate::Chances;
use super::{Frontier, ROOT, State};
use crate::model::{Bounds, Game, Kind, Value, Window};

/// How many plies below a position are looked at to estimate what it is worth, and how many
/// positions at most.
const PLIES: u32 = 4;
const MOST_POSITIONS: usize = 1 << 9;

/// Which position comes first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::threads::tasks) enum Order {
    /// As in SSS*, which takes the fewest leaves. For tasks of single nodes and, because it
    /// measured better, for games with dice.
    BestFirst,
    /// As in [`BestFirst`](crate::policy::BestFirst), for algorithms that do the same, in games
    /// with dice: whenever the search is stopped, the bounds of the root are about as narrow as
    /// theirs.
    MostAtStake,
    /// As in alpha-beta. For large tasks, which keep the window with which they began: this order
    /// gives the narrowest.
    DepthFirst,
}

/// How much is at stake below a child of a node of `kind`, as
/// [`BestFirst`](crate::policy::BestFirst) sees it: the largest comes first. `window`: what matters
/// there.
pub(in crate::threads::tasks) fn stake(
    kind: Kind,
    window: Window,
    bounds: Bounds,
    odds: Option<f64>,
) -> Value {
    match kind {
        Kind::Max => window.beta,
        Kind::Min => -window.alpha,
        Kind::Chance => Value::new(odds.unwrap_or(1.0) * bounds.width()).unwrap_or(Value::ZERO),
    }
}

/// A position that may be searched next.
#[derive(Clone, Copy)]
struct Pick {
    at: usize,
    /// The values that matter there.
    window: Window,
    /// The probability that it will have to be searched.
    need: f64,
}

/// A position on the way to the next one.
#[derive(Clone, Copy)]
struct Candidate {
    at: usize,
    /// The values that matter there.
    window: Window,
    /// The largest upper bound among competing positions: this one comes first as long as its own
    /// is larger. (Only a rough guide below chance nodes, where values are those of single
    /// outcomes.)
    rival: Value,
    /// The probability that it will have to be searched.
    need: f64,
}

impl<G: Game> Frontier<G> {
    /// The position to search next, with the window that matters there.
    ///
    /// SSS* would go to the position with the largest upper bound, where all children of a MAX node
    /// compete and those of a MIN node come one after the other. In alpha-beta the children of all
    /// nodes come one after the other. Where somebody is searching already, any of the others may
    /// be next, or may turn out to be superfluous. Then it is the one that will most probably have
    /// to be searched.
    pub(super) fn pick(&self) -> Option<(usize, Window)> {
        if self.order == Order::MostAtStake {
            return self.pick_at_stake(ROOT, self.window);
        }
        let mut best = None;
        let rival = Value::NEG_INFINITY;
        self.pick_below(Candidate { at: ROOT, window: self.window, rival, need: 1.0 }, &mut best);
        best.map(|pick| (pick.at, pick.window))
    }

    /// The position at or below `at` where most is at stake, of those that nobody is searching.
    fn pick_at_stake(&self, at: usize, window: Window) -> Option<(usize, Window)> {
        let node = &self.nodes[at];
        let window = window.clip(node.bounds);
        if !window.is_wider_than(self.slack) {
            return None;
        }
        let State::Expanded { kind, first, count, odds, .. } = &node.state else {
            return matches!(node.state, State::Open(_)).then_some((at, window));
        };
        let average = self.average(at);
        let below = |child: usize| {
            let bounds = self.nodes[child].bounds;
            self.below(at, child, window, average).clip(bounds)
        };
        let active =
            (*first..first + count).filter(|&child| below(child).is_wider_than(self.slack));
        let rank = |child: usize| {
            let odds = odds.get(child - first).copied();
            (stake(*kind, below(child), self.nodes[child].bounds, odds), Reverse(child))
        };
        let mut next = active.clone().map(rank).max();
        while let Some(tried @ (_, Reverse(child))) = next {
            // Nothing is found where everything is being searched, which is seldom.
            let found = self.pick_at_stake(child, below(child));
            if found.is_some() {
                return found;
            }
            next = active.clone().map(rank).filter(|&other| other < tried).max();
        }
        None
    }

    /// Looks for a position that is needed more than `best`, at or below a place.
    fn pick_below(&self, place: Candidate, best: &mut Option<Pick>) {
        let Candidate { at, need, .. } = place;
        let node = &self.nodes[at];
        let window = place.window.clip(node.bounds);
        if !window.is_wider_than(self.slack) || best.is_some_and(|best| best.need >= need) {
            return;
        }
        let place = Candidate { window, ..place };
        match &node.state {
            State::Open(_) => *best = Some(Pick { at, window, need }),
            State::Searched(..) => {}
            State::Expanded { kind: Kind::Max, first, count, .. }
                if self.order == Order::BestFirst =>
            {
                self.pick_best(place, *first..first + count, best);
            }
            State::Expanded { kind, first, count, .. } => {
                self.pick_in_turn(place, *kind, *first..first + count, best);
            }
        }
    }

    /// Picks below a MAX node as SSS* does: the child with the largest upper bound comes first, of
    /// equals the first in the list. Another child is needed if those before it turn out to be
    /// worth less than its upper bound.
    fn pick_best(&self, place: Candidate, children: Range<usize>, best: &mut Option<Pick>) {
        let window = place.window;
        let rank = |child: usize| (window.clip(self.nodes[child].bounds).beta, Reverse(child));
        let mut next = children.clone().map(rank).max();
        while let Some(tried @ (upper, Reverse(at))) = next {
            let all = children.clone().map(rank);
            let before = all.clone().filter(|&other| other > tried);
            let is_open = window.clip(self.nodes[at].bounds).is_wider_than(self.slack);
            let fails = |other| 1.0 - self.chance(other, |value| value >= upper);
            let need =
                before.map(|(_, Reverse(other))| other).try_fold(place.need, |need, other| {
                    let need = (need * fails(other)).max(f64::MIN_POSITIVE);
                    best.is_none_or(|best| best.need < need).then_some(need)
                });
            // If this child is closed, so are those after it; and they are needed even less.
            let Some(need) = need.filter(|_| is_open) else { break };
            let others = all.clone().filter(|&other| other != tried);
            let rival = others.map(|(other, _)| other.min(upper)).fold(place.rival, Value::max);
            self.pick_below(Candidate { at, window, rival, need }, best);
            if self.nodes[at].searchers == 0 && best.is_some() {
                break;
            }
            next = all.filter(|&other| other < tried).max();
        }
    }

    /// Picks below any other node, whose children are searched one after the other. The next child
    /// of a MAX or MIN node is needed unless those before it cause a cutoff; in SSS*, that of a MIN
    /// node is needed only if the MIN node still comes first. All outcomes of a chance node are
    /// needed.
    fn pick_in_turn(
        &self,
        place: Candidate,
        kind: Kind,
        children: Range<usize>,
        best: &mut Option<Pick>,
    ) {
        let Candidate { at, window, rival, mut need } = place;
        let average = self.average(at);
        let (alpha, beta) = (window.alpha, window.beta);
        let enough = rival.min(beta);
        for child in children {
            let below = self.below(at, child, window, average);
            if !below.clip(self.nodes[child].bounds).is_wider_than(self.slack) {
                continue;
            }
            self.pick_below(Candidate { at: child, window: below, rival, need }, best);
            if self.nodes[child].searchers == 0 && best.is_some() {
                break;
            }
            let goes_on = match kind {
                Kind::Max => 1.0 - self.chance(child, |value| value >= beta),
                Kind::Min => self.chance(child, |value| value > alpha && value >= enough),
                Kind::Chance => 1.0,
            };
            need = (need * goes_on).max(f64::MIN_POSITIVE);
            if best.is_some_and(|best| best.need >= need) {
                break;
            }
        }
    }

    /// The probability that a position's value passes a monotone test (if a value passes, so do all
    /// larger ones): by its bounds, by those of positions a few plies below it, and by estimates
    /// for the rest.
    fn chance(&self, at: usize, passes: impl Fn(Value) -> bool) -> f64 {
        let estimated = self.estimate.chances(&passes);
        self.chance_within(at, &passes, estimated, PLIES, &mut { MOST_POSITIONS })
    }

    /// The same, looking at this many plies and positions at most.
    fn chance_within(
        &self,
        at: usize,
        passes: &impl Fn(Value) -> bool,
        estimated: Chances<'_>,
        plies: u32,
        left: &mut usize,
    ) -> f64 {
        let node = &self.nodes[at];
        if passes(node.bounds.lower) {
            return 1.0;
        }
        if !passes(node.bounds.upper) {
            return 0.0;
        }
        match &node.state {
            State::Expanded { kind, first, count, .. }
                if plies > 0 && count <= left && *kind != Kind::Chance =>
            {
                *left -= count;
                let turn = |chance: f64| if kind.maximises() { 1.0 - chance } else { chance };
                let mut all = 1.0;
                for child in *first..first + count {
                    all *= turn(self.chance_within(child, passes, estimated, plies - 1, left));
                    if all == 0.0 {
                        break;
                    }
                }
                turn(all)
            }
            _ => estimated.at(node.ply),
        }
    }

    /// What the outcomes of a chance node say of it: it may know more by facts, or by a task of its
    /// own.
    pub(super) fn average(&self, at: usize) -> Option<Bounds> {
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
