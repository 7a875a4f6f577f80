//! A graph of positions: each is stored once, however often and by whichever path it is reached. Threads share it.
//!
//! Bounds only ever tighten, each end by itself, so they need no lock. Positions and moves are added under one, and are
//! seen by others when they are complete.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};
use std::marker::PhantomData;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::chunks::Chunks;
use crate::model::{Bounds, Key, Kind, Move};

/// A position.
// Of this size it lies in one cache line.
#[derive(Debug, Default)]
#[repr(align(32))]
struct Vertex {
    /// The ends of its bounds, as the bits of floats.
    lower: AtomicU64,
    upper: AtomicU64,
    /// Who moves, and which edges are its moves: see [`Moves`]. [`UNSEEN`] before it is expanded, and if the game is over there.
    moves: AtomicU64,
}

/// What [`Vertex::moves`] says of a position that was not expanded yet, and of one that a thread is expanding.
const UNSEEN: u64 = 0;
const CLAIMED: u64 = 1 << KIND_BITS;

/// The fields of [`Vertex::moves`]: who moves, how many moves there are, the number of the first one.
const KIND_BITS: u32 = 2;
const COUNT_BITS: u32 = 30;

/// When a move was last tried in vain: see [`GraphSearch`](crate::rollout).
#[derive(Debug, Default)]
pub(crate) struct Trial {
    /// Until which change it is vain, and how many changes that is since it was last tried.
    pub vain: AtomicU32,
    pub pause: AtomicU32,
}

/// The moves from one position to another, by number. What is needed at every step lies close together.
#[derive(Debug)]
struct Edges {
    to: Chunks<AtomicU32>,
    /// The bits of the probabilities at chance nodes; one elsewhere.
    weights: Chunks<AtomicU64>,
    trials: Chunks<Trial>,
    moves: Chunks<AtomicU32>,
}

impl Edges {
    fn new() -> Self {
        let (to, weights, trials, moves) =
            (Chunks::new(), Chunks::new(), Chunks::new(), Chunks::new());
        Edges { to, weights, trials, moves }
    }

    fn make_room(&self, first: u32, count: usize) -> bool {
        self.to.make_room(first, count)
            && self.weights.make_room(first, count)
            && self.trials.make_room(first, count)
            && self.moves.make_room(first, count)
    }

    fn bytes_to_add(&self, first: u32, count: usize) -> usize {
        self.to.bytes_to_add(first, count)
            + self.weights.bytes_to_add(first, count)
            + self.trials.bytes_to_add(first, count)
            + self.moves.bytes_to_add(first, count)
    }

    fn bytes(&self) -> usize {
        self.to.bytes() + self.weights.bytes() + self.trials.bytes() + self.moves.bytes()
    }
}

/// The moves of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Branches {
    pub kind: Kind,
    pub first: u32,
    pub count: usize,
}

impl Branches {
    /// The numbers of the moves.
    pub fn edges(self) -> Range<u32> {
        self.first..self.first + self.count as u32
    }
}

/// A move to be added: where it leads, and what is known there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Successor<M> {
    pub mv: M,
    pub weight: f64,
    pub name: Key,
    pub known: Bounds,
}

/// The positions that a search has met, with the moves between them.
#[derive(Debug)]
pub(crate) struct Graph<M> {
    index: Mutex<Index>,
    vertices: Chunks<Vertex>,
    edges: Edges,
    /// As many positions as are complete.
    len: AtomicU32,
    moves: PhantomData<M>,
}

/// What only the thread needs that adds something.
#[derive(Debug, Default)]
struct Index {
    names: HashMap<Key, u32>,
    /// The numbers of the next position and the next edge.
    vertices: u32,
    edges: u32,
}

impl<M: Move> Graph<M> {
    /// A graph of one position, number 0.
    pub fn new(name: Key, known: Bounds) -> Self {
        let graph = Graph {
            index: Mutex::default(),
            vertices: Chunks::new(),
            edges: Edges::new(),
            len: AtomicU32::new(0),
            moves: PhantomData,
        };
        assert!(graph.vertices.make_room(0, 1), "there is memory for a position");
        graph.vertex(&mut graph.lock(), name, known);
        graph.len.store(1, Ordering::Release);
        graph
    }

    /// The number of a position, which is stored with these bounds if it is new.
    fn vertex(&self, index: &mut Index, name: Key, known: Bounds) -> u32 {
        match index.names.entry(name) {
            Entry::Occupied(place) => *place.get(),
            Entry::Vacant(place) => {
                let vertex = self.vertices.get(index.vertices);
                vertex.lower.store(known.lower.get().to_bits(), Ordering::Relaxed);
                vertex.upper.store(known.upper.get().to_bits(), Ordering::Relaxed);
                index.vertices += 1;
                *place.insert(index.vertices - 1)
            }
        }
    }

