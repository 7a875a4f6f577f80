//! `df-pn`: depth-first proof-number search (Nagai 2002; Allis, van der Meulen, van den Herik 1994).
//!
//! Answers "is it at least this much?" by always expanding where the least work could prove or disprove it. The
//! *proof number* of a node estimates the work to prove it, the *disproof number* the work to disprove it. At MAX
//! the proof number is the smallest among the children, since one is enough, and all of them count for the
//! disproof number; at MIN the reverse. A two-valued game takes one question, any other as many as `mtd-bi`.
//!
//! Contract: as `alphabeta2`.
//!
//! Departure from the paper: proven bounds are kept in the store, which is always sound; the table of
//! numbers is only a guide, which may forget, or confuse positions, without harm. The numbers along
//! the path are kept separately, so that the search terminates whatever is forgotten. Where all children count,
//! the number is the largest one plus one for each of the others (weak proof numbers: Ueda, Hashimoto, Hashimoto,
//! Iida 2008), not their sum, which counts work more than once if transpositions share it. A new child's number grows
//! with its place in the move ordering ([`PER_PLACE`]), and the search stays with a child until it is many times worse
//! than the second-best ([`MARGIN`]; Pawlewicz and Lew 2007 stay until it is a quarter worse). With the usual numbers,
//! 1 for every new child, it took two to sixty times as many nodes.

use super::AlphaBeta2;
use super::mtd_bi::division;
use super::recursion::{Joined, Recursion, by_asking};
use crate::model::{Asked, Bounds, Key, Kind, Moves, Value, Window};
use crate::run::{Algorithm, Answer, Arrival, Memory, MoveOf, Setup, SlotOf, WalkOf};
use crate::store::Store;

/// Depth-first proof-number search.
///
/// ```
/// # use gametree::{Search, classic::DfPn, doc::Subtraction};
/// let outcome = Search::new(&Subtraction { stones: 10 }).run(&mut DfPn)?;
/// assert_eq!(outcome.value(), Some(1.into()));
/// # Ok::<(), gametree::SearchError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct DfPn;

/// The largest size of the table of numbers in bytes.
const MOST_BYTES: usize = 256 << 20;

impl Algorithm for DfPn {
    const MEMORY: Memory = Memory::Needed;
    const OWN_MEMORY: bool = true;

    fn search<T: Setup>(
        &mut self,
        walk: &mut WalkOf<'_, T>,
        window: Window,
        store: &mut T::Store,
    ) -> Answer<MoveOf<T>> {
        let grain = walk.grain();
        // The other half is the store's.
        let mut guide = Guide::new((walk.memory_limit() / 2).min(MOST_BYTES));
        let next_test = |root| division(root, grain);
        by_asking::<AlphaBeta2, T>(walk, window, store, next_test, |run, slot, known, asked| {
            guide.begin();
            let mut proof = Proof::<T> {
                test: asked.beta,
                guide: &mut guide,
                children: Vec::new(),
                slots: Vec::new(),
                order: Vec::new(),
            };
            let name = name(run.walk.key(), 0, 0);
            proof.search(run, Place { slot, known, name }, Numbers::NEVER).0
        })
    }
}

/// How much larger the number of a new child is than that of the one before it in the move ordering.
const PER_PLACE: u64 = 100;

/// How many times worse than the second-best a child becomes before the search leaves it.
const MARGIN: u64 = 10;

/// The estimated work to answer the question with yes, or no.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Numbers {
    proof: u64,
    disproof: u64,
}

/// The number of something that cannot be proven.
const NEVER: u64 = u64::MAX;

impl Numbers {
    const NEVER: Numbers = Numbers { proof: NEVER, disproof: NEVER };

    /// The numbers of an unknown position.
    const UNKNOWN: Numbers = Numbers { proof: 1, disproof: 1 };

    /// The numbers as the mover sees them: the mover's own, and the opponent's.
    fn of_mover(self, kind: Kind) -> (u64, u64) {
        if kind.maximises() { (self.proof, self.disproof) } else { (self.disproof, self.proof) }
    }

    fn from_mover(kind: Kind, way: u64, other: u64) -> Numbers {
        if kind.maximises() {
            Numbers { proof: way, disproof: other }
        } else {
            Numbers { proof: other, disproof: way }
        }
    }
}

/// A node being searched.
struct Place<T> {
    slot: T,
    known: Bounds,
    name: u64,
}

