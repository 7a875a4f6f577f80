//! The transposition table of a selective search: positions by their sketch, of which it keeps a
//! part. Two positions may be taken for one another, which costs strength at worst.
//!
//! Threads share it without locks: an entry is two words, of which the first is stored as its
//! exclusive or with the second. Words of different entries do not fit together then (Hyatt, Mann
//! 2002).

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bytemuck::allocation::try_zeroed_vec;

/// What a score in the table says of the true one, from the mover's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Lower = 1,
    Upper = 2,
    Exact = 3,
}

/// What the table knows of a position, from the view of its mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub score: i32,
    pub bound: Bound,
    pub depth: i32,
    /// The evaluation, or [`NONE`].
    pub eval: i32,
    /// The code of the best move, if there was one.
    pub mv: Option<u32>,
}

/// No evaluation.
pub(super) const NONE: i32 = i32::MAX >> 8;

/// Entries beside each other, as many as share a line of the cache.
const TOGETHER: usize = 4;

/// Two words per entry: half of the sketch and the move; score, evaluation, depth, bound and age.
#[derive(Debug)]
pub(super) struct Table {
    groups: Arc<Vec<Group>>,
    age: u8,
}

type Group = [AtomicU64; 2 * TOGETHER];

/// Both words of an entry.
#[inline]
fn load(group: &Group, i: usize) -> (u64, u64) {
    let data = group[2 * i + 1].load(Ordering::Relaxed);
    (group[2 * i].load(Ordering::Relaxed) ^ data, data)
}

#[inline]
fn store(group: &Group, i: usize, first: u64, data: u64) {
    group[2 * i].store(first ^ data, Ordering::Relaxed);
    group[2 * i + 1].store(data, Ordering::Relaxed);
}

const AGES: u8 = 32;
/// Codes of moves may take all 32 bits, so that none is a bit of its own.
const HAS_MOVE: u64 = 1 << 7;

impl Table {
    /// The memory of the smallest table.
    pub const SMALLEST: usize = size_of::<Group>();

    /// A table of at most `bytes` bytes; an empty one for 0. `None` if the system does not have the
    /// memory.
    pub fn new(bytes: usize) -> Option<Table> {
        let count = bytes / size_of::<Group>();
        let count = if count == 0 { 0 } else { 1 << count.ilog2() };
        Some(Table { groups: Arc::new(try_zeroed_vec(count).ok()?), age: 1 })
    }

    /// A handle to this table for another thread.
    pub fn share(&self) -> Table {
        Table { groups: Arc::clone(&self.groups), age: self.age }
    }

    pub fn bytes(&self) -> usize {
        self.groups.len() * size_of::<Group>()
    }

    /// A new search begins: older entries give way.
    pub fn grow_older(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    #[inline]
    fn place(&self, sketch: u64) -> usize {
        sketch as usize & (self.groups.len() - 1)
    }

    #[inline]
    pub fn get(&self, sketch: u64) -> Option<Entry> {
        if self.groups.is_empty() {
            return None;
        }
        let group = &self.groups[self.place(sketch)];
        let found = (0..TOGETHER).find_map(|i| is_about(sketch, load(group, i)))?;
        Some(unpack(found))
    }

    /// Stores what is known, in place of the entry that is worth least.
    pub fn put(&self, sketch: u64, entry: Entry) {
        if self.groups.is_empty() {
            return;
        }
        let (place, age) = (self.place(sketch), self.age);
        let group = &self.groups[place];
        let worth = |data: u64| match data {
            0 => i32::MIN,
            _ => {
                // Each search since then costs an entry four plies of its depth. Chosen by hand;
                // not tuned.
                let younger = (AGES + age - (data >> 2 & 31) as u8) % AGES;
                (data >> 8 & 0xff) as i32 - 4 * i32::from(younger)
            }
        };
        let entries: [(u64, u64); TOGETHER] = std::array::from_fn(|i| load(group, i));
        let same = (0..TOGETHER).find(|&i| is_about(sketch, entries[i]).is_some());
        let i = same.unwrap_or_else(|| {
            (0..TOGETHER).min_by_key(|&i| worth(entries[i].1)).expect("there are some")
        });
        let mut entry = entry;
        if same.is_some() {
            let old = unpack(entries[i]);
            // A shallow search of the same position should not wipe out a deep one. By how many
            // plies: chosen by hand; not tuned.
            if entry.bound != Bound::Exact && entry.depth + 3 < old.depth {
                return;
            }
            entry.mv = entry.mv.or(old.mv);
        }
        let (mv, has_move) = entry.mv.map_or((0, 0), |mv| (u64::from(mv), HAS_MOVE));
        let depth = entry.depth.clamp(0, 255) as u64;
        let data = entry.bound as u64
            | u64::from(age) << 2
            | has_move
            | depth << 8
            | bits(entry.score) << 16
            | bits(entry.eval) << 40;
        store(group, i, sketch >> 32 << 32 | mv, data);
    }

    /// How full it is with entries of this search, in thousandths.
    pub fn fullness(&self) -> u32 {
        let sample = self.groups.iter().take(250).flatten().skip(1).step_by(2);
        let is_used = |data: u64| data != 0 && (data >> 2 & 31) as u8 == self.age;
        let count = sample.filter(|data| is_used(data.load(Ordering::Relaxed))).count() as u32;
        let all = (self.groups.len().min(250) * TOGETHER) as u32;
        (count * 1000).checked_div(all).unwrap_or(0)
    }
}

/// 24 bits of a number.
fn bits(number: i32) -> u64 {
    u64::from(number as u32 & 0xff_ffff)
}

fn number(bits: u64) -> i32 {
    // The sign is the highest of the 24 bits.
    (bits as u32).wrapping_shl(8) as i32 >> 8
}

/// The entry, if it is about this position.
#[inline]
fn is_about(sketch: u64, (first, data): (u64, u64)) -> Option<(u64, u64)> {
    (first >> 32 == sketch >> 32 && data != 0).then_some((first, data))
}

fn unpack((first, data): (u64, u64)) -> Entry {
    Entry {
        score: number(data >> 16),
        bound: match data & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            _ => Bound::Exact,
        },
        depth: (data >> 8 & 0xff) as i32,
        eval: number(data >> 40),
        mv: (data & HAS_MOVE != 0).then_some(first as u32),
    }
}
