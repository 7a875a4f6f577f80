//! Watching the limits, so that the usual step costs no more than a decrement.

use std::time::{Duration, Instant};

use crate::counts::Counts;
use crate::limits::Limits;
use crate::outcome::Stop;
use crate::threads::Pool;

/// Watches the limits. The hot path only decrements a fuse; when it runs out, about once a
/// millisecond, the clock, the flag and the exact limits are checked.
#[derive(Debug)]
pub(crate) struct Budget {
    limits: Limits,
    started: Instant,
    /// Steps until the next check.
    fuse: u32,
    /// Steps between two checks when no count is near its limit.
    stride: u32,
    last_look: Instant,
}

/// The time between two looks at the clock, as closely as the stride can be tuned.
const LOOK_EVERY: Duration = Duration::from_millis(1);
const LONGEST_STRIDE: u32 = 1 << 14;

impl Budget {
    pub(crate) fn new(limits: Limits) -> Budget {
        let now = Instant::now();
        Budget { limits, started: now, fuse: 0, stride: 1, last_look: now }
    }

    /// Leaves one of `shares` equal parts of the nodes and leaves that are left, and the rest of a division,
    /// and returns the limits of the other parts.
    pub(crate) fn divide(&mut self, counts: &Counts, shares: u64) -> Limits {
        let part = |limit: &mut Option<u64>, used: u64| {
            let most = limit.as_mut()?;
            let part = most.saturating_sub(used) / shares;
            *most -= (shares - 1) * part;
            Some(part)
        };
        let nodes = part(&mut self.limits.nodes, counts.nodes);
        let leaves = part(&mut self.limits.leaves, counts.leaves);
        self.burn_out();
        Limits::none().nodes(nodes).leaves(leaves)
    }

    /// Returns what is left to a pool, and draws about as much as until the next look from it: from now on, no more
    /// than that may be spent.
    pub(crate) fn draw(&mut self, counts: &Counts, pool: &Pool) {
        let unused =
            |limit: Option<u64>, used: u64| limit.map_or(0, |limit| limit.saturating_sub(used));
        let (nodes, leaves) =
            (unused(self.limits.nodes, counts.nodes), unused(self.limits.leaves, counts.leaves));
        let unused = Counts { nodes, leaves, ..Counts::default() };
        let (nodes, leaves) = pool.exchange(&unused, u64::from(LONGEST_STRIDE));
        self.limits.nodes = nodes.map(|nodes| counts.nodes + nodes);
        self.limits.leaves = leaves.map(|leaves| counts.leaves + leaves);
    }

    /// From now on nothing may be spent but what is drawn from a pool.
    pub(crate) fn draw_only(&mut self, counts: &Counts) {
        self.limits.nodes = self.limits.nodes.map(|_| counts.nodes);
        self.limits.leaves = self.limits.leaves.map(|_| counts.leaves);
        self.burn_out();
    }

    /// The nodes and leaves that are left, if they are limited.
    pub(crate) fn limits_left(&self, counts: &Counts) -> Limits {
        self.limits.less(counts, Duration::ZERO)
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    pub(crate) fn memory(&self) -> usize {
        self.limits.most_memory()
    }

    /// Takes one step from the fuse; false when it is time to [`look`](Budget::look) first, or to
    /// [burn out](Budget::burn_out) again.
    #[inline]
    pub(crate) fn burn(&mut self) -> bool {
        let (rest, spent) = self.fuse.overflowing_sub(1);
        self.fuse = rest;
        !spent
    }

    /// Takes more steps from the fuse: for a step that has made more than one node or leaf, or was
    /// expensive.
    #[inline]
    pub(crate) fn burn_more(&mut self, steps: u32) {
        self.fuse = self.fuse.saturating_sub(steps);
    }

    /// Whether something that takes `work` would end in time.
    pub(crate) fn has_time_for(&self, work: Duration) -> bool {
        self.limits.time.is_none_or(|time| self.elapsed() + work < time)
    }

    /// When the clock was last read.
    pub(crate) fn last_look(&self) -> Instant {
        self.last_look
    }

    /// Makes the next step check the limits.
    pub(crate) fn burn_out(&mut self) {
        self.fuse = 0;
    }

    /// Checks every limit, and lights a new fuse (including the step now asked for) that cannot
    /// overshoot any of them: a step makes at most one node and one leaf.
    pub(crate) fn look(&mut self, counts: &Counts) -> Option<Stop> {
        let (leaves, nodes) = self.left(counts);
        let spent = match () {
            () if leaves == 0 => Some(Stop::Leaves),
            () if nodes == 0 => Some(Stop::Nodes),
            () => None,
        };
        let (now, out_of_time) = self.read_clock();
        let stop = match out_of_time {
            Some(Stop::Interrupted) => out_of_time,
            _ => spent.or(out_of_time),
        };
        // The step that asked has been charged already.
        self.light(now, leaves.min(nodes), 1);
        if stop.is_some() {
            self.burn_out();
        }
        stop
    }

    /// Looks at the clock and the flag for callers that do not take a step: nothing else can stop them.
    pub(crate) fn look_at_clock(&mut self, counts: &Counts) -> Option<Stop> {
        let (leaves, nodes) = self.left(counts);
        let (now, stop) = self.read_clock();
        self.light(now, leaves.min(nodes), 0);
        stop
    }

    /// How many leaves and nodes are left.
    fn left(&self, counts: &Counts) -> (u64, u64) {
        let left =
            |limit: Option<u64>, used: u64| limit.map_or(u64::MAX, |n| n.saturating_sub(used));
        (left(self.limits.leaves, counts.leaves), left(self.limits.nodes, counts.nodes))
    }

    fn read_clock(&self) -> (Instant, Option<Stop>) {
        let now = Instant::now();
        let stop = if self.limits.is_called_off() {
            Some(Stop::Interrupted)
        } else if self.limits.time.is_some_and(|time| now - self.started >= time) {
            Some(Stop::Time)
        } else {
            None
        };
        (now, stop)
    }

    /// Lights a fuse of no more than `most` steps, `paid` of which are charged already.
    fn light(&mut self, now: Instant, most: u64, paid: u32) {
        let pause = now - self.last_look;
        if pause < LOOK_EVERY / 2 {
            self.stride = (self.stride * 2).min(LONGEST_STRIDE);
        } else if pause > LOOK_EVERY * 2 {
            self.stride = (self.stride / 4).max(1);
        }
        self.last_look = now;
        self.fuse = (most.min(u64::from(self.stride)) as u32).saturating_sub(paid);
    }
}
