//! Bounds of nodes, in chunks; in half the room where nothing is lost by that.

use super::tree::{Id, copy, place};
use crate::model::{Bounds, Value};

/// One interval a node.
#[derive(Debug)]
pub(super) enum Kept {
    /// As they are: 16 bytes.
    Wide(Vec<Vec<Bounds>>),
    /// Whole numbers that are not too large for it: 8 bytes.
    Narrow(Vec<Vec<[f32; 2]>>),
}

/// The intervals of a block, side by side.
#[derive(Clone, Copy)]
pub(super) enum Block<'a> {
    Wide(&'a [Bounds]),
    Narrow(&'a [[f32; 2]]),
}

/// Every whole number up to this is a narrow one.
const LARGEST: f64 = (1 << 24) as f64;

fn narrow(bounds: Bounds) -> [f32; 2] {
    [bounds.lower.get() as f32, bounds.upper.get() as f32]
}

fn wide([lower, upper]: [f32; 2]) -> Bounds {
    let value = |end: f32| Value::new(end.into()).expect("it was a value");
    Bounds { lower: value(lower), upper: value(upper) }
}

impl Block<'_> {
    #[inline]
    pub fn get(&self, i: usize) -> Bounds {
        match self {
            Block::Wide(bounds) => bounds[i],
            Block::Narrow(bounds) => wide(bounds[i]),
        }
    }
}

impl Kept {
    /// Room for bounds within `range`, which are `whole` numbers or any.
    pub fn new(range: Bounds, whole: bool) -> Kept {
        // Somebody may have claimed a range that is not whole.
        let fits = |end: Value| end.get().abs() <= LARGEST && end.get().fract() == 0.0;
        match whole && fits(range.lower) && fits(range.upper) {
            true => Kept::Narrow(Vec::new()),
            false => Kept::Wide(Vec::new()),
        }
    }

    /// How many bytes one takes.
    pub fn bytes_each(&self) -> usize {
        match self {
            Kept::Wide(_) => size_of::<Bounds>(),
            Kept::Narrow(_) => size_of::<[f32; 2]>(),
        }
    }

    #[inline]
    pub fn get(&self, id: Id) -> Bounds {
        let (chunk, at) = place(id);
        match self {
            Kept::Wide(chunks) => chunks[chunk][at],
            Kept::Narrow(chunks) => wide(chunks[chunk][at]),
        }
    }

    /// Those of so many nodes from `first` on. (It pays only if the caller knows which kind it is.)
    #[inline(always)]
    pub fn block(&self, first: Id, size: usize) -> Block<'_> {
        let (chunk, at) = place(first);
        match self {
            Kept::Wide(chunks) => Block::Wide(&chunks[chunk][at..][..size]),
            Kept::Narrow(chunks) => Block::Narrow(&chunks[chunk][at..][..size]),
        }
    }

    #[inline]
    pub fn set(&mut self, id: Id, bounds: Bounds) {
        let (chunk, at) = place(id);
        match self {
            Kept::Wide(chunks) => chunks[chunk][at] = bounds,
            Kept::Narrow(chunks) => chunks[chunk][at] = narrow(bounds),
        }
    }

    /// Copies a block to another.
    pub fn copy(&mut self, from: Id, to: Id, size: usize) {
        match self {
            Kept::Wide(chunks) => copy(chunks, from, to, size),
            Kept::Narrow(chunks) => copy(chunks, from, to, size),
        }
    }

    pub fn open_chunk(&mut self) {
        match self {
            Kept::Wide(chunks) => chunks.push(Vec::new()),
            Kept::Narrow(chunks) => chunks.push(Vec::new()),
        }
    }

    pub fn reserve(&mut self, chunk: usize, more: usize) {
        match self {
            Kept::Wide(chunks) => chunks[chunk].reserve_exact(more),
            Kept::Narrow(chunks) => chunks[chunk].reserve_exact(more),
        }
    }

    pub fn resize(&mut self, chunk: usize, size: usize, range: Bounds) {
        match self {
            Kept::Wide(chunks) => chunks[chunk].resize(size, range),
            Kept::Narrow(chunks) => chunks[chunk].resize(size, narrow(range)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_lost() {
        let range = |low: f64, high: f64| {
            Bounds::new(Value::new(low).unwrap(), Value::new(high).unwrap()).unwrap()
        };
        for (ends, whole, bytes) in [
            (range(-1.0, 1.0), true, 8),
            (range(-LARGEST, LARGEST), true, 8),
            (range(-1.0, LARGEST + 1.0), true, 16),
            (range(-1.0, 1.0), false, 16),
            (range(-1.0, 1.1), true, 16),
            (Bounds::UNBOUNDED, true, 16),
        ] {
            let mut kept = Kept::new(ends, whole);
            assert_eq!(kept.bytes_each(), bytes);
            kept.open_chunk();
            kept.resize(0, 3, ends);
            assert_eq!(kept.get(2), ends);
            let inside = Bounds::new(0.into(), ends.upper).unwrap();
            kept.set(1, inside);
            kept.copy(1, 2, 1);
            assert_eq!((kept.get(0), kept.get(1), kept.get(2)), (ends, inside, inside));
            let block = kept.block(1, 2);
            assert_eq!((block.get(0), block.get(1)), (inside, inside));
            assert_eq!(kept.block(0, 1).get(0), ends);
        }
    }
}
