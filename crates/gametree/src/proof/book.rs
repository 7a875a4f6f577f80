//! What is proven so far for one end of the interval.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::format::Record;

/// What is proven of a position: a bound, as the owner of the strategy sees it, and the number of the
/// owner's move, if it is the owner's turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Entry {
    pub bound: f64,
    pub choice: u32,
}

/// The proofs of one side.
#[derive(Debug)]
pub(crate) enum Book {
    /// By position key. Proven bounds are kept, whatever they were proven for. Threads share them.
    Positions(Arc<Entries>),
    /// The walk through a tree: a node, then those of its children that need a proof, in their order.
    /// Steps that turn out not to be needed are removed.
    Tree(Vec<Step>),
}

/// A node of the walk.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Step {
    /// Nothing had to be proven.
    Nothing,
    /// Its children prove it; if the owner moves, the chosen child.
    Proven { choice: u32 },
}

/// The entries of positions, in several maps, so that threads seldom wait for each other.
#[derive(Debug)]
pub(crate) struct Entries {
    maps: Box<[Mutex<HashMap<u128, Entry>>]>,
    /// How many positions the provers remember besides.
    remembered: AtomicUsize,
}

impl Entries {
    /// No entries yet, in a form that suits this number of threads.
    pub fn new(threads: usize) -> Entries {
        let maps = if threads == 1 { 1 } else { MAPS };
        Entries {
            maps: (0..maps).map(|_| Mutex::default()).collect(),
            remembered: AtomicUsize::new(0),
        }
    }

    pub fn get(&self, name: u128) -> Option<Entry> {
        self.map(name).get(&name).copied()
    }

    /// Adds an entry, unless what is known is at least as good.
    fn add(&self, name: u128, entry: Entry) {
        let mut map = self.map(name);
        let known = map.entry(name).or_insert(entry);
        if known.bound < entry.bound {
            *known = entry;
        }
    }

    fn map(&self, name: u128) -> MutexGuard<'_, HashMap<u128, Entry>> {
        let mixed = (name as u64 ^ (name >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        lock(&self.maps[(mixed >> 32) as usize % self.maps.len()])
    }

    fn len(&self) -> usize {
        self.maps.iter().map(|map| lock(map).len()).sum()
    }
}

/// A panic elsewhere leaves nothing half-written here.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How many maps threads share.
const MAPS: usize = 64;

impl Book {
    /// The same book for another thread. A walk through a tree cannot be shared.
    pub fn share(&self) -> Option<Book> {
        match self {
            Book::Positions(entries) => Some(Book::Positions(Arc::clone(entries))),
            Book::Tree(_) => None,
        }
    }

    /// Counts a position that a prover remembers besides.
    pub fn remember(&self) {
        if let Book::Positions(entries) = self {
            entries.remembered.fetch_add(1, Ordering::Relaxed);
        }
    }

    pub fn entry(&self, name: u128) -> Option<Entry> {
        match self {
            Book::Positions(entries) => entries.get(name),
            Book::Tree(_) => None,
        }
    }

    /// Where the proof of the next node will start.
    pub fn mark(&self) -> usize {
        match self {
            Book::Positions(_) => 0,
            Book::Tree(steps) => steps.len(),
        }
    }

    /// Adds a node.
    pub fn step(&mut self) {
        if let Book::Tree(steps) = self {
            steps.push(Step::Nothing);
        }
    }

    /// Records the proof of the node that starts at `mark`.
    pub fn settle(&mut self, mark: usize, name: u128, entry: Entry) {
        match self {
            Book::Positions(entries) => entries.add(name, entry),
            Book::Tree(steps) => steps[mark] = Step::Proven { choice: entry.choice },
        }
    }

    /// Removes everything from `mark` on.
    pub fn take_back(&mut self, mark: usize) {
        if let Book::Tree(steps) = self {
            steps.truncate(mark);
        }
    }

    /// Removes everything between two marks.
    pub fn take_out(&mut self, from: usize, to: usize) {
        if let Book::Tree(steps) = self {
            steps.drain(from..to);
        }
    }

    /// The approximate memory that this takes, including everything derived from it until it is
    /// written.
    pub fn bytes(&self) -> usize {
        match self {
            Book::Positions(entries) => {
                let remembered = entries.remembered.load(Ordering::Relaxed);
                entries.len() * BYTES_OF_POSITION + remembered * BYTES_REMEMBERED
            }
            Book::Tree(steps) => steps.len() * BYTES_OF_STEP,
        }
    }
}

/// A position is in the book and in the list of needed positions, each with spare capacity, and
/// becomes a record with some edges.
const BYTES_OF_POSITION: usize = 320;
/// A name in a set, with spare capacity.
const BYTES_REMEMBERED: usize = 32;
/// A step of a walk becomes a record.
const BYTES_OF_STEP: usize = 2 * (size_of::<Step>() + size_of::<Record>());
