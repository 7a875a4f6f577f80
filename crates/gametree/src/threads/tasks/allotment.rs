//! What tasks may take: a budget that suits the game, and shares of the limits of the whole search.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::Size;
use crate::counts::Counts;
use crate::limits::Limits;

/// A task that exceeds its budget is lost work. If this happens on a ply more than once per this
/// many tasks that finish, its positions are expanded without trying a task first...
const RARE: u32 = 3;
/// ...except for one after this many positions, the next after twice as many, and so on up to the
/// longest pause.
const TRIED: u32 = 16;
const LONGEST_PAUSE: u32 = 1 << 20;

/// Tasks grow with the search: each may take this fraction (one in 500) of the nodes that a thread
/// has taken so far. Large tasks lose less, since the upper part of the tree has neither a store
/// nor the probing of `star2`.
const PART: u64 = 500;

/// How many positions a rollout expands at most.
const LONGEST_ROLLOUT: u64 = 64;

/// What tasks may take.
pub(super) struct Allotment {
    size: Size,
    /// The nodes and leaves that nobody has been given yet, if they are limited.
    left: Limits,
    /// How many search at a time.
    workers: u64,
    /// The nodes that all tasks together have taken so far.
    spent: u64,
    /// How the tasks of every ply went. Begun afresh when the usual budget has doubled.
    plies: Vec<Record>,
    /// The usual budget when they were last begun afresh.
    judged: u64,
}

/// How the tasks of a ply went.
#[derive(Clone, Copy, Default)]
struct Record {
    /// Those that ended within their budget, and those that did not.
    done: u32,
    cut: u32,
    /// How many positions were expanded since a task was last tried, and how many should be before
    /// the next one is.
    untried: u32,
    pause: u32,
}

impl Allotment {
    pub fn new(size: Size, left: Limits, workers: usize) -> Allotment {
        let (workers, plies, judged) = (workers as u64, Vec::new(), size.budget);
        Allotment { size, left, workers, spent: 0, plies, judged }
    }

    /// The budget of a task, in nodes, as long as nothing else is known of its position.
    pub fn usual_budget(&self) -> u64 {
        if self.takes_single_nodes() {
            1
        } else {
            self.size.budget.max(self.spent / (PART * self.workers))
        }
    }

    /// Whether tasks are single nodes at first.
    pub fn takes_single_nodes(&self) -> bool {
        self.size.budget == 1 || self.size.rollouts
    }

    /// From now on tasks have their usual size.
    pub fn end_rollouts(&mut self) {
        self.size.rollouts = false;
    }

    /// Whether positions come in the order of a best-first search for games with dice.
    pub fn is_best_first(&self) -> bool {
        self.size.at_stake
    }

    /// Whether a position is better expanded than searched: a task is a single node anyway, or
    /// tasks of its ply often take more than their budget, and then the work is lost.
    pub fn prefers_expansion(&mut self, ply: u32) -> bool {
        if self.takes_single_nodes() {
            return true;
        }
        let record = self.record(ply);
        if RARE * record.cut <= record.done {
            return false;
        }
        let expands = record.untried < record.pause;
        if expands {
            record.untried += 1;
        } else {
            record.untried = 0;
            record.pause = (2 * record.pause).min(LONGEST_PAUSE);
        }
        expands
    }

    /// Takes note of a task that ended, within its budget or not.
    pub fn note(&mut self, ply: u32, cut: bool) {
        let record = self.record(ply);
        if cut {
            record.cut += 1;
            record.pause = record.pause.max(TRIED);
        } else {
            record.done += 1;
            record.pause = TRIED;
        }
    }

    fn record(&mut self, ply: u32) -> &mut Record {
        let ply = ply as usize;
        if self.plies.len() <= ply {
            self.plies.resize(ply + 1, Record::default());
        }
        &mut self.plies[ply]
    }

    /// The limits of a task that expands a position. If tasks are single nodes, it goes on down to
    /// a leaf.
    pub fn lend_expansions(&mut self, stop: &Arc<AtomicBool>) -> Option<Limits> {
        self.lend(if self.takes_single_nodes() { LONGEST_ROLLOUT } else { 1 }, stop)
    }

