//! How a record is packed into a word.
//!
//! A key is mixed by a bijection, so that similar positions lie far apart; some of its bits select
//! the bucket, the others are kept in the record. So a record identifies its position exactly, in
//! 38 bits for Connect Four. From the lowest bit on, a word holds `generation | effort | best child
//! | lower | upper | rest of the key`.

use std::ops::RangeInclusive;

use super::record::Record;
use crate::model::{Bounds, Value, WholeBounds};

/// The bits of a generation: the more, the less often a cleared table has to be erased.
const GENERATION_BITS: RangeInclusive<u32> = 4..=10;
const EFFORT_BITS: u32 = 6;
/// The best child is kept if its number is small enough.
const MOST_BEST_BITS: u32 = 6;

/// A record as it is stored.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Word(pub u64);

/// The layout of a word. It does not depend on the number of buckets, so that a record can be moved
/// unchanged when the table grows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    /// Half of the bits of a key, rounded up.
    half: u32,
    /// As many ones as a key has bits.
    keys: u64,
    /// The fewest bits of the key that select the bucket: they are not in the word.
    placed_bits: u32,
    generation_bits: u32,
    best_bits: u32,
    bound_bits: u32,
    /// The position of the rest of the key.
    rest_shift: u32,
    /// The bits of a word that identify its position: the rest of the key and the generation.
    naming: u64,
    /// The bound with code zero.
    floor: f64,
    whole_floor: i32,
}

impl Layout {
    /// The layout for `2^placed_bits` buckets or more; `None` if a record does not fit.
    pub fn new(placed_bits: u32, key_bits: u32, range: Bounds) -> Option<Layout> {
        // Bounds are whole numbers, also where the range ends between two of them.
        let floor = range.lower.get().ceil();
        let width = range.upper.get().floor() - floor;
        if !(placed_bits + 1..=64).contains(&key_bits) || !(0.0..1e9).contains(&width) {
            return None;
        }
        let bound_bits = (width as u64).checked_ilog2().map_or(1, |bits| bits + 1);
        let taken = EFFORT_BITS + 2 * bound_bits + (key_bits - placed_bits);
        let left = 64u32.checked_sub(taken).filter(|left| left >= GENERATION_BITS.start())?;
        let best_bits = (left - GENERATION_BITS.start()).min(MOST_BEST_BITS);
        let generation_bits = (left - best_bits).min(*GENERATION_BITS.end());
        let rest_shift = generation_bits + EFFORT_BITS + best_bits + 2 * bound_bits;
        Some(Layout {
            half: key_bits.div_ceil(2),
            keys: u64::MAX >> (64 - key_bits),
            placed_bits,
            generation_bits,
            best_bits,
            bound_bits,
            rest_shift,
            naming: u64::MAX << rest_shift | ((1 << generation_bits) - 1),
            floor,
            whole_floor: floor as i32,
        })
    }

    /// The fewest buckets, as a power of two.
    pub fn placed_bits(&self) -> u32 {
        self.placed_bits
    }

    /// The generations are numbered from one to this.
    #[inline]
    pub fn last_generation(&self) -> u16 {
        (1 << self.generation_bits) - 1
    }

    /// A bijection of the keys: different keys stay different.
    #[inline]
    pub fn mix(&self, key: u128) -> u64 {
        // Odd factors can be undone, and so can shifts to the right by half of the bits.
        let (mask, half) = (self.keys, self.half);
        let k = (key as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) & mask;
        let k = ((k ^ k >> half).wrapping_mul(0xd6e8_feb8_6659_fd93)) & mask;
        k ^ k >> half
    }

    /// The [naming](Layout::naming) bits of the record of `mixed`.
    #[inline]
    pub fn name(&self, mixed: u64, generation: u16) -> u64 {
        mixed >> self.placed_bits << self.rest_shift | u64::from(generation)
    }

    /// Whether a word of the bucket of a position is its record.
    #[inline]
    pub fn is_named(&self, word: Word, name: u64) -> bool {
        word.0 & self.naming == name
    }

    /// The mixed key of a word in a bucket.
    #[inline]
    pub fn mixed(&self, word: Word, bucket: usize) -> u64 {
        let placed = bucket as u64 & ((1 << self.placed_bits) - 1);
        word.0 >> self.rest_shift << self.placed_bits | placed
    }

    #[inline]
    pub fn generation(&self, word: Word) -> u16 {
        word.0 as u16 & self.last_generation()
    }

    #[inline]
    pub fn effort(&self, word: Word) -> u64 {
        word.0 >> self.generation_bits & ((1 << EFFORT_BITS) - 1)
    }

