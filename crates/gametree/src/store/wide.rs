//! Records for keys of any size, values of any kind, and horizons.
//!
//! A record is five words: the key (two), the bounds (two), and a label with the rest. The label is
//! also a lock without waiting: a writer that finds it taken drops its record, and a reader that
//! sees it change drops what it has read. So a record that is found is consistent.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering, fence};

use bytemuck::allocation::try_zeroed_vec;

use super::record::{Record, effort};
use crate::model::{Bounds, Value};

/// Records per bucket; a new one replaces one of them.
const BUCKET: usize = 4;
/// Words of a record: key, key, lower, upper, label.
const WORDS: usize = 5;
/// Words of a bucket.
const LENGTH: usize = BUCKET * WORDS;

/// A table of records of five words.
#[derive(Debug)]
pub(super) struct Wide {
    words: Arc<Vec<AtomicU64>>,
    /// Records of other generations are void; generation zero marks empty ones.
    generation: u16,
}

/// The last word of a record, from the lowest bit on: generation (10 bits), work (6), best child (12),
/// horizon (16), number of changes (19), lock (1).
#[derive(Clone, Copy, PartialEq)]
struct Label(u64);

/// Generations are numbered from one to this, with all bits set.
const LAST_GENERATION: u16 = (1 << 10) - 1;
const NO_BEST: u64 = (1 << 12) - 1;
const NO_HORIZON: u64 = (1 << 16) - 1;
const CHANGE: u64 = 1 << 44;
const LOCKED: u64 = 1 << 63;

impl Label {
    fn generation(self) -> u16 {
        self.0 as u16 & LAST_GENERATION
    }

    fn work(self) -> u64 {
        self.0 >> 10 & 63
    }

    fn best(self) -> Option<u16> {
        let best = self.0 >> 16 & NO_BEST;
        (best != NO_BEST).then_some(best as u16)
    }

    fn horizon(self) -> Option<u32> {
        let horizon = self.0 >> 28 & NO_HORIZON;
        (horizon != NO_HORIZON).then_some(horizon as u32)
    }

    /// The label after the record is written; `None` if the horizon is too large.
    fn next(
        self,
        generation: u16,
        work: u64,
        best: Option<u16>,
        horizon: Option<u32>,
    ) -> Option<Label> {
        let horizon = match horizon.map(u64::from) {
            None => NO_HORIZON,
            Some(horizon) if horizon < NO_HORIZON => horizon,
            Some(_) => return None,
        };
        let best = best.map_or(NO_BEST, |best| u64::from(best).min(NO_BEST));
        let changes = self.0.wrapping_add(CHANGE) & !LOCKED & !(CHANGE - 1);
        Some(Label(changes | horizon << 28 | best << 16 | work << 10 | u64::from(generation)))
    }
}

impl Wide {
    /// The bytes of one bucket.
    pub const SMALLEST: usize = BUCKET * WORDS * 8;

    /// A table of at most `bytes`; `None` if not even a bucket fits, or the memory cannot be
    /// allocated. (It does without huge pages, which other tables ask for: to clear them would take longer than a short
    /// search, since records are spread over all of the table from the beginning.)
    pub fn new(bytes: usize) -> Option<Wide> {
        let buckets = bytes / Wide::SMALLEST;
        let words = try_zeroed_vec::<AtomicU64>(buckets * BUCKET * WORDS).ok()?;
        (buckets > 0).then(|| Wide { words: Arc::new(words), generation: 1 })
    }

    /// The same table, for another thread.
    pub fn share(&self) -> Wide {
        Wide { words: Arc::clone(&self.words), generation: self.generation }
    }

    pub fn bytes(&self) -> usize {
        self.words.len() * 8
    }

    /// Forgets everything: by a new generation, as long as there are some left. No other thread may share the
    /// table any more.
    pub fn clear(&mut self) {
        if self.generation < LAST_GENERATION {
            self.generation += 1;
            return;
        }
        // Otherwise the records of the first generation would come back.
        self.words.iter().for_each(|word| word.store(0, Ordering::Relaxed));
        self.generation = 1;
    }

