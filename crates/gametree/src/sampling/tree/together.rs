//! A tree that several threads use together: how rollouts keep away from each other, and when blocks are given back.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::{PoisonError, RwLockReadGuard, TryLockError};
use std::thread::yield_now;

use super::{Id, ROOT, Tree};

impl Tree {
    /// Whether several threads use it together.
    #[inline]
    pub fn is_together(&self) -> bool {
        self.extras.together
    }

    /// Until what this returns is dropped, every number of a node stays valid.
    pub fn visit(&self) -> Option<RwLockReadGuard<'_, ()>> {
        let open = || self.gate.read().unwrap_or_else(PoisonError::into_inner);
        self.is_together().then(open)
    }

    /// A rollout goes through a node.
    #[inline]
    pub fn embark(&self, id: Id) {
        if self.is_together() {
            if let Some(count) = self.spot(id).under_way() {
                count.fetch_add(1, Relaxed);
            }
        }
    }

    /// It has come back.
    #[inline]
    pub fn disembark(&self, id: Id) {
        if self.is_together() {
            if let Some(count) = self.spot(id).under_way() {
                count.fetch_sub(1, Relaxed);
            }
        }
    }

    /// Whether somebody should [tidy up](Tree::tidy).
    #[inline]
    pub fn wants_room(&self) -> bool {
        self.wants_room.load(Relaxed)
    }

    /// Waits until no rollout is under way, and gives back what is not needed: blocks that were left, and if memory was
    /// full everything below nodes whose bounds are at most `slack` apart.
    pub fn tidy(&self, slack: f64) {
        let alone = loop {
            // Another thread may have been faster. (To wait for the gate would be to wait until somebody wants room again.)
            if !self.wants_room() {
                return;
            }
            match self.gate.try_write() {
                Ok(alone) => break alone,
                Err(TryLockError::Poisoned(alone)) => break alone.into_inner(),
                Err(TryLockError::WouldBlock) => yield_now(),
            }
        };
        let is_full = std::mem::take(&mut self.lock().is_full);
        if is_full {
            match self.shared.is_some() {
                true => self.sweep_together(slack),
                false => self.forget_closed(slack),
            }
        }
        let room = &mut *self.lock();
        if is_full {
            room.refused = 1;
        }
        self.use_again(room);
        self.wants_room.store(false, Relaxed);
        drop(alone);
    }

    /// Forgets everything below nodes that are closed, but for the root.
    fn forget_closed(&self, slack: f64) {
        let room = &mut *self.lock();
        let mut open = vec![ROOT];
        while let Some(id) = open.pop() {
            for child in self.children(id) {
                match self.bounds(child).is_within(slack) {
                    true => self.forget_below(room, child),
                    false => open.push(child),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
