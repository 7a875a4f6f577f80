//! The order of moves: those that last ended the search of a position are tried first. A move that refuted something is likely to refute
//! what is like it (killer moves, Akl and Newborn 1977; the history heuristic, Schaeffer 1989). How often a move did so
//! turned out to matter less than how recently.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// Actions with larger numbers are left in their places.
const MOST: usize = 1 << 16;

/// When an action last ended the search of a position. Actions are whole numbers that mean much the same in all positions.
#[derive(Default)]
pub struct Recency {
    on: AtomicBool,
    /// By action.
    last: Mutex<Vec<u64>>,
}

impl Recency {
    /// From now on moves are put in order.
    pub fn begin(&self) {
        self.on.store(true, Ordering::Relaxed);
    }

    pub fn is_on(&self) -> bool {
        self.on.load(Ordering::Relaxed)
    }

    /// Notes that an action ended the search of a position after so many moves.
    pub fn note(&self, action: &Bound<'_, PyAny>, now: u64) {
        let Some(action) = number(action) else { return };
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.len() <= action {
            last.resize(action + 1, 0);
        }
        last[action] = now;
    }

    /// The places of moves, the most promising first; empty if they are to be tried as they are listed.
    pub fn order(&self, moves: &Bound<'_, PyTuple>) -> Vec<u32> {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.is_empty() {
            return Vec::new();
        }
        let when = |action: Option<usize>| action.and_then(|action| last.get(action));
        let each = moves.iter().map(|action| when(number(&action)).copied().unwrap_or(0));
        let each: Vec<u64> = each.collect();
        let mut order: Vec<u32> = (0..each.len() as u32).collect();
        order.sort_by_key(|&place| Reverse(each[place as usize]));
        order
    }
}

fn number(action: &Bound<'_, PyAny>) -> Option<usize> {
    action.extract::<usize>().ok().filter(|&action| action < MOST)
}
