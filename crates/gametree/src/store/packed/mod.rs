//! Records of eight bytes, for games with small keys and few values.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};

use super::buckets::{BUCKET, Buckets};
use super::end_table::{EndTable, Side};
use super::layout::{Layout, Word};
use super::record::{Record, effort};
use crate::model::{Bounds, WholeBounds};

/// The buckets of a new table, as a power of two: what fits into the cache. The number doubles
/// whenever they are crowded.
const FIRST_BUCKETS: u32 = 11;

/// From this many buckets on, as a power of two, nearly every look into a table waits for memory: then each thread has a
/// table of its own beside it.
const LARGE: u32 = 20;

/// New records are counted together after this many, if several threads share the table.
const COUNTED_TOGETHER: usize = 64;

/// A table of words, one per record.
///
/// All its memory is allocated at first, but only as many buckets are used as the records need: so a
/// short search stays within the cache, and touches no page that it does not fill.
///
/// Threads may [share](Packed::share) the words. There are no locks: a word is read and written as a whole, and
/// it identifies its position in whichever bucket it is found, so that what one thread overwrites or does not
/// see costs another one time, never truth.
///
/// Most positions that a search meets are near the end of the game, where a record saves little; in a large table
/// finding it takes longer than that. So each thread has a small table of its own for them, which stays in the cache
/// of its core and forgets the oldest records.
#[derive(Debug)]
pub(super) struct Packed {
    words: Arc<Buckets>,
    /// This thread's own table for positions near the end of the game.
    end: Option<EndTable>,
    /// Whether that one has been given up.
    end_useless: bool,
    layout: Layout,
    /// How many buckets are in use, as a power of two, as far as this thread knows.
    bucket_bits: u32,
    most_bucket_bits: u32,
    /// Records of other generations are void; generation zero marks empty ones.
    generation: u16,
    /// Records of this generation, as far as this thread knows...
    records: usize,
    /// ...and how many of them it has not told the others.
    untold: usize,
    size: Arc<Size>,
}

/// What the threads that share a table must agree on, sooner or later.
#[derive(Debug)]
struct Size {
    bucket_bits: AtomicU32,
    records: AtomicUsize,
    /// Whether a thread is moving records to new buckets.
    grows: AtomicBool,
}

impl Size {
    fn new(bucket_bits: u32) -> Arc<Size> {
        Arc::new(Size {
            bucket_bits: AtomicU32::new(bucket_bits),
            records: AtomicUsize::new(0),
            grows: AtomicBool::new(false),
        })
    }
}

impl Packed {
    /// A table of at most `bytes`, plus a cache line; `None` if records do not fit into words or the
    /// memory cannot be allocated.
    pub fn new(bytes: usize, key_bits: u32, range: Bounds) -> Option<Packed> {
        let buckets = (bytes / (BUCKET * 8)).checked_ilog2()?;
        // No more buckets than keys, and at least one bit of the key is left for the record.
        let most_bucket_bits = buckets.min(key_bits.checked_sub(1)?);
        let first = FIRST_BUCKETS.min(most_bucket_bits);
        let layout =
            (first..=most_bucket_bits).find_map(|bits| Layout::new(bits, key_bits, range))?;
        let words = Buckets::new(most_bucket_bits)?;
        let bucket_bits = layout.placed_bits();
        let (words, size) = (Arc::new(words), Size::new(bucket_bits));
        let (generation, records, untold) = (1, 0, 0);
        Some(Packed {
            words,
            end: None,
            end_useless: false,
            layout,
            bucket_bits,
            most_bucket_bits,
            generation,
            records,
            untold,
            size,
        })
    }

    /// The same table, for another thread.
    pub fn share(&mut self) -> Packed {
        self.tell();
        let &mut Packed { layout, bucket_bits, most_bucket_bits, generation, records, .. } = self;
        Packed {
            words: Arc::clone(&self.words),
            end: None,
            end_useless: false,
            layout,
            bucket_bits,
            most_bucket_bits,
            generation,
            records,
            untold: 0,
            size: Arc::clone(&self.size),
        }
    }

    /// Tells the other threads how many records are new, and finds out how many there are.
    #[cold]
    fn tell(&mut self) {
        let before = self.size.records.fetch_add(self.untold, Ordering::Relaxed);
        self.records = before + self.untold;
        self.untold = 0;
        self.bucket_bits = self.size.bucket_bits.load(Ordering::Relaxed);
        // Those of all threads together take a sixteenth of the memory at most.
        let most = self.words.bytes() / 16 / Arc::strong_count(&self.words);
        let is_large = self.bucket_bits >= LARGE && EndTable::BYTES <= most;
        if self.end.is_none() && is_large && !self.end_useless {
            self.add_end_table();
        }
    }

