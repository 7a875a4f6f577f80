//! `df-pn`: depth-first proof-number search (Nagai 2002; Allis, van der Meulen, van den Herik 1994).
//!
//! Answers "is it at least this much?" by always expanding where the least work could prove or disprove it. The
//! *proof number* of a node estimates the work to prove it, the *disproof number* the work to disprove it. At MAX
//! the proof number is the smallest among the children, since one is enough, and all of them count for the
//! disproof number; at MIN the reverse. A two-valued game takes one question, any other as many as `mtd-bi`.
//!
//! Contract: as `alphabeta2`. Within epsilon it asks fewer questions, as `mtd-bi` does; each is answered exactly.
//!
//! Departures from the papers: proven bounds are kept in the store, which is always sound; the table of
//! numbers is only a guide, which may forget, or confuse positions, without harm. The numbers along
//! the path are kept separately, so that the search terminates whatever is forgotten. Where all children count,
//! the number is the largest one, not their sum, which counts work more than once if transpositions share it. (Weak
//! proof numbers, Ueda, Hashimoto, Hashimoto, Iida 2008, add one for each of the others: on small boards that makes
//! no difference.)
//! A new child's number grows with its place in the move ordering ([`PER_PLACE`]), and the search stays with a child
//! until it is many times worse than the second-best ([`Margin`]; Pawlewicz and Lew 2007 stay until it
//! is a quarter worse). With the usual numbers, 1 for every new child, it took two to sixty times as many nodes.
//!
//! Several threads share the store and the guide.

mod guide;
mod numbers;

use std::sync::Arc;

use self::guide::{Guide, name};
use self::numbers::{BestChild, Margin, NEVER, Numbers};
use super::AlphaBeta2;
use super::mtd_bi::division;
use super::recursion::{Joined, Recursion, by_asking};
use crate::algorithm::{Algorithm, Memory, MoveOf, Setup, SlotOf, WalkOf};
use crate::model::{Asked, Bounds, Kind, Moves, Value, Window};
use crate::outcome::{Outcome, Stop};
use crate::store::Store;
use crate::threads::{Marks, SHARED_PLIES};
use crate::walk::Arrival;

/// Depth-first proof-number search.
///
/// ```
/// # use gametree::{Search, exact::DfPn, doc::Subtraction};
/// let outcome = Search::new(&Subtraction { stones: 10 }).run(&mut DfPn::default())?;
/// assert_eq!(outcome.value(), Some(1.into()));
/// # Ok::<(), gametree::SearchError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct DfPn {
    /// That of the latest search, for the threads that will help.
    guide: Option<Arc<Guide>>,
}

/// The largest size of the table of numbers in bytes.
const MOST_BYTES: usize = 256 << 20;

/// How much larger the number of a new child is than that of the one before it in the move ordering.
const PER_PLACE: u32 = 100;

impl Algorithm for DfPn {
    const MEMORY: Memory = Memory::Needed;
    const OWN_MEMORY: bool = true;
    const SHARES_TABLE: bool = true;
    const TAKES_EPSILON: bool = true;

    fn worker(&self) -> Option<Self> {
        Some(self.clone())
    }

    fn search<T: Setup>(
        &mut self,
        walk: &mut WalkOf<'_, T>,
        window: Window,
        store: &mut T::Store,
    ) -> Outcome<MoveOf<T>> {
        let grain = walk.grain();
        // A crew goes on with the guide of the leader, who began alone.
        let common = self.guide.take().filter(|_| walk.marks().is_some());
        // The other half is the store's.
        let memory = (walk.memory_limit() / 2).min(MOST_BYTES);
        let guide = common.unwrap_or_else(|| Arc::new(Guide::new(memory)));
        self.guide = Some(Arc::clone(&guide));
        let mut proof = Proof::<T> {
            test: Value::ZERO,
            question: 0,
            guide: &guide,
            children: Vec::new(),
            order: Vec::new(),
            margin: Margin::default(),
        };
        let next_test = |root| division(root, grain);
        let mut ask = |run: &mut Recursion<'_, '_, T>, slot, known, asked: Window| {
            proof.ask(asked.beta);
            let name = name(run.walk.key(), 0, 0);
            proof.search(run, NodeRef { slot, known, name, is_new: true }, Numbers::NEVER).0
        };
        let answer = by_asking::<AlphaBeta2, T>(walk, window, store, next_test, &mut ask);
        if !walk.is_helper() {
            walk.note_memory(store.bytes() + guide.bytes(), store.records());
        }
        // Kept only for a search that goes on with helpers.
        self.guide = self.guide.take().filter(|_| walk.stopped() == Some(Stop::Running));
        answer
    }
}

