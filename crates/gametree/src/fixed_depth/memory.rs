//! What is known of positions at a depth.

use crate::model::{Key, splitmix64};

/// How a stored value relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// It is the value.
    Exact,
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
}

/// What is known of a position at a depth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
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

/// A table of a fixed size. A record is a position at a depth; two of them share a bucket, of which the first is
/// kept for the larger depth.
pub(super) struct Memory {
    records: Vec<[Record; 2]>,
}

impl Memory {
    /// A table of at most so many bytes, with a power of two of buckets; none for no bytes.
    pub fn new(bytes: usize) -> Memory {
        let buckets = bytes / size_of::<[Record; 2]>();
        let size = if buckets == 0 { 0 } else { 1 << buckets.ilog2() };
        Memory { records: vec![[EMPTY; 2]; size] }
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
        let key = number(key);
        let at = self.bucket(key);
        let bucket = &mut self.records[at];
        let plies = u16::try_from(plies).unwrap_or(u16::MAX);
        let record = Record { key, value, best, plies, bound };
        if plies == u16::MAX {
            return;
        }
        if bucket[0].key == key && bucket[0].plies <= plies || bucket[0].plies < plies {
            if bucket[0].key != key {
                bucket[1] = bucket[0];
            }
            bucket[0] = record;
        } else {
            bucket[1] = record;
        }
    }
}

fn number(key: Key) -> u128 {
    let (Key::Exact(number) | Key::Hash(number)) = key;
    number
}