    /// The limits of a task that may take `budget` nodes; nothing if all nodes or leaves are given
    /// away.
    pub fn lend(&mut self, budget: u64, stop: &Arc<AtomicBool>) -> Option<Limits> {
        let part = |left: u64| left.div_ceil(self.workers);
        let nodes = self.left.nodes.map_or(budget, |left| budget.min(part(left)));
        let leaves = self.left.leaves.map(part);
        if nodes == 0 || leaves == Some(0) {
            return None;
        }
        let lent = Counts { nodes, leaves: leaves.unwrap_or(0), ..Counts::default() };
        self.left = self.left.less(&lent, Duration::ZERO);
        // A larger budget takes longer.
        let times = u32::try_from(budget / self.size.budget).unwrap_or(u32::MAX);
        let time = self.size.longest.map(|time| time.saturating_mul(times));
        let limits = Limits::none().nodes(nodes).leaves(leaves).time(time);
        Some(limits.memory(self.size.memory).stop(Arc::clone(stop)))
    }

    /// Takes note of what a task has spent, and takes back the rest.
    pub fn take_back(&mut self, lent: &Limits, spent: &Counts) {
        let back = |left: &mut Option<u64>, lent: Option<u64>, spent: u64| {
            if let (Some(left), Some(lent)) = (left, lent) {
                *left += lent.saturating_sub(spent);
            }
        };
        back(&mut self.left.nodes, lent.nodes, spent.nodes);
        back(&mut self.left.leaves, lent.leaves, spent.leaves);
        self.spent += spent.nodes;
        if self.usual_budget() >= 2 * self.judged {
            // What was too large need not be now.
            self.judged = self.usual_budget();
            self.plies.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How often a task is tried among this many positions of ply 3, if every one exceeds its
    /// budget.
    fn tried(allotment: &mut Allotment, positions: u32) -> u32 {
        let mut tried = 0;
        for _ in 0..positions {
            if !allotment.prefers_expansion(3) {
                allotment.note(3, true);
                tried += 1;
            }
        }
        tried
    }

    #[test]
    fn tasks_that_were_always_too_large_are_tried_ever_less_often() {
        let size = Size { memory: 0, budget: 100, longest: None, at_stake: false, rollouts: false };
        let mut allotment = Allotment::new(size, Limits::none(), 2);
        // The first one, and after 16, 32, 64 and so on: 16 * (2^9 - 1) + 10 is less than 10,000.
        assert_eq!(tried(&mut allotment, 10_000), 10);
        // Other plies are another matter.
        assert!(!allotment.prefers_expansion(4));
        // One that is done makes them worth trying again, if only now and then.
        allotment.note(3, false);
        assert_eq!(tried(&mut allotment, 17 + 33), 2);
        // If most are done, so are the next ones.
        (0..100).for_each(|_| allotment.note(3, false));
        assert!(!allotment.prefers_expansion(3));
    }

    #[test]
    fn tasks_grow_with_the_search_and_what_was_too_large_is_tried_again() {
        let size = Size { memory: 0, budget: 100, longest: None, at_stake: false, rollouts: false };
        let mut allotment = Allotment::new(size, Limits::none(), 2);
        let lent = Limits::none();
        let spend = |allotment: &mut Allotment, nodes| {
            allotment.take_back(&lent, &Counts { nodes, ..Counts::default() })
        };
        tried(&mut allotment, 1);
        spend(&mut allotment, 199 * 2 * PART);
        assert_eq!((allotment.usual_budget(), allotment.prefers_expansion(3)), (199, true));
        spend(&mut allotment, 2 * PART);
        assert_eq!((allotment.usual_budget(), allotment.prefers_expansion(3)), (200, false));
        // Single nodes remain single nodes.
        let mut allotment = Allotment::new(Size { budget: 1, ..size }, Limits::none(), 2);
        spend(&mut allotment, 200 * 2 * PART);
        assert_eq!(allotment.usual_budget(), 1);
    }
}