    /// How many positions there are.
    #[inline]
    pub fn len(&self) -> u32 {
        self.len.load(Ordering::Acquire)
    }

    #[inline(always)]
    pub fn bounds(&self, vertex: u32) -> Bounds {
        let Vertex { lower, upper, .. } = self.vertices.get(vertex);
        Bounds::between(
            f64::from_bits(lower.load(Ordering::Relaxed)),
            f64::from_bits(upper.load(Ordering::Relaxed)),
        )
    }

    /// Tightens the bounds of a position, and returns those before and after.
    pub fn tighten(&self, vertex: u32, bounds: Bounds) -> (Bounds, Bounds) {
        let before = self.bounds(vertex);
        let after = before.intersect(bounds);
        let Vertex { lower, upper, .. } = self.vertices.get(vertex);
        let least = bounds.lower.get();
        raise(lower, least, |old| least > old);
        let most = bounds.upper.get();
        raise(upper, most, |old| most < old);
        (before, after)
    }

    /// The moves of a position, if it was expanded.
    #[inline(always)]
    pub fn branches(&self, vertex: u32) -> Option<Branches> {
        let moves = self.vertices.get(vertex).moves.load(Ordering::Acquire);
        let kind = match moves & ((1 << KIND_BITS) - 1) {
            1 => Kind::Max,
            2 => Kind::Min,
            3 => Kind::Chance,
            _ => return None,
        };
        let count = moves >> KIND_BITS & ((1 << COUNT_BITS) - 1);
        Some(Branches { kind, first: (moves >> 32) as u32, count: count as usize })
    }

    /// Whether a thread is expanding a position, or could not.
    #[inline]
    pub fn is_claimed(&self, vertex: u32) -> bool {
        self.vertices.get(vertex).moves.load(Ordering::Relaxed) == CLAIMED
    }

