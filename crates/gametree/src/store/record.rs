//! The record of a position in a table.

use crate::model::Bounds;

/// The record of one position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Record {
    pub bounds: Bounds,
    /// The number of the child that was best.
    pub best: Option<u16>,
}

impl Record {
    /// The intersection of both records, with the later best child if it has one.
    pub fn tightened(self, later: Record) -> Record {
        Record { bounds: self.bounds.intersect(later.bounds), best: later.best.or(self.best) }
    }
}

/// Work on a scale of 64 steps, two for each doubling.
#[inline(always)]
pub(super) fn effort(work: u64) -> u64 {
    match work.checked_ilog2() {
        None | Some(0) => work,
        Some(bits) => (u64::from(2 * bits) | work >> (bits - 1) & 1).min(63),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_work_is_never_less_effort() {
        let works = [0, 1, 2, 3, 4, 5, 6, 8, 12, 100, 1_000, 1 << 30, 1 << 31, 1 << 40, u64::MAX];
        let efforts = works.map(effort);
        assert!(efforts.is_sorted(), "{efforts:?}");
        assert_eq!((efforts[0], efforts[14]), (0, 63));
    }
}