    /// Adds a table for positions near the end of the game.
    pub fn add_end_table(&mut self) {
        self.end = EndTable::new(self.layout.placed_bits());
        self.end_useless = self.end.is_none();
    }

    pub fn bytes(&self) -> usize {
        self.words.bytes() + self.own_bytes()
    }

    /// The bytes that belong to this thread alone.
    pub fn own_bytes(&self) -> usize {
        self.end.as_ref().map_or(0, EndTable::bytes)
    }

    /// Forgets everything: by a new generation, or, if the table has grown or has run out of
    /// generations, by erasing the buckets in use, which takes less time than filling them did. No other
    /// thread may share the table any more.
    pub fn clear(&mut self) {
        self.tell();
        (self.records, self.untold) = (0, 0);
        (self.end, self.end_useless) = (None, false);
        let first_bits = self.layout.placed_bits();
        if self.bucket_bits == first_bits && self.generation < self.layout.last_generation() {
            self.generation += 1;
        } else {
            self.words.erase(self.bucket_bits);
            self.bucket_bits = first_bits;
            self.generation = 1;
        }
        self.size = Size::new(self.bucket_bits);
    }

    /// The mixed key, by which records are looked up.
    #[inline]
    pub fn mix(&self, key: u128) -> u64 {
        self.layout.mix(key)
    }

    /// The bucket of a position.
    #[inline]
    fn bucket(&self, mixed: u64) -> &[AtomicU64] {
        self.words.get(mixed, self.bucket_bits)
    }

    /// Asks for the bucket of a position.
    #[inline(always)]
    pub fn prefetch(&self, mixed: u64) {
        self.words.prefetch(mixed, self.bucket_bits);
    }

    /// In which table the record of a position is that may be near the end of the game.
    #[inline(always)]
    pub fn side(&self, mixed: u64, is_late: bool) -> Side {
        if is_late && self.end.is_some() { EndTable::side(mixed) } else { Side::Large }
    }

    /// The bucket of a position, in one table or the other.
    #[inline(always)]
    fn bucket_at(&self, mixed: u64, side: Side) -> &[AtomicU64] {
        match &self.end {
            Some(end) if side == Side::End => end.bucket(mixed),
            _ => self.bucket(mixed),
        }
    }

    /// Takes note that a position was looked up.
    #[inline(always)]
    pub fn note_look_up(&mut self, side: Side, found: bool) {
        if let Some(end) = &mut self.end {
            if end.note(side, found) && !end.is_worth_it() {
                (self.end, self.end_useless) = (None, true);
            }
        }
    }

    /// The record of a position.
    #[inline]
    pub fn find(&self, mixed: u64) -> Option<Record> {
        let name = self.layout.name(mixed, self.generation);
        let bucket = self.bucket(mixed);
        let mut words = bucket.iter().map(|word| Word(word.load(Ordering::Relaxed)));
        let found = words.find(|&word| self.layout.is_named(word, name));
        found.map(|word| self.layout.unpack(word))
    }

    /// The bounds of the record.
    // Not inlined, so that it is compiled once; arguments and result are passed in registers.
    #[inline(never)]
    pub fn bounds(&self, mixed: u64) -> Bounds {
        self.find(mixed).map_or(Bounds::UNBOUNDED, |record| record.bounds)
    }

    /// Stores a record, intersected with the one known before; a new one replaces a void record or
    /// else the one with the least work.
    pub fn tighten(&mut self, mixed: u64, record: Record, work: u64) {
        if self.put(mixed, record, effort(work)) {
            self.count_record();
        }
    }

    /// Counts a record in a place that was void.
    #[inline]
    fn count_record(&mut self) {
        self.records += 1;
        self.untold += 1;
        if self.untold == COUNTED_TOGETHER {
            self.tell();
        }
        self.grow_if_crowded();
    }

    #[inline]
    fn grow_if_crowded(&mut self) {
        // Some buckets are full long before that, but the replaced records are those of little work,
        // and the fewer buckets there are, the more of them stay in the cache.
        let crowded = 4 * self.records > (3 * BUCKET) << self.bucket_bits;
        if crowded && self.bucket_bits < self.most_bucket_bits {
            self.grow();
        }
    }

    /// The bounds of the record, as whole numbers.
    #[inline(always)]
    pub fn whole_bounds(&self, mixed: u64, side: Side) -> WholeBounds {
        let name = self.layout.name(mixed, self.generation);
        for word in self.bucket_at(mixed, side) {
            let word = Word(word.load(Ordering::Relaxed));
            if self.layout.is_named(word, name) {
                return self.layout.whole_bounds(word);
            }
        }
        WholeBounds::UNBOUNDED
    }