/// A node, as the store and the guide refer to it.
#[derive(Clone, Copy)]
struct NodeRef<S> {
    slot: S,
    known: Bounds,
    name: u64,
    /// Whether the guide does not know it: it was not searched yet, or is forgotten.
    is_new: bool,
}

/// A node whose children are searched.
struct Node<'m, T: Setup> {
    at: NodeRef<SlotOf<T>>,
    kind: Kind,
    moves: &'m Moves<MoveOf<T>>,
    /// Where its children begin in the stack.
    first: usize,
    /// The limits of its numbers, as the mover sees them.
    limits: (u32, u32),
}

/// A child of a node of the path, of which it is not known yet whether it answers the question.
#[derive(Clone, Copy)]
struct Child<S> {
    slot: S,
    bounds: Bounds,
    name: u64,
    numbers: Numbers,
    /// Its place in the list of moves.
    index: u32,
    /// How good it looks to the mover, if nothing else is known of it.
    unknown: Option<i32>,
}

/// The search for the answer to one question.
struct Proof<'g, T: Setup> {
    /// Is it at least this much?
    test: Value,
    /// Tells the names of one question from those of another.
    question: u64,
    guide: &'g Guide,
    /// The children of the nodes of the path.
    children: Vec<Child<SlotOf<T>>>,
    /// Room for the move ordering of one node: scores, and places among the children.
    order: Vec<(i32, usize)>,
    margin: Margin,
}

