//! One record a position, however many ways lead there: how a tree becomes a graph without cycles.
//!
//! The children of a node are then *moves*. Each has visits, rewards and bounds of its own, and from the
//! second visit on it leads to the record of a *position*, with the visits, rewards and bounds of all ways
//! there, and with the moves that were tried. Records are found by the key of the position. What a move knows
//! of its position may be out of date, which is never wrong, and is brought up to date where it is looked at.
//!
//! A record whose value is known has no moves any more, and stays: another way may lead there. So do records
//! to which no way is left, until there is no room for anything else or the root has moved on.

use std::collections::HashMap;

use super::super::node::Node;
use super::{Id, Notes, ROOT, Tree, place, room_for};
use crate::model::{Bounds, Key};

/// The positions of a tree.
#[derive(Debug, Default)]
pub(in super::super) struct Shared {
    names: HashMap<[u64; 2], Id>,
    /// The most entries for which the map ever had room: it tells less where some were removed.
    room: usize,
    /// All records, those of positions without a key too.
    records: Vec<Id>,
    /// Whether some name is a hash.
    hashes: bool,
    /// How often there was no room since the last time that records were given up.
    refused: usize,
}

fn name(key: Key) -> [u64; 2] {
    let (Key::Exact(number) | Key::Hash(number)) = key;
    [number as u64, (number >> 64) as u64]
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
    entries * (size_of::<([u64; 2], Id)>() + 1) * 8 / 7
}

impl Tree {
    /// Positions are shared from now on, when there is nothing but a root.
    pub fn share_positions(&mut self) {
        self.shared = Some(Shared::default());
    }

    #[inline]
    pub fn shares_positions(&self) -> bool {
        self.shared.is_some()
    }

    /// Whether positions may have been mistaken for others.
    pub fn rests_on_hashes(&self) -> bool {
        self.shared.as_ref().is_some_and(|shared| shared.hashes)
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
    pub fn find_position(&mut self, mv: Id, key: Option<Key>) -> Option<Id> {
        let shared = self.shared.as_mut()?;
        shared.hashes |= matches!(key, Some(Key::Hash(_)));
        let record = *shared.names.get(&name(key?))?;
        let own = *self.node(mv);
        self.node_mut(record).take_in(&own);
        if let Notes::Squares(squares) = &mut self.notes {
            let ((from, at), (to, there)) = (place(mv), place(record));
            squares[to][there] += squares[from][at];
        }
        let known = self.bounds(record).intersect(self.bounds(mv));
        self.set_bounds(record, known);
        self.node_mut(mv).set_first(record);
        Some(record)
    }

    /// Makes a record of the position behind a move. Nothing if memory is full.
    pub fn add_position(&mut self, mv: Id, key: Option<Key>) -> Option<Id> {
        let record = self.block(1)?;
        let growth = self.shared.as_ref()?.bytes_to_grow();
        if growth > 0 && self.bytes() + growth > self.limit {
            self.leave(record, 1);
            return None;
        }
        self.copy(mv, record, 1);
        self.node_mut(mv).set_first(record);
        let shared = self.shared.as_mut()?;
        shared.records.push(record);
        if let Some(key) = key {
            shared.names.insert(name(key), record);
            shared.room = shared.room.max(shared.names.capacity());
        }
        Some(record)
    }

    /// What is known of the position behind a move, on whatever way.
    pub fn known(&self, mv: Id) -> Bounds {
        self.bounds(self.position(mv))
    }

    /// Brings up to date what a move knows of its position; whether that was news.
    #[inline]
    pub fn learn(&mut self, mv: Id) -> bool {
        let record = self.position(mv);
        if record == mv {
            return false;
        }
        let known = self.bounds(record);
        let news = known != self.bounds(mv);
        if news {
            self.set_bounds(mv, known);
        }
        news
    }

    /// The mean of a move becomes that of its position.
    #[inline]
    pub fn adopt_mean(&mut self, mv: Id) {
        let record = self.position(mv);
        let all = *self.node(record);
        self.node_mut(mv).adopt_mean(&all);
        if let Notes::Squares(squares) = &mut self.notes {
            let ((from, at), (to, there)) = (place(record), place(mv));
            let share = f64::from(self.chunks[to][there].visits()) / f64::from(all.visits().max(1));
            squares[to][there] = squares[from][at] * share;
        }
    }

    /// The position behind a move of the root becomes the root. Records stay that can be reached from it, and
    /// those whose values are known.
    pub(super) fn reroot_shared(&mut self, mv: Id) {
        let record = self.position(mv);
        let old = self.children(ROOT);
        // First of all, since the move is one of these.
        self.copy(record, ROOT, 1);
        self.nodes -= old.len();
        self.leave(old.start, room_for(old.len()));
        if record != mv {
            // Its moves are those of the root now.
            self.disown(record);
        }
        self.sweep(|tree, other| other != record && tree.node(other).tried() == 0);
    }

    /// Gives up records to which no way leads, since there is no room. Whether there may be some now: what
    /// that takes must not be spent again for every node.
    pub fn make_room(&mut self) -> bool {
        let nodes = self.nodes;
        let Some(shared) = &mut self.shared else { return false };
        shared.refused += 1;
        if shared.refused > 1 && shared.refused < nodes / 4 {
            return false;
        }
        self.sweep(|_, _| false);
        true
    }

    /// Forgets the moves of a position, and nothing of those behind them.
    fn disown(&mut self, record: Id) {
        let node = self.node_mut(record);
        node.set_first(0);
        node.pack(0, node.state());
    }

    /// Forgets the moves of a position.
    pub(super) fn clear_moves(&mut self, record: Id) {
        let moves = self.children(record);
        if !moves.is_empty() {
            self.nodes -= moves.len();
            self.disown(record);
            self.leave(moves.start, room_for(moves.len()));
        }
    }

    /// Gives up all records that cannot be reached from the root, but for those that are to be spared.
    fn sweep(&mut self, spared: impl Fn(&Tree, Id) -> bool) {
        let mut kept = self.reached();
        let Some(mut shared) = self.shared.take() else { return };
        shared.refused = 1;
        shared.records.retain(|&record| {
            if kept[record as usize] || spared(self, record) {
                kept[record as usize] = true;
                return true;
            }
            self.clear_moves(record);
            self.leave(record, 1);
            false
        });
        shared.names.retain(|_, record| kept[*record as usize]);
        self.shared = Some(shared);
    }

    /// Which records can be reached from the root.
    fn reached(&self) -> Vec<bool> {
        let mut reached = vec![false; self.chunks.len() * super::CHUNK];
        let mut open = vec![ROOT];
        while let Some(record) = open.pop() {
            for mv in self.children(record) {
                let next = self.position(mv);
                if next != mv && !std::mem::replace(&mut reached[next as usize], true) {
                    open.push(next);
                }
            }
        }
        reached
    }
}

impl Node {
    /// Adds all rollouts of another node.
    fn take_in(&mut self, other: &Node) {
        self.count(self.visits().saturating_add(other.visits()), self.sum() + other.sum());
    }

    /// As many rollouts as before, with the mean of another node.
    fn adopt_mean(&mut self, other: &Node) {
        let share = f64::from(self.visits()) / f64::from(other.visits().max(1));
        self.count(self.visits(), other.sum() * share);
    }
}

#[cfg(test)]
mod tests;
