//! An array that grows while other threads read it.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The size of the first chunk, as a power of two. Every other chunk is as large as all before it, so an index says
/// where it is found.
const FIRST: u32 = 6;

/// As many chunks as 2^32 elements need.
const CHUNKS: usize = 27;

/// Up to 2^32 elements, which never move. They are changed by what they are: atomic words.
#[derive(Debug)]
pub(crate) struct Chunks<T> {
    chunks: [OnceLock<Box<[T]>>; CHUNKS],
    /// How many elements there is memory for.
    room: AtomicUsize,
}

/// The chunk of an element, and its index there.
#[inline(always)]
fn place(index: u32) -> (usize, usize) {
    let number = u64::from(index) + (1 << FIRST);
    let chunk = number.ilog2() - FIRST;
    (chunk as usize, number as usize - (1 << (chunk + FIRST)))
}

/// The size of a chunk.
fn size(chunk: usize) -> usize {
    1 << (chunk as u32 + FIRST)
}

impl<T: Default> Chunks<T> {
    pub fn new() -> Self {
        Chunks { chunks: std::array::from_fn(|_| OnceLock::new()), room: AtomicUsize::new(0) }
    }

    #[inline(always)]
    pub fn get(&self, index: u32) -> &T {
        let (chunk, offset) = place(index);
        &self.chunks[chunk].get().expect("there is memory for it")[offset]
    }

    /// A run of elements that [`start_of_run`](Chunks::start_of_run) has found room for.
    #[inline(always)]
    pub fn run(&self, first: u32, count: usize) -> &[T] {
        if count == 0 {
            return &[];
        }
        let (chunk, offset) = place(first);
        &self.chunks[chunk].get().expect("there is memory for it")[offset..offset + count]
    }

    /// Where a run of `count` elements may start that lie side by side, from `next` on; `None` if that would need
    /// numbers larger than there are.
    pub fn start_of_run(next: u32, count: usize) -> Option<u32> {
        let (chunk, offset) = place(next);
        let first = if offset + count <= size(chunk) {
            next
        } else {
            let chunk = (chunk + 1..CHUNKS).find(|&chunk| count <= size(chunk))?;
            (size(chunk) - size(0)) as u32
        };
        first.checked_add(u32::try_from(count).ok()?).map(|_| first)
    }

    /// Makes sure that there is memory for elements `first` to `first + count - 1`. False if the system has none.
    #[must_use]
    pub fn make_room(&self, first: u32, count: usize) -> bool {
        self.missing(first, count).all(|chunk| {
            let mut elements = Vec::new();
            if elements.try_reserve_exact(size(chunk)).is_err() {
                return false;
            }
            elements.resize_with(size(chunk), T::default);
            if self.chunks[chunk].set(elements.into_boxed_slice()).is_ok() {
                self.room.fetch_add(size(chunk), Ordering::Relaxed);
            }
            true
        })
    }

    /// How many bytes [`make_room`](Chunks::make_room) would allocate.
    pub fn bytes_to_add(&self, first: u32, count: usize) -> usize {
        self.missing(first, count).map(size).sum::<usize>() * size_of::<T>()
    }

    /// The chunks in which these elements lie and which have no memory yet.
    fn missing(&self, first: u32, count: usize) -> impl Iterator<Item = usize> + '_ {
        let end = first as usize + count;
        let chunks = (0..CHUNKS).filter(move |&chunk| {
            let start = size(chunk) - size(0);
            count > 0 && start < end && (first as usize) < start + size(chunk)
        });
        chunks.filter(|&chunk| self.chunks[chunk].get().is_none())
    }

    /// Memory held.
    pub fn bytes(&self) -> usize {
        self.room.load(Ordering::Relaxed) * size_of::<T>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU32;

    #[test]
    fn elements_have_places_of_their_own() {
        let chunks: Chunks<AtomicU32> = Chunks::new();
        assert_eq!(chunks.bytes(), 0);
        assert!(chunks.make_room(0, 1000));
        for index in 0..1000 {
            chunks.get(index).store(index + 1, Ordering::Relaxed);
        }
        let all: Vec<u32> =
            (0..1000).map(|index| chunks.get(index).load(Ordering::Relaxed)).collect();
        assert_eq!(all, (1..=1000).collect::<Vec<u32>>());
        assert_eq!(chunks.bytes_to_add(0, 1000), 0);
        assert_eq!(chunks.bytes(), 4 * (64 + 128 + 256 + 512 + 1024));
    }

    #[test]
    fn a_run_lies_in_one_chunk() {
        let chunks: Chunks<AtomicU32> = Chunks::new();
        let mut next = 0;
        for count in [3, 60, 2, 1, 500, 90, 0, 7, 100_000, 5] {
            let first = Chunks::<AtomicU32>::start_of_run(next, count).unwrap();
            assert!(first >= next);
            assert_eq!(chunks.bytes_to_add(first, count) > 0, {
                let before = chunks.bytes();
                assert!(chunks.make_room(first, count));
                chunks.bytes() > before
            });
            let run = chunks.run(first, count);
            assert_eq!(run.len(), count);
            for word in run {
                assert_eq!(word.swap(1, Ordering::Relaxed), 0, "an element was given away twice");
            }
            next = first + count as u32;
        }
        assert_eq!(Chunks::<AtomicU32>::start_of_run(u32::MAX - 100, 1000), None);
    }
}
