//! One record a position, however many ways lead there: how a tree becomes a graph without cycles.
//!
//! The children of a node are then *moves*. Each has visits, rewards and bounds of its own, and
//! from the second visit on it leads to the record of a *position*, with the visits, rewards and
//! bounds of all ways there, and with the moves that were tried. Records are found by the key of
//! the position. What a move knows of its position may be out of date, which is never wrong, and is
//! brought up to date where it is looked at.
//!
//! A record whose value is known has no moves any more, and stays: another way may lead there. So
//! do records to which no way is left, until there is no room for anything else or the root has
//! moved on.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::super::hasher::Mix;
use super::allocator::Allocator;
use super::chunk::before;
use super::{Id, ROOT, Tree};
use crate::model::{Bounds, Key};

/// The number of parts in which a tree that several threads share keeps its positions.
const SHARDS: usize = 64;

fn lock(shard: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shard.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Positions of a tree.
#[derive(Debug, Default)]
pub(super) struct Shared {
    names: HashMap<Name, Id, BuildHasherDefault<Mix>>,
    /// The most entries for which the map ever had room: it tells less where some were removed.
    room: usize,
    /// All records, those of positions without a key too.
    records: Vec<Id>,
    /// Whether some name is a hash.
    hashes: bool,
}

/// The halves of a key: in this form it is not padded.
#[derive(Debug, PartialEq, Eq)]
struct Name([u64; 2]);

impl Hash for Name {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.iter().for_each(|&half| state.write_u64(half));
    }
}

fn name(key: Key) -> Name {
    let (Key::Exact(number) | Key::Hash(number)) = key;
    Name([number as u64, (number >> 64) as u64])
}

impl Shared {
    pub fn bytes(&self) -> usize {
        names_bytes(self.room) + self.records.capacity() * size_of::<Id>()
    }

    /// How many bytes more it takes to add a record, for a moment at least.
    fn bytes_to_grow(&self) -> usize {
        let names = match self.names.capacity() {
            room if self.names.len() < room => 0,
            _ => names_bytes(2 * self.room.max(4)),
        };
        let records = match self.records.capacity() {
            room if self.records.len() < room => 0,
            room => 2 * room.max(4) * size_of::<Id>(),
        };
        names + records
    }
}

/// A map has room for one entry more in eight than it says, and a byte for each.
fn names_bytes(entries: usize) -> usize {
    entries * (size_of::<(Name, Id)>() + 1) * 8 / 7
}

impl Tree {
    /// Positions are shared from now on, when there is nothing but a root.
    pub fn share_positions(&mut self) {
        // More for several threads, so that they seldom want the same at a time.
        let count = if self.is_concurrent() { SHARDS } else { 1 };
        self.shared = Some((0..count).map(|_| Mutex::default()).collect());
    }

    #[inline]
    pub fn shares_positions(&self) -> bool {
        self.shared.is_some()
    }