    /// As [`tighten`](Packed::tighten), with bounds that are whole numbers and lie within the range of the table.
    #[inline(always)]
    pub fn tighten_whole(&mut self, mixed: u64, side: Side, bounds: WholeBounds, work: u64) {
        let name = self.layout.name(mixed, self.generation);
        if let (Some(end), Side::End) = (&self.end, side) {
            return self.put_first(end.bucket(mixed), name, bounds, effort(work));
        }
        let bucket = self.bucket(mixed);
        // What each record is worth, and in the lowest bits its place; that of the position itself is
        // worth nothing, and a void one next to nothing.
        let mut least = u64::MAX;
        for (i, word) in bucket.iter().enumerate() {
            let old = Word(word.load(Ordering::Relaxed));
            let void = self.layout.generation(old) != self.generation;
            let worth = if void { 1 } else { 2 + self.layout.effort(old) };
            let worth = if self.layout.is_named(old, name) { 0 } else { worth };
            least = least.min((worth * BUCKET as u64) | i as u64);
        }
        let place = &bucket[least as usize % BUCKET];
        let (mut bounds, mut effort) = (bounds, effort(work));
        let worth = least / BUCKET as u64;
        if worth == 0 {
            // Another thread may have put another position here in the meantime.
            let old = Word(place.load(Ordering::Relaxed));
            if self.layout.is_named(old, name) {
                bounds = bounds.intersect(self.layout.whole_bounds(old));
                effort = effort.max(self.layout.effort(old));
            }
        }
        place.store(self.layout.pack_whole(name, bounds, effort).0, Ordering::Relaxed);
        if worth == 1 {
            self.count_record();
        }
    }

    /// Puts a record at the head of a bucket: the others move on by one place, and the oldest one drops out.
    #[inline(always)]
    fn put_first(&self, bucket: &[AtomicU64], name: u64, bounds: WholeBounds, effort: u64) {
        let mut next = self.layout.pack_whole(name, bounds, effort);
        for place in bucket {
            let old = Word(place.load(Ordering::Relaxed));
            place.store(next.0, Ordering::Relaxed);
            if self.layout.is_named(old, name) {
                let bounds = bounds.intersect(self.layout.whole_bounds(old));
                let head = self.layout.pack_whole(name, bounds, effort);
                bucket[0].store(head.0, Ordering::Relaxed);
                return;
            }
            next = old;
        }
    }

    /// Stores a record, and returns whether its place was void.
    fn put(&self, mixed: u64, record: Record, effort: u64) -> bool {
        let name = self.layout.name(mixed, self.generation);
        let bucket = self.bucket(mixed);
        let mut victim = (0, u64::MAX);
        for (i, place) in bucket.iter().enumerate() {
            let old = Word(place.load(Ordering::Relaxed));
            if self.layout.is_named(old, name) {
                let record = self.layout.unpack(old).tightened(record);
                let effort = effort.max(self.layout.effort(old));
                place.store(self.layout.pack(name, record, effort).0, Ordering::Relaxed);
                return false;
            }
            let void = self.layout.generation(old) != self.generation;
            let worth = if void { 0 } else { 1 + self.layout.effort(old) };
            if worth < victim.1 {
                victim = (i, worth);
            }
        }
        bucket[victim.0].store(self.layout.pack(name, record, effort).0, Ordering::Relaxed);
        victim.1 == 0
    }

    /// Uses twice as many buckets. A record stays in its bucket or moves to one that was not in use yet, so
    /// this needs no other memory, and nothing is replaced, unless other threads store records meanwhile.
    #[cold]
    fn grow(&mut self) {
        let size = Arc::clone(&self.size);
        if size.grows.swap(true, Ordering::Acquire) {
            return;
        }
        // Another thread may have done it already.
        let bits = size.bucket_bits.load(Ordering::Relaxed);
        if bits == self.bucket_bits {
            self.bucket_bits += 1;
            size.bucket_bits.store(self.bucket_bits, Ordering::Relaxed);
            for bucket in 0..1 << bits {
                self.distribute(bucket);
            }
        } else {
            self.bucket_bits = bits;
        }
        size.grows.store(false, Ordering::Release);
    }

    /// Moves the records of a bucket to where they belong now.
    fn distribute(&self, bucket: usize) {
        let old = self.bucket(bucket as u64);
        let words: [u64; BUCKET] = std::array::from_fn(|i| old[i].swap(0, Ordering::Relaxed));
        for word in words.map(Word) {
            if self.layout.generation(word) == self.generation {
                let mut places = self.bucket(self.layout.mixed(word, bucket)).iter();
                if let Some(free) = places.find(|place| place.load(Ordering::Relaxed) == 0) {
                    free.store(word.0, Ordering::Relaxed);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