/// A child of a node of the path.
#[derive(Clone, Copy)]
struct Child {
    bounds: Bounds,
    numbers: Numbers,
    name: u64,
    /// How good it looks to the mover, if nothing else is known of it.
    unknown: Option<i32>,
}

/// The search for the answer to one question.
struct Proof<'g, T: Setup> {
    /// Is it at least this much?
    test: Value,
    guide: &'g mut Guide,
    /// The children of the nodes of the path.
    children: Vec<Child>,
    /// Room for the children of one node: where the store has them.
    slots: Vec<SlotOf<T>>,
    /// Room for the move ordering of one node: scores and indices.
    order: Vec<(i32, usize)>,
}

impl<T: Setup> Proof<'_, T> {
    /// The numbers of a node with these bounds, if they answer the question.
    fn answered(&self, bounds: Bounds) -> Option<Numbers> {
        if bounds.lower >= self.test {
            Some(Numbers { proof: 0, disproof: NEVER })
        } else if bounds.upper < self.test {
            Some(Numbers { proof: NEVER, disproof: 0 })
        } else {
            None
        }
    }

    /// Searches the current node until the question is answered, one of its numbers reaches its
    /// limit, or the walk is stopped.
    fn search(
        &mut self,
        run: &mut Recursion<'_, '_, T>,
        place: Place<SlotOf<T>>,
        limits: Numbers,
    ) -> (Bounds, Numbers) {
        let Place { slot, known, name } = place;
        let mut moves = run.borrow_moves();
        let (found, numbers) = match run.walk.arrive(&mut moves) {
            Arrival::Leaf(value) => {
                (Joined { bounds: Bounds::point(value), best: None }, Numbers::UNKNOWN)
            }
            Arrival::Inner(kind) => self.work(run, &moves, kind, &place, limits),
        };
        run.return_moves(moves);
        if run.walk.ply() == 0 {
            run.root_best = found.best;
        }
        let bounds = known.intersect(found.bounds);
        run.store.tighten(slot, bounds, found.best);
        let numbers = self.answered(bounds).unwrap_or(numbers);
        self.guide.note(name, numbers);
        (bounds, numbers)
    }

    /// Searches the children of a node.
    fn work(
        &mut self,
        run: &mut Recursion<'_, '_, T>,
        moves: &Moves<MoveOf<T>>,
        kind: Kind,
        place: &Place<SlotOf<T>>,
        limits: Numbers,
    ) -> (Joined, Numbers) {
        let first = self.children.len();
        self.slots.clear();
        for index in 0..moves.len() {
            if !run.walk.has_time() {
                self.children.truncate(first);
                return (Joined { bounds: run.walk.range(), best: None }, Numbers::UNKNOWN);
            }
            let (child, slot) = self.look_at(run, moves, index, place);
            self.guide.prefetch(child.name);
            self.children.push(child);
            self.slots.push(slot);
        }
        self.recall(run, first);
        self.rank(first, kind);
        let (way_limit, other_limit) = limits.of_mover(kind);
        let numbers = loop {
            let best = BestChild::of(&self.children[first..], kind);
            let enough = best.way >= way_limit || best.other >= other_limit;
            if enough || run.walk.stopped().is_some() {
                break Numbers::from_mover(kind, best.way, best.other);
            }
            run.walk.charge(moves.len());
            let limits = best.limits(kind, way_limit, other_limit);
            let Child { bounds, name, .. } = self.children[first + best.index];
            let found = run.step_into(moves, best.index, |run| {
                let slot = run.slot_of_child(place.slot, best.index, moves.len());
                self.search(run, Place { slot, known: bounds, name }, limits)
            });
            let Some((bounds, numbers)) = found else { continue };
            self.children[first + best.index] = Child { bounds, numbers, name, unknown: None };
        };
        let all: Vec<Bounds> = self.children.drain(first..).map(|child| child.bounds).collect();
        let bounds = Bounds::of_children(kind, &all);
        let best = bounds.best_child(kind, &all, 0.0);
        (Joined { bounds, best }, numbers)
    }

    /// Gives the new children among those from `first` on their numbers: the better a child looks, the smaller the
    /// mover's.
    fn rank(&mut self, first: usize, kind: Kind) {
        let children = &mut self.children[first..];
        self.order.clear();
        let new = children.iter().enumerate().filter_map(|(i, child)| Some((child.unknown?, i)));
        self.order.extend(new);
        // Equals stay in the order of the list.
        self.order.sort_by_key(|&(score, _)| std::cmp::Reverse(score));
        let decided = |child: &&Child| child.numbers.of_mover(kind).0 == NEVER;
        let known = children.len() - self.order.len() - children.iter().filter(decided).count();
        for (place, &(_, index)) in (known as u64..).zip(&self.order) {
            children[index].numbers = Numbers::from_mover(kind, 1 + PER_PLACE * place, 1);
        }
    }

    /// Plays the move of a child and finds out what the game knows of it, and where a keyed store has it. What that and
    /// the guide know is asked for when all children have been looked at: by then it has arrived from memory.
    fn look_at(
        &mut self,
        run: &mut Recursion<'_, '_, T>,
        moves: &Moves<MoveOf<T>>,
        index: usize,
        parent: &Place<SlotOf<T>>,
    ) -> (Child, SlotOf<T>) {
        let mut bounds = run.walk.child_facts(moves, index);
        let mv = moves.get(index);
        let open = self.answered(bounds).is_none();
        let mut order_score = 0;
        let (name, slot) = if const { T::Store::KEYED } {
            let look = run.walk.look_at(mv, Asked { facts: open, order_score: true });
            if open {
                bounds = bounds.intersect(look.facts);
            }
            order_score = look.order_score;
            let horizon = run.walk.horizon().map(|plies| plies - 1);
            let slot = run.store.keyed(look.key, horizon);
            run.store.prefetch(slot);
            (name(look.key, parent.name, index), slot)
        } else {
            let undo = run.walk.replay(mv);
            let name = name(run.walk.key(), parent.name, index);
            if open {
                let slot = run.slot_of_child(parent.slot, index, moves.len());
                bounds = bounds.intersect(run.known(slot));
            }
            run.walk.back(mv, undo);
            (name, parent.slot)
        };
        let child = Child { bounds, numbers: Numbers::UNKNOWN, name, unknown: Some(order_score) };
        (child, slot)
    }

    /// Adds what the store and the guide know of the children from `first` on.
    fn recall(&mut self, run: &mut Recursion<'_, '_, T>, first: usize) {
        for (i, &slot) in self.slots.iter().enumerate() {
            let Child { mut bounds, name, .. } = self.children[first + i];
            if const { T::Store::KEYED } && self.answered(bounds).is_none() {
                bounds = bounds.intersect(run.store.retrieve(slot));
            }
            let known = self.answered(bounds).or_else(|| self.guide.of(name));
            let child = &mut self.children[first + i];
            child.bounds = bounds;
            if let Some(numbers) = known {
                (child.numbers, child.unknown) = (numbers, None);
            }
        }
    }
}

