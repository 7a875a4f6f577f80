//! The numbers of positions, as far as they are stored.

use std::slice::ChunksExact;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};

use bytemuck::allocation::try_zeroed_vec;

use super::numbers::{NEVER, Numbers};
use crate::model::Key;

/// The name of a position in the guide: from its key, or from the path to it.
pub(super) fn name(key: Option<Key>, parent: u64, index: usize) -> u64 {
    let code = match key {
        Some(Key::Exact(key) | Key::Hash(key)) => key as u64 ^ (key >> 64) as u64,
        None => parent.wrapping_add(index as u64 + 1),
    };
    let code = (code ^ code >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    code ^ code >> 32
}

/// An entry are two words: the numbers, packed, and a name, mixed with the numbers. So an entry that two threads wrote
/// at the same time is mostly recognised as nobody's; and where it is not, it costs time, never truth.
const WORDS: usize = 2;

/// Entries of the same bucket lie in one line of the processor's cache.
const BUCKET: usize = 4;
const LINE: usize = BUCKET * WORDS * size_of::<u64>();

/// The buckets of a new guide, as a power of two. There are eight times as many whenever half of the entries are in
/// use: so a short search touches no page that it does not fill.
const FIRST_BITS: u32 = 11;
const MORE_BITS: u32 = 3;

/// The numbers of positions, which threads share without locks. It may forget anything.
#[derive(Debug)]
pub(super) struct Guide {
    words: Vec<AtomicU64>,
    /// The first word that starts a cache line.
    start: usize,
    /// How many buckets are in use, and how many there may be, as powers of two.
    bits: AtomicU32,
    most_bits: u32,
    used: AtomicUsize,
    /// Whether a thread is moving entries to new buckets.
    grows: AtomicBool,
}

impl Guide {
    /// An empty guide of at most this many bytes, plus a cache line.
    pub fn new(bytes: usize) -> Guide {
        let most_bits = (bytes / LINE).max(1).ilog2();
        let words = |bits: u32| try_zeroed_vec(((BUCKET * WORDS) << bits) + LINE / 8).ok();
        // Less will do, too; and as much again must be left for whatever else needs memory.
        let possible = |bits| words(bits).and(Some((words(bits)?, bits)));
        let (words, most_bits): (Vec<AtomicU64>, u32) =
            (0..=most_bits).rev().find_map(possible).expect("memory for a cache line");
        // Any other place is right, too.
        let start = words.as_ptr().align_offset(LINE).min(LINE / 8);
        Guide {
            words,
            start,
            bits: AtomicU32::new(FIRST_BITS.min(most_bits)),
            most_bits,
            used: AtomicUsize::new(0),
            grows: AtomicBool::new(false),
        }
    }

    /// The bytes in use: the system gives the others when they are.
    pub fn bytes(&self) -> usize {
        LINE << self.bits.load(Ordering::Relaxed)
    }

    /// Where the bucket of a name begins.
    #[inline]
    fn place(&self, name: u64) -> usize {
        let bits = self.bits.load(Ordering::Relaxed);
        self.start + (name as usize & ((1 << bits) - 1)) * BUCKET * WORDS
    }

    #[inline]
    fn bucket(&self, name: u64) -> ChunksExact<'_, AtomicU64> {
        let place = self.place(name);
        self.words[place..place + BUCKET * WORDS].chunks_exact(WORDS)
    }

    /// Announces that the numbers of a position will be asked for.
    #[inline]
    pub fn prefetch(&self, name: u64) {
        gametree_machine::prefetch(&self.words, self.place(name));
    }

    /// The numbers of a position, if they are known.
    #[inline]
    pub fn of(&self, name: u64) -> Option<Numbers> {
        let mut found = self.bucket(name).map(read);
        let (_, packed) = found.find(|&(of, packed)| of == name && packed != 0)?;
        Some(Numbers { proof: (packed >> 32) as u32, disproof: packed as u32 })
    }

    /// Notes the numbers of a position that is not decided.
    pub fn note(&self, name: u64, numbers: Numbers) {
        let small = |number: u32| u64::from(number.clamp(1, NEVER - 1));
        if self.enter(name, small(numbers.proof) << 32 | small(numbers.disproof)) {
            let used = 1 + self.used.fetch_add(1, Ordering::Relaxed);
            let bits = self.bits.load(Ordering::Relaxed);
            if used > (BUCKET / 2) << bits && bits < self.most_bits {
                self.grow();
            }
        }
    }

    /// Returns whether the place was free.
    fn enter(&self, name: u64, packed: u64) -> bool {
        // Large numbers are the result of much work.
        let worth = |entry: &&[AtomicU64]| match read(entry) {
            (of, _) if of == name => 0,
            (_, packed) => (packed >> 32).min(packed & u64::from(u32::MAX)) + 1,
        };
        let Some(entry) = self.bucket(name).min_by_key(worth) else { return false };
        let free = entry[1].load(Ordering::Relaxed) == 0;
        entry[0].store(name ^ packed, Ordering::Relaxed);
        entry[1].store(packed, Ordering::Relaxed);
        free
    }

    /// Uses more buckets.
    #[cold]
    fn grow(&self) {
        if self.grows.swap(true, Ordering::Acquire) {
            return;
        }
        let bits = self.bits.load(Ordering::Relaxed);
        // Another thread may have done it already.
        if self.used.load(Ordering::Relaxed) > (BUCKET / 2) << bits && bits < self.most_bits {
            gametree_machine::advise_huge_pages(&self.words);
            self.bits.store((bits + MORE_BITS).min(self.most_bits), Ordering::Relaxed);
            for bucket in 0..1 << bits {
                let place = self.start + bucket * BUCKET * WORDS;
                let words: [u64; BUCKET * WORDS] =
                    std::array::from_fn(|i| self.words[place + i].swap(0, Ordering::Relaxed));
                for entry in words.chunks_exact(WORDS) {
                    let (mixed, packed) = (entry[0], entry[1]);
                    if packed != 0 {
                        self.enter(mixed ^ packed, packed);
                    }
                }
            }
        }
        self.grows.store(false, Ordering::Release);
    }
}

