//! Words in buckets, each of which lies in one cache line.

use std::sync::atomic::{AtomicU64, Ordering};

use bytemuck::allocation::try_zeroed_vec;

/// Words per bucket.
pub(super) const BUCKET: usize = 4;
/// A bucket lies in one cache line if the first one starts at a multiple of this.
const LINE_BYTES: usize = 64;
/// From this many bytes on, huge pages are asked for.
const LARGE: usize = 8 << 20;

/// Buckets of words, all of them zero at first.
#[derive(Debug)]
pub(super) struct Buckets {
    words: Vec<AtomicU64>,
    /// The first word that starts a cache line.
    start: usize,
}

impl Buckets {
    /// `2^bits` buckets; `None` if their memory cannot be allocated.
    pub fn new(bits: u32) -> Option<Buckets> {
        let words = try_zeroed_vec::<AtomicU64>((BUCKET << bits) + LINE_BYTES / 8).ok()?;
        if words.len() * 8 > LARGE {
            gametree_machine::advise_huge_pages(&words);
        }
        let start = words.as_ptr().align_offset(LINE_BYTES).min(LINE_BYTES / 8);
        Some(Buckets { words, start })
    }

    pub fn bytes(&self) -> usize {
        self.words.len() * 8
    }

    /// The number of the first word of the bucket of a position, if `2^bits` buckets are in use.
    #[inline(always)]
    fn first(&self, mixed: u64, bits: u32) -> usize {
        self.start + BUCKET * (mixed as usize & ((1 << bits) - 1))
    }

    /// The bucket of a position, if `2^bits` buckets are in use.
    #[inline(always)]
    pub fn get(&self, mixed: u64, bits: u32) -> &[AtomicU64] {
        let first = self.first(mixed, bits);
        &self.words[first..first + BUCKET]
    }

    /// Asks the processor to load that bucket.
    #[inline(always)]
    pub fn prefetch(&self, mixed: u64, bits: u32) {
        gametree_machine::prefetch(&self.words, self.first(mixed, bits));
    }

    /// Erases the first `2^bits` buckets.
    pub fn erase(&self, bits: u32) {
        let used = self.start..self.start + (BUCKET << bits);
        self.words[used].iter().for_each(|word| word.store(0, Ordering::Relaxed));
    }
}
