//! The bounds of the nodes of a tree, in half the memory where they are whole numbers that are not
//! too large.
//!
//! Several threads may tighten them at a time: each end only ever moves inward, so what one thread
//! has proven is never lost.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use super::memory::zeroed;
use crate::model::{Bounds, Value};

/// One interval a node.
#[derive(Debug)]
pub(in crate::mcts) enum StoredBounds {
    /// Nobody asks.
    Nothing,
    /// As they are, both ends as the bits of floats: 16 bytes.
    Wide(Box<[[AtomicU64; 2]]>),
    /// Whole numbers that are not too large for it, both ends in one word: 8 bytes.
    Narrow(Box<[AtomicU64]>),
}

/// The intervals of a block, side by side.
#[derive(Clone, Copy)]
pub(in crate::mcts) enum Block<'a> {
    Wide(&'a [[AtomicU64; 2]]),
    Narrow(&'a [AtomicU64]),
}

/// Every whole number up to this is a narrow one.
const LARGEST: f64 = (1 << 24) as f64;

fn narrow(bounds: Bounds) -> u64 {
    let bits = |end: Value| u64::from((end.get() as f32).to_bits());
    bits(bounds.lower) << 32 | bits(bounds.upper)
}

fn wide(word: u64) -> Bounds {
    let value = |bits: u32| Value::new(f32::from_bits(bits).into()).expect("it was a value");
    Bounds { lower: value((word >> 32) as u32), upper: value(word as u32) }
}

fn read([lower, upper]: &[AtomicU64; 2]) -> Bounds {
    let value =
        |end: &AtomicU64| Value::new(f64::from_bits(end.load(Relaxed))).expect("it was a value");
    Bounds { lower: value(lower), upper: value(upper) }
}

/// Changes one end of an interval to `own`, unless it is `better` than that already.
fn tighten_end(end: &AtomicU64, own: Value, better: fn(f64, f64) -> bool) {
    let own = own.get();
    let tighter = |bits| better(own, f64::from_bits(bits)).then_some(own.to_bits());
    // Refused where nothing has to change.
    let _ = end.fetch_update(Relaxed, Relaxed, tighter);
}

impl Block<'_> {
    #[inline]
    pub fn get(&self, i: usize) -> Bounds {
        match self {
            Block::Wide(bounds) => read(&bounds[i]),
            Block::Narrow(bounds) => wide(bounds[i].load(Relaxed)),
        }
    }
}

impl StoredBounds {
    /// Whether bounds within `range`, which are `whole` numbers or any, are narrow.
    fn are_narrow(range: Bounds, whole: bool) -> bool {
        // Somebody may have claimed a range that is not whole.
        let fits = |end: Value| end.get().abs() <= LARGEST && end.get().fract() == 0.0;
        whole && fits(range.lower) && fits(range.upper)
    }

    /// Room for `count` intervals. `None` if the system has no memory.
    pub fn new(range: Bounds, whole: bool, count: usize) -> Option<StoredBounds> {
        Some(match StoredBounds::are_narrow(range, whole) {
            true => StoredBounds::Narrow(zeroed(count)?),
            false => StoredBounds::Wide(zeroed(count)?),
        })
    }

    /// How many bytes one takes.
    pub fn bytes_each(range: Bounds, whole: bool) -> usize {
        match StoredBounds::are_narrow(range, whole) {
            true => size_of::<AtomicU64>(),
            false => size_of::<[AtomicU64; 2]>(),
        }
    }

    /// One of them, if anybody asks.
    #[inline(always)]
    pub fn get(&self, at: usize) -> Option<Bounds> {
        match self {
            StoredBounds::Nothing => None,
            StoredBounds::Wide(all) => Some(read(&all[at])),
            StoredBounds::Narrow(all) => Some(wide(all[at].load(Relaxed))),
        }
    }

