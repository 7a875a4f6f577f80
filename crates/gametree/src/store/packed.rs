//! Records of eight bytes, for games with small keys and few values.
//!
//! A key is mixed by a bijection, so that similar positions lie far apart; some of its bits say in
//! which bucket a record lies, the others are kept in the record. So a record names its position
//! exactly, in 28 bits for Connect Four and 64 MiB. From the lowest bit on, a word holds
//! `generation | work | best child | lower | upper | rest of the key`.

use std::sync::atomic::{AtomicU64, Ordering};

use zerocopy::FromZeros;

use super::record::{Record, effort};
use crate::model::{Bounds, Value};

/// Records that share one place; one of them makes room for a new one.
const BUCKET: usize = 4;
/// A bucket lies in one cache line if the first one starts at a multiple of this.
const LINE_BYTES: usize = 64;
/// How many bits a generation takes: the more, the less often a cleared table has to be erased.
const GENERATION_BITS: std::ops::RangeInclusive<u32> = 4..=10;
const WORK_BITS: u32 = 6;
/// The best child is kept if its number is small enough.
const MOST_BEST_BITS: u32 = 6;

/// A table of words.
#[derive(Debug)]
pub(super) struct Packed {
    words: Vec<AtomicU64>,
    /// The first word that starts a cache line.
    start: usize,
    key_bits: u32,
    bucket_bits: u32,
    generation_bits: u32,
    best_bits: u32,
    bound_bits: u32,
    /// What the bound of code nought is.
    floor: f64,
}

impl Packed {
    /// A table of at most `bytes`; nothing if records do not fit into words or the memory is not to
    /// be had.
    pub fn new(bytes: usize, key_bits: u32, range: Bounds) -> Option<Packed> {
        let width = range.upper.get() - range.lower.get();
        if !(1..=64).contains(&key_bits) || !(0.0..1e9).contains(&width) {
            return None;
        }
        let buckets = (bytes.checked_sub(LINE_BYTES)? / (BUCKET * 8)).checked_ilog2()?;
        // No more than there are keys, and at least one bit of the key is left for the record.
        let bucket_bits = buckets.min(key_bits - 1);
        let bound_bits = (width as u64).checked_ilog2().map_or(1, |bits| bits + 1);
        let taken = WORK_BITS + 2 * bound_bits + (key_bits - bucket_bits);
        let left = 64u32.checked_sub(taken).filter(|left| left >= GENERATION_BITS.start())?;
        let best_bits = (left - GENERATION_BITS.start()).min(MOST_BEST_BITS);
        let generation_bits = (left - best_bits).min(*GENERATION_BITS.end());
        let words = AtomicU64::new_vec_zeroed((BUCKET << bucket_bits) + LINE_BYTES / 8).ok()?;
        let start = words.as_ptr().align_offset(LINE_BYTES).min(LINE_BYTES / 8);
        let floor = range.lower.get();
        Some(Packed {
            words,
            start,
            key_bits,
            bucket_bits,
            generation_bits,
            best_bits,
            bound_bits,
            floor,
        })
    }

    /// The generations are numbered from one to this.
    #[inline]
    pub fn last_generation(&self) -> u16 {
        (1 << self.generation_bits) - 1
    }

    pub fn bytes(&self) -> usize {
        self.words.len() * 8
    }

    pub fn erase(&mut self) {
        self.words.iter_mut().for_each(|word| *word.get_mut() = 0);
    }

    /// A bijection of the keys: no two keys become the same.
    #[inline]
    pub fn mix(&self, key: u128) -> u64 {
        let (bits, mask) = (self.key_bits, u64::MAX >> (64 - self.key_bits));
        // Odd factors and shifts to the right can be undone.
        let half = bits.div_ceil(2);
        let k = (key as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) & mask;
        let k = ((k ^ k >> half).wrapping_mul(0xd6e8_feb8_6659_fd93)) & mask;
        k ^ k >> half
    }

    #[inline]
    fn bucket(&self, mixed: u64) -> &[AtomicU64] {
        let first = self.start + BUCKET * (mixed & ((1 << self.bucket_bits) - 1)) as usize;
        &self.words[first..first + BUCKET]
    }

    #[inline]
    fn rest(&self, mixed: u64) -> u64 {
        mixed >> self.bucket_bits
    }

    #[inline]
    fn rest_shift(&self) -> u32 {
        self.generation_bits + WORK_BITS + self.best_bits + 2 * self.bound_bits
    }

    #[inline]
    fn is_of(&self, word: u64, rest: u64, generation: u16) -> bool {
        word >> self.rest_shift() == rest && self.generation(word) == generation
    }

    #[inline]
    fn generation(&self, word: u64) -> u16 {
        word as u16 & self.last_generation()
    }

    #[inline]
    fn work(&self, word: u64) -> u64 {
        word >> self.generation_bits & ((1 << WORK_BITS) - 1)
    }