impl<T: Setup> Proof<'_, T> {
    /// Begins a new question: the numbers of others mean nothing to it.
    fn ask(&mut self, test: Value) {
        self.test = test;
        self.question = test.get().to_bits().wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    /// The numbers of a node with these bounds, if they answer the question.
    #[inline]
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
        at: NodeRef<SlotOf<T>>,
        limits: Numbers,
    ) -> (Bounds, Numbers) {
        let mut moves = run.borrow_moves();
        let (found, numbers) = match run.walk.arrive(&mut moves) {
            Arrival::Leaf(value) => {
                (Joined { bounds: Bounds::point(value), best: None }, Numbers::UNKNOWN)
            }
            Arrival::Inner(kind) => {
                let (first, limits) = (self.children.len(), limits.of_mover(kind));
                let node = Node { at, kind, moves: &moves, first, limits };
                let found = self.work(run, &node);
                self.children.truncate(first);
                found
            }
        };
        run.return_moves(moves);
        if run.walk.ply() == 0 {
            run.root_best = found.best;
        }
        let bounds = at.known.intersect(found.bounds);
        if bounds != at.known {
            run.store.tighten(at.slot, bounds, found.best);
        }
        // Answered positions are in the store.
        let numbers = self.answered(bounds).unwrap_or_else(|| {
            self.guide.note(at.name ^ self.question, numbers);
            numbers
        });
        (bounds, numbers)
    }

    /// Searches the children of a node.
    fn work(&mut self, run: &mut Recursion<'_, '_, T>, node: &Node<'_, T>) -> (Joined, Numbers) {
        let &Node { kind, first, limits, .. } = node;
        let mut joined = Joined::nothing(kind);
        if !self.look_at_all(run, node, &mut joined) || !self.recall(run, node, &mut joined) {
            // Decided, or out of time: of the other children anything may be true.
            joined.bounds = joined.bounds.choice(run.walk.range(), kind.maximises());
            return (joined, Numbers::UNKNOWN);
        }
        self.rank(first, kind);
        let marks = run.marks.clone().filter(|_| run.walk.ply() <= SHARED_PLIES);
        let numbers = loop {
            let best =
                BestChild::of(self.children[first..].iter().map(|child| child.numbers), kind);
            let enough = best.way >= limits.0 || best.other >= limits.1;
            if enough || run.walk.stopped().is_some() {
                break Numbers::from_mover(kind, best.way, best.other);
            }
            run.walk.charge(self.children.len() - first);
            match &marks {
                None => {
                    let limits = best.limits(best.way, kind, limits, self.margin);
                    self.enter(run, node, first + best.at, limits);
                }
                Some(marks) => {
                    let known = run.store.retrieve(node.at.slot);
                    if self.answered(known).is_some() {
                        // Another thread was faster.
                        return (Joined { bounds: known, best: None }, Numbers::UNKNOWN);
                    }
                    self.enter_shared(run, node, marks, &best);
                }
            }
        };
        for child in &self.children[first..] {
            joined.take(child.index as usize, child.bounds, kind);
        }
        (joined, numbers)
    }

    /// Searches a child as one of several threads: if another one is searching the best, the best of those that nobody
    /// is searching. A child that nothing speaks against yet is mostly the right one, and its result decides about
    /// the others, so that all threads search it.
    #[cold]
    #[inline(never)]
    fn enter_shared(
        &mut self,
        run: &mut Recursion<'_, '_, T>,
        node: &Node<'_, T>,
        marks: &Marks,
        best: &BestChild,
    ) {
        let way = |child: &Child<SlotOf<T>>| child.numbers.of_mover(node.kind).0;
        let mut at = node.first + best.at;
        if best.way > 1 && marks.is_marked(self.children[at].name) {
            let children = &self.children;
            let within = |&at: &usize| way(&children[at]) < node.limits.0;
            let others = (node.first..children.len()).filter(within);
            let free = marks.free(others, |&at| children[at].name);
            at = free.min_by_key(|&at| way(&children[at])).unwrap_or(at);
        }
        let child = self.children[at];
        // Others may have decided it in the meantime.
        let bounds = child.bounds.intersect(run.store.retrieve(child.slot));
        if let Some(numbers) = self.answered(bounds) {
            run.walk.note_settled(1);
            self.children[at] = Child { bounds, numbers, ..child };
            return;
        }
        marks.mark(child.name);
        let limits = best.limits(way(&child), node.kind, node.limits, self.margin);
        self.enter(run, node, at, limits);
        marks.unmark(child.name);
    }

    /// Searches a child within these limits.
    fn enter(
        &mut self,
        run: &mut Recursion<'_, '_, T>,
        node: &Node<'_, T>,
        at: usize,
        limits: Numbers,
    ) {
        let Child { slot, bounds: known, name, index, unknown, .. } = self.children[at];
        let (moves, index) = (node.moves, index as usize);
        let found = run.step_into(moves, index, |run| {
            let slot = match const { T::Store::KEYED } {
                true => run.store.renew(slot),
                false => run.slot_of_child(node.at.slot, index, moves.len()),
            };
            self.search(run, NodeRef { slot, known, name, is_new: unknown.is_some() }, limits)
        });
        if let Some((bounds, numbers)) = found {
            let child = &mut self.children[at];
            (child.bounds, child.numbers, child.unknown) = (bounds, numbers, None);
        }
    }

    /// Looks at the children of a node. Those that are decided are joined, the others put on the stack. Returns
    /// whether there is more to do: one of them may decide the node, or time is up.
    #[inline]
    fn look_at_all(
        &mut self,
        run: &mut Recursion<'_, '_, T>,
        node: &Node<'_, T>,
        joined: &mut Joined,
    ) -> bool {
        let &Node { kind, moves, .. } = node;
        for index in 0..moves.len() {
            if !run.walk.has_time() {
                joined.bounds = run.walk.range();
                return false;
            }
            let mut bounds = run.walk.child_facts(moves, index);
            if self.answered(bounds).is_none() {
                let child = self.look_at(run, node, index, bounds);
                if self.answered(child.bounds).is_none() {
                    self.guide.prefetch(child.name ^ self.question);
                    self.children.push(child);
                    continue;
                }
                run.walk.note_settled(1);
                bounds = child.bounds;
            }
            joined.take(index, bounds, kind);
            if self.decides(bounds, kind) {
                return false;
            }
        }
        true
    }

    /// Whether a child with these bounds decides its parent.
    #[inline]
    fn decides(&self, bounds: Bounds, kind: Kind) -> bool {
        if kind.maximises() { bounds.lower >= self.test } else { bounds.upper < self.test }
    }

    /// Plays the move of a child and finds out what the game knows of it, and where a keyed store has it. What that and
    /// the guide know is asked for when all children have been looked at: by then it has arrived from memory.
    #[inline]
    fn look_at(
        &mut self,
        run: &mut Recursion<'_, '_, T>,
        node: &Node<'_, T>,
        index: usize,
        stated: Bounds,
    ) -> Child<SlotOf<T>> {
        let &Node { at: parent, moves, .. } = node;
        let mv = moves.get(index);
        let (bounds, name, slot, score) = if const { T::Store::KEYED } {
            let look = run.walk.look_at(mv, Asked { facts: true, order_score: true });
            let horizon = run.walk.horizon().map(|plies| plies - 1);
            let slot = run.store.keyed(look.key, horizon);
            run.store.prefetch(slot);
            (look.facts, name(look.key, parent.name, index), slot, look.order_score)
        } else {
            let undo = run.walk.replay(mv);
            let name = name(run.walk.key(), parent.name, index);
            let slot = run.slot_of_child(parent.slot, index, moves.len());
            let (known, score) = (run.known(slot), run.walk.order_score());
            run.walk.back(mv, undo);
            (known, name, slot, score)
        };
        let (numbers, unknown) = (Numbers::UNKNOWN, Some(score));
        let bounds = stated.intersect(bounds);
        Child { slot, bounds, name, numbers, index: index as u32, unknown }
    }

    /// Adds what the store and the guide know of the children. Returns whether there is more to do.
    #[inline]
    fn recall(
        &mut self,
        run: &mut Recursion<'_, '_, T>,
        node: &Node<'_, T>,
        joined: &mut Joined,
    ) -> bool {
        let &Node { kind, first, .. } = node;
        let (mut kept, open) = (first, self.children.len() - first);
        for at in first..self.children.len() {
            let mut child = self.children[at];
            if const { T::Store::KEYED } {
                run.store.compare(child.slot, child.bounds);
                child.bounds = child.bounds.intersect(run.store.retrieve(child.slot));
                if self.answered(child.bounds).is_some() {
                    run.walk.note_settled(1);
                    joined.take(child.index as usize, child.bounds, kind);
                    if self.decides(child.bounds, kind) {
                        return false;
                    }
                    continue;
                }
            }
            if let Some(numbers) = self.guide.of(child.name ^ self.question) {
                (child.numbers, child.unknown) = (numbers, None);
            }
            self.children[kept] = child;
            kept += 1;
        }
        self.children.truncate(kept);
        if node.at.is_new {
            self.margin.note(open, first + open - kept);
        }
        true
    }

    /// Gives the new children among those from `first` on their numbers: the better a child looks, the smaller the
    /// mover's.
    fn rank(&mut self, first: usize, kind: Kind) {
        let children = &mut self.children[first..];
        self.order.clear();
        let new = children.iter().enumerate().filter_map(|(at, child)| Some((child.unknown?, at)));
        self.order.extend(new);
        // Equals stay in the order of the list.
        self.order.sort_by_key(|&(score, _)| std::cmp::Reverse(score));
        let known = children.len() - self.order.len();
        for (place, &(_, at)) in (known as u32..).zip(&self.order) {
            children[at].numbers = Numbers::from_mover(kind, 1 + PER_PLACE * place, 1);
        }
    }
}
