//! The time before helpers come: is it worth starting them, and how long do nodes take?

use std::time::{Duration, Instant};

/// A search that ends within this time gets no helpers.
const SHORT: Duration = Duration::from_millis(2);

/// The same where nodes take longer than [`COSTLY`]: helpers mostly repeat what was searched alone,
/// so the sooner they come the better.
const SHORT_IF_COSTLY: Duration = Duration::from_millis(1);
const COSTLY: Duration = Duration::from_nanos(1500);

/// Nodes are judged by at least this many looks at the clock, since a single pause, such as a page
/// fault or another process, has nothing to do with the nodes. After [`TOO_LONG`] helpers come
/// anyway.
const LOOKS: u32 = 3;
const TOO_LONG: Duration = Duration::from_millis(50);

/// How a search gets on by one thread.
pub(crate) struct Solo {
    since: Instant,
    is_over: bool,
    /// The latest look at the clock, and the nodes until then.
    looked_at: Instant,
    nodes: u64,
    /// How many looks there were, and how many of the latest in a row found that nodes take long.
    looks: u32,
    costly: u32,
    /// The nodes between the latest looks, and how long they took.
    latest: (u64, Duration),
    /// Whether helpers come at once.
    hurries: bool,
}

impl Solo {
    /// Begins now, when the walk has made this many nodes. In builds with debug assertions helpers
    /// come at once, so that even small tests use threads.
    pub fn new(nodes: u64) -> Solo {
        let now = Instant::now();
        Solo {
            since: now,
            is_over: false,
            looked_at: now,
            nodes,
            looks: 0,
            costly: 0,
            latest: (0, Duration::ZERO),
            hurries: cfg!(debug_assertions),
        }
    }

    /// Takes note of a look at the clock after this many nodes. Returns whether the search has
    /// taken so long that helpers would save more time than starting them takes.
    pub fn deserves_help(&mut self, now: Instant, nodes: u64) -> bool {
        if self.is_over {
            return false;
        }
        let more = nodes - self.nodes;
        if more > 0 {
            let took = now.saturating_duration_since(self.looked_at);
            let costly = took > COSTLY * u32::try_from(more).unwrap_or(u32::MAX);
            self.costly = if costly { self.costly + 1 } else { 0 };
            self.looks += 1;
            self.latest = (more, took);
            (self.looked_at, self.nodes) = (now, nodes);
        }
        let time = now.saturating_duration_since(self.since);
        let known = self.looks >= LOOKS || time >= TOO_LONG;
        let long = time >= SHORT || time >= SHORT_IF_COSTLY && self.is_costly();
        self.hurries || known && long
    }

    /// Helpers have been called, or the search has ended: from now on nothing is judged.
    pub fn end(&mut self) {
        self.is_over = true;
    }

    fn is_costly(&self) -> bool {
        self.costly >= self.looks.min(LOOKS)
    }

    /// How many nodes fit into `time`, judged by the latest ones; `None` if they are costly, so
    /// that the cost of handing out single ones does not matter.
    pub fn nodes_in(&self, time: Duration) -> Option<u64> {
        let (nodes, took) = self.latest;
        let nodes = nodes as f64 * time.as_secs_f64() / took.as_secs_f64();
        (!self.is_costly()).then_some(nodes as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MICROSECOND: Duration = Duration::from_micros(1);

    /// A search alone that looks at the clock after these numbers of nodes and times. Returns when
    /// it deserves help, and how many of its nodes fit into 100 microseconds.
    fn search(looks: impl IntoIterator<Item = (u64, Duration)>) -> (Duration, Option<u64>) {
        let mut solo = Solo { hurries: false, ..Solo::new(7) };
        let (mut now, mut nodes) = (solo.since, 7);
        for (more, took) in looks {
            (nodes, now) = (nodes + more, now + took);
            if solo.deserves_help(now, nodes) {
                solo.end();
                assert!(!solo.deserves_help(now, nodes));
                return (now - solo.since, solo.nodes_in(100 * MICROSECOND));
            }
        }
        panic!("no help");
    }

    #[test]
    fn helpers_come_after_two_milliseconds_or_one_if_nodes_are_costly() {
        // 1, 2, 4 and so on, as the clock is looked at.
        let nodes = |each: Duration| (0..20).map(move |i| (1 << i, (1 << i) * each));
        let (time, pace) = search(nodes(MICROSECOND));
        assert_eq!((time, pace), (2047 * MICROSECOND, Some(100)));
        let (time, pace) = search(nodes(2 * MICROSECOND));
        assert_eq!((time, pace), (1022 * MICROSECOND, None));
        let (time, pace) = search(nodes(10_000 * MICROSECOND));
        assert_eq!((time, pace), (70_000 * MICROSECOND, None));
    }

    #[test]
    fn a_pause_does_not_make_nodes_costly() {
        let pause = 10_000 * MICROSECOND;
        for at in 0..8 {
            let time = |i| if i == at { pause } else { MICROSECOND };
            let (_, pace) = search((0..20).map(|i| (10, time(i))));
            assert!(pace.is_some(), "at {at}");
        }
    }
}