    /// What is remembered of a position.
    #[inline]
    pub fn find(&self, mixed: u64, generation: u16) -> Option<Record> {
        let rest = self.rest(mixed);
        let words = self.bucket(mixed).iter().map(|word| word.load(Ordering::Relaxed));
        let mut found = words.filter(|&word| self.is_of(word, rest, generation));
        found.next().map(|word| self.unpack(word))
    }

    /// Remembers a position by the intersection with what was known; a new one takes the place of a
    /// void record or else of the one with the least work.
    pub fn tighten(&self, mixed: u64, generation: u16, record: Record, work: u64) {
        let rest = self.rest(mixed);
        let bucket = self.bucket(mixed);
        let mut victim = (&bucket[0], u64::MAX);
        for word in bucket {
            let old = word.load(Ordering::Relaxed);
            if self.is_of(old, rest, generation) {
                let record = self.unpack(old).tightened(record);
                let work = effort(work).max(self.work(old));
                word.store(self.pack(rest, generation, record, work), Ordering::Relaxed);
                return;
            }
            let void = self.generation(old) != generation;
            let worth = if void { 0 } else { 1 + self.work(old) };
            if worth < victim.1 {
                victim = (word, worth);
            }
        }
        victim.0.store(self.pack(rest, generation, record, effort(work)), Ordering::Relaxed);
    }

    fn pack(&self, rest: u64, generation: u16, record: Record, work: u64) -> u64 {
        let bounds = record.bounds;
        let most = (1 << self.bound_bits) - 1;
        // Rounded outward, should a bound not be a whole number; beyond the range a cast stays at its
        // end.
        let lower = (bounds.lower.get() - self.floor) as u64;
        let above = bounds.upper.get() - self.floor;
        let upper =
            (above as u64).saturating_add(u64::from((above as u64 as f64) < above)).min(most);
        // All ones: no best child is known, or its number is too large.
        let none = (1 << self.best_bits) - 1;
        let best = record.best.map_or(none, |best| u64::from(best).min(none));
        let word = rest << self.bound_bits | upper;
        let word = word << self.bound_bits | lower.min(most);
        let word = word << self.best_bits | best;
        (word << WORK_BITS | work) << self.generation_bits | u64::from(generation)
    }

    #[inline]
    fn unpack(&self, word: u64) -> Record {
        let word = word >> (self.generation_bits + WORK_BITS);
        let none = (1 << self.best_bits) - 1;
        let best = word & none;
        let word = word >> self.best_bits;
        let most = (1 << self.bound_bits) - 1;
        let bound = |code: u64| {
            Value::new(self.floor + code as f64).expect("the ends of the range are numbers")
        };
        let bounds =
            Bounds { lower: bound(word & most), upper: bound(word >> self.bound_bits & most) };
        Record { bounds, best: (best != none).then_some(best as u16) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(lower: i32, upper: i32) -> Bounds {
        Bounds::new(lower.into(), upper.into()).unwrap()
    }

    #[test]
    fn mixing_loses_nothing() {
        for key_bits in [1, 2, 3, 7, 16] {
            let table = Packed::new(1 << 10, key_bits, range(0, 1)).unwrap();
            let mut seen = vec![false; 1 << key_bits];
            for key in 0..1u128 << key_bits {
                let mixed = table.mix(key) as usize;
                assert!(!std::mem::replace(&mut seen[mixed], true), "{key_bits} bits, key {key}");
            }
        }
    }

    #[test]
    fn a_word_holds_what_was_put_in() {
        let table = Packed::new(1 << 20, 49, range(-18, 18)).unwrap();
        for (lower, upper, best) in [(-18, 18, None), (-3, -3, Some(0)), (0, 18, Some(6))] {
            let record = Record { bounds: range(lower, upper), best };
            let mixed = table.mix(12_345);
            assert_eq!(table.unpack(table.pack(7, 3, record, 5)), record);
            assert!(table.find(mixed, 1).is_none());
        }
    }

    #[test]
    fn keys_that_do_not_fit_are_refused() {
        assert!(Packed::new(1 << 20, 65, range(0, 1)).is_none());
        assert!(Packed::new(1 << 20, 64, range(0, 1)).is_some());
        assert!(Packed::new(1 << 10, 64, range(-10_000, 10_000)).is_none());
        assert!(Packed::new(1 << 20, 20, Bounds::UNBOUNDED).is_none());
        assert!(Packed::new(64, 20, range(0, 1)).is_none());
    }

    #[test]
    fn no_two_positions_are_mistaken_for_each_other() {
        // More keys than records: whatever is found was stored for that very key.
        let table = Packed::new(1 << 10, 12, range(0, 4_095)).unwrap();
        for key in 0..4_096u128 {
            let bounds = Bounds::point(Value::from(key as i32));
            table.tighten(table.mix(key), 1, Record { bounds, best: None }, key as u64);
        }
        let mut found = 0;
        for key in 0..4_096u128 {
            if let Some(record) = table.find(table.mix(key), 1) {
                assert_eq!(record.bounds, Bounds::point(Value::from(key as i32)));
                found += 1;
            }
        }
        assert!((64..=128).contains(&found), "{found}");
    }
}
