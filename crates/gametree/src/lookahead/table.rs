//! What is known of positions at a depth.

use crate::model::{Key, splitmix64};

/// How a stored value relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// It is the value.
    Exact,
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
}

/// What is known of a position at a depth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    pub value: f64,
    pub bound: Bound,
}

#[derive(Clone, Copy)]
struct Record {
    key: u128,
    value: f64,
    /// The code of the best move.
    best: Option<u32>,
    /// Zero if the record is empty.
    plies: u16,
    bound: Bound,
}

const EMPTY: Record = Record { key: 0, value: 0.0, best: None, plies: 0, bound: Bound::Exact };

/// A table that grows up to a limit. A record is a position at a depth; two of them share a bucket,
/// of which the first is kept for the larger depth.
pub(crate) struct Table {
    records: Vec<[Record; 2]>,
    /// How many records are not empty.
    filled: usize,
    /// The most buckets.
    most: usize,
}

/// The buckets of a new table.
const FEW: usize = 1 << 10;

impl Table {
    /// A table of at most `bytes` bytes, with a power of two of buckets; a void one for 0 bytes.
    pub fn new(bytes: usize) -> Table {
        let buckets = bytes / size_of::<[Record; 2]>();
        let most = if buckets == 0 { 0 } else { 1 << buckets.ilog2() };
        Table { records: vec![[EMPTY; 2]; most.min(FEW)], filled: 0, most }
    }

    /// Doubles the table: the records of a bucket are divided between two. If the system has no
    /// memory, it stays as it is.
    fn grow(&mut self) {
        let (mut larger, buckets) = (Vec::new(), 2 * self.records.len());
        if larger.try_reserve_exact(buckets).is_err() {
            self.most = self.records.len();
            return;
        }
        larger.resize(buckets, [EMPTY; 2]);
        let smaller = std::mem::replace(&mut self.records, larger);
        self.filled = 0;
        // The second record of a bucket is the one that is overwritten.
        for record in smaller.into_iter().flat_map(|[first, second]| [second, first]) {
            if record.plies > 0 {
                self.store(record);
            }
        }
    }

    pub fn is_void(&self) -> bool {
        self.records.is_empty()
    }

    fn bucket(&self, key: u128) -> usize {
        let mixed = splitmix64(key as u64, (key >> 64) as u64);
        mixed as usize & (self.records.len() - 1)
    }

    /// What is known of a position at this depth.
    pub fn get(&self, key: Key, plies: u32) -> Option<Known> {
        let key = number(key);
        let found = self.records[self.bucket(key)].iter();
        let mut found =
            found.filter(|record| record.key == key && u32::from(record.plies) == plies);
        found.next().map(|record| Known { value: record.value, bound: record.bound })
    }

    /// The move that was best at some depth.
    pub fn hint(&self, key: Key) -> Option<u32> {
        let key = number(key);
        let found = self.records[self.bucket(key)].iter();
        found.filter(|record| record.key == key && record.plies > 0).find_map(|record| record.best)
    }

    pub fn put(&mut self, key: Key, plies: u32, value: f64, bound: Bound, best: Option<u32>) {
        let Ok(plies) = u16::try_from(plies) else { return };
        if self.filled > self.records.len() && self.records.len() < self.most {
            self.grow();
        }
        self.store(Record { key: number(key), value, best, plies, bound });
    }

    fn store(&mut self, record: Record) {
        let Record { key, plies, .. } = record;
        let at = self.bucket(key);
        let bucket = &mut self.records[at];
        let empty = bucket.iter().filter(|record| record.plies == 0).count();
        if bucket[0].key == key && bucket[0].plies <= plies || bucket[0].plies < plies {
            if bucket[0].key != key {
                bucket[1] = bucket[0];
            }
            bucket[0] = record;
        } else {
            bucket[1] = record;
        }
        self.filled += empty - bucket.iter().filter(|record| record.plies == 0).count();
    }
}

fn number(key: Key) -> u128 {
    let (Key::Exact(number) | Key::Hash(number)) = key;
    number
}
