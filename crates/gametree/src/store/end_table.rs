//! A small table for positions near the end of the game, which stays in the cache of a core.

use std::sync::atomic::AtomicU64;

use super::buckets::{BUCKET, Buckets};

/// The number of buckets, as a power of two: a megabyte.
pub(super) const BUCKETS: u32 = 15;

/// One position in 32 stays in the large table, so that the two can be compared: the exponent of
/// that power of two.
const SAMPLE: u32 = 5;

/// The tables are compared whenever such positions have been looked up this many times more.
const ENOUGH: u64 = 1 << 15;

/// If this share of all look-ups fails only because the table is small, searching those positions
/// again takes longer than waiting for memory. It is about 0.1 in Connect Four, and 0.3 where
/// transpositions abound (`mnk:5,5,4`).
const TOO_MANY: f64 = 0.2;

/// In which table the record of a position is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Large,
    End,
    /// In the large one, though it is near the end.
    Sample,
}

/// The table of a thread.
#[derive(Debug)]
pub(super) struct EndTable {
    buckets: Buckets,
    late: Tally,
    sample: Tally,
}

/// How often positions were looked up, and found.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    looked_up: u64,
    found: u64,
}

impl Tally {
    #[inline(always)]
    fn note(&mut self, found: bool) {
        self.looked_up += 1;
        self.found += u64::from(found);
    }

    fn share(self) -> f64 {
        self.found as f64 / self.looked_up.max(1) as f64
    }
}

impl EndTable {
    /// The bytes of one.
    pub const BYTES: usize = (BUCKET * size_of::<AtomicU64>()) << BUCKETS;

    /// An empty one; `None` if there is no memory, or if its records would not identify their
    /// positions: they lack `placed_bits` bits of the key, which the number of the bucket must
    /// supply.
    pub fn new(placed_bits: u32) -> Option<EndTable> {
        if placed_bits > BUCKETS {
            return None;
        }
        let buckets = Buckets::new(BUCKETS)?;
        Some(EndTable { buckets, late: Tally::default(), sample: Tally::default() })
    }

    pub fn bytes(&self) -> usize {
        self.buckets.bytes()
    }

    /// Where the record of a position near the end is.
    #[inline(always)]
    pub fn side(mixed: u64) -> Side {
        let scattered = mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        if scattered >> (64 - SAMPLE) == 0 { Side::Sample } else { Side::End }
    }

    #[inline(always)]
    pub fn bucket(&self, mixed: u64) -> &[AtomicU64] {
        self.buckets.get(mixed, BUCKETS)
    }

    /// Takes note that a position was looked up; returns whether it is time to
    /// [judge](EndTable::is_worth_it).
    #[inline(always)]
    pub fn note(&mut self, side: Side, found: bool) -> bool {
        match side {
            Side::Large => false,
            Side::End => {
                self.late.note(found);
                false
            }
            Side::Sample => {
                self.sample.note(found);
                self.sample.looked_up % ENOUGH == 0
            }
        }
    }

    /// Whether it finds nearly as many of the positions looked up as the large table does.
    #[cold]
    pub fn is_worth_it(&self) -> bool {
        self.sample.share() - self.late.share() <= TOO_MANY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_that_forgets_too_much_is_given_up() {
        for (forgotten, worth_it) in [(0, true), (1, true), (3, false), (10, false)] {
            let mut table = EndTable::new(11).unwrap();
            let mut looks = 0;
            // Of ten positions the large table finds five.
            while !table.note(Side::Sample, looks % 10 < 5) {
                table.note(Side::End, looks % 10 < 5 - forgotten.min(5));
                looks += 1;
            }
            assert_eq!(table.is_worth_it(), worth_it, "{forgotten} of ten are forgotten");
        }
        assert!(EndTable::new(BUCKETS + 1).is_none(), "its records would not name their positions");
    }

    #[test]
    fn a_few_positions_stay_in_the_large_table() {
        let sampled =
            (0..32_000u64).filter(|&key| EndTable::side(key << 20) == Side::Sample).count();
        assert!((700..1_300).contains(&sampled), "{sampled}");
    }
}