    /// The first word of a key's bucket.
    fn first(&self, key: u128) -> usize {
        let mut hash = (key as u64 ^ (key >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash = (hash ^ hash >> 32 ^ (key >> 64) as u64).wrapping_mul(0xd6e8_feb8_6659_fd93);
        hash ^= hash >> 32;
        let buckets = self.words.len() / LENGTH;
        LENGTH * ((u128::from(hash) * buckets as u128) >> 64) as usize
    }

    /// Asks the processor to load that bucket.
    pub fn prefetch(&self, key: u128) {
        let first = self.first(key);
        (first..first + LENGTH)
            .step_by(8)
            .for_each(|at| gametree_machine::prefetch(&self.words, at));
    }

    /// The records of a key's bucket.
    fn bucket(&self, key: u128) -> impl Iterator<Item = &[AtomicU64; WORDS]> {
        let first = self.first(key);
        let records = self.words[first..first + LENGTH].chunks_exact(WORDS);
        records.map(|record| record.try_into().expect("it has so many words"))
    }

    /// The record and its label, if it belongs to this key and generation and is not being written.
    fn read(record: &[AtomicU64; WORDS], key: u128, generation: u16) -> Option<(Record, Label)> {
        let [low, high, lower, upper, label] = record;
        let before = Label(label.load(Ordering::Acquire));
        if before.generation() != generation || before.0 & LOCKED != 0 {
            return None;
        }
        let found = (
            u128::from(high.load(Ordering::Relaxed)) << 64
                | u128::from(low.load(Ordering::Relaxed)),
            Value::new(f64::from_bits(lower.load(Ordering::Relaxed))),
            Value::new(f64::from_bits(upper.load(Ordering::Relaxed))),
        );
        fence(Ordering::Acquire);
        let whole = Label(label.load(Ordering::Relaxed)) == before;
        match found {
            (its, Some(lower), Some(upper)) if whole && its == key => {
                Some((Record { bounds: Bounds { lower, upper }, best: before.best() }, before))
            }
            _ => None,
        }
    }

    /// The record of a position, and the horizon of its bounds.
    pub fn find(&self, key: u128) -> Option<(Record, Option<u32>)> {
        let read = |record| Self::read(record, key, self.generation);
        let mut found = self.bucket(key).filter_map(read);
        found.next().map(|(record, label)| (record, label.horizon()))
    }

    /// The bounds of a position for a horizon.
    pub fn bounds(&self, key: u128, horizon: Option<u32>) -> Bounds {
        match self.find(key) {
            Some((record, of)) if of == horizon => record.bounds,
            _ => Bounds::UNBOUNDED,
        }
    }

    /// Stores a record, intersected with the one known for the same horizon; a new one replaces a
    /// void record or else the one with the least work.
    pub fn tighten(&self, key: u128, horizon: Option<u32>, mut record: Record, work: u64) {
        let generation = self.generation;
        let mut work = effort(work);
        let mut victim = (None, u64::MAX);
        for place in self.bucket(key) {
            let label = Label(place[4].load(Ordering::Relaxed));
            let worth = if label.generation() == generation { 1 + label.work() } else { 0 };
            if let Some((old, label)) = Self::read(place, key, generation) {
                if label.horizon() == horizon {
                    record = old.tightened(record);
                    work = work.max(label.work());
                }
                record.best = record.best.or(old.best);
                victim = (Some((place, label)), 0);
                break;
            } else if worth < victim.1 {
                victim = (Some((place, label)), worth);
            }
        }
        let Some((place, label)) = victim.0 else { return };
        let Some(next) = label.next(generation, work, record.best, horizon) else { return };
        Self::write(place, label, next, key, record.bounds);
    }

    /// Writes a record whose label was `old`, unless another thread is writing it.
    fn write(place: &[AtomicU64; WORDS], old: Label, new: Label, key: u128, bounds: Bounds) {
        let [low, high, lower, upper, label] = place;
        let free = old.0 & LOCKED == 0;
        let (acquire, relaxed) = (Ordering::Acquire, Ordering::Relaxed);
        if !free || label.compare_exchange(old.0, old.0 | LOCKED, acquire, relaxed).is_err() {
            return;
        }
        fence(Ordering::Release);
        low.store(key as u64, relaxed);
        high.store((key >> 64) as u64, relaxed);
        lower.store(bounds.lower.get().to_bits(), relaxed);
        upper.store(bounds.upper.get().to_bits(), relaxed);
        label.store(new.0, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(value: i32) -> Record {
        Record { bounds: Bounds::point(value.into()), best: Some(value as u16 % 7) }
    }

    #[test]
    fn what_is_found_was_stored_for_that_key_and_horizon() {
        let mut table = Wide::new(1 << 12).unwrap();
        let key = |i: i32| u128::from(i as u64) << 64 | 5;
        for i in 0..1_000 {
            table.tighten(key(i), Some(i as u32), point(i), i as u64);
        }
        let found: Vec<i32> = (0..1_000).filter(|&i| table.find(key(i)).is_some()).collect();
        assert!(found.len() > 50, "{}", found.len());
        for i in found {
            assert_eq!(table.find(key(i)), Some((point(i), Some(i as u32))));
        }
        for _ in 0..2 * LAST_GENERATION {
            table.clear();
            assert!((0..1_000).all(|i| table.find(key(i)).is_none()));
        }
    }

    #[test]
    fn another_horizon_keeps_only_the_best_child() {
        let table = Wide::new(Wide::SMALLEST).unwrap();
        let loose = Record { bounds: Bounds::at_least(1.into()), best: None };
        table.tighten(9, Some(3), point(2), 10);
        table.tighten(9, Some(4), loose, 1);
        let (record, horizon) = table.find(9).unwrap();
        assert_eq!((record.bounds, record.best, horizon), (loose.bounds, Some(2), Some(4)));
        table.tighten(9, Some(NO_HORIZON as u32), point(3), 1);
        assert_eq!(table.find(9).unwrap().1, Some(4), "a horizon too far off is not stored");
    }

    /// Threads that interleave their writes would leave a record that none of them has stored.
    #[test]
    fn a_shared_record_is_whole() {
        let table = Wide::new(Wide::SMALLEST).unwrap();
        std::thread::scope(|scope| {
            for thread in 0..2 {
                let table = &table;
                scope.spawn(move || {
                    for i in 0..50_000 {
                        let key = i % 8;
                        table.tighten(key as u128, None, point(key), thread);
                        if let Some((record, _)) = table.find(key as u128) {
                            assert_eq!(record, point(key));
                        }
                    }
                });
            }
        });
    }
}