    /// Whether the caller may expand a position: nobody else does.
    pub fn claim(&self, vertex: u32) -> bool {
        let moves = &self.vertices.get(vertex).moves;
        moves.compare_exchange(UNSEEN, CLAIMED, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    /// A thread that has claimed a position gives it back.
    pub fn release(&self, vertex: u32) {
        self.vertices.get(vertex).moves.store(UNSEEN, Ordering::Relaxed);
    }

    /// Where a move leads.
    #[inline(always)]
    pub fn to(&self, edge: u32) -> u32 {
        self.edges.to.get(edge).load(Ordering::Relaxed)
    }

    pub fn mv(&self, edge: u32) -> M {
        M::from_code(self.edges.moves.get(edge).load(Ordering::Relaxed))
    }

    #[inline(always)]
    pub fn trial(&self, edge: u32) -> &Trial {
        self.edges.trials.get(edge)
    }

    /// Adds the moves of a position that the caller has claimed. Returns how many positions are new that `is_open` is
    /// true of; `None` if there is no memory for them.
    pub fn expand(
        &self,
        vertex: u32,
        kind: Kind,
        moves: &[Successor<M>],
        limit: usize,
        is_open: impl Fn(Bounds) -> bool,
    ) -> Option<usize> {
        let index = &mut *self.lock();
        let first = Chunks::<AtomicU32>::start_of_run(index.edges, moves.len())?;
        let last = index.vertices.checked_add(u32::try_from(moves.len()).ok()?)?;
        if moves.len() >= 1 << COUNT_BITS || self.bytes_with(index, first, moves.len()) > limit {
            return None;
        }
        let has_room = self.vertices.make_room(index.vertices, (last - index.vertices) as usize)
            && self.edges.make_room(first, moves.len())
            && index.names.try_reserve(moves.len()).is_ok();
        if !has_room {
            return None;
        }
        let mut open = 0;
        for (edge, successor) in (first..).zip(moves) {
            let known = index.vertices;
            let to = self.vertex(index, successor.name, successor.known);
            open += usize::from(to == known && is_open(successor.known));
            self.edges.to.get(edge).store(to, Ordering::Relaxed);
            self.edges.moves.get(edge).store(successor.mv.code(), Ordering::Relaxed);
            let weight = successor.weight.to_bits();
            self.edges.weights.get(edge).store(weight, Ordering::Relaxed);
        }
        index.edges = first + moves.len() as u32;
        self.len.store(index.vertices, Ordering::Release);
        let kind = match kind {
            Kind::Max => 1,
            Kind::Min => 2,
            Kind::Chance => 3,
        };
        let packed = u64::from(first) << 32 | (moves.len() as u64) << KIND_BITS | kind;
        self.vertices.get(vertex).moves.store(packed, Ordering::Release);
        Some(open)
    }

    /// The bounds of `vertex` that follow from its moves, where `range` contains all values.
    pub fn join(&self, vertex: u32, range: Bounds, scratch: &mut Scratch) -> Bounds {
        let bounds = self.bounds(vertex);
        let Some(branches) = self.branches(vertex) else { return bounds };
        self.look_at(branches, scratch);
        bounds.intersect(match branches.kind {
            Kind::Chance => Bounds::average(range, &scratch.bounds, &scratch.weights),
            kind => Bounds::of_children(kind, &scratch.bounds),
        })
    }

    /// The bounds of the children of a position, and their probabilities if it is a chance node.
    #[inline]
    pub fn look_at(&self, branches: Branches, scratch: &mut Scratch) {
        let Branches { kind, first, count } = branches;
        let to = self.edges.to.run(first, count);
        scratch.bounds.clear();
        scratch.bounds.extend(to.iter().map(|to| self.bounds(to.load(Ordering::Relaxed))));
        scratch.weights.clear();
        if kind == Kind::Chance {
            let weights = self.edges.weights.run(first, count).iter();
            scratch
                .weights
                .extend(weights.map(|bits| f64::from_bits(bits.load(Ordering::Relaxed))));
        }
    }

    /// The shortest path from `start`, as edges, to a position that was not expanded yet and whose
    /// bounds are wider than `enough`; `None` if there is none.
    pub fn way_to_unseen(&self, start: u32, enough: f64) -> Option<Vec<u32>> {
        let mut came_by: Vec<Option<(u32, u32)>> = vec![None; self.len() as usize];
        let mut queue = VecDeque::from([start]);
        while let Some(vertex) = queue.pop_front() {
            let Some(branches) = self.branches(vertex) else { continue };
            for edge in branches.edges() {
                let to = self.to(edge);
                // Other threads may have added it since.
                let Some(place) = came_by.get_mut(to as usize) else { continue };
                if to == start || place.is_some() {
                    continue;
                }
                *place = Some((vertex, edge));
                let unseen = self.branches(to).is_none() && !self.is_claimed(to);
                if unseen && self.bounds(to).width() > enough {
                    let back = |&(from, _): &(u32, u32)| came_by[from as usize];
                    let steps = std::iter::successors(came_by[to as usize], back);
                    let mut way: Vec<u32> = steps.map(|(_, edge)| edge).collect();
                    way.reverse();
                    return Some(way);
                }
                queue.push_back(to);
            }
        }
        None
    }

    /// All moves count as tried a long time ago.
    pub fn forget_pauses(&self) {
        for vertex in 0..self.len() {
            for edge in self.branches(vertex).into_iter().flat_map(Branches::edges) {
                self.trial(edge).vain.store(0, Ordering::Relaxed);
            }
        }
    }

    /// Memory held.
    pub fn bytes(&self) -> usize {
        self.vertices.bytes() + self.edges.bytes() + bytes_of_names(self.lock().names.capacity())
    }

    /// The most memory that is held while `moves` positions, and as many edges from number `edge` on, are added.
    fn bytes_with(&self, index: &Index, edge: u32, moves: usize) -> usize {
        let names = &index.names;
        // A map that grows holds both the old one and the new one, twice as large.
        let grows = names.len() + moves > names.capacity();
        let more = if grows { (2 * names.capacity()).max(names.len() + moves) } else { 0 };
        bytes_of_names(names.capacity() + more)
            + self.vertices.bytes()
            + self.vertices.bytes_to_add(index.vertices, moves)
            + self.edges.bytes()
            + self.edges.bytes_to_add(edge, moves)
    }

    /// A panic elsewhere leaves nothing half-written that is seen.
    fn lock(&self) -> MutexGuard<'_, Index> {
        self.index.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is known of the children of a position.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    pub bounds: Vec<Bounds>,
    /// One per child at chance nodes, else empty.
    pub weights: Vec<f64>,
}

/// A hash map has an eighth of its slots in reserve, and one extra byte per slot.
fn bytes_of_names(capacity: usize) -> usize {
    capacity * (size_of::<(Key, u32)>() + 1) * 8 / 7
}

/// Replaces a number by a better one.
#[inline]
fn raise(cell: &AtomicU64, new: f64, is_better_than: impl Fn(f64) -> bool) {
    let mut old = cell.load(Ordering::Relaxed);
    while is_better_than(f64::from_bits(old)) {
        match cell.compare_exchange_weak(old, new.to_bits(), Ordering::Relaxed, Ordering::Relaxed) {
            Ok(_) => break,
            Err(now) => old = now,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn successor(mv: u8, name: u128, known: Bounds) -> Successor<u8> {
        Successor { mv, weight: 0.5, name: Key::Exact(name), known }
    }

    fn expand(
        graph: &Graph<u8>,
        vertex: u32,
        kind: Kind,
        moves: &[Successor<u8>],
    ) -> Option<usize> {
        assert!(graph.claim(vertex) && !graph.claim(vertex) && graph.is_claimed(vertex));
        graph.expand(vertex, kind, moves, 1 << 20, |bounds| bounds.width() > 0.0)
    }

    #[test]
    fn a_position_is_there_once() {
        let known = Bounds::point(3.into());
        let graph: Graph<u8> = Graph::new(Key::Exact(0), Bounds::UNBOUNDED);
        let hash = Successor { name: Key::Hash(1), ..successor(3, 1, known) };
        let again = successor(4, 1, Bounds::UNBOUNDED);
        let back = successor(5, 0, known);
        let moves = [successor(1, 1, known), successor(2, 2, Bounds::UNBOUNDED), hash, again, back];
        assert_eq!(expand(&graph, 0, Kind::Min, &moves), Some(1));
        let branches = graph.branches(0).unwrap();
        assert_eq!((branches.kind, branches.count), (Kind::Min, 5));
        let ends: Vec<u32> = branches.edges().map(|edge| graph.to(edge)).collect();
        assert_eq!(ends, [1, 2, 3, 1, 0]);
        let moves: Vec<u8> = branches.edges().map(|edge| graph.mv(edge)).collect();
        assert_eq!(moves, [1, 2, 3, 4, 5]);
        assert_eq!(graph.bounds(1), known);
    }

    #[test]
    fn a_position_knows_what_its_moves_say() {
        let range = Bounds::new(0.into(), 10.into()).unwrap();
        for (kind, expected) in [(Kind::Max, (5, 8)), (Kind::Min, (1, 4)), (Kind::Chance, (3, 6))] {
            let graph: Graph<u8> = Graph::new(Key::Exact(0), range);
            let bounds = |lower: i32, upper: i32| Bounds::new(lower.into(), upper.into()).unwrap();
            let moves = [successor(1, 1, bounds(1, 4)), successor(2, 2, bounds(5, 8))];
            assert_eq!(expand(&graph, 0, kind, &moves), Some(2));
            let joined = graph.join(0, range, &mut Scratch::default());
            let expected = bounds(expected.0, expected.1);
            assert!(joined.encloses(expected) && joined.width() < expected.width() + 1e-9);
        }
    }

    #[test]
    fn bounds_only_tighten() {
        let bounds = |lower: i32, upper: i32| Bounds::new(lower.into(), upper.into()).unwrap();
        let graph: Graph<u8> = Graph::new(Key::Exact(0), bounds(0, 10));
        assert_eq!(graph.tighten(0, bounds(2, 20)), (bounds(0, 10), bounds(2, 10)));
        assert_eq!(graph.tighten(0, bounds(-1, 7)), (bounds(2, 10), bounds(2, 7)));
        assert_eq!(graph.bounds(0), bounds(2, 7));
    }

    #[test]
    fn what_nobody_has_seen_is_found() {
        let graph: Graph<u8> = Graph::new(Key::Exact(0), Bounds::UNBOUNDED);
        let open = |mv, name| successor(mv, name, Bounds::UNBOUNDED);
        expand(&graph, 0, Kind::Max, &[open(0, 0), open(1, 1)]).unwrap();
        let way = graph.way_to_unseen(0, 0.0).unwrap();
        assert_eq!(way.iter().map(|&edge| graph.mv(edge)).collect::<Vec<_>>(), [1]);
        expand(&graph, 1, Kind::Min, &[open(2, 0), open(3, 2)]).unwrap();
        let way = graph.way_to_unseen(0, 0.0).unwrap();
        assert_eq!(way.iter().map(|&edge| graph.mv(edge)).collect::<Vec<_>>(), [1, 3]);
        // Somebody is there already.
        assert!(graph.claim(2));
        assert_eq!(graph.way_to_unseen(0, 0.0), None);
        graph.release(2);
        assert!(graph.way_to_unseen(0, 0.0).is_some());
        graph.tighten(2, Bounds::point(1.into()));
        assert_eq!(graph.way_to_unseen(0, 0.0), None);
    }

    #[test]
    fn without_memory_nothing_is_added() {
        let graph: Graph<u8> = Graph::new(Key::Exact(0), Bounds::UNBOUNDED);
        let held = graph.bytes();
        let moves: Vec<Successor<u8>> =
            (0..1000).map(|name| successor(1, name + 1, Bounds::UNBOUNDED)).collect();
        assert!(graph.claim(0));
        assert_eq!(graph.expand(0, Kind::Max, &moves, 10_000, |_| true), None);
        assert_eq!((graph.bytes(), graph.len()), (held, 1));
        assert_eq!(graph.expand(0, Kind::Max, &moves, 200_000, |_| true), Some(1000));
        assert!(graph.bytes() <= 200_000);
    }
}