    /// The record of the position of this name.
    #[inline]
    pub fn pack(&self, name: u64, record: Record, effort: u64) -> Word {
        let bounds = record.bounds;
        let most = (1 << self.bound_bits) - 1;
        // Rounded outward if a bound is not a whole number; a cast saturates at the ends of the
        // range.
        let lower = (bounds.lower.get() - self.floor) as u32;
        let above = bounds.upper.get() - self.floor;
        let upper = (above as u32).saturating_add(u32::from(f64::from(above as u32) < above));
        // All ones: no best child is known, or its number is too large.
        let none = (1 << self.best_bits) - 1;
        let best = record.best.map_or(none, |best| u64::from(best).min(none));
        let word = u64::from(upper.min(most)) << self.bound_bits | u64::from(lower.min(most));
        let word = (word << self.best_bits | best) << EFFORT_BITS | effort;
        Word(name | word << self.generation_bits)
    }

    /// The same for a record without a best child, whose bounds are whole numbers within the range.
    #[inline(always)]
    pub fn pack_whole(&self, name: u64, bounds: WholeBounds, effort: u64) -> Word {
        // Only a game that contradicts itself states bounds that must be cut to size.
        let most = (1 << self.bound_bits) - 1;
        let code = |bound: i32| u64::from(bound.wrapping_sub(self.whole_floor) as u32).min(most);
        let none = (1 << self.best_bits) - 1;
        let word = code(bounds.upper) << self.bound_bits | code(bounds.lower);
        let word = (word << self.best_bits | none) << EFFORT_BITS | effort;
        Word(name | word << self.generation_bits)
    }

    /// The bounds of a record, as whole numbers.
    #[inline(always)]
    pub fn whole_bounds(&self, word: Word) -> WholeBounds {
        let word = word.0 >> (self.generation_bits + EFFORT_BITS + self.best_bits);
        let most = (1 << self.bound_bits) - 1;
        let bound = |code: u64| self.whole_floor.wrapping_add((code & most) as i32);
        WholeBounds { lower: bound(word), upper: bound(word >> self.bound_bits) }
    }

    #[inline]
    pub fn unpack(&self, word: Word) -> Record {
        let word = word.0 >> (self.generation_bits + EFFORT_BITS);
        let none = (1 << self.best_bits) - 1;
        let best = word & none;
        let word = word >> self.best_bits;
        let most = (1 << self.bound_bits) - 1;
        let bound = |code: u64| {
            let above = f64::from((code & most) as u32);
            Value::new(self.floor + above).expect("the ends of the range are numbers")
        };
        let (lower, upper) = (bound(word), bound(word >> self.bound_bits));
        Record { bounds: Bounds { lower, upper }, best: (best != none).then_some(best as u16) }
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
        for key_bits in [2, 3, 7, 16] {
            let layout = Layout::new(1, key_bits, range(0, 1)).unwrap();
            let mut seen = vec![false; 1 << key_bits];
            for key in 0..1u128 << key_bits {
                let mixed = layout.mix(key) as usize;
                assert!(!std::mem::replace(&mut seen[mixed], true), "{key_bits} bits, key {key}");
            }
        }
    }

    /// Those who read whole numbers and those who read floats read the same.
    #[test]
    fn a_range_may_end_between_two_whole_numbers() {
        for (lower, upper) in [(-2.5, 3.5), (0.5, 3.5), (-3.5, -0.5), (-2.0, 3.0), (1.2, 2.9)] {
            let layout = Layout::new(11, 49, Bounds::between(lower, upper)).unwrap();
            for value in lower.ceil() as i32..=upper.floor() as i32 {
                let bounds = WholeBounds::point(value);
                let word = layout.pack_whole(layout.name(layout.mix(7), 3), bounds, 5);
                assert_eq!(layout.unpack(word).bounds, range(value, value), "{lower} .. {upper}");
            }
        }
    }

    #[test]
    fn a_word_holds_what_was_put_in() {
        for placed_bits in [11, 21] {
            let layout = Layout::new(placed_bits, 49, range(-18, 18)).unwrap();
            for (lower, upper, best) in [(-18, 18, None), (-3, -3, Some(0)), (0, 18, Some(6))] {
                let record = Record { bounds: range(lower, upper), best };
                let mixed = layout.mix(12_345);
                let word = layout.pack(layout.name(mixed, 3), record, 5);
                assert_eq!(layout.unpack(word), record);
                assert_eq!((layout.effort(word), layout.generation(word)), (5, 3));
                // In any bucket where it can be.
                for bucket_bits in [placed_bits, placed_bits + 3] {
                    let bucket = mixed as usize & ((1 << bucket_bits) - 1);
                    assert_eq!(layout.mixed(word, bucket), mixed);
                }
                for generation in [3, 4] {
                    let named = layout.is_named(word, layout.name(mixed, generation));
                    assert_eq!(named, generation == 3);
                }
            }
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        assert!(Layout::new(15, 65, range(0, 1)).is_none());
        assert!(Layout::new(15, 64, range(0, 1)).is_some());
        assert!(Layout::new(5, 64, range(-10_000, 10_000)).is_none());
        assert!(Layout::new(5, 20, Bounds::UNBOUNDED).is_none());
        assert!(Layout::new(20, 20, range(0, 1)).is_none());
    }
}