    /// The part of the positions in which the one behind this move is, if they are shared.
    fn shard(&self, mv: Id, key: Option<Key>) -> Option<MutexGuard<'_, Shared>> {
        let shards = self.shared.as_ref()?;
        let number = match shards.len() {
            1 => 0,
            count => {
                let mut mix = Mix::default();
                key.map_or(Name([u64::from(mv), 0]), name).hash(&mut mix);
                // The map looks at the other bits.
                (mix.finish() >> 32) as usize % count
            }
        };
        Some(lock(&shards[number]))
    }

    /// All parts.
    pub(super) fn shards(&self) -> impl Iterator<Item = MutexGuard<'_, Shared>> {
        self.shared.iter().flatten().map(lock)
    }

    /// Whether positions may have been mistaken for others.
    pub fn rests_on_hashes(&self) -> bool {
        self.shards().any(|shared| shared.hashes)
    }

    /// What has the moves behind a move: the record of the position, or itself if there is none.
    #[inline]
    pub fn position(&self, mv: Id) -> Id {
        match self.node(mv).first() {
            record if self.shared.is_some() && mv != ROOT && record != 0 => record,
            _ => mv,
        }
    }

    /// Finds the record of the position behind a move, by its key.
    pub fn find_position(&self, mv: Id, key: Option<Key>) -> Option<Id> {
        let mut shared = self.shard(mv, key)?;
        self.find_in(&mut shared, mv, key)
    }

    fn find_in(&self, shared: &mut Shared, mv: Id, key: Option<Key>) -> Option<Id> {
        let known = self.position(mv);
        if known != mv {
            // Another thread was faster.
            return Some(known);
        }
        shared.hashes |= matches!(key, Some(Key::Hash(_)));
        let record = *shared.names.get(&name(key?))?;
        let (node, alone) = (self.node(mv), !self.is_concurrent());
        let (rewards, visits) = (node.sum(), node.visits());
        self.node(record).add(visits, rewards, alone);
        let ((from, at), (to, there)) =
            (self.spot(mv).statistics(), self.spot(record).statistics());
        to.change_squares(there, alone, |squares| squares + from.squares(at));
        self.tighten(record, self.bounds(mv));
        self.node(mv).set_first(record);
        Some(record)
    }

    /// Makes a record of the position behind a move, unless there is one. Nothing if memory is
    /// full.
    pub fn add_position(&self, thread: usize, mv: Id, key: Option<Key>) -> Option<Id> {
        let shared = &mut *self.shard(mv, key)?;
        if let known @ Some(_) = self.find_in(shared, mv, key) {
            return known;
        }
        let own = &mut *self.allocator(thread);
        let record = self.block(own, 1)?;
        let (growth, bytes) = (shared.bytes_to_grow(), shared.bytes());
        if growth > 0 {
            // Nobody else may take the same memory.
            let end = self.end();
            if self.bytes_of(before(*end)) + growth > self.limit {
                self.free(own, record, 1);
                return None;
            }
            self.shared_bytes.fetch_add(growth, Relaxed);
        }
        self.spot(record).copy_from(self.spot(mv));
        self.node(mv).set_first(record);
        shared.records.push(record);
        if let Some(key) = key {
            shared.names.insert(name(key), record);
            shared.room = shared.room.max(shared.names.capacity());
        }
        // What it really took.
        self.shared_bytes.fetch_add(shared.bytes() - bytes, Relaxed);
        self.shared_bytes.fetch_sub(growth, Relaxed);
        Some(record)
    }

    /// What is known of the position behind a move, on whatever way.
    pub fn known(&self, mv: Id) -> Bounds {
        self.bounds(self.position(mv))
    }

    /// Brings up to date what a move knows of its position; whether that was news.
    #[inline]
    pub fn learn(&self, mv: Id) -> bool {
        let record = self.position(mv);
        if record == mv {
            return false;
        }
        let ((from, at), (to, there)) =
            (self.spot(record).stored_bounds(), self.spot(mv).stored_bounds());
        let Some(known) = from.get(at).filter(|&known| to.get(there) != Some(known)) else {
            return false;
        };
        to.tighten(there, known);
        true
    }

    /// More rollouts have come by a move to its position.
    #[inline]
    pub fn pass(&self, mv: Id, rollouts: u32) {
        self.node(mv).pass(rollouts, !self.is_concurrent());
    }

    /// The mean of a move becomes that of its position.
    #[inline]
    pub fn adopt_mean(&self, mv: Id) {
        let (record, alone) = (self.position(mv), !self.is_concurrent());
        let (all, own) = (self.spot(record), self.spot(mv));
        let sum = all.node().sum();
        let visits = f64::from(all.node().visits().max(1));
        let share = || f64::from(own.node().visits()) / visits;
        own.node().change_sum(alone, |_| sum * share());
        let ((from, at), (to, there)) = (all.statistics(), own.statistics());
        to.change_squares(there, alone, |_| from.squares(at) * share());
    }

    /// The position behind a move of the root becomes the root. Records stay that can be reached
    /// from it, and those whose values are known.
    pub(super) fn reroot_shared(&self, mv: Id) {
        let record = self.position(mv);
        {
            let own = &mut *self.allocator(0);
            let old = self.children(ROOT);
            // First of all, since the move is one of these.
            self.spot(ROOT).copy_from(self.spot(record));
            own.nodes -= old.len() as isize;
            self.free(own, old.start, self.room_for(old.len()));
            if record != mv {
                // Its moves are those of the root now.
                self.node(record).disown();
            }
        }
        self.sweep(|other| other != record && self.node(other).tried() == 0);
        self.reuse_retired();
    }

    /// Gives up records to which no way leads, since there is no room. Whether there may be some
    /// now: what that takes must not be spent again for every node. (Several threads must have
    /// paused first.)
    pub fn make_room(&self) -> bool {
        let refused = self.refused.fetch_add(1, Relaxed) + 1;
        if refused > 1 && refused < self.nodes() / 4 {
            return false;
        }
        if self.is_concurrent() {
            self.is_full.store(true, Relaxed);
            self.wants_room.store(true, Relaxed);
            return false;
        }
        if self.shared.is_some() {
            self.sweep(|_| false);
        }
        self.shared.is_some()
    }

    /// Gives up records to which no way leads, while all threads pause. What is below records that
    /// are closed was kept so far.
    pub(super) fn sweep_concurrent(&self, slack: f64) {
        for shared in self.shards() {
            let own = &mut *self.allocator(0);
            let closed = |&&record: &&Id| self.bounds(record).is_within(slack);
            for &record in shared.records.iter().filter(closed) {
                self.clear_moves(own, record);
            }
        }
        self.sweep(|_| false);
    }

    /// Forgets the moves of a position, and nothing of those behind them.
    pub(super) fn clear_moves(&self, own: &mut Allocator, record: Id) {
        let moves = self.children(record);
        if !moves.is_empty() {
            own.nodes -= moves.len() as isize;
            self.node(record).disown();
            self.free(own, moves.start, self.room_for(moves.len()));
        }
    }

    /// Gives up all records that cannot be reached from the root, but for those that are to be
    /// spared.
    fn sweep(&self, spared: impl Fn(Id) -> bool) {
        let mut kept = self.reached();
        self.refused.store(1, Relaxed);
        for mut shared in self.shards() {
            let own = &mut *self.allocator(0);
            let Shared { records, names, .. } = &mut *shared;
            records.retain(|&record| {
                if kept[before(record)] || spared(record) {
                    kept[before(record)] = true;
                    return true;
                }
                self.clear_moves(own, record);
                self.free(own, record, 1);
                false
            });
            names.retain(|_, record| kept[before(*record)]);
        }
    }

    /// Which records can be reached from the root.
    fn reached(&self) -> Vec<bool> {
        let mut reached = vec![false; before(*self.end())];
        let mut open = vec![ROOT];
        while let Some(record) = open.pop() {
            for mv in self.children(record) {
                let next = self.position(mv);
                if next != mv && !std::mem::replace(&mut reached[before(next)], true) {
                    open.push(next);
                }
            }
        }
        reached
    }
}

#[cfg(test)]
pub(super) mod tests;