/// The name and the numbers of an entry.
#[inline]
fn read(entry: &[AtomicU64]) -> (u64, u64) {
    let packed = entry[1].load(Ordering::Relaxed);
    (entry[0].load(Ordering::Relaxed) ^ packed, packed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(i: u32) -> Numbers {
        Numbers { proof: 1 + i % 1_000, disproof: 1 + i / 3 }
    }

    fn named(i: u32) -> u64 {
        name(Some(Key::Exact(i.into())), 0, 0)
    }

    #[test]
    fn a_guide_that_grows_forgets_little_and_confuses_nothing() {
        let guide = Guide::new(1 << 22);
        for i in 0..60_000 {
            guide.note(named(i), numbers(i));
        }
        assert!(guide.bits.load(Ordering::Relaxed) > FIRST_BITS, "it has not grown");
        let known = |&i: &u32| guide.of(named(i)).is_some();
        assert!((0..60_000).filter(known).count() > 50_000);
        assert!((0..60_000).filter(known).all(|i| guide.of(named(i)) == Some(numbers(i))));
        assert!(!(60_000..120_000).any(|i| known(&i)));
    }

    #[test]
    fn threads_read_only_what_one_of_them_has_written() {
        let guide = Guide::new(1 << 18);
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let guide = &guide;
                scope.spawn(move || {
                    for i in 0..40_000 {
                        let i = (i * (thread + 1)) % 50_000;
                        guide.note(named(i), numbers(i));
                        let found = guide.of(named(i / 2));
                        assert!(found.is_none_or(|found| found == numbers(i / 2)), "{i}");
                    }
                });
            }
        });
    }

    #[test]
    fn hardly_any_memory_is_enough() {
        let guide = Guide::new(0);
        (0..100).for_each(|i| guide.note(named(i), numbers(i)));
        assert!((0..100).any(|i| guide.of(named(i)) == Some(numbers(i))));
    }
}
