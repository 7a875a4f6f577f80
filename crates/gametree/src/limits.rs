//! What a search may spend.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::counts::Counts;

/// The budget of a search. Without limits it runs until the question is answered.
///
/// ```
/// use std::time::Duration;
/// use gametree::Limits;
///
/// let limits = Limits::none().time(Duration::from_secs(5)).memory(1 << 30);
/// assert_eq!(limits.nodes, None);
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Limits {
    /// The largest number of leaves.
    pub leaves: Option<u64>,
    /// The largest number of nodes.
    pub nodes: Option<u64>,
    /// The longest wall time.
    pub time: Option<Duration>,
    /// The most bytes for everything the search stores, its path included. The call stack of
    /// path-only rollouts counts by an estimate, that of recursive searches does not count.
    pub memory: Option<usize>,
    /// The limit for trees and other structures that grow if [`memory`](Limits::memory) is not set. Unlike
    /// `memory` it does not determine the size of a table.
    pub ceiling: Option<usize>,
    /// A flag that another thread sets to stop the search.
    pub stop: Option<Arc<AtomicBool>>,
    /// A second one, for whoever watches the search and has seen enough.
    pub(crate) enough: Option<Arc<AtomicBool>>,
}

impl Limits {
    /// No limits.
    pub fn none() -> Limits {
        Limits::default()
    }

    /// Limits the number of leaves.
    #[must_use]
    pub fn leaves(self, leaves: impl Into<Option<u64>>) -> Limits {
        Limits { leaves: leaves.into(), ..self }
    }

    /// Limits the number of nodes.
    #[must_use]
    pub fn nodes(self, nodes: impl Into<Option<u64>>) -> Limits {
        Limits { nodes: nodes.into(), ..self }
    }

    /// Limits the wall time.
    #[must_use]
    pub fn time(self, time: impl Into<Option<Duration>>) -> Limits {
        Limits { time: time.into(), ..self }
    }

    /// Limits the memory, in bytes.
    #[must_use]
    pub fn memory(self, memory: impl Into<Option<usize>>) -> Limits {
        Limits { memory: memory.into(), ..self }
    }

    /// Limits structures that grow, if `memory` is not set.
    #[must_use]
    pub fn ceiling(self, ceiling: impl Into<Option<usize>>) -> Limits {
        Limits { ceiling: ceiling.into(), ..self }
    }

    /// The limit in bytes for structures that grow.
    pub(crate) fn most_memory(&self) -> usize {
        self.memory.or(self.ceiling).unwrap_or(usize::MAX)
    }

    /// Stops the search when this flag is set.
    #[must_use]
    pub fn stop(self, stop: impl Into<Option<Arc<AtomicBool>>>) -> Limits {
        Limits { stop: stop.into(), ..self }
    }

    /// Whether leaves, nodes or time are limited, so that a search that proves nothing ends.
    pub fn are_set(&self) -> bool {
        self.leaves.is_some() || self.nodes.is_some() || self.time.is_some()
    }

    /// A share of these limits, from 0 to 1. Memory is not divided.
    #[must_use]
    pub fn part(&self, part: f64) -> Limits {
        let of = |count: u64| (count as f64 * part) as u64;
        Limits {
            leaves: self.leaves.map(of),
            nodes: self.nodes.map(of),
            time: self.time.map(|time| time.mul_f64(part)),
            ..self.clone()
        }
    }

    /// The limits left after a search has spent `spent` in `elapsed`.
    pub(crate) fn less(&self, spent: &Counts, elapsed: Duration) -> Limits {
        Limits {
            leaves: self.leaves.map(|n| n.saturating_sub(spent.leaves)),
            nodes: self.nodes.map(|n| n.saturating_sub(spent.nodes)),
            time: self.time.map(|t| t.saturating_sub(elapsed)),
            memory: self.memory,
            ceiling: self.ceiling,
            stop: self.stop.clone(),
            enough: self.enough.clone(),
        }
    }

    /// Whether somebody has stopped the search.
    pub(crate) fn is_called_off(&self) -> bool {
        let is_set = |flag: &Option<Arc<AtomicBool>>| {
            flag.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
        };
        is_set(&self.stop) || is_set(&self.enough)
    }
}

/// A limit on the wall time alone.
impl From<Duration> for Limits {
    fn from(time: Duration) -> Limits {
        Limits::none().time(time)
    }
}
