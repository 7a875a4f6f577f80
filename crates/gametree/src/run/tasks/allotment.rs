//! What tasks may take: a budget that suits the game, and shares of the limits of the whole search.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::Size;
use crate::run::{Counts, Limits};

/// Where more than one task in so many takes more than its budget, all of which is lost, positions are expanded untried...
const RARE: u32 = 3;
/// ...except for every so many.
const TRIED: u32 = 16;

/// How many positions a rollout expands at most.
const LONGEST_ROLLOUT: u64 = 64;

/// What tasks may take.
pub(super) struct Allotment {
    size: Size,
    /// The nodes and leaves that nobody has been given yet, if they are limited.
    left: Limits,
    /// How many search at a time.
    contractors: u64,
    /// How the tasks of every ply went.
    plies: Vec<Record>,
}

/// How the tasks of a ply went.
#[derive(Clone, Copy, Default)]
struct Record {
    /// Those that ended within their budget, and those that did not.
    done: u32,
    cut: u32,
    /// Positions that were expanded untried since the last one that was tried.
    untried: u32,
}

impl Allotment {
    pub fn new(size: Size, left: Limits, contractors: usize) -> Allotment {
        Allotment { size, left, contractors: contractors as u64, plies: Vec::new() }
    }

    /// The budget of a position that has not been searched yet, in nodes.
    pub fn first_budget(&self) -> u64 {
        self.size.budget
    }

    /// Whether a position is better expanded than searched: a task is a single node anyway, or tasks of its ply often
    /// take more than their budget, and then the work is lost.
    pub fn prefers_expansion(&mut self, ply: u32) -> bool {
        if self.size.budget == 1 {
            return true;
        }
        let record = self.record(ply);
        let large = RARE * record.cut > record.done && record.untried < TRIED;
        record.untried = if large { record.untried + 1 } else { 0 };
        large
    }

    /// Takes note of a task that ended, within its budget or not.
    pub fn note(&mut self, ply: u32, cut: bool) {
        let record = self.record(ply);
        if cut {
            record.cut += 1;
        } else {
            record.done += 1;
        }
    }

    fn record(&mut self, ply: u32) -> &mut Record {
        let ply = ply as usize;
        if self.plies.len() <= ply {
            self.plies.resize(ply + 1, Record::default());
        }
        &mut self.plies[ply]
    }

    /// The limits of a task that expands a position. If tasks are single nodes, it goes on down to a leaf.
    pub fn lend_expansions(&mut self, stop: &Arc<AtomicBool>) -> Option<Limits> {
        self.lend(if self.size.budget == 1 { LONGEST_ROLLOUT } else { 1 }, stop)
    }

    /// The limits of a task that may take `budget` nodes; nothing if all nodes or leaves are given away.
    pub fn lend(&mut self, budget: u64, stop: &Arc<AtomicBool>) -> Option<Limits> {
        let part = |left: u64| left.div_ceil(self.contractors);
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

    /// Takes back what a task has not spent.
    pub fn take_back(&mut self, lent: &Limits, spent: &Counts) {
        let back = |left: &mut Option<u64>, lent: Option<u64>, spent: u64| {
            if let (Some(left), Some(lent)) = (left, lent) {
                *left += lent.saturating_sub(spent);
            }
        };
        back(&mut self.left.nodes, lent.nodes, spent.nodes);
        back(&mut self.left.leaves, lent.leaves, spent.leaves);
    }
}