    /// `size` of them from `first` on, if bounds are stored at all. (It pays only if the caller
    /// knows which kind it is.)
    #[inline(always)]
    pub fn block(&self, first: usize, size: usize) -> Option<Block<'_>> {
        match self {
            StoredBounds::Nothing => None,
            StoredBounds::Wide(all) => Some(Block::Wide(&all[first..][..size])),
            StoredBounds::Narrow(all) => Some(Block::Narrow(&all[first..][..size])),
        }
    }

    /// These are the bounds from now on.
    pub fn set(&self, at: usize, bounds: Bounds) {
        match self {
            StoredBounds::Nothing => (),
            StoredBounds::Wide(all) => {
                let [lower, upper] = &all[at];
                lower.store(bounds.lower.get().to_bits(), Relaxed);
                upper.store(bounds.upper.get().to_bits(), Relaxed);
            }
            StoredBounds::Narrow(all) => all[at].store(narrow(bounds), Relaxed),
        }
    }

    /// These bounds hold, too.
    pub fn tighten(&self, at: usize, bounds: Bounds) {
        match self {
            StoredBounds::Nothing => (),
            StoredBounds::Wide(all) => {
                let [lower, upper] = &all[at];
                tighten_end(lower, bounds.lower, |own, before| own > before);
                tighten_end(upper, bounds.upper, |own, before| own < before);
            }
            StoredBounds::Narrow(all) => {
                let tighter = |word| {
                    let joined = narrow(wide(word).intersect(bounds));
                    (joined != word).then_some(joined)
                };
                let _ = all[at].fetch_update(Relaxed, Relaxed, tighter);
            }
        }
    }

    /// From now on these are the bounds of another node, in the same tree.
    #[inline]
    pub fn copy(&self, at: usize, other: &StoredBounds, from: usize) {
        match (self, other) {
            (StoredBounds::Narrow(all), StoredBounds::Narrow(others)) => {
                all[at].store(others[from].load(Relaxed), Relaxed);
            }
            _ => {
                if let Some(bounds) = other.get(from) {
                    self.set(at, bounds);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(low: f64, high: f64) -> Bounds {
        Bounds::new(Value::new(low).unwrap(), Value::new(high).unwrap()).unwrap()
    }

    #[test]
    fn nothing_is_lost() {
        for (ends, whole, bytes) in [
            (range(-1.0, 1.0), true, 8),
            (range(-LARGEST, LARGEST), true, 8),
            (range(-1.0, LARGEST + 1.0), true, 16),
            (range(-1.0, 1.0), false, 16),
            (range(-1.0, 1.1), true, 16),
            (Bounds::UNBOUNDED, true, 16),
        ] {
            let stored = StoredBounds::new(ends, whole, 3).unwrap();
            assert_eq!(StoredBounds::bytes_each(ends, whole), bytes);
            (0..3).for_each(|at| stored.set(at, ends));
            let get = |at| stored.get(at).unwrap();
            assert_eq!(get(2), ends);
            let inside = Bounds::new(0.into(), ends.upper).unwrap();
            stored.tighten(1, inside);
            assert_eq!((get(0), get(1), get(2)), (ends, inside, ends));
            let block = stored.block(1, 2).unwrap();
            assert_eq!((block.get(0), block.get(1)), (inside, ends));
            // What is less than known changes nothing.
            stored.tighten(1, ends);
            assert_eq!(get(1), inside);
            stored.tighten(1, Bounds::new(ends.lower, 0.into()).unwrap());
            assert_eq!(get(1), Bounds::point(0.into()));
            stored.copy(2, &stored, 1);
            assert_eq!(get(2), Bounds::point(0.into()));
        }
    }

    /// Whatever several threads have proven of a node at the same time is known in the end.
    #[test]
    fn threads_lose_no_proof() {
        for whole in [true, false] {
            let stored = StoredBounds::new(range(-1000.0, 1000.0), whole, 1).unwrap();
            stored.set(0, range(-1000.0, 1000.0));
            let prove = |own: i32| {
                for step in (own..900).step_by(3) {
                    let end = f64::from(step);
                    let known = if own % 2 == 0 {
                        range(end - 1000.0, 1000.0)
                    } else {
                        range(-1000.0, 1000.0 - end)
                    };
                    stored.tighten(0, known);
                }
            };
            std::thread::scope(|scope| {
                for own in 0..4 {
                    scope.spawn(move || prove(own));
                }
            });
            assert_eq!(stored.get(0).unwrap(), range(899.0 - 1000.0, 1000.0 - 898.0), "{whole}");
        }
    }
}
