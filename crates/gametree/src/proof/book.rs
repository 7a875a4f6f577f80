//! What is proven so far for one end of the interval.

use std::collections::HashMap;

use super::format::Record;

/// What is proven of a position: a bound, as the owner of the strategy sees it, and the number of the
/// owner's move, if it is the owner's turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Entry {
    pub bound: f64,
    pub choice: u32,
}

/// The proofs of one side.
#[derive(Debug)]
pub(super) enum Book {
    /// By position key. Proven bounds are kept, whatever they were proven for.
    Positions(HashMap<u128, Entry>),
    /// The walk through a tree: a node, then those of its children that need a proof, in their order.
    /// Steps that turn out not to be needed are removed.
    Tree(Vec<Step>),
}

/// A node of the walk.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Step {
    /// Nothing had to be proven.
    Nothing,
    /// Its children prove it; if the owner moves, the chosen child.
    Proven { choice: u32 },
}

impl Book {
    pub fn entry(&self, name: u128) -> Option<Entry> {
        match self {
            Book::Positions(entries) => entries.get(&name).copied(),
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
            Book::Positions(entries) => {
                let known = entries.entry(name).or_insert(entry);
                if known.bound < entry.bound {
                    *known = entry;
                }
            }
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
            Book::Positions(entries) => entries.len() * BYTES_OF_POSITION,
            Book::Tree(steps) => steps.len() * BYTES_OF_STEP,
        }
    }
}

/// A position is in the book and in the list of needed positions, each with spare capacity, and
/// becomes a record with some edges.
const BYTES_OF_POSITION: usize = 320;
/// A step of a walk becomes a record.
const BYTES_OF_STEP: usize = 2 * (size_of::<Step>() + size_of::<Record>());