/// The child to search: the one with the smallest number for the mover.
struct BestChild {
    index: usize,
    /// The mover's number there, and at the second-best child.
    way: u64,
    second: u64,
    /// The opponent's number for all children together, and how much of it is one for each of the others.
    other: u64,
    others: u64,
}

impl BestChild {
    fn of(children: &[Child], kind: Kind) -> BestChild {
        let mut best = BestChild { index: 0, way: NEVER, second: NEVER, other: 0, others: 0 };
        let mut open: u64 = 0;
        for (index, child) in children.iter().enumerate() {
            let (way, other) = child.numbers.of_mover(kind);
            best.other = best.other.max(other);
            open += u64::from(other > 0);
            if way < best.way {
                best = BestChild { index, way, second: best.way, ..best };
            } else {
                best.second = best.second.min(way);
            }
        }
        if best.other != NEVER {
            best.others = open.saturating_sub(1);
            // Finite numbers stay finite.
            best.other = best.other.saturating_add(best.others).min(NEVER - 1);
        }
        best
    }

    /// The limits of the child's numbers.
    fn limits(&self, kind: Kind, way_limit: u64, other_limit: u64) -> Numbers {
        let turn = self.second.saturating_mul(MARGIN).saturating_add(1);
        let other = if other_limit == NEVER { NEVER } else { other_limit - self.others };
        Numbers::from_mover(kind, way_limit.min(turn), other)
    }
}

