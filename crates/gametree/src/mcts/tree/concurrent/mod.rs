//! A tree that several threads use together: how rollouts keep away from each other, and when
//! blocks are given back.

use std::sync::atomic::AtomicU16;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::{PoisonError, RwLockReadGuard, TryLockError};
use std::thread::{sleep, yield_now};
use std::time::Duration;

use super::chunk::CLAIMED;
use super::{Id, ROOT, Tree};

/// Somebody who waits looks up so often at once, and then after pauses: a playout may take long.
const SHORT: u32 = 64;
const PAUSE: Duration = Duration::from_micros(50);

/// The right to add to a node; none where there is only one thread.
pub(super) struct Claim<'t>(Option<&'t AtomicU16>);

impl Drop for Claim<'_> {
    fn drop(&mut self) {
        if let Some(word) = self.0 {
            word.fetch_and(!CLAIMED, Release);
        }
    }
}

/// Claims a node; whether nobody else has.
fn claim(word: &AtomicU16) -> bool {
    word.fetch_or(CLAIMED, Acquire) & CLAIMED == 0
}

impl Tree {
    /// Whether several threads use it together.
    #[inline]
    pub fn is_concurrent(&self) -> bool {
        self.extras.threads > 1
    }

    /// Until what this returns is dropped, every number of a node stays valid.
    pub fn visit(&self) -> Option<RwLockReadGuard<'_, ()>> {
        let open = || self.gate.read().unwrap_or_else(PoisonError::into_inner);
        self.is_concurrent().then(open)
    }

    /// A rollout goes through a node.
    #[inline]
    pub fn add_virtual_loss(&self, id: Id) {
        if self.is_concurrent() {
            if let Some(count) = self.spot(id).under_way() {
                count.fetch_add(1, Relaxed);
            }
        }
    }

    /// It has come back.
    #[inline]
    pub fn remove_virtual_loss(&self, id: Id) {
        if self.is_concurrent() {
            if let Some(count) = self.spot(id).under_way() {
                count.fetch_sub(1, Relaxed);
            }
        }
    }

    /// Whether somebody should [reclaim memory](Tree::reclaim).
    #[inline]
    pub fn wants_room(&self) -> bool {
        self.wants_room.load(Relaxed)
    }

    /// Waits until no rollout is under way, as long as `may_wait` says so, and gives back what is
    /// not needed: blocks that were left, and if memory was full everything below nodes whose
    /// bounds are at most `slack` apart.
    pub fn reclaim(&self, slack: f64, mut may_wait: impl FnMut() -> bool) {
        let mut looks = 0;
        let alone = loop {
            // Another thread may have been faster. (To wait for the gate would be to wait until
            // somebody wants room again.)
            if !self.wants_room() {
                return;
            }
            match self.gate.try_write() {
                Ok(alone) => break alone,
                Err(TryLockError::Poisoned(alone)) => break alone.into_inner(),
                Err(TryLockError::WouldBlock) if !may_wait() => return,
                Err(TryLockError::WouldBlock) if looks < SHORT => yield_now(),
                Err(TryLockError::WouldBlock) => sleep(PAUSE),
            }
            looks += 1;
        };
        if self.is_full.swap(false, Relaxed) {
            match self.shared.is_some() {
                true => self.sweep_concurrent(slack),
                false => self.forget_closed(slack),
            }
            self.refused.store(1, Relaxed);
        }
        self.reuse_retired();
        self.wants_room.store(false, Relaxed);
        drop(alone);
    }

    /// Nobody else adds to a node, or moves it, until what this returns is dropped. Nothing if
    /// somebody does, or has moved it.
    #[inline]
    pub(super) fn claim(&self, id: Id) -> Option<Claim<'_>> {
        match self.spot(id).under_way() {
            None => Some(Claim(None)),
            Some(word) => claim(word).then(|| Claim(Some(word))),
        }
    }

    /// Moves a block to another. False, and nothing else, if another thread is adding to one of its
    /// nodes.
    pub(super) fn shift(&self, from: Id, to: Id, size: usize) -> bool {
        if size == 0 {
            return true;
        }
        let (from, to) = (self.spot(from), self.spot(to));
        if self.is_concurrent() {
            // Whoever has come to one of them before finds it claimed for ever.
            let words = || (0..size).filter_map(|more| from.next(more).under_way());
            let claimed = words().take_while(|word| claim(word)).count();
            if claimed < size {
                words().take(claimed).for_each(|word| {
                    word.fetch_and(!CLAIMED, Release);
                });
                return false;
            }
        }
        (0..size).for_each(|more| to.next(more).copy_from(from.next(more)));
        true
    }

    /// Forgets everything below nodes that are closed, but for the root.
    fn forget_closed(&self, slack: f64) {
        let own = &mut *self.allocator(0);
        let mut open = vec![ROOT];
        while let Some(id) = open.pop() {
            for child in self.children(id) {
                match self.bounds(child).is_within(slack) {
                    true => self.forget_below(own, child),
                    false => open.push(child),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
