//! What is proven of one side so far.

use std::collections::HashMap;

use super::format::Record;

/// What is proven of a position: a bound, as the owner of the strategy sees it, and the number of the
/// move that he chooses, if he has to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Entry {
    pub bound: f64,
    pub choice: u32,
}

/// The proofs of one side.
#[derive(Debug)]
pub(super) enum Book {
    /// By name of position. What is proven stays, whatever it was proven for.
    Positions(HashMap<u128, Entry>),
    /// The walk through a tree: a node, then those of its children that need a proof, in their order.
    /// What turns out not to be needed is taken back.
    Tree(Vec<Step>),
}

/// A node of the walk.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Step {
    /// Nothing had to be proven.
    Nothing,
    /// The children prove it, of which the owner chooses this one if he moves.
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

    /// A node comes next.
    pub fn step(&mut self) {
        if let Book::Tree(steps) = self {
            steps.push(Step::Nothing);
        }
    }

    /// The node whose proof starts at `mark` is proven.
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

    /// What comes from `mark` on is not needed.
    pub fn take_back(&mut self, mark: usize) {
        if let Book::Tree(steps) = self {
            steps.truncate(mark);
        }
    }

    /// What lies between two marks is not needed.
    pub fn take_out(&mut self, from: usize, to: usize) {
        if let Book::Tree(steps) = self {
            steps.drain(from..to);
        }
    }

    /// About how much memory this takes, with all that is made of it until it is written.
    pub fn bytes(&self) -> usize {
        match self {
            Book::Positions(entries) => entries.len() * BYTES_OF_POSITION,
            Book::Tree(steps) => steps.len() * BYTES_OF_STEP,
        }
    }
}

/// A position is in the book and in the list of what is needed, each with room to grow, and becomes a
/// record with some edges.
const BYTES_OF_POSITION: usize = 320;
/// A step of a walk becomes a record.
const BYTES_OF_STEP: usize = 2 * (size_of::<Step>() + size_of::<Record>());