/// The name of a position in the guide: from its key, or from the path to it.
fn name(key: Option<Key>, parent: u64, index: usize) -> u64 {
    let code = match key {
        Some(Key::Exact(key) | Key::Hash(key)) => key as u64 ^ (key >> 64) as u64,
        None => parent.wrapping_add(index as u64 + 1),
    };
    let code = (code ^ code >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    code ^ code >> 32
}

/// The numbers of positions, as far as they are stored.
struct Guide {
    table: Buckets,
    /// How many entries are in use, and how many buckets there may be.
    used: usize,
    most: usize,
    question: u64,
}

/// An entry: a name, and its numbers, packed.
type Entry = [u64; 2];

/// Entries of the same bucket lie in one line of the processor's cache.
const BUCKET: usize = 4;
const LINE: usize = BUCKET * size_of::<Entry>();

/// A guide grows from this many buckets by this factor, since a page of fresh memory costs as much as many nodes.
/// Growing takes a small part of the time that it took to fill the guide.
const FIRST_BUCKETS: usize = 1 << 11;
const GROWTH: usize = 8;

struct Buckets {
    entries: Vec<Entry>,
    /// Where the first line begins.
    start: usize,
    count: usize,
}

impl Buckets {
    fn new(count: usize) -> Buckets {
        let entries = vec![[0; 2]; (count + 1) * BUCKET];
        gametree_memory::advise_huge_pages(&entries);
        // Any other place is right, too.
        let start = entries.as_ptr().align_offset(LINE).min(BUCKET);
        Buckets { entries, start, count }
    }

    /// Where the bucket of a name begins.
    fn place(&self, name: u64) -> usize {
        let bucket = (u128::from(name) * self.count as u128) >> 64;
        self.start + bucket as usize * BUCKET
    }

    fn bucket(&self, name: u64) -> &[Entry] {
        let place = self.place(name);
        &self.entries[place..place + BUCKET]
    }

    fn bucket_mut(&mut self, name: u64) -> &mut [Entry] {
        let place = self.place(name);
        &mut self.entries[place..place + BUCKET]
    }
}

impl Guide {
    fn new(bytes: usize) -> Guide {
        // The old table and the new one together.
        let most = (bytes / LINE / (GROWTH + 1) * GROWTH).max(1);
        Guide { table: Buckets::new(most.min(FIRST_BUCKETS)), used: 0, most, question: 0 }
    }

    /// Moves to a larger table.
    #[cold]
    fn grow(&mut self) {
        let count = self.table.count.saturating_mul(GROWTH).min(self.most);
        let old = std::mem::replace(&mut self.table, Buckets::new(count));
        self.used = 0;
        for [name, numbers] in old.entries.into_iter().filter(|entry| entry[1] != 0) {
            self.enter(name, numbers);
        }
    }

    /// A new question: all numbers are void.
    fn begin(&mut self) {
        self.question += 1;
    }

    /// The name of a position, for this question.
    fn asked(&self, name: u64) -> u64 {
        name ^ self.question.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// Announces that the numbers of a position will be asked for.
    fn prefetch(&self, name: u64) {
        gametree_memory::prefetch(&self.table.entries, self.table.place(self.asked(name)));
    }

    /// The numbers of a position, if they are known.
    fn of(&self, name: u64) -> Option<Numbers> {
        let name = self.asked(name);
        let bucket = self.table.bucket(name);
        let entry = bucket.iter().find(|entry| entry[0] == name && entry[1] != 0)?;
        Some(Numbers { proof: entry[1] >> 32, disproof: entry[1] & u64::from(u32::MAX) })
    }

    fn note(&mut self, name: u64, numbers: Numbers) {
        if self.used > self.table.count * (BUCKET / 2) && self.table.count < self.most {
            self.grow();
        }
        let name = self.asked(name);
        // Answered positions are in the store.
        let small = |number: u64| number.clamp(1, u64::from(u32::MAX) - 1);
        self.enter(name, small(numbers.proof) << 32 | small(numbers.disproof));
    }

    fn enter(&mut self, name: u64, packed: u64) {
        // Large numbers are the result of much work.
        let worth = |&&mut [of, numbers]: &&mut Entry| match of == name {
            true => 0,
            false => (numbers >> 32).min(numbers & u64::from(u32::MAX)) + 1,
        };
        if let Some(entry) = self.table.bucket_mut(name).iter_mut().min_by_key(worth) {
            self.used += usize::from(entry[1] == 0);
            *entry = [name, packed];
        }
    }
}
