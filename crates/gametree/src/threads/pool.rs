//! Nodes and leaves that several threads draw from, so that together they keep to a limit exactly.

use std::sync::{Mutex, PoisonError};

use crate::counts::Counts;
use crate::limits::Limits;

/// What is left of the limits on nodes and leaves.
#[derive(Debug)]
pub(crate) struct Pool {
    left: Mutex<Limits>,
    /// How many threads draw from it.
    threads: u64,
}

impl Pool {
    /// Nothing if neither nodes nor leaves are limited.
    pub fn of(left: Limits, threads: usize) -> Option<Pool> {
        let limited = left.nodes.is_some() || left.leaves.is_some();
        limited.then(|| Pool { left: Mutex::new(left), threads: threads as u64 })
    }

    /// Takes back what a thread has not used, and gives it a part of what is left: `wanted` nodes
    /// and leaves, or less if there are few. Where the limit is not one of the two, there is no
    /// limit on what is given.
    pub fn exchange(&self, unused: &Counts, wanted: u64) -> (Option<u64>, Option<u64>) {
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        let give = |left: &mut Option<u64>, unused: u64| {
            let left = left.as_mut()?;
            *left += unused;
            // The others shall have something to do, too.
            let given = wanted.min(left.div_ceil(2 * self.threads));
            *left -= given;
            Some(given)
        };
        let Limits { nodes, leaves, .. } = &mut *left;
        (give(nodes, unused.nodes), give(leaves, unused.leaves))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_given_than_there_is() {
        let pool = Pool::of(Limits::none().nodes(1000), 3).unwrap();
        let (mut spent, mut unused) = (0, 0);
        loop {
            let (nodes, leaves) = pool.exchange(&Counts { nodes: unused, ..Counts::default() }, 64);
            let given = nodes.unwrap();
            assert!(leaves.is_none() && given <= 64);
            if given == 0 {
                break;
            }
            // A third is not used.
            unused = given / 3;
            spent += given - unused;
        }
        assert_eq!(spent, 1000);
        assert!(Pool::of(Limits::none(), 2).is_none());
    }
}
